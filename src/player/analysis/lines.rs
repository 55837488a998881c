//! The lines of a search, each as it was reported last.

use super::Round;
use crate::base::Score;
use crate::base::time::Instant;
use crate::board::Move;
use crate::eval::Eval;
use crate::game::Searchable;
use crate::search::{Bound, Decision, Engine, Limits, Listener, MateProof, Report};

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

impl PvLine {
    fn of_mate(proof: MateProof) -> Self {
        let MateProof { plies, line } = proof;
        Self { score: Score::mating(plies), depth: plies as u32, moves: line }
    }
}

/// What a search for lines has found.
pub(super) struct LinesFound {
    pub(super) decision: Decision,
    pub(super) lines: Vec<PvLine>,
    pub(super) score: Score,
}

impl LinesFound {
    /// This line is the best one, of so many at most.
    pub(super) fn begin_with(&mut self, line: PvLine, most: usize) {
        self.score = line.score;
        self.decision.score = line.score;
        self.decision.best = line.moves.first().copied();
        self.lines.retain(|other| other.moves.first() != line.moves.first());
        self.lines.insert(0, line);
        self.lines.truncate(most.max(1));
    }

    /// The line that begins with this move, if there is one.
    pub(super) fn line_of(&self, first: Move) -> Option<PvLine> {
        self.lines.iter().find(|line| line.moves.first() == Some(&first)).cloned()
    }
}

/// A proof of mate may take this part of the nodes; its nodes are cheaper than others.
const PROOF_SHARE: u64 = 2;

/// The score of the best line, or that of the decision where there is none: an iteration that
/// was cut short has a score, but no line.
fn best_score(decision: &Decision, lines: &[PvLine]) -> Score {
    lines.first().map_or(decision.score, |line| line.score)
}

impl Round<'_> {
    /// The limits of a search with so many nodes.
    pub(super) fn limits(&self, nodes: u64) -> Limits {
        let now = Instant::now();
        let move_time = self.deadline.map(|deadline| deadline.saturating_duration_since(now));
        Limits { nodes: Some(nodes.max(1)), move_time, ..Limits::default() }
    }

    /// The best lines of a board, with so many nodes; among these moves, if some are named.
    /// Mates by checks are proved first, if they can be: among many drops a proof finds them long
    /// before the search does.
    pub(super) fn lines<G: Searchable, E: Eval<G>>(
        &self,
        engine: &mut Engine<G, E>,
        position: &G,
        board: usize,
        moves: Vec<Move>,
        nodes: u64,
    ) -> LinesFound {
        let mut spent = 0;
        let proof = match &self.order.mates {
            Some(known) => known[board].clone(),
            None => self.prove(engine, position, nodes, &mut spent),
        };
        let mut lines = LastLines::default();
        let limits = Limits {
            depth: self.order.depth,
            lines: self.order.lines,
            moves,
            ..self.limits(nodes.saturating_sub(spent))
        };
        let mut decision = engine.search(position, &limits, self.control, &mut lines);
        let lines = lines.0;
        decision.nodes += spent;
        let score = best_score(&decision, &lines);
        let mut found = LinesFound { decision, lines, score };
        if let Some(line) = proof.map(PvLine::of_mate).filter(|line| line.score > score) {
            found.begin_with(line, self.order.lines);
        }
        found
    }

    /// A mate that can be proved with a part of so many nodes.
    fn prove<G: Searchable, E: Eval<G>>(
        &self,
        engine: &mut Engine<G, E>,
        position: &G,
        nodes: u64,
        spent: &mut u64,
    ) -> Option<MateProof> {
        engine.prove_mate(position, &self.limits(nodes / PROOF_SHARE), self.control, spent)
    }

    /// The score of a position for who is on move, with so many nodes; adds what it used.
    pub(super) fn score<G: Searchable, E: Eval<G>>(
        &self,
        engine: &mut Engine<G, E>,
        position: &G,
        nodes: u64,
        spent: &mut u64,
    ) -> Score {
        if let Some(proof) = self.prove(engine, position, nodes, spent) {
            return Score::mating(proof.plies);
        }
        let decision = engine.search(position, &self.limits(nodes), self.control, &mut ());
        *spent += decision.nodes;
        decision.score
    }
}
