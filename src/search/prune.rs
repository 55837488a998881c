//! The decisions of a node, each a named formula. They say when a subtree is not worth
//! its time, or worth more; none of them knows which game is played.

use super::depth::Depth;
use super::params;
use crate::base::Score;

/// Beyond this a camp has won and looks for the mate, which costs pieces: margins in pieces
/// mean nothing there.
fn is_won(bound: Score) -> bool {
    bound.value().abs() >= params::won()
}

/// Reverse futility (static null move, Heinz 1998): so far above beta that near the leaves
/// nothing the rival does will bring it back.
pub fn is_far_above(depth: Depth, eval: i32, beta: Score, trend: Trend) -> bool {
    let plies = depth.plies();
    let margin = params::reverse_futility_margin() * (plies - i32::from(trend.improving))
        - params::reverse_futility_worsening() * i32::from(trend.rival_worsening);
    plies <= params::reverse_futility_depth() && !is_won(beta) && eval - margin >= beta.value()
}

/// Where the evaluation of a node has come from.
#[derive(Clone, Copy, Default)]
pub struct Trend {
    /// It is better than when the same camp was last to move.
    pub improving: bool,
    /// It is better than the rival thought a ply before.
    pub rival_worsening: bool,
}

/// Razoring (Birmingham and Kent 1977): so far below alpha that quiescence will tell.
pub fn is_far_below(depth: Depth, eval: i32, alpha: Score) -> bool {
    let margin = params::razor_base() + params::razor_margin() * depth.plies();
    depth.plies() <= params::razor_depth() && !is_won(alpha) && eval + margin <= alpha.value()
}

/// Null move (Donninger 1993): how many plies shallower to look when the rival may move twice.
pub fn null_reduction(depth: Depth, above_beta: i32) -> i32 {
    params::null_base()
        + depth.plies() / params::null_depth_divisor()
        + (above_beta / params::null_eval_divisor()).clamp(0, params::null_eval_most())
}

/// Late-move pruning: so many quiet moves at this depth, then no more.
pub fn quiet_moves_enough(depth: Depth, improving: bool, has_many_moves: bool) -> i32 {
    let (base, slope) = if has_many_moves {
        (params::late_many_base(), params::late_many_slope())
    } else {
        (params::late_base(), params::late_slope())
    };
    (base + slope * depth.plies() * depth.plies()) / (2 - i32::from(improving))
}

/// Futility (Schaeffer 1986): a quiet move cannot make up for so much.
pub fn is_futile(depth: Depth, eval: i32, alpha: Score) -> bool {
    let margin = params::futility_base() + params::futility_margin() * depth.plies();
    depth.plies() <= params::futility_depth() && !is_won(alpha) && eval + margin <= alpha.value()
}

/// Futility of captures: not even what it takes, twice since it changes hands, makes up for it.
pub fn is_futile_capture(depth: Depth, eval: i32, gain: i32, alpha: Score) -> bool {
    let margin =
        params::capture_futility_base() + params::capture_futility_margin() * depth.plies();
    depth.plies() <= params::capture_futility_depth()
        && !is_won(alpha)
        && eval + margin + 2 * gain <= alpha.value()
}

/// History pruning: near the leaves a quiet move that has failed so often will again.
pub fn has_failed(reduced: Depth, depth: Depth, history: i32) -> bool {
    reduced.plies() <= params::history_prune_depth()
        && history < params::history_prune() * depth.plies()
}

/// What a move may lose in exchange and still be looked at, in centipawns.
pub fn exchange_allowance(depth: Depth, noisy: bool) -> i32 {
    let plies = depth.plies();
    if noisy { params::exchange_noisy() * plies } else { params::exchange_quiet() * plies * plies }
}

/// A ply in the unit of [`Reductions`].
pub const PLY: i32 = 1_024;

/// Late-move reductions (Fruit, 2004 and later): a table of how much shallower the nth
/// move is looked at first, in 1024ths of a ply.
pub struct Reductions([[u16; 64]; 64]);

impl Reductions {
    /// Computes the table.
    pub fn new() -> Self {
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (count, plies) in row.iter_mut().enumerate().skip(1) {
                let logs = (depth as f64).ln() * (count as f64).ln() * 100.0;
                let value = f64::from(params::reduction_base()) / 100.0
                    + logs / f64::from(params::reduction_divisor());
                *plies = (value * f64::from(PLY)) as u16;
            }
        }
        Self(table)
    }

    /// For the `count`th move.
    pub fn of(&self, depth: Depth, count: i32) -> i32 {
        i32::from(self.0[depth.plies().clamp(0, 63) as usize][count.clamp(0, 63) as usize])
    }
}

impl Default for Reductions {
    fn default() -> Self {
        Self::new()
    }
}
