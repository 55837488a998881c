//! Iterative deepening: the root's moves, searched deeper and deeper until it is time
//! to answer.

use std::cmp::Reverse;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::facts::MovePlan;
use super::{SearchResult, StackEntry, Stopped, Worker};
use crate::base::score::MAX_PLY;
use crate::base::{Score, Window};
use crate::board::Move;
use crate::eval::Eval;
use crate::game::Searchable;
use crate::search::api::{Bound, Listener, Report};
use crate::search::deepening::Stability;
use crate::search::depth::Depth;
use crate::search::prune;
use crate::search::root_move::{RootMove, RootResult};

/// A search that takes longer than this reports scores that are only bounds, too.
const TELL_BOUNDS_AFTER: Duration = Duration::from_secs(2);

/// The listener, with whom no other thread speaks until what is answered is dropped.
fn heard<L>(listener: &Mutex<L>) -> MutexGuard<'_, L> {
    listener.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G: Searchable, E: Eval<G>> Worker<'_, G, E> {
    /// Deepens until a limit is reached, together with the other threads.
    pub fn deepen(
        mut self,
        moves: Vec<RootMove>,
        listener: &Mutex<&mut impl Listener>,
    ) -> RootResult {
        let shared = self.shared;
        let limits = shared.limits;
        let lines = limits.lines.clamp(1, moves.len().max(1));
        let deepest = MAX_PLY as u32 - 1;
        let last = Depth::new(limits.depth.map_or(deepest, |depth| depth.clamp(1, deepest)) as i32);
        let mut own = RootResult { moves, depth: Depth::default() };
        while let Some(depth) = shared.deepening.next(self.index, &mut own, last) {
            self.has_move |= !own.depth.is_leaf();
            self.begin_iteration(depth);
            for root in &mut own.moves {
                root.previous = root.score;
                root.score = -Score::INFINITE;
                root.nodes = 0;
            }
            let nodes_before = self.nodes;
            if self.search_lines(&mut own.moves, lines, depth, listener).is_err() {
                if shared.is_halted() {
                    shared.deepening.end(&mut own, depth);
                    break;
                }
                // Overtaken: what the line that was broken off has noted means nothing now.
                self.stack.fill(StackEntry::NEW);
                continue;
            }
            own.depth = depth;
            let nodes = self.nodes - nodes_before;
            if let Some(mut iterations) = shared.deepening.complete(&mut own) {
                let mut listener = heard(listener);
                for line in 0..lines {
                    self.tell(&own.moves, line, depth, Bound::Exact, *listener);
                }
                if self.is_enough(&own.moves, depth, nodes, &mut iterations.stability) {
                    shared.halt();
                }
            }
            if shared.is_halted() {
                break;
            }
        }
        if own.depth.is_leaf() && self.is_main() {
            self.tell_unfinished(&mut own.moves, *heard(listener));
        }
        self.tell_nodes();
        own
    }

    /// One iteration: the best lines one after the other, sorted as far as the search came.
    fn search_lines(
        &mut self,
        moves: &mut [RootMove],
        lines: usize,
        depth: Depth,
        listener: &Mutex<&mut impl Listener>,
    ) -> Result<(), Stopped> {
        for line in 0..lines {
            self.deepest = 0;
            let result = self.aspire(moves, line, depth, listener);
            moves[line..].sort_by_key(|root| Reverse((root.score, root.previous)));
            moves[..=line].sort_by_key(|root| Reverse(root.score));
            result?;
        }
        Ok(())
    }

    /// Is another iteration not worth beginning, after this one took so many nodes?
    fn is_enough(
        &mut self,
        moves: &[RootMove],
        depth: Depth,
        nodes: u64,
        stability: &mut Stability,
    ) -> bool {
        let limits = self.shared.limits;
        let best = &moves[0];
        let is_same = stability.best == Some(best.mv);
        stability.iterations = if is_same { stability.iterations + 1 } else { 0 };
        stability.best = Some(best.mv);
        let share = best.nodes as f64 / nodes.max(1) as f64;
        // That of the move that was best: a new one has no score of its own to fall from.
        let fall = stability.score.map_or(0, |before| before - best.score);
        stability.score = Some(best.score);
        let mate_found = limits.mate.is_some_and(|mate| {
            best.score.mates_in().is_some_and(|plies| (plies as u32) < 2 * mate)
        });
        let is_forced = moves.len() == 1
            && limits.clock.is_some()
            && depth.plies() >= self.margins.clock_forced_depth;
        let need =
            if is_forced { 0.0 } else { self.margins.need(stability.iterations, share, fall) };
        let total = self.tell_nodes();
        mate_found || self.shared.timer.is_enough(self.shared.control, total, need)
    }

    /// Aspiration (Slate and Atkin 1977): a narrow window round the last score, widened on
    /// the side on which it fails.
    fn aspire(
        &mut self,
        moves: &mut [RootMove],
        line: usize,
        depth: Depth,
        listener: &Mutex<&mut impl Listener>,
    ) -> SearchResult {
        let expected = moves[line].previous;
        let widened = expected.value().abs() / self.margins.aspiration_score_divisor;
        let mut width = self.margins.aspiration + widened;
        let mut window = Window::FULL;
        let mut shallower = 0;
        let is_deep = depth.plies() >= self.margins.aspiration_depth;
        if is_deep && !expected.is_decided() && expected != -Score::INFINITE {
            window = Window { alpha: expected - width, beta: expected + width };
        }
        loop {
            let searched = (depth - shallower).max(Depth::new(1));
            let score = self.root(&mut moves[line..], searched, window)?;
            moves[line..].sort_by_key(|root| Reverse((root.score, root.previous)));
            let bound = if score <= window.alpha {
                window.beta = window.alpha + (window.beta - window.alpha) / 2;
                window.alpha = (score - width).max(-Score::INFINITE);
                shallower = 0;
                Bound::Upper
            } else if score >= window.beta {
                window.beta = (score + width).min(Score::INFINITE);
                shallower = (shallower + 1).min(self.margins.aspiration_fail_high);
                Bound::Lower
            } else {
                return Ok(score);
            };
            if self.is_main() && self.shared.timer.elapsed(self.nodes) > TELL_BOUNDS_AFTER {
                self.tell(moves, line, depth, bound, *heard(listener));
            }
            width *= 2;
            if width > self.margins.aspiration_most {
                window = Window::FULL;
            }
        }
    }

    /// The root node: its moves come from a list, and nothing is pruned.
    fn root(&mut self, moves: &mut [RootMove], depth: Depth, window: Window) -> SearchResult {
        self.visit(0)?;
        let mover = self.game.camp();
        let correction = self.correction(0);
        self.entry(0).eval = (!self.game.in_check()).then(|| (mover, self.evaluate() + correction));
        self.forget_siblings(0);
        let mut open = window;
        let mut best = -Score::INFINITE;
        for (index, root) in moves.iter_mut().enumerate() {
            let mv = root.mv;
            let nodes_before = self.nodes;
            let is_first = index == 0;
            let plan = MovePlan {
                depth: depth - 1,
                reduced: self.reduced_at_root(mv, index, depth),
                best,
                is_first,
                is_pv: true,
                cut_node: false,
            };
            let score = self.search_move(0, mv, open, &plan)?;
            root.nodes += self.nodes - nodes_before;
            self.has_move = true;
            if is_first || score > open.alpha {
                root.score = score;
                root.deepest = self.deepest;
                root.line.clear();
                root.line.push(mv);
                root.line.extend(self.line(1).iter());
            } else {
                root.score = -Score::INFINITE;
            }
            best = best.max(score);
            open.alpha = open.alpha.max(score);
            if open.is_empty() {
                break;
            }
        }
        Ok(best)
    }

    /// The depth to which a late quiet move is searched first.
    fn reduced_at_root(&self, mv: Move, index: usize, depth: Depth) -> Option<Depth> {
        let is_late = index >= self.margins.reduction_root as usize
            && depth.plies() >= self.margins.reduction_depth
            && !self.game.is_noisy(mv)
            && !self.game.gives_check(mv);
        let reduction = self.shared.reductions.of(depth, index as i32) / prune::PLY;
        is_late.then(|| (depth - 1 - reduction).max(Depth::new(1)))
    }

    /// What is played is told, too, if not even the first iteration came to its end.
    fn tell_unfinished(&mut self, moves: &mut [RootMove], listener: &mut impl Listener) {
        let best = &mut moves[0];
        if !best.is_known() {
            best.score = Score::default();
        }
        self.tell(moves, 0, Depth::new(1), Bound::Exact, listener);
    }

    fn tell(
        &mut self,
        moves: &[RootMove],
        line: usize,
        depth: Depth,
        bound: Bound,
        listener: &mut impl Listener,
    ) {
        let nodes = self.tell_nodes();
        let root = &moves[line];
        if !root.is_known() {
            return;
        }
        listener.report(&Report {
            depth: depth.plies() as u32,
            deepest: root.deepest as u32 + 1,
            line: line + 1,
            score: root.score,
            bound,
            nodes,
            time: self.shared.timer.elapsed(nodes),
            table_full: self.shared.table.fullness(),
            moves: &root.line,
        });
    }
}
