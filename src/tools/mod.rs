//! Floor 7: what uses the engine.

pub mod arena;
mod dates;
pub mod view;
