//! How a game of more than two players can end.

use crate::board::multi::{MultiSeat, Seats};
use crate::game::verdict::{Outcome, Reason, Victory};

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

impl MultiEnd {
    /// The game as a whole.
    pub fn outcome(self) -> Outcome {
        match self {
            Self::Won { winners, victory, .. } => {
                let winners = winners.each().map(MultiSeat::index).collect();
                Outcome::Won { winners, victory, reason: Reason::Mate }
            }
            Self::Draw { reason, .. } => Outcome::Drawn(reason),
        }
    }

    /// The article that decided.
    pub const fn article(self) -> &'static str {
        match self {
            Self::Won { article, .. } | Self::Draw { article, .. } => article,
        }
    }
}
