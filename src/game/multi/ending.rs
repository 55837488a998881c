//! How a game of more than two players can end.

use crate::board::multi::Seats;
use crate::game::verdict::{Reason, Victory};

/// An end of a game, by mates, stalemates, count or repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MultiEnd {
    /// These seats have won.
    Won {
        /// The winners.
        winners: Seats,
        /// How much.
        victory: Victory,
        /// The article.
        article: &'static str,
    },
    /// Nobody has won.
    Draw {
        /// Why.
        reason: Reason,
        /// The article.
        article: &'static str,
    },
}
