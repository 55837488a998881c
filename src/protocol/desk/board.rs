//! What a desk must do besides for a language in which a game goes on move by move, across
//! one board, with pieces that come into hands from outside. Games for more than two players
//! have no such desk.

use super::host::{Desk, DeskError, refused};
use super::pair::PairDesk;
use super::single::SingleDesk;
use crate::board::{Color, Hand, Move, Piece, Role, Silent};
use crate::game::Playable;
use crate::game::pair::{PartnerMessage, Seat, Word};
use crate::game::rules::START;
use crate::game::single::Position;
use crate::game::verdict::{BoardState, Boards};
use crate::notation::{san, uci};
use crate::protocol::uci::command::Placement;

/// A desk at which two players sit across one board.
pub trait BoardDesk: Desk {
    /// Begins from a FEN, or as the game begins.
    ///
    /// # Errors
    /// What is wrong with the FEN.
    fn begin(&mut self, fen: Option<&str>) -> Result<(), DeskError>;

    /// Plays a move, in the notation of the protocol or in SAN.
    ///
    /// # Errors
    /// If it is not legal.
    fn play(&mut self, text: &str) -> Result<(), DeskError>;

    /// The side to move.
    fn turn(&self) -> Color;

    /// How the board stands.
    fn standing(&self) -> BoardState;

    /// Are there partners beside the players, at a board that is not seen here?
    fn has_partners(&self) -> bool;

    /// White's and Black's pieces in hand.
    fn hands(&self) -> [Hand; 2];

    /// White's and Black's pieces in hand are these; says whether that was new.
    ///
    /// # Errors
    /// If no pieces are held in this game.
    fn hold(&mut self, hands: [Hand; 2]) -> Result<bool, DeskError>;

    /// The partner of this side says something.
    ///
    /// # Errors
    /// If the rules do not allow it.
    fn hear(&mut self, side: Color, said: &PartnerMessage) -> Result<(), DeskError>;

    /// What holds of what the partner of this side has said.
    fn heard(&self, side: Color) -> Vec<Word>;

    /// Whatever partners have said is void.
    fn hush(&mut self);
}

/// The legal move that a text names, in the notation of UCI or in SAN.
fn named(text: &str, legal: &[Move]) -> Result<Move, DeskError> {
    uci::read(text, legal)
        .or_else(|error| san::read(text, legal).map_err(|_| error))
        .map_err(refused)
}

impl BoardDesk for SingleDesk {
    fn begin(&mut self, fen: Option<&str>) -> Result<(), DeskError> {
        self.place(&Placement { fen: fen.map(str::to_owned), moves: Vec::new() })
    }

    fn play(&mut self, text: &str) -> Result<(), DeskError> {
        let mv = named(text, &self.position.legal_moves())?;
        self.position.play(mv, &mut Silent);
        Ok(())
    }

    fn turn(&self) -> Color {
        self.position.turn()
    }

    fn standing(&self) -> BoardState {
        self.position.board_state()
    }

    fn has_partners(&self) -> bool {
        false
    }

    fn hands(&self) -> [Hand; 2] {
        Color::ALL.map(|color| self.position.board().hand(color))
    }

    fn hold(&mut self, hands: [Hand; 2]) -> Result<bool, DeskError> {
        if !self.rules.has_hands() {
            return Err(DeskError::NoHands);
        }
        if self.hands() == hands {
            return Ok(false);
        }
        for (color, hand) in Color::ALL.into_iter().zip(hands) {
            for role in Role::DROPPABLE {
                self.position.set_hand(Piece::new(color, role), hand.count(role));
            }
        }
        Ok(true)
    }

    fn hear(&mut self, _: Color, _: &PartnerMessage) -> Result<(), DeskError> {
        Err(DeskError::NoPartners)
    }

    fn heard(&self, _: Color) -> Vec<Word> {
        Vec::new()
    }

    fn hush(&mut self) {}
}

/// The board of a player that knows of no other.
const BOARD: usize = 0;

fn seat(color: Color) -> Seat {
    Seat { board: BOARD, color }
}

impl BoardDesk for PairDesk {
    fn begin(&mut self, fen: Option<&str>) -> Result<(), DeskError> {
        // One FEN alone: of the other board nothing is known.
        let fen = fen.unwrap_or(START).to_owned();
        self.place(&Placement { fen: Some(fen), moves: Vec::new() })
    }

    fn play(&mut self, text: &str) -> Result<(), DeskError> {
        let mv = named(text, &self.pair.moves_on(BOARD).map_err(refused)?)?;
        self.player.moved(self.pair.on_move(BOARD));
        self.pair.play(mv, &mut Silent);
        Ok(())
    }

    fn turn(&self) -> Color {
        self.pair.on_move(BOARD).color
    }

    fn standing(&self) -> BoardState {
        match self.pair.verdict().boards {
            Boards::Two(boards) => boards[BOARD],
            Boards::One(state) => state,
            Boards::Multi(_) => BoardState::Ongoing,
        }
    }

    fn has_partners(&self) -> bool {
        true
    }

    fn hands(&self) -> [Hand; 2] {
        let board = self.pair.board(BOARD).map(Position::board);
        Color::ALL.map(|color| board.map_or(Hand::EMPTY, |board| board.hand(color)))
    }

    fn hold(&mut self, hands: [Hand; 2]) -> Result<bool, DeskError> {
        if self.hands() == hands {
            return Ok(false);
        }
        for (color, hand) in Color::ALL.into_iter().zip(hands) {
            self.pair.set_hand(seat(color), hand).map_err(refused)?;
        }
        Ok(true)
    }

    fn hear(&mut self, side: Color, said: &PartnerMessage) -> Result<(), DeskError> {
        self.player.hear(seat(side), said).map_err(refused)
    }

    fn heard(&self, side: Color) -> Vec<Word> {
        self.player.heard(seat(side))
    }

    fn hush(&mut self) {
        self.player.hush();
    }
}
