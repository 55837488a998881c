//! Static exchange evaluation at a board with several enemies: the mover's team and its
//! rivals take in turn on one square, cheapest piece first, whatever their order at the board.

use super::position::Position;
use super::variant::MultiGame;
use crate::board::multi::{Piece, Seats, Set, Square, squares};
use crate::board::{Move, MoveKind, Role};

/// Exchange values by role. On wide boards long-range pieces gain and knights lose.
const WORTH: [i32; Role::CHESS.len()] = [100, 280, 420, 560, 1_050, 10_000];

/// What a piece is worth in exchange.
pub(super) fn worth(role: Role) -> i32 {
    WORTH[role.index()]
}

/// What a legal move wins at once. To take from one's own camp, which three players do when
/// they search against a common enemy, is a loss.
pub(super) fn gain<K: MultiGame>(position: &Position<K>, allies: Seats, mv: Move) -> i32 {
    let captured = position.target(mv).map_or(0, |(piece, _)| {
        if allies.has(piece.seat()) { -worth(piece.role()) } else { worth(piece.role()) }
    });
    let promoted = match mv.kind() {
        MoveKind::Promotion => worth(mv.role()) - worth(Role::Pawn),
        _ => 0,
    };
    captured + promoted
}

/// Does the mover come out of the exchange that this move begins with at least `least`?
pub(super) fn at_least<K: MultiGame>(
    position: &Position<K>,
    allies: Seats,
    mv: Move,
    least: i32,
) -> bool {
    if mv.kind() == MoveKind::Castle {
        return least <= 0;
    }
    let (from, to) = squares(mv);
    let mut occupied = position.board.occupied().minus(Set::of(from)) | Set::of(to);
    if mv.kind() == MoveKind::EnPassant
        && let Some((_, pawn)) = position.target(mv)
    {
        occupied = occupied.minus(Set::of(pawn));
    }
    let mut swing = gain(position, allies, mv) - least;
    if swing < 0 {
        return false;
    }
    swing = worth(mv.role()) - swing;
    if swing <= 0 {
        return true;
    }
    let us = position.turn();
    let live = K::LAYOUT.seats().minus(position.state.frozen);
    let sides = [live.and(allies).with(us), live.minus(allies)];
    let pieces = [position.board.of(sides[0]), position.board.of(sides[1])];
    let mut holds = true;
    let mut side = 0;
    loop {
        side ^= 1;
        let attackers = attackers(position, sides, to, occupied) & occupied;
        let Some((role, square)) = cheapest(position, attackers & pieces[side]) else {
            return holds;
        };
        holds = !holds;
        if role == Role::King {
            let guarded = !(attackers & pieces[side ^ 1]).is_empty();
            return holds != guarded;
        }
        swing = worth(role) - swing;
        if swing < i32::from(holds) {
            return holds;
        }
        occupied = occupied.minus(Set::of(square));
    }
}

fn attackers<K: MultiGame>(
    position: &Position<K>,
    sides: [Seats; 2],
    to: Square,
    occupied: Set,
) -> Set {
    let all = Seats(sides[0].0 | sides[1].0);
    position.board.attackers(K::LAYOUT.shape, all, to, occupied)
}

fn cheapest<K: MultiGame>(position: &Position<K>, candidates: Set) -> Option<(Role, Square)> {
    Role::CHESS.into_iter().find_map(|role| {
        let square = (candidates & position.board.role(role)).first()?;
        Some((role, square))
    })
}

impl<K: MultiGame> Position<K> {
    /// What a piece is worth in exchange, in centipawns.
    pub fn worth(piece: Piece) -> i32 {
        worth(piece.role())
    }
}
