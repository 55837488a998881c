//! Floor 7: text to engine and back. A line becomes a [`uci::UciCommand`] without touching
//! anything; the [`uci::UciSession`] acts on it at the [`desk::Desk`] of the game that is
//! played; what the searcher reports becomes lines again. Nothing here panics on input, and
//! an order that cannot be carried out changes nothing and gets one line that says why.

pub mod desk;
pub mod form;
pub mod lines;
pub mod options;
pub mod out;
pub mod text;
pub mod uci;
pub mod xboard;

pub use options::Settings;
pub use out::Out;
