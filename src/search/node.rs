//! An inner node: principal variation search (Marsland 1983) with what is known to make
//! it fast. Decisions are named in `prune`; here is their order.

use std::ops::ControlFlow::{self, Break, Continue};

use arrayvec::ArrayVec;

use super::history::{Deed, bonus};
use super::params;
use super::picker::Picker;
use super::table::Known;
use super::worker::{Outcome, Stopped, Worker};
use super::{Bound, prune};
use crate::base::score::MAX_PLY;
use crate::base::{Score, Window};
use crate::board::Move;
use crate::eval::Eval;
use crate::game::Searchable;

/// Moves that failed at a node and pay for it when another refutes; more are forgotten.
type Tried = ArrayVec<Move, 48>;

/// What a node knows about itself before its first move.
struct Node {
    ply: usize,
    depth: i32,
    window: Window,
    /// Is it expected that some move refutes?
    cut: bool,
    is_pv: bool,
    in_check: bool,
    improving: bool,
    /// The rival threatens mate, or pieces are still being placed: no pruning that trusts a
    /// quiet position.
    threatened: bool,
    /// Pieces are still being placed.
    prelude: bool,
    raw_eval: i32,
    eval: i32,
    known: Option<Known>,
    /// What it is worth at least, whatever the moves bring.
    floor: Option<Score>,
}

/// A move that the picker handed out, and what the decisions about it rest on.
struct Candidate {
    mv: Move,
    /// From 1, those that were not looked at counted too.
    count: i32,
    noisy: bool,
    checks: bool,
    history: i32,
    /// In plies, by depth and count alone.
    reduction: i32,
}

/// Should a move be searched?
enum Worth {
    Searching,
    Nothing,
    /// Neither it nor any quiet move after it.
    NothingLikeAllQuiet,
}

impl<G: Searchable, E: Eval<G>> Worker<'_, G, E> {
    /// The score of this position, searched so many plies deep.
    pub fn node(&mut self, ply: usize, depth: i32, window: Window, cut: bool) -> Outcome {
        if depth <= 0 {
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

        let excluded = self.frame(ply).excluded;
        let key = self.game.key();
        let known = if excluded.is_none() { self.shared.table.probe(key, ply) } else { None };
        if let Some(known) = known
            && !is_pv
            && known.depth >= depth
            && known.decides(window)
            && self.game.quiet_plies() < NEAR_MOVE_DRAW
        {
            return Ok(known.score);
        }

        let prelude = self.game.in_prelude();
        let mut node = Node {
            ply,
            depth,
            window,
            cut,
            is_pv,
            in_check,
            improving: false,
            threatened: prelude,
            prelude,
            raw_eval: 0,
            eval: 0,
            known,
            floor: None,
        };
        if !in_check && ply > 0 && excluded.is_none() {
            if let Some(score) = self.mates_at_once(ply, is_pv) {
                return Ok(score);
            }
            node.floor = self.game.awaits_mate().map(Score::cp);
            if let Some(floor) = node.floor
                && floor >= window.beta
            {
                return Ok(floor);
            }
        }
        self.look_at_position(&mut node);
        let may_prune = !in_check && !is_pv && !prelude && excluded.is_none();
        if may_prune && let Some(score) = self.prune_node(&mut node)? {
            return Ok(score);
        }
        // Internal iterative reduction (Schröder): without a move to begin with, an order
        // must be found first, and a shallower search finds it cheaper.
        if node.depth >= 4 && excluded.is_none() && known.is_none_or(|known| known.mv.is_none()) {
            node.depth -= 1;
        }

        let mark = self.arena.mark();
        let outcome = self.search_moves(&mut node, excluded);
        self.arena.release(mark);
        outcome
    }

    /// Static evaluation, corrected by what earlier searches found.
    fn look_at_position(&mut self, node: &mut Node) {
        self.frame(node.ply + 1).killers = [None; 2];
        if node.in_check {
            self.frame(node.ply).eval = None;
            return;
        }
        node.raw_eval = match node.known {
            Some(known) => known.eval,
            None => self.evaluate(),
        };
        let seat = self.game.seat();
        node.eval = node.raw_eval + self.mind.histories.correction(seat, self.game.part_keys());
        self.frame(node.ply).eval = Some((self.game.camp(), node.eval));
        node.improving = self.eval_before(node.ply).is_some_and(|before| node.eval > before);
        // A bound from the table is a better guess than the evaluation, where it says more.
        if let Some(known) = node.known
            && !known.score.is_decided()
            && match known.bound {
                Bound::Exact => true,
                Bound::Lower => known.score.value() > node.eval,
                Bound::Upper => known.score.value() < node.eval,
            }
        {
            node.eval = known.score.value();
        }
    }

    /// Is this node decided without looking at its moves one by one?
    fn prune_node(&mut self, node: &mut Node) -> Result<Option<Score>, Stopped> {
        let &mut Node { ply, depth, window, eval, improving, .. } = node;
        if prune::is_far_above(depth, eval, window.beta, improving) {
            if !self.game.is_threatened() {
                return Ok(Some(Score::cp((eval + window.beta.value()) / 2)));
            }
            node.threatened = true;
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
    /// will not be worse. If it shows that he threatens mate, that is remembered.
    fn pass_refutes(&mut self, node: &mut Node) -> Result<Option<Score>, Stopped> {
        let &mut Node { ply, depth, window, eval, .. } = node;
        let mover = self.game.camp();
        let after_pass = ply > 0 && self.deeds_before(ply)[0] == Deed::NONE;
        if depth < params::null_depth()
            || eval < window.beta.value()
            || window.beta.is_decided()
            || after_pass
            || !self.game.pass()
        {
            return Ok(None);
        }
        self.frame(ply).deed = Deed::NONE;
        self.mind.eval.push();
        let reduction = prune::null_reduction(depth, eval - window.beta.value());
        let null = Window { alpha: window.beta - 1, beta: window.beta };
        let outcome = self.child(mover, ply, null, node.cut, |worker, ply, window, cut| {
            worker.node(ply, depth - reduction, window, cut)
        });
        self.game.undo();
        self.mind.eval.pop();
        let score = outcome?;
        if score >= window.beta {
            return Ok(Some(if score.is_decided() { window.beta } else { score }));
        }
        node.threatened |= score.is_decided();
        Ok(None)
    }

    /// ProbCut (Buro 1995): a capture that is far above beta in a shallower search will be
    /// above it in a deeper one.
    fn capture_refutes(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        let &Node { ply, depth, window, .. } = node;
        let bar = window.beta + params::probcut_margin();
        let known_below =
            node.known.is_some_and(|known| known.depth >= depth - 3 && known.score < bar);
        if depth < params::probcut_depth() || bar.is_decided() || known_below {
            return Ok(None);
        }
        let least = bar.value() - node.eval;
        let table_move = node.known.and_then(|known| known.mv).filter(|&mv| {
            self.game.is_legal(mv) && self.game.is_noisy(mv) && self.game.exchange(mv, least)
        });
        let mark = self.arena.mark();
        let mut picker = Picker::noisy(&self.arena, table_move, least);
        let mover = self.game.camp();
        let null = Window { alpha: bar - 1, beta: bar };
        let mut found = Ok(None);
        loop {
            let (arena, context) = self.picking(ply);
            let Some(mv) = picker.next(arena, &context) else { break };
            if picker.is_at_losing_captures() {
                break;
            }
            let outcome = self.after(ply, mv, |worker| {
                let quick = worker.child(mover, ply, null, true, |worker, ply, window, _| {
                    worker.quiescence(ply, window, true)
                })?;
                if quick < bar {
                    return Ok(quick);
                }
                worker.child(mover, ply, null, node.cut, |worker, ply, window, cut| {
                    worker.node(ply, depth - 4, window, cut)
                })
            });
            match outcome {
                Ok(score) if score < bar => {}
                other => {
                    found = other.map(Some);
                    break;
                }
            }
        }
        self.arena.release(mark);
        let Some(score) = found? else { return Ok(None) };
        let known = Known {
            mv: None,
            score,
            eval: node.raw_eval,
            depth: depth - 3,
            bound: Bound::Lower,
            was_pv: false,
        };
        self.shared.table.store(self.game.key(), ply, known);
        Ok(Some(if score.is_decided() { score } else { score - params::probcut_margin() }))
    }

    fn search_moves(&mut self, node: &mut Node, excluded: Option<Move>) -> Outcome {
        let &mut Node { ply, is_pv, .. } = node;
        let alpha_before = node.window.alpha;
        let table_move = node.known.and_then(|known| known.mv).filter(|&mv| self.game.is_legal(mv));
        let killers = self.frame(ply).killers;
        let before = self.deeds_before(ply);
        let mut picker = Picker::new(&self.arena, table_move, killers);
        let mut best = node.floor.unwrap_or(Score::mated(ply));
        let mut best_move = None;
        let mut count = 0;
        let mut quiets = Tried::new();
        let mut captures = Tried::new();

        loop {
            let (arena, context) = self.picking(ply);
            let Some(mv) = picker.next(arena, &context) else { break };
            if Some(mv) == excluded {
                continue;
            }
            count += 1;
            let earned = picker.earned();
            let candidate = self.candidate(node, mv, count, before, earned);
            if count > 1 && !best.is_decided() && !node.threatened {
                match self.worth(node, &candidate, quiets.len()) {
                    Worth::Searching => {}
                    Worth::Nothing => continue,
                    Worth::NothingLikeAllQuiet => {
                        picker.skip_quiet();
                        continue;
                    }
                }
            }
            let is_known = Some(mv) == table_move && excluded.is_none();
            let extension = match self.extension(node, &candidate, is_known)? {
                Continue(plies) => plies,
                Break(score) => return Ok(score),
            };
            let score = self.search_move(node, &candidate, extension)?;

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
                None => self.game.stuck(ply),
            });
        }
        if excluded.is_none() {
            self.remember(node, best, best_move, alpha_before);
        }
        Ok(best)
    }

    /// `earned`: what the picker already knows that a quiet move has.
    #[inline]
    fn candidate(
        &self,
        node: &Node,
        mv: Move,
        count: i32,
        before: [Deed; 2],
        earned: Option<i32>,
    ) -> Candidate {
        let seat = self.game.seat();
        let noisy = earned.is_none() && self.game.is_noisy(mv);
        let checks = self.game.gives_check(mv);
        let history = match earned {
            Some(history) => history,
            None if noisy => self.mind.histories.noisy(seat, mv, self.game.victim(mv)),
            None => self.mind.histories.after(seat, before).of(mv),
        };
        let reduction = self.shared.reductions.of(node.depth, count);
        Candidate { mv, count, noisy, checks, history, reduction }
    }

    /// Need a move after the first be looked at, when nothing is known to be lost?
    #[inline]
    fn worth(&self, node: &Node, candidate: &Candidate, quiets: usize) -> Worth {
        let &Candidate { mv, noisy, checks, history, reduction, .. } = candidate;
        let depth = node.depth;
        let lmr_depth = (depth - reduction).max(1);
        if !noisy && !checks {
            let enough = quiets as i32
                >= prune::quiet_moves_enough(depth, node.improving, self.game.is_wide());
            let futile =
                !node.in_check && prune::is_futile(lmr_depth, node.eval, node.window.alpha);
            if enough || futile {
                return Worth::NothingLikeAllQuiet;
            }
            if prune::has_failed(lmr_depth, depth, history) {
                return Worth::Nothing;
            }
        }
        let at_depth = if noisy { depth } else { lmr_depth };
        let allowance = prune::exchange_allowance(at_depth, noisy || checks);
        if depth <= params::exchange_depth() && !self.game.exchange(mv, allowance) {
            return Worth::Nothing;
        }
        Worth::Searching
    }

    /// How many plies deeper a move is searched, or what the node is worth if that is found
    /// on the way. `is_known`: the table has this move, and it is not left out.
    #[inline]
    fn extension(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        is_known: bool,
    ) -> Result<ControlFlow<Score, i32>, Stopped> {
        let &Node { ply, depth, is_pv, prelude, .. } = node;
        if ply >= 2 * self.root_depth as usize {
            return Ok(Continue(0));
        }
        if is_known {
            match self.singularity(node, candidate.mv)? {
                Continue(0) => {}
                found => return Ok(found),
            }
        }
        let urgent = is_pv || depth <= params::check_depth();
        let check = candidate.checks && urgent && self.game.exchange(candidate.mv, 0);
        let step = prelude && depth >= params::prelude_depth();
        Ok(Continue(i32::from(check || step)))
    }

    /// Searches a move: late ones first shallower, and all but the first with a window that
    /// only asks whether they are better (PVS, LMR).
    #[inline]
    fn search_move(&mut self, node: &Node, candidate: &Candidate, extension: i32) -> Outcome {
        let &Node { ply, depth, window, cut, is_pv, improving, threatened, .. } = node;
        let &Candidate { mv, count, noisy, checks, history, reduction } = candidate;
        let mover = self.game.camp();
        let new_depth = depth - 1 + extension;
        let mut reduce = reduction - history / params::reduction_history();
        reduce += i32::from(cut) + i32::from(!improving);
        reduce -= i32::from(is_pv) + i32::from(checks) + i32::from(threatened);
        let reduced = (new_depth - reduce).clamp(1, new_depth.max(1));
        self.after(ply, mv, |worker| {
            let null = Window::null(window.alpha);
            let mut score = -Score::INFINITE;
            let mut need_null = !is_pv || count > 1;
            if depth >= 3 && count > 1 + i32::from(is_pv) && (!noisy || reduce > 1) {
                // A rival refutes; a partner who moves next does not.
                score = worker.child(mover, ply, null, false, |worker, ply, window, cut| {
                    worker.node(ply, reduced, window, cut)
                })?;
                need_null = score > window.alpha && reduced < new_depth;
            }
            if need_null {
                score = worker.child(mover, ply, null, cut, |worker, ply, window, cut| {
                    worker.node(ply, new_depth, window, cut)
                })?;
            }
            if is_pv && (count == 1 || score > window.alpha) {
                score = worker.child(mover, ply, window, false, |worker, ply, window, _| {
                    worker.node(ply, new_depth, window, false)
                })?;
            }
            Ok(score)
        })
    }

    /// Is the table's move the only good one? Searched shallower without it, everything else
    /// stays well below what the table promises: then it is searched deeper (Anantharaman,
    /// Campbell, Hsu 1988). If not even that, and others are above beta too, several moves
    /// refute (multicut, Björnsson and Marsland 2001).
    fn singularity(&mut self, node: &Node, mv: Move) -> Result<ControlFlow<Score, i32>, Stopped> {
        let &Node { ply, depth, window, cut, is_pv, .. } = node;
        let Some(known) = node.known else { return Ok(Continue(0)) };
        if depth < params::singular_depth()
            || known.depth < depth - 3
            || known.bound == Bound::Upper
            || known.score.is_decided()
        {
            return Ok(Continue(0));
        }
        let bar = known.score - params::singular_margin() * depth;
        self.frame(ply).excluded = Some(mv);
        let outcome = self.node(ply, (depth - 1) / 2, Window { alpha: bar - 1, beta: bar }, cut);
        self.frame(ply).excluded = None;
        let score = outcome?;
        Ok(if score < bar {
            let very = !is_pv && score + params::singular_double() < bar;
            Continue(1 + i32::from(very))
        } else if bar >= window.beta {
            Break(bar)
        } else {
            Continue(0)
        })
    }

    /// The move refuted: it earns, what was tried before it pays.
    fn learn(&mut self, node: &Node, mv: Move, quiets: &[Move], captures: &[Move]) {
        let seat = self.game.seat();
        let before = self.deeds_before(node.ply);
        let earned = bonus(node.depth);
        if self.game.is_noisy(mv) {
            let victim = self.game.victim(mv);
            self.mind.histories.reward_noisy(seat, mv, victim, earned);
        } else {
            let killers = &mut self.frame(node.ply).killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.mind.histories.reward_quiet(seat, mv, before, earned);
            for &other in quiets {
                self.mind.histories.reward_quiet(seat, other, before, -earned);
            }
        }
        for &other in captures {
            let victim = self.game.victim(other);
            self.mind.histories.reward_noisy(seat, other, victim, -earned);
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
            let corrected = node.raw_eval + self.mind.histories.correction(seat, keys);
            let off = best.value() - corrected;
            let informative = match bound {
                Bound::Exact => true,
                Bound::Lower => off > 0,
                Bound::Upper => off < 0,
            };
            if informative {
                self.mind.histories.learn_correction(seat, keys, off, node.depth);
            }
        }
        let known = Known {
            mv: best_move,
            score: best,
            eval: node.raw_eval,
            depth: node.depth,
            bound,
            was_pv: node.is_pv,
        };
        self.shared.table.store(self.game.key(), node.ply, known);
    }
}

/// Near a draw by count, equal positions are not worth the same: no answers from the table.
const NEAR_MOVE_DRAW: usize = 85;
