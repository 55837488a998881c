//! Thinking about one board of two while the other goes on: a man that arrives in mid-search
//! ends the search of the old truth, and the rest of the time goes to the new one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::pair::Thinker;
use super::report::Teller;
use crate::board::Move;
use crate::game::single::Position;
use crate::notation::uci::{self, Castling};
use crate::search::{Decision, Limits, Signal};

/// What the desk and a running search share.
#[derive(Default)]
pub(super) struct Live(Mutex<State>);

#[derive(Default)]
struct State {
    /// The board thought about, while a search runs.
    board: Option<usize>,
    position: Option<Position>,
    /// Counts changes.
    version: u64,
}

impl Live {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A search of this board is about to run.
    pub fn begin(&self, board: usize, position: Position) {
        let mut state = self.state();
        state.board = Some(board);
        state.position = Some(position);
    }

    /// Is a search of this board under way?
    pub fn thinks_about(&self, board: usize) -> bool {
        self.state().board == Some(board)
    }

    /// The board is like this now. Nothing happens if nobody thinks about it or it is the
    /// same.
    pub fn update(&self, board: usize, position: Position) {
        use crate::game::Game;
        let mut state = self.state();
        let same = state.position.as_ref().is_some_and(|old| old.key() == position.key());
        if state.board == Some(board) && !same {
            state.position = Some(position);
            state.version += 1;
        }
    }

    fn version(&self) -> u64 {
        self.state().version
    }

    fn position(&self) -> (Option<Position>, u64) {
        let state = self.state();
        (state.position.clone(), state.version)
    }

    fn end(&self) {
        self.state().board = None;
    }
}

/// A search of one board, to be run on its own thread.
pub(super) struct Thinking {
    pub engine: Arc<Mutex<Thinker>>,
    pub live: Arc<Live>,
    pub board: usize,
    pub limits: Limits,
    pub wdl: bool,
    pub castling: Castling,
    /// Write moves without their board's digit.
    pub plain: bool,
    /// How the match stood, to be said if there is nothing to play.
    pub verdict: String,
}

/// How often orders and changes are looked for.
const LOOK: Duration = Duration::from_millis(1);

impl Thinking {
    /// Searches until the limits or the signal end it, anew after each change.
    pub fn run(self, signal: &Signal, say: &mut (dyn FnMut(&str) + Send)) -> String {
        let start = Instant::now();
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        let (castling, plain, board) = (self.castling, self.plain, self.board);
        let write_move = move |mv: Move| {
            if plain {
                uci::write(mv, castling).to_string()
            } else {
                uci::write_pair(mv.on_board(board), castling).to_string()
            }
        };
        let mut spent_nodes = 0;
        let decision = loop {
            let (Some(position), version) = self.live.position() else {
                break None;
            };
            let limits = self.rest_of(&position, start.elapsed(), spent_nodes);
            let mut teller = Teller { say: &mut *say, wdl: self.wdl, write_move };
            let (decision, changed) =
                self.search(&mut engine, &position, &limits, signal, version, &mut teller);
            spent_nodes += decision.nodes;
            if !changed || signal.stopped() {
                break Some(decision);
            }
            say("info string the boards have changed, thinking anew");
        };
        drop(engine);
        self.live.end();
        let Some(decision) = decision else { return "bestmove (none)".into() };
        let Some(best) = decision.best else {
            // Not a null move: nothing can be played now, and this is why.
            say(&format!("info depth 0 score {}", decision.score));
            say(&format!("info string nothing to play now: {}", self.verdict));
            return "bestmove (none)".into();
        };
        match decision.ponder {
            Some(reply) => format!("bestmove {} ponder {}", write_move(best), write_move(reply)),
            None => format!("bestmove {}", write_move(best)),
        }
    }

    /// One search, ended early by a change of the boards; says whether there was one.
    fn search(
        &self,
        engine: &mut Thinker,
        position: &Position,
        limits: &Limits,
        signal: &Signal,
        version: u64,
        teller: &mut Teller<'_, impl Fn(Move) -> String + Send>,
    ) -> (Decision, bool) {
        let inner = Signal::default();
        let done = AtomicBool::new(false);
        let changed = AtomicBool::new(false);
        let decision = std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut hit = false;
                while !done.load(Ordering::Acquire) {
                    if signal.was_hit() && !hit {
                        hit = true;
                        inner.ponder_hit();
                    }
                    if self.live.version() != version {
                        changed.store(true, Ordering::Release);
                        inner.stop();
                    } else if signal.stopped() {
                        inner.stop();
                    }
                    std::thread::sleep(LOOK);
                }
            });
            let decision = engine.search(position, limits, &inner, teller);
            done.store(true, Ordering::Release);
            decision
        });
        (decision, changed.load(Ordering::Acquire))
    }

    /// The limits that are left.
    fn rest_of(&self, position: &Position, spent: Duration, nodes: u64) -> Limits {
        use crate::game::Game;
        let mut limits = self.limits.clone();
        limits.moves.retain(|&mv| position.is_legal(mv));
        limits.move_time = limits.move_time.map(|time| time.saturating_sub(spent));
        limits.nodes = limits.nodes.map(|most| most.saturating_sub(nodes).max(1));
        if let Some(clock) = &mut limits.clock {
            clock.remaining = clock.remaining.saturating_sub(spent);
        }
        limits
    }
}
