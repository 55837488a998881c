//! Boards wider than eight files: one set of up to 14 x 16 squares for all of them. A shape
//! (which squares exist, which way each seat faces) is data; attacks are computed from it at
//! compile time. A square's index is 16 * rank + file, so that a step is a constant and no
//! step wraps onto the board. Knows no rules.

mod board;
pub mod keys;
mod mv;
mod piece;
mod seat;
mod set;
mod shape;
mod slider;
mod square;
mod toward;

pub use board::Board;
pub use mv::squares;
pub use piece::Piece;
pub use seat::{MultiSeat, Seats};
pub use set::{MultiSquares, Set};
pub use shape::{CLOCKWISE, FOUR, Shape, THREE};
pub use square::Square;
pub use toward::Toward;

/// Indices of squares are below this; for arrays.
pub const SQUARES: usize = 224;
/// The most seats a board has.
pub const MOST_SEATS: usize = 4;
