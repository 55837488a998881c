//! Pieces of up to four owners.

use super::{MultiSeat, Square};
use crate::board::{OnBoard, Role};

/// A piece: whose, and which.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    seat: MultiSeat,
    role: Role,
}

impl Piece {
    /// A piece of this seat.
    #[inline]
    pub const fn new(seat: MultiSeat, role: Role) -> Self {
        Self { seat, role }
    }

    /// Its owner.
    #[inline]
    pub const fn seat(self) -> MultiSeat {
        self.seat
    }

    /// How it moves.
    #[inline]
    pub const fn role(self) -> Role {
        self.role
    }

    /// 0..24, the first seat's pieces first.
    #[inline]
    pub const fn index(self) -> usize {
        self.seat.index() * Role::CHESS.len() + self.role.index()
    }
}

impl OnBoard for Piece {
    type Square = Square;
}
