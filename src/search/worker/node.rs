//! An inner node: principal variation search (Marsland 1983) with what is known to make
//! it fast. Decisions are named in `prune`; here is their order.

use std::ops::ControlFlow::{self, Break, Continue};

use arrayvec::ArrayVec;

use super::{SearchResult, Stopped, Worker};
use crate::base::score::MAX_PLY;
use crate::base::{Score, Window};
use crate::board::Move;
use crate::eval::Eval;
use crate::game::Searchable;
use crate::search::api::Bound;
use crate::search::depth::Depth;
use crate::search::history::{ContinuationKey, history_bonus};
use crate::search::picker::Picker;
use crate::search::table::TtEntry;
use crate::search::{params, prune};

/// Moves that failed at a node and pay for it when another refutes; more are forgotten.
type Tried = ArrayVec<Move, 48>;

/// What a node knows about itself before its first move.
struct Node {
    ply: usize,
    depth: Depth,
    window: Window,
    /// Is it expected that some move refutes?
    cut_node: bool,
    is_pv: bool,
    in_check: bool,
    improving: bool,
    unrest: Option<Unrest>,
    raw_eval: i32,
    eval: i32,
    tt_entry: Option<TtEntry>,
    /// What the node is worth at least, whatever the moves bring.
    static_floor: Option<Score>,
}

/// Why quiet moves must not be pruned, though nobody is in check.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unrest {
    /// Pieces are still being placed.
    Prelude,
    /// The rival threatens mate.
    MateThreat,
}

/// How a move is searched.
pub(super) struct MovePlan {
    /// In full.
    pub depth: Depth,
    /// First to this depth, if it is a late move.
    pub reduced: Option<Depth>,
    pub is_first: bool,
    pub is_pv: bool,
    pub cut_node: bool,
}

/// A move that the picker handed out, and what the decisions about it rest on.
struct Candidate {
    mv: Move,
    /// Its number from 1; moves that were pruned count too.
    count: i32,
    noisy: bool,
    checks: bool,
    history: i32,
    /// In plies, by depth and count alone.
    reduction: i32,
}

/// Should a move be searched?
enum Pruning {
    Search,
    Skip,
    /// Neither this move nor any quiet move after it.
    SkipAllQuiet,
}

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
            return Ok(self.game.draw());
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
        let key = self.game.key();
        let tt_entry = if excluded.is_none() { self.shared.table.probe(key, ply) } else { None };
        if let Some(entry) = tt_entry
            && !is_pv
            && entry.depth >= depth
            && entry.decides(window)
            && !self.is_near_count_draw()
        {
            return Ok(entry.score);
        }

        let is_settled = self.game.is_settled();
        let mut node = Node {
            ply,
            depth,
            window,
            cut_node,
            is_pv,
            in_check,
            improving: false,
            unrest: if is_settled { None } else { Some(Unrest::Prelude) },
            raw_eval: 0,
            eval: 0,
            tt_entry,
            static_floor: None,
        };
        if !in_check && ply > 0 && excluded.is_none() {
            if let Some(score) = self.mates_at_once(ply, is_pv) {
                return Ok(score);
            }
            node.static_floor = self.worth_of_mate_to_come();
            if let Some(floor) = node.static_floor
                && floor >= window.beta
            {
                return Ok(floor);
            }
        }
        self.look_at_position(&mut node);
        let may_prune = !in_check && !is_pv && is_settled && excluded.is_none();
        if may_prune && let Some(score) = self.prune_node(&mut node)? {
            return Ok(score);
        }
        // Internal iterative reduction (Schröder): without a move to begin with, an order
        // must be found first, and a shallower search finds it cheaper.
        let has_tt_move = tt_entry.is_some_and(|entry| entry.mv.is_some());
        let is_deep = node.depth.plies() >= params::iterative_depth();
        if is_deep && excluded.is_none() && !has_tt_move {
            node.depth = node.depth - 1;
        }

        let mark = self.moves.mark();
        let result = self.search_moves(&mut node, excluded);
        self.moves.release(mark);
        result
    }

    /// Near a draw by count, equal positions are not worth the same: no answers from the table.
    #[inline]
    fn is_near_count_draw(&self) -> bool {
        let near = params::count_draw_near() as usize;
        self.game.plies_to_draw().is_some_and(|plies| plies <= near)
    }

    /// Static evaluation, corrected by what earlier searches found.
    fn look_at_position(&mut self, node: &mut Node) {
        self.entry(node.ply + 1).killers = [None; 2];
        if node.in_check {
            self.entry(node.ply).eval = None;
            return;
        }
        node.raw_eval = match node.tt_entry {
            Some(entry) => entry.eval,
            None => self.evaluate(),
        };
        let seat = self.game.seat();
        node.eval = node.raw_eval + self.thread.histories.correction(seat, self.game.part_keys());
        self.entry(node.ply).eval = Some((self.game.camp(), node.eval));
        node.improving = self.eval_before(node.ply).is_some_and(|before| node.eval > before);
        // A bound from the table is a better guess than the evaluation, where it says more.
        if let Some(entry) = node.tt_entry
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

    /// Is this node decided without looking at its moves one by one?
    fn prune_node(&mut self, node: &mut Node) -> Result<Option<Score>, Stopped> {
        let &mut Node { ply, depth, window, eval, improving, .. } = node;
        if prune::is_far_above(depth, eval, window.beta, improving) {
            if !self.game.is_threatened(params::drop_mate_flights() as u32) {
                return Ok(Some(Score::cp((eval + window.beta.value()) / 2)));
            }
            node.unrest = Some(Unrest::MateThreat);
        }
        if prune::is_far_below(depth, eval, window.alpha) {
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
    /// will not be worse. A threat of mate that shows in it is remembered.
    fn pass_refutes(&mut self, node: &mut Node) -> Result<Option<Score>, Stopped> {
        let &mut Node { ply, depth, window, eval, .. } = node;
        let mover = self.game.camp();
        let after_pass = ply > 0 && self.keys_before(ply)[0] == ContinuationKey::NONE;
        if depth.plies() < params::null_depth()
            || eval < window.beta.value()
            || window.beta.is_decided()
            || after_pass
            || !self.game.pass()
        {
            return Ok(None);
        }
        self.entry(ply).key = ContinuationKey::NONE;
        self.thread.eval.push();
        let reduction = prune::null_reduction(depth, eval - window.beta.value());
        let null = Window { alpha: window.beta - 1, beta: window.beta };
        let result = self.child(mover, ply, depth - reduction, null, node.cut_node);
        self.game.undo();
        self.thread.eval.pop();
        let score = result?;
        if score >= window.beta {
            return Ok(Some(if score.is_decided() { window.beta } else { score }));
        }
        if score.is_decided() {
            node.unrest = Some(Unrest::MateThreat);
        }
        Ok(None)
    }

    /// ProbCut (Buro 1995): a capture that is far above beta in a shallower search will be
    /// above it in a deeper one.
    fn capture_refutes(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        let &Node { ply, depth, window, .. } = node;
        let bar = window.beta + params::probcut_margin();
        let reduced = depth - params::probcut_reduction();
        let known_below =
            node.tt_entry.is_some_and(|entry| entry.depth > reduced && entry.score < bar);
        if depth.plies() < params::probcut_depth() || bar.is_decided() || known_below {
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
        loop {
            let (moves, context) = self.picking(ply);
            let Some(mv) = picker.next(moves, &context) else { break };
            if picker.is_at_losing_captures() {
                break;
            }
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
                    found = other.map(Some);
                    break;
                }
            }
        }
        self.moves.release(mark);
        let Some(score) = found? else { return Ok(None) };
        let entry = TtEntry {
            mv: None,
            score,
            eval: node.raw_eval,
            depth: reduced + 1,
            bound: Bound::Lower,
            was_pv: false,
        };
        self.shared.table.store(self.game.key(), ply, entry);
        Ok(Some(if score.is_decided() { score } else { score - params::probcut_margin() }))
    }

    fn search_moves(&mut self, node: &mut Node, excluded: Option<Move>) -> SearchResult {
        let &mut Node { ply, is_pv, .. } = node;
        let alpha_before = node.window.alpha;
        let tt_move = node.tt_entry.and_then(|entry| entry.mv).filter(|&mv| self.game.is_legal(mv));
        let killers = self.entry(ply).killers;
        let before = self.keys_before(ply);
        let mut picker = Picker::new(&self.moves, tt_move, killers);
        let mut best = node.static_floor.unwrap_or(Score::mated(ply));
        let mut best_move = None;
        let mut count = 0;
        let mut quiets = Tried::new();
        let mut captures = Tried::new();

        loop {
            let (moves, context) = self.picking(ply);
            let Some(mv) = picker.next(moves, &context) else { break };
            if Some(mv) == excluded {
                continue;
            }
            count += 1;
            let candidate = self.candidate(node, mv, count, before, picker.history());
            if count > 1 && !best.is_decided() && node.unrest.is_none() {
                match self.pruning(node, &candidate, quiets.len()) {
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
            let score = self.search_candidate(node, &candidate, extension)?;

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
                        break;
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
        before: [ContinuationKey; 2],
        history: Option<i32>,
    ) -> Candidate {
        let seat = self.game.seat();
        let noisy = history.is_none() && self.game.is_noisy(mv);
        let checks = self.game.gives_check(mv);
        let histories = &self.thread.histories;
        let history = match history {
            Some(history) => history,
            None if noisy => histories.noisy(seat, mv, self.game.victim(mv)),
            None => histories.quiet(seat, before).of(mv),
        };
        let reduction = self.shared.reductions.of(node.depth, count);
        Candidate { mv, count, noisy, checks, history, reduction }
    }

    /// Need a move after the first be looked at, when nothing is known to be lost?
    #[inline]
    fn pruning(&self, node: &Node, candidate: &Candidate, quiets: usize) -> Pruning {
        let &Candidate { mv, noisy, checks, history, reduction, .. } = candidate;
        let depth = node.depth;
        let lmr_depth = (depth - reduction).max(Depth::new(1));
        if !noisy && !checks {
            let enough = quiets as i32
                >= prune::quiet_moves_enough(depth, node.improving, self.game.has_many_moves());
            let futile =
                !node.in_check && prune::is_futile(lmr_depth, node.eval, node.window.alpha);
            if enough || futile {
                return Pruning::SkipAllQuiet;
            }
            if prune::has_failed(lmr_depth, depth, history) {
                return Pruning::Skip;
            }
        }
        let at_depth = if noisy { depth } else { lmr_depth };
        let allowance = prune::exchange_allowance(at_depth, noisy || checks);
        if depth.plies() <= params::exchange_depth() && !self.game.exchange(mv, allowance) {
            return Pruning::Skip;
        }
        Pruning::Search
    }

    /// How many plies deeper a move is searched, or what the node is worth if that is found
    /// on the way. `is_tt_move`: the table has this move, and it is not left out.
    #[inline]
    fn extension(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        is_tt_move: bool,
    ) -> Result<ControlFlow<Score, i32>, Stopped> {
        let &Node { ply, depth, is_pv, .. } = node;
        if ply as i32 >= params::extension_most() * self.root_depth.plies() {
            return Ok(Continue(0));
        }
        if is_tt_move {
            match self.singularity(node, candidate.mv)? {
                Continue(0) => {}
                found => return Ok(found),
            }
        }
        let urgent = is_pv || depth.plies() <= params::check_depth();
        let check = candidate.checks && urgent && self.game.exchange(candidate.mv, 0);
        let is_prelude = node.unrest == Some(Unrest::Prelude);
        let placing = is_prelude && depth.plies() >= params::prelude_depth();
        Ok(Continue(i32::from(check || placing)))
    }

    /// Searches a move, late ones first shallower.
    #[inline]
    fn search_candidate(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        extension: i32,
    ) -> SearchResult {
        let &Node { ply, depth, window, cut_node, is_pv, improving, .. } = node;
        let &Candidate { mv, count, noisy, checks, history, reduction } = candidate;
        let new_depth = depth - 1 + extension;
        let mut reduce = reduction - history / params::reduction_history();
        reduce += i32::from(cut_node) + i32::from(!improving);
        reduce -= i32::from(is_pv) + i32::from(checks) + i32::from(node.unrest.is_some());
        let is_late = depth.plies() >= params::reduction_depth()
            && count > 1 + i32::from(is_pv)
            && (!noisy || reduce > 1);
        let reduced = (new_depth - reduce).clamp(Depth::new(1), new_depth.max(Depth::new(1)));
        let plan = MovePlan {
            depth: new_depth,
            reduced: is_late.then_some(reduced),
            is_first: count == 1,
            is_pv,
            cut_node,
        };
        self.search_move(ply, mv, window, &plan)
    }

    /// Principal variation search: all moves but the first with a window that only asks whether
    /// they are better, late ones first shallower, and again in full where they are.
    #[inline]
    pub(super) fn search_move(
        &mut self,
        ply: usize,
        mv: Move,
        window: Window,
        plan: &MovePlan,
    ) -> SearchResult {
        let &MovePlan { depth, reduced, is_first, is_pv, cut_node } = plan;
        let mover = self.game.camp();
        self.after(ply, mv, |worker| {
            let null = Window::null(window.alpha);
            let mut score = -Score::INFINITE;
            let mut need_null = !is_pv || !is_first;
            if let Some(reduced) = reduced {
                // A rival refutes; a partner who moves next does not.
                score = worker.child(mover, ply, reduced, null, false)?;
                need_null = score > window.alpha && reduced < depth;
            }
            if need_null {
                score = worker.child(mover, ply, depth, null, cut_node)?;
            }
            if is_pv && (is_first || score > window.alpha) {
                score = worker.pv_child(mover, ply, depth, window)?;
            }
            Ok(score)
        })
    }

    /// Is the table's move the only good one? Searched shallower without it, everything else
    /// stays well below what the table promises: then it is searched deeper (Anantharaman,
    /// Campbell, Hsu 1988). If not even that, and others are above beta too, several moves
    /// refute (multicut, Björnsson and Marsland 2001).
    fn singularity(&mut self, node: &Node, mv: Move) -> Result<ControlFlow<Score, i32>, Stopped> {
        let &Node { ply, depth, window, cut_node, is_pv, .. } = node;
        let Some(entry) = node.tt_entry else { return Ok(Continue(0)) };
        if depth.plies() < params::singular_depth()
            || entry.depth < depth - params::singular_entry()
            || entry.bound == Bound::Upper
            || entry.score.is_decided()
        {
            return Ok(Continue(0));
        }
        let bar = entry.score - params::singular_margin() * depth.plies();
        let half = Depth::new((depth.plies() - 1) / 2);
        self.entry(ply).excluded = Some(mv);
        let result = self.node(ply, half, Window { alpha: bar - 1, beta: bar }, cut_node);
        self.entry(ply).excluded = None;
        let score = result?;
        Ok(if score < bar {
            let very = !is_pv && score + params::singular_double() < bar;
            Continue(1 + i32::from(very))
        } else if bar >= window.beta {
            Break(bar)
        } else {
            Continue(0)
        })
    }

    /// The move refuted: its history grows, and that of the moves tried before it falls.
    fn learn(&mut self, node: &Node, mv: Move, quiets: &[Move], captures: &[Move]) {
        let seat = self.game.seat();
        let before = self.keys_before(node.ply);
        let bonus = history_bonus(node.depth);
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
                self.thread.histories.update_quiet(seat, other, before, -bonus);
            }
        }
        for &other in captures {
            let victim = self.game.victim(other);
            self.thread.histories.update_noisy(seat, other, victim, -bonus);
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
            let (seat, keys) = (self.game.seat(), self.game.part_keys());
            let corrected = node.raw_eval + self.thread.histories.correction(seat, keys);
            let off = best.value() - corrected;
            let informative = match bound {
                Bound::Exact => true,
                Bound::Lower => off > 0,
                Bound::Upper => off < 0,
            };
            if informative {
                self.thread.histories.update_correction(seat, keys, off, node.depth);
            }
        }
        let entry = TtEntry {
            mv: best_move,
            score: best,
            eval: node.raw_eval,
            depth: node.depth,
            bound,
            was_pv: node.is_pv,
        };
        self.shared.table.store(self.game.key(), node.ply, entry);
    }
}
