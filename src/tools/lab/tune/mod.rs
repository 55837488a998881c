//! `kralle tune`: better numbers. `eval` and `seats` fit the weights of the hand-written
//! evaluations to games of the engine against itself; `search` lets the margins of the search
//! play each other. All print the patch to make.

mod command;
mod contest;
mod error;
mod eval;
mod positions;
mod search;
mod seats;
#[cfg(test)]
mod tests;

pub use command::TuneArgs;
pub use error::TuneError;
