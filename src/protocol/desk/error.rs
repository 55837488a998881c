//! Why a desk refuses.

use crate::board::Hand;
use crate::game::pair::Seat;
use crate::player::PlayerError;
use crate::protocol::uci::command::UciCommandError;
use crate::search::MemoryError;

/// Any error below, kept for its sentence.
pub(super) type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Why a desk refuses.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum DeskError {
    #[error("{0}")]
    Position(Cause),
    #[error("move {number}: {cause}")]
    Move { number: usize, cause: Cause },
    #[error("searchmoves: {0}")]
    SearchMove(Cause),
    #[error("{0}")]
    Command(#[from] UciCommandError),
    #[error(transparent)]
    Player(#[from] PlayerError),
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error("{0}")]
    Order(#[from] PairOrderError),
    #[error(transparent)]
    Conduct(#[from] ConductError),
    #[error(transparent)]
    Analysis(#[from] AnalysisOrderError),
    #[error("`{0}` is not played across one board")]
    NotAcrossOneBoard(String),
    #[error("no pieces are held in this game")]
    NoHands,
    #[error("nobody has a partner in this game")]
    NoPartners,
    #[error("it is the engine's turn")]
    EngineToMove,
}

/// Why nothing is analysed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum AnalysisOrderError {
    #[error("`{0}` means nothing to `analyse`")]
    Word(&'static str),
    #[error("the game is over: there is nothing to analyse")]
    Over,
}

/// Why what players do besides moving is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ConductError {
    #[error("`illegal` needs the move that was played, and `unnoticed` if nobody objected")]
    IllegalForm,
    #[error("`object` needs the seat that moved illegally, and a square if a piece is to be named")]
    ObjectForm,
    #[error("`over` needs a seat and resignation or flag, or draw agreement")]
    OverForm,
    #[error("`partner` needs the seat that speaks, and what it says")]
    AdviseForm,
    #[error("`{0}` is no seat; the seats are {1}")]
    Seat(String, String),
    #[error("nobody is on move there")]
    NobodyOnMove,
    #[error("`{0}` is a legal move")]
    Legal(String),
    #[error("the game is over")]
    Over,
    #[error("the engine is thinking about that board; `stop` ends it")]
    Thinking,
}

/// Why an order for two boards is refused.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum PairOrderError {
    #[error("`hand` needs a seat (1w 1b 2w 2b) and its pieces, or - for none")]
    HandForm,
    #[error("`{0}` is no seat; the seats are 1w 1b 2w 2b")]
    Seat(String),
    #[error("`{0}` is no piece that can be held")]
    Piece(char),
    #[error("at most {most} pieces of one kind can be held", most = Hand::MOST / 2)]
    TooMany,
    #[error("`played` needs one move")]
    PlayedForm,
    #[error("the engine is thinking about that board; `stop` ends it")]
    Thinking,
    #[error("`partner` needs a seat to speak to: set the option Seat first")]
    NoSeat,
    #[error("`over` needs a board, a result and a reason")]
    OverForm,
    #[error("`{0}` does not end a board with {1}")]
    NoSuchEnd(String, String),
    #[error("board {0} is not being played")]
    NotRunning(String),
    #[error("{0} is not on move")]
    NotOnMove(Seat),
    #[error("seat {0} is on a board that is over or unknown")]
    NoBoard(Seat),
}

/// A position or something else that is refused, with its reason.
pub(super) fn refused(error: impl std::error::Error + Send + Sync + 'static) -> DeskError {
    DeskError::Position(error.into())
}
