//! Sets the prices at which a seat searches its board.

use super::prices::{PiecePrices, PriceProbe};
use super::probes::ProbeBudget;
use super::view::{BoardView, OtherBoard};
use crate::board::Role;
use crate::eval::chosen::AnyEval;
use crate::eval::team::{Beside, BesideHandle, Prices};
use crate::game::pair::Word;
use crate::game::single::Position;
use crate::search::{MemoryError, SearchControl};

/// Sets the prices at which a seat searches its board.
pub struct Appraiser {
    probe: PriceProbe,
    /// What the searcher of the seat's board knows of the other.
    beside: BesideHandle,
    /// Is the other board searched for what pieces are worth?
    pub looks_at_other: bool,
}

impl Appraiser {
    /// With an evaluation of one board alone, and what its searches are told of the other.
    ///
    /// # Errors
    /// If there is no memory for its small table.
    pub fn new(eval: AnyEval, beside: BesideHandle) -> Result<Self, MemoryError> {
        Ok(Self { probe: PriceProbe::new(eval)?, beside, looks_at_other: true })
    }

    /// Another evaluation.
    pub fn set_eval(&mut self, eval: &AnyEval) {
        self.probe.set_eval(eval);
    }

    /// A new game.
    pub fn clear(&mut self) {
        self.probe.clear();
    }

    /// Lets the search of the seat's board know the other board, if it is to look at it, and the
    /// partner's words. Searches of the other board, if there are nodes for them, find which
    /// pieces decide there: what they have found.
    pub fn set_prices(
        &mut self,
        view: &BoardView,
        probes: &mut ProbeBudget,
        control: &SearchControl,
    ) -> PiecePrices {
        let us = view.seat.color;
        let beside = match &view.other {
            OtherBoard::Known(board) if self.looks_at_other => Some(board),
            OtherBoard::Known(_) | OtherBoard::Unknown | OtherBoard::Over => None,
        };
        let looked = beside.map_or_else(PiecePrices::default, |board| {
            self.probe.prices(board, view.seat.partner().color, probes, control)
        });
        let mut found = looked.mates_alone();
        found.heed(&view.heard);
        let mut prices = Prices::default();
        for role in Role::DROPPABLE {
            // An enemy's piece that we take goes to the partner; ours go to the partner's
            // opponent.
            prices[(!us).index()][role.index()] = found.need[role.index()];
            prices[us.index()][role.index()] = found.fear[role.index()];
        }
        let is_dead = view.heard.contains(&Word::Dead);
        let board = beside.filter(|_| !is_dead).map(|board| Position::clone(board));
        self.beside.tell(Beside { board, prices });
        looked
    }
}
