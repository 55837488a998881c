//! UCI, the language of most programs: [`command`] reads lines, [`go`] the words behind
//! `go`, [`session`] acts on them, [`info`] writes what a search says.

pub mod command;
pub mod go;
pub mod info;
mod queue;
pub mod session;

pub use command::{UciCommand, UciCommandError};
pub use go::Go;
pub use session::UciSession;
