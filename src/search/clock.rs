//! How long to think: a budget from the clock, stretched or cut by how the search goes.
//! Games with drops are short and sharp, so a move gets a larger share than in chess.

use std::time::Duration;

use super::api::{Clock, Limits, elapsed};
use super::control::SearchControl;
use super::margins::Margins;
use crate::base::time::Instant;

/// A margin in hundredths, as a share.
fn share(hundredths: i32) -> f64 {
    f64::from(hundredths) / 100.0
}

/// When a search must and when it should end.
#[derive(Clone, Debug)]
pub struct Timer {
    start: Instant,
    plan: Option<Duration>,
    limit: Option<Duration>,
    /// Even without a move that was searched the search ends here: the clock is in danger.
    last: Option<Duration>,
    waits: bool,
    node_rate: Option<u64>,
}

impl Timer {
    /// Starts now. `length` is how many moves a game has beside one of crazyhouse.
    pub fn new(limits: &Limits, length: f64, margins: &Margins) -> Self {
        let (plan, limit, last) = match (limits.move_time, limits.clock) {
            (Some(time), _) => {
                let time = time.saturating_sub(limits.overhead + limits.spent).max(LEAST);
                // The whole time is meant to be used: there is no plan to stop earlier.
                (None, Some(time), Some(2 * time))
            }
            (None, Some(clock)) => {
                let (plan, limit) = budget(&clock, limits.overhead, length, margins);
                // A search that begins anew needs some time of its own, however much the
                // earlier one took, but never more than it would plan with the time left.
                let now =
                    Clock { remaining: clock.remaining.saturating_sub(limits.spent), ..clock };
                let most = budget(&now, limits.overhead, length, margins).1;
                let plan_left = plan.saturating_sub(limits.spent).max(plan / 3).min(most);
                let limit_left = limit.saturating_sub(limits.spent).max(plan_left);
                (Some(plan_left), Some(limit_left), Some(limit_left.max(now.remaining / 2)))
            }
            (None, None) => (None, None, None),
        };
        let Limits { wait: waits, node_rate, .. } = *limits;
        Self { start: Instant::now(), plan, limit, last, waits, node_rate }
    }

    /// Since the search began, after so many nodes.
    pub fn elapsed(&self, nodes: u64) -> Duration {
        elapsed(self.start, nodes, self.node_rate)
    }

    fn is_held(&self, control: &SearchControl) -> bool {
        self.waits && !control.was_hit()
    }

    /// Must the search end at once? If it has not searched any move yet, later.
    pub fn is_over(&self, control: &SearchControl, nodes: u64, has_move: bool) -> bool {
        let most = if has_move { self.limit } else { self.last };
        !self.is_held(control) && most.is_some_and(|most| self.elapsed(nodes) >= most)
    }

    /// Where nodes are the time: how many more there are until it may be over.
    pub fn nodes_left(&self, nodes: u64) -> Option<u64> {
        let rate = self.node_rate? as f64;
        let ends = [self.limit, self.last].into_iter().flatten();
        let counts = ends.map(|end| (end.as_secs_f64() * rate).ceil() as u64);
        counts.filter(|&count| count > nodes).map(|count| count - nodes).min()
    }

    /// Is another iteration not worth beginning? `need` is how much time the search needs, 1
    /// being usual.
    pub fn is_enough(&self, control: &SearchControl, nodes: u64, need: f64) -> bool {
        let Some(plan) = self.plan else { return false };
        let limit = self.limit.unwrap_or(plan);
        !self.is_held(control) && self.elapsed(nodes) >= plan.mul_f64(need).min(limit)
    }
}

const LEAST: Duration = Duration::from_millis(1);
/// A second is taken for so many nodes where a plan counts in nodes.
const NODES_A_SECOND: u64 = 500_000;

impl Limits {
    /// About as many nodes as a search will use; without an end the most there are. `length` is
    /// how many moves a game has beside one of crazyhouse.
    pub fn planned_nodes(&self, length: f64) -> u64 {
        let timer = Timer::new(self, length, &Margins::COMMON);
        let rate = self.node_rate.unwrap_or(NODES_A_SECOND) as f64;
        let in_time = timer.plan.or(timer.limit).map(|time| (time.as_secs_f64() * rate) as u64);
        in_time.into_iter().chain(self.nodes).min().unwrap_or(u64::MAX)
    }
}

/// Threads are hardly kept waiting for longer than so many times what a move loses on its way.
const LONGEST_WAIT: u32 = 8;

/// The plan for a usual move, and what the most difficult one may take.
fn budget(
    clock: &Clock,
    overhead: Duration,
    length: f64,
    margins: &Margins,
) -> (Duration, Duration) {
    // Without an increment no time comes after this: even a long game must be played to its end.
    let must_last = clock.moves_to_go.is_none() && clock.increment <= overhead;
    let (most_kept, horizon) = if must_last {
        (margins.clock_last_reserve, share(margins.clock_last_moves))
    } else {
        (margins.clock_reserve_share, 1.0)
    };
    let reserve = Duration::from_millis(margins.clock_reserve as u64)
        .min(overhead.max(LEAST) * LONGEST_WAIT)
        .min(clock.remaining.mul_f64(share(most_kept)));
    let left = clock.remaining.saturating_sub(overhead + reserve).max(LEAST).as_secs_f64();
    let increment = clock.increment.as_secs_f64();
    let moves = match clock.moves_to_go {
        Some(moves) => f64::from(moves.clamp(1, 40)),
        None => f64::from(margins.clock_moves_left) * length * horizon,
    };
    // With one move to go all the clock may be used; otherwise keep some for the next.
    let most = if moves < 2.0 { margins.clock_last_move } else { margins.clock_most };
    let most = left * share(most);
    let plan = (left / moves + increment * share(margins.clock_increment)).min(most);
    let limit = (plan * share(margins.clock_stretch)).min(most);
    (Duration::from_secs_f64(plan), Duration::from_secs_f64(limit))
}

impl Margins {
    /// How much time the search needs, 1 being usual: less for a best move that has stood
    /// for long and took most of the nodes, more when the score falls.
    pub fn need(&self, stable_iterations: u32, best_share: f64, fall: i32) -> f64 {
        let stable = f64::from(stable_iterations.min(self.need_stable_most as u32));
        let stability = share(self.need_unstable) - share(self.need_stable) * stable;
        let effort = share(self.need_effort) - share(self.need_effort_share) * best_share;
        let fall = f64::from(fall.clamp(0, self.need_fall_most));
        let trouble = 1.0 + fall / f64::from(self.need_fall);
        stability * effort * trouble
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_used() {
        let clock = |moves_to_go| Clock {
            remaining: Duration::from_secs(60),
            increment: Duration::ZERO,
            moves_to_go,
        };
        let plan =
            |moves_to_go| budget(&clock(moves_to_go), Duration::ZERO, 1.0, &Margins::COMMON).0;
        assert!(plan(None) > Duration::from_millis(500), "{:?}", plan(None));
        assert!(plan(Some(1)) > Duration::from_secs(20), "{:?}", plan(Some(1)));
        assert!(plan(Some(40)) < plan(Some(2)) && plan(Some(2)) < plan(Some(1)));
    }

    /// Moves that take what is planned, and often more, must last for a long game.
    #[test]
    fn a_clock_without_an_increment_lasts() {
        let mut remaining = Duration::from_secs(1);
        for moves in 0..120 {
            let clock = Clock { remaining, increment: Duration::ZERO, moves_to_go: None };
            let plan = budget(&clock, Duration::from_millis(10), 1.0, &Margins::COMMON).0;
            remaining = remaining.saturating_sub(plan.mul_f64(1.5) + Duration::from_micros(300));
            assert!(remaining > Duration::from_millis(60), "{remaining:?} after {moves} moves");
        }
    }

    /// A machine on which moves lose next to nothing needs no long reserve.
    #[test]
    fn the_reserve_goes_by_what_moves_lose() {
        let clock = Clock {
            remaining: Duration::from_millis(300),
            increment: Duration::from_millis(10),
            moves_to_go: None,
        };
        let plan =
            |overhead| budget(&clock, Duration::from_millis(overhead), 1.0, &Margins::COMMON).0;
        // A 24th of what is left without overhead and reserve, and 60 % of the increment.
        assert_eq!(plan(1).as_micros(), (291_000 / 24) + 6_000);
        assert_eq!(plan(9).as_micros(), (219_000 / 24) + 6_000);
    }

    #[test]
    fn no_budget_exceeds_the_clock() {
        for millis in [0, 1, 5, 20, 100, 1_000, 60_000] {
            for (increment, moves_to_go) in [(0, None), (20, None), (5_000, None), (0, Some(1))] {
                let clock = Clock {
                    remaining: Duration::from_millis(millis),
                    increment: Duration::from_millis(increment),
                    moves_to_go,
                };
                let (plan, limit) =
                    budget(&clock, Duration::from_millis(10), 1.0, &Margins::COMMON);
                assert!(plan <= limit && !plan.is_zero());
                assert!(limit <= Duration::from_millis(millis.saturating_sub(10).max(1)));
            }
        }
    }
}
