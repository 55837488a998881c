//! The commands that only the desk of two boards knows: hands, moves of the other board,
//! boards that ended, and what the partner says. They are carried out also during a search.

use super::DeskError;
use super::pair::{PairDesk, order, refused, seat_named};
use crate::board::{Color, Hand, Role, Silent};
use crate::game::Playable;
use crate::game::law::Ruling;
use crate::game::pair::{Seat, Signal};
use crate::game::verdict::{BoardEnd, Reason};
use crate::protocol::uci::command::Form;

/// The commands of this desk.
pub(super) const FORMS: &[Form] = &[
    Form {
        form: "hand SEAT PIECES|-",
        help: "a seat (1w 1b 2w 2b) holds these pieces now; a search goes on from there",
    },
    Form {
        form: "played MOVE",
        help: "a move was played on a board, also while the engine thinks about the other",
    },
    Form {
        form: "partner [never-mind] need|no|mates-me|mates-him PIECE | sit | go | fast | slow | \
               dead | alive | trade | no-trade | move MOVE",
        help: "what the partner of the seat that is set says; `never-mind` withdraws it",
    },
    Form {
        form: "over BOARD 1-0|0-1|1/2-1/2 flag|resignation|agreement|illegal-move",
        help: "a board has ended otherwise than by mate",
    },
];

/// Why an order for two boards is refused.
#[derive(Debug, thiserror::Error)]
pub(super) enum PairOrder {
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

impl PairDesk {
    pub(super) fn set_hand(&mut self, words: &[String]) -> Result<String, DeskError> {
        let [seat, pieces] = words else { return Err(order(PairOrder::HandForm)) };
        let seat = seat_named(seat).ok_or_else(|| order(PairOrder::Seat(seat.clone())))?;
        let mut hand = Hand::EMPTY;
        for letter in pieces.chars().filter(|_| pieces != "-") {
            let role = Role::from_letter(letter)
                .filter(|role| Role::DROPPABLE.contains(role))
                .ok_or_else(|| order(PairOrder::Piece(letter)))?;
            let count = hand.count(role) + 1;
            if count > Hand::MOST / 2 {
                return Err(order(PairOrder::TooMany));
            }
            hand = hand.with(role, count);
        }
        self.pair.set_hand(seat, hand).map_err(refused)?;
        self.live.update(&self.pair);
        Ok(format!("info string {seat} holds {pieces}"))
    }

    pub(super) fn played(&mut self, words: &[String]) -> Result<String, DeskError> {
        let [text] = words else { return Err(order(PairOrder::PlayedForm)) };
        let mv = Self::read_move(&self.pair, text, self.is_plain())?;
        if self.live.thinks_about(mv.board()) {
            return Err(order(PairOrder::Thinking));
        }
        self.live.moved(self.pair.on_move(mv.board()));
        self.pair.play(mv, &mut Silent);
        self.live.update(&self.pair);
        Ok(format!("info string played {text}"))
    }

    pub(super) fn over(&mut self, words: &[String]) -> Result<String, DeskError> {
        let [board, result, word] = words else { return Err(order(PairOrder::OverForm)) };
        let index = match board.as_str() {
            "1" => 0,
            "2" => 1,
            _ => return Err(order(PairOrder::OverForm)),
        };
        let winner = match result.as_str() {
            "1-0" => Some(Color::White),
            "0-1" => Some(Color::Black),
            "1/2-1/2" => None,
            _ => return Err(order(PairOrder::OverForm)),
        };
        let (reason, ruling) = match (word.as_str(), winner) {
            ("flag", Some(_)) => (Reason::Flag, Ruling::Flag),
            ("flag", None) => (Reason::Flag, Ruling::BothFlags),
            ("resignation", Some(_)) => (Reason::Resignation, Ruling::Resigned),
            ("agreement", None) => (Reason::Agreement, Ruling::Agreed),
            ("illegal-move", Some(_)) => (Reason::IllegalMove, Ruling::IllegalMove),
            _ => return Err(order(PairOrder::OverForm)),
        };
        if !self.pair.is_running(index) {
            return Err(order(PairOrder::NotRunning(board.clone())));
        }
        if self.live.thinks_about(index) {
            return Err(order(PairOrder::Thinking));
        }
        let article = self.rules.article(ruling);
        self.pair.finish(index, BoardEnd { winner, reason, article });
        self.live.update(&self.pair);
        Ok(format!("info string {}", self.pair.verdict()))
    }

    /// The partner of our seat says something; a search under way goes on with it in mind.
    pub(super) fn partner(&mut self, words: &[String]) -> Result<String, DeskError> {
        let seat = self.seat.ok_or_else(|| order(PairOrder::NoSeat))?;
        let text = words.join(" ");
        let signal: Signal = text.parse().map_err(refused)?;
        self.live.hear(&self.rules, seat, &signal).map_err(refused)?;
        Ok(format!("info string {} says {signal}", seat.partner()))
    }
}
