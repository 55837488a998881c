//! An inner node: principal variation search (Marsland 1983) with what is known to make
//! it fast. Here is the order of its decisions; `early` and `moves` make them, and `prune` has
//! their formulas.

use std::ops::ControlFlow::{Break, Continue};

use arrayvec::ArrayVec;

use super::facts::{Candidate, Node, Pruning};
use super::{QuietMove, SearchResult, Worker};
use crate::base::score::MAX_PLY;
use crate::base::{Score, Window};
use crate::board::Move;
use crate::eval::Eval;
use crate::game::Searchable;
use crate::search::api::Bound;
use crate::search::depth::Depth;
use crate::search::history::Followed;
use crate::search::picker::Picker;
use crate::search::prune::Trend;
use crate::search::table::TtEntry;

/// Moves that failed at a node and pay for it when another refutes; more are forgotten.
type Tried = ArrayVec<Move, 48>;

impl<G: Searchable, E: Eval<G>> Worker<'_, G, E> {
    /// The score of this position, searched to this depth.
    pub(super) fn node(
        &mut self,
        ply: usize,
        depth: Depth,
        window: Window,
        cut_node: bool,
    ) -> SearchResult {
        if depth.is_leaf() {
            return self.quiescence(ply, window, true);
        }
        self.visit(ply)?;
        let is_pv = window.is_wide();
        if is_pv {
            self.line(ply).clear();
        }
        if self.game.drawn(ply) {
            return Ok(Score::ZERO);
        }
        let in_check = self.game.in_check();
        if ply >= MAX_PLY {
            return Ok(if in_check { Score::ZERO } else { Score::cp(self.evaluate()) });
        }
        let window = window.within_mates(ply);
        if window.is_empty() {
            return Ok(window.alpha);
        }

        let excluded = self.entry(ply).excluded;
        let key = self.key();
        let tt_entry = if excluded.is_none() { self.shared.table.probe(key, ply) } else { None };
        if let Some(entry) = tt_entry
            && !is_pv
            && self.table_decides(ply, depth, window, entry)
        {
            return Ok(entry.score);
        }

        let mut node = Node {
            ply,
            depth,
            window,
            cut_node,
            is_pv,
            in_check,
            trend: Trend::default(),
            is_prelude: !self.game.is_settled(),
            raw_eval: 0,
            static_eval: 0,
            eval: 0,
            was_pv: is_pv || tt_entry.is_some_and(|entry| entry.was_pv),
            tt_entry,
            tt_noisy: false,
            static_floor: None,
        };
        let may_glance = !in_check && ply > 0 && excluded.is_none();
        if may_glance && let Some(score) = self.glance(&mut node) {
            return Ok(score);
        }
        self.look_at_position(&mut node);
        if excluded.is_none() && !in_check {
            self.look_back(&mut node);
        }
        let may_prune = !in_check && !is_pv && !node.is_prelude && excluded.is_none();
        if may_prune && let Some(score) = self.prune_node(&node)? {
            return Ok(score);
        }
        // Internal iterative reduction (Schröder): without a move to begin with, an order
        // must be found first, and a shallower search finds it cheaper.
        let has_tt_move = tt_entry.is_some_and(|entry| entry.mv.is_some());
        let is_deep = node.depth.plies() >= self.margins.iterative_depth;
        if is_deep && excluded.is_none() && !has_tt_move {
            node.depth = node.depth - 1;
        }

        let mark = self.moves.mark();
        let result = self.search_moves(&mut node, excluded);
        self.moves.release(mark);
        result
    }

    /// The score of a node that is decided before its position is evaluated: by a mate that is
    /// seen at a glance, or by one that only waits for a piece.
    #[inline]
    fn glance(&mut self, node: &mut Node) -> Option<Score> {
        if let Some(score) = self.mates_at_once(node.ply, node.is_pv) {
            return Some(score);
        }
        node.static_floor = self.worth_of_mate_to_come();
        node.static_floor.filter(|&floor| floor >= node.window.beta)
    }

    /// Near a draw by count, equal positions are not worth the same: no answers from the table.
    #[inline]
    fn is_near_count_draw(&self) -> bool {
        let near = self.margins.count_draw_near as usize;
        self.game.plies_to_draw().is_some_and(|plies| plies <= near)
    }

    /// Static evaluation, corrected by what earlier searches found.
    fn look_at_position(&mut self, node: &mut Node) {
        self.forget_siblings(node.ply);
        if node.in_check {
            self.entry(node.ply).eval = None;
            return;
        }
        node.raw_eval = match node.tt_entry {
            Some(entry) => entry.eval,
            None => self.evaluate(),
        };
        node.static_eval = node.raw_eval + self.correction(node.ply);
        node.eval = node.static_eval;
        self.entry(node.ply).eval = Some((self.game.camp(), node.eval));
        node.trend = self.trend(node.ply, node.eval);
        // A bound from the table is a better guess than the evaluation, where it says more.
        if let Some(entry) = node.tt_entry
            && entry.depth.plies() >= self.margins.guess_depth
            && !entry.score.is_decided()
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score.value() > node.eval,
                Bound::Upper => entry.score.value() < node.eval,
            }
        {
            node.eval = entry.score.value();
        }
    }

    /// What this node says of the move that led to it: how much it brought by the evaluation, and
    /// whether it was rightly searched shallower.
    fn look_back(&mut self, node: &mut Node) {
        let &mut Node { ply, depth, static_eval, trend, .. } = node;
        let Some(before) = self.rival_eval(ply) else { return };
        let reduction = self.entry_before(ply).reduction;
        if let Some(QuietMove { seat, mv, .. }) = self.rival_quiet(ply) {
            let most = self.margins.history_eval_most;
            let bonus = (self.margins.history_eval * (-static_eval - before)).clamp(-most, most);
            self.thread.histories.update_butterfly(seat, mv, bonus);
        }
        if reduction >= self.margins.hindsight_reduction && !trend.rival_worsening {
            node.depth = depth + 1;
        } else if reduction >= 2
            && depth.plies() >= 2
            && static_eval + before > self.margins.hindsight_sum
        {
            node.depth = depth - 1;
        }
    }

    fn search_moves(&mut self, node: &mut Node, excluded: Option<Move>) -> SearchResult {
        let &mut Node { ply, is_pv, .. } = node;
        let alpha_before = node.window.alpha;
        let tt_move = node.tt_entry.and_then(|entry| entry.mv).filter(|&mv| self.game.is_legal(mv));
        node.tt_noisy = tt_move.is_some_and(|mv| self.game.is_noisy(mv));
        let killers = self.entry(ply).killers;
        let before = self.keys_before(ply);
        let mut picker = Picker::new(&self.moves, tt_move, killers);
        let mut best = node.static_floor.unwrap_or(Score::mated(ply));
        let mut best_move = None;
        let mut count = 0;
        let mut quiet_count = 0;
        let mut quiets = Tried::new();
        let mut captures = Tried::new();

        loop {
            let (moves, context) = self.picking(ply);
            let Some(mv) = picker.next(moves, &context) else { break };
            if Some(mv) == excluded {
                continue;
            }
            count += 1;
            self.prefetch(mv);
            let candidate = self.candidate(node, mv, count, before, picker.history());
            quiet_count += i32::from(!candidate.noisy);
            if count > 1 && !best.is_decided() && !node.is_prelude {
                match self.pruning(node, &candidate, quiet_count - 1) {
                    Pruning::Search => {}
                    Pruning::Skip => continue,
                    Pruning::SkipAllQuiet => {
                        picker.skip_quiet();
                        continue;
                    }
                }
            }
            let is_tt_move = Some(mv) == tt_move && excluded.is_none();
            let extension = match self.extension(node, &candidate, is_tt_move)? {
                Continue(plies) => plies,
                Break(score) => return Ok(score),
            };
            let score = self.search_candidate(node, &candidate, extension, best)?;

            if score > best {
                best = score;
                if score > node.window.alpha {
                    best_move = Some(mv);
                    node.window.alpha = score;
                    if is_pv {
                        self.extend_line(ply, mv);
                    }
                    if node.window.is_empty() {
                        self.learn(node, mv, &quiets, &captures);
                        self.entry_before(ply).refuted += 1;
                        break;
                    }
                    if !score.is_decided() {
                        node.depth = self.margins.after_alpha_raise(node.depth);
                    }
                }
            }
            let tried = if candidate.noisy { &mut captures } else { &mut quiets };
            let _ = tried.try_push(mv);
        }

        if count == 0 {
            return Ok(match excluded {
                Some(_) => node.window.alpha,
                None => self.stuck(ply),
            });
        }
        if excluded.is_none() {
            if best_move.is_none() {
                self.credit_rival(node);
            }
            self.remember(node, best, best_move, alpha_before);
        }
        Ok(best)
    }

    /// `history`: that of a quiet move, where the picker knows it already.
    #[inline]
    fn candidate(
        &self,
        node: &Node,
        mv: Move,
        count: i32,
        before: Followed,
        history: Option<i32>,
    ) -> Candidate {
        let seat = self.game.seat();
        let noisy = history.is_none() && self.game.is_noisy(mv);
        let checks = self.game.gives_check(mv);
        let histories = &self.thread.histories;
        let history = match history {
            Some(history) => history,
            None if noisy => histories.noisy(seat, mv, self.game.victim(mv)),
            None => histories.quiet(seat, before, self.margins).of(mv),
        };
        let reduction = self.shared.reductions.of(node.depth, count);
        Candidate { mv, count, noisy, checks, history, reduction }
    }

    /// All moves failed: the rival's quiet move that led here was good.
    fn credit_rival(&mut self, node: &Node) {
        if let Some(QuietMove { seat, mv, .. }) = self.rival_quiet(node.ply) {
            let before = self.keys_before(node.ply - 1);
            let bonus = self.margins.history_bonus(node.depth) * self.margins.history_prior / 100;
            self.thread.histories.update_quiet(seat, mv, before, bonus);
        }
    }

    /// Does the table say enough of this node? A quiet move of it that refutes without a search
    /// earns some history.
    #[inline]
    fn table_decides(&mut self, ply: usize, depth: Depth, window: Window, entry: TtEntry) -> bool {
        if entry.depth < depth || !entry.decides(window) || self.is_near_count_draw() {
            return false;
        }
        if entry.score >= window.beta
            && let Some(mv) = entry.mv
            && self.game.is_legal(mv)
            && !self.game.is_noisy(mv)
        {
            let (seat, before) = (self.game.seat(), self.keys_before(ply));
            let bonus = self.margins.history_bonus(depth) * self.margins.history_tt_cut / 100;
            self.thread.histories.update_quiet(seat, mv, before, bonus);
        }
        true
    }

    /// The move refuted: its history grows, and that of the moves tried before it falls.
    fn learn(&mut self, node: &Node, mv: Move, quiets: &[Move], captures: &[Move]) {
        let seat = self.game.seat();
        let before = self.keys_before(node.ply);
        let bonus = self.margins.history_bonus(node.depth);
        let malus = -bonus * self.margins.history_malus / 100;
        if self.game.is_noisy(mv) {
            let victim = self.game.victim(mv);
            self.thread.histories.update_noisy(seat, mv, victim, bonus);
        } else {
            let killers = &mut self.entry(node.ply).killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.thread.histories.update_quiet(seat, mv, before, bonus);
            for &other in quiets {
                self.thread.histories.update_quiet(seat, other, before, malus);
            }
        }
        for &other in captures {
            let victim = self.game.victim(other);
            self.thread.histories.update_noisy(seat, other, victim, malus);
        }
    }

    /// Writes the node into the table, and into the corrections what the evaluation missed.
    fn remember(&mut self, node: &Node, best: Score, best_move: Option<Move>, alpha: Score) {
        let bound = if best >= node.window.beta {
            Bound::Lower
        } else if best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let quiet_best = best_move.is_none_or(|mv| !self.game.is_noisy(mv));
        if !node.in_check && quiet_best && !best.is_decided() {
            let keys = &self.correction_keys(node.ply);
            let corrected = node.raw_eval + self.thread.histories.correction(keys);
            let off = best.value() - corrected;
            let informative = match bound {
                Bound::Exact => true,
                Bound::Lower => off > 0,
                Bound::Upper => off < 0,
            };
            if informative {
                self.thread.histories.update_correction(keys, off, node.depth, self.margins);
            }
        }
        let entry = TtEntry {
            mv: best_move,
            score: best,
            eval: node.raw_eval,
            depth: node.depth,
            bound,
            was_pv: node.was_pv,
        };
        self.shared.table.store(self.key(), node.ply, entry);
    }
}
