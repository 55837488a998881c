//! Is a move word, from wherever it comes, a legal move here? Asks the same questions
//! as the generator, of one move.

use super::view::TurnView;
use super::{Position, Takable};
use crate::board::{Move, MoveKind, Role, Set, Square, attacks};

impl Position {
    /// Is this move legal beside another board on which these pieces may be taken?
    pub fn is_legal_beside(&self, takable: &Takable, mv: Move) -> bool {
        is_legal(&TurnView::beside(self, takable), mv)
    }
}

pub(super) fn is_legal(position: &TurnView, mv: Move) -> bool {
    let board = position.board;
    let us = position.turn;
    let (from, to, role) = (mv.from(), mv.to(), mv.role());
    if from.0 > 63 || to.0 > 63 || !is_well_formed(mv) {
        return false;
    }
    let own = board.color(us);
    let awake = board.awake(us);
    match mv.kind() {
        MoveKind::Drop => {
            role != Role::King
                && position.rules.has_hands()
                && board.hand(us).has(role)
                && !board.occupied().has(to)
                && answers_check(position, to)
                && position.drop_squares(role, Set::of(to), false).has(to)
        }
        MoveKind::Castle => {
            board.pieces(us, Role::King).has(from)
                && (position.rights & Set::rank_of(us, 0)).has(to)
                && position.checkers.is_empty()
                && position.can_castle::<true>(to)
        }
        MoveKind::EnPassant => {
            position.en_passant == Some(to)
                && (attacks::pawn(!us, to) & board.role(Role::Pawn) & awake).has(from)
                && position.en_passant_is_safe::<true>(from, to)
        }
        MoveKind::Normal | MoveKind::Promotion | MoveKind::TakeOut => {
            (board.role(mv.mover()) & awake).has(from)
                && !own.has(to)
                && reaches(position, mv.mover(), from, to)
                && (Set::rank_of(us, 7).has(to) && mv.mover() == Role::Pawn)
                    == (mv.kind() != MoveKind::Normal)
                && (mv.kind() == MoveKind::Normal || may_become(position, mv))
                && keeps_king_safe(position, mv, from, to)
        }
        // The prelude itself answers for its steps.
        MoveKind::Prelude => false,
    }
}

/// Do the fields fit together? Equal moves must be equal words.
fn is_well_formed(mv: Move) -> bool {
    let (from, to, role) = (mv.from(), mv.to(), mv.role());
    mv == match mv.kind() {
        MoveKind::Normal => Move::normal(role, from, to),
        MoveKind::EnPassant => Move::en_passant(from, to),
        MoveKind::Castle => Move::castle(from, to),
        MoveKind::Promotion => Move::promotion(role, from, to),
        MoveKind::Drop => Move::drop(role, to),
        MoveKind::TakeOut => Move::take_out(role, from, to, mv.extra()),
        MoveKind::Prelude => return false,
    }
}

/// Is what the pawn is to become among its choices?
fn may_become(position: &TurnView, mv: Move) -> bool {
    let choices = position.choices();
    let (roles, pieces) = choices.parts();
    match mv.kind() {
        MoveKind::Promotion => roles >> mv.role().index() & 1 != 0,
        MoveKind::TakeOut => {
            let takable = pieces.iter().zip(&Role::CHESS[1..]);
            takable.into_iter().any(|(pieces, &role)| role == mv.role() && pieces.has(mv.extra()))
        }
        _ => false,
    }
}

/// Can the piece get there by its way of moving?
fn reaches(position: &TurnView, role: Role, from: Square, to: Square) -> bool {
    let board = position.board;
    let us = position.turn;
    let occupied = board.occupied();
    match role {
        Role::Pawn => {}
        Role::Magician => return attacks::magician(from, occupied).has(to),
        _ => return attacks::by_role(role, from, occupied).has(to),
    }
    let once = Set::of(from).forward(us).minus(occupied);
    let twice = (once & Set::rank_of(us, 2)).forward(us).minus(occupied);
    let captures = attacks::pawn(us, from) & board.color(!us);
    (once | twice | captures).has(to)
}

fn answers_check(position: &TurnView, to: Square) -> bool {
    match position.checkers.first() {
        None => true,
        Some(_) if position.checkers.is_many() => false,
        Some(checker) => {
            let king = position.board.king(position.turn);
            checker == to || attacks::between(king, checker).has(to)
        }
    }
}

fn keeps_king_safe(position: &TurnView, mv: Move, from: Square, to: Square) -> bool {
    let board = position.board;
    let us = position.turn;
    let king = board.king(us);
    if mv.role() == Role::Magician {
        return position.magician_is_safe(from, to);
    }
    if mv.role() == Role::King {
        let without_king = board.occupied().minus(Set::of(from));
        return board.attackers(!us, to, without_king).is_empty();
    }
    answers_check(position, to)
        && (!board.blockers(!us, king).has(from) || attacks::line(king, from).has(to))
}
