//! Floor 6: text to engine and back. A line becomes a [`Command`] without touching
//! anything; the [`Session`] acts on it at the [`Desk`] of the game that is played; what
//! the searcher reports becomes lines again. Nothing here panics on input, and an order
//! that cannot be carried out changes nothing and gets one line that says why.

pub mod bench;
pub mod board_desk;
mod brain;
pub mod cecp;
pub mod chances;
pub mod command;
mod count;
pub mod desk;
pub mod draw;
pub mod go;
mod lines;
pub mod multi;
mod opinion;
pub mod options;
pub mod out;
pub mod pair;
mod pair_clocks;
mod pair_orders;
mod pair_think;
pub mod report;
pub mod single;
pub mod talk;
pub mod uci;

pub use command::{Command, CommandError};
pub use desk::{Desk, DeskError, Job};
pub use go::Go;
pub use options::Settings;
pub use out::Out;
pub use uci::Session;
