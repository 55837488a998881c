//! Floor 5: one alpha-beta for every game.
//!
//! [`Engine`] owns what outlives a search (the table, the threads' histories);
//! [`Engine::search`] blocks until it has a move, reports to a [`Listener`] and obeys a
//! [`SearchControl`]. It never prints and never asks which variant it plays.

mod api;
mod clock;
mod control;
mod deepening;
mod depth;
mod engine;
mod history;
pub mod margins;
mod mate;
mod picker;
mod pool;
mod prune;
mod root_move;
pub mod strength;
mod table;
mod worker;

pub use api::{Bound, Clock, Decision, Limits, Listener, Report};
pub use control::SearchControl;
pub use engine::Engine;
pub use mate::MateProof;
pub use table::MemoryError;
