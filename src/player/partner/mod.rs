//! The bughouse player: [`PartnerPlayer`] thinks for one of the four seats of a pair of
//! boards.
//!
//! * The seat's own board is searched deep, alone ([`BoardView`], [`BoardEngine`]).
//! * All that crosses between the boards is pieces. What they bring is part of the evaluation
//!   ([`TeamEval`](crate::eval::team::TeamEval)); which of them decide the other board small
//!   searches of it find ([`PiecePrices`], [`Appraiser`]).
//! * What two boards decide together, a mate by moves on both or by waiting, is looked for on both
//!   ([`JointBoards`]).
//! * Sometimes the best move is none yet ([`patience()`], [`WaitBudget`]); who is behind on the
//!   clock of the diagonal hurries ([`at_pace`], [`Diagonal`]).
//! * What the partner says changes prices, patience and pace; what the partner is told is found by
//!   small searches too ([`threats`], [`orders`], [`speak`]).
//! * What happens on the boards meanwhile interrupts the search, which begins anew.
//!
//! Nothing here reads or writes text.

mod appraiser;
mod clocks;
mod joint;
mod live;
mod pace;
mod patience;
mod player;
mod prices;
mod probes;
mod requests;
mod search;
mod view;

pub use appraiser::Appraiser;
pub use clocks::SeatClocks;
pub use joint::{Escape, FirstStep, JointBoards, JointMate, Leads};
pub use pace::{Diagonal, at_pace};
pub use patience::{Patience, WaitBudget, captures, coming, now_and_later, patience};
pub use player::{PartnerPlayer, SeatOrder};
pub use prices::PiecePrices;
pub use probes::ProbeBudget;
pub use requests::{orders, speak, threats};
pub use view::{BoardEngine, BoardView, OtherBoard};
