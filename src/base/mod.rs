//! Floor 0: what needs no game. Scores, windows, large memory, threads and clocks, what is read
//! ahead, words that are nearly right, and a small random source; no file here knows what a board
//! is.

pub mod backlog;
pub mod crew;
pub mod memory;
pub mod random;
pub mod score;
pub mod suggest;
pub mod time;

pub use score::{Score, Window};
