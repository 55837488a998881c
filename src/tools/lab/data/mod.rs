//! Games of the engine against itself, as training reads them. One file holds games of one
//! variant under one recipe; a position costs about three bytes, because a move is its
//! place among the legal moves and everything else follows from the rules.

mod check;
mod command;
mod error;
mod file;
mod generate;
mod partners;
mod record;
mod relabel;
mod seats;
mod seats_record;
mod selfplay;
#[cfg(test)]
mod tests;

pub use check::{Statistics, check};
pub use command::DatagenArgs;
pub use error::DataError;
pub use file::GameReader;
pub use generate::{DatagenOrder, generate};
pub use record::{DECIDED, DatagenRecipe, GameRecord, PlyRecord, Sample, Skipped};
pub use seats_record::{ScoreScale, SeatsSample};
