//! Pieces of up to four owners, and sets of seats.

use super::{MOST_SEATS, Square};
use crate::board::{OnBoard, Role};

/// A piece: whose, and which.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    seat: u8,
    role: Role,
}

impl Piece {
    /// A piece of this seat, 0 to 3.
    #[inline]
    pub const fn new(seat: usize, role: Role) -> Self {
        Self { seat: seat as u8 & 3, role }
    }

    /// His owner.
    #[inline]
    pub const fn seat(self) -> usize {
        (self.seat & 3) as usize
    }

    /// How he moves.
    #[inline]
    pub const fn role(self) -> Role {
        self.role
    }

    /// 0..24, the first seat's pieces first.
    #[inline]
    pub const fn index(self) -> usize {
        self.seat() * Role::CHESS.len() + self.role.index()
    }
}

impl OnBoard for Piece {
    type Square = Square;
}

/// A set of seats, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Seats(pub u8);

impl Seats {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// Just this one.
    #[inline]
    pub const fn of(seat: usize) -> Self {
        Self(1 << seat)
    }

    /// Is the seat among them?
    #[inline]
    pub const fn has(self, seat: usize) -> bool {
        self.0 >> seat & 1 != 0
    }

    /// Nobody at all?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// This seat too.
    #[inline]
    pub const fn with(self, seat: usize) -> Self {
        Self(self.0 | 1 << seat)
    }

    /// All but this seat.
    #[inline]
    pub const fn without(self, seat: usize) -> Self {
        Self(self.0 & !(1 << seat))
    }

    /// Those of this set that are not of the other.
    #[inline]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Those of both.
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// One after another.
    #[inline]
    pub fn each(self) -> impl Iterator<Item = usize> {
        (0..MOST_SEATS).filter(move |&seat| self.has(seat))
    }
}
