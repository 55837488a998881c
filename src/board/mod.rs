//! Floor 1: shapes and men. Squares, sets of squares, attacks, men, hands, keys and
//! the move word. It knows where men stand and where they could reach, and no rules.

pub mod attacks;
mod board8;
pub mod hand;
pub mod keys;
pub mod man;
pub mod mv;
pub mod observer;
mod set;
mod sight;
mod slider;
mod square;
pub mod wide;

pub use board8::Board;
pub use hand::Hand;
pub use man::{Color, Man, Role, Way};
pub use mv::{Move, MoveKind, MoveList, Step};
pub use observer::{Observer, Silent};
pub use set::Set;
pub use sight::Sight;
pub use square::Square;
