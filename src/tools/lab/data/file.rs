//! The file of game records: a header that says how the games were made, then one game
//! after another. It knows the format, not what a move means.
//!
//! * The header: `KRALLEGM`, version (u32), boards played (u32), variant (16 bytes, padded with
//!   zeros), nodes a move, seed, fingerprint of the network (u64 each). Where both boards are
//!   played, a game has the moves of both in the order in which they were played.
//! * A game: length of the rest (varint), plies (varint), result (see [`GameRecord::result`]), the
//!   plies.
//! * A ply: a varint (the move's place among the legal moves sorted by word, doubled, odd if
//!   pieces arrive first); the pieces; the score of the mover in centipawns (i16), -32768 for a
//!   random move.
//! * A piece: its role (0-5), +16 if Black's, +128 if another follows.
//!
//! All numbers are little-endian. Games begin at the starting position with empty hands.

use std::fs::{File, TryLockError};
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};

use super::error::DataError;
use super::record::{DatagenRecipe, GameRecord, PlyRecord};
use super::seats_record;
use crate::board::{Color, Piece, Role};
use crate::game::catalogue::{BuiltIn, Family};
use crate::game::multi::{Drieschaak, FourPlayerTeams, Vierschaak};

const MAGIC: &[u8; 8] = b"KRALLEGM";
const VERSION: u32 = 4;
const NAME: usize = 16;
/// Where the variant stands in the header, and where the numbers behind it begin.
const AT_NAME: usize = 8 + 2 * 4;
const AT_NUMBERS: usize = AT_NAME + NAME;
const HEADER: usize = AT_NUMBERS + 3 * 8;
/// No game is longer, in bytes: guards against reading noise as a length.
const LONGEST: u64 = 1 << 16;
/// Stands for the score of a random move.
const NO_SCORE: i16 = i16::MIN;
/// What is wrong with a game that ends before all of it has been read.
const TOO_SHORT: &str = "it ends too soon";

impl GameRecord {
    /// The game as bytes, with their number before them.
    pub(super) fn write(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(4 * self.plies.len() + 8);
        write_number(&mut body, self.plies.len() as u64);
        body.push(self.result);
        for ply in &self.plies {
            let odd = u64::from(!ply.arrivals.is_empty());
            write_number(&mut body, ply.place as u64 * 2 + odd);
            for (index, piece) in ply.arrivals.iter().enumerate() {
                let more = if index + 1 < ply.arrivals.len() { 128 } else { 0 };
                body.push((piece.color().index() << 4 | piece.role().index()) as u8 | more);
            }
            body.extend(ply.score.unwrap_or(NO_SCORE).to_le_bytes());
        }
        let mut bytes = Vec::with_capacity(body.len() + 3);
        write_number(&mut bytes, body.len() as u64);
        bytes.extend(body);
        bytes
    }

    pub(super) fn read(mut body: &[u8]) -> Result<Self, &'static str> {
        let bytes = &mut body;
        let count = read_number(bytes)?;
        let result = read_byte(bytes)?;
        let mut plies = Vec::with_capacity(count.min(LONGEST) as usize);
        for _ in 0..count {
            let word = read_number(bytes)?;
            let mut ply = PlyRecord { place: (word / 2) as usize, ..PlyRecord::default() };
            let mut more = word % 2 == 1;
            while more {
                let byte = read_byte(bytes)?;
                ply.arrivals.push(piece(byte & 127).ok_or("an arriving piece is none")?);
                more = byte >= 128;
            }
            let score = i16::from_le_bytes([read_byte(bytes)?, read_byte(bytes)?]);
            ply.score = (score != NO_SCORE).then_some(score);
            plies.push(ply);
        }
        if bytes.is_empty() { Ok(Self { plies, result }) } else { Err("it has a tail") }
    }
}

fn piece(byte: u8) -> Option<Piece> {
    let color = *Color::ALL.get(usize::from(byte >> 4))?;
    Some(Piece::new(color, Role::from_index(usize::from(byte & 15))?))
}

fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_byte(bytes: &mut &[u8]) -> Result<u8, &'static str> {
    let (&byte, rest) = bytes.split_first().ok_or(TOO_SHORT)?;
    *bytes = rest;
    Ok(byte)
}

pub(super) fn read_number(bytes: &mut &[u8]) -> Result<u64, &'static str> {
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

impl DatagenRecipe {
    /// Could a game end so?
    fn allows(&self, result: u8) -> bool {
        match self.game.family() {
            Family::Single(_) | Family::Pair(_) => result <= self.whole(),
            Family::Four(_) => seats_record::end::<Vierschaak>(result).is_some(),
            Family::Three(_) => seats_record::end::<Drieschaak>(result).is_some(),
            Family::Teams(_) => seats_record::end::<FourPlayerTeams>(result).is_some(),
        }
    }

    pub(super) fn header(&self) -> Vec<u8> {
        let mut header = Vec::with_capacity(HEADER);
        header.extend(MAGIC);
        header.extend(VERSION.to_le_bytes());
        header.extend((1 + u32::from(self.both_boards)).to_le_bytes());
        let mut name = [0; NAME];
        for (slot, byte) in name.iter_mut().zip(self.game.name().bytes()) {
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
pub struct GameReader<R = BufReader<File>> {
    path: PathBuf,
    recipe: DatagenRecipe,
    file: R,
    games: u64,
    /// Where the last whole game ended.
    pub(super) end: u64,
}

impl GameReader {
    /// Opens a file of games.
    ///
    /// # Errors
    /// If it cannot be read or is something else.
    pub fn open(path: &Path) -> Result<Self, DataError> {
        let failed = |cause| DataError::File { path: path.into(), cause };
        let file = File::open(path).map_err(failed)?;
        Self::new(BufReader::with_capacity(1 << 20, file), path)
    }
}

impl<R: Read> GameReader<R> {
    /// Begins to read games; errors name this path.
    ///
    /// # Errors
    /// If this is something else.
    pub fn new(mut file: R, path: &Path) -> Result<Self, DataError> {
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
            let (path, found, expected) = (path.into(), version, VERSION);
            return Err(DataError::Version { path, found, expected });
        }
        let both_boards = match word(12) as u32 {
            boards @ (1 | 2) => boards == 2,
            found => return Err(DataError::Boards { path: path.into(), found }),
        };
        let name = String::from_utf8_lossy(&header[AT_NAME..AT_NUMBERS]);
        let name = name.trim_end_matches('\0');
        let game = BuiltIn::find(name)
            .ok_or_else(|| DataError::Variant { path: path.into(), name: name.into() })?;
        let [nodes, seed, network] = [0, 8, 16].map(|field| word(AT_NUMBERS + field));
        let recipe = DatagenRecipe { game, both_boards, nodes, seed, network };
        Ok(Self { path: path.into(), recipe, file, games: 0, end: HEADER as u64 })
    }

    /// How these games were made.
    pub fn recipe(&self) -> &DatagenRecipe {
        &self.recipe
    }

    /// How many games have been read.
    pub(super) const fn games(&self) -> u64 {
        self.games
    }

    /// The game that was read last cannot be played.
    pub(super) fn unplayable(&self, what: &'static str) -> DataError {
        DataError::Unplayable { path: self.path.clone(), number: self.games, what }
    }

    /// The next game; none at the end. A last game that was cut short, as by a power cut,
    /// is [`DataError::Cut`], which [`super::generate`] knows how to mend.
    pub(super) fn read(&mut self) -> Result<Option<GameRecord>, DataError> {
        let (number, offset) = (self.games + 1, self.end);
        let failed = |cause| DataError::File { path: self.path.clone(), cause };
        let cut = || DataError::Cut { path: self.path.clone(), number, offset };
        let damaged = |what| DataError::Damaged { path: self.path.clone(), number, offset, what };
        let mut prefix = Vec::new();
        let length = loop {
            let mut byte = [0];
            match self.file.read(&mut byte).map_err(failed)? {
                0 if prefix.is_empty() => return Ok(None),
                0 => return Err(cut()),
                _ => prefix.push(byte[0]),
            }
            if byte[0] < 128 || prefix.len() > 3 {
                break read_number(&mut prefix.as_slice()).map_err(damaged)?;
            }
        };
        if length > LONGEST {
            return Err(damaged("it is too long"));
        }
        let mut body = Vec::with_capacity(length as usize);
        (&mut self.file).take(length).read_to_end(&mut body).map_err(failed)?;
        if (body.len() as u64) < length {
            // The file ends inside this game. What is there must be the beginning of a game;
            // if it is not, the length itself is damaged and other games follow.
            return Err(match GameRecord::read(&body) {
                Err(TOO_SHORT) => cut(),
                Err(what) => damaged(what),
                Ok(_) => damaged("its length is wrong"),
            });
        }
        let game = GameRecord::read(&body).map_err(damaged)?;
        if !self.recipe.allows(game.result) {
            return Err(damaged("the result is none"));
        }
        self.games = number;
        self.end += prefix.len() as u64 + length;
        Ok(Some(game))
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<GameRecord, DataError>;
    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// Appends games to a file.
pub(super) struct GameWriter {
    path: PathBuf,
    file: File,
}

impl GameWriter {
    /// Opens a file to go on with, or a new one; answers also how many games are there. A
    /// last game that was cut short is taken off; any other damage is refused, because the
    /// games behind it would be lost.
    pub(super) fn resume(path: &Path, recipe: &DatagenRecipe) -> Result<(Self, u64), DataError> {
        let failed = |cause| DataError::File { path: path.into(), cause };
        if !path.exists() {
            let mut file = File::create(path).map_err(failed)?;
            lock(&file, path)?;
            file.write_all(&recipe.header()).map_err(failed)?;
            return Ok((Self { path: path.into(), file }, 0));
        }
        let mut reader = GameReader::open(path)?;
        if reader.recipe != *recipe {
            let DatagenRecipe { game, nodes, seed, network, .. } = reader.recipe;
            let boards = if reader.recipe.both_boards { "two boards" } else { "one board" };
            let name = game.name();
            let found =
                format!("{name} on {boards} at {nodes} nodes, seed {seed}, network {network:x}");
            return Err(DataError::DatagenRecipe { path: path.into(), found });
        }
        loop {
            match reader.read() {
                Ok(Some(_)) => {}
                Ok(None) | Err(DataError::Cut { .. }) => break,
                Err(error) => return Err(error),
            }
        }
        let file = File::options().append(true).open(path).map_err(failed)?;
        lock(&file, path)?;
        file.set_len(reader.end).map_err(failed)?;
        Ok((Self { path: path.into(), file }, reader.games))
    }

    pub(super) fn write(&mut self, game: &GameRecord) -> Result<(), DataError> {
        self.file
            .write_all(&game.write())
            .map_err(|cause| DataError::File { path: self.path.clone(), cause })
    }
}

/// Two processes that write one file would mix their games.
fn lock(file: &File, path: &Path) -> Result<(), DataError> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => DataError::InUse { path: path.into() },
        TryLockError::Error(cause) => DataError::File { path: path.into(), cause },
    })
}
