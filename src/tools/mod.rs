//! Floor 8: what uses the engine.

#[cfg(feature = "tools")]
pub mod annotate;
pub mod bench;
pub mod chart;
#[cfg(feature = "tools")]
mod dates;
pub mod diagram;
pub mod json;
#[cfg(feature = "tools")]
pub mod lab;
pub mod page;
#[cfg(feature = "tools")]
pub mod play;
#[cfg(feature = "tools")]
mod progress;
pub mod records;
pub mod seat;
#[cfg(feature = "serve")]
pub mod serve;
#[cfg(feature = "tools")]
pub mod tournament;
#[cfg(feature = "tools")]
mod values;
#[cfg(feature = "tools")]
pub mod view;
