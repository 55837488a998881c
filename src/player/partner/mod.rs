//! The bughouse player: [`PartnerPlayer`] thinks for one of the four seats of a pair of
//! boards.
//!
//! * The seat's own board is searched deep, alone ([`BoardView`], [`BoardEngine`]).
//! * All that crosses between the boards is pieces. The other board enters as the prices of
//!   pieces ([`PiecePrices`], [`Appraiser`]), which small searches of it find.
//! * Sometimes the best move is none yet ([`patience()`], [`WaitBudget`]).
//! * What the partner says changes prices and patience; what the partner is told is found by
//!   small searches too ([`threats`], [`speak`]).
//! * What happens on the boards meanwhile interrupts the search, which begins anew.
//!
//! Nothing here reads or writes text.

mod appraiser;
mod clocks;
mod live;
mod patience;
mod player;
mod prices;
mod requests;
mod search;
mod view;

pub use appraiser::Appraiser;
pub use clocks::SeatClocks;
pub use patience::{Patience, WaitBudget, coming, now_and_later, patience};
pub use player::{PartnerPlayer, SeatOrder};
pub use prices::PiecePrices;
pub use requests::{speak, threats};
pub use search::at_pace;
pub use view::{BoardEngine, BoardView, OtherBoard};
