//! Where networks, weights and openings are made: games of the engine against itself
//! ([`data`]), the trainer of networks ([`train`]), the tuner of weights and margins
//! ([`tune`]), opening books ([`book`]).

pub mod book;
pub mod data;
pub mod train;
pub mod tune;
