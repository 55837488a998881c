//! Reading BPGN. Its writers differ: tags stand one or several to a line; clocks are
//! `{180}`, `{118.585}`, `{[%clk 0:00:07.9]}` or `{[ts=185.070]}`, with or without a space
//! before them, or are missing; `N@` may be `$146@`; variations, which are skipped, may stand
//! between moves; the end may be `*` whatever the tag `Result` says, or missing. What is none
//! of this is refused with its line and column.

use std::borrow::Cow;

use super::{BpgnClock, BpgnGame, BpgnMove, BpgnResult, is_mark};
use crate::board::Color;
use crate::notation::pair_fen::{clock_to_millis, signed_seconds_to_millis};
use crate::notation::pgn::skip_variation;
use crate::notation::san;

/// Where a record cannot be read, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct BpgnError {
    /// From 1.
    pub line: usize,
    /// In letters, from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: BpgnProblem,
}

/// Why a record cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum BpgnProblem {
    #[error("there is no game")]
    NoGame,
    #[error("there are comments, but no game")]
    OnlyComments,
    #[error("a tag is a name and a quoted value in brackets, [Name \"value\"]")]
    Tag,
    #[error("the tag {0} stands twice")]
    TagTwice(String),
    #[error("the tag Result says `{0}`, which is none of 1-0, 0-1, 1/2-1/2 and *")]
    ResultTag(String),
    #[error("the game ends with {end}, but the tag Result says {tag}")]
    ResultsDiffer { end: &'static str, tag: &'static str },
    #[error("the comment has no closing brace")]
    OpenComment,
    #[error("a brace is closed that was not opened")]
    StrayBrace,
    #[error("a variation that begins here has no end")]
    OpenVariation,
    #[error("a variation is closed that was not opened")]
    StrayVariation,
    #[error("`{0}` is no move number: 12A., 12a., 12B. and 12b. are the forms")]
    Number(String),
    #[error("no move follows `{0}`")]
    NoMove(String),
    #[error("`{0}` is no move in algebraic notation")]
    San(String),
    #[error("the mark `{0}` stands before the first move")]
    Mark(String),
    #[error("`{0}` follows the result: a further game begins with its tags")]
    AfterResult(String),
}

/// The text of a file: UTF-8, or else Latin-1, in which older servers wrote.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

/// All games of a text.
///
/// # Errors
/// The first thing that is no BPGN, and where it stands.
///
/// # Examples
/// ```
/// use kralle::board::Color;
/// use kralle::notation::bpgn::{BpgnError, BpgnResult, read};
///
/// let games = read("[Event \"x\"]\n\n1A. e4{180} 1B. d4{179} 1a. e5{178} 0-1")?;
/// let second = &games[0].moves[1];
/// assert_eq!((second.board, second.color, second.san.as_str()), (1, Color::White, "d4"));
/// assert_eq!(games[0].outcome, BpgnResult::BlackA);
/// # Ok::<(), BpgnError>(())
/// ```
pub fn read(text: &str) -> Result<Vec<BpgnGame>, BpgnError> {
    let mut reader = Reader { text, place: 0 };
    let mut games = Vec::new();
    let mut draft = Draft::default();
    loop {
        let start = reader.skip_space();
        let finished =
            draft.read_on(&mut reader).map_err(|problem| reader.error(start, problem))?;
        games.extend(finished);
        if reader.rest().is_empty() {
            break;
        }
    }
    if !draft.is_empty() {
        games.push(draft.finish().map_err(|problem| reader.error(text.len(), problem))?);
    }
    if games.is_empty() { Err(reader.error(0, BpgnProblem::NoGame)) } else { Ok(games) }
}

/// A text and how far it is read.
struct Reader<'a> {
    text: &'a str,
    place: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.place..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Skips letters while they fit, and returns them.
    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let taken = &rest[..rest.find(|letter| !fits(letter)).unwrap_or(rest.len())];
        self.place += taken.len();
        taken
    }

    /// Skips white space and returns where it ends.
    fn skip_space(&mut self) -> usize {
        self.take_while(char::is_whitespace);
        self.place
    }

    fn word(&mut self) -> &'a str {
        self.take_while(|c| !c.is_whitespace() && !"[]{}();".contains(c))
    }

    fn line(&mut self) -> &'a str {
        self.take_while(|c| c != '\n')
    }

    fn eat(&mut self, letter: char) -> bool {
        let there = self.peek() == Some(letter);
        if there {
            self.place += letter.len_utf8();
        }
        there
    }

    /// `[Name "value"]`, with `\"` and `\\` in the value.
    fn tag(&mut self) -> Result<(&'a str, String), BpgnProblem> {
        self.eat('[');
        self.skip_space();
        let name = self.take_while(|c| c.is_alphanumeric() || c == '_');
        self.skip_space();
        if name.is_empty() || !self.eat('"') {
            return Err(BpgnProblem::Tag);
        }
        let mut value = String::new();
        loop {
            value += self.take_while(|c| c != '"' && c != '\\' && c != '\n');
            if self.eat('"') {
                break;
            }
            if !self.eat('\\') {
                return Err(BpgnProblem::Tag);
            }
            let escaped = self.peek().filter(|&c| c == '"' || c == '\\');
            if let Some(letter) = escaped {
                self.eat(letter);
            }
            value.push(escaped.unwrap_or('\\'));
        }
        self.skip_space();
        let value = value.replace(char::is_control, " ");
        if self.eat(']') { Ok((name, value)) } else { Err(BpgnProblem::Tag) }
    }

    /// `{...}`, its white space made single spaces.
    fn comment(&mut self) -> Option<String> {
        let (inside, _) = self.rest().strip_prefix('{')?.split_once('}')?;
        self.place += inside.len() + 2;
        Some(inside.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Skips `(...)`.
    fn variation(&mut self) -> Option<()> {
        let rest = skip_variation(self.rest())?;
        self.place = self.text.len() - rest.len();
        Some(())
    }

    fn error(&self, place: usize, problem: BpgnProblem) -> BpgnError {
        let before = &self.text[..place];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or(before).chars().count() + 1;
        BpgnError { line, column, problem }
    }
}

/// A game being read.
#[derive(Default)]
struct Draft {
    game: BpgnGame,
    tagged: Option<BpgnResult>,
    end: Option<BpgnResult>,
}

impl Draft {
    fn is_empty(&self) -> bool {
        self.game == BpgnGame::default() && self.tagged.is_none() && self.end.is_none()
    }

    /// Reads one item. Returns the finished game if the item begins another one.
    fn read_on(&mut self, reader: &mut Reader) -> Result<Option<BpgnGame>, BpgnProblem> {
        let at_line_start = reader.text[..reader.place].ends_with('\n') || reader.place == 0;
        match reader.peek() {
            None => {}
            Some('[') => {
                let (name, value) = reader.tag()?;
                let moved = !self.game.moves.is_empty() || self.end.is_some();
                let finished = moved.then(|| std::mem::take(self).finish()).transpose()?;
                self.tag(name, value)?;
                return Ok(finished);
            }
            Some('{') => return self.comment(reader.comment().ok_or(BpgnProblem::OpenComment)?),
            Some(';') => return self.comment(reader.line()[1..].trim().into()),
            // An escaped line is private to the program that wrote it.
            Some('%') if at_line_start => drop(reader.line()),
            Some(']') => return Err(BpgnProblem::Tag),
            Some('}') => return Err(BpgnProblem::StrayBrace),
            // Only the game itself is read.
            Some('(') => reader.variation().ok_or(BpgnProblem::OpenVariation)?,
            Some(')') => return Err(BpgnProblem::StrayVariation),
            Some(_) => self.word(reader.word(), reader)?,
        }
        Ok(None)
    }

    fn tag(&mut self, name: &str, value: String) -> Result<(), BpgnProblem> {
        if self.game.tag(name).is_some() || (name == "Result" && self.tagged.is_some()) {
            return Err(BpgnProblem::TagTwice(name.into()));
        }
        if name != "Result" {
            self.game.tags.push((name.into(), value));
        } else if let Some(outcome) = BpgnResult::from_text(value.trim()) {
            self.tagged = Some(outcome);
        } else {
            return Err(BpgnProblem::ResultTag(value));
        }
        Ok(())
    }

    /// After a result it is a comment on the game to come.
    fn comment(&mut self, text: String) -> Result<Option<BpgnGame>, BpgnProblem> {
        let over = self.end.is_some();
        let finished = over.then(|| std::mem::take(self).finish()).transpose()?;
        match self.game.moves.last_mut() {
            None => self.game.intro.push(text),
            Some(ply) if ply.clock.is_none() => {
                let (clock, rest) = split_clock(&text);
                ply.clock = clock;
                ply.comments.extend(rest.map(String::from));
            }
            Some(ply) => ply.comments.push(text),
        }
        Ok(finished)
    }

    /// A move number, a mark or the result.
    fn word(&mut self, word: &str, reader: &mut Reader) -> Result<(), BpgnProblem> {
        if self.end.is_some() {
            return Err(BpgnProblem::AfterResult(word.into()));
        }
        if let Some(outcome) = BpgnResult::from_text(word) {
            self.end = Some(outcome);
            return Ok(());
        }
        if is_mark(word) {
            let ply = self.game.moves.last_mut().ok_or_else(|| BpgnProblem::Mark(word.into()))?;
            ply.comments.push(word.into());
            return Ok(());
        }
        let (number, board, color, attached) =
            split_label(word).ok_or_else(|| BpgnProblem::Number(word.into()))?;
        let san = if attached.is_empty() {
            reader.skip_space();
            reader.word()
        } else {
            attached
        };
        // One server's export has the number of a mark where a knight's letter was.
        let san = match san.strip_prefix("$146@") {
            Some(square) => format!("N@{square}"),
            None => san.to_string(),
        };
        if san.is_empty() || split_label(&san).is_some() || BpgnResult::from_text(&san).is_some() {
            return Err(BpgnProblem::NoMove(word.into()));
        }
        if !san::is_form(&san) {
            return Err(BpgnProblem::San(san));
        }
        self.game.moves.push(BpgnMove {
            board,
            color,
            number,
            san,
            clock: None,
            comments: Vec::new(),
        });
        Ok(())
    }

    /// The last comment becomes the ending, the results are brought together.
    fn finish(mut self) -> Result<BpgnGame, BpgnProblem> {
        let game = &self.game;
        let told = self.tagged.is_some() || self.end.is_some();
        if game.tags.is_empty() && game.moves.is_empty() && !told {
            return Err(BpgnProblem::OnlyComments);
        }
        let remarks = match self.game.moves.last_mut() {
            Some(ply) => &mut ply.comments,
            None => &mut self.game.intro,
        };
        let said_by_people = |text: &str| text.starts_with("C:") || text.starts_with("R:");
        if remarks.last().is_some_and(|text| !said_by_people(text) && !is_mark(text)) {
            self.game.ending = remarks.pop();
        }
        let known = |outcome: &BpgnResult| *outcome != BpgnResult::Unknown;
        self.game.outcome = match (self.end.filter(known), self.tagged.filter(known)) {
            (Some(end), Some(tag)) if end != tag => {
                return Err(BpgnProblem::ResultsDiffer { end: end.text(), tag: tag.text() });
            }
            (Some(outcome), _) | (None, Some(outcome)) => outcome,
            (None, None) => BpgnResult::Unknown,
        };
        Ok(self.game)
    }
}

/// `12A.` and what hangs on to it: number, board, colour, rest.
fn split_label(word: &str) -> Option<(u32, usize, Color, &str)> {
    let digits = word.find(|c: char| !c.is_ascii_digit())?;
    let number = word[..digits].parse().ok()?;
    let mut rest = word[digits..].chars();
    let (board, color) = match rest.next()? {
        'A' => (0, Color::White),
        'a' => (0, Color::Black),
        'B' => (1, Color::White),
        'b' => (1, Color::Black),
        _ => return None,
    };
    let moves = rest.as_str().strip_prefix('.')?.trim_start_matches('.');
    Some((number, board, color, moves))
}

/// The clock that a comment is or begins with, and the rest of it.
fn split_clock(text: &str) -> (Option<BpgnClock>, Option<&str>) {
    if let Some(millis) = signed_seconds_to_millis(text) {
        return (Some(BpgnClock::Left(millis)), None);
    }
    let bracketed = || {
        let (inside, rest) = text.strip_prefix('[')?.split_once(']')?;
        let clock = match inside.strip_prefix("ts=") {
            Some(seconds) => BpgnClock::Since(signed_seconds_to_millis(seconds.trim())?),
            None => BpgnClock::Left(clock_to_millis(inside.strip_prefix("%clk")?.trim())?),
        };
        Some((clock, rest.trim()))
    };
    match bracketed() {
        Some((clock, rest)) => (Some(clock), Some(rest).filter(|rest| !rest.is_empty())),
        None => (None, Some(text)),
    }
}
