//! The commands that only some games know, and those of two boards among them: hands, moves of
//! the other board, boards that ended, and what the partner says. These are carried out also
//! during a search.

use super::error::{DeskError, PairOrderError, refused};
use super::forms::seat_named;
use super::standing::read_move;
use super::table_desk::Desk;
use crate::board::{Color, Hand, Role};
use crate::game::pair::PartnerMessage;
use crate::game::verdict::Reason;

impl Desk {
    /// Carries out a command that only some games know; `None` if the first word is none of
    /// this game. Some lines may be the answer.
    pub fn own(&mut self, words: &[String]) -> Option<Result<String, DeskError>> {
        let (first, rest) = words.split_first()?;
        let two_boards = self.kind.is_pair();
        Some(match first.as_str() {
            "hand" if two_boards => self.set_hand(rest),
            "played" if two_boards => self.played(rest),
            "partner" if two_boards => self.partner(rest),
            "over" if two_boards => self.over(rest),
            "object" if two_boards => self.object(rest),
            "partner" if self.has_many_seats() => self.advise(rest),
            "over" => self.game_over(rest),
            "illegal" => self.illegal(rest),
            _ => return None,
        })
    }

    /// The command of [`own`](Self::own) that no search may run beside. On two boards there is
    /// none: each board is asked whether it is thought about.
    pub fn needs_rest(&self, words: &[String]) -> Option<&'static str> {
        let first = words.first().filter(|_| !self.kind.is_pair())?;
        ["illegal", "over"].into_iter().find(|command| first == command)
    }

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
        self.table.change().set_hand(seat.index(), hand).map_err(refused)?;
        self.update();
        Ok(format!("info string {seat} holds {pieces}"))
    }

    pub(super) fn played(&mut self, words: &[String]) -> Result<String, DeskError> {
        let [text] = words else { return Err(PairOrderError::PlayedForm.into()) };
        let mv = read_move(&*self.table, text, self.has_digits()).map_err(DeskError::Position)?;
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
            ("resignation" | "agreement" | "illegal-move", _) => {
                return Err(PairOrderError::NoSuchEnd(word.clone(), result.clone()).into());
            }
            _ => return Err(PairOrderError::OverForm.into()),
        };
        if self.thinks_about(index) {
            return Err(PairOrderError::Thinking.into());
        }
        let ended = self.table.change().end_board(index, winner, reason);
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
