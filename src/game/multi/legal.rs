//! Is a move word legal here? Asked of moves that come from other positions or from noise.

use super::position::Position;
use super::variant::MultiGame;
use crate::board::multi::{Piece, Set, Square, squares};
use crate::board::{Move, MoveKind, Role};

impl<K: MultiGame> Position<K> {
    pub(super) fn allows(&self, mv: Move) -> bool {
        let (from, to) = squares(mv);
        let word =
            Move::on_grid(K::LAYOUT.shape.grid, mv.kind(), mv.role(), from.cell(), to.cell());
        if self.state.outcome.is_some() || mv != word {
            return false;
        }
        let us = self.turn();
        if self.board.at(from) != Some(Piece::new(us, mv.mover())) {
            return false;
        }
        let view = self.view();
        let obeys = match mv.kind() {
            MoveKind::Normal | MoveKind::Promotion => match mv.mover() {
                Role::Pawn => self.pawn_may(mv),
                Role::King => view.king_steps().has(to),
                role => view.targets(role, from, view.allowed()).has(to),
            },
            MoveKind::EnPassant => {
                mv.role() == Role::Pawn
                    && view.en_passants(self.state.en_passant[us]).any(|found| found == (from, to))
            }
            MoveKind::Castle => {
                mv.role() == Role::King
                    && view.castlings(self.own_rights(us)).any(|(rook, _)| rook == to)
            }
            _ => false,
        };
        obeys && !(self.forbids_joint_mates() && self.is_forbidden_joint_mate(mv))
    }

    /// A pawn's move ahead or capture, promoting exactly where it must.
    fn pawn_may(&self, mv: Move) -> bool {
        let us = self.turn();
        let view = self.view();
        let (from, to) = squares(mv);
        let forward = view.shape.forward(us);
        let promotes = match mv.kind() {
            MoveKind::Promotion if Role::PROMOTIONS.contains(&mv.role()) => true,
            MoveKind::Normal => false,
            _ => return false,
        };
        let is_ahead = |steps: i8| {
            let reached = forward.from(from, steps);
            reached == to && view.empty.has(reached)
        };
        let captures = view.shape.pawn(forward, from) & view.prey;
        let one = Set::of(forward.from(from, 1)) & view.empty;
        let goes = is_ahead(1) || (is_ahead(2) && !(one & view.layout.crossed[us]).is_empty());
        let must_promote = if captures.has(to) {
            view.promotes_capturing().has(to)
        } else {
            goes && view.layout.promotes[us].has(to)
        };
        (captures.has(to) || goes)
            && promotes == must_promote
            && (view.allowed() & view.tether(from)).has(to)
    }

    /// Does the seat that is to move have a piece here?
    pub(super) fn own_piece(&self, square: Square) -> Option<Role> {
        self.board.at(square).filter(|piece| piece.seat() == self.turn()).map(Piece::role)
    }
}
