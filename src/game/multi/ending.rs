//! How a game of more than two players can end.

use super::variant::MultiGame;
use crate::board::multi::{MultiSeat, Seats};
use crate::game::verdict::{Outcome, Reason, Victory};

/// A seat's share of the game where nobody stands better.
pub fn even_share<K: MultiGame>() -> f32 {
    if K::LAYOUT.teams { 0.5 } else { 1.0 / K::SEATS as f32 }
}

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

    /// What a seat has of the game, 0 to 1: its share of what there is to win, which is one for
    /// all seats together, or for the two teams together. A draw shares evenly.
    pub fn share<K: MultiGame>(self, seat: MultiSeat) -> f32 {
        let even = even_share::<K>();
        let Self::Won { winners, victory, .. } = self else { return even };
        let all = if winners.has(seat) { 1.0 } else { 0.0 };
        if victory == Victory::Full { all } else { (all + even) / 2.0 }
    }

    /// The article that decided.
    pub const fn article(self) -> &'static str {
        match self {
            Self::Won { article, .. } | Self::Draw { article, .. } => article,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::multi::{Drieschaak, Vierschaak};

    #[test]
    fn results_are_shares_of_a_game() {
        let article = "";
        let winners = Seats::NONE.with(MultiSeat::new(1)).with(MultiSeat::new(3));
        let won = |victory| MultiEnd::Won { winners, victory, article };
        let team = |victory, seat| won(victory).share::<Vierschaak>(MultiSeat::new(seat));
        assert_eq!([0, 1].map(|seat| team(Victory::Full, seat)), [0.0, 1.0]);
        assert_eq!([0, 1].map(|seat| team(Victory::Half, seat)), [0.25, 0.75]);
        let draw = MultiEnd::Draw { reason: Reason::Repetition, article };
        for outcome in [won(Victory::Full), won(Victory::Incomplete), draw] {
            let shares = [0, 1, 2].map(|seat| outcome.share::<Drieschaak>(MultiSeat::new(seat)));
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{shares:?}");
            assert!(shares[1] >= shares[0] && shares[0] == shares[2]);
        }
    }
}
