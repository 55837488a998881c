//! The lines of a search, each as it was reported last.

use std::time::Instant;

use super::Round;
use crate::base::Score;
use crate::board::Move;
use crate::eval::Eval;
use crate::game::Searchable;
use crate::search::{Bound, Decision, Engine, Limits, Listener, Report};

/// A line of play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PvLine {
    /// From the view of the seat on move.
    pub score: Score,
    /// Plies searched in full.
    pub depth: u32,
    /// The moves, those of the board alone.
    pub moves: Vec<Move>,
}

/// Collects the lines that a search reports.
#[derive(Default)]
struct LastLines(Vec<PvLine>);

impl Listener for LastLines {
    fn report(&mut self, report: &Report<&[Move]>) {
        if report.bound != Bound::Exact || report.moves.is_empty() {
            return;
        }
        let line =
            PvLine { score: report.score, depth: report.depth, moves: report.moves.to_vec() };
        match self.0.get_mut(report.line.saturating_sub(1)) {
            Some(old) => *old = line,
            None => self.0.push(line),
        }
    }
}

/// The score of the best line, or that of the decision where there is none: an iteration that
/// was cut short has a score, but no line.
pub(super) fn best_score(decision: &Decision, lines: &[PvLine]) -> Score {
    lines.first().map_or(decision.score, |line| line.score)
}

impl Round<'_> {
    /// The limits of a search with so many nodes.
    pub(super) fn limits(&self, nodes: u64) -> Limits {
        let now = Instant::now();
        let move_time = self.deadline.map(|deadline| deadline.saturating_duration_since(now));
        Limits { nodes: Some(nodes.max(1)), move_time, ..Limits::default() }
    }

    /// The best lines of a position, with so many nodes.
    pub(super) fn lines<G: Searchable, E: Eval<G>>(
        &self,
        engine: &mut Engine<G, E>,
        position: &G,
        nodes: u64,
    ) -> (Decision, Vec<PvLine>) {
        let mut lines = LastLines::default();
        let limits =
            Limits { depth: self.order.depth, lines: self.order.lines, ..self.limits(nodes) };
        let decision = engine.search(position, &limits, self.control, &mut lines);
        (decision, lines.0)
    }

    /// The score of a position for who is on move, with so many nodes; adds what it used.
    pub(super) fn score<G: Searchable, E: Eval<G>>(
        &self,
        engine: &mut Engine<G, E>,
        position: &G,
        nodes: u64,
        spent: &mut u64,
    ) -> Score {
        let decision = engine.search(position, &self.limits(nodes), self.control, &mut ());
        *spent += decision.nodes;
        decision.score
    }
}
