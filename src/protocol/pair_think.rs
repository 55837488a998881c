//! Thinking about one board of two while the other goes on: a man that arrives in mid-search
//! ends the search of the old truth, and the rest of the time goes to the new one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::pair::Thinker;
use super::pair_signals;
use super::report::Teller;
use crate::board::{Move, Role};
use crate::eval::priced::Prices;
use crate::game::pair::{self, Mailbox, Seat, SignalError};
use crate::game::rules::Rules;
use crate::game::single::Position;
use crate::notation::uci::{self, Castling};
use crate::search::{Decision, Limits, Signal};

/// What the desk and a running search share.
pub(super) struct Live(Mutex<State>);

struct State {
    /// What has been said between partners.
    mailbox: Mailbox,
    /// What it makes of men's worth.
    prices: Prices,
    /// The prices of the last search.
    used: [[i32; Role::COUNT]; 2],
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

    /// What is paid for men.
    pub fn prices(&self) -> Prices {
        self.state().prices.clone()
    }

    /// Nobody thinks, nobody has spoken.
    pub fn new(prices: Prices) -> Self {
        let mailbox = Mailbox::default();
        Self(Mutex::new(State {
            mailbox,
            used: prices.now(),
            prices,
            board: None,
            position: None,
            version: 0,
        }))
    }

    /// A seat hears its partner.
    pub fn hear(&self, rules: &Rules, seat: Seat, said: &pair::Signal) -> Result<(), SignalError> {
        let mut state = self.state();
        state.mailbox.say(rules, seat.partner(), said)?;
        if pair_signals::listen(&state.mailbox, seat, &state.prices) {
            state.version += 1;
        }
        Ok(())
    }

    /// A seat has moved.
    pub fn moved(&self, seat: Seat) {
        self.state().mailbox.moved(seat);
    }

    /// A new game: nothing has been said.
    pub fn forget(&self) {
        let mut state = self.state();
        state.mailbox = Mailbox::default();
        for seat in Seat::ALL {
            pair_signals::listen(&Mailbox::default(), seat, &state.prices);
        }
    }

    /// What is to be told to the partner after these findings.
    fn speak(&self, rules: &Rules, seat: Seat, words: &[pair::Word]) -> Vec<String> {
        pair_signals::speak(&mut self.state().mailbox, rules, seat, words)
    }

    /// Lets prices follow what this seat has heard; says whether they differ from those of
    /// the search before.
    fn has_new_prices(&self, seat: Seat) -> bool {
        let mut state = self.state();
        pair_signals::listen(&state.mailbox, seat, &state.prices);
        let now = state.prices.now();
        let new = now != state.used;
        state.used = now;
        new
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
    pub seat: Seat,
    /// Is there a partner who listens?
    pub speaks: bool,
    pub rules: Rules,
    pub limits: Limits,
    pub wdl: bool,
    pub castling: Castling,
    /// Write moves without their board's digit.
    pub plain: bool,
    /// How the match stood, to be said if there is nothing to play.
    pub verdict: String,
    /// What there is to say about the evaluation.
    pub remark: Option<String>,
}

/// How often orders and changes are looked for.
const LOOK: Duration = Duration::from_millis(1);

impl Thinking {
    /// Searches until the limits or the signal end it, anew after each change.
    pub fn run(self, signal: &Signal, say: &mut (dyn FnMut(&str) + Send)) -> String {
        let start = Instant::now();
        if let Some(remark) = &self.remark {
            say(&format!("info string {remark}"));
        }
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        let (castling, plain, board) = (self.castling, self.plain, self.seat.board);
        let write_move = move |mv: Move| {
            if plain {
                uci::write(mv, castling).to_string()
            } else {
                uci::write_pair(mv.on_board(board), castling).to_string()
            }
        };
        let mut spent_nodes = 0;
        let asks = self.speaks && self.has_time_to_speak();
        let decision = loop {
            let (Some(position), version) = self.live.position() else {
                break None;
            };
            // Old scores know nothing of new prices.
            if self.live.has_new_prices(self.seat) {
                engine.clear();
            }
            if asks {
                let words = pair_signals::probe(&mut engine, &position, signal);
                for line in self.live.speak(&self.rules, self.seat, &words) {
                    say(&line);
                }
            }
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

    /// Are there seconds to spare for small searches before the great one?
    fn has_time_to_speak(&self) -> bool {
        let limits = &self.limits;
        let enough = |time: Duration, least: u64| time >= Duration::from_millis(least);
        limits.move_time.is_none_or(|time| enough(time, 500))
            && limits.clock.is_none_or(|clock| enough(clock.remaining, 5_000))
            && limits.nodes.is_none_or(|nodes| nodes >= 100_000)
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
