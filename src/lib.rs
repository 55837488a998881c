//! Kralle
pub mod base;
pub mod board;
pub mod eval;
pub mod game;
pub mod notation;
pub mod search;
pub mod tools;
