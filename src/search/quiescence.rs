//! At the end of a line: captures until it is quiet, and at the first ply drops that
//! give check, since a hand full of pieces makes no position quiet. In check every reply is
//! looked at.

use super::Bound;
use super::params;
use super::picker::Picker;
use super::table::Known;
use super::worker::{Outcome, Stopped, Worker};
use crate::base::score::MAX_PLY;
use crate::base::{Score, Window};
use crate::board::Move;
use crate::eval::Eval;
use crate::game::{Class, Searchable};

/// The table's depth of a node that looked at checking drops, and of one that did not.
const WITH_CHECKS: i32 = 0;
const CAPTURES_ONLY: i32 = -1;

impl<G: Searchable, E: Eval<G>> Worker<'_, G, E> {
    /// The score of the node once it is quiet. `first` at the first ply of quiescence.
    pub fn quiescence(&mut self, ply: usize, window: Window, first: bool) -> Outcome {
        self.visit(ply)?;
        if window.is_wide() {
            self.line(ply).clear();
        }
        if self.game.drawn(ply) {
            return Ok(self.game.draw());
        }
        let in_check = self.game.in_check();
        if first {
            self.quiet_from = ply;
        }
        // Where pieces come back checks and pieces dropped between can go on for ever.
        if ply >= MAX_PLY
            || (in_check && ply > self.quiet_from + params::quiescence_chain() as usize)
        {
            return Ok(Score::cp(self.evaluate()));
        }
        let key = self.game.key();
        let depth = if first || in_check { WITH_CHECKS } else { CAPTURES_ONLY };
        let known = self.shared.table.probe(key, ply);
        if let Some(known) = known
            && !window.is_wide()
            && known.depth >= depth
            && known.decides(window)
        {
            return Ok(known.score);
        }

        if !in_check && let Some(score) = self.mates_at_once(ply, window.is_wide()) {
            return Ok(score);
        }

        let mut search = Quiescence {
            window,
            best: Score::mated(ply),
            best_move: None,
            floor: None,
            raw_eval: 0,
        };
        if !in_check {
            search.raw_eval = known.map_or_else(|| self.evaluate(), |known| known.eval);
            let seat = self.game.seat();
            let correction = self.mind.histories.correction(seat, self.game.part_keys());
            let quiet = search.raw_eval + correction;
            let stand = Score::cp(self.game.awaits_mate().map_or(quiet, |worth| worth.max(quiet)));
            search.best = stand;
            search.floor = Some(stand);
            if stand >= window.beta {
                return Ok(stand);
            }
            search.window.alpha = window.alpha.max(stand);
        }

        let mark = self.arena.mark();
        let outcome = self.quiet_down(ply, &mut search, known, first);
        self.arena.release(mark);
        outcome?;

        let bound = if search.best >= window.beta {
            Bound::Lower
        } else if search.best > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let known = Known {
            mv: search.best_move,
            score: search.best,
            eval: search.raw_eval,
            depth,
            bound,
            was_pv: known.is_some_and(|known| known.was_pv),
        };
        self.shared.table.store(key, ply, known);
        Ok(search.best)
    }

    fn quiet_down(
        &mut self,
        ply: usize,
        search: &mut Quiescence,
        known: Option<Known>,
        first: bool,
    ) -> Result<(), Stopped> {
        let in_check = search.floor.is_none();
        let table_move = known
            .and_then(|known| known.mv)
            .filter(|&mv| self.game.is_legal(mv) && (in_check || self.game.is_noisy(mv)));
        let mut picker = if in_check {
            Picker::new(&self.arena, table_move, [None; 2])
        } else {
            Picker::noisy(&self.arena, table_move, 0)
        };
        let mut seen = 0;
        let mut quiet_seen = 0;
        loop {
            let (arena, context) = self.picking(ply);
            let Some(mv) = picker.next(arena, &context) else { break };
            // Captures that lose the exchange come last; only a check makes them worth it.
            if !in_check && picker.is_at_losing_captures() {
                break;
            }
            seen += 1;
            if in_check && !self.game.is_noisy(mv) {
                quiet_seen += 1;
                if quiet_seen > params::quiescence_evasions() && !search.best.is_decided() {
                    break;
                }
            }
            if let Some(floor) = search.floor
                && self.is_hopeless(floor, mv, search)
            {
                continue;
            }
            if self.try_quiet_line(ply, mv, search)? {
                return Ok(());
            }
        }
        if in_check {
            if seen == 0 {
                search.best = self.game.stuck(ply);
            }
            return Ok(());
        }
        if first { self.checking_drops(ply, search) } else { Ok(()) }
    }

    /// Drops that give check and do not lose the piece. Only the first ply looks at these, so
    /// one list serves all nodes.
    fn checking_drops(&mut self, ply: usize, search: &mut Quiescence) -> Result<(), Stopped> {
        let mut checks = std::mem::take(&mut self.checks);
        checks.clear();
        self.game.generate(Class::CheckingDrops, &mut checks);
        let mut outcome = Ok(false);
        for &mv in &checks {
            if self.game.exchange(mv, 0) {
                outcome = self.try_quiet_line(ply, mv, search);
                if !matches!(outcome, Ok(false)) {
                    break;
                }
            }
        }
        self.checks = checks;
        outcome.map(|_| ())
    }

    /// Delta pruning: even with twice what it takes, since the piece changes hands, the
    /// capture does not come near alpha.
    fn is_hopeless(&self, floor: Score, mv: Move, search: &mut Quiescence) -> bool {
        let most = floor + 2 * self.game.gain(mv) + params::quiescence_futility();
        let hopeless = !search.window.alpha.is_decided() && most <= search.window.alpha;
        if hopeless && !self.game.gives_check(mv) {
            search.best = search.best.max(most);
            return true;
        }
        false
    }

    /// Looks at one move; says whether it refutes.
    fn try_quiet_line(
        &mut self,
        ply: usize,
        mv: Move,
        search: &mut Quiescence,
    ) -> Result<bool, Stopped> {
        let mover = self.game.camp();
        let window = search.window;
        let score = self.after(ply, mv, |worker| {
            worker.child(mover, ply, window, false, |worker, ply, window, _| {
                worker.quiescence(ply, window, false)
            })
        })?;
        if score > search.best {
            search.best = score;
            if score > search.window.alpha {
                search.best_move = Some(mv);
                search.window.alpha = score;
                if window.is_wide() {
                    self.extend_line(ply, mv);
                }
            }
        }
        Ok(search.window.is_empty())
    }
}

/// What a quiescence node has found so far.
struct Quiescence {
    window: Window,
    best: Score,
    best_move: Option<Move>,
    /// What doing nothing is worth; none in check.
    floor: Option<Score>,
    raw_eval: i32,
}
