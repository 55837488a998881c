//! A square of the 8x8 board, as an index: a1 = 0, b1 = 1, ... h8 = 63.

use std::fmt;

use super::cell::Cell;
use super::piece::Color;

/// The index of a square.
///
/// # Examples
/// ```
/// use kralle::board::{Color, Square};
///
/// // File and rank count from 0: the e-file is 4, White's fourth rank is 3.
/// let e4 = Square::new(4, 3);
/// assert_eq!(Square::parse("e4"), Some(e4));
/// assert_eq!(e4.relative(Color::Black).to_string(), "e5");
/// assert_eq!(Square::parse("e9"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u8);

impl Square {
    /// File and rank count from 0.
    pub const fn new(file: u8, rank: u8) -> Self {
        Self(rank * 8 + file)
    }

    /// 0 for the a-file.
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 for White's first rank.
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// For arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// As the move word stores it.
    #[inline]
    pub const fn cell(self) -> Cell {
        Cell(self.0)
    }

    /// The same square seen from the other side of the board: ranks turn, files stay.
    pub const fn flipped(self) -> Self {
        Self(self.0 ^ 56)
    }

    /// The square as this side sees it: its own first rank is rank 0.
    pub const fn relative(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flipped(),
        }
    }

    /// One step forward for `color`; wraps nowhere, so not from the last rank.
    pub const fn forward(self, color: Color) -> Self {
        Self(self.0.wrapping_add_signed(color.forward()))
    }

    /// Steps a king needs from here to there.
    pub const fn distance(self, other: Self) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// `e4`.
    pub fn parse(text: &str) -> Option<Self> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(Self::new(file - b'a', rank - b'1')),
            _ => None,
        }
    }

    /// All 64, from a1.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..64).map(Self)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
