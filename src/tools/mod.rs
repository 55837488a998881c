//! Floor 7: what uses the engine.

mod arrivals;
pub mod chart;
mod dates;
pub mod lab;
pub mod tournament;
mod values;
pub mod view;
