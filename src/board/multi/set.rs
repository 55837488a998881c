//! A set of squares of a board for more than two players: four words, one vector register.
//! Sixteen bits a rank.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::{Square, Toward};

/// Squares of such a board; bit 0 is the lower left corner of the frame round it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Set(pub [u64; 4]);

impl Set {
    /// No square.
    pub const EMPTY: Self = Self([0; 4]);
    /// Every index, on the board or not.
    pub const ALL: Self = Self([!0; 4]);

    /// Just this one.
    #[inline]
    pub const fn of(square: Square) -> Self {
        Self::EMPTY.with(square)
    }

    /// This square too.
    #[inline]
    pub const fn with(self, square: Square) -> Self {
        let mut words = self.0;
        words[square.index() >> 6] |= 1 << (square.index() & 63);
        Self(words)
    }

    /// Is the square in the set?
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0[square.index() >> 6] >> (square.index() & 63) & 1 != 0
    }

    /// How many squares.
    #[inline]
    pub const fn len(self) -> u32 {
        let [a, b, c, d] = self.0;
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
    }

    /// None at all?
    #[inline]
    pub const fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// Two or more?
    #[inline]
    pub fn is_many(self) -> bool {
        let [a, b, c, d] = self.0;
        let single = |word: u64| word & word.wrapping_sub(1) == 0;
        let words = [a, b, c, d].into_iter().filter(|&word| word != 0).count();
        words > 1 || !(single(a) && single(b) && single(c) && single(d))
    }

    /// The lowest square.
    #[inline]
    pub fn first(self) -> Option<Square> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(Square::from_index((word * 64) as u8 + self.0[word].trailing_zeros() as u8))
    }

    /// The set without the other's squares.
    #[inline]
    pub fn minus(self, other: Self) -> Self {
        self & !other
    }

    /// Every square one step on. What leaves the board lands off it: mask it.
    #[inline]
    pub fn stepped(self, toward: Toward) -> Self {
        let [a, b, c, d] = self.0;
        Self(match toward {
            Toward::Up => [a << 16, b << 16 | a >> 48, c << 16 | b >> 48, d << 16 | c >> 48],
            Toward::Down => [a >> 16 | b << 48, b >> 16 | c << 48, c >> 16 | d << 48, d >> 16],
            Toward::Right => [a << 1, b << 1, c << 1, d << 1],
            Toward::Left => [a >> 1, b >> 1, c >> 1, d >> 1],
        })
    }
}

/// From the bottom left to the top right.
#[derive(Clone, Debug)]
pub struct MultiSquares(Set);

impl Iterator for MultiSquares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let words = &mut self.0.0;
        let word = words.iter().position(|&word| word != 0)?;
        let bits = words[word];
        words[word] = bits & (bits - 1);
        Some(Square::from_index((word * 64) as u8 + bits.trailing_zeros() as u8))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len() as usize, Some(self.0.len() as usize))
    }
}

impl ExactSizeIterator for MultiSquares {}

impl IntoIterator for Set {
    type Item = Square;
    type IntoIter = MultiSquares;

    #[inline]
    fn into_iter(self) -> MultiSquares {
        MultiSquares(self)
    }
}

impl BitAnd for Set {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Set {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl BitXor for Set {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] ^ other.0[i]))
    }
}

impl Not for Set {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl BitAndAssign for Set {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Set {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitXorAssign for Set {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl FromIterator<Square> for Set {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
