//! What a desk does besides for a language in which a game goes on move by move, across one
//! board, with pieces that come into hands from outside.

use super::error::{DeskError, refused};
use super::table_desk::Desk;
use crate::board::{Color, Hand};
use crate::game::pair::{PartnerMessage, Seat, Word};
use crate::game::rules::{Rules, START};
use crate::game::table::AnyPosition;
use crate::game::verdict::{BoardState, Boards};
use crate::protocol::options::Settings;
use crate::protocol::uci::command::Placement;

/// The board of a player that knows of no other.
const BOARD: usize = 0;

const fn seat(color: Color) -> Seat {
    Seat { board: BOARD, color }
}

impl Desk {
    /// The desk for the game that the settings name.
    ///
    /// # Errors
    /// If the player cannot be had, or the game is not played across one board.
    pub fn open_across(settings: &Settings) -> Result<Self, DeskError> {
        if settings.rules().is_none() {
            return Err(DeskError::NotAcrossOneBoard(settings.variant.to_string()));
        }
        Self::open(settings)
    }

    /// Begins from a FEN, or as the game begins. Of a second board nothing is known.
    ///
    /// # Errors
    /// What is wrong with the FEN.
    pub fn begin(&mut self, fen: Option<&str>) -> Result<(), DeskError> {
        let fen = fen.or(self.has_partners().then_some(START));
        self.place(&Placement { fen: fen.map(str::to_owned), moves: Vec::new() }).map(drop)
    }

    /// Plays a move, in the notation of the protocol or in SAN.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn play(&mut self, text: &str) -> Result<(), DeskError> {
        let san = || self.table.read_san(BOARD, text).map(|text| self.table.read(BOARD, &text));
        let mv = match self.table.read(BOARD, text) {
            Ok(mv) => mv,
            Err(error) => san().and_then(Result::ok).ok_or(error).map_err(refused)?,
        };
        self.push(mv);
        Ok(())
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        match self.table.position() {
            AnyPosition::Single(position) => position.turn(),
            AnyPosition::Pair(pair) => pair.on_move(BOARD).color,
            // No such game is opened here.
            AnyPosition::Four(_) | AnyPosition::Three(_) | AnyPosition::Teams(_) => Color::White,
        }
    }

    /// How the board stands.
    pub fn standing(&self) -> BoardState {
        match self.table.verdict().boards {
            Boards::One(state) => state,
            Boards::Two(boards) => boards[BOARD],
            Boards::Multi(_) => BoardState::Ongoing,
        }
    }

    /// Are there partners beside the players, at a board that is not seen here?
    pub fn has_partners(&self) -> bool {
        self.player.partner().is_some()
    }

    /// White's and Black's pieces in hand.
    pub fn hands(&self) -> [Hand; 2] {
        Color::ALL.map(|color| self.table.hand(seat(color).index()))
    }

    /// White's and Black's pieces in hand are these; says whether that was new.
    ///
    /// # Errors
    /// If no pieces are held in this game.
    pub fn hold(&mut self, hands: [Hand; 2]) -> Result<bool, DeskError> {
        let has_hands = self.kind.variant.board_rules().is_some_and(Rules::has_hands);
        if has_hands && self.hands() == hands {
            return Ok(false);
        }
        for (color, hand) in Color::ALL.into_iter().zip(hands) {
            self.table.change().set_hand(seat(color).index(), hand).map_err(refused)?;
        }
        Ok(true)
    }

    /// The partner of this side says something.
    ///
    /// # Errors
    /// If the rules do not allow it, or there are no partners.
    pub fn hear(&self, side: Color, said: &PartnerMessage) -> Result<(), DeskError> {
        let player = self.player.partner().ok_or(DeskError::NoPartners)?;
        player.hear(seat(side), said).map_err(refused)
    }

    /// What holds of what the partner of this side has said.
    pub fn heard(&self, side: Color) -> Vec<Word> {
        self.player.partner().map(|player| player.heard(seat(side))).unwrap_or_default()
    }

    /// All that partners have said is void.
    pub fn hush(&self) {
        if let Some(player) = self.player.partner() {
            player.hush();
        }
    }
}
