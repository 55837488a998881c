//! What a seat sees when it thinks: its own board, the other one, and the partner's words.

use crate::eval::team::TeamEval;
use crate::game::Playable;
use crate::game::pair::{Pair, PairError, Seat, Word};
use crate::game::single::Position;
use crate::search::Engine;

/// The searcher of one board of two.
pub type BoardEngine = Engine<Position, TeamEval>;

/// What a seat sees when it thinks.
#[derive(Clone, Debug)]
pub struct BoardView {
    /// The seat that thinks.
    pub seat: Seat,
    /// Its board.
    pub own: Position,
    /// The other board.
    pub other: OtherBoard,
    /// Both boards, if both are known and played on.
    pub both: Option<Box<Pair>>,
    /// What holds of what the partner has said.
    pub heard: Vec<Word>,
}

/// The other board.
#[derive(Clone, Debug)]
pub enum OtherBoard {
    /// It is played, but nothing more is known.
    Unknown,
    /// It is over: no piece comes or goes.
    Over,
    /// It is played like this.
    Known(Box<Position>),
}

impl BoardView {
    /// What this seat sees of the pair.
    ///
    /// # Errors
    /// If its board is unknown, or holds a piece whose value is unknown.
    pub fn new(pair: &Pair, seat: Seat, heard: &[Word]) -> Result<Self, PairError> {
        let own = pair.board_alone(seat.board)?;
        let other = match pair.board_beside(seat) {
            _ if pair.board_end(seat.partner().board).is_some() => OtherBoard::Over,
            Some(board) => OtherBoard::Known(Box::new(board)),
            None => OtherBoard::Unknown,
        };
        let are_played = (0..2).all(|board| pair.is_playable(board));
        let both = are_played.then(|| Box::new(pair.clone()));
        Ok(Self { seat, own, other, both, heard: heard.to_vec() })
    }

    /// Does the seat see no difference between these two?
    pub fn is_like(&self, other: &Self) -> bool {
        let beside = |view: &Self| match &view.other {
            OtherBoard::Known(board) => Some(board.key()),
            OtherBoard::Unknown | OtherBoard::Over => None,
        };
        self.has_same_board(other) && beside(self) == beside(other) && self.heard == other.heard
    }

    /// Is the same seat to move on the same board, whatever happens on the other?
    pub fn has_same_board(&self, other: &Self) -> bool {
        self.seat == other.seat && self.own.key() == other.own.key()
    }
}
