//! `kralle serve`: a page in the browser, from this program alone. The page is drawn by
//! scripts that are part of the program; what it needs to know it asks here, and what
//! [`page`](crate::tools::page) answers is sent back.
//!
//! The server listens on the loopback address only. Its address holds a random word; requests
//! that name another host, or come from another page, are refused.

mod command;
mod files;
mod guard;
mod stream;
pub mod watch;

pub use command::ServeArgs;
