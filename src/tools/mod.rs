//! Floor 8: what uses the engine.

pub mod bench;
pub mod chart;
mod dates;
pub mod diagram;
pub mod lab;
mod progress;
pub mod tournament;
mod values;
pub mod view;
