//! The states behind us, and which keys they had. Where pieces come back a position can
//! return after captures and even pawn moves, so no move cuts the search for it short;
//! a small table of counters answers "never seen" without looking back.

use super::State;

const SLOTS: usize = 2048;

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
