//! The decisions of a node, each a named formula. They say when a subtree is not worth
//! its time, or worth more; none of them knows which game is played.

use super::depth::Depth;
use super::margins::Margins;
use crate::base::Score;

/// Where the evaluation of a node has come from.
#[derive(Clone, Copy, Default)]
pub struct Trend {
    /// It is better than when the same camp was last to move.
    pub improving: bool,
    /// It is better than the rival thought a ply before.
    pub rival_worsening: bool,
}

impl Margins {
    /// Beyond this a camp has won and looks for the mate, which costs pieces: margins in pieces
    /// mean nothing there.
    fn is_won(&self, bound: Score) -> bool {
        bound.value().abs() >= self.won
    }

    /// Reverse futility (static null move, Heinz 1998): so far above beta that near the leaves
    /// nothing the rival does will bring it back.
    pub fn is_far_above(&self, depth: Depth, eval: i32, beta: Score, trend: Trend) -> bool {
        let plies = depth.plies();
        let margin = self.reverse_futility_margin * (plies - i32::from(trend.improving))
            - self.reverse_futility_worsening * i32::from(trend.rival_worsening);
        plies <= self.reverse_futility_depth && !self.is_won(beta) && eval - margin >= beta.value()
    }

    /// Razoring (Birmingham and Kent 1977): so far below alpha that quiescence will tell.
    pub fn is_far_below(&self, depth: Depth, eval: i32, alpha: Score) -> bool {
        let margin = self.razor_base + self.razor_margin * depth.plies();
        depth.plies() <= self.razor_depth && !self.is_won(alpha) && eval + margin <= alpha.value()
    }

    /// Null move (Donninger 1993): how many plies shallower to look when the rival may move twice.
    pub fn null_reduction(&self, depth: Depth, above_beta: i32) -> i32 {
        self.null_base
            + depth.plies() / self.null_depth_divisor
            + (above_beta / self.null_eval_divisor).clamp(0, self.null_eval_most)
    }

    /// Late-move pruning: so many quiet moves at this depth, then no more.
    pub fn quiet_moves_enough(&self, depth: Depth, improving: bool) -> i32 {
        let most = self.late_base + self.late_slope * depth.plies() * depth.plies();
        most / (2 - i32::from(improving))
    }

    /// Futility (Schaeffer 1986): a quiet move cannot make up for so much.
    pub fn is_futile(&self, depth: Depth, eval: i32, alpha: Score) -> bool {
        let margin = self.futility_base + self.futility_margin * depth.plies();
        depth.plies() <= self.futility_depth
            && !self.is_won(alpha)
            && eval + margin <= alpha.value()
    }

    /// Futility of captures: not even what it takes, twice since it changes hands, makes up for it.
    pub fn is_futile_capture(&self, depth: Depth, eval: i32, gain: i32, alpha: Score) -> bool {
        let margin = self.capture_futility_base + self.capture_futility_margin * depth.plies();
        depth.plies() <= self.capture_futility_depth
            && !self.is_won(alpha)
            && eval + margin + 2 * gain <= alpha.value()
    }

    /// History pruning: near the leaves a quiet move that has failed so often will again.
    pub fn has_failed(&self, reduced: Depth, depth: Depth, history: i32) -> bool {
        reduced.plies() <= self.history_prune_depth && history < self.history_prune * depth.plies()
    }

    /// What a move may lose in exchange and still be looked at, in centipawns.
    pub fn exchange_allowance(&self, depth: Depth, noisy: bool) -> i32 {
        let plies = depth.plies();
        if noisy { self.exchange_noisy * plies } else { self.exchange_quiet * plies * plies }
    }

    /// After a move that raised alpha (Stockfish): the others will hardly be better still.
    pub fn after_alpha_raise(&self, depth: Depth) -> Depth {
        let is_near = (3..=self.alpha_raise_depth).contains(&depth.plies());
        if is_near { depth - self.alpha_raise } else { depth }
    }

    /// What a refutation at this depth adds to a history.
    pub fn history_bonus(&self, depth: Depth) -> i32 {
        let bonus = self.history_bonus_slope * depth.plies() - self.history_bonus_offset;
        bonus.min(self.history_bonus_most)
    }
}

/// A ply in the unit of [`Reductions`].
pub const PLY: i32 = 1_024;

/// Late-move reductions (Fruit, 2004 and later): a table of how much shallower the nth
/// move is looked at first, in 1024ths of a ply.
pub struct Reductions {
    table: [[u16; 64]; 64],
    /// What the table was computed from.
    base: i32,
    divisor: i32,
}

impl Reductions {
    /// Computes the table.
    pub fn new(margins: &Margins) -> Self {
        let (base, divisor) = (margins.reduction_base, margins.reduction_divisor);
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (count, plies) in row.iter_mut().enumerate().skip(1) {
                let logs = (depth as f64).ln() * (count as f64).ln() * 100.0;
                let value = f64::from(base) / 100.0 + logs / f64::from(divisor);
                *plies = (value * f64::from(PLY)) as u16;
            }
        }
        Self { table, base, divisor }
    }

    /// Were they computed from these margins?
    pub fn are_of(&self, margins: &Margins) -> bool {
        (self.base, self.divisor) == (margins.reduction_base, margins.reduction_divisor)
    }

    /// For the `count`th move.
    pub fn of(&self, depth: Depth, count: i32) -> i32 {
        let row = &self.table[depth.plies().clamp(0, 63) as usize];
        i32::from(row[count.clamp(0, 63) as usize])
    }
}
