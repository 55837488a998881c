//! Thinking for one of the four seats of a pair of boards. His own board is searched deep,
//! alone; all that crosses between the boards is pieces, so the other board enters as prices
//! ([`Flow`]), together with what the partner says; and sometimes the best move is none yet
//! ([`Patience`]). What is said to the partner is found here too. Nothing here reads or
//! writes text.

mod clocks;
mod live;
mod patience;
mod prices;
mod requests;

pub use clocks::SeatClocks;
pub use live::{Live, Thinking};
pub use patience::{Patience, Spare, Why, patience};
pub use prices::Flow;
pub use requests::{speak, threats};

use crate::board::{Piece, Role};
use crate::eval::chosen::AnyEval;
use crate::eval::priced::{Priced, Prices};
use crate::game::pair::{Pair, PairError, Seat, Word};
use crate::game::single::Position;
use crate::search::{Clock, Engine, HashTableError, Signal};
use prices::Prober;

/// The searcher of one board of two.
pub type BoardEngine = Engine<Position, Priced>;

/// What a seat sees when he thinks.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Who thinks.
    pub seat: Seat,
    /// His board.
    pub own: Position,
    /// The other board, if pieces can come from it and it is known.
    pub beside: Beside,
    /// What holds of what the partner has said.
    pub heard: Vec<Word>,
}

/// The other board.
#[derive(Clone, Debug)]
pub enum Beside {
    /// It is played, but nothing more is known.
    Unknown,
    /// It is over: no piece comes or goes.
    Over,
    /// It is played like this.
    Board(Box<Position>),
}

impl Scene {
    /// What this seat sees of the pair.
    ///
    /// # Errors
    /// If his board is unknown, or holds a piece whose value is unknown.
    pub fn new(pair: &Pair, seat: Seat, heard: &[Word]) -> Result<Self, PairError> {
        let own = pair.board_alone(seat.board)?;
        let beside = match pair.board_beside(seat) {
            _ if pair.board_end(seat.partner().board).is_some() => Beside::Over,
            Some(board) => Beside::Board(Box::new(board)),
            None => Beside::Unknown,
        };
        Ok(Self { seat, own, beside, heard: heard.to_vec() })
    }

    /// Does anybody see a difference between these two?
    pub fn is_like(&self, other: &Self) -> bool {
        use crate::game::Playable;
        let beside = |scene: &Self| match &scene.beside {
            Beside::Board(board) => Some(board.key()),
            Beside::Unknown | Beside::Over => None,
        };
        self.seat == other.seat
            && self.own.key() == other.own.key()
            && beside(self) == beside(other)
            && self.heard == other.heard
    }
}

/// Sets the prices at which a seat searches his board.
pub struct Appraiser {
    prober: Prober,
    /// Where the searcher of his board finds them.
    prices: Prices,
    /// Does he look at the other board for what pieces are worth?
    pub looks_beside: bool,
}

impl Appraiser {
    /// With an evaluation that knows no prices, and the prices of a [`BoardEngine`].
    ///
    /// # Errors
    /// If there is no memory for its small table.
    pub fn new(eval: AnyEval, prices: Prices) -> Result<Self, HashTableError> {
        Ok(Self { prober: Prober::new(eval)?, prices, looks_beside: true })
    }

    /// Another evaluation.
    pub fn set_eval(&mut self, eval: &AnyEval) {
        self.prober.set_eval(eval);
    }

    /// A new game.
    pub fn clear(&mut self) {
        self.prober.clear();
    }

    /// Lets the pieces's prices follow the other board, if there is time to look at it, and the
    /// partner's words.
    pub fn set_prices(&mut self, scene: &Scene, has_time: bool, signal: &Signal) {
        let us = scene.seat.color;
        let mut flow = match &scene.beside {
            Beside::Board(board) if self.looks_beside && has_time => {
                self.prober.flow(board, scene.seat.partner().color, signal)
            }
            Beside::Board(_) | Beside::Unknown | Beside::Over => Flow::default(),
        };
        flow.heed(&scene.heard);
        for role in Role::DROPPABLE {
            // An enemy's piece that we take goes to the partner; ours go to his opponent.
            self.prices.set(Piece::new(!us, role), flow.need[role.index()]);
            self.prices.set(Piece::new(us, role), flow.fear[role.index()]);
        }
    }
}

/// The clock to plan with if the partner says to be fast, or that there is time.
pub fn at_pace(clock: Clock, heard: &[Word]) -> Clock {
    let share = if heard.contains(&Word::Fast) {
        FAST
    } else if heard.contains(&Word::Slow) && clock.moves_to_go.is_none() {
        SLOW
    } else {
        return clock;
    };
    Clock {
        remaining: clock.remaining.mul_f64(share),
        increment: clock.increment.mul_f64(share),
        ..clock
    }
}

/// Of the usual budget.
const FAST: f64 = 0.4;
/// See [`FAST`]. The most that a search takes of its clock, times this, is still less than all.
const SLOW: f64 = 1.5;

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn fast_and_slow_change_what_a_move_may_take_but_never_beyond_the_clock() {
        let second = Duration::from_secs(1);
        let clock = Clock { remaining: 10 * second, increment: second, moves_to_go: None };
        let remaining = |heard: &[Word], clock| at_pace(clock, heard).remaining;
        assert_eq!(remaining(&[], clock), 10 * second);
        assert_eq!(remaining(&[Word::Trade, Word::Fast], clock), 4 * second);
        assert_eq!(remaining(&[Word::Slow], clock), 15 * second);
        let last = Clock { moves_to_go: Some(1), ..clock };
        assert_eq!(remaining(&[Word::Slow], last), 10 * second, "nearly all may be used already");
    }
}
