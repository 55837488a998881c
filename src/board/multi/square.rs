//! A square of a board for more than two players. Its index is 16 * rank + file, so that a
//! step is a constant and no step wraps onto the board. What it is called is its board's
//! affair: see [`Shape::name`](super::Shape::name).

use std::fmt;

use crate::board::cell::Cell;

/// The index of a square within a frame of sixteen files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The lower left corner of the frame.
    pub const FIRST: Self = Self(0);

    /// File and rank count from 0.
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Self {
        Self(rank << 4 | file)
    }

    /// The square with this index.
    #[inline]
    pub const fn from_index(index: u8) -> Self {
        Self(index)
    }

    /// From 0 at the left.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 15
    }

    /// From 0 at the bottom.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 4
    }

    /// For arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// As the move word stores it.
    #[inline]
    pub const fn cell(self) -> Cell {
        Cell(self.0)
    }

    /// The square so many indices on. Stays on the board only where the board does.
    #[inline]
    pub const fn offset(self, by: i8) -> Self {
        Self(self.0.wrapping_add_signed(by))
    }
}

/// File and rank from 0, since the two boards do not agree on letters.
impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "({}, {})", self.file(), self.rank())
    }
}
