//! `kralle tune`: better numbers. `eval` fits the weights of the hand-written evaluation
//! to games of the engine against itself; `search` lets the margins of the search play
//! each other. Both print the patch to make.

mod command;
mod eval;
mod positions;
#[cfg(feature = "tune")]
mod search;
#[cfg(test)]
mod tests;

pub use command::Arguments;
