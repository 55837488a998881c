//! What is kept of a game while it is played: moves, words between partners, notes.

use super::dialog::SearchSummary;
use crate::game::table::Played;

/// A move of a finished game, and what is known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveRecord {
    /// Seat, board and move.
    pub played: Played,
    /// What the mover's clock shows after it, in milliseconds.
    pub left: Option<u64>,
    /// How long it took, in microseconds of the game's time.
    pub micros: u64,
    /// What the engine told; `None` for moves of the opening.
    pub thought: Option<SearchSummary>,
}

/// A word between partners.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TalkRecord {
    /// The seat.
    pub seat: usize,
    /// Plies played when it was said.
    pub ply: usize,
    /// The words.
    pub text: String,
    /// Why it was not delivered, if so.
    pub refused: Option<String>,
}

/// Something that the arbiter notes of a seat: a fault, a false claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoteRecord {
    /// The seat.
    pub seat: usize,
    /// Plies played then.
    pub ply: usize,
    /// The words.
    pub text: String,
}

/// Counts what is kept of a game besides its moves: an engine that talks without end fills no
/// memory.
#[derive(Default, Debug)]
pub struct KeptWords {
    bytes: usize,
}

/// No more words are kept of a game, in bytes.
const MOST_WORDS: usize = 256 << 10;
/// What a word takes besides its own bytes.
const OVERHEAD: usize = 64;

impl KeptWords {
    /// The words, if there is room for them; the first for which there is none say so.
    pub fn keep(&mut self, text: String) -> Option<String> {
        let had_room = self.bytes <= MOST_WORDS;
        self.bytes = self.bytes.saturating_add(text.len() + OVERHEAD);
        match (had_room, self.bytes <= MOST_WORDS) {
            (true, true) => Some(text),
            (true, false) => Some("more was said than is kept".into()),
            (false, _) => None,
        }
    }
}
