//! How long a seat may think, as it is written on the command line: `10+0.1`, `40/60`. A
//! pace is data; the arbiter keeps time.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// All limits given hold at once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pace {
    /// A clock for the whole game.
    pub control: Option<TimeControl>,
    /// So long for each move.
    pub move_time: Option<Duration>,
    /// So many nodes for each move.
    pub nodes: Option<u64>,
    /// So deep, in plies, for each move.
    pub depth: Option<u32>,
    /// There is no clock, and it was said so.
    pub infinite: bool,
}

/// A time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// At the start.
    pub base: Duration,
    /// After each move.
    pub increment: Duration,
    /// The base is given again after so many moves.
    pub moves: Option<u32>,
}

/// Why a pace cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{0}` is no time control: 10, 1:30, 10+0.1, 40/60 and 40/60+0.5 are the forms, in seconds \
     or minutes and seconds"
)]
pub struct PaceError(String);

impl Pace {
    /// Sets the clock: a time control, or `inf` for none.
    ///
    /// # Errors
    /// If the text is neither.
    pub fn set_clock(&mut self, text: &str) -> Result<(), PaceError> {
        self.infinite = text == "inf";
        self.control = if self.infinite { None } else { Some(text.parse()?) };
        Ok(())
    }

    /// Is there a time to be kept, on a clock or for each move?
    pub fn is_timed(&self) -> bool {
        self.control.is_some() || self.move_time.is_some()
    }

    /// Would it think for ever?
    pub fn is_endless(&self) -> bool {
        self.infinite && *self == Self { infinite: true, ..Self::default() }
    }

    /// Is nothing limited?
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The most that a clock can show: a day.
const LONGEST: f64 = 86_400.0;

/// Seconds, with decimals.
pub fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..=LONGEST).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// `1:30`
fn minutes_and_seconds(minutes: &str, rest: &str) -> Option<Duration> {
    let minutes: u32 = minutes.parse().ok()?;
    let rest = seconds(rest).filter(|rest| rest.as_secs() < 60)?;
    let sum = f64::from(minutes) * 60.0 + rest.as_secs_f64();
    (sum <= LONGEST).then(|| Duration::from_secs(u64::from(minutes) * 60) + rest)
}

impl FromStr for TimeControl {
    type Err = PaceError;

    fn from_str(text: &str) -> Result<Self, PaceError> {
        let refused = || PaceError(text.into());
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let moves = moves.parse().ok().filter(|&moves: &u32| moves > 0);
                (Some(moves.ok_or_else(refused)?), rest)
            }
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = match base.split_once(':') {
            Some((minutes, rest)) => minutes_and_seconds(minutes, rest),
            None => seconds(base),
        };
        let base = base.ok_or_else(refused)?;
        let increment = seconds(increment).ok_or_else(refused)?;
        Ok(Self { base, increment, moves })
    }
}

/// As PGN's tag `TimeControl` has it: `10+0.1`, `40/60`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.moves.is_none() || !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// For people: `10+0.1`, `0.1 s a move`, `5000 nodes a move, depth 8`.
impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let limits = [
            self.control.map(|control| control.to_string()),
            self.move_time.map(|time| format!("{} s a move", time.as_secs_f64())),
            self.nodes.map(|nodes| format!("{nodes} nodes a move")),
            self.depth.map(|depth| format!("depth {depth}")),
            self.is_endless().then(|| "no limit".to_owned()),
        ];
        f.write_str(&limits.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_and_written() {
        for text in ["10+0.1", "0.1+0.001", "40/60", "40/60+0.5", "5+0"] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string(), text);
        }
        for (text, written) in [("5", "5+0"), ("40/1:30+1", "40/90+1"), ("0:05.5", "5.5+0")] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), written);
        }
        for text in [
            "", "x", "-1+0", "0/5", "5+", "1e9", "5+0+0", "nan", "/5", "1:", ":5", "1:60", "-1:5",
            "1441:00", "inf",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn who_has_no_clock_is_bound_by_its_other_limits() {
        let mut pace = Pace::default();
        pace.set_clock("10+0.1").unwrap();
        assert!(pace.is_timed() && !pace.is_endless());
        pace.set_clock("inf").unwrap();
        assert!(!pace.is_timed() && pace.is_endless() && !pace.is_empty());
        assert_eq!(pace.to_string(), "no limit");
        pace.depth = Some(8);
        assert!(!pace.is_endless());
        assert_eq!(pace.to_string(), "depth 8");
        assert!(pace.set_clock("infinite").is_err());
    }
}
