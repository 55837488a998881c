//! The commands that only games on two boards know, and the seats that they name.

use crate::game::pair::Seat;
use crate::protocol::form::CommandForm;

/// The commands.
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

/// The seat of this name: `1w`.
pub(super) fn seat_named(text: &str) -> Option<Seat> {
    Seat::ALL.into_iter().find(|seat| seat.to_string() == text)
}
