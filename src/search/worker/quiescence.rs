//! At the end of a line: captures until it is quiet, and at the first ply drops that
//! give check, since a hand full of pieces makes no position quiet. In check every reply is
//! looked at.

use super::{SearchResult, Stopped, Worker};
use crate::base::score::MAX_PLY;
use crate::base::{Score, Window};
use crate::board::Move;
use crate::eval::Eval;
use crate::game::{Class, Searchable};
use crate::search::api::Bound;
use crate::search::depth::Depth;
use crate::search::picker::Picker;
use crate::search::table::TtEntry;

/// The table's depth of a node that looked at checking drops, and of one that did not.
const WITH_CHECKS: Depth = Depth::new(0);
const CAPTURES_ONLY: Depth = Depth::new(-1);

impl<G: Searchable, E: Eval<G>> Worker<'_, G, E> {
    /// The score of the node once it is quiet. `is_first` at the first ply of quiescence.
    pub(super) fn quiescence(
        &mut self,
        ply: usize,
        window: Window,
        is_first: bool,
    ) -> SearchResult {
        self.visit(ply)?;
        if window.is_wide() {
            self.line(ply).clear();
        }
        if self.game.drawn(ply) {
            return Ok(Score::ZERO);
        }
        let in_check = self.game.in_check();
        if is_first {
            self.quiescence_start = ply;
            self.quiescence_end = self.nodes + self.margins.quiescence_nodes as u64;
        }
        if self.is_enough_quiescence(ply, in_check) {
            return Ok(Score::cp(self.evaluate()));
        }
        let key = self.key();
        let depth = if is_first || in_check { WITH_CHECKS } else { CAPTURES_ONLY };
        let tt_entry = self.shared.table.probe(key, ply);
        if let Some(entry) = tt_entry
            && !window.is_wide()
            && entry.depth >= depth
            && entry.decides(window)
        {
            return Ok(entry.score);
        }

        if !in_check && let Some(score) = self.mates_at_once(ply, window.is_wide()) {
            return Ok(score);
        }

        let mut search = Quiescence {
            window,
            best: Score::mated(ply),
            best_move: None,
            stand_pat: None,
            raw_eval: 0,
        };
        if !in_check {
            search.raw_eval = tt_entry.map_or_else(|| self.evaluate(), |entry| entry.eval);
            let stand_pat = self.stand_pat(ply, search.raw_eval);
            search.best = stand_pat;
            search.stand_pat = Some(stand_pat);
            if stand_pat >= window.beta {
                self.keep_eval(tt_entry, search.raw_eval);
                return Ok(stand_pat);
            }
            search.window.alpha = window.alpha.max(stand_pat);
        }

        let mark = self.moves.mark();
        let result = self.quiet_down(ply, &mut search, tt_entry, is_first);
        self.moves.release(mark);
        result?;

        let bound = if search.best >= window.beta {
            Bound::Lower
        } else if search.best > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = TtEntry {
            mv: search.best_move,
            score: search.best,
            eval: search.raw_eval,
            depth,
            bound,
            was_pv: tt_entry.is_some_and(|entry| entry.was_pv),
        };
        self.shared.table.store(key, ply, entry);
        Ok(search.best)
    }

    /// Is a node worth what the evaluation says, quiet or not? Where pieces come back checks and
    /// pieces dropped between can go on for ever.
    #[inline]
    fn is_enough_quiescence(&self, ply: usize, in_check: bool) -> bool {
        ply >= MAX_PLY
            || self.nodes > self.quiescence_end
            || (in_check && ply > self.quiescence_start + self.margins.quiescence_chain as usize)
    }

    /// What the side to move has without a move: the corrected evaluation, or more where a piece
    /// that may come would mate.
    #[inline]
    fn stand_pat(&self, ply: usize, raw_eval: i32) -> Score {
        let quiet = Score::cp(raw_eval + self.correction(ply));
        self.worth_of_mate_to_come().map_or(quiet, |worth| worth.max(quiet))
    }

    fn quiet_down(
        &mut self,
        ply: usize,
        search: &mut Quiescence,
        tt_entry: Option<TtEntry>,
        is_first: bool,
    ) -> Result<(), Stopped> {
        let in_check = search.stand_pat.is_none();
        let tt_move = tt_entry
            .and_then(|entry| entry.mv)
            .filter(|&mv| self.game.is_legal(mv) && (in_check || self.game.is_noisy(mv)));
        let mut picker = if in_check {
            Picker::new(&self.moves, tt_move, [None; 2])
        } else {
            Picker::noisy(&self.moves, tt_move, 0)
        };
        let mut seen = 0;
        let mut quiet_seen = 0;
        loop {
            let (moves, context) = self.picking(ply);
            let Some(mv) = picker.next(moves, &context) else { break };
            // Captures that lose the exchange come last; only a check makes them worth it.
            if !in_check && picker.is_at_losing_captures() {
                break;
            }
            seen += 1;
            self.prefetch(mv);
            if in_check && !self.game.is_noisy(mv) {
                quiet_seen += 1;
                if quiet_seen > self.margins.quiescence_evasions && !search.best.is_decided() {
                    break;
                }
            }
            if let Some(stand_pat) = search.stand_pat
                && self.is_hopeless(stand_pat, mv, search)
            {
                continue;
            }
            if self.try_quiet_line(ply, mv, search)? {
                return Ok(());
            }
        }
        if in_check {
            if seen == 0 {
                search.best = self.stuck(ply);
            }
            return Ok(());
        }
        if is_first { self.try_checking_drops(ply, search) } else { Ok(()) }
    }

    /// Drops that give check and do not lose the piece. Only the first ply looks at these, so
    /// one list serves all nodes.
    fn try_checking_drops(&mut self, ply: usize, search: &mut Quiescence) -> Result<(), Stopped> {
        let mut checks = std::mem::take(&mut self.checking_drops);
        checks.clear();
        self.game.generate(Class::CheckingDrops, &mut checks);
        let mut result = Ok(false);
        for &mv in &checks {
            self.prefetch(mv);
            if self.game.exchange(mv, 0) {
                result = self.try_quiet_line(ply, mv, search);
                if !matches!(result, Ok(false)) {
                    break;
                }
            }
        }
        self.checking_drops = checks;
        result.map(|_| ())
    }

    /// Delta pruning: even with twice what it takes, since the piece changes hands, the
    /// capture does not come near alpha.
    fn is_hopeless(&self, stand_pat: Score, mv: Move, search: &mut Quiescence) -> bool {
        let most = stand_pat + 2 * self.game.gain(mv) + self.margins.quiescence_futility;
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
        let score = self.after(ply, mv, |worker| worker.quiet_child(mover, ply, window, false))?;
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
    stand_pat: Option<Score>,
    raw_eval: i32,
}
