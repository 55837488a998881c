//! Withholding (Doorgeefschaakreglement 1988 art. 3): who captures may hand the piece on, and
//! need not. A piece that is kept back can be handed over at any later time.

use super::{Match, MatchError, Seat};
use crate::board::{Hand, Piece, Role};

impl Match {
    /// The pieces that a seat keeps back.
    pub fn withheld(&self, seat: Seat) -> Hand {
        self.withheld[seat.index()].kept
    }

    /// A seat keeps the piece that its last move captured: it leaves the partner's hand again.
    ///
    /// # Errors
    /// If these rules do not let it, it has captured nothing, or the partner has used the piece.
    pub fn withhold(&mut self, seat: Seat) -> Result<Piece, MatchError> {
        if !self.pair.rules.may_withhold {
            return Err(MatchError::NoWithholding);
        }
        let own = &mut self.withheld[seat.index()];
        let piece = own.last.ok_or(MatchError::NothingToWithhold(seat))?;
        let beside = 1 - seat.board;
        let hand = self.pair.boards[beside].board().hand(piece.color());
        if !hand.has(piece.role()) || self.pair.is_over() {
            return Err(MatchError::NothingToWithhold(seat));
        }
        own.last = None;
        own.kept = own.kept.with(piece.role(), own.kept.count(piece.role()) + 1);
        self.set_count(beside, piece, hand.count(piece.role()) - 1);
        Ok(piece)
    }

    /// A seat hands a piece over that it has kept back.
    ///
    /// # Errors
    /// If it keeps no such piece, or the partner's board is over.
    pub fn hand_over(&mut self, seat: Seat, role: Role) -> Result<Piece, MatchError> {
        let partner = seat.partner();
        if !self.pair.is_running(partner.board) {
            return Err(MatchError::NotPlayed(partner.board + 1));
        }
        let own = &mut self.withheld[seat.index()];
        if !own.kept.has(role) {
            return Err(MatchError::NotWithheld(seat));
        }
        own.kept = own.kept.with(role, own.kept.count(role) - 1);
        let piece = Piece::new(partner.color, role);
        let held = self.pair.boards[partner.board].board().hand(piece.color()).count(role);
        self.set_count(partner.board, piece, held + 1);
        Ok(piece)
    }

    fn set_count(&mut self, board: usize, piece: Piece, count: u8) {
        self.pair.boards[board].set_hand(piece, count);
        self.pair.past.clear();
        self.pair.settle();
    }
}
