//! `kralle serve`: a page in the browser, from this program alone. The page is drawn by
//! scripts that are part of the program; what it needs to know it asks here, in JSON, and each
//! request says all that is needed to answer it.
//!
//! The server listens on the loopback address only. Its address holds a random word; requests
//! that name another host, or come from another page, are refused.

mod analysis;
mod command;
mod conduct;
mod error;
mod files;
mod guard;
mod moves;
mod position;
mod records;
mod stream;
pub mod watch;

pub use command::ServeArgs;
pub use error::ApiError;
pub use position::PositionRequest;

/// The longest request, in bytes: some hundred games.
const LONGEST_REQUEST: usize = 2 << 20;
