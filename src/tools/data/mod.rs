//! Games of the engine against itself, as training reads them. One file holds games of one
//! variant under one recipe; a position costs about three bytes, because a move is its
//! place among the legal moves and everything else follows from the rules.
//!
//! | part | content |
//! |---|---|
//! | header | `KRALLEGM`, version (u32), variant (16 bytes, zero-padded), nodes a move, seed, fingerprint of the network (u64 each) |
//! | game | length of the rest (varint), random plies (varint), plies (varint), result (0 Black, 1 draw, 2 White), the plies |
//! | ply | varint: place among the legal moves sorted by word, doubled, odd if men arrive first; the men; score of the mover in centipawns (i16), but for random plies |
//! | man | colour and role (0-11), +128 if another follows |
//!
//! All numbers are little-endian. Games begin at the starting position with empty hands.

mod check;
mod command;
mod selfplay;

pub use check::{Statistics, check};
pub use command::Arguments;
pub use selfplay::{Order, generate};

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use crate::board::{Man, Move, Role, Silent};
use crate::game::rules::{START, Variant, variant};
use crate::game::single::{Position, Takable};
use crate::game::{Class, Game as _};

const MAGIC: &[u8; 8] = b"KRALLEGM";
const VERSION: u32 = 2;
const NAME: usize = 16;
const HEADER: usize = 8 + 4 + NAME + 3 * 8;
/// No game is longer, in bytes: guards against reading noise as a length.
const LONGEST: u64 = 1 << 16;

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
    #[error("{path}: there is no game `{name}` on one 8x8 board", path = .path.display())]
    Variant { path: PathBuf, name: String },
    #[error("{path}: game {number} is damaged: {what}", path = .path.display())]
    Damaged { path: PathBuf, number: u64, what: &'static str },
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
    /// Nodes for each move.
    pub nodes: u64,
    /// Chooses openings and arriving men.
    pub seed: u64,
    /// Which network evaluated, by its fingerprint; 0 for none.
    pub network: u64,
}

/// One recorded move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Ply {
    /// Men that arrived in hands before it.
    pub arrivals: Vec<Man>,
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
/// that need a man from there find those of the starting position.
///
/// # Errors
/// If the table of games is wrong.
fn start(variant: &Variant) -> Result<Position, DataError> {
    let setup = START.parse().map_err(|error| DataError::Engine(format!("{error}")))?;
    let mut position = Position::from_setup(&setup, variant.rules, false)
        .map_err(|error| DataError::Engine(error.to_string()))?;
    let mut takable = Takable::NONE;
    for square in position.board().occupied() {
        if let Some(man) = position.board().at(square) {
            takable.add(man, square);
        }
    }
    position.set_takable(takable);
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
            for &man in &ply.arrivals {
                position.receive(man, &mut Silent);
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
            let result = if position.seat() == 0 { white } else { 1.0 - white };
            Ok(Sample { position, score, result })
        }
    }

    /// The game as bytes, with their number before them.
    fn write(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(4 * self.plies.len() + 8);
        let random = self.plies.iter().take_while(|ply| ply.score.is_none()).count();
        write_number(&mut body, random as u64);
        write_number(&mut body, self.plies.len() as u64);
        body.push(self.result);
        for ply in &self.plies {
            let odd = u64::from(!ply.arrivals.is_empty());
            write_number(&mut body, ply.place as u64 * 2 + odd);
            for (index, man) in ply.arrivals.iter().enumerate() {
                let more = if index + 1 < ply.arrivals.len() { 128 } else { 0 };
                body.push(man.index() as u8 | more);
            }
            body.extend(ply.score.iter().flat_map(|score| score.to_le_bytes()));
        }
        let mut bytes = Vec::with_capacity(body.len() + 3);
        write_number(&mut bytes, body.len() as u64);
        bytes.extend(body);
        bytes
    }

    fn read(mut body: &[u8]) -> Result<Self, &'static str> {
        let bytes = &mut body;
        let random = read_number(bytes)?;
        let count = read_number(bytes)?;
        let result = read_byte(bytes)?;
        if result > 2 {
            return Err("the result is none");
        }
        let mut plies = Vec::with_capacity(count.min(LONGEST) as usize);
        for number in 0..count {
            let word = read_number(bytes)?;
            let mut ply = Ply { place: (word / 2) as usize, ..Ply::default() };
            let mut more = word % 2 == 1;
            while more {
                let byte = read_byte(bytes)?;
                ply.arrivals.push(man(byte & 127).ok_or("an arriving man is none")?);
                more = byte >= 128;
            }
            if number >= random {
                ply.score = Some(i16::from_le_bytes([read_byte(bytes)?, read_byte(bytes)?]));
            }
            plies.push(ply);
        }
        if bytes.is_empty() { Ok(Self { plies, result }) } else { Err("it has a tail") }
    }
}

fn man(index: u8) -> Option<Man> {
    let index = usize::from(index);
    let color = *crate::board::Color::ALL.get(index / Role::COUNT)?;
    Some(Man::new(color, Role::from_index(index % Role::COUNT)?))
}

fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_byte(bytes: &mut &[u8]) -> Result<u8, &'static str> {
    let (&byte, rest) = bytes.split_first().ok_or("it ends too soon")?;
    *bytes = rest;
    Ok(byte)
}

fn read_number(bytes: &mut &[u8]) -> Result<u64, &'static str> {
    let mut number = 0;
    for shift in (0..35).step_by(7) {
        let byte = read_byte(bytes)?;
        number |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Ok(number);
        }
    }
    Err("a number is too large")
}

impl Recipe {
    fn header(&self) -> Vec<u8> {
        let mut header = Vec::with_capacity(HEADER);
        header.extend(MAGIC);
        header.extend(VERSION.to_le_bytes());
        let mut name = [0; NAME];
        for (slot, byte) in name.iter_mut().zip(self.variant.name.bytes()) {
            *slot = byte;
        }
        header.extend(name);
        header.extend(self.nodes.to_le_bytes());
        header.extend(self.seed.to_le_bytes());
        header.extend(self.network.to_le_bytes());
        header
    }
}

/// Reads the games of one file, one after the other.
pub struct Reader {
    path: PathBuf,
    recipe: Recipe,
    file: BufReader<File>,
    games: u64,
    /// Where the last whole game ended.
    end: u64,
}

impl Reader {
    /// Opens a file of games.
    ///
    /// # Errors
    /// If it cannot be read or is something else.
    pub fn open(path: &Path) -> Result<Self, DataError> {
        let failed = |cause| DataError::File { path: path.into(), cause };
        let mut file = BufReader::with_capacity(1 << 20, File::open(path).map_err(failed)?);
        let mut header = [0; HEADER];
        file.read_exact(&mut header).map_err(|_| DataError::Foreign(path.into()))?;
        if !header.starts_with(MAGIC) {
            return Err(DataError::Foreign(path.into()));
        }
        let word = |at: usize| {
            u64::from_le_bytes(std::array::from_fn(|byte| {
                header.get(at + byte).copied().unwrap_or(0)
            }))
        };
        let version = word(8) as u32;
        if version != VERSION {
            return Err(DataError::Version { path: path.into(), found: version });
        }
        let name = String::from_utf8_lossy(&header[12..12 + NAME]);
        let name = name.trim_end_matches('\0');
        let variant = variant(name)
            .ok_or_else(|| DataError::Variant { path: path.into(), name: name.into() })?;
        let [nodes, seed, network] = [0, 8, 16].map(|field| word(12 + NAME + field));
        let recipe = Recipe { variant, nodes, seed, network };
        Ok(Self { path: path.into(), recipe, file, games: 0, end: HEADER as u64 })
    }

    /// How these games were made.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The next game; none at the end. A last game that was cut short, as by a power cut,
    /// is an error that [`generate`] knows how to mend.
    fn read(&mut self) -> Result<Option<Game>, DataError> {
        let number = self.games + 1;
        let failed = |cause| DataError::File { path: self.path.clone(), cause };
        let damaged = |what| DataError::Damaged { path: self.path.clone(), number, what };
        let mut prefix = Vec::new();
        let length = loop {
            let mut byte = [0];
            match self.file.read(&mut byte).map_err(failed)? {
                0 if prefix.is_empty() => return Ok(None),
                0 => return Err(damaged("it ends too soon")),
                _ => prefix.push(byte[0]),
            }
            if byte[0] < 128 || prefix.len() > 3 {
                break read_number(&mut prefix.as_slice()).map_err(damaged)?;
            }
        };
        if length > LONGEST {
            return Err(damaged("it is too long"));
        }
        let mut body = vec![0; length as usize];
        self.file.read_exact(&mut body).map_err(|_| damaged("it ends too soon"))?;
        let game = Game::read(&body).map_err(damaged)?;
        self.games = number;
        self.end += prefix.len() as u64 + length;
        Ok(Some(game))
    }
}

impl Iterator for Reader {
    type Item = Result<Game, DataError>;
    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// Appends games to a file.
struct Writer {
    path: PathBuf,
    file: File,
}

impl Writer {
    /// Opens a file to go on with, or a new one; answers also how many games are there. A
    /// last game that was cut short is taken off.
    fn resume(path: &Path, recipe: &Recipe) -> Result<(Self, u64), DataError> {
        let failed = |cause| DataError::File { path: path.into(), cause };
        if !path.exists() {
            let mut file = File::create(path).map_err(failed)?;
            file.write_all(&recipe.header()).map_err(failed)?;
            return Ok((Self { path: path.into(), file }, 0));
        }
        let mut reader = Reader::open(path)?;
        if reader.recipe != *recipe {
            let Recipe { variant, nodes, seed, network } = reader.recipe;
            let name = variant.name;
            let found = format!("{name} at {nodes} nodes, seed {seed}, network {network:x}");
            return Err(DataError::Recipe { path: path.into(), found });
        }
        while let Ok(Some(_)) = reader.read() {}
        let file = File::options().append(true).open(path).map_err(failed)?;
        file.set_len(reader.end).map_err(failed)?;
        Ok((Self { path: path.into(), file }, reader.games))
    }

    fn write(&mut self, game: &Game) -> Result<(), DataError> {
        self.file
            .write_all(&game.write())
            .map_err(|cause| DataError::File { path: self.path.clone(), cause })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipe(name: &str) -> Recipe {
        Recipe { variant: variant(name).unwrap(), nodes: 60, seed: 7, network: 0 }
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("kralle-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn games_survive_the_file_and_can_be_replayed() {
        for name in ["chess", "crazyhouse", "doorgeefschaak", "tandem"] {
            let recipe = recipe(name);
            for number in 0..3 {
                let game = selfplay::game(recipe, number);
                let mut bytes = game.write();
                let length = read_number(&mut bytes.as_slice()).unwrap();
                let body = bytes.split_off(bytes.len() - length as usize);
                assert_eq!(Game::read(&body).as_ref(), Ok(&game));
                assert!(Game::read(&body[..body.len() - 1]).is_err());
                let mut plies = 0;
                game.replay(&recipe.variant, |_| plies += 1).unwrap();
                assert_eq!(plies, game.plies.len());
                assert!(plies > 6, "{name}");
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
        bytes[12] = b'k';
        std::fs::write(&path, &bytes).unwrap();
        assert!(matches!(Reader::open(&path), Err(DataError::Variant { .. })));
        std::fs::write(&path, recipe("chess").header()).unwrap();
        let other = Writer::resume(&path, &Recipe { seed: 8, ..recipe("chess") });
        assert!(matches!(other, Err(DataError::Recipe { .. })));
        assert!(Reader::open(&folder.join("none")).is_err());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
