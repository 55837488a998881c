//! Checks, now or after a move.

use super::Position;
use crate::board::{Color, Move, MoveKind, Role, Set, Square, attacks};

/// Squares from which a piece of this role and colour would attack `king`.
#[inline]
pub(super) fn check_squares(color: Color, role: Role, king: Square, occupied: Set) -> Set {
    match role {
        Role::Pawn => attacks::pawn(!color, king),
        Role::King => Set::EMPTY,
        _ => attacks::by_role(role, king, occupied),
    }
}

/// Would this legal move give check, by the piece that arrives or by one that it uncovers?
pub(super) fn gives_check(position: &Position, mv: Move) -> bool {
    let board = &position.board;
    let us = position.turn;
    let king = board.king(!us);
    let (from, to) = (mv.from(), mv.to());
    let before = board.occupied();
    // Own pieces next to an enemy Magician give no check, neither the one that arrives there
    // nor those that stand there, unless that Magician is captured.
    let captures_magician = board.pieces(!us, Role::Magician).has(to);
    if position.rules.superpieces && captures_magician {
        return gives_check_freed(position, mv);
    }
    let cold = board.cold(!us);
    let after = match mv.kind() {
        MoveKind::Drop => before | Set::of(to),
        MoveKind::Castle => {
            let king_to = Position::castled_king(us, from, to);
            let rook_to = Position::castled_rook(us, from, to);
            let after =
                before.minus(Set::of(from) | Set::of(to)) | Set::of(king_to) | Set::of(rook_to);
            return attacks::rook(king, after).minus(cold).has(rook_to);
        }
        MoveKind::EnPassant => before.minus(Set::of(from) | Set::of(to.forward(!us))) | Set::of(to),
        MoveKind::Prelude => return false,
        MoveKind::Normal | MoveKind::Promotion | MoveKind::TakeOut => {
            before.minus(Set::of(from)) | Set::of(to)
        }
    };
    if !cold.has(to) && reaches(us, mv.role(), to, king, after) {
        return true;
    }
    match mv.kind() {
        MoveKind::Drop => false,
        MoveKind::EnPassant => {
            let movers = Set::of(from);
            let diagonals = board.diagonals(us).minus(movers);
            let straights = board.straights(us).minus(movers);
            !(attacks::bishop(king, after) & diagonals).is_empty()
                || !(attacks::rook(king, after) & straights).is_empty()
        }
        _ => {
            let line = attacks::line(king, from).minus(Set::of(from) | Set::of(to));
            !line.is_empty()
                && (board.snipers(us, king) & line)
                    .into_iter()
                    .any(|sniper| (attacks::between(king, sniper) & after).is_empty())
        }
    }
}

/// Would a piece of this role and colour attack `king` from this square?
#[inline]
fn reaches(color: Color, role: Role, square: Square, king: Square, occupied: Set) -> bool {
    let open =
        |rays: Set| rays.has(square) && (attacks::between(king, square) & occupied).is_empty();
    match role {
        Role::Bishop => open(attacks::bishop_rays(king)),
        Role::Rook => open(attacks::rook_rays(king)),
        Role::Queen => open(attacks::bishop_rays(king) | attacks::rook_rays(king)),
        _ => check_squares(color, role, king, occupied).has(square),
    }
}

/// The same of a move that captures a Magician and so frees pieces of its own side.
fn gives_check_freed(position: &Position, mv: Move) -> bool {
    let board = &position.board;
    let us = position.turn;
    let king = board.king(!us);
    let (from, to) = (Set::of(mv.from()), Set::of(mv.to()));
    let after = board.occupied().minus(from) | to;
    let cold = attacks::kings(board.pieces(!us, Role::Magician).minus(to));
    let arrived = check_squares(us, mv.role(), king, after) & to;
    let others = board.aimed_at(king, after) & board.color(us).minus(from);
    !(arrived | others).minus(cold).is_empty()
}
