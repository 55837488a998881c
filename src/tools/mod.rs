//! Floor 7: what uses the engine.

pub mod chart;
pub mod data;
pub mod matches;
pub mod team_match;
pub mod train;
pub mod tune;
pub mod view;
