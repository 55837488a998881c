//! Who a man belongs to and what he is.

use std::fmt;
use std::ops::Not;

/// The two sides of an 8x8 board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// Moves first.
    White,
    /// Moves second.
    Black,
}

impl Color {
    /// Both, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// For arrays; also the seat.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// One pawn step, as a difference of square indices.
    pub const fn forward(self) -> i8 {
        match self {
            Self::White => 8,
            Self::Black => -8,
        }
    }

    /// `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Self;
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// How a man moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Role {
    /// How many there are; the move word has room for sixteen.
    pub const COUNT: usize = 6;
    /// In order of value.
    pub const ALL: [Self; Self::COUNT] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];
    /// Those that can stand in a hand.
    pub const DROPPABLE: [Self; 5] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen];
    /// Those a pawn can become, the usual one first.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// For arrays.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The role with this index.
    pub fn from_index(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }

    /// The upper-case letter of FEN, UCI and English SAN.
    pub const fn letter(self) -> char {
        b"PNBRQK"[self.index()] as char
    }

    /// Reads an upper- or lower-case letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.letter() == letter.to_ascii_uppercase())
    }
}

/// A man: whose, and which.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Man {
    color: Color,
    role: Role,
}

impl Man {
    /// A man of this owner and role.
    pub const fn new(color: Color, role: Role) -> Self {
        Self { color, role }
    }

    /// His owner.
    pub const fn color(self) -> Color {
        self.color
    }

    /// How he moves.
    pub const fn role(self) -> Role {
        self.role
    }

    /// 0..12, White's men first.
    pub const fn index(self) -> usize {
        self.color.index() * Role::COUNT + self.role.index()
    }

    /// The letter of FEN: upper case for White.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// The inverse of [`Man::letter`].
    pub fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Role::from_letter(letter).map(|role| Self { color, role })
    }
}

impl fmt::Debug for Man {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
