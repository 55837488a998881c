//! Floor 2: text forms. FEN, UCI moves, SAN. Reading never panics and never guesses:
//! what cannot be read is refused with the place and the reason.

mod fen;
pub mod uci;
mod wide;

pub use fen::{FenError, Setup};
pub use wide::{Frozen, Passing, WideFenError, WideSetup};
