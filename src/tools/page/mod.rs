//! What answers the page: requests in JSON, each of which says all that is needed to answer it.
//! Some have one answer, others are heard line by line until they end. Here are no sockets, no
//! threads and no files: `kralle serve` hands on what comes over the network, and in a browser the
//! same code runs as WebAssembly.

mod analysis;
mod backend;
mod conduct;
mod error;
mod moves;
mod players;
mod position;
mod records;
mod work;

pub use backend::Backend;
pub use error::{Fault, PageError};
pub use work::{Say, Work};

/// The longest request, in bytes: some hundred games.
pub const LONGEST_REQUEST: usize = 2 << 20;
