//! What a node does with one of its moves: leave it out, search it deeper, or search it first
//! shallower.

use std::ops::ControlFlow::{self, Break, Continue};

use super::facts::{Candidate, MovePlan, Node, Pruning};
use super::{SearchResult, Stopped, Worker};
use crate::base::{Score, Window};
use crate::board::Move;
use crate::eval::Eval;
use crate::game::{Camp, Searchable};
use crate::search::api::Bound;
use crate::search::depth::Depth;
use crate::search::prune;

impl<G: Searchable, E: Eval<G>> Worker<'_, G, E> {
    /// Need a move after the first be looked at, when nothing is known to be lost?
    #[inline]
    pub(super) fn pruning(&self, node: &Node, candidate: &Candidate, quiets: i32) -> Pruning {
        let &Candidate { mv, noisy, checks, history, reduction, .. } = candidate;
        let depth = node.depth;
        let lmr_depth = (depth - reduction / prune::PLY).max(Depth::new(1));
        if !noisy && !checks {
            let improving = node.trend.improving;
            let enough = quiets >= self.margins.quiet_moves_enough(depth, improving);
            let futile =
                !node.in_check && self.margins.is_futile(lmr_depth, node.eval, node.window.alpha);
            if enough || futile {
                return Pruning::SkipAllQuiet;
            }
            if self.margins.has_failed(lmr_depth, depth, history) {
                return Pruning::Skip;
            }
        }
        if noisy && !checks && !node.in_check {
            let gain = self.game.gain(mv);
            if self.margins.is_futile_capture(lmr_depth, node.eval, gain, node.window.alpha) {
                return Pruning::Skip;
            }
        }
        let at_depth = if noisy { depth } else { lmr_depth };
        let allowance = self.margins.exchange_allowance(at_depth, noisy || checks);
        if depth.plies() <= self.margins.exchange_depth && !self.game.exchange(mv, allowance) {
            return Pruning::Skip;
        }
        Pruning::Search
    }

    /// How many plies deeper a move is searched, or what the node is worth if that is found
    /// on the way. `is_tt_move`: the table has this move, and it is not left out.
    #[inline]
    pub(super) fn extension(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        is_tt_move: bool,
    ) -> Result<ControlFlow<Score, i32>, Stopped> {
        let &Node { ply, depth, is_pv, .. } = node;
        if ply as i32 >= self.margins.extension_most * self.root_depth.plies() {
            return Ok(Continue(0));
        }
        if is_tt_move {
            match self.singularity(node, candidate.mv)? {
                Continue(0) => {}
                found => return Ok(found),
            }
        }
        let urgent = is_pv || depth.plies() <= self.margins.check_depth;
        let check = candidate.checks && urgent && self.game.exchange(candidate.mv, 0);
        let placing = node.is_prelude && depth.plies() >= self.margins.prelude_depth;
        Ok(Continue(i32::from(check || placing)))
    }

    /// Is the table's move the only good one? Searched shallower without it, everything else
    /// stays well below what the table promises: then it is searched deeper (Anantharaman,
    /// Campbell, Hsu 1988). If not even that, and others are above beta too, several moves
    /// refute (multicut, Björnsson and Marsland 2001).
    fn singularity(&mut self, node: &Node, mv: Move) -> Result<ControlFlow<Score, i32>, Stopped> {
        let &Node { ply, depth, window, cut_node, is_pv, .. } = node;
        let Some(entry) = node.tt_entry else { return Ok(Continue(0)) };
        if depth.plies() < self.margins.singular_depth
            || entry.depth < depth - self.margins.singular_entry
            || entry.bound == Bound::Upper
            || entry.score.is_decided()
        {
            return Ok(Continue(0));
        }
        let bar = entry.score - self.margins.singular_margin * depth.plies() / 16;
        let half = Depth::new((depth.plies() - 1) / 2);
        self.entry(ply).excluded = Some(mv);
        let result = self.node(ply, half, Window { alpha: bar - 1, beta: bar }, cut_node);
        self.entry(ply).excluded = None;
        let score = result?;
        Ok(if score < bar {
            let very = !is_pv && score + self.margins.singular_double < bar;
            Continue(1 + i32::from(very))
        } else if bar >= window.beta {
            Break(bar)
        } else if entry.score >= window.beta {
            Continue(-self.margins.singular_negative)
        } else if cut_node {
            Continue(-self.margins.singular_cut)
        } else {
            Continue(0)
        })
    }

    /// Searches a move, late ones first shallower.
    #[inline]
    pub(super) fn search_candidate(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        extension: i32,
        best: Score,
    ) -> SearchResult {
        let &Node { ply, depth, window, cut_node, is_pv, trend, .. } = node;
        let &Candidate { mv, count, noisy, checks, history, reduction } = candidate;
        let new_depth = depth - 1 + extension;
        let when = |is_so, amount| if is_so { amount } else { 0 };
        let many_refuted = self.entry(ply).refuted >= self.margins.reduction_refuted_many;
        let mut reduce = reduction - history * prune::PLY / self.margins.reduction_history;
        reduce += when(cut_node, self.margins.reduction_cut_node)
            + when(!trend.improving, self.margins.reduction_worse)
            + when(node.tt_noisy, self.margins.reduction_tt_noisy)
            + when(many_refuted, self.margins.reduction_refuted);
        reduce -= when(is_pv, self.margins.reduction_pv)
            + when(node.was_pv, self.margins.reduction_was_pv)
            + when(checks, self.margins.reduction_check)
            + when(node.is_prelude, prune::PLY)
            + (node.static_eval - node.raw_eval).abs() * self.margins.reduction_corrected;
        let reduce = reduce / prune::PLY;
        let is_late = depth.plies() >= self.margins.reduction_depth
            && count > 1 + i32::from(is_pv)
            && (!noisy || reduce > 1);
        let reduced = (new_depth - reduce).clamp(Depth::new(1), new_depth.max(Depth::new(1)));
        let plan = MovePlan {
            depth: new_depth,
            reduced: is_late.then_some(reduced),
            best,
            is_first: count == 1,
            is_pv,
            cut_node,
        };
        self.search_move(ply, mv, window, &plan)
    }

    /// Plays a move of the node at `ply`, searches what comes of it, and takes it back. Inlined
    /// into the node, which spends its time here, and into the root.
    #[inline(always)]
    pub(super) fn search_move(
        &mut self,
        ply: usize,
        mv: Move,
        window: Window,
        plan: &MovePlan,
    ) -> SearchResult {
        let mover = self.game.camp();
        self.play(ply, mv);
        let result = self.search_after_move(mover, ply, window, plan);
        self.undo();
        result
    }

    /// Principal variation search: all moves but the first with a window that only asks whether
    /// they are better, late ones first shallower, and again in full where they are.
    #[inline(always)]
    fn search_after_move(
        &mut self,
        mover: Camp,
        ply: usize,
        window: Window,
        plan: &MovePlan,
    ) -> SearchResult {
        let &MovePlan { mut depth, reduced, best, is_first, is_pv, cut_node } = plan;
        let null = Window::null(window.alpha);
        let mut score = -Score::INFINITE;
        let mut need_null = !is_pv || !is_first;
        if let Some(reduced) = reduced {
            // A rival refutes; a partner who moves next does not.
            self.entry(ply).reduction = depth.plies() - reduced.plies();
            score = self.child(mover, ply, reduced, null, false)?;
            self.entry(ply).reduction = 0;
            if score > window.alpha && reduced < depth {
                if score > best + self.margins.research_deeper {
                    depth = depth + 1;
                } else if score < best + self.margins.research_shallower {
                    depth = depth - 1;
                }
            }
            need_null = score > window.alpha && reduced < depth;
        }
        if need_null {
            score = self.child(mover, ply, depth, null, cut_node)?;
        }
        if is_pv && (is_first || score > window.alpha) {
            score = self.pv_child(mover, ply, depth, window)?;
        }
        Ok(score)
    }
}
