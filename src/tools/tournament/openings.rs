//! Where games begin: at the start, at the positions of a file (EPD, PGN, BPGN, two-board
//! FEN), after moves of a book of Polyglot, or after seeded random plies that leave the game in
//! balance. An opening is known by its number, so that a run can be divided by numbers.

use std::path::Path;

use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::judge::Judge;
use super::polyglot::{PolyglotBook, PolyglotError};
use crate::game::catalogue::BuiltIn;
use crate::game::table::{GameKind, Played, Table, TableError};
use crate::notation::PairFenError;
use crate::notation::{bpgn, pgn};

/// A start and the moves that are played before the engines think.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Opening {
    /// The FEN, if it is not the usual start.
    pub fen: Option<String>,
    /// Board and move, in order.
    pub moves: Vec<(usize, String)>,
}

/// Where openings come from.
#[derive(Clone, Debug)]
pub enum Book {
    /// Random plies, on each board.
    Random {
        /// How many.
        plies: u32,
        /// The most centipawns that either side may be ahead.
        balance: Option<i32>,
    },
    /// Those of a file.
    List(Vec<Opening>),
    /// Moves of a book of Polyglot, by their weights.
    Polyglot {
        /// The book.
        book: PolyglotBook,
        /// The most plies that are taken from it.
        plies: u32,
    },
}

/// Why a file of openings cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum BookError {
    #[error("the openings `{path}` cannot be read: {reason}")]
    File { path: String, reason: String },
    #[error("`{path}`, {what} {number}: {reason}")]
    Entry { path: String, what: &'static str, number: usize, reason: OpeningError },
    #[error("`{path}`: {cause}")]
    Polyglot { path: String, cause: PolyglotError },
    #[error("`{path}`: books of Polyglot are of chess, not of {game}")]
    NotOfChess { path: String, game: String },
    #[error("there are no openings in `{0}`")]
    Empty(String),
    #[error("{0}")]
    Opening(#[from] OpeningError),
    #[error("no opening of {plies} random plies in balance was found")]
    NoBalance { plies: u32 },
}

/// Why an opening cannot be played.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum OpeningError {
    #[error("{0}")]
    SetUp(#[from] TableError),
    #[error("{0}")]
    Record(#[from] PairFenError),
    #[error("the opening ends the game")]
    EndsTheGame,
    #[error("the move {0} is not legal")]
    Move(String),
    #[error("`{0}` is not legal here")]
    San(String),
    #[error("the game is over before its record")]
    OverBeforeItsRecord,
    #[error("the game is over there: {0}")]
    Over(String),
}

/// Without a number so many plies of a book of Polyglot are taken, if it has them.
const POLYGLOT_PLIES: u32 = 16;
/// How many random openings are tried before it is said that there are none in balance.
const TRIES: usize = 500;

impl Book {
    /// Reads a file; of games at most so many plies are taken. Shuffled if there is a seed
    /// for that, always in the same way.
    ///
    /// # Errors
    /// What cannot be read or played, and where.
    pub fn load(
        path: &Path,
        game: &GameKind,
        most: Option<u32>,
        shuffle: bool,
    ) -> Result<Self, BookError> {
        let name = path.display().to_string();
        let unreadable = |reason: String| BookError::File { path: name.clone(), reason };
        let bytes = std::fs::read(path).map_err(|error| unreadable(error.to_string()))?;
        if path.extension().is_some_and(|extension| extension == "bin") {
            return Self::polyglot(name, &bytes, game, most);
        }
        let text = bpgn::decode(&bytes);
        let most = most.map_or(usize::MAX, |plies| plies as usize);
        let is_record = text.trim_start().starts_with('[');
        let (what, entries): (_, Vec<Result<Opening, OpeningError>>) =
            match (is_record, game.is_pair()) {
                (true, true) => {
                    let games = bpgn::read(&text).map_err(|error| unreadable(error.to_string()))?;
                    ("game", games.iter().map(|record| from_bpgn(game, record, most)).collect())
                }
                (true, false) => {
                    let games = pgn::read(&text).map_err(|error| unreadable(error.to_string()))?;
                    ("game", games.iter().map(|record| from_pgn(game, record, most)).collect())
                }
                (false, _) => {
                    let lines = text.lines().map(str::trim);
                    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
                    ("position", lines.map(|line| from_epd(game, line)).collect())
                }
            };
        let mut openings = Vec::with_capacity(entries.len());
        for (index, entry) in entries.into_iter().enumerate() {
            let number = index + 1;
            openings.push(entry.map_err(|reason| BookError::Entry {
                path: name.clone(),
                what,
                number,
                reason,
            })?);
        }
        if openings.is_empty() {
            return Err(BookError::Empty(name));
        }
        if shuffle {
            openings.shuffle(&mut SmallRng::seed_from_u64(0));
        }
        Ok(Self::List(openings))
    }

    /// A book of Polyglot.
    fn polyglot(
        path: String,
        bytes: &[u8],
        game: &GameKind,
        most: Option<u32>,
    ) -> Result<Self, BookError> {
        if !game.variant.is(BuiltIn::Chess) || game.chess960 {
            let game = game.variant.to_string();
            return Err(BookError::NotOfChess { path, game });
        }
        let book = match PolyglotBook::read(bytes) {
            Ok(book) => book,
            Err(cause) => return Err(BookError::Polyglot { path, cause }),
        };
        match game.set_up(None) {
            Ok(table) if book.knows(&table.fen()) => {
                Ok(Self::Polyglot { book, plies: most.unwrap_or(POLYGLOT_PLIES) })
            }
            _ => Err(BookError::Empty(path)),
        }
    }

    /// The opening of this number. Those of a file are counted from 1 and begin again after
    /// the last.
    ///
    /// # Errors
    /// If no opening in balance can be found.
    pub fn opening(&self, number: u64, game: &GameKind) -> Result<Opening, BookError> {
        match self {
            Self::List(openings) => {
                let index = number.wrapping_sub(1) % openings.len() as u64;
                Ok(openings[index as usize].clone())
            }
            Self::Polyglot { book, plies } => {
                let mut chance = SmallRng::seed_from_u64(number);
                let mut opening = Opening::default();
                let mut table = game.set_up(None).map_err(OpeningError::from)?;
                while (opening.moves.len() as u32) < *plies
                    && let Some(text) = book.choose(&table.fen(), &mut chance)
                    && let Some(seat) = table.on_move(0)
                    && table.play(seat, &text).is_ok()
                {
                    opening.moves.push((0, text));
                }
                Ok(opening)
            }
            Self::Random { plies: 0, .. } => Ok(Opening::default()),
            &Self::Random { plies, balance } => {
                let mut chance = SmallRng::seed_from_u64(number);
                vary(&Opening::default(), game, plies, balance, &mut chance)
            }
        }
    }
}

/// Sets up an opening; what was played is told for the record.
///
/// # Errors
/// If it cannot be played.
pub fn set_up(
    opening: &Opening,
    game: &GameKind,
) -> Result<(Box<dyn Table>, Vec<Played>), OpeningError> {
    let mut table = game.set_up(opening.fen.as_deref())?;
    let mut played = Vec::with_capacity(opening.moves.len());
    for (board, text) in &opening.moves {
        let seat = table.on_move(*board).ok_or(OpeningError::EndsTheGame)?;
        let done = table.play(seat, text).map_err(|_| OpeningError::Move(text.clone()))?;
        played.push(done);
    }
    Ok((table, played))
}

/// An opening with so many random plies more, after which nobody is ahead by more than `balance`
/// centipawns.
///
/// # Errors
/// If none can be found.
pub fn vary(
    opening: &Opening,
    game: &GameKind,
    plies: u32,
    balance: Option<i32>,
    chance: &mut SmallRng,
) -> Result<Opening, BookError> {
    let none = || BookError::NoBalance { plies };
    let mut judge = balance.map(|_| Judge::new(game)).transpose().map_err(|_| none())?;
    for _ in 0..TRIES {
        let Some((varied, table)) = random(opening, game, plies, chance) else { continue };
        let level = match (&mut judge, balance) {
            (Some(judge), Some(most)) => judge.imbalance(&*table) <= most,
            _ => true,
        };
        if level {
            return Ok(varied);
        }
    }
    Err(none())
}

/// Random plies after an opening, on two boards in turn, after which everybody can move.
fn random(
    opening: &Opening,
    game: &GameKind,
    plies: u32,
    chance: &mut SmallRng,
) -> Option<(Opening, Box<dyn Table>)> {
    let (mut table, _) = set_up(opening, game).ok()?;
    let boards = if game.is_pair() { 2 } else { 1 };
    let mut opening = opening.clone();
    for ply in 0..plies as usize * boards {
        let board = ply % boards;
        let legal = table.legal(board);
        if legal.is_empty() {
            return None;
        }
        let text = &legal[chance.random_range(0..legal.len())];
        let seat = table.on_move(board)?;
        table.play(seat, text).ok()?;
        opening.moves.push((board, text.clone()));
    }
    let goes_on = !table.verdict().is_over() && (0..boards).all(|board| table.can_move(board));
    goes_on.then_some((opening, table))
}

/// An EPD or FEN line; of what follows the position nothing is needed.
fn from_epd(game: &GameKind, line: &str) -> Result<Opening, OpeningError> {
    let fen = match game.variant.board_rules() {
        Some(_) => line.split('|').map(epd_board).collect::<Vec<_>>().join(" | "),
        None => line.to_owned(),
    };
    checked(game, Opening { fen: Some(fen), moves: Vec::new() })
}

/// The fields of one board, its counters too if there are any.
fn epd_board(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_number = |word: Option<&&str>| word.is_some_and(|word| word.parse::<u32>().is_ok());
    if is_number(words.get(4)) && is_number(words.get(5)) {
        let prelude = words.iter().skip(6).take_while(|word| word.starts_with("prelude="));
        return words.iter().take(6).chain(prelude).copied().collect::<Vec<_>>().join(" ");
    }
    format!("{} 0 1", words.iter().take(4).copied().collect::<Vec<_>>().join(" "))
}

fn from_pgn(game: &GameKind, record: &pgn::Read, most: usize) -> Result<Opening, OpeningError> {
    let fen = record.tag("FEN").map(str::to_owned);
    let mut table = game.set_up(fen.as_deref())?;
    let mut opening = Opening { fen, moves: Vec::new() };
    for san in record.moves.iter().take(most) {
        play_san(&mut *table, &mut opening, 0, san)?;
    }
    checked(game, opening)
}

fn from_bpgn(
    game: &GameKind,
    record: &bpgn::BpgnGame,
    most: usize,
) -> Result<Opening, OpeningError> {
    let start = record.start()?;
    let fen = start.map(|start| start.to_string());
    let mut table = game.set_up(fen.as_deref())?;
    let mut opening = Opening { fen, moves: Vec::new() };
    for ply in record.moves.iter().take(most) {
        play_san(&mut *table, &mut opening, ply.board, &ply.san)?;
    }
    checked(game, opening)
}

/// Plays a move of a record, unless it is the one that ends the game.
fn play_san(
    table: &mut dyn Table,
    opening: &mut Opening,
    board: usize,
    san: &str,
) -> Result<(), OpeningError> {
    let illegal = || OpeningError::San(san.to_owned());
    let text = table.read_san(board, san).ok_or_else(illegal)?;
    let seat = table.on_move(board).ok_or(OpeningError::OverBeforeItsRecord)?;
    table.play(seat, &text).map_err(|_| illegal())?;
    opening.moves.push((board, text));
    Ok(())
}

/// An opening after which the game goes on.
fn checked(game: &GameKind, opening: Opening) -> Result<Opening, OpeningError> {
    let (table, _) = set_up(&opening, game)?;
    let verdict = table.verdict();
    if verdict.is_over() { Err(OpeningError::Over(verdict.to_string())) } else { Ok(opening) }
}
