//! A game in its own time: a clock runs by the nodes that its engine searches, at a fixed rate
//! a second; an engine that would sit for some time is charged that time, and asked again.
//! Engines search one after another, as fast as they can. Their moves happen in the order in
//! which they would have, had all searched side by side at that rate. The same engines, seed and
//! rate give the same game on any machine.

use std::time::{Duration, Instant};

use super::arbiter::Arbiter;
use super::dialog::Said;
use super::link::next_event;
use super::player::Busy;

/// A move that will be played, unless the boards change before.
struct Pending {
    seat: usize,
    text: String,
    at: Duration,
    /// What it was thought of, and what else it rests on.
    state: u64,
    beside: u64,
}

impl Arbiter<'_> {
    /// Plays until it is over; `false` if it was broken off. A node costs the `rate`th part
    /// of a second.
    pub fn play_simulated(&mut self, rate: u64) -> bool {
        let mut pending: [Option<Pending>; 2] = [None, None];
        while self.outcome().is_none() {
            if self.spectator.is_interrupted() {
                return false;
            }
            self.stop_idle_clocks();
            for (board, pending) in pending.iter_mut().enumerate() {
                self.prepare(board, pending, rate);
            }
            if self.outcome().is_some() {
                break;
            }
            let next = pending.iter().flatten().map(|next| (next.at, next.seat)).min();
            match (next, self.clocks.next_fall()) {
                (Some((at, seat)), fall) if fall.is_none_or(|(fall, _)| at <= fall) => {
                    self.clocks.set_now(at);
                    let board = self.table.board_of(seat);
                    // Who has waited is asked again: it may still lead, if both clocks ran.
                    let has_waited = self.players[seat].thought.sits > 0;
                    if let Some(next) = pending[board].take().filter(|_| !has_waited) {
                        self.play(seat, &next.text);
                    }
                }
                (_, Some((fall, seat))) => {
                    self.clocks.set_now(fall);
                    self.flag(seat);
                }
                _ => self.break_deadlock(),
            }
        }
        true
    }

    /// Lets the seat on move on a board think, unless it has thought already and the state of
    /// the board has not changed since.
    fn prepare(&mut self, board: usize, pending: &mut Option<Pending>, rate: u64) {
        let Some(seat) = self.table.on_move(board) else {
            *pending = None;
            return;
        };
        self.clocks.start(seat);
        let state = self.table.state(board);
        let beside = self.table.state_beside(board);
        let told = std::mem::take(&mut self.told[seat]);
        let stands = |next: &Pending| {
            // A seat that waits listens to its partner.
            let sits = self.players[seat].thought.sits > 0;
            next.seat == seat && next.state == state && !(told && sits)
        };
        let kept = pending.take().filter(stands);
        if let Some(next) = kept {
            // What was planned to be taken may be gone.
            if next.beside == beside || self.table.read(board, &next.text).is_ok() {
                *pending = Some(next);
                return;
            }
            self.void(seat, &next.text);
        }
        if !self.is_to_be_asked(seat) {
            return;
        }
        if let Some(text) = self.consult(seat) {
            let thought = &self.players[seat].thought;
            let sits = Duration::from_millis(thought.sits);
            let at = self.clocks.now() + duration_of(thought.nodes, rate) + sits;
            *pending = Some(Pending { seat, text, at, state, beside });
        }
    }

    /// A seat's move; `None` if it has none to play now.
    fn consult(&mut self, seat: usize) -> Option<String> {
        self.ask(seat);
        let start = Instant::now();
        let board = self.table.board_of(seat);
        // What a partner says meanwhile may end the game of an engine that dies of it.
        while self.table.on_move(board) == Some(seat) {
            let Some(event) = next_event(self.events, start, self.conduct.patience) else {
                self.hang(seat);
                return None;
            };
            let Some(speaker) = self.seat_of(&event) else { continue };
            match self.players[speaker].understand(&event) {
                Said::Move(text) if speaker == seat => return Some(text),
                Said::Pass if speaker == seat => {
                    self.pass(seat);
                    return None;
                }
                said => self.hear(speaker, said),
            }
            if self.players[seat].busy == Busy::Idle {
                return None;
            }
        }
        None
    }
}

/// What so many nodes cost.
fn duration_of(nodes: u64, rate: u64) -> Duration {
    let nanos = u128::from(nodes) * 1_000_000_000 / u128::from(rate.max(1));
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}
