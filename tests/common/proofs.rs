//! Proofs by trying all moves, for suites of positions: they share nothing with the searcher.

// Not every test file uses everything.
#![allow(dead_code)]

use kralle::Variant;
use kralle::board::{Color, MoveList, Piece, Role, Silent};
use kralle::game::Playable;
use kralle::game::pair::Pair;
use kralle::game::single::Position;
use kralle::game::table::AnyPosition;

/// Has the side on move a mate in at most so many moves, each of them a check?
pub fn mates(position: &Position, moves: u32) -> bool {
    position.legal_moves().into_iter().any(|mv| {
        let mut after = position.clone();
        after.play(mv, &mut Silent);
        if !after.in_check() {
            return false;
        }
        let verdict = after.verdict();
        if verdict.is_over() {
            return verdict.points(after.turn().index()) == 0;
        }
        // A side without a reply waits, if a piece may come: that is no mate.
        let replies = after.legal_moves();
        moves > 1
            && !replies.is_empty()
            && replies.into_iter().all(|reply| {
                let mut answered = after.clone();
                answered.play(reply, &mut Silent);
                mates(&answered, moves - 1)
            })
    })
}

pub fn with(position: &Position, color: Color, role: Role) -> Position {
    let mut richer = position.clone();
    richer.receive(Piece::new(color, role), &mut Silent);
    richer
}

/// Has the opponent a reply to every move after which the piece no longer mates?
pub fn vanishes(position: &Position, color: Color, role: Role) -> bool {
    position.legal_moves().into_iter().all(|mv| {
        let mut after = position.clone();
        after.play(mv, &mut Silent);
        !after.verdict().is_over()
            && after.legal_moves().into_iter().any(|reply| {
                let mut answered = after.clone();
                answered.play(reply, &mut Silent);
                !mates(&with(&answered, color, role), MATE)
            })
    })
}

/// Captures of such a piece, of the side on move.
pub fn captures(position: &Position, role: Role) -> MoveList {
    let takes = position.legal_moves().into_iter();
    takes.filter(|&mv| kralle::game::Searchable::victim(position, mv) == Some(role)).collect()
}

/// Moves of the mates that are proved.
pub const MATE: u32 = 2;

/// Two boards of bughouse.
pub fn pair_of(fen: &str) -> Pair {
    let table = Variant::find("bughouse").unwrap().set_up(fen).expect(fen);
    match table.position() {
        AnyPosition::Pair(pair) => pair.clone(),
        _ => unreachable!("bughouse has two boards"),
    }
}

/// Kinds of pieces with which the side on move would mate.
pub fn mating(position: &Position) -> Vec<Role> {
    let us = position.turn();
    Role::DROPPABLE.into_iter().filter(|&role| mates(&with(position, us, role), MATE)).collect()
}

/// Kinds of pieces with which the opponent of the side on move would mate whatever is played.
pub fn fatal(position: &Position) -> Vec<Role> {
    let them = !position.turn();
    let after = |mv| {
        let mut after = position.clone();
        after.play(mv, &mut Silent);
        after
    };
    let all: Vec<Position> = position.legal_moves().into_iter().map(after).collect();
    let is_fatal = |role: &Role| {
        let holds =
            |after: &Position| after.verdict().is_over() || !mates(&with(after, them, *role), MATE);
        !all.is_empty() && !all.iter().any(holds)
    };
    Role::DROPPABLE.into_iter().filter(is_fatal).collect()
}
