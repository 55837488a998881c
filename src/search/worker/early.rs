//! The decisions of a node that look at none of its moves one by one: reverse futility,
//! razoring, null move and ProbCut.

use super::facts::Node;
use super::{Stopped, Worker};
use crate::base::{Score, Window};
use crate::eval::Eval;
use crate::game::Searchable;
use crate::search::api::Bound;
use crate::search::history::ContinuationKey;
use crate::search::mate::DROP_MATE_FLIGHTS;
use crate::search::picker::Picker;
use crate::search::table::TtEntry;

impl<G: Searchable, E: Eval<G>> Worker<'_, G, E> {
    /// Is this node decided without looking at its moves one by one?
    pub(super) fn prune_node(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        let &Node { ply, depth, window, eval, trend, .. } = node;
        if self.margins.is_far_above(depth, eval, window.beta, trend)
            && !node.was_pv
            && !self.game.is_threatened(DROP_MATE_FLIGHTS)
        {
            self.keep_eval(node.tt_entry, node.raw_eval);
            return Ok(Some(Score::cp((eval + window.beta.value()) / 2)));
        }
        if self.margins.is_far_below(depth, eval, window.alpha) {
            let score = self.quiescence(ply, window, true)?;
            if score <= window.alpha {
                return Ok(Some(score));
            }
        }
        if let Some(score) = self.pass_refutes(node)? {
            return Ok(Some(score));
        }
        self.capture_refutes(node)
    }

    /// Null move: if the rival may move twice and still does not get below beta, a real move
    /// will not be worse.
    fn pass_refutes(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        let &Node { ply, depth, window, eval, .. } = node;
        let mover = self.game.camp();
        let after_pass = ply > 0 && self.keys_before(ply)[0] == ContinuationKey::NONE;
        if depth.plies() < self.margins.null_depth
            || eval < window.beta.value()
            || node.static_eval < window.beta.value() + self.margins.null_margin
            || window.beta.is_decided()
            || after_pass
            || !self.game.pass()
        {
            return Ok(None);
        }
        self.leave(ply, ContinuationKey::NONE, None);
        self.thread.eval.push();
        let reduction = self.margins.null_reduction(depth, eval - window.beta.value());
        let null = Window { alpha: window.beta - 1, beta: window.beta };
        let result = self.child(mover, ply, depth - reduction, null, node.cut_node);
        self.game.undo();
        self.thread.eval.pop();
        let score = result?;
        let refutation = if score.is_decided() { window.beta } else { score };
        Ok((score >= window.beta).then_some(refutation))
    }

    /// ProbCut (Buro 1995): a capture that is far above beta in a shallower search will be
    /// above it in a deeper one.
    fn capture_refutes(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        let &Node { ply, depth, window, .. } = node;
        let bar = window.beta + self.margins.probcut_margin;
        let reduced = depth - self.margins.probcut_reduction;
        let known_below =
            node.tt_entry.is_some_and(|entry| entry.depth > reduced && entry.score < bar);
        if depth.plies() < self.margins.probcut_depth || bar.is_decided() || known_below {
            return Ok(None);
        }
        let least = bar.value() - node.eval;
        let tt_move = node.tt_entry.and_then(|entry| entry.mv).filter(|&mv| {
            self.game.is_legal(mv) && self.game.is_noisy(mv) && self.game.exchange(mv, least)
        });
        let mark = self.moves.mark();
        let mut picker = Picker::noisy(&self.moves, tt_move, least);
        let mover = self.game.camp();
        let null = Window { alpha: bar - 1, beta: bar };
        let mut found = Ok(None);
        let mut refutation = None;
        loop {
            let (moves, context) = self.picking(ply);
            let Some(mv) = picker.next(moves, &context) else { break };
            if picker.is_at_losing_captures() {
                break;
            }
            self.prefetch(mv);
            let result = self.after(ply, mv, |worker| {
                let quick = worker.quiet_child(mover, ply, null, true)?;
                if quick < bar {
                    return Ok(quick);
                }
                worker.child(mover, ply, reduced, null, node.cut_node)
            });
            match result {
                Ok(score) if score < bar => {}
                other => {
                    refutation = Some(mv);
                    found = other.map(Some);
                    break;
                }
            }
        }
        self.moves.release(mark);
        let Some(score) = found? else { return Ok(None) };
        let entry = TtEntry {
            mv: refutation,
            score,
            eval: node.raw_eval,
            depth: reduced + 1,
            bound: Bound::Lower,
            was_pv: node.was_pv,
        };
        self.shared.table.store(self.key(), ply, entry);
        Ok(Some(if score.is_decided() { score } else { score - self.margins.probcut_margin }))
    }
}
