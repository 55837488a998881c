//! Which moves give check: to any enemy that still plays, from any piece of the mover's team.

use super::position::Position;
use super::variant::MultiGame;
use crate::board::multi::{Set, Square, squares};
use crate::board::{Move, MoveKind};

impl<K: MultiGame> Position<K> {
    pub(super) fn checks(&self, mv: Move) -> bool {
        let layout = K::LAYOUT;
        let us = self.turn();
        let enemies = layout.enemies(us).minus(self.state.frozen);
        enemies.each().any(|seat| self.attacks_king_after(mv, self.board.king(seat)))
    }

    /// After this legal move, does a piece that moved, or a slider of the team behind it, attack
    /// this king?
    pub(super) fn attacks_king_after(&self, mv: Move, king: Square) -> bool {
        let shape = K::LAYOUT.shape;
        let us = self.turn();
        let (from, to) = squares(mv);
        let mut occupied = self.board.occupied().minus(Set::of(from)) | Set::of(to);
        let mut opened = !shape.line(king, from).is_empty();
        match mv.kind() {
            MoveKind::Castle => {
                let (king_to, rook_to) = Self::castled(from, to);
                occupied = occupied.minus(Set::of(to)) | Set::of(king_to) | Set::of(rook_to);
                return shape.rook(rook_to, occupied).has(king);
            }
            MoveKind::EnPassant => {
                if let Some(pawn) = self.en_passant_pawn(us, to) {
                    occupied = occupied.minus(Set::of(pawn));
                    opened |= !shape.line(king, pawn).is_empty();
                }
            }
            _ => {}
        }
        if shape.attacks(mv.role(), shape.forward(us), to, occupied).has(king) {
            return true;
        }
        opened && {
            let team = K::LAYOUT.team(us).minus(self.state.frozen).with(us);
            let attackers = self.board.attackers(shape, team, king, occupied);
            !attackers.minus(Set::of(from)).is_empty()
        }
    }
}
