//! The decisions of a node, each a named formula. They say when a subtree is not worth
//! its time, or worth more; none of them knows which game is played.

use super::params;
use crate::base::Score;

/// Beyond this a camp has won and looks for the mate, which costs pieces: margins in pieces mean
/// nothing there.
fn is_won(bound: Score) -> bool {
    bound.value().abs() >= params::won()
}

/// Reverse futility (static null move, Heinz 1998): so far above beta that near the leaves
/// nothing the rival does will bring it back.
pub fn is_far_above(depth: i32, eval: i32, beta: Score, improving: bool) -> bool {
    let margin = params::reverse_futility_margin() * (depth - i32::from(improving));
    depth <= params::reverse_futility_depth() && !is_won(beta) && eval - margin >= beta.value()
}

/// Razoring (Birmingham and Kent 1977): so far below alpha that quiescence will tell.
pub fn is_far_below(depth: i32, eval: i32, alpha: Score) -> bool {
    depth <= params::razor_depth()
        && !is_won(alpha)
        && eval + params::razor_base() + params::razor_margin() * depth <= alpha.value()
}

/// Null move (Donninger 1993): how much shallower to look when the rival may move twice.
pub fn null_reduction(depth: i32, above_beta: i32) -> i32 {
    params::null_base()
        + depth / params::null_depth_divisor()
        + (above_beta / params::null_eval_divisor()).clamp(0, 3)
}

/// Late-move pruning: so many quiet moves at this depth, then no more.
pub fn quiet_moves_enough(depth: i32, improving: bool, is_wide: bool) -> i32 {
    let (base, slope) = if is_wide {
        (params::late_wide_base(), params::late_wide_slope())
    } else {
        (params::late_base(), params::late_slope())
    };
    (base + slope * depth * depth) / (2 - i32::from(improving))
}

/// Futility (Schaeffer 1986): a quiet move cannot make up for so much.
pub fn is_futile(depth: i32, eval: i32, alpha: Score) -> bool {
    depth <= params::futility_depth()
        && !is_won(alpha)
        && eval + params::futility_base() + params::futility_margin() * depth <= alpha.value()
}

/// History pruning: near the leaves a quiet move that has failed so often will again.
pub fn has_failed(reduced_depth: i32, depth: i32, history: i32) -> bool {
    reduced_depth <= params::history_prune_depth() && history < params::history_prune() * depth
}

/// What a move may lose in exchange and still be looked at.
pub fn exchange_allowance(depth: i32, noisy: bool) -> i32 {
    if noisy { params::exchange_noisy() * depth } else { params::exchange_quiet() * depth * depth }
}

/// Late-move reductions (Fruit, 2004 and later): a table of how much shallower the nth
/// move is looked at first.
pub struct Reductions([[u8; 64]; 64]);

impl Reductions {
    /// Computes the table.
    pub fn new() -> Self {
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (count, plies) in row.iter_mut().enumerate().skip(1) {
                let logs = (depth as f64).ln() * (count as f64).ln() * 100.0;
                let value = f64::from(params::reduction_base()) / 100.0
                    + logs / f64::from(params::reduction_divisor());
                *plies = value as u8;
            }
        }
        Self(table)
    }

    /// In plies, for the `count`th move.
    pub fn of(&self, depth: i32, count: i32) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][count.clamp(0, 63) as usize])
    }
}

impl Default for Reductions {
    fn default() -> Self {
        Self::new()
    }
}
