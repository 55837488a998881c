//! What players do besides moving: illegal moves, objections, resignations, flags, agreements
//! and, at one board with allies, talk.

use super::error::{ConductError, DeskError, refused};
use super::table_desk::Desk;
use crate::board::multi::MultiSeat;
use crate::game::pair::Word;
use crate::game::table::{AnyPosition, Misplay, Penalty};
use crate::notation::uci;

impl Desk {
    /// An illegal move was played, and the rules are asked what follows.
    pub(super) fn illegal(&mut self, words: &[String]) -> Result<String, DeskError> {
        let (text, noticed) = match words {
            [text] => (text, true),
            [text, word] if word == "unnoticed" => (text, false),
            _ => return Err(ConductError::IllegalForm.into()),
        };
        let board = match uci::split_board(text) {
            _ if !self.kind.is_pair() => 0,
            Ok((board, _)) => board,
            Err(_) if self.is_plain() => 0,
            Err(error) => return Err(refused(error)),
        };
        let seat = self.table.on_move(board).ok_or(ConductError::NobodyOnMove)?;
        if self.thinks_about(board) {
            return Err(ConductError::Thinking.into());
        }
        match self.table.read(board, text) {
            Ok(_) => return Err(ConductError::Legal(text.clone()).into()),
            Err(error) if error.misplay() == Misplay::Garbage => return Err(refused(error)),
            Err(_) => {}
        }
        if !noticed {
            self.table.change().play_unnoticed(seat, text).map_err(refused)?;
            self.update();
            return Ok(format!("info string {} played {text} unnoticed", self.seat_word(seat)));
        }
        let penalty = self.table.change().punish(seat, text);
        self.update();
        Ok(self.consequence(seat, penalty))
    }

    /// The opponent of a seat objects to its illegal move.
    pub(super) fn object(&mut self, words: &[String]) -> Result<String, DeskError> {
        let (seat, square) = match words {
            [seat] => (seat, None),
            [seat, square] => (seat, Some(square.as_str())),
            _ => return Err(ConductError::ObjectForm.into()),
        };
        let seat = self.seat_index(seat)?;
        if self.thinks_about(self.table.board_of(seat)) {
            return Err(ConductError::Thinking.into());
        }
        let penalty = self.table.change().object(seat, square).map_err(refused)?;
        self.update();
        Ok(self.consequence(seat, penalty))
    }

    /// What an illegal move leads to, in one line.
    fn consequence(&self, seat: usize, penalty: Penalty) -> String {
        let word = match penalty {
            Penalty::Lost => "lost",
            Penalty::PieceForfeited => "piece-off",
            Penalty::MoveForfeited => "piece-back",
            Penalty::PlayAgain => "play-again",
        };
        let on_move = self.table.on_move(self.table.board_of(seat));
        let on_move = on_move.map_or("-".into(), |seat| self.seat_word(seat));
        let verdict = self.table.verdict();
        format!("info string illegal {word}; on move {on_move}; {verdict}")
    }

    /// One board: a seat resigns or its flag falls, or a draw is agreed.
    pub(super) fn game_over(&mut self, words: &[String]) -> Result<String, DeskError> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        if self.table.verdict().is_over() {
            return Err(ConductError::Over.into());
        }
        match words.as_slice() {
            ["draw", "agreement"] => self.table.change().agree(0),
            [seat, "resignation"] => {
                let seat = self.seat_index(seat)?;
                self.table.change().resign(seat);
            }
            [seat, "flag"] => {
                let seat = self.seat_index(seat)?;
                self.table.change().flag(seat);
            }
            _ => return Err(ConductError::OverForm.into()),
        }
        Ok(format!("info string {}", self.table.verdict()))
    }

    /// A mated ally at the same board says something.
    pub(super) fn advise(&mut self, words: &[String]) -> Result<String, DeskError> {
        let (name, rest) = words.split_first().ok_or(ConductError::AdviseForm)?;
        let seat = self.seat_index(name)?;
        let text = rest.join(" ");
        let message = match self.table.position() {
            AnyPosition::Four(position) => position.hear(MultiSeat::new(seat), &text),
            AnyPosition::Three(position) => position.hear(MultiSeat::new(seat), &text),
            AnyPosition::Teams(position) => position.hear(MultiSeat::new(seat), &text),
            AnyPosition::Single(_) | AnyPosition::Pair(_) => return Err(DeskError::NoPartners),
        };
        let message = message.map_err(refused)?;
        let answer = format!("info string {} says {message}", self.seat_word(seat));
        let opposite = message.opposite();
        self.advice.retain(|(from, said)| {
            *from != seat || (said.word != message.word && Some(&said.word) != opposite.as_ref())
        });
        if !message.withdrawn {
            self.advice.push((seat, message));
        }
        Ok(answer)
    }

    /// What holds of what the mated ally of the seat on move has said.
    pub(super) fn heard_at_one_board(&self) -> Vec<Word> {
        let AnyPosition::Four(position) = self.table.position() else { return Vec::new() };
        let ally = position.ally(position.turn()).filter(|&ally| position.is_mated(ally));
        let said = self.advice.iter().filter(|(seat, _)| ally == Some(MultiSeat::new(*seat)));
        said.map(|(_, message)| message.word.clone()).collect()
    }

    /// A seat as this protocol names it: `1w`, `w`, `c`.
    pub(super) fn seat_word(&self, seat: usize) -> String {
        match self.table.position() {
            AnyPosition::Pair(_) => crate::game::pair::Seat::ALL[seat & 3].to_string(),
            AnyPosition::Single(_) => ["w", "b"][seat & 1].into(),
            AnyPosition::Four(_) | AnyPosition::Three(_) | AnyPosition::Teams(_) => {
                self.table.seat_name(seat).to_lowercase()
            }
        }
    }

    fn seat_index(&self, name: &str) -> Result<usize, ConductError> {
        let all: Vec<String> = (0..self.table.seats()).map(|seat| self.seat_word(seat)).collect();
        let found = all.iter().position(|word| word == name);
        found.ok_or_else(|| ConductError::Seat(name.into(), all.join(" ")))
    }
}
