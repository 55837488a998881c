//! Games of the engine against itself, as training reads them. One file holds games of one
//! variant under one recipe; a position costs about three bytes, because a move is its
//! place among the legal moves and everything else follows from the rules.

mod check;
mod command;
mod file;
mod partners;
mod selfplay;

pub use check::{Statistics, check};
pub use command::Arguments;
pub use file::Reader;
use file::VERSION;
pub use selfplay::{Order, generate};

use std::io;
use std::path::PathBuf;

use crate::board::{Color, Move, Piece, Silent};
use crate::game::rules::Variant;
use crate::game::single::{Position, Takable};
use crate::game::{Class, Playable as _};

/// Why game records cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum DataError {
    #[error("{path}: {cause}", path = .path.display())]
    File { path: PathBuf, cause: io::Error },
    #[error("{path}: this is no file of game records", path = .0.display())]
    Foreign(PathBuf),
    #[error("{path}: version {found} of the record format, this program reads {VERSION}", path = .path.display())]
    Version { path: PathBuf, found: u32 },
    #[error("{path}: games are played on one board or on two, not on {found}", path = .path.display())]
    Boards { path: PathBuf, found: u32 },
    #[error("{path}: there is no game `{name}` on one 8x8 board", path = .path.display())]
    Variant { path: PathBuf, name: String },
    #[error("{path}: game {number} is damaged: it ends too soon, at byte {offset}", path = .path.display())]
    Cut { path: PathBuf, number: u64, offset: u64 },
    #[error("{path}: game {number} is damaged: {what}, at byte {offset}", path = .path.display())]
    Damaged { path: PathBuf, number: u64, offset: u64, what: &'static str },
    #[error("{path}: game {number} is damaged: {what}", path = .path.display())]
    Unplayable { path: PathBuf, number: u64, what: &'static str },
    #[error("{path}: these games were made by another recipe ({found})", path = .path.display())]
    Recipe { path: PathBuf, found: String },
    #[error("{0}")]
    Engine(String),
}

/// How the games of a file were made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// The game.
    pub variant: Variant,
    /// Both boards of a pair are played and feed each other; otherwise, where pieces come from
    /// another board, they come by chance.
    pub both_boards: bool,
    /// Nodes for each move.
    pub nodes: u64,
    /// Chooses openings and arriving pieces.
    pub seed: u64,
    /// Which network evaluated, by its fingerprint; 0 for none.
    pub network: u64,
}

/// One recorded move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Ply {
    /// Pieces that arrived in hands before it.
    pub arrivals: Vec<Piece>,
    /// Place of the move among the legal moves, sorted by their words.
    pub place: usize,
    /// The search's score for the mover in centipawns; none for a random move.
    pub score: Option<i16>,
}

/// One recorded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// From the start.
    pub plies: Vec<Ply>,
    /// For White: 0, 1 (a draw) or 2.
    pub result: u8,
}

/// A position to learn from, with what it is worth.
pub struct Sample<'a> {
    /// The position.
    pub position: &'a Position,
    /// The search's score for the mover, in centipawns.
    pub score: i16,
    /// For the mover: 0, 0.5 or 1.
    pub result: f32,
}

/// Scores beyond this are not learnt: the game is decided, and how much does not matter.
pub const DECIDED: i16 = 2_500;

/// Why a recorded position is not learnt from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    /// The move was random.
    Opening,
    /// In check.
    InCheck,
    /// The best move captures, promotes or checks by a drop: the position is not quiet.
    Sharp,
    /// See [`DECIDED`].
    Decided,
}

/// The starting position of a recorded game. What other boards hold is not known: pawns
/// that need a piece from there find those of the starting position.
///
/// # Errors
/// If the table of games is wrong.
fn start(variant: &Variant) -> Result<Position, DataError> {
    let setup =
        variant.rules.start().parse().map_err(|error| DataError::Engine(format!("{error}")))?;
    let mut position = Position::from_setup(&setup, variant.rules, false)
        .map_err(|error| DataError::Engine(error.to_string()))?;
    let mut takable = Takable::NONE;
    for square in position.board().occupied() {
        if let Some(piece) = position.board().at(square) {
            takable.add(piece, square);
        }
    }
    position.set_takable(takable);
    position.expect_anybody();
    Ok(position)
}

/// The legal moves in the order of the records.
fn ordered(position: &Position, moves: &mut Vec<Move>) {
    moves.clear();
    position.generate(Class::All, moves);
    moves.sort_unstable_by_key(|mv| mv.word());
}

impl Game {
    /// Replays the game and shows what can be learnt from, and why the rest is left out.
    ///
    /// # Errors
    /// If a move is not there to be played.
    pub fn replay(
        &self,
        variant: &Variant,
        mut visit: impl FnMut(Result<Sample, Left>),
    ) -> Result<(), &'static str> {
        let mut position = start(variant).map_err(|_| "the start cannot be set up")?;
        let mut moves = Vec::with_capacity(256);
        for ply in &self.plies {
            for &piece in &ply.arrivals {
                position.receive(piece, &mut Silent);
            }
            ordered(&position, &mut moves);
            let &mv = moves.get(ply.place).ok_or("there is no such move")?;
            visit(self.judge(&position, mv, ply.score));
            position.play(mv, &mut Silent);
        }
        Ok(())
    }

    fn judge<'a>(
        &self,
        position: &'a Position,
        mv: Move,
        score: Option<i16>,
    ) -> Result<Sample<'a>, Left> {
        let score = score.ok_or(Left::Opening)?;
        if position.in_check() {
            Err(Left::InCheck)
        } else if position.is_noisy(mv) || (mv.is_drop() && position.gives_check(mv)) {
            Err(Left::Sharp)
        } else if score.saturating_abs() > DECIDED {
            Err(Left::Decided)
        } else {
            let white = f32::from(self.result) / 2.0;
            let result = if position.turn() == Color::White { white } else { 1.0 - white };
            Ok(Sample { position, score, result })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::file::{Writer, read_number};
    use super::*;
    use crate::game::rules::variant;

    fn recipe(name: &str) -> Recipe {
        let variant = variant(name).unwrap();
        Recipe { variant, both_boards: false, nodes: 60, seed: 7, network: 0 }
    }

    /// Four seats.
    fn paired(name: &str) -> Recipe {
        Recipe { both_boards: true, ..recipe(name) }
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("kralle-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn games_survive_the_file_and_can_be_replayed() {
        let alone = ["chess", "crazyhouse", "doorgeefschaak", "tandem"].map(recipe);
        let paired = ["bughouse", "doorgeefschaak", "tandem", "tandemordnung"].map(paired);
        for recipe in alone.into_iter().chain(paired) {
            for game in (0..3).flat_map(|number| selfplay::games(recipe, number)) {
                let mut bytes = game.write();
                let length = read_number(&mut bytes.as_slice()).unwrap();
                let body = bytes.split_off(bytes.len() - length as usize);
                assert_eq!(Game::read(&body).as_ref(), Ok(&game));
                assert!(Game::read(&body[..body.len() - 1]).is_err());
                let mut plies = 0;
                game.replay(&recipe.variant, |_| plies += 1).unwrap();
                assert_eq!(plies, game.plies.len());
                assert!(plies > 6, "{recipe:?}");
            }
        }
    }

    #[test]
    fn a_file_depends_neither_on_threads_nor_on_interruptions() {
        let folder = folder("data");
        let recipe = recipe("crazyhouse");
        let whole = selfplay::file(recipe, 8, 1, &folder.join("whole"));
        assert_eq!(selfplay::file(recipe, 8, 3, &folder.join("threads")), whole);
        let cut = folder.join("cut");
        std::fs::write(&cut, &whole[..whole.len() / 2]).unwrap();
        assert!(check(std::slice::from_ref(&cut)).is_err());
        assert_eq!(selfplay::file(recipe, 8, 2, &cut), whole);
        assert!(check(&[cut]).unwrap().kept() > 0);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_damaged_in_the_middle_is_refused_and_left_as_it_is() {
        let folder = folder("damaged");
        let recipe = recipe("crazyhouse");
        let whole = selfplay::file(recipe, 6, 2, &folder.join("whole"));
        // Where each game begins, and where its body does.
        let mut starts = Vec::new();
        let mut at = recipe.header().len();
        while at < whole.len() {
            let mut rest = &whole[at..];
            let length = read_number(&mut rest).unwrap() as usize;
            let body = whole.len() - rest.len();
            starts.push((at, body));
            at = body + length;
        }
        assert_eq!(starts.len(), 6);
        let path = folder.join("file");
        let resume = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            Writer::resume(&path, &recipe).map(|(_, games)| games)
        };
        for (game, (start, body)) in starts.into_iter().enumerate() {
            // The number of random plies, the number of plies, the result, the length of the
            // game: longer by a little and by so much that it ends behind the file.
            let longer = (whole[start] & 127) < 127;
            let marks = [(body, 255), (body + 1, 255), (body + 3, 9), (start + 1, 127)];
            let marks = marks.into_iter().chain(longer.then(|| (start, whole[start] + 1)));
            for (place, byte) in marks {
                let mut bytes = whole.clone();
                assert_ne!(std::mem::replace(&mut bytes[place], byte), byte);
                match resume(&bytes) {
                    Err(DataError::Damaged { number, offset, .. }) => {
                        // A game that is too long by a little is found out by the next one.
                        let next = (game as u64 + 1..=game as u64 + 2).contains(&number);
                        assert!(next && offset >= start as u64, "game {number}, byte {offset}");
                    }
                    other => panic!("game {game}, byte {place} made {byte}: {other:?}"),
                }
                assert_eq!(std::fs::read(&path).unwrap(), bytes, "it was changed");
            }
            // A file that ends inside a game ends before it.
            for end in [start + 1, body, body + 1, body + 9] {
                assert_eq!(resume(&whole[..end]).unwrap(), game as u64);
                assert_eq!(std::fs::read(&path).unwrap(), whole[..start]);
            }
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_captured_on_one_board_arrives_on_the_other() {
        let recipe = paired("bughouse");
        for round in 0..3 {
            let games = selfplay::games(recipe, round);
            let [first, second] = games.as_slice() else { panic!("{} games", games.len()) };
            // White of one board plays with Black of the other.
            assert_eq!(first.result + second.result, 2);
            let pieces = |game: &Game| {
                let mut position = start(&recipe.variant).unwrap();
                let mut moves = Vec::new();
                for ply in &game.plies {
                    ply.arrivals.iter().for_each(|&piece| position.receive(piece, &mut Silent));
                    ordered(&position, &mut moves);
                    position.play(moves[ply.place], &mut Silent);
                }
                let hands = Color::ALL.map(|color| position.board().hand(color).len());
                position.board().occupied().len() + hands[0] + hands[1]
            };
            // At the end a few are on their way.
            assert!((56..=64).contains(&(pieces(first) + pieces(second))), "round {round}");
        }
    }

    #[test]
    fn an_odd_number_of_boards_is_resumed_in_the_middle_of_a_pair() {
        let folder = folder("pairs");
        let whole = selfplay::file(paired("tandem"), 5, 2, &folder.join("whole"));
        let cut = folder.join("cut");
        let part = selfplay::file(paired("tandem"), 3, 1, &cut);
        assert!(whole.starts_with(&part) && part.len() < whole.len());
        assert_eq!(selfplay::file(paired("tandem"), 5, 1, &cut), whole);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_no_such_file_is_refused() {
        let folder = folder("foreign");
        let path = folder.join("file");
        std::fs::write(&path, b"short").unwrap();
        assert!(matches!(Reader::open(&path), Err(DataError::Foreign(_))));
        let mut bytes = recipe("chess").header();
        bytes[8] = 99;
        std::fs::write(&path, &bytes).unwrap();
        assert!(matches!(Reader::open(&path), Err(DataError::Version { found: 99, .. })));
        let mut bytes = recipe("chess").header();
        bytes[16] = b'k';
        std::fs::write(&path, &bytes).unwrap();
        assert!(matches!(Reader::open(&path), Err(DataError::Variant { .. })));
        let mut bytes = recipe("chess").header();
        bytes[12] = 3;
        std::fs::write(&path, &bytes).unwrap();
        assert!(matches!(Reader::open(&path), Err(DataError::Boards { found: 3, .. })));
        std::fs::write(&path, recipe("chess").header()).unwrap();
        let other = Writer::resume(&path, &Recipe { seed: 8, ..recipe("chess") });
        assert!(matches!(other, Err(DataError::Recipe { .. })));
        assert!(Reader::open(&folder.join("none")).is_err());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
