//! Moves of the boards for more than two players: how they are built, and their squares.

use super::{Shape, Square};
use crate::board::{Move, MoveKind, Role};

/// The square that a move leaves and the one that it reaches.
#[inline]
pub const fn squares(mv: Move) -> (Square, Square) {
    (Square::from_index(mv.from_cell().0), Square::from_index(mv.to_cell().0))
}

impl Shape {
    #[inline]
    const fn build(&self, kind: MoveKind, role: Role, from: Square, to: Square) -> Move {
        Move::on_grid(self.grid, kind, role, from.cell(), to.cell())
    }

    /// A piece of this role goes from square to square.
    #[inline]
    pub const fn normal(&self, role: Role, from: Square, to: Square) -> Move {
        self.build(MoveKind::Normal, role, from, to)
    }

    /// A pawn captures en passant.
    #[inline]
    pub const fn en_passant(&self, from: Square, to: Square) -> Move {
        self.build(MoveKind::EnPassant, Role::Pawn, from, to)
    }

    /// The king castles with the rook on this square.
    #[inline]
    pub const fn castle(&self, king: Square, rook: Square) -> Move {
        self.build(MoveKind::Castle, Role::King, king, rook)
    }

    /// A pawn becomes `role` on `to`.
    #[inline]
    pub const fn promotion(&self, role: Role, from: Square, to: Square) -> Move {
        self.build(MoveKind::Promotion, role, from, to)
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Role;
    use crate::board::multi::{FOUR, THREE};

    #[test]
    fn a_move_prints_as_its_board_names_it() {
        for (shape, from, to) in [(&FOUR, "d13", "d12"), (&FOUR, "j2", "k4"), (&THREE, "k3", "i3")]
        {
            let [from_square, to_square] =
                [from, to].map(|name| shape.parse(name).expect("a square"));
            let mv = shape.normal(Role::Knight, from_square, to_square);
            assert_eq!(format!("{mv:?}"), format!("Normal Knight {from}{to}"));
            assert_eq!(super::squares(mv), (from_square, to_square));
        }
    }
}
