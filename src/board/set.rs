//! A set of squares of the 8x8 board, one bit each.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::{Color, Square};

/// Squares of the 8x8 board; bit 0 is a1.
///
/// # Examples
/// ```
/// use kralle::board::{Set, Square};
///
/// let corner = Set::rank(0) & Set::file(0);
/// assert_eq!(corner, Set::of(Square::new(0, 0)));
/// let light = Set::rank(7) & Set::LIGHT;
/// assert_eq!((light.len(), light.first()), (4, Square::parse("a8")));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Set(pub u64);

impl Set {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const ALL: Self = Self(!0);
    /// The squares of the light colour.
    pub const LIGHT: Self = Self(0x55aa_55aa_55aa_55aa);
    /// The a-file.
    pub const FILE_A: Self = Self(0x0101_0101_0101_0101);
    /// The h-file.
    pub const FILE_H: Self = Self(0x8080_8080_8080_8080);

    /// Just this one.
    pub const fn of(square: Square) -> Self {
        Self(1 << square.0)
    }

    /// A rank, counted from 0 on White's side.
    pub const fn rank(rank: u8) -> Self {
        Self(0xff << (8 * rank))
    }

    /// A rank, counted from 0 on the owner's side.
    pub const fn rank_of(color: Color, rank: u8) -> Self {
        match color {
            Color::White => Self::rank(rank),
            Color::Black => Self::rank(7 - rank),
        }
    }

    /// A file, counted from 0 at the a-file.
    pub const fn file(file: u8) -> Self {
        Self(Self::FILE_A.0 << file)
    }

    /// Is the square in the set?
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.0 & 1 != 0
    }

    /// How many squares.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// None at all?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Two or more?
    pub const fn is_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The lowest square.
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square(self.0.trailing_zeros() as u8)) }
    }

    /// Every square moved by `step` indices towards h8 (negative: towards a1); what
    /// leaves the board at the first or last rank is lost, files are the caller's care.
    pub const fn shifted(self, step: i8) -> Self {
        if step >= 0 { Self(self.0 << step) } else { Self(self.0 >> -step) }
    }

    /// One step forward for `color`.
    pub const fn forward(self, color: Color) -> Self {
        self.shifted(color.forward())
    }

    /// All squares ahead of these for `color`, without them.
    pub const fn ahead(self, color: Color) -> Self {
        let step = color.forward();
        let once = self.shifted(step);
        let twice = Self(once.0 | once.shifted(step).0);
        let four = Self(twice.0 | twice.shifted(2 * step).0);
        Self(four.0 | four.shifted(4 * step).0)
    }

    /// The set without the other's squares.
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// From a1 to h8.
#[derive(Clone, Debug)]
pub struct Squares(Set);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len() as usize, Some(self.0.len() as usize))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Set {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl BitAnd for Set {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Set {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Set {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Set {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitAndAssign for Set {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Set {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Set {
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl FromIterator<Square> for Set {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
