//! Floor 8: what uses the engine.

pub mod annotate;
pub mod bench;
pub mod chart;
mod dates;
pub mod diagram;
pub mod json;
pub mod lab;
pub mod play;
mod progress;
pub mod records;
pub mod seat;
#[cfg(feature = "serve")]
pub mod serve;
pub mod tournament;
mod values;
pub mod view;
