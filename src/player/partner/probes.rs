//! What the small searches beside a great one may cost. They take their part of a move that is
//! planned with, so that a short one is not spent on them, and count as its nodes.

use crate::game::Searchable as _;
use crate::game::single::Position;
use crate::search::Limits;

/// What the small searches beside a great one may cost, and what they have cost.
#[derive(Clone, Copy, Debug)]
pub struct ProbeBudget {
    /// Nodes that the great search is planned to use.
    planned: u64,
    /// Nodes of the small ones so far.
    pub spent: u64,
}

/// One in so many of the planned nodes may go to prices, as many to words, and as many to each
/// question whether to wait.
const SHARE: u64 = 10;
/// Eleven searches find the prices of a board. Smaller ones than this see no mate ...
const PRICES: u64 = 11;
const LEAST_PRICE_NODES: u64 = 25;
/// ... and larger ones are not needed.
const MOST_PRICE_NODES: u64 = 1_000;
/// Whether a piece is worth waiting for takes two searches. They are not smaller than this ...
const LEAST_WAIT_NODES: u64 = 50;
/// ... and need not be larger.
const MOST_WAIT_NODES: u64 = 1_500;
/// A mate in one over both boards takes about so many nodes; one in two takes some thousands.
const LEAST_JOINT_NODES: u64 = 100;
/// See [`LEAST_JOINT_NODES`].
const MOST_JOINT_NODES: u64 = 20_000;
/// What the words of a board cost, if they are looked for as well as they can be.
const WORDS_NODES: u64 = 30_000;
/// With a smaller part of it nothing is found that can be relied on.
const LEAST_WORDS: f64 = 0.15;

impl ProbeBudget {
    /// Nothing is spared.
    pub const fn full() -> Self {
        Self { planned: u64::MAX, spent: 0 }
    }

    /// Beside a search with these limits.
    pub fn of(limits: &Limits) -> Self {
        Self { planned: limits.planned_nodes(Position::LENGTH), spent: 0 }
    }

    /// Nodes of each of the searches that find the prices of a board, if they are worth it. A
    /// board with full hands takes more for a first look than it is given.
    pub fn price_nodes(&self) -> Option<u64> {
        let all = self.planned / SHARE;
        let each = all / PRICES;
        let is_worth_it = each >= LEAST_PRICE_NODES && self.spent <= all.saturating_mul(2);
        is_worth_it.then_some(each.min(MOST_PRICE_NODES))
    }

    /// Nodes of each of the two searches that say whether a piece is worth waiting for, if that
    /// is worth asking.
    pub fn wait_nodes(&self) -> Option<u64> {
        let each = self.planned / SHARE / 2;
        (each >= LEAST_WAIT_NODES).then_some(each.min(MOST_WAIT_NODES))
    }

    /// What a question about both boards may cost, if that is worth asking.
    pub fn joint_nodes(&self) -> Option<u64> {
        let nodes = self.planned / SHARE;
        (nodes >= LEAST_JOINT_NODES).then_some(nodes.min(MOST_JOINT_NODES))
    }

    /// The part of their full size that searches for words have, if they are worth it.
    pub fn words_share(&self) -> Option<f64> {
        let share = (self.planned / SHARE) as f64 / WORDS_NODES as f64;
        (share >= LEAST_WORDS).then_some(share.min(1.0))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::search::Clock;

    #[test]
    fn small_searches_take_their_part_of_what_is_planned() {
        let of = |limits: Limits| {
            let budget = ProbeBudget::of(&limits);
            (budget.price_nodes(), budget.words_share())
        };
        let nodes = |nodes| of(Limits { nodes: Some(nodes), ..Limits::default() });
        assert_eq!(nodes(2_000), (None, None));
        assert_eq!(nodes(3_300), (Some(30), None));
        assert_eq!(nodes(150_000), (Some(1_000), Some(0.5)));
        assert_eq!(of(Limits::default()), (Some(1_000), Some(1.0)));
        assert_eq!(ProbeBudget::full().wait_nodes(), Some(1_500));
        let time = |millis| Some(Duration::from_millis(millis));
        assert_eq!(of(Limits { move_time: time(20), ..Limits::default() }), (Some(90), None));
        let clock = Clock {
            remaining: Duration::from_secs(30),
            increment: Duration::ZERO,
            moves_to_go: Some(30),
        };
        let limits = Limits { clock: Some(clock), node_rate: Some(8_000), ..Limits::default() };
        assert!(of(limits.clone()).0.is_some_and(|nodes| nodes < 100));
        let real = Limits { node_rate: None, ..limits };
        assert_eq!(of(real), (Some(1_000), Some(1.0)));
    }
}
