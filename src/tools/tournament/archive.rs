//! A run as JSON lines: the first says what is played, each of the others is a game, its
//! record included. From it a run is resumed and runs are merged.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

/// What is played. Runs can be merged if these agree, but for where they begin and how many
/// games they have.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct RunHeader {
    /// The form of this file.
    pub kralle_match: u32,
    /// As in `UCI_Variant`.
    pub variant: String,
    /// By name.
    pub contestants: Vec<String>,
    /// Each engine with its program, options and pace, as text.
    pub engines: Vec<String>,
    /// Openings, tournament, rate of nodes and so on, as text.
    pub terms: String,
    /// The number of the first opening.
    pub seed: u64,
    /// How many games are to be played.
    pub games: u64,
}

/// The form of the files written here.
pub const FORM: u32 = 1;

/// A finished game.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct GameLine {
    /// Its place in its run, from 0.
    pub game: u64,
    /// The number of its opening.
    pub opening: u64,
    /// The two contestants, as indices.
    pub pair: [usize; 2],
    /// Is it the second game of its pair?
    pub second: bool,
    /// The engines by seat, by name.
    pub seats: Vec<String>,
    /// Quarter points of the two contestants, 0 to 4 each.
    pub points: [u8; 2],
    /// `1-0`
    pub result: String,
    /// The verdict line.
    pub verdict: String,
    /// How each board ended, with the article.
    pub endings: Vec<String>,
    /// Plies played.
    pub plies: usize,
    /// What each engine spent.
    pub spent: Vec<EngineUsage>,
    /// What the arbiter noted, seat by seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<NoteLine>,
    /// What partners said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub talk: Vec<TalkLine>,
    /// Faults that the arbiter counts: crashes, hangs, garbage, illegal moves, lost flags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offender: Option<String>,
    /// The last position.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub position: String,
    /// PGN or BPGN.
    pub record: String,
}

/// What an engine spent on a game.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
pub struct EngineUsage {
    /// Its name.
    pub engine: String,
    /// Moves that it thought about.
    pub moves: u64,
    /// As far as it told.
    pub nodes: u64,
    /// Plies of all its moves together, as far as it told.
    pub depths: u64,
    /// The game's time.
    pub micros: u64,
}

/// A note of the arbiter.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct NoteLine {
    /// As records name it.
    pub seat: String,
    /// Plies played then.
    pub ply: usize,
    /// What.
    pub text: String,
}

/// A word between partners.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct TalkLine {
    /// As records name it.
    pub seat: String,
    /// Plies played then.
    pub ply: usize,
    /// What.
    pub text: String,
    /// Why it was not delivered, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

/// Why an archive cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ArchiveError {
    #[error("`{path}`: {reason}")]
    File { path: String, reason: String },
    #[error("`{path}`, line {line}: {reason}")]
    Line { path: String, line: usize, reason: String },
    #[error("`{path}` is of another match: {what} differ")]
    Other { path: String, what: &'static str },
    #[error("`{0}` has no games and no header")]
    Empty(String),
}

/// What is in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Archive {
    /// What is played.
    pub header: RunHeader,
    /// What was played.
    pub games: Vec<GameLine>,
    /// How many bytes of the file are whole lines.
    whole: u64,
}

impl RunHeader {
    /// In what the terms of two matches differ, if they do.
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        if self.kralle_match != other.kralle_match {
            Some("the forms of the file")
        } else if self.variant != other.variant {
            Some("the games")
        } else if self.contestants != other.contestants {
            Some("the contestants")
        } else if self.engines != other.engines {
            Some("the engines or their options")
        } else if self.terms != other.terms {
            Some("the terms")
        } else {
            None
        }
    }
}

impl Archive {
    /// Reads a file. A last line that was cut off is left out: the run was interrupted.
    ///
    /// # Errors
    /// If it cannot be read, or a line that is whole is not what it should be.
    pub fn read(path: &Path) -> Result<Self, ArchiveError> {
        let name = path.display().to_string();
        let failed = |error: std::io::Error| ArchiveError::File {
            path: name.clone(),
            reason: error.to_string(),
        };
        Self::parse(&std::fs::read_to_string(path).map_err(failed)?, name)
    }

    /// Reads the text of such a file; errors call it by this name.
    ///
    /// # Errors
    /// If a line that is whole is not what it should be.
    pub fn parse(text: &str, name: String) -> Result<Self, ArchiveError> {
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines().enumerate();
        let wrong = |index: usize, error: serde_json::Error| ArchiveError::Line {
            path: name.clone(),
            line: index + 1,
            reason: error.to_string(),
        };
        let (index, first) = lines.next().ok_or_else(|| ArchiveError::Empty(name.clone()))?;
        let header = serde_json::from_str(first).map_err(|error| wrong(index, error))?;
        let games = lines
            .map(|(index, line)| serde_json::from_str(line).map_err(|error| wrong(index, error)))
            .collect::<Result<_, _>>()?;
        Ok(Self { header, games, whole: whole as u64 })
    }
}

/// A file that grows by a line a game.
pub struct ArchiveWriter(File);

impl ArchiveWriter {
    /// A new file with its header.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: &Path, header: &RunHeader) -> std::io::Result<Self> {
        let mut writer = Self(File::create(path)?);
        writer.line(header)?;
        Ok(writer)
    }

    /// Goes on with a file that was read.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn resume(path: &Path, archive: &Archive) -> std::io::Result<Self> {
        let mut file = OpenOptions::new().write(true).open(path)?;
        file.set_len(archive.whole)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Self(file))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, game: &GameLine) -> std::io::Result<()> {
        self.line(game)
    }

    fn line(&mut self, value: &impl Serialize) -> std::io::Result<()> {
        let mut text = serde_json::to_string(value)?;
        text.push('\n');
        self.0.write_all(text.as_bytes())
    }
}
