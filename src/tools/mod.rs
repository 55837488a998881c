//! Floor 7: what uses the engine.

pub mod data;
pub mod matches;
pub mod team_match;
pub mod view;
