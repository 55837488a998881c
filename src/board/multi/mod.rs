//! Boards wider than eight files: one set of up to 14 x 16 squares for all of them. A shape
//! (which squares exist, which way each seat faces) is data; attacks are computed from it at
//! compile time. A square's index is 16 * rank + file, so that a step is a constant and no
//! step wraps onto the board. Knows no rules.

mod board;
pub mod keys;
mod mv;
mod piece;
mod set;
mod shape;
mod slider;
mod square;

pub use board::Board;
pub use mv::squares;
pub use piece::{Piece, Seats};
pub use set::{MultiSquares, Set};
pub use shape::{FOUR, Shape, THREE, Toward};
pub use square::Square;

/// Indices of squares are below this; for arrays.
pub const SQUARES: usize = 224;
/// The most seats a board has.
pub const MOST_SEATS: usize = 4;
