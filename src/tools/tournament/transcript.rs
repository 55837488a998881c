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
