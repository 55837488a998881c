//! Floor 3: rules. [`Playable`] is what every game can do, [`Searchable`] what the searcher
//! asks beyond that. Below them stand the games themselves, one folder for each shape of board.
//!
//! * [`single`]: one 8x8 board, two seats. Which of its games is played is data: one row
//!   of [`rules::Rules`].
//! * [`pair`]: two such boards, four seats in two teams. Searched one seat at a time.
//! * [`multi`]: four or three players on boards of 160 or 112 squares.

mod articles;
pub mod catalogue;
pub mod custom;
pub mod multi;
pub mod pair;
pub mod perft;
mod playable;
pub mod rule_book;
pub mod rules;
mod searchable;
pub mod single;
pub mod table;
pub mod verdict;

pub use playable::{Class, IllegalMove, Playable};
pub use searchable::{Breadth, Camp, Danger, Searchable};
pub use verdict::Verdict;
