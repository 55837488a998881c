//! Floor 7: what uses the engine.

pub mod arena;
mod arrivals;
pub mod book;
pub mod chart;
pub mod data;
mod dates;
pub mod train;
pub mod tune;
mod values;
pub mod view;
