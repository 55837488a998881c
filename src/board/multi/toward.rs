//! The four ways along ranks and files.

use super::Square;

/// One of the four ways a seat may face.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Toward {
    Down,
    Right,
    Up,
    Left,
}

impl Toward {
    /// The way one came.
    pub const fn back(self) -> Self {
        match self {
            Self::Down => Self::Up,
            Self::Right => Self::Left,
            Self::Up => Self::Down,
            Self::Left => Self::Right,
        }
    }

    /// To the right, as seen by a seat that faces this way.
    pub const fn right_hand(self) -> Self {
        match self {
            Self::Down => Self::Left,
            Self::Right => Self::Down,
            Self::Up => Self::Right,
            Self::Left => Self::Up,
        }
    }

    /// One step, as a difference of indices.
    pub const fn step(self) -> i8 {
        match self {
            Self::Down => -16,
            Self::Right => 1,
            Self::Up => 16,
            Self::Left => -1,
        }
    }

    /// The square this many steps on. Stays within the frame only where the board does.
    pub const fn from(self, square: Square, steps: i8) -> Square {
        square.offset(self.step().wrapping_mul(steps))
    }
}
