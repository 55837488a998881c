//! Sets the prices at which a seat searches its board.

use super::prices::{PiecePrices, PriceProbe};
use super::view::{BoardView, OtherBoard};
use crate::board::{Piece, Role};
use crate::eval::chosen::AnyEval;
use crate::eval::priced::Prices;
use crate::search::{MemoryError, SearchControl};

/// Sets the prices at which a seat searches its board.
pub struct Appraiser {
    probe: PriceProbe,
    /// Where the searcher of the seat's board finds them.
    prices: Prices,
    /// Is the other board searched for what pieces are worth?
    pub looks_at_other: bool,
}

impl Appraiser {
    /// With an evaluation that knows no prices, and the prices of a search of one board.
    ///
    /// # Errors
    /// If there is no memory for its small table.
    pub fn new(eval: AnyEval, prices: Prices) -> Result<Self, MemoryError> {
        Ok(Self { probe: PriceProbe::new(eval)?, prices, looks_at_other: true })
    }

    /// Another evaluation.
    pub fn set_eval(&mut self, eval: &AnyEval) {
        self.probe.set_eval(eval);
    }

    /// A new game.
    pub fn clear(&mut self) {
        self.probe.clear();
    }

    /// Lets the prices of pieces follow the other board, if there is time to look at it, and the
    /// partner's words.
    pub fn set_prices(&mut self, view: &BoardView, has_time: bool, control: &SearchControl) {
        let us = view.seat.color;
        let mut prices = match &view.other {
            OtherBoard::Known(board) if self.looks_at_other && has_time => {
                self.probe.prices(board, view.seat.partner().color, control)
            }
            OtherBoard::Known(_) | OtherBoard::Unknown | OtherBoard::Over => PiecePrices::default(),
        };
        prices.heed(&view.heard);
        for role in Role::DROPPABLE {
            // An enemy's piece that we take goes to the partner; ours go to the partner's
            // opponent.
            self.prices.set(Piece::new(!us, role), prices.need[role.index()]);
            self.prices.set(Piece::new(us, role), prices.fear[role.index()]);
        }
    }
}
