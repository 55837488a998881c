//! Floor 1: shapes and pieces. Squares, sets of squares, attacks, pieces, hands, keys and
//! the move word. It knows where pieces stand and where they could reach, and no rules.

pub mod attacks;
mod board8;
mod cell;
pub mod hand;
pub mod keys;
pub mod multi;
pub mod mv;
pub mod observer;
pub mod piece;
mod set;
mod sight;
mod slider;
mod square;

pub use board8::Board;
pub use cell::{Cell, Grid};
pub use hand::Hand;
pub use mv::{Move, MoveKind, MoveList, PreludeStep};
pub use observer::{Observer, OnBoard, Silent};
pub use piece::{Color, Piece, Role, Way};
pub use set::{Set, Squares};
pub use sight::Sight;
pub use square::Square;
