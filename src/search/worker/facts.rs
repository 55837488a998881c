//! What a node knows about itself and about its moves before it searches them.

use crate::base::{Score, Window};
use crate::board::Move;
use crate::search::depth::Depth;
use crate::search::prune::Trend;
use crate::search::table::TtEntry;

/// What a node knows about itself before its first move.
pub(super) struct Node {
    pub ply: usize,
    pub depth: Depth,
    pub window: Window,
    /// Is it expected that some move refutes?
    pub cut_node: bool,
    pub is_pv: bool,
    pub in_check: bool,
    pub trend: Trend,
    /// Are pieces still being placed?
    pub is_prelude: bool,
    pub raw_eval: i32,
    /// The corrected static evaluation.
    pub static_eval: i32,
    /// The same, or a bound from the table that says more.
    pub eval: i32,
    /// On a principal variation now, or once.
    pub was_pv: bool,
    pub tt_entry: Option<TtEntry>,
    /// The table's move is a capture or a promotion.
    pub tt_noisy: bool,
    /// What the node is worth at least, whatever the moves bring.
    pub static_floor: Option<Score>,
}

/// A move that the picker handed out, and what the decisions about it rest on.
pub(super) struct Candidate {
    pub mv: Move,
    /// Its number from 1; moves that were pruned count too.
    pub count: i32,
    pub noisy: bool,
    pub checks: bool,
    pub history: i32,
    /// In 1024ths of a ply, by depth and count alone.
    pub reduction: i32,
}

/// Should a move be searched?
pub(super) enum Pruning {
    Search,
    Skip,
    /// Neither this move nor any quiet move after it.
    SkipAllQuiet,
}

/// How a move is searched.
pub(super) struct MovePlan {
    /// In full.
    pub depth: Depth,
    /// First to this depth, if it is a late move.
    pub reduced: Option<Depth>,
    /// The best score of the moves before.
    pub best: Score,
    pub is_first: bool,
    pub is_pv: bool,
    pub cut_node: bool,
}
