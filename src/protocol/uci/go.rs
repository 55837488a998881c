//! The words behind `go`. Which clocks there are is the game's affair: it names the words
//! for them, and all of them are read here.

use crate::base::suggest::did_you_mean;
use crate::board::Move;
use crate::protocol::options::Settings;
use crate::search::{Clock, Limits};
use std::time::Duration;

use super::command::{PERFT_MOST, UciCommandError, number};

/// An order to think, with its moves still as text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Think of these moves only (empty: all).
    pub search_moves: Vec<String>,
    /// Think on the opponent's time, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// Until `stop`.
    pub infinite: bool,
    /// Times by the words for them.
    pub clocks: Vec<(&'static str, Duration)>,
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Find a mate in so many moves.
    pub mate: Option<u32>,
    /// Exactly so long.
    pub move_time: Option<Duration>,
    /// A partner listens to what the search has to tell. Not a word of UCI, where the
    /// option `Seat` says so.
    pub partner: bool,
    /// The depth holds for the whole game, as CECP's `sd` has it, and is no limit of this
    /// search alone. Not a word of UCI.
    pub standing_depth: bool,
    /// Do not think, count lines of this length.
    pub perft: Option<u32>,
}

/// A century: longer times are cut to it, so that sums cannot overflow.
const LONGEST_MS: i64 = 100 * 366 * 24 * 3600 * 1000;

impl Go {
    /// Reads the words behind `go`, with the words that this game has for its clocks.
    ///
    /// # Errors
    /// The word that is unknown, given twice, or without its number.
    pub fn parse(words: &[String], clock_words: &[&'static str]) -> Result<Self, UciCommandError> {
        let mut go = Self::default();
        let mut seen: Vec<&str> = Vec::new();
        let mut words = words.iter().map(String::as_str).peekable();
        while let Some(word) = words.next() {
            if seen.contains(&word) {
                return Err(UciCommandError::Twice(word.into()));
            }
            seen.push(word);
            let mut take = |least: i64, most: i64| match words.next() {
                Some(text) => number(word, text, least, most),
                None => Err(UciCommandError::NoNumber(word.into())),
            };
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "movestogo" => go.moves_to_go = Some(take(0, 10_000)?.max(1) as u32),
                "depth" => go.depth = Some(take(1, 1_000_000)? as u32),
                "nodes" => go.nodes = Some(take(1, i64::MAX)? as u64),
                "mate" => go.mate = Some(take(1, 1_000_000)? as u32),
                "movetime" => go.move_time = Some(time(take(i64::MIN, i64::MAX)?)),
                "perft" => go.perft = Some(take(1, i64::from(PERFT_MOST))? as u32),
                "searchmoves" => {
                    while let Some(text) = words.next_if(|word| !is_word(word, clock_words)) {
                        go.search_moves.push(text.to_owned());
                    }
                    if go.search_moves.is_empty() {
                        return Err(UciCommandError::NoSearchMoves);
                    }
                }
                _ => match clock_words.iter().find(|&&known| known == word) {
                    Some(&known) => go.clocks.push((known, time(take(i64::MIN, i64::MAX)?))),
                    None => return Err(unknown(word, clock_words)),
                },
            }
        }
        Ok(go)
    }

    /// The time given under this word.
    pub fn clock(&self, word: &str) -> Option<Duration> {
        self.clocks.iter().find(|(known, _)| *known == word).map(|&(_, time)| time)
    }

    /// The mover's clock, under the words that the game has for it. Other clocks alone are
    /// an error, not a guess.
    ///
    /// # Errors
    /// If there are clocks, but not this one, and nothing else limits the search.
    pub fn own_clock(
        &self,
        time: &'static str,
        increment: &'static str,
    ) -> Result<Option<Clock>, UciCommandError> {
        let Some(remaining) = self.clock(time) else {
            let otherwise =
                self.depth.is_some() || self.nodes.is_some() || self.move_time.is_some();
            return if self.clocks.is_empty() || otherwise || self.infinite {
                Ok(None)
            } else {
                Err(UciCommandError::NotMyClock(time))
            };
        };
        Ok(Some(Clock {
            remaining,
            increment: self.clock(increment).unwrap_or_default(),
            moves_to_go: self.moves_to_go,
        }))
    }

    /// What the searcher is told.
    pub fn limits(&self, moves: Vec<Move>, clock: Option<Clock>, settings: &Settings) -> Limits {
        Limits {
            moves,
            clock,
            move_time: self.move_time,
            depth: self.depth,
            nodes: self.nodes,
            mate: self.mate,
            wait: self.ponder || self.infinite,
            lines: settings.lines,
            strength: settings.strength(),
            overhead: settings.overhead,
            node_rate: settings.node_rate(),
            ..Limits::default()
        }
    }

    /// Is it said how long or how deep to search, other than by clocks?
    pub fn is_limited(&self) -> bool {
        let by_depth = self.depth.is_some() && !self.standing_depth;
        self.move_time.is_some() || self.nodes.is_some() || by_depth
    }

    /// Will the search, once it no longer ponders, go on until it is told to stop?
    pub fn is_open(&self) -> bool {
        let limited = self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.move_time.is_some()
            || self.perft.is_some()
            || !self.clocks.is_empty();
        self.infinite || !limited
    }
}

/// Some programs let a clock run below zero: that is no time left, and no error.
fn time(ms: i64) -> Duration {
    Duration::from_millis(ms.clamp(0, LONGEST_MS).unsigned_abs())
}

/// The words that every game has behind `go`.
const WORDS: [&str; 9] = [
    "searchmoves",
    "ponder",
    "infinite",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "perft",
];

fn unknown(word: &str, clock_words: &[&'static str]) -> UciCommandError {
    let known = WORDS.into_iter().chain(clock_words.iter().copied());
    UciCommandError::GoWord {
        word: word.into(),
        advice: did_you_mean(word, known, "`help` shows what it knows"),
    }
}

fn is_word(word: &str, clock_words: &[&'static str]) -> bool {
    WORDS.contains(&word) || clock_words.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Go, UciCommandError> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Go::parse(&words, &["wtime", "btime", "winc", "binc"])
    }

    #[test]
    fn every_word_is_read() {
        let go =
            parse("wtime 1000 btime -5 winc 20 binc 0 movestogo 10 searchmoves e2e4 P@e4 depth 3");
        let go = go.unwrap();
        assert_eq!(go.clock("wtime"), Some(Duration::from_secs(1)));
        assert_eq!(go.clock("btime"), Some(Duration::ZERO));
        assert_eq!((go.moves_to_go, go.depth), (Some(10), Some(3)));
        assert_eq!(go.search_moves, ["e2e4", "P@e4"]);
        assert!(!go.is_open());
        assert!(parse("").unwrap().is_open());
        assert!(!parse("depth 4 ponder").unwrap().is_open());
        assert!(parse("depth 4 infinite").unwrap().is_open());
    }

    #[test]
    fn bad_words_are_refused() {
        let refused = |line| parse(line).unwrap_err().to_string();
        assert!(refused("dept 3").ends_with("`dept`; did you mean `depth`?"));
        assert!(refused("fast").ends_with("`fast`; `help` shows what it knows"));
        assert_eq!(parse("depth"), Err(UciCommandError::NoNumber("depth".into())));
        assert_eq!(parse("searchmoves depth 3"), Err(UciCommandError::NoSearchMoves));
        assert_eq!(parse("depth 3 depth 4"), Err(UciCommandError::Twice("depth".into())));
        for line in ["depth x", "depth 0", "nodes -1", "wtime 1e3", "movetime 99999999999999999999"]
        {
            assert!(matches!(parse(line), Err(UciCommandError::Number { .. })), "{line}");
        }
        assert!(parse("movetime 9223372036854775807").unwrap().move_time.is_some());
    }
}
