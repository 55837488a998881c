//! Three players, art. 33: two pieces of different colours may not mate or stalemate. Y's move is
//! illegal if it leaves Z, next to move, without a move although Z would have one if only
//! X's attacks counted, and also if only Y's did (D-22). Frozen armies are idle: the squares that
//! they bar to kings are barred in both tests, so a mate beside a frozen X is Y's own.

use super::play::takeable;
use super::position::Position;
use super::variant::MultiGame;
use super::view::MultiView;
use crate::board::multi::{Piece, Seats, Set, squares};
use crate::board::{Move, MoveKind, MoveList, Role, Silent};
use crate::game::Class;

/// So many pieces with a free square each cannot all be bound or blocked by one move.
const AT_EASE: u32 = 6;

impl<K: MultiGame> Position<K> {
    /// Is art. 33 to be looked at here?
    pub(super) fn forbids_joint_mates(&self) -> bool {
        let frozen = self.state.frozen.has(K::LAYOUT.next(self.turn()));
        let applies = self.rules.forbid_joint_mates && !K::LAYOUT.teams;
        applies && !frozen
    }

    /// Strikes the forbidden moves off the list from `start` on, unless none would be left in
    /// all classes together.
    pub(super) fn drop_joint_mates(&self, class: Class, moves: &mut MoveList, start: usize) {
        let threatened = self.threatened();
        let forbidden: Vec<Move> = moves[start..]
            .iter()
            .copied()
            .filter(|&mv| self.may_be_joint(mv, threatened) && self.is_joint_mate(mv))
            .collect();
        if forbidden.is_empty() {
            return;
        }
        let some_left = forbidden.len() < moves.len() - start
            || (class != Class::All && self.has_unforbidden_move());
        if some_left {
            let mut index = 0;
            moves.retain(|mv| {
                index += 1;
                index <= start || !forbidden.contains(mv)
            });
        }
    }

    /// Is this move, legal in all else, forbidden?
    pub(super) fn is_forbidden_joint_mate(&self, mv: Move) -> bool {
        self.may_be_joint(mv, self.threatened())
            && self.is_joint_mate(mv)
            && self.has_unforbidden_move()
    }

    fn has_unforbidden_move(&self) -> bool {
        let mut all = MoveList::new();
        self.list_all(&mut all);
        all.into_iter().any(|mv| !self.is_joint_mate(mv))
    }

    /// How near the next player is to having no move. With so few free pieces that one quiet
    /// move could stalemate, any move counts; otherwise only checks and moves of the pieces
    /// that shield the king: when those leave, anything may happen.
    fn threatened(&self) -> Threat {
        let layout = K::LAYOUT;
        let board = &self.board;
        let seat = layout.next(self.turn());
        let live = layout.enemies(seat).minus(self.state.frozen);
        let king = board.king(seat);
        let (checkers, shields) = board.threats(layout.shape, live, king);
        let empty = layout.shape.squares.minus(board.occupied());
        let ward = layout.next(layout.next(seat));
        // Pieces that may shield another king from another player are not counted as free.
        let beyond = Seats::of(layout.next(seat));
        let bound = shields | board.threats(layout.shape, beyond, board.king(ward)).1;
        let forward = layout.shape.forward(seat);
        let pawns = board.pieces(seat, Role::Pawn).minus(bound).stepped(forward) & empty;
        let knights = board
            .pieces(seat, Role::Knight)
            .minus(bound)
            .into_iter()
            .filter(|&knight| (layout.shape.knight(knight) & empty).is_many())
            .count();
        let free = pawns.len() + knights as u32;
        Threat { shields, any_move: !checkers.is_empty() || free < AT_EASE }
    }

    fn may_be_joint(&self, mv: Move, threat: Threat) -> bool {
        let king = self.board.king(K::LAYOUT.next(self.turn()));
        threat.any_move
            || mv.kind() == MoveKind::EnPassant
            || threat.shields.has(squares(mv).0)
            || self.attacks_king_after(mv, king)
    }

    fn is_joint_mate(&self, mv: Move) -> bool {
        let layout = K::LAYOUT;
        let us = self.turn();
        let seat = layout.next(us);
        let third = layout.next(seat);
        let (from, to) = squares(mv);
        let mut board = self.board.clone();
        if let Some((_, square)) = self.target(mv) {
            board.lift(square, &mut Silent);
        }
        board.lift(from, &mut Silent);
        board.put(Piece::new(us, mv.role()), to, &mut Silent);
        let mut pawns = self.state.en_passant[seat];
        if mv.kind() == MoveKind::Normal
            && mv.role() == Role::Pawn
            && let Some(number) = layout.pawn_number(us, from)
            && layout.double_step(number).1 == to
        {
            pawns |= 1 << number;
        }
        let pawns = takeable(layout, &board, seat, pawns);
        let moves_against = |counted: Seats| {
            let third = self.rules.third_king;
            MultiView::new(layout, &board, seat, self.state.frozen, counted, third)
                .has_moves(0, pawns)
        };
        !moves_against(layout.seats())
            && moves_against(Seats::of(third))
            && moves_against(Seats::of(us))
    }
}

/// How near the next player is to having no move.
#[derive(Clone, Copy)]
struct Threat {
    /// Pieces that alone shield the king.
    shields: Set,
    /// Could any move, even a quiet one, leave the player without a move?
    any_move: bool,
}
