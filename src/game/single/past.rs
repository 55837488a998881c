//! The states since the set-up, and their keys. Where pieces come back a position can
//! return after captures and even pawn moves, so no move cuts the search for it short;
//! a small table of counters answers "never seen" without looking back.

use crate::board::{Move, Piece, Set, Square};
use crate::notation::Selection;

const SLOTS: usize = 2048;

/// What a move changes and cannot be computed backwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct State {
    /// Board, castling, en passant and turn.
    pub key: u64,
    /// Enemy pieces that attack the king of the side to move.
    pub checkers: Set,
    /// Rooks that may still castle.
    pub rights: Set,
    /// The square that a pawn has just crossed, if an enemy pawn attacks it.
    pub en_passant: Option<Square>,
    /// Kings that have never moved, where a dropped rook may castle with them.
    pub kings: Set,
    /// Plies since the last capture, pawn move or drop that counts.
    pub quiet_plies: u16,
    /// Plies since the set-up.
    pub plies: u16,
    /// Pieces taken off the other board, of those that could be.
    pub gone: Set,
    /// The move that led here, if it was one.
    pub mv: Option<Move>,
    /// The piece which that move captured, and whether it was promoted.
    pub captured: Option<(Piece, bool)>,
    /// The superpieces chosen so far, while a prelude is played.
    pub prelude: Option<Selection>,
}

/// A stack of states that knows how often a key is on it.
#[derive(Clone, Debug)]
pub(super) struct Past {
    states: Vec<State>,
    /// How many states have a key that falls into each slot.
    seen: Box<[u16; SLOTS]>,
}

impl Past {
    pub fn new() -> Self {
        Self { states: Vec::with_capacity(512), seen: Box::new([0; SLOTS]) }
    }

    #[inline]
    pub fn push(&mut self, state: State) {
        self.seen[slot(state.key)] = self.seen[slot(state.key)].wrapping_add(1);
        self.states.push(state);
    }

    #[inline]
    pub fn pop(&mut self) -> Option<State> {
        let state = self.states.pop()?;
        self.seen[slot(state.key)] = self.seen[slot(state.key)].wrapping_sub(1);
        Some(state)
    }

    /// Distances in plies back to the states with this key, nearest first.
    #[inline]
    pub fn occurrences(&self, key: u64) -> impl Iterator<Item = usize> {
        let candidates: &[State] =
            if self.seen[slot(key)] == 0 { &[] } else { self.states.as_slice() };
        let nearest_first = candidates.iter().rev().enumerate();
        nearest_first.filter(move |(_, state)| state.key == key).map(|(back, _)| back + 1)
    }
}

#[inline]
const fn slot(key: u64) -> usize {
    key as usize % SLOTS
}
