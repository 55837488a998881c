//! The decisions of a node, each a named formula. They say when a subtree is not worth
//! its time, or worth more; none of them knows which game is played.

use super::params::*;
use crate::base::Score;

/// Beyond this a camp has won and looks for the mate, which costs men: margins in men mean
/// nothing there.
fn is_won(bound: Score) -> bool {
    bound.value().abs() >= WON
}

/// Reverse futility (static null move, Heinz 1998): so far above beta that near the leaves
/// nothing the rival does will bring it back.
pub fn is_far_above(depth: i32, eval: i32, beta: Score, improving: bool) -> bool {
    let margin = REVERSE_FUTILITY_MARGIN * (depth - i32::from(improving));
    depth <= REVERSE_FUTILITY_DEPTH && !is_won(beta) && eval - margin >= beta.value()
}

/// Razoring (Birmingham and Kent 1977): so far below alpha that quiescence will tell.
pub fn is_far_below(depth: i32, eval: i32, alpha: Score) -> bool {
    depth <= RAZOR_DEPTH
        && !is_won(alpha)
        && eval + RAZOR_BASE + RAZOR_MARGIN * depth <= alpha.value()
}

/// Null move (Donninger 1993): how much shallower to look when the rival may move twice.
pub fn null_reduction(depth: i32, above_beta: i32) -> i32 {
    NULL_BASE + depth / NULL_DEPTH_DIVISOR + (above_beta / NULL_EVAL_DIVISOR).clamp(0, 3)
}

/// Late-move pruning: so many quiet moves at this depth, then no more.
pub fn quiet_moves_enough(depth: i32, improving: bool) -> i32 {
    (LATE_BASE + LATE_SLOPE * depth * depth) / (2 - i32::from(improving))
}

/// Futility (Schaeffer 1986): a quiet move cannot make up for so much.
pub fn is_futile(depth: i32, eval: i32, alpha: Score) -> bool {
    depth <= FUTILITY_DEPTH
        && !is_won(alpha)
        && eval + FUTILITY_BASE + FUTILITY_MARGIN * depth <= alpha.value()
}

/// What a move may lose in exchange and still be looked at.
pub fn exchange_allowance(depth: i32, noisy: bool) -> i32 {
    if noisy { EXCHANGE_NOISY * depth } else { EXCHANGE_QUIET * depth * depth }
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
                let value = f64::from(REDUCTION_BASE) / 100.0 + logs / f64::from(REDUCTION_DIVISOR);
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
