//! Desks: where the families of games are played.

pub mod board;
mod count;
pub mod host;
pub mod multi;
pub mod open;
pub mod pair;
mod pair_clocks;
pub mod pair_error;
mod pair_orders;
pub mod single;
