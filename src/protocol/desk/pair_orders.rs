//! The commands that only the desk of two boards knows: hands, moves of the other board,
//! boards that ended, and what the partner says. They are carried out also during a search.

use super::host::{DeskError, refused};
use super::pair::{PairDesk, seat_named};
use super::pair_error::PairOrderError;
use crate::board::{Color, Hand, Role, Silent};
use crate::game::Playable;
use crate::game::law::Ruling;
use crate::game::pair::PartnerMessage;
use crate::game::verdict::{BoardEnd, Reason};

impl PairDesk {
    pub(super) fn set_hand(&mut self, words: &[String]) -> Result<String, DeskError> {
        let [seat, pieces] = words else { return Err(PairOrderError::HandForm.into()) };
        let seat = seat_named(seat).ok_or_else(|| PairOrderError::Seat(seat.clone()))?;
        let mut hand = Hand::EMPTY;
        for letter in pieces.chars().filter(|_| pieces != "-") {
            let role = Role::from_letter(letter)
                .filter(|role| Role::DROPPABLE.contains(role))
                .ok_or_else(|| PairOrderError::Piece(letter))?;
            let count = hand.count(role) + 1;
            if count > Hand::MOST / 2 {
                return Err(PairOrderError::TooMany.into());
            }
            hand = hand.with(role, count);
        }
        self.pair.set_hand(seat, hand).map_err(refused)?;
        self.player.update(&self.pair);
        Ok(format!("info string {seat} holds {pieces}"))
    }

    pub(super) fn played(&mut self, words: &[String]) -> Result<String, DeskError> {
        let [text] = words else { return Err(PairOrderError::PlayedForm.into()) };
        let mv = Self::read_move(&self.pair, text, self.is_plain())?;
        if self.player.thinks_about(mv.board()) {
            return Err(PairOrderError::Thinking.into());
        }
        self.player.moved(self.pair.on_move(mv.board()));
        self.pair.play(mv, &mut Silent);
        self.player.update(&self.pair);
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
        let (reason, ruling) = match (word.as_str(), winner) {
            ("flag", Some(_)) => (Reason::Flag, Ruling::Flag),
            ("flag", None) => (Reason::Flag, Ruling::BothFlags),
            ("resignation", Some(_)) => (Reason::Resignation, Ruling::Resigned),
            ("agreement", None) => (Reason::Agreement, Ruling::Agreed),
            ("illegal-move", Some(_)) => (Reason::IllegalMove, Ruling::IllegalMove),
            _ => return Err(PairOrderError::OverForm.into()),
        };
        if !self.pair.is_running(index) {
            return Err(PairOrderError::NotRunning(board.clone()).into());
        }
        if self.player.thinks_about(index) {
            return Err(PairOrderError::Thinking.into());
        }
        let article = self.rules.article(ruling);
        self.pair.finish(index, BoardEnd { winner, reason, article });
        self.player.update(&self.pair);
        Ok(format!("info string {}", self.pair.verdict()))
    }

    /// The partner of our seat says something; a search under way goes on with it in mind.
    pub(super) fn partner(&mut self, words: &[String]) -> Result<String, DeskError> {
        let seat = self.seat.ok_or_else(|| PairOrderError::NoSeat)?;
        let text = words.join(" ");
        let message: PartnerMessage = text.parse().map_err(refused)?;
        self.player.hear(seat, &message).map_err(refused)?;
        Ok(format!("info string {} says {message}", seat.partner()))
    }
}
