//! Networks: what a position is worth by what our own games have taught.

pub mod features;
