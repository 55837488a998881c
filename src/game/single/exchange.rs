//! Static exchange evaluation: what remains when both sides take on one square as long
//! as it pays, cheapest piece first. A promoted piece that goes back to a pawn counts as a
//! pawn; a dropped piece wins nothing and may be lost; no piece is dropped into an exchange.
//! Frozen pieces take no part until the Magician that freezes them has been taken.

use super::Position;
use crate::board::{Board, Color, Move, MoveKind, Role, Set, Square, Way, attacks};

/// What a legal move wins at once.
pub(super) fn gain(position: &Position, mv: Move) -> i32 {
    let worth = position.worth;
    let captured = position
        .target(mv)
        .map_or(0, |(role, promoted)| worth.of(position.role_when_captured(role, promoted)));
    let promoted = match mv.kind() {
        MoveKind::Promotion | MoveKind::TakeOut => worth.of(mv.role()) - worth.of(Role::Pawn),
        _ => 0,
    };
    captured + promoted
}

/// Does the mover come out of the exchange that this move begins with at least `least`?
pub(super) fn at_least(position: &Position, mv: Move, least: i32) -> bool {
    if position.rules.superpieces {
        swap_off::<true>(position, mv, least)
    } else {
        swap_off::<false>(position, mv, least)
    }
}

/// With superpieces or without: known when this is compiled, so that games without them pay
/// nothing.
fn swap_off<const SUPER: bool>(position: &Position, mv: Move, least: i32) -> bool {
    if matches!(mv.kind(), MoveKind::Castle | MoveKind::Prelude) {
        return least <= 0;
    }
    let (from, to) = (mv.from(), mv.to());
    let us = position.turn;
    let mut occupied = position.board.occupied() | Set::of(to);
    if !mv.is_drop() {
        occupied = occupied.minus(Set::of(from));
    }
    if mv.kind() == MoveKind::EnPassant {
        occupied = occupied.minus(Set::of(to.forward(!us)));
    }
    let mut swing = gain(position, mv) - least;
    if swing < 0 {
        return false;
    }
    swing = price_on_arrival(position, mv) - swing;
    if swing <= 0 {
        return true;
    }
    // Now the side to take needs `swing` more than nothing; with each capture the need
    // passes to the other side. `holds`: does the mover have the better of it if we stop here.
    let board = &position.board;
    let frozen = if SUPER { frozen_after(board, us, mv) } else { Set::EMPTY };
    let mut attackers = board.aimed_at(to, occupied).minus(frozen);
    let mut side = us;
    let mut holds = true;
    loop {
        side = !side;
        attackers &= occupied;
        let own = attackers & board.color(side);
        let Some((role, square)) = cheapest::<SUPER>(position, own) else { return holds };
        holds = !holds;
        if role == Role::King {
            // A king takes last: only if nothing is left to take it.
            let guarded = !(attackers & board.color(!side)).is_empty();
            return holds != guarded;
        }
        swing = price(position, role, square) - swing;
        if swing < i32::from(holds) {
            return holds;
        }
        occupied = occupied.minus(Set::of(square));
        attackers |= if SUPER && mv.role() == Role::Magician {
            // Once taken, it freezes nothing any more.
            let magicians = board.role(Role::Magician).minus(Set::of(from) | Set::of(to));
            board.aimed_at(to, occupied).minus(frozen_by(board, magicians))
        } else {
            uncovered(board, role, to, occupied).minus(frozen)
        };
    }
}

/// What the mover loses if its piece is taken where it has just arrived.
fn price_on_arrival(position: &Position, mv: Move) -> i32 {
    match mv.kind() {
        // What was won by promoting is lost with the piece, even if it goes as a pawn.
        MoveKind::Promotion | MoveKind::TakeOut | MoveKind::Drop => position.worth.of(mv.role()),
        _ => price(position, mv.role(), mv.from()),
    }
}

/// What the piece on this square is worth to the side that captures it.
fn price(position: &Position, role: Role, square: Square) -> i32 {
    let promoted = position.board.promoted().has(square);
    position.worth.of(position.role_when_captured(role, promoted))
}

/// The pieces that are frozen once a move has been played.
fn frozen_after(board: &Board, us: Color, mv: Move) -> Set {
    let arrives = mv.role() == Role::Magician;
    let magicians = board.role(Role::Magician).minus(Set::of(mv.from()) | Set::of(mv.to()));
    let frozen = frozen_by(board, magicians);
    if arrives { frozen | (attacks::king(mv.to()) & board.color(!us)) } else { frozen }
}

/// The pieces that these Magicians freeze.
fn frozen_by(board: &Board, magicians: Set) -> Set {
    Color::ALL.into_iter().fold(Set::EMPTY, |frozen, color| {
        frozen | (attacks::kings(magicians & board.color(color)) & board.color(!color))
    })
}

/// The cheapest of these pieces.
fn cheapest<const SUPER: bool>(position: &Position, candidates: Set) -> Option<(Role, Square)> {
    let board = &position.board;
    let one = |role: Role| Some((role, (candidates & board.role(role)).first()?));
    if SUPER {
        position.worth.order().iter().copied().find_map(one)
    } else {
        Role::CHESS.into_iter().find_map(one)
    }
}

/// Sliders that see the square now that a piece has left.
fn uncovered(board: &Board, left: Role, to: Square, occupied: Set) -> Set {
    use Role::{Amazon, Bishop, Empress, Pawn, Princess, Queen, Rook, Veteran};
    let mut seen = Set::EMPTY;
    if matches!(left, Pawn | Bishop | Queen | Veteran | Princess | Amazon) {
        seen |= attacks::bishop(to, occupied) & board.way(Way::Diagonal);
    }
    if matches!(left, Rook | Queen | Veteran | Empress | Amazon) {
        seen |= attacks::rook(to, occupied) & board.way(Way::Straight);
    }
    seen
}
