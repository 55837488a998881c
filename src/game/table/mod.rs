//! A game whose moves are text. A [`Table`] is set up from a FEN, says who is on move and
//! what is legal, reads and plays moves, and knows what the rules make of flags,
//! resignations, offences and talk. There is one implementation for each shape of game; all
//! that plays, shows or records games stands on this trait. Clocks and engines are not known
//! here.

pub mod arrivals;
mod kind;
mod multi;
mod pair;
mod play;
mod single;

pub use kind::GameKind;
pub use multi::MultiTable;
pub use pair::PairTable;
pub use play::{
    AnyPosition, MOST_SEATS, Misplay, MoveWithHands, Path, Penalty, PlayError, Played, Table,
    TableError, TalkError,
};
pub use single::SingleTable;
