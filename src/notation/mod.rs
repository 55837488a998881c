//! Floor 2: text forms. FEN, UCI moves, SAN, game records. Reading never panics and never
//! guesses: what cannot be read is refused with the place and the reason.

pub mod bpgn;
mod fen;
pub mod fen4;
mod multi;
mod pair_fen;
pub mod pgn;
mod prelude;
pub mod san;
pub mod uci;

pub use fen::{FenError, Hidden, Setup};
pub use multi::{EnPassant, Frozen, MultiFenError, MultiSetup};
pub use pair_fen::{Clocks, PairFenError, PairSetup, clock_to_millis};
pub use prelude::{Selection, SelectionError};
pub use uci::MoveError;
