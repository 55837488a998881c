//! The moves at the root, and what a thread found out about them.

use super::depth::Depth;
use crate::base::Score;
use crate::board::Move;

/// A move at the root and what is known of it.
#[derive(Clone)]
pub struct RootMove {
    pub mv: Move,
    /// From this iteration; minus infinite if the move only failed to be better than another.
    pub score: Score,
    /// From the iteration before.
    pub previous: Score,
    /// Nodes below it, in this iteration.
    pub nodes: u64,
    /// The deepest ply reached below it.
    pub deepest: usize,
    /// The principal variation that begins with it.
    pub line: Vec<Move>,
}

impl RootMove {
    pub fn new(mv: Move) -> Self {
        let unknown = -Score::INFINITE;
        Self { mv, score: unknown, previous: unknown, nodes: 0, deepest: 0, line: vec![mv] }
    }

    /// Has it a score from this iteration?
    pub fn is_known(&self) -> bool {
        is_known(self.score)
    }
}

/// Minus infinite says nothing.
fn is_known(score: Score) -> bool {
    score != -Score::INFINITE
}

/// What a thread found.
#[derive(Clone)]
pub struct RootResult {
    /// All root moves, the best first.
    pub moves: Vec<RootMove>,
    /// The last iteration that was completed.
    pub depth: Depth,
}

impl RootResult {
    /// The score to believe of the best move: that of the last iteration that looked at it.
    /// Level if not even the first iteration came so far.
    pub fn score(&self) -> Score {
        let scores = self.moves.first().map(|best| [best.score, best.previous]);
        scores.into_iter().flatten().find(|&score| is_known(score)).unwrap_or_default()
    }
}
