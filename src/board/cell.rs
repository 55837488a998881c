//! Cells: squares as the move word stores them, whichever board they are on. A grid says how
//! a board numbers its cells and what it calls them.

use std::fmt;

/// A square of some board, as a bare index. Each board has its own type of square, which a
/// cell becomes as soon as it is known which board is meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(pub u8);

impl Cell {
    /// For arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a board numbers and names its squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Grid {
    /// The 8x8 board: index 8 * rank + file.
    Eight,
    /// The cross of four players: index 16 * rank + file.
    Cross,
    /// The T of three players, numbered like the cross. It has no file j.
    Tee,
}

impl Grid {
    /// By the two bits of the move word; the unused code is filled so that no look-up fails.
    pub(super) const BY_BITS: [Self; 4] = [Self::Eight, Self::Cross, Self::Tee, Self::Eight];

    /// The files' letters, from the left.
    pub const fn files(self) -> &'static [u8] {
        match self {
            Self::Eight => b"abcdefgh",
            Self::Cross => b"abcdefghijklmn",
            Self::Tee => b"abcdefghiklm",
        }
    }

    /// Squares from one rank to the next, as a power of two.
    const fn shift(self) -> u8 {
        match self {
            Self::Eight => 3,
            Self::Cross | Self::Tee => 4,
        }
    }

    /// The cell's name on this grid: `e4`, `k13`.
    pub fn name(self, cell: Cell) -> impl fmt::Display {
        let rank = cell.0 >> self.shift();
        let file = cell.0 - (rank << self.shift());
        let letter = self.files().get(usize::from(file)).copied().unwrap_or(b'?') as char;
        CellName { letter, number: rank + 1 }
    }
}

/// A file's letter and a rank's number.
struct CellName {
    letter: char,
    number: u8,
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.letter, self.number)
    }
}
