//! What a position is worth, in centipawns from the view of the camp to move,
//! and the window a search asks about. Mate distance lives here and nowhere else.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The deepest line a search may follow, in plies.
pub const MAX_PLY: usize = 240;

/// A value in centipawns, or a mate at a distance in plies. Three bands:
/// evaluations, decided but not mated (a stuck king that may yet be saved), mates.
///
/// # Examples
/// ```
/// use kralle::base::Score;
///
/// assert_eq!(Score::cp(31).to_string(), "cp 31");
/// // Distances are plies; UCI counts moves.
/// let mate = Score::mating(3);
/// assert_eq!((mate.mate_in(), mate.to_string()), (Some(3), "mate 2".to_owned()));
/// assert!(mate > Score::cp(1_000_000));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

impl Score {
    /// Level.
    pub const ZERO: Self = Self(0);
    /// Above every score a node can return.
    pub const INFINITE: Self = Self(32_001);
    const MATE: i32 = 32_000;
    const STUCK: i32 = 30_000;
    /// The largest evaluation: beyond it a game is decided.
    pub const LIMIT: i32 = 29_000;

    /// An evaluation in centipawns, cut to the band of evaluations.
    pub const fn cp(value: i32) -> Self {
        Self(if value > Self::LIMIT {
            Self::LIMIT
        } else if value < -Self::LIMIT {
            -Self::LIMIT
        } else {
            value
        })
    }

    /// The camp to move is mated here, `ply` plies from the root.
    pub const fn mated(ply: usize) -> Self {
        Self(ply as i32 - Self::MATE)
    }

    /// The camp to move mates with its next move, `ply` plies from the root.
    pub const fn mating(ply: usize) -> Self {
        Self(Self::MATE - ply as i32)
    }

    /// The camp to move is in check without a reply, yet a piece that comes may save it:
    /// lost unless something happens elsewhere.
    pub const fn stuck(ply: usize) -> Self {
        Self(ply as i32 - Self::STUCK)
    }

    /// The plain number, in centipawns or in the bands above them.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// A number that `value` gave.
    pub const fn from_value(value: i32) -> Self {
        Self(value)
    }

    /// Is this a forced mate, for or against?
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::MATE - MAX_PLY as i32
    }

    /// Is the game decided, by mate or by a stuck king?
    pub const fn is_decided(self) -> bool {
        self.0.abs() > Self::LIMIT
    }

    /// Plies from the root to the mate, positive if the camp to move gives it.
    pub const fn mate_in(self) -> Option<i32> {
        if !self.is_mate() {
            None
        } else if self.0 > 0 {
            Some(Self::MATE - self.0)
        } else {
            Some(-Self::MATE - self.0)
        }
    }

    /// Plies from the root to the mate that the camp to move gives, if it does.
    pub fn mates_in(self) -> Option<i32> {
        self.mate_in().filter(|&plies| plies > 0)
    }

    /// The form for a table shared between plies: distance counted from this node.
    pub const fn to_table(self, ply: usize) -> i16 {
        (if self.0 > Self::LIMIT {
            self.0 + ply as i32
        } else if self.0 < -Self::LIMIT {
            self.0 - ply as i32
        } else {
            self.0
        }) as i16
    }

    /// The inverse of [`Score::to_table`].
    pub const fn from_table(stored: i16, ply: usize) -> Self {
        let value = stored as i32;
        Self(if value > Self::LIMIT {
            value - ply as i32
        } else if value < -Self::LIMIT {
            value + ply as i32
        } else {
            value
        })
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;
    fn add(self, centipawns: i32) -> Self {
        Self(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    fn sub(self, centipawns: i32) -> Self {
        Self(self.0 - centipawns)
    }
}

impl Sub for Score {
    type Output = i32;
    fn sub(self, other: Self) -> i32 {
        self.0 - other.0
    }
}

/// As UCI writes it: `cp 31`, `mate 3`, `mate -2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.mate_in() {
            Some(plies) if plies > 0 => write!(f, "mate {}", (plies + 1) / 2),
            // Of a seat that is not on move the distance may be odd.
            Some(plies) => write!(f, "mate {}", (plies - 1) / 2),
            None => write!(f, "cp {}", self.0),
        }
    }
}

/// The open interval a search asks about: scores at or outside its bounds are
/// only known to be so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// What the camp to move has already.
    pub alpha: Score,
    /// What the rival camp will not allow to be exceeded.
    pub beta: Score,
}

impl Window {
    /// Everything.
    pub const FULL: Self = Self { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// The window that asks only: above `alpha` or not?
    pub fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// Has the window no inside left?
    pub fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// Does it ask more than yes or no?
    pub fn is_wide(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// Mate distance: no line from here can beat being mated now or mating next.
    pub fn within_mates(self, ply: usize) -> Self {
        Self {
            alpha: self.alpha.max(Score::mated(ply)),
            beta: self.beta.min(Score::mating(ply + 1)),
        }
    }
}

/// The same window, seen by the rival camp.
impl Neg for Window {
    type Output = Self;
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_distance_survives_the_table() {
        for score in [Score::mated(7), Score::mating(9), Score::stuck(3), Score::cp(-31)] {
            assert_eq!(Score::from_table(score.to_table(3), 3), score);
        }
        assert_eq!(Score::mating(5).to_string(), "mate 3");
        assert_eq!(Score::mated(4).to_string(), "mate -2");
        assert_eq!(Score::mated(0).to_string(), "mate 0");
        assert_eq!((-Score::mating(1)).to_string(), "mate -1");
        assert!(Score::stuck(3).is_decided() && !Score::stuck(3).is_mate());
    }

    #[test]
    fn a_window_turns_with_the_camp() {
        let window = Window { alpha: Score::cp(10), beta: Score::cp(30) };
        assert_eq!(-window, Window { alpha: Score::cp(-30), beta: Score::cp(-10) });
        assert!(!Window::null(Score::ZERO).is_wide() && Window::FULL.is_wide());
    }
}
