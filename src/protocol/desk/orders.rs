//! The commands that only games on two boards know: hands, moves of the other board,
//! boards that ended, and what the partner says. They are carried out also during a search.

use super::error::{DeskError, PairOrderError, refused};
use super::table_desk::{Desk, seat_named};
use crate::board::{Color, Hand, Role};
use crate::game::pair::PartnerMessage;
use crate::game::verdict::Reason;
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

impl Desk {
    pub(super) fn set_hand(&mut self, words: &[String]) -> Result<String, DeskError> {
        let [seat, pieces] = words else { return Err(PairOrderError::HandForm.into()) };
        let seat = seat_named(seat).ok_or_else(|| PairOrderError::Seat(seat.clone()))?;
        let mut hand = Hand::EMPTY;
        for letter in pieces.chars().filter(|_| pieces != "-") {
            let role = Role::from_letter(letter)
                .filter(|role| Role::DROPPABLE.contains(role))
                .ok_or(PairOrderError::Piece(letter))?;
            let count = hand.count(role) + 1;
            if count > Hand::MOST / 2 {
                return Err(PairOrderError::TooMany.into());
            }
            hand = hand.with(role, count);
        }
        self.table.set_hand(seat.index(), hand).map_err(refused)?;
        self.update();
        Ok(format!("info string {seat} holds {pieces}"))
    }

    pub(super) fn played(&mut self, words: &[String]) -> Result<String, DeskError> {
        let [text] = words else { return Err(PairOrderError::PlayedForm.into()) };
        let mv =
            self.read_move(&*self.table, text, self.is_plain()).map_err(DeskError::Position)?;
        if self.thinks_about(mv.board()) {
            return Err(PairOrderError::Thinking.into());
        }
        self.push(mv);
        self.update();
        Ok(format!("info string played {text}"))
    }

    pub(super) fn over(&mut self, words: &[String]) -> Result<String, DeskError> {
        let [board, result, word] = words else { return Err(PairOrderError::OverForm.into()) };
        let index = match board.as_str() {
            "1" => 0,
            "2" => 1,
            _ => return Err(PairOrderError::OverForm.into()),
        };
        let winner = match result.as_str() {
            "1-0" => Some(Color::White),
            "0-1" => Some(Color::Black),
            "1/2-1/2" => None,
            _ => return Err(PairOrderError::OverForm.into()),
        };
        let reason = match (word.as_str(), winner) {
            ("flag", _) => Reason::Flag,
            ("resignation", Some(_)) => Reason::Resignation,
            ("agreement", None) => Reason::Agreement,
            ("illegal-move", Some(_)) => Reason::IllegalMove,
            _ => return Err(PairOrderError::OverForm.into()),
        };
        if self.thinks_about(index) {
            return Err(PairOrderError::Thinking.into());
        }
        let ended = self.table.end_board(index, winner, reason);
        ended.map_err(|_| PairOrderError::NotRunning(board.clone()))?;
        self.update();
        Ok(format!("info string {}", self.table.verdict()))
    }

    /// The partner of our seat says something; a search under way goes on with it in mind.
    pub(super) fn partner(&mut self, words: &[String]) -> Result<String, DeskError> {
        let seat = self.seat.ok_or(PairOrderError::NoSeat)?;
        let text = words.join(" ");
        let message: PartnerMessage = text.parse().map_err(refused)?;
        let player = self.player.partner().ok_or(DeskError::NoPartners)?;
        player.hear(seat, &message).map_err(refused)?;
        Ok(format!("info string {} says {message}", seat.partner()))
    }
}
