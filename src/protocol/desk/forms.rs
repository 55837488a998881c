//! The commands that only some games know, and the seats that they name.

use crate::game::pair::Seat;
use crate::protocol::form::CommandForm;

/// The commands of games on one board with two seats.
pub(super) const ONE_BOARD: &[CommandForm] = &[ILLEGAL, OVER];

/// The commands of games of more than two players.
pub(super) const MANY_SEATS: &[CommandForm] = &[
    ILLEGAL,
    OVER,
    CommandForm {
        form: "partner SEAT [never-mind] fast | slow | trade | no-trade | move MOVE",
        help: "what a mated player says to the ally",
    },
];

const ILLEGAL: CommandForm = CommandForm {
    form: "illegal MOVE",
    help: "the seat on move played this illegal move; the answer is what the rules do with it",
};

const OVER: CommandForm = CommandForm {
    form: "over SEAT resignation|flag, over draw agreement",
    help: "a seat gives up or its flag has fallen, or a draw is agreed",
};

/// The commands of games on two boards.
pub(super) const TWO_BOARDS: &[CommandForm] = &[
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
    CommandForm {
        form: "illegal MOVE [unnoticed]",
        help: "an illegal move was played; the answer is what the rules do with it",
    },
    CommandForm {
        form: "object SEAT [SQUARE]",
        help: "an illegal move that was played unnoticed is taken back; a piece on SQUARE with it",
    },
];

/// The seat of this name: `1w`.
pub(super) fn seat_named(text: &str) -> Option<Seat> {
    Seat::ALL.into_iter().find(|seat| seat.to_string() == text)
}
