//! Iterative deepening: the root's moves, searched deeper and deeper until it is time
//! to answer.

use std::cmp::Reverse;
use std::sync::atomic::Ordering;

use super::clock;
use super::params;
use super::worker::{Outcome, Worker};
use super::{Bound, Listener, Report};
use crate::base::score::MAX_PLY;
use crate::base::{Score, Window};
use crate::board::Move;
use crate::eval::Eval;
use crate::game::Searchable;

/// A move at the root and what is known of it.
#[derive(Clone)]
pub struct RootMove {
    pub mv: Move,
    /// From this iteration; minus infinite if it only failed to be better than another.
    pub score: Score,
    /// From the iteration before.
    pub previous: Score,
    pub nodes: u64,
    pub deepest: usize,
    pub line: Vec<Move>,
}

impl RootMove {
    pub fn new(mv: Move) -> Self {
        let unknown = -Score::INFINITE;
        Self { mv, score: unknown, previous: unknown, nodes: 0, deepest: 0, line: vec![mv] }
    }
}

/// What a thread found.
pub struct Finding {
    pub moves: Vec<RootMove>,
    pub depth: i32,
}

impl Finding {
    /// The score to believe of the best move: of the last iteration that looked at it. Level
    /// if not even the first iteration came so far.
    pub fn score(&self) -> Score {
        let known = |score: &Score| *score != -Score::INFINITE;
        let scores = self.moves.first().map(|best| [best.score, best.previous]);
        scores.into_iter().flatten().find(known).unwrap_or_default()
    }
}

/// Longer than this a search tells also of scores that are only bounds.
const TELL_BOUNDS_AFTER: std::time::Duration = std::time::Duration::from_secs(2);

impl<G: Searchable, E: Eval<G>> Worker<'_, G, E> {
    /// Deepens until a limit is reached. `first_depth` lets helpers be out of step.
    pub fn deepen(
        &mut self,
        mut moves: Vec<RootMove>,
        first_depth: i32,
        listener: &mut impl Listener,
    ) -> Finding {
        let limits = self.shared.limits;
        let lines = limits.lines.clamp(1, moves.len().max(1));
        let last =
            limits.depth.map_or(MAX_PLY as i32 - 1, |depth| depth.min(MAX_PLY as u32 - 1) as i32);
        let mut completed = 0;
        let mut stable = 0;
        let mut best_before = None;
        for depth in first_depth.min(last)..=last {
            self.begin_iteration(if completed == 0 { 1 } else { depth });
            for root in &mut moves {
                root.previous = root.score;
                root.score = -Score::INFINITE;
            }
            let total_before = self.nodes;
            let mut stopped = false;
            for line in 0..lines {
                self.deepest = 0;
                stopped = self.aspire(&mut moves, line, depth, listener).is_err();
                moves[line..].sort_by_key(|root| Reverse((root.score, root.previous)));
                moves[..=line].sort_by_key(|root| Reverse(root.score));
                if stopped {
                    break;
                }
            }
            if !stopped {
                completed = depth;
                if self.is_main {
                    for line in 0..lines {
                        self.tell(&moves, line, depth, Bound::Exact, listener);
                    }
                }
            }
            if stopped || !self.is_main {
                if stopped {
                    break;
                }
                continue;
            }
            let best = &moves[0];
            stable = if Some(best.mv) == best_before { stable + 1 } else { 0 };
            best_before = Some(best.mv);
            let spent = (self.nodes - total_before).max(1);
            let share = best.nodes as f64 / spent as f64;
            let fall = if depth > 1 { best.previous - best.score } else { 0 };
            let mate_found = limits.mate.is_some_and(|mate| {
                best.score.mate_in().is_some_and(|plies| plies > 0 && (plies as u32) < 2 * mate)
            });
            let forced = moves.len() == 1 && limits.clock.is_some() && depth >= 4;
            let need = if forced { 0.0 } else { clock::need(stable, share, fall) };
            let total = self.tell_nodes();
            if mate_found || self.shared.timer.is_enough(self.shared.signal, total, need) {
                break;
            }
        }
        if self.is_main {
            self.shared.halt.store(true, Ordering::Relaxed);
        }
        self.tell_nodes();
        Finding { moves, depth: completed }
    }

    /// Aspiration (Slate and Atkin 1977): a narrow window round the last score, widened on
    /// the side on which it fails.
    fn aspire(
        &mut self,
        moves: &mut [RootMove],
        line: usize,
        depth: i32,
        listener: &mut impl Listener,
    ) -> Outcome {
        let expected = moves[line].previous;
        let mut width = params::aspiration() + expected.value().abs() / 40;
        let mut window = Window::FULL;
        if depth >= 4 && !expected.is_decided() && expected != -Score::INFINITE {
            window = Window { alpha: expected - width, beta: expected + width };
        }
        loop {
            let score = self.root(moves, line, depth, window)?;
            moves[line..].sort_by_key(|root| Reverse((root.score, root.previous)));
            let bound = if score <= window.alpha {
                window.beta = window.alpha + (window.beta - window.alpha) / 2;
                window.alpha = (score - width).max(-Score::INFINITE);
                Bound::Upper
            } else if score >= window.beta {
                window.beta = (score + width).min(Score::INFINITE);
                Bound::Lower
            } else {
                return Ok(score);
            };
            if self.is_main && self.shared.timer.elapsed(self.nodes) > TELL_BOUNDS_AFTER {
                self.tell(moves, line, depth, bound, listener);
            }
            width *= 2;
            if width > 800 {
                window = Window::FULL;
            }
        }
    }

    fn root(&mut self, moves: &mut [RootMove], from: usize, depth: i32, window: Window) -> Outcome {
        self.visit(0)?;
        let mover = self.game.camp();
        self.frame(0).eval = (!self.game.in_check()).then(|| (mover, self.evaluate()));
        self.frame(1).killers = [None; 2];
        let mut open = window;
        let mut best = -Score::INFINITE;
        for (index, root) in moves[from..].iter_mut().enumerate() {
            let mv = root.mv;
            let nodes_before = self.nodes;
            let late =
                index >= 3 && depth >= 3 && !self.game.is_noisy(mv) && !self.game.gives_check(mv);
            let reduction = if late { self.shared.reductions.of(depth, index as i32) } else { 0 };
            let score = self.after(0, mv, |worker| {
                let mut score = open.alpha + 1;
                if index > 0 {
                    let null = Window::null(open.alpha);
                    let reduced = (depth - 1 - reduction).max(1);
                    score = worker.child(mover, 0, null, false, |worker, ply, window, cut| {
                        worker.node(ply, reduced.min(depth - 1), window, cut)
                    })?;
                    if score > open.alpha && reduced < depth - 1 {
                        score =
                            worker.child(mover, 0, null, false, |worker, ply, window, cut| {
                                worker.node(ply, depth - 1, window, cut)
                            })?;
                    }
                }
                if index == 0 || score > open.alpha {
                    score = worker.child(mover, 0, open, false, |worker, ply, window, _| {
                        worker.node(ply, depth - 1, window, false)
                    })?;
                }
                Ok(score)
            })?;
            root.nodes = self.nodes - nodes_before;
            if index == 0 || score > open.alpha {
                root.score = score;
                root.deepest = self.deepest;
                root.line.clear();
                root.line.push(mv);
                root.line.extend(self.line(1).iter());
            }
            best = best.max(score);
            open.alpha = open.alpha.max(score);
            if open.is_empty() {
                break;
            }
        }
        Ok(best)
    }

    fn tell(
        &mut self,
        moves: &[RootMove],
        line: usize,
        depth: i32,
        bound: Bound,
        listener: &mut impl Listener,
    ) {
        let nodes = self.tell_nodes();
        let root = &moves[line];
        if root.score == -Score::INFINITE {
            return;
        }
        listener.report(&Report {
            depth: depth as u32,
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
