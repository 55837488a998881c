//! The search of one board of two while the other goes on: a change ends the search of the
//! old boards, and the rest of the time goes to the new ones. A seat that had better wait
//! does not answer until something has changed or it is time to move.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::appraiser::Appraiser;
use super::joint::{Escape, FirstStep, JointBoards};
use super::live::LiveBoards;
use super::pace::at_pace;
use super::patience::{Patience, WaitBudget, patience};
use super::probes::ProbeBudget;
use super::requests;
use super::view::{BoardEngine, BoardView, OtherBoard};
use crate::base::time::Instant;
use crate::board::Move;
use crate::eval::team::TeamEval;
use crate::game::Playable;
use crate::game::pair::{Seat, Word};
use crate::game::rules::Rules;
use crate::game::single::Position;
use crate::player::engine::{SharedEngine, lock};
use crate::player::event::{Answer, EventSink, ReportSink, SearchEvent, WaitReason};
use crate::search::{Decision, Limits, SearchControl};

/// A search for one seat, to be run on a thread of its own.
pub(super) struct SeatSearch {
    /// Searches the seat's board.
    pub engine: SharedEngine<Position, TeamEval>,
    /// Sets its prices.
    pub appraiser: Arc<Mutex<Appraiser>>,
    /// What changes meanwhile.
    pub live: Arc<LiveBoards>,
    /// The seat.
    pub seat: Seat,
    /// Is there a partner that listens?
    pub speaks: bool,
    /// May the seat wait for something to change instead of moving?
    pub may_wait: bool,
    /// Of both boards.
    pub rules: Rules,
    /// Of all its searches together.
    pub limits: Limits,
}

/// A search that was stopped while the boards changed looks at the new ones so long: some
/// milliseconds.
const LAST_LOOK_NODES: u64 = 2_000;

/// A move after which the rivals mate over both boards is sought anew among those that avoid it,
/// with so small a part of the nodes that found it.
const ESCAPE_SHARE: u64 = 3;

/// A shorter wait is not begun anew.
const LEAST_WAIT: Duration = Duration::from_millis(20);

impl SeatSearch {
    /// Searches until the limits or the control end it, anew after each change.
    pub fn run(&self, control: &Arc<SearchControl>, sink: &mut EventSink<'_>) {
        let mut engine = lock(&self.engine);
        let mut spent = SpentSoFar { start: Instant::now(), nodes: 0, time: Duration::ZERO };
        while let Some(seen) = self.live.watch(control) {
            let found = if control.stopped() && spent.nodes > 0 {
                Some(self.last_look(&mut engine, &seen.0, sink))
            } else {
                self.think(&mut engine, &seen.0, &mut spent, control, sink)
            };
            if let Some(decision) = found {
                let answer = SearchEvent::Answer(Answer::from(&decision));
                if self.live.answer(&seen, control.stopped(), || sink(answer)) {
                    return;
                }
            }
            sink(SearchEvent::Restart);
        }
        sink(SearchEvent::Answer(Answer::NONE));
    }

    /// What to play on these boards; none if they have changed before it was found.
    fn think(
        &self,
        engine: &mut BoardEngine,
        view: &BoardView,
        spent: &mut SpentSoFar,
        control: &SearchControl,
        sink: &mut EventSink<'_>,
    ) -> Option<Decision> {
        let begun = Instant::now();
        let mut probes = ProbeBudget::of(&self.rest_of(view, spent));
        let prices = lock(&self.appraiser).set_prices(view, &mut probes, control);
        let mut words = Vec::new();
        if self.speaks && probes.words_share().is_some() {
            words = requests::orders(view, &prices, self.live.diagonal(self.seat.partner()));
            words.extend(requests::threats(engine, view, &mut probes, control));
            self.tell_partner(&words, sink);
        }
        let (decision, advice) = self.decide(engine, view, spent, &mut probes, control, sink);
        let nodes = decision.nodes + probes.spent;
        spent.nodes += nodes;
        spent.time += self.limits.elapsed(begun, nodes);
        if decision.best.is_some() {
            let time = self.limits.elapsed(spent.start, spent.nodes);
            sink(SearchEvent::Total { nodes: spent.nodes, time });
        }
        match advice {
            None => control.stopped().then_some(decision),
            Some(Patience::Move) => {
                // What the partner waits for comes with this move, or not at all.
                if words.contains(&Word::Sit) {
                    words.retain(|word| *word != Word::Sit);
                    self.tell_partner(&words, sink);
                }
                Some(decision)
            }
            Some(Patience::Wait(most, reason)) => {
                if let WaitReason::Better(role) = reason
                    && self.speaks
                {
                    words.push(Word::Need(role));
                    self.tell_partner(&words, sink);
                }
                sink(SearchEvent::Sits(most, reason));
                if self.limits.node_rate.is_some() {
                    // Where time is not real, its keeper does the waiting.
                    return Some(decision);
                }
                self.sit(engine, view, reason, control, sink)
            }
        }
    }

    /// The best move as far as both boards are seen, and whether to play it; no advice if the
    /// search was ended from outside.
    fn decide(
        &self,
        engine: &mut BoardEngine,
        view: &BoardView,
        spent: &SpentSoFar,
        probes: &mut ProbeBudget,
        control: &SearchControl,
        sink: &mut EventSink<'_>,
    ) -> (Decision, Option<Patience>) {
        // Weakened play sees no more than its search, and several lines are of all moves.
        let is_whole = self.limits.strength.is_none() && self.limits.lines <= 1;
        let looks = is_whole && lock(&self.appraiser).looks_at_other;
        let joint = JointBoards::of(view, self.live.leads(self.seat), probes).filter(|_| looks);
        let mut moves = self.legal_moves(view);
        if moves.is_empty() {
            moves = view.own.legal_moves();
        }
        let mate = joint.as_ref().and_then(|joint| Some(joint.mate(&moves, probes)?.first));
        let before = SpentSoFar { nodes: spent.nodes + probes.spent, ..*spent };
        let mut limits = self.rest_of(view, &before);
        if let Some(mv) = mate.and_then(FirstStep::own_move) {
            limits.moves = vec![mv];
        }
        let mut decision = engine.search(&view.own, &limits, control, &mut ReportSink(sink));
        // Where nodes are counted the search has used them up.
        let may_ask = limits.nodes.is_none() && !control.must_end();
        let escape = match (&joint, mate, decision.best) {
            (Some(joint), None, Some(best)) if may_ask => joint.escape(best, &moves, probes),
            _ => None,
        };
        if let Some(Escape::Moves(moves)) = &escape {
            let Limits { lines, strength, .. } = limits;
            let (moves, nodes) = (moves.clone(), Some(decision.nodes / ESCAPE_SHARE));
            let again = Limits { moves, nodes, lines, strength, ..Limits::default() };
            let before = decision.nodes;
            decision = engine.search(&view.own, &again, control, &mut ReportSink(sink));
            decision.nodes += before;
        }
        let budget = self.wait_budget(view);
        let advice = (!control.must_end()).then(|| match (mate, escape) {
            (_, Some(Escape::Wait)) if !budget.ahead.is_zero() => {
                Patience::Wait(budget.ahead, WaitReason::Lost)
            }
            _ => mate
                .and_then(|first| first.advice(budget))
                .unwrap_or_else(|| patience(engine, view, &decision, budget, probes, control)),
        });
        (decision, advice)
    }

    /// Thinks on as long as it may wait; none if the boards have changed meanwhile.
    fn sit(
        &self,
        engine: &mut BoardEngine,
        view: &BoardView,
        reason: WaitReason,
        control: &SearchControl,
        sink: &mut EventSink<'_>,
    ) -> Option<Decision> {
        let mut left = self.wait_budget(view).because(reason);
        let lines = self.limits.lines;
        let limits = Limits { move_time: Some(left), lines, ..Limits::default() };
        let mut until = Instant::now() + left;
        let decision = engine.search(&view.own, &limits, control, &mut ReportSink(sink));
        loop {
            // The search may have nothing left to look for before its time is over.
            if control.wait_until(Some(until), || control.must_end()) {
                return control.stopped().then_some(decision);
            }
            // The clock it is compared with may have run, too: who still leads need not move.
            left = self.wait_budget(view).because(reason);
            let is_compared = self.live.diagonal(self.seat).rival.is_some();
            if !is_compared || left < LEAST_WAIT {
                return Some(decision);
            }
            sink(SearchEvent::Sits(left, reason));
            until = Instant::now() + left;
        }
    }

    /// What to play on boards that changed when the search was stopped.
    fn last_look(
        &self,
        engine: &mut BoardEngine,
        view: &BoardView,
        sink: &mut EventSink<'_>,
    ) -> Decision {
        let Limits { lines, strength, .. } = self.limits;
        let moves = self.legal_moves(view);
        let nodes = Some(LAST_LOOK_NODES);
        let limits = Limits { moves, nodes, lines, strength, ..Limits::default() };
        engine.search(&view.own, &limits, &SearchControl::default(), &mut ReportSink(sink))
    }

    fn tell_partner(&self, words: &[Word], sink: &mut EventSink<'_>) {
        for message in self.live.speak(&self.rules, self.seat, words) {
            sink(SearchEvent::Tell(self.seat.partner(), message));
        }
    }

    /// How long the seat may wait before it moves. Where nobody sits beside us no piece
    /// comes.
    fn wait_budget(&self, view: &BoardView) -> WaitBudget {
        let in_company = self.speaks || matches!(view.other, OtherBoard::Known(_));
        if self.may_wait && in_company {
            WaitBudget::of(self.live.diagonal(self.seat))
        } else {
            WaitBudget::default()
        }
    }

    /// The moves to which the search is limited, as far as they are legal now.
    fn legal_moves(&self, view: &BoardView) -> Vec<Move> {
        self.limits.moves.iter().copied().filter(|&mv| view.own.is_legal(mv)).collect()
    }

    /// The limits that are left, at the pace that the partner asks for.
    fn rest_of(&self, view: &BoardView, spent: &SpentSoFar) -> Limits {
        let since_start = self.limits.elapsed(spent.start, spent.nodes);
        let mut limits = self.limits.clone();
        limits.moves = self.legal_moves(view);
        limits.nodes = limits.nodes.map(|most| most.saturating_sub(spent.nodes).max(1));
        limits.spent = spent.time;
        if let Some(clock) = &mut limits.clock {
            clock.remaining =
                clock.remaining.saturating_sub(since_start.saturating_sub(spent.time));
            *clock = at_pace(*clock, &view.heard, self.live.diagonal(self.seat));
        }
        limits
    }
}

/// What went into searches that have ended.
struct SpentSoFar {
    start: Instant,
    nodes: u64,
    time: Duration,
}
