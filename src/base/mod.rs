//! Floor 0: words without games. Scores, windows and a small random source; no
//! file here knows what a board is.

pub mod random;
pub mod score;

pub use score::{Score, Window};
