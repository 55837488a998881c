//! BPGN (Lieven's standard 1.1), the records of games on two boards: tags, then moves in
//! the order of time, `12A.` being White on the first board, `12b.` Black on the second,
//! each with the mover's clock in braces. Read with the habits of all its writers, in
//! [`read`]; here is what a record is, and how it is written.

mod read;

use std::fmt;

use super::pair_fen::{PairFenError, PairSetup};
use super::pgn::{comment_words, write_tag, write_wrapped};
use crate::board::Color;

pub use read::{BpgnError, BpgnProblem, decode, read};

/// A game on two boards as a record tells it; its moves may not be legal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BpgnGame {
    /// Names and values in order, but for `Result`.
    pub tags: Vec<(String, String)>,
    /// Comments before the first move.
    pub intro: Vec<String>,
    /// The moves, in order of time.
    pub moves: Vec<BpgnMove>,
    /// The last comment, which names the loser and how: `X checkmated`.
    pub ending: Option<String>,
    /// Who won, as the record's result has it; see [`BpgnGame::winner`].
    pub outcome: BpgnResult,
}

/// One move of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BpgnMove {
    /// 0 for A, 1 for B.
    pub board: usize,
    /// Who moves.
    pub color: Color,
    /// The number of the move on its board.
    pub number: u32,
    /// The move, as the record has it.
    pub san: String,
    /// The mover's clock.
    pub clock: Option<BpgnClock>,
    /// The comments after it, `C:` and `R:` included; `$3` is a mark by its number.
    pub comments: Vec<String>,
}

/// A time that stands behind a move, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BpgnClock {
    /// What the mover has left; below zero where a server lets flags hang.
    Left(i64),
    /// The time since the game began.
    Since(i64),
}

/// Who won a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BpgnResult {
    /// White on A and Black on B.
    WhiteA,
    /// Black on A and White on B.
    BlackA,
    /// Nobody.
    Draw,
    /// Not told.
    #[default]
    Unknown,
}

impl BpgnResult {
    /// All that a record can say.
    pub const ALL: [Self; 4] = [Self::WhiteA, Self::BlackA, Self::Draw, Self::Unknown];

    /// `1-0` if White on A has won, `0-1`, `1/2-1/2` or `*`.
    pub const fn text(self) -> &'static str {
        match self {
            Self::WhiteA => "1-0",
            Self::BlackA => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// The inverse of [`BpgnResult::text`].
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.text() == text)
    }
}

impl BpgnGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// The winning team, by the text of the ending if it says so. By the standard `1-0` is a
    /// win of White on A and Black on B. The records of the largest collection give the result
    /// of the board that ended instead, and only the name of the loser tells which that was.
    pub fn winner(&self) -> BpgnResult {
        let seats = [("WhiteA", true), ("BlackB", true), ("BlackA", false), ("WhiteB", false)];
        let mut told = seats.into_iter().filter_map(|(seat, white_a)| {
            let deed = self.ending.as_deref()?.strip_prefix(self.tag(seat)?)?.strip_prefix(' ')?;
            let won = match deed.split(' ').next()? {
                "won" | "wins" => true,
                "checkmated" | "forfeits" | "resigns" | "mated" | "lost" | "loses" => false,
                _ => return None,
            };
            Some(won == white_a)
        });
        // A name that sits in both teams tells nothing.
        match (told.next(), told.next()) {
            (Some(first), second) if second.is_none_or(|second| second == first) => {
                if first {
                    BpgnResult::WhiteA
                } else {
                    BpgnResult::BlackA
                }
            }
            _ => self.outcome,
        }
    }

    /// The position the game began from, if it is not the usual one.
    ///
    /// # Errors
    /// If there is one that cannot be read.
    pub fn start(&self) -> Result<Option<PairSetup>, PairFenError> {
        self.tag("FEN").map(str::parse).transpose()
    }
}

impl BpgnMove {
    /// `12A.`
    pub fn label(&self) -> String {
        let letter = match (self.board, self.color) {
            (0, Color::White) => 'A',
            (0, Color::Black) => 'a',
            (_, Color::White) => 'B',
            (_, Color::Black) => 'b',
        };
        format!("{}{letter}.", self.number)
    }
}

/// As the standard has it: `180`, `118.585`, and for elapsed time `[ts=185.07]`.
impl fmt::Display for BpgnClock {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (Self::Left(millis) | Self::Since(millis)) = *self;
        let sign = if millis < 0 { "-" } else { "" };
        let size = millis.unsigned_abs();
        let mut seconds = format!("{sign}{}.{:03}", size / 1000, size % 1000);
        seconds.truncate(seconds.trim_end_matches('0').trim_end_matches('.').len());
        match self {
            Self::Left(_) => f.write_str(&seconds),
            Self::Since(_) => write!(f, "[ts={seconds}]"),
        }
    }
}

/// One tag a line, moves with their clocks, the ending and the result last: the form that
/// all known readers accept.
impl fmt::Display for BpgnGame {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (name, value) in self.tags.iter().filter(|(name, _)| name != "Result") {
            write_tag(f, name, value)?;
        }
        write_tag(f, "Result", self.outcome.text())?;
        writeln!(f)?;
        for comment in &self.intro {
            write_wrapped(f, comment_words(comment))?;
        }
        let mut words = Vec::new();
        for ply in &self.moves {
            words.push(ply.label());
            words.push(ply.san.clone());
            words.extend(ply.clock.map(|clock| format!("{{{clock}}}")));
            for comment in &ply.comments {
                if is_mark(comment) {
                    words.push(comment.clone());
                } else {
                    words.extend(comment_words(comment));
                }
            }
        }
        if !words.is_empty() {
            write_wrapped(f, words)?;
        }
        let mut last: Vec<String> =
            self.ending.iter().flat_map(|text| comment_words(text)).collect();
        last.push(self.outcome.text().into());
        write_wrapped(f, last)
    }
}

/// `$3`
fn is_mark(text: &str) -> bool {
    text.strip_prefix('$').is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}
