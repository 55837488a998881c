//! Thinking about one board of two while the other goes on: what arrives in mid-search ends
//! the search of the old truth, and the rest of the time goes to the new one. A seat that
//! had better wait does not answer until something has changed or it is time to move.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::pair_clocks::Clocks;
use super::report::Teller;
use crate::board::Move;
use crate::game::Game;
use crate::game::pair::{self, Mailbox, Pair, Seat, SignalError, Word};
use crate::game::rules::Rules;
use crate::game::single::Position;
use crate::notation::uci::{self, Castling};
use crate::search::seat::{self, Appraiser, BoardEngine, Patience, Scene, Spare, Why, patience};
use crate::search::{Decision, Limits, Signal};

/// What the desk and a running search share.
#[derive(Default)]
pub(super) struct Live(Mutex<State>);

#[derive(Default)]
struct State {
    /// What has been said between partners.
    mailbox: Mailbox,
    /// What the seat sees, while a search runs.
    scene: Option<Scene>,
    clocks: Clocks,
    /// Counts changes of the scene.
    version: u64,
}

impl State {
    fn show(&mut self, scene: Scene) {
        if self.scene.as_ref().is_some_and(|old| !old.is_like(&scene)) {
            self.scene = Some(scene);
            self.version += 1;
        }
    }
}

impl Live {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A seat hears its partner.
    pub fn hear(&self, rules: &Rules, seat: Seat, said: &pair::Signal) -> Result<(), SignalError> {
        let mut state = self.state();
        state.mailbox.say(rules, seat.partner(), said)?;
        if let Some(mut scene) = state.scene.clone().filter(|scene| scene.seat == seat) {
            scene.heard = state.mailbox.heard(seat).to_vec();
            state.show(scene);
        }
        Ok(())
    }

    /// A seat has moved.
    pub fn moved(&self, seat: Seat) {
        self.state().mailbox.moved(seat);
    }

    /// A new game: nothing has been said.
    pub fn forget(&self) {
        self.state().mailbox = Mailbox::default();
    }

    /// A seat is about to think of this pair, while these clocks run.
    pub fn begin(&self, pair: &Pair, seat: Seat, clocks: Clocks) -> Result<(), pair::PairError> {
        let mut state = self.state();
        let scene = Scene::new(pair, seat, state.mailbox.heard(seat))?;
        state.scene = Some(scene);
        state.clocks = clocks;
        state.clocks.run(pair);
        Ok(())
    }

    /// Is a search of this board under way?
    pub fn thinks_about(&self, board: usize) -> bool {
        self.state().scene.as_ref().is_some_and(|scene| scene.seat.board == board)
    }

    /// The boards are like this now. Nothing happens if nobody thinks or sees a difference.
    pub fn update(&self, pair: &Pair) {
        let mut state = self.state();
        let Some(seat) = state.scene.as_ref().map(|scene| scene.seat) else { return };
        state.clocks.run(pair);
        if let Ok(scene) = Scene::new(pair, seat, state.mailbox.heard(seat)) {
            state.show(scene);
        }
    }

    /// Says to the partner what these findings ask for; what he is to be told.
    fn speak(&self, rules: &Rules, seat: Seat, words: &[Word]) -> Vec<pair::Signal> {
        seat::speak(&mut self.state().mailbox, rules, seat, words)
    }

    fn version(&self) -> u64 {
        self.state().version
    }

    fn scene(&self) -> (Option<Scene>, u64) {
        let state = self.state();
        (state.scene.clone(), state.version)
    }

    /// How long the seat can afford to wait.
    fn spare(&self, seat: Seat) -> Spare {
        let clocks = &self.state().clocks;
        Spare::of(clocks.left(seat), clocks.left(seat.partner().opponent()))
    }

    fn end(&self) {
        self.state().scene = None;
    }
}

/// A search of one board, to be run on its own thread.
pub(super) struct Thinking {
    pub engine: Arc<Mutex<BoardEngine>>,
    pub appraiser: Arc<Mutex<Appraiser>>,
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
        if let Some(remark) = &self.remark {
            say(&format!("info string {remark}"));
        }
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        let decision = self.decide(&mut engine, signal, say);
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
            Some(reply) => {
                format!("bestmove {} ponder {}", self.write_move(best), self.write_move(reply))
            }
            None => format!("bestmove {}", self.write_move(best)),
        }
    }

    fn write_move(&self, mv: Move) -> String {
        if self.plain {
            uci::write(mv, self.castling).to_string()
        } else {
            uci::write_pair(mv.on_board(self.seat.board), self.castling).to_string()
        }
    }

    fn decide(
        &self,
        engine: &mut BoardEngine,
        signal: &Signal,
        say: &mut (dyn FnMut(&str) + Send),
    ) -> Option<Decision> {
        let start = Instant::now();
        let mut spent = Spent::default();
        let asks = self.speaks && self.has_time_to_speak();
        loop {
            let (scene, version) = self.live.scene();
            let scene = scene?;
            let begun = Instant::now();
            let appraiser = self.appraiser.lock();
            appraiser.unwrap_or_else(PoisonError::into_inner).set_prices(engine, &scene, signal);
            let mut words = Vec::new();
            if asks {
                words = seat::threats(engine, &scene, signal);
                self.tell_partner(&words, say);
            }
            let limits = self.rest_of(&scene, start.elapsed(), &spent);
            let (decision, changed) =
                self.search(engine, &scene.own, &limits, signal, version, say);
            spent.nodes += decision.nodes;
            spent.time += begun.elapsed();
            if signal.stopped() {
                return Some(decision);
            }
            if !changed {
                let spare = if limits.clock.is_some() {
                    self.live.spare(self.seat)
                } else {
                    Spare::default()
                };
                let Patience::Wait(most, why) = patience(engine, &scene, &decision, spare, signal)
                else {
                    return Some(decision);
                };
                if let Why::Better(role) = why
                    && self.speaks
                {
                    words.push(Word::Need(role));
                    self.tell_partner(&words, say);
                }
                say(&format!(
                    "info string sits {}; moves in {} ms at the latest",
                    reason(why),
                    most.as_millis()
                ));
                if !self.sit(most, version, signal) {
                    return Some(decision);
                }
            }
            say("info string the boards have changed, thinking anew");
        }
    }

    fn tell_partner(&self, words: &[Word], say: &mut (dyn FnMut(&str) + Send)) {
        for signal in self.live.speak(&self.rules, self.seat, words) {
            say(&format!("info string tell {} {signal}", self.seat.partner()));
        }
    }

    /// Lets the clock run; says whether something has changed before the time was over.
    fn sit(&self, most: Duration, version: u64, signal: &Signal) -> bool {
        let start = Instant::now();
        while start.elapsed() < most && !signal.stopped() {
            if self.live.version() != version {
                return true;
            }
            std::thread::sleep(LOOK);
        }
        false
    }

    /// One search, ended early by a change of the boards; says whether there was one.
    fn search(
        &self,
        engine: &mut BoardEngine,
        position: &Position,
        limits: &Limits,
        signal: &Signal,
        version: u64,
        say: &mut (dyn FnMut(&str) + Send),
    ) -> (Decision, bool) {
        let inner = Signal::default();
        let done = AtomicBool::new(false);
        let changed = AtomicBool::new(false);
        let mut teller =
            Teller { say: &mut *say, wdl: self.wdl, write_move: |mv| self.write_move(mv) };
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
            let decision = engine.search(position, limits, &inner, &mut teller);
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

    /// The limits that are left, at the pace that the partner asks for.
    fn rest_of(&self, scene: &Scene, since_start: Duration, spent: &Spent) -> Limits {
        let mut limits = self.limits.clone();
        limits.moves.retain(|&mv| scene.own.is_legal(mv));
        limits.nodes = limits.nodes.map(|most| most.saturating_sub(spent.nodes).max(1));
        limits.spent = spent.time;
        if let Some(clock) = &mut limits.clock {
            clock.remaining = clock.remaining.saturating_sub(since_start - spent.time);
            *clock = seat::at_pace(*clock, &scene.heard);
        }
        limits
    }
}

/// What went into searches that have ended.
#[derive(Default)]
struct Spent {
    nodes: u64,
    time: Duration,
}

fn reason(why: Why) -> String {
    match why {
        Why::Asked => "as asked".into(),
        Why::Lost => "as every move loses".into(),
        Why::Better(role) => {
            format!("as {} may come", role.letter().to_ascii_lowercase())
        }
    }
}
