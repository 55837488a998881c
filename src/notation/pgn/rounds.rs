//! Games of three and four players as PGN4 has them: rounds of all seats, moves with dots
//! between, `1. d2-d4 .. b7-c7`. A seat that is skipped has no place in its round.

use std::fmt;

use super::{comment_words, write_tag};

/// A game to be written.
#[derive(Clone, Debug)]
pub struct Rounds {
    /// Names and values, in order, but for `Result`, `SetUp` and `FEN`.
    pub tags: Vec<(String, String)>,
    /// The start, if it is not the game's usual one.
    pub start: Option<String>,
    /// The moves.
    pub moves: Vec<RoundMove>,
    /// What is said of the end.
    pub ending: Option<String>,
    /// In the words of the game: `1-0`, `1-0-0`.
    pub result: String,
}

/// A move of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundMove {
    /// Who made it.
    pub seat: usize,
    /// In SAN.
    pub san: String,
    /// Its marks by number: 4 is `??`.
    pub nags: Vec<u8>,
    /// Comments.
    pub comments: Vec<String>,
}

impl fmt::Display for Rounds {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let made_here = ["Result", "SetUp", "FEN"];
        for (name, value) in &self.tags {
            if !made_here.contains(&name.as_str()) {
                write_tag(f, name, value)?;
            }
        }
        write_tag(f, "Result", &self.result)?;
        if let Some(fen) = &self.start {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", fen)?;
        }
        let mut round = 0;
        let mut last = None;
        for ply in &self.moves {
            if last.is_none_or(|last| ply.seat <= last) {
                round += 1;
                write!(f, "\n{round}.")?;
            } else {
                f.write_str(" ..")?;
            }
            last = Some(ply.seat);
            write!(f, " {}", ply.san)?;
            for nag in &ply.nags {
                write!(f, " ${nag}")?;
            }
            for comment in &ply.comments {
                write!(f, " {}", comment_words(comment).join(" "))?;
            }
        }
        writeln!(f)?;
        if let Some(ending) = &self.ending {
            write!(f, "{} ", comment_words(ending).join(" "))?;
        }
        writeln!(f, "{}", self.result)
    }
}
