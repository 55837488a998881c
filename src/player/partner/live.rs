//! Thinking about one board of two while the other goes on: what arrives in mid-search ends
//! the search of the old truth, and the rest of the time goes to the new one. A seat that
//! had better wait does not answer until something has changed or it is time to move.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::clocks::SeatClocks;
use super::patience::{Patience, Spare, Why, patience};
use super::requests;
use super::{Appraiser, Beside, BoardEngine, Scene, at_pace};
use crate::board::Move;
use crate::eval::priced::Priced;
use crate::game::Playable;
use crate::game::pair::{self, Mailbox, Pair, Seat, SignalError, Word};
use crate::game::rules::Rules;
use crate::game::single::Position;
use crate::notation::uci::{self, Castling};
use crate::player::engine::{self, Shared};
use crate::player::event::{Answer, EventListener, EventSink, SearchEvent};
use crate::search::{Decision, Limits, Signal};

/// What the desk and a running search share.
#[derive(Default)]
pub struct Live(Mutex<State>);

#[derive(Default)]
struct State {
    /// What has been said between partners.
    mailbox: Mailbox,
    /// What the seat sees, while a search runs.
    scene: Option<Scene>,
    clocks: SeatClocks,
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

    /// What holds of what a seat's partner has said.
    pub fn heard(&self, seat: Seat) -> Vec<Word> {
        self.state().mailbox.heard(seat).to_vec()
    }

    /// A seat has moved.
    pub fn moved(&self, seat: Seat) {
        self.state().mailbox.moved(seat);
    }

    /// Nothing has been said.
    pub fn forget(&self) {
        let mut state = self.state();
        state.mailbox = Mailbox::default();
        if let Some(scene) = state.scene.clone() {
            state.show(Scene { heard: Vec::new(), ..scene });
        }
    }

    /// A seat is about to think of this pair, while these clocks run.
    pub fn begin(
        &self,
        pair: &Pair,
        seat: Seat,
        clocks: SeatClocks,
    ) -> Result<(), pair::PairError> {
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
        requests::speak(&mut self.state().mailbox, rules, seat, words)
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
pub struct Thinking {
    /// Searches the seat's board.
    pub engine: Shared<Position, Priced>,
    /// Sets its prices.
    pub appraiser: Arc<Mutex<Appraiser>>,
    /// What changes meanwhile.
    pub live: Arc<Live>,
    /// Which of the four.
    pub seat: Seat,
    /// Is there a partner who listens?
    pub speaks: bool,
    /// Of both boards.
    pub rules: Rules,
    /// Of all searches together.
    pub limits: Limits,
    /// How it is written.
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
    pub fn run(self, signal: &Signal, say: &mut EventSink<'_>) -> Answer {
        let decision = self.decide(&mut engine::lock(&self.engine), signal, say);
        self.live.end();
        let mut answer = decision
            .map_or(Answer::NONE, |decision| Answer::new(&decision, |mv| self.write_move(mv)));
        if answer.best.is_none() {
            answer.note = Some(format!("nothing to play now: {}", self.verdict));
        }
        answer
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
        say: &mut EventSink<'_>,
    ) -> Option<Decision> {
        let start = Instant::now();
        let mut spent = Spent::default();
        let asks = self.speaks
            && self.has_time(Duration::from_secs(5))
            && self.limits.nodes.is_none_or(|nodes| nodes >= 100_000);
        loop {
            let (scene, version) = self.live.scene();
            let scene = scene?;
            let begun = Instant::now();
            let may_look = self.has_time(Duration::from_secs(1));
            engine::lock(&self.appraiser).set_prices(&scene, may_look, signal);
            let mut words = Vec::new();
            if asks {
                words = requests::threats(engine, &scene, signal);
                self.tell_partner(&words, say);
            }
            let so_far = self.limits.elapsed(start, spent.nodes);
            let limits = self.rest_of(&scene, so_far, &spent);
            let (decision, changed) =
                self.search(engine, (&scene, version), &limits, None, signal, say);
            spent.nodes += decision.nodes;
            spent.time += limits.elapsed(begun, decision.nodes);
            if decision.best.is_some() {
                say(SearchEvent::Total(spent.nodes, limits.elapsed(start, spent.nodes)));
            }
            if signal.stopped() {
                return Some(decision);
            }
            if !changed {
                // Where nobody sits beside us no piece comes.
                let in_company = self.speaks || matches!(scene.beside, Beside::Board(_));
                let spare = if limits.clock.is_some() && in_company {
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
                say(SearchEvent::Sits(most, why));
                if limits.node_rate.is_some() {
                    // Where time is not real whoever keeps it does the waiting.
                    return Some(decision);
                }
                let limits = Limits { wait: true, lines: self.limits.lines, ..Limits::default() };
                let until = Some(Instant::now() + most);
                let (after, changed) =
                    self.search(engine, (&scene, version), &limits, until, signal, say);
                if !changed {
                    return Some(after);
                }
            }
            say(SearchEvent::Note("the boards have changed, thinking anew".into()));
        }
    }

    fn tell_partner(&self, words: &[Word], say: &mut EventSink<'_>) {
        for signal in self.live.speak(&self.rules, self.seat, words) {
            say(SearchEvent::Tell(self.seat.partner(), signal));
        }
    }

    /// One search, ended at a moment if one is given, and early by a change of the boards; says whether there was one.
    fn search(
        &self,
        engine: &mut BoardEngine,
        (scene, version): (&Scene, u64),
        limits: &Limits,
        until: Option<Instant>,
        signal: &Signal,
        say: &mut EventSink<'_>,
    ) -> (Decision, bool) {
        let inner = Signal::default();
        let done = AtomicBool::new(false);
        let changed = AtomicBool::new(false);
        let mut teller = EventListener { say: &mut *say, write_move: |mv| self.write_move(mv) };
        let decision = std::thread::scope(|scope| {
            let watch = scope.spawn(|| {
                let mut hit = false;
                while !done.load(Ordering::Acquire) {
                    if signal.was_hit() && !hit {
                        hit = true;
                        inner.ponder_hit();
                    }
                    if self.live.version() != version {
                        changed.store(true, Ordering::Release);
                        inner.stop();
                    } else if signal.stopped() || until.is_some_and(|end| Instant::now() >= end) {
                        inner.stop();
                    }
                    std::thread::park_timeout(LOOK);
                }
            });
            let decision = engine.search(&scene.own, limits, &inner, &mut teller);
            done.store(true, Ordering::Release);
            watch.thread().unpark();
            decision
        });
        (decision, changed.load(Ordering::Acquire))
    }

    /// Is there time for small searches before the great one: so much on the clock, or a
    /// tenth of it for this move?
    fn has_time(&self, least: Duration) -> bool {
        self.limits.move_time.is_none_or(|time| time >= least / 10)
            && self.limits.clock.is_none_or(|clock| clock.remaining >= least)
    }

    /// The limits that are left, at the pace that the partner asks for.
    fn rest_of(&self, scene: &Scene, since_start: Duration, spent: &Spent) -> Limits {
        let mut limits = self.limits.clone();
        limits.moves.retain(|&mv| scene.own.is_legal(mv));
        limits.nodes = limits.nodes.map(|most| most.saturating_sub(spent.nodes).max(1));
        limits.spent = spent.time;
        if let Some(clock) = &mut limits.clock {
            clock.remaining = clock.remaining.saturating_sub(since_start - spent.time);
            *clock = at_pace(*clock, &scene.heard);
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
