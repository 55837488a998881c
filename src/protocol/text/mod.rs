//! Text for people, and between partners: boards drawn, evaluations explained, talk.

pub mod analysis;
pub mod draw;
pub mod explain;
pub mod talk;
