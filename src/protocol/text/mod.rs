//! Text for people, and between partners: boards drawn, evaluations explained, talk.

pub mod draw;
pub mod explain;
pub mod talk;
