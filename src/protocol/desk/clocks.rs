//! The words of `go` for clocks, by game.

use std::time::Duration;

use crate::board::Color;
use crate::game::catalogue::Family;
use crate::game::pair::Seat;
use crate::player::partner::SeatClocks;
use crate::protocol::uci::command::UciCommandError;
use crate::protocol::uci::go::Go;
use crate::search::Clock;

/// Of one board.
const TWO: &[&str] = &["wtime", "btime", "winc", "binc"];
/// Of the own board, and of both boards.
const PAIR: &[&str] = &[
    "wtime", "btime", "winc", "binc", "1wtime", "1btime", "2wtime", "2btime", "1winc", "1binc",
    "2winc", "2binc",
];
/// A clock for each seat, in order of turn: times, then increments.
const FOUR: &[&str] = &["atime", "btime", "ctime", "dtime", "ainc", "binc", "cinc", "dinc"];
const THREE: &[&str] = &["btime", "rtime", "wtime", "binc", "rinc", "winc"];
const TEAMS: &[&str] = &["rtime", "btime", "ytime", "gtime", "rinc", "binc", "yinc", "ginc"];

/// The words of `go` that carry a time in a game.
pub(super) const fn clock_words(family: &Family) -> &'static [&'static str] {
    match family {
        Family::Single(_) => TWO,
        Family::Pair(_) => PAIR,
        Family::Four(_) => FOUR,
        Family::Three(_) => THREE,
        Family::Teams(_) => TEAMS,
    }
}

/// The clock of the seat on move at one board. Clocks of others alone are an error, not a
/// guess.
///
/// # Errors
/// If there are clocks, but not this one, and nothing else limits the search.
pub(super) fn clock_of(
    go: &Go,
    family: &Family,
    seat: usize,
) -> Result<Option<Clock>, UciCommandError> {
    let words = clock_words(family);
    go.own_clock(words[seat], words[seat + family.seats()])
}

/// On two boards, by seat.
const TIMES: [&str; 4] = ["1wtime", "1btime", "2wtime", "2btime"];
const INCREMENTS: [&str; 4] = ["1winc", "1binc", "2winc", "2binc"];

/// A seat's clock, by its own words or by those of its board alone.
///
/// # Errors
/// If there are clocks, but not this one, and nothing else limits the search.
pub(super) fn seat_clock(go: &Go, seat: Seat) -> Result<Option<Clock>, UciCommandError> {
    let [time, increment] = words(go, seat, seat.board);
    go.own_clock(time, increment)
}

/// The words under which `go` has a seat's time and increment: its own, or plain ones,
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

/// The clocks that `go` names, and for the rest those of the last position, in milliseconds;
/// somebody thinks about `board`.
pub(super) fn all_clocks(
    go: &Go,
    before: &[Option<u64>; 4],
    board: usize,
    frozen: bool,
) -> SeatClocks {
    let mut left = [None; 4];
    let mut increments = [Duration::ZERO; 4];
    for seat in Seat::ALL {
        let [time, increment] = words(go, seat, board);
        let at = seat.index();
        left[at] = go.clock(time).or(before[at].map(Duration::from_millis));
        increments[at] = go.clock(increment).unwrap_or_default();
    }
    SeatClocks::new(left, increments, frozen)
}
