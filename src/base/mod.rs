//! Floor 0: what needs no game. Scores, windows, large memory, what is read ahead, words that
//! are nearly right, and a small random source; no file here knows what a board is.

pub mod backlog;
pub mod memory;
pub mod random;
pub mod score;
pub mod suggest;

pub use score::{Score, Window};
