//! Static exchange evaluation: what remains when both sides take on one square as long
//! as it pays, cheapest man first. A promoted man that goes back to a pawn counts as a
//! pawn; a dropped man wins nothing and may be lost; no man is dropped into an exchange.

use super::Position;
use crate::board::{Move, MoveKind, Role, Set, Square, attacks};

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
    if mv.kind() == MoveKind::Castle {
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
    // passes to the other side. `holds` says who has the better of it if we stop here.
    let mut attackers = all_attackers(position, to, occupied);
    let mut side = us;
    let mut holds = true;
    loop {
        side = !side;
        attackers &= occupied;
        let own = attackers & position.board.color(side);
        let Some((role, square)) = cheapest(position, own) else { return holds };
        holds = !holds;
        if role == Role::King {
            // A king takes last: only if nobody is left to take him.
            let guarded = !(attackers & position.board.color(!side)).is_empty();
            return holds != guarded;
        }
        swing = price(position, role, square) - swing;
        if swing < i32::from(holds) {
            return holds;
        }
        occupied = occupied.minus(Set::of(square));
        attackers |= uncovered(position, role, to, occupied);
    }
}

/// What the mover loses if his man is taken where it has just arrived.
fn price_on_arrival(position: &Position, mv: Move) -> i32 {
    match mv.kind() {
        // What was won by promoting is lost with the man, even if he goes as a pawn.
        MoveKind::Promotion | MoveKind::TakeOut | MoveKind::Drop => position.worth.of(mv.role()),
        _ => price(position, mv.role(), mv.from()),
    }
}

/// What the man on this square is worth to whoever captures him.
fn price(position: &Position, role: Role, square: Square) -> i32 {
    let promoted = position.board.promoted().has(square);
    position.worth.of(position.role_when_captured(role, promoted))
}

fn all_attackers(position: &Position, to: Square, occupied: Set) -> Set {
    let board = &position.board;
    board.attackers(position.turn, to, occupied) | board.attackers(!position.turn, to, occupied)
}

fn cheapest(position: &Position, candidates: Set) -> Option<(Role, Square)> {
    Role::ALL.into_iter().find_map(|role| {
        let square = (candidates & position.board.role(role)).first()?;
        Some((role, square))
    })
}

/// Sliders that see the square now that a man has left.
fn uncovered(position: &Position, left: Role, to: Square, occupied: Set) -> Set {
    let board = &position.board;
    let queens = board.role(Role::Queen);
    let mut seen = Set::EMPTY;
    if matches!(left, Role::Pawn | Role::Bishop | Role::Queen) {
        seen |= attacks::bishop(to, occupied) & (board.role(Role::Bishop) | queens);
    }
    if matches!(left, Role::Rook | Role::Queen) {
        seen |= attacks::rook(to, occupied) & (board.role(Role::Rook) | queens);
    }
    seen
}
