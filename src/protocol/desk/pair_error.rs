//! The commands that only the desk of two boards knows, and why one is refused.

use crate::board::Hand;
use crate::game::pair::Seat;
use crate::protocol::form::CommandForm;

/// The commands of this desk.
pub(super) const FORMS: &[CommandForm] = &[
    CommandForm {
        form: "hand SEAT PIECES|-",
        help: "a seat (1w 1b 2w 2b) holds these pieces now; a search goes on from there",
    },
    CommandForm {
        form: "played MOVE",
        help: "a move was played on a board, also while the engine thinks about the other",
    },
    CommandForm {
        form: "partner [never-mind] need|no|mates-me|mates-him PIECE | sit | go | fast | slow | \
               dead | alive | trade | no-trade | move MOVE",
        help: "what the partner of the seat that is set says; `never-mind` withdraws it",
    },
    CommandForm {
        form: "over BOARD 1-0|0-1|1/2-1/2 flag|resignation|agreement|illegal-move",
        help: "a board has ended otherwise than by mate",
    },
];

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
    #[error("board {0} is not being played")]
    NotRunning(String),
    #[error("{0} is not on move")]
    NotOnMove(Seat),
    #[error("seat {0} is on a board that is over or unknown")]
    NoBoard(Seat),
}
