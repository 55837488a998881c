//! The four clocks of a pair of boards, as far as they are known, while they run: the seat on
//! move on a board loses time. No flag falls here; the clocks only tell who is ahead.

use std::time::Duration;

use super::joint::Leads;
use super::pace::Diagonal;
use crate::base::time::Instant;
use crate::board::Color;
use crate::game::pair::{Pair, Seat, Team};

/// A seat that leads by less does not count on it.
const CLEAR_LEAD: Duration = Duration::from_millis(300);

/// What is left on each clock that is known, and who is on move.
#[derive(Clone, Debug)]
pub struct SeatClocks {
    left: [Option<Duration>; 4],
    increments: [Duration; 4],
    running: [bool; 4],
    since: Instant,
    /// Time is not real: they show what they were told.
    frozen: bool,
}

impl Default for SeatClocks {
    fn default() -> Self {
        Self {
            left: [None; 4],
            increments: [Duration::ZERO; 4],
            running: [false; 4],
            since: Instant::now(),
            frozen: false,
        }
    }
}

impl SeatClocks {
    /// Clocks by seat. Frozen clocks are for a time that is not real.
    pub fn new(left: [Option<Duration>; 4], increments: [Duration; 4], frozen: bool) -> Self {
        Self { left, increments, frozen, ..Self::default() }
    }

    /// From now on they run as the boards stand.
    pub fn run(&mut self, pair: &Pair) {
        self.left = Seat::ALL.map(|seat| self.left(seat));
        self.since = Instant::now();
        for seat in Seat::ALL {
            let at = seat.index();
            let runs = pair.is_on_move(seat);
            if self.running[at] && !runs {
                self.left[at] = self.left[at].map(|left| left + self.increments[at]);
            }
            self.running[at] = runs;
        }
    }

    /// The clocks of a seat and of its partner's opponent.
    pub fn diagonal(&self, seat: Seat) -> Diagonal {
        Diagonal { own: self.left(seat), rival: self.left(seat.partner().opponent()) }
    }

    /// Who leads on White's and on Black's diagonal, seen by this team: it must lead clearly, for
    /// some time passes before a move arrives. Nobody does where a clock is unknown.
    pub fn leads(&self, team: Team) -> Leads {
        Color::ALL.map(|color| {
            let [first, second] = [0, 1].map(|board| Seat { board, color });
            let Diagonal { own, rival } =
                self.diagonal(if first.team() == team { first } else { second });
            Some(if own? >= rival? + CLEAR_LEAD { team } else { team.rival() })
        })
    }

    /// What is left to a seat now, if it is known.
    pub fn left(&self, seat: Seat) -> Option<Duration> {
        let runs = self.running[seat.index()] && !self.frozen;
        let gone = if runs { self.since.elapsed() } else { Duration::ZERO };
        self.left[seat.index()].map(|left| left.saturating_sub(gone))
    }
}
