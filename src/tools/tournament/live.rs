//! A game in real time: clocks run by the monotonic clock of the machine, on both boards at
//! once. A seat is charged from when its order was written to when its answer was read.

use std::time::{Duration, Instant};

use super::arbiter::Arbiter;
use super::dialog::Said;
use super::link::Event;
use super::player::Busy;

/// How often a game looks whether it is broken off.
const LOOK: Duration = Duration::from_millis(200);
/// How long an engine that is told to move may take.
const TO_STOP: Duration = Duration::from_secs(3);

impl Arbiter<'_> {
    /// Plays until it is over; `false` if it was broken off.
    pub fn play_live(&mut self) -> bool {
        let begin = Instant::now();
        while self.outcome().is_none() {
            if self.spectator.is_interrupted() {
                return false;
            }
            self.stop_idle_clocks();
            for board in 0..2 {
                self.attend(board, begin);
            }
            self.clocks.set_now(begin.elapsed());
            let fall = self.clocks.next_fall();
            let until_fall = fall.map(|(at, _)| at.saturating_sub(self.clocks.now()));
            match self.events.recv_timeout(until_fall.unwrap_or(LOOK).min(LOOK)) {
                Ok(event) => self.receive(&event, begin),
                Err(_) => self.look_at_clocks(begin),
            }
            self.look_for_the_hung(begin);
        }
        true
    }

    /// Asks the seat on move on a board, and starts its clock.
    fn attend(&mut self, board: usize, begin: Instant) {
        let Some(seat) = self.table.on_move(board) else { return };
        if self.players[seat].busy == Busy::Idle && self.is_to_be_asked(seat) {
            self.clocks.set_now(begin.elapsed());
            self.ask(seat);
        }
        if !self.clocks.is_running(seat) {
            self.clocks.set_now(begin.elapsed());
            self.clocks.start(seat);
        }
    }

    fn receive(&mut self, event: &Event, begin: Instant) {
        let Some(seat) = self.seat_of(event) else { return };
        let at = event.at.saturating_duration_since(begin);
        // A flag that fell before this was said fell first.
        if self.clocks.next_fall().is_some_and(|(fall, _)| fall < at) {
            self.clocks.set_now(at);
            self.look_at_clocks(begin);
        }
        match self.players[seat].understand(event) {
            Said::Move(text) => {
                self.clocks.set_now(at);
                self.play(seat, &text);
            }
            Said::Pass => self.pass(seat),
            said => self.hear(seat, said),
        }
    }

    /// Handles flags that have fallen, and a game in which no seat thinks and nothing can
    /// happen any more.
    fn look_at_clocks(&mut self, begin: Instant) {
        self.clocks.set_now(begin.elapsed());
        if let Some((fall, seat)) = self.clocks.next_fall() {
            if fall <= self.clocks.now() {
                self.flag(seat);
            }
        } else if self.players.iter().all(|player| player.busy == Busy::Idle) {
            self.break_deadlock();
        }
    }

    /// Engines without a clock that have thought for longer than they may, whatever they say
    /// meanwhile. Who has no limit at all is told to move.
    fn look_for_the_hung(&mut self, begin: Instant) {
        self.clocks.set_now(begin.elapsed());
        for seat in 0..self.players.len() {
            let thinks = self.clocks.is_running(seat)
                && self.players[seat].busy != Busy::Idle
                && self.clocks.left(seat).is_none();
            let late = self.clocks.running(seat).checked_sub(self.conduct.patience);
            match late.filter(|_| thinks) {
                Some(late) if self.clocks.pace(seat).is_endless() && late < TO_STOP => {
                    self.players[seat].hurry();
                }
                Some(_) => return self.hang(seat),
                None => {}
            }
        }
    }
}
