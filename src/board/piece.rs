//! Whose a piece is, and what it is.

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

/// How a piece moves: the pieces of chess first, then the superpieces of superschaak.
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
    /// One or two steps without a jump; never captures, but freezes: see
    /// [`Board::awake`](super::Board::awake).
    Magician,
    /// King and knight, not royal.
    Veteran,
    /// Bishop and knight.
    Princess,
    /// Rook and knight.
    Empress,
    /// Queen and knight.
    Amazon,
}

/// A way to attack. Every piece but a pawn attacks in one of these ways, in several, or in none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Way {
    /// One square in any direction.
    Step,
    /// A knight's leap.
    Leap,
    /// Any way along a diagonal.
    Diagonal,
    /// Any way along a rank or file.
    Straight,
}

impl Way {
    /// How many there are.
    pub const COUNT: usize = 4;
}

impl Role {
    /// The pieces of chess, in order of value.
    pub const CHESS: [Self; 6] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];
    /// The superpieces, in order of value.
    pub const SUPER: [Self; 5] =
        [Self::Magician, Self::Veteran, Self::Princess, Self::Empress, Self::Amazon];
    /// Every role, by index: the pieces of chess, then the superpieces. The move word has room
    /// for sixteen.
    pub const ALL: [Self; 11] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
        Self::Magician,
        Self::Veteran,
        Self::Princess,
        Self::Empress,
        Self::Amazon,
    ];
    /// Pieces of chess that can stand in a hand.
    pub const DROPPABLE: [Self; 5] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen];
    /// Those a pawn can become in chess, the usual one first.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];
    /// Those a pawn can come back as from a pool, the pieces of chess first: never an Amazon.
    pub const FROM_POOL: [Self; 8] = [
        Self::Queen,
        Self::Rook,
        Self::Bishop,
        Self::Knight,
        Self::Empress,
        Self::Princess,
        Self::Veteran,
        Self::Magician,
    ];

    /// For arrays.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The role with this index.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::ALL.len() { Some(Self::ALL[index]) } else { None }
    }

    /// Is it one of the superpieces?
    pub const fn is_super(self) -> bool {
        self.index() >= Self::CHESS.len()
    }

    /// Does a piece of this role attack in this way?
    pub const fn attacks(self, way: Way) -> bool {
        const STEP: u8 = 1 << Way::Step as u8;
        const LEAP: u8 = 1 << Way::Leap as u8;
        const DIAGONAL: u8 = 1 << Way::Diagonal as u8;
        const STRAIGHT: u8 = 1 << Way::Straight as u8;
        let ways = match self {
            Self::Pawn | Self::Magician => 0,
            Self::Knight => LEAP,
            Self::Bishop => DIAGONAL,
            Self::Rook => STRAIGHT,
            Self::Queen => DIAGONAL | STRAIGHT,
            Self::King => STEP,
            Self::Veteran => STEP | LEAP,
            Self::Princess => DIAGONAL | LEAP,
            Self::Empress => STRAIGHT | LEAP,
            Self::Amazon => DIAGONAL | STRAIGHT | LEAP,
        };
        ways >> way as u8 & 1 != 0
    }

    /// The upper-case letter of FEN, UCI and English SAN.
    pub const fn letter(self) -> char {
        b"PNBRQKMVSEA"[self.index()] as char
    }

    /// A piece of chess by its letter, upper or lower case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::CHESS.into_iter().find(|role| role.letter() == letter.to_ascii_uppercase())
    }

    /// Any piece by its name in a move: its letter, upper or lower case, or as Dutch records
    /// have it `Kn` for the Empress (Keizerin) and `Ps` for the Princess (Prinses).
    pub fn from_name(name: &str) -> Option<Self> {
        if name.eq_ignore_ascii_case("kn") {
            return Some(Self::Empress);
        }
        if name.eq_ignore_ascii_case("ps") {
            return Some(Self::Princess);
        }
        let mut letters = name.chars();
        let piece = letters.next().and_then(Piece::from_letter)?;
        letters.next().is_none().then_some(piece.role())
    }
}

/// A piece: whose, and which.
///
/// # Examples
/// ```
/// use kralle::board::{Color, Piece, Role};
///
/// let knight = Piece::new(Color::Black, Role::Knight);
/// assert_eq!(knight.letter(), 'n');
/// assert_eq!(Piece::from_letter('Q'), Some(Piece::new(Color::White, Role::Queen)));
/// assert_eq!(Piece::from_letter('x'), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    color: Color,
    role: Role,
}

impl Piece {
    /// A piece of this owner and role.
    pub const fn new(color: Color, role: Role) -> Self {
        Self { color, role }
    }

    /// Its owner.
    pub const fn color(self) -> Color {
        self.color
    }

    /// How it moves.
    pub const fn role(self) -> Role {
        self.role
    }

    /// For arrays of twice `Role::ALL.len()`: White's pawn, Black's pawn, White's knight ...
    pub const fn index(self) -> usize {
        2 * self.role.index() + self.color.index()
    }

    /// The letter of FEN: upper case for White.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// The inverse of [`Piece::letter`].
    pub fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let mut roles = Role::ALL.into_iter();
        let role = roles.find(|role| role.letter() == letter.to_ascii_uppercase())?;
        Some(Self { color, role })
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
