//! PGN: one game, its tags, its moves in SAN, its result. Readers of chess and crazyhouse
//! records know the form. Here it is written; reading is in [`read()`]. Games of three and
//! four players are written in [`rounds`](Rounds).

mod read;
mod rounds;

use std::fmt;

use super::fen::Setup;
use crate::board::Color;

pub(in crate::notation) use read::skip_variation;
pub use read::{PgnError, PgnProblem, Read, read};
pub use rounds::{RoundMove, Rounds};

/// A game to be written. All that is known of it beyond its moves stands in tags.
#[derive(Clone, Debug)]
pub struct Record {
    /// Names and values, in order. The seven that every record has are added where they
    /// are missing, and `Result`, `SetUp` and `FEN` are made from the fields below.
    pub tags: Vec<(String, String)>,
    /// The start, if it is not the game's usual one.
    pub start: Option<Setup>,
    /// The moves.
    pub moves: Vec<PgnMove>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
}

/// A move of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnMove {
    /// Who made it: sides take turns, but for the end of the prelude to superschaak.
    pub color: Color,
    /// In SAN.
    pub san: String,
    /// Its marks by number: 4 is `??`.
    pub nags: Vec<u8>,
    /// Comments: a clock, an evaluation, a remark.
    pub comments: Vec<String>,
    /// A line that could have been played instead, in SAN; empty if there is none.
    pub variation: Vec<String>,
}

impl PgnMove {
    /// A move without remarks.
    pub fn plain(color: Color, san: &str) -> Self {
        Self {
            color,
            san: san.into(),
            nags: Vec::new(),
            comments: Vec::new(),
            variation: Vec::new(),
        }
    }

    /// Does something stand behind it, so that Black's answer needs its number again?
    fn is_commented(&self) -> bool {
        !self.comments.is_empty() || !self.variation.is_empty()
    }

    /// The words of a line that replaces this move, which has this number.
    fn variation_words(&self, number: u32) -> Vec<String> {
        let mut words = Vec::new();
        for (index, san) in self.variation.iter().enumerate() {
            let plies = index + self.color.index();
            match (plies % 2, index) {
                (0, _) => words.push(format!("{}.", number as usize + plies / 2)),
                (_, 0) => words.push(format!("{number}...")),
                _ => {}
            }
            words.push(san.clone());
        }
        if let (Some(first), Some(_)) = (words.first_mut(), self.variation.first()) {
            first.insert(0, '(');
        }
        if let Some(last) = words.last_mut() {
            last.push(')');
        }
        words
    }
}

/// The tags that every record has, in their order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
/// Longer lines are broken.
const WIDTH: usize = 80;

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let own = |name: &str| self.tags.iter().find(|(tag, _)| tag == name).map(|(_, v)| v);
        for name in ROSTER {
            let value = match (name, own(name)) {
                ("Result", _) => self.result,
                (_, Some(value)) => value,
                ("Date", None) => "????.??.??",
                (_, None) => "?",
            };
            write_tag(f, name, value)?;
        }
        let made_here = ["SetUp", "FEN"];
        for (name, value) in &self.tags {
            if !ROSTER.contains(&name.as_str()) && !made_here.contains(&name.as_str()) {
                write_tag(f, name, value)?;
            }
        }
        if let Some(start) = &self.start {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &start.to_string())?;
        }
        writeln!(f)?;
        write_wrapped(f, self.words())
    }
}

impl Record {
    /// The words of the movetext, the result last.
    fn words(&self) -> Vec<String> {
        let mut number = self.start.as_ref().map_or(1, |start| start.move_number);
        let mut words = Vec::new();
        let mut before: Option<&PgnMove> = None;
        for ply in &self.moves {
            let answers = before.is_some_and(|before| before.color == Color::White);
            match ply.color {
                Color::White => {
                    number += u32::from(before.is_some());
                    words.push(format!("{number}."));
                }
                // After a comment Black's move needs its number again.
                Color::Black if answers && before.is_some_and(|ply| !ply.is_commented()) => {}
                Color::Black => words.push(format!("{number}...")),
            }
            words.push(ply.san.clone());
            words.extend(ply.nags.iter().map(|nag| format!("${nag}")));
            words.extend(ply.comments.iter().flat_map(|comment| comment_words(comment)));
            words.extend(ply.variation_words(number));
            before = Some(ply);
        }
        words.push(self.result.into());
        words
    }
}

/// A comment in braces, of which it cannot hold the closing one, as words to be wrapped.
pub(in crate::notation) fn comment_words(comment: &str) -> Vec<String> {
    format!("{{{}}}", comment.replace('}', ")")).split_whitespace().map(String::from).collect()
}

/// A tag pair on its line. Quotes and backslashes are escaped; a value has one line.
pub(in crate::notation) fn write_tag(
    f: &mut fmt::Formatter,
    name: &str,
    value: &str,
) -> fmt::Result {
    writeln!(f, "[{name} \"{}\"]", quoted(value))
}

/// The name of a game as the tag `Variant` has it.
pub fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A tag's value with its escapes.
pub fn quoted(value: &str) -> String {
    let one_line: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    one_line.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Words in lines of at most [`WIDTH`] letters, each line ended.
pub(in crate::notation) fn write_wrapped(
    f: &mut fmt::Formatter,
    words: Vec<String>,
) -> fmt::Result {
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            writeln!(f)?;
            column = 0;
        }
        if column > 0 {
            f.write_str(" ")?;
            column += 1;
        }
        f.write_str(&word)?;
        column += width;
    }
    writeln!(f)
}
