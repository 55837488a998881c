//! How a game of more than two players stands, and the article that says so.

use std::fmt;

use crate::board::multi::{Seats, Shape};
use crate::game::Draw;
use crate::notation::Frozen;

/// How much was won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Victory {
    /// All of it.
    Full,
    /// Two teams, art. 42: both enemies and one of the winners mated, or one enemy mated and
    /// the rest drawn.
    Half,
    /// Three players, art. 37: one enemy mated and the other stalemated.
    Incomplete,
}

/// Over, by a mate or a stalemate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// These seats have won.
    Won {
        /// Who.
        winners: Seats,
        /// How much.
        victory: Victory,
        /// The article.
        article: &'static str,
    },
    /// Nobody has.
    Draw {
        /// Why.
        reason: Draw,
        /// The article.
        article: &'static str,
    },
}

/// The state of a game.
#[derive(Clone, Copy)]
pub struct Standing {
    /// The board, for its letters.
    pub shape: &'static Shape,
    /// The seat to move.
    pub turn: usize,
    /// Seats that could not move on their last turn.
    pub frozen: Seats,
    /// Those of them that were in check.
    pub checked: Seats,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
}

/// The verdict line: `ongoing:c:b#`, `win:ac vierschaak 42`, `draw:repetition vierschaak 22`.
impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let letter = |seat: usize| self.shape.letters.get(seat).copied().unwrap_or(b'?') as char;
        match self.outcome {
            None => {
                let seats = Frozen { shape: self.shape, seats: self.frozen, checked: self.checked };
                write!(f, "ongoing:{}:{seats}", letter(self.turn))
            }
            Some(Outcome::Won { winners, victory, article }) => {
                f.write_str(match victory {
                    Victory::Full => "win:",
                    Victory::Half => "half:",
                    Victory::Incomplete => "incomplete:",
                })?;
                for seat in winners.each() {
                    write!(f, "{}", letter(seat))?;
                }
                write!(f, " {article}")
            }
            Some(Outcome::Draw { reason, article }) => write!(f, "draw:{reason} {article}"),
        }
    }
}
