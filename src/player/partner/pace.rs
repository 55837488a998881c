//! How much of its clock a seat plans with: partners say to be fast, or that there is time; and
//! who is behind its partner's opponent cannot wait when it must, and hurries to be ahead again.

use std::time::Duration;

use crate::game::pair::Word;
use crate::search::Clock;

/// Two clocks that are compared: the seat that is ahead can outwait the other.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Diagonal {
    /// The seat's own.
    pub own: Option<Duration>,
    /// That of its partner's opponent.
    pub rival: Option<Duration>,
}

impl Diagonal {
    /// Is the seat behind? Not if a clock is unknown.
    pub fn is_behind(self) -> bool {
        matches!(self, Self { own: Some(own), rival: Some(rival) } if own < rival)
    }
}

/// Of the usual budget.
const FAST: f64 = 0.4;
/// See [`FAST`]. The most that a search takes of its clock, times this, is still less than all.
const SLOW: f64 = 1.5;
/// See [`FAST`].
const BEHIND: f64 = 0.8;

/// The clock to plan with.
pub fn at_pace(clock: Clock, heard: &[Word], diagonal: Diagonal) -> Clock {
    let share = if heard.contains(&Word::Fast) {
        FAST
    } else if heard.contains(&Word::Slow) && clock.moves_to_go.is_none() {
        SLOW
    } else if diagonal.is_behind() {
        BEHIND
    } else {
        return clock;
    };
    Clock {
        remaining: clock.remaining.mul_f64(share),
        increment: clock.increment.mul_f64(share),
        ..clock
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_the_diagonal_change_what_a_move_may_take_but_never_beyond_the_clock() {
        let second = Duration::from_secs(1);
        let clock = Clock { remaining: 10 * second, increment: second, moves_to_go: None };
        let even = Diagonal { own: Some(10 * second), rival: Some(10 * second) };
        let behind = Diagonal { own: Some(10 * second), rival: Some(11 * second) };
        let remaining = |heard: &[Word], clock| at_pace(clock, heard, even).remaining;
        assert_eq!(remaining(&[], clock), 10 * second);
        assert_eq!(remaining(&[Word::Trade, Word::Fast], clock), 4 * second);
        assert_eq!(remaining(&[Word::Slow], clock), 15 * second);
        let last = Clock { moves_to_go: Some(1), ..clock };
        assert_eq!(remaining(&[Word::Slow], last), 10 * second, "nearly all may be used already");
        assert_eq!(at_pace(clock, &[], behind).remaining, 8 * second);
        assert_eq!(at_pace(clock, &[Word::Slow], behind).remaining, 15 * second);
        let unknown = Diagonal { rival: None, ..behind };
        assert_eq!(at_pace(clock, &[], unknown), clock);
    }
}
