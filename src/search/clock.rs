//! How long to think: a budget from the clock, stretched or cut by how the search goes.
//! Games with drops are short and sharp, so a move gets a larger share than in chess.

use std::time::{Duration, Instant};

use super::{Clock, Limits, Signal};

/// The moves a game is still expected to take.
const MOVES_LEFT: f64 = 24.0;
/// The share of the increment that is spent at once.
const INCREMENT_SHARE: f64 = 0.6;
/// No move takes more than this share of the clock.
const MOST_OF_CLOCK: f64 = 0.3;
/// What is never planned with, up to this share of the clock: a busy machine may keep a
/// thread waiting for that long.
const RESERVE: Duration = Duration::from_millis(80);
/// See [`RESERVE`].
const RESERVE_SHARE: f64 = 0.3;
/// A difficult move may take so many times the plan.
const STRETCH: f64 = 4.0;

/// When a search must and when it should end.
#[derive(Clone, Debug)]
pub struct Timer {
    start: Instant,
    plan: Option<Duration>,
    limit: Option<Duration>,
    waits: bool,
    rate: Option<u64>,
}

/// Since then; or, where nodes are the time at so many a second, what so many of them are.
pub(super) fn elapsed(since: Instant, nodes: u64, rate: Option<u64>) -> Duration {
    match rate {
        Some(rate) => Duration::from_nanos(nodes.saturating_mul(1_000_000_000 / rate.max(1))),
        None => since.elapsed(),
    }
}

impl Timer {
    /// Starts now.
    pub fn new(limits: &Limits) -> Self {
        let (plan, limit) = match (limits.move_time, limits.clock) {
            (Some(time), _) => {
                let time = time.saturating_sub(limits.overhead + limits.spent).max(LEAST);
                // The whole time is meant to be used: there is no plan to stop earlier.
                (None, Some(time))
            }
            (None, Some(clock)) => {
                let (plan, limit) = budget(&clock, limits.overhead);
                // Who thinks anew needs some time, however much went into the old truth, but
                // not more than he would take of a clock that shows what is left.
                let now =
                    Clock { remaining: clock.remaining.saturating_sub(limits.spent), ..clock };
                let most = budget(&now, limits.overhead).1;
                let plan_left = plan.saturating_sub(limits.spent).max(plan / 3).min(most);
                let limit_left = limit.saturating_sub(limits.spent).max(plan_left);
                (Some(plan_left), Some(limit_left))
            }
            (None, None) => (None, None),
        };
        Self { start: Instant::now(), plan, limit, waits: limits.wait, rate: limits.node_rate }
    }

    /// Since the search began, after so many nodes.
    pub fn elapsed(&self, nodes: u64) -> Duration {
        elapsed(self.start, nodes, self.rate)
    }

    fn is_held(&self, signal: &Signal) -> bool {
        self.waits && !signal.was_hit()
    }

    /// Must the search end at once?
    pub fn is_over(&self, signal: &Signal, nodes: u64) -> bool {
        !self.is_held(signal) && self.limit.is_some_and(|limit| self.elapsed(nodes) >= limit)
    }

    /// Is another iteration not worth beginning? `need` is what the search thinks of its
    /// need for time, 1 being usual.
    pub fn is_enough(&self, signal: &Signal, nodes: u64, need: f64) -> bool {
        let Some(plan) = self.plan else { return false };
        let limit = self.limit.unwrap_or(plan);
        !self.is_held(signal) && self.elapsed(nodes) >= plan.mul_f64(need).min(limit)
    }
}

const LEAST: Duration = Duration::from_millis(1);

/// The plan for a usual move, and what the most difficult one may take.
fn budget(clock: &Clock, overhead: Duration) -> (Duration, Duration) {
    let reserve = RESERVE.min(clock.remaining.mul_f64(RESERVE_SHARE));
    let left = clock.remaining.saturating_sub(overhead + reserve).max(LEAST).as_secs_f64();
    let increment = clock.increment.as_secs_f64();
    let moves = clock.moves_to_go.map_or(MOVES_LEFT, |moves| f64::from(moves.clamp(1, 40)));
    // With one move to go all the clock may be used; otherwise keep some for the next.
    let most = if moves < 2.0 { left * 0.9 } else { left * MOST_OF_CLOCK };
    let plan = (left / moves + increment * INCREMENT_SHARE).min(most);
    let limit = (plan * STRETCH).min(most);
    (Duration::from_secs_f64(plan), Duration::from_secs_f64(limit))
}

/// How much time the search needs, 1 being usual: less for a best move that has stood
/// for long and took most of the nodes, more when the score falls.
pub fn need(stable_iterations: u32, best_share: f64, fall: i32) -> f64 {
    let stability = 1.35 - 0.08 * f64::from(stable_iterations.min(8));
    let effort = 1.6 - 1.0 * best_share;
    let trouble = 1.0 + f64::from(fall.clamp(0, 150)) / 250.0;
    stability * effort * trouble
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_budget_exceeds_the_clock() {
        for millis in [0, 1, 5, 20, 100, 1_000, 60_000] {
            for (increment, moves_to_go) in [(0, None), (20, None), (5_000, None), (0, Some(1))] {
                let clock = Clock {
                    remaining: Duration::from_millis(millis),
                    increment: Duration::from_millis(increment),
                    moves_to_go,
                };
                let (plan, limit) = budget(&clock, Duration::from_millis(10));
                assert!(plan <= limit);
                assert!(limit <= Duration::from_millis(millis.saturating_sub(10).max(1)));
            }
        }
    }
}
