//! The four clocks of a pair of boards, as far as a program has told them, while they run:
//! who is on move on a board loses time. Nobody's flag falls here; it is only for knowing
//! who is ahead.

use std::time::{Duration, Instant};

use super::Go;
use crate::board::Color;
use crate::game::pair::{Pair, Seat};
use crate::search::Clock;

/// The words for clocks: of the own board, and of both boards.
pub(super) const CLOCKS: &[&str] = &[
    "wtime", "btime", "winc", "binc", "1wtime", "1btime", "2wtime", "2btime", "1winc", "1binc",
    "2winc", "2binc",
];
/// By seat.
const TIMES: [&str; 4] = ["1wtime", "1btime", "2wtime", "2btime"];
const INCREMENTS: [&str; 4] = ["1winc", "1binc", "2winc", "2binc"];

/// A seat's clock, by its own words or by those of his board alone.
///
/// # Errors
/// If there are clocks, but not his, and nothing else limits the search.
pub(super) fn own_clock(go: &Go, seat: Seat) -> Result<Option<Clock>, super::CommandError> {
    let [time, increment] = words(go, seat, seat.board);
    go.own_clock(time, increment)
}

/// The words under which `go` has a seat's time and increment: his own, or plain ones,
/// which are those of the board thought about.
fn words(go: &Go, seat: Seat, board: usize) -> [&'static str; 2] {
    let plain = match seat.color {
        Color::White => ["wtime", "winc"],
        Color::Black => ["btime", "binc"],
    };
    let own = [TIMES[seat.index()], INCREMENTS[seat.index()]];
    std::array::from_fn(|i| {
        let by_plain = seat.board == board && go.clock(own[i]).is_none();
        if by_plain && go.clock(plain[i]).is_some() { plain[i] } else { own[i] }
    })
}

/// What is left on each clock that is known, and who is on move.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    left: [Option<Duration>; 4],
    increments: [Duration; 4],
    running: [bool; 4],
    since: Instant,
    /// Time is not real: they show what they were told.
    frozen: bool,
}

impl Default for Clocks {
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

impl Clocks {
    /// The clocks that `go` names, and for the rest those of the last position, in
    /// milliseconds; somebody thinks about `board`. Frozen clocks are for a time that is
    /// not real.
    pub fn new(go: &Go, before: &[Option<u64>; 4], board: usize, frozen: bool) -> Self {
        let mut clocks = Self { frozen, ..Self::default() };
        for seat in Seat::ALL {
            let [time, increment] = words(go, seat, board);
            let at = seat.index();
            clocks.left[at] = go.clock(time).or(before[at].map(Duration::from_millis));
            clocks.increments[at] = go.clock(increment).unwrap_or_default();
        }
        clocks
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

    /// What is left to a seat now, if it is known.
    pub fn left(&self, seat: Seat) -> Option<Duration> {
        let runs = self.running[seat.index()] && !self.frozen;
        let gone = if runs { self.since.elapsed() } else { Duration::ZERO };
        self.left[seat.index()].map(|left| left.saturating_sub(gone))
    }
}
