//! An evaluation with prices on top. On one board of two a captured piece is not gone: it
//! reaches a hand at the other board. What it is worth there comes from outside, as partners
//! tell each other, and counts for the piece while it still stands.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

use super::chosen::AnyEval;
use super::stacked::Stacked;
use super::{Eval, Terms};
use crate::board::{Color, Observer, Piece, Role, Square};
use crate::game::single::Position;

/// Prices in centipawns by owner and role: what it is worth to the rival to capture such a
/// piece, beyond what it is worth on this board. Shared with the code that sets
/// them; a search copies them when it begins.
#[derive(Clone, Default, Debug)]
pub struct Prices(Arc<[[AtomicI32; Role::CHESS.len()]; 2]>);

impl Prices {
    /// Sets the price of a piece.
    pub fn set(&self, piece: Piece, centipawns: i32) {
        self.0[piece.color().index()][piece.role().index()].store(centipawns, Ordering::Relaxed);
    }

    /// All prices as they are now.
    pub fn now(&self) -> [[i32; Role::CHESS.len()]; 2] {
        std::array::from_fn(|color| {
            std::array::from_fn(|role| self.0[color][role].load(Ordering::Relaxed))
        })
    }
}

/// An evaluation that adds prices: what has changed hands since the search began. Prices do
/// not change the value of the root.
#[derive(Clone)]
pub struct Priced {
    inner: AnyEval,
    prices: Prices,
    now: [[i32; Role::CHESS.len()]; 2],
    /// Promoted pieces are captured as pawns.
    demotes: bool,
    /// From White's view.
    sum: Stacked<i32>,
}

impl Priced {
    /// The evaluation with these prices on top.
    pub fn new(inner: AnyEval, prices: Prices, demotes: bool) -> Self {
        Self { inner, prices, now: Default::default(), demotes, sum: Stacked::default() }
    }

    #[inline]
    fn price(&self, piece: Piece, promoted: bool) -> i32 {
        let role = if promoted && self.demotes { Role::Pawn } else { piece.role() };
        let price = self.now[piece.color().index()][role.index()];
        if piece.color() == Color::White { price } else { -price }
    }
}

impl Observer for Priced {
    #[inline]
    fn put(&mut self, piece: Piece, promoted: bool, square: Square) {
        self.sum.now += self.price(piece, promoted);
        self.inner.put(piece, promoted, square);
    }

    #[inline]
    fn lift(&mut self, piece: Piece, promoted: bool, square: Square) {
        self.sum.now -= self.price(piece, promoted);
        self.inner.lift(piece, promoted, square);
    }

    #[inline]
    fn hold(&mut self, piece: Piece, from: u8, to: u8) {
        // A piece in hand cannot be captured until it is dropped, and dropping it must not look
        // like a gain.
        let change = i32::from(to) - i32::from(from);
        self.sum.now += change * self.price(piece, false);
        self.inner.hold(piece, from, to);
    }
}

impl Eval<Position> for Priced {
    fn reset(&mut self, game: &Position) {
        self.now = self.prices.now();
        self.sum.reset();
        self.inner.reset(game);
    }

    #[inline]
    fn push(&mut self) {
        self.sum.push();
        self.inner.push();
    }

    #[inline]
    fn pop(&mut self) {
        self.sum.pop();
        self.inner.pop();
    }

    fn explain(&mut self, game: &Position) -> Terms {
        self.inner.explain(game)
    }

    fn evaluate(&mut self, game: &Position) -> i32 {
        let mine = if game.turn() == Color::White { self.sum.now } else { -self.sum.now };
        self.inner.evaluate(game) + mine
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::chosen::EvalChoice;
    use crate::eval::net::inputs::Inputs;
    use crate::eval::net::{Inputs8x8, NetworkWeights};
    use crate::game::Playable;
    use crate::game::catalogue::BuiltIn;
    use crate::game::rules::Rules;

    #[test]
    fn prices_are_paid_for_pieces_that_change_hands() {
        taking_is_paid(&EvalChoice::HandWritten);
        taking_is_paid(&NetworkWeights::noise(Inputs8x8::SET, "bughouse", 32, 5).into());
    }

    fn taking_is_paid(choice: &EvalChoice) {
        let rules = Rules::BUGHOUSE;
        let fen = "4k3/8/8/3n4/4P3/8/8/4K3[] w - - 0 1";
        let mut position = Position::from_setup(&fen.parse().unwrap(), rules, false).unwrap();
        let prices = Prices::default();
        let plain = choice.eval(BuiltIn::Bughouse, &rules).unwrap();
        let mut eval = Priced::new(plain, prices.clone(), rules.demotes);
        eval.reset(&position);
        let before = eval.evaluate(&position);
        let take = position.legal_moves().into_iter().find(|&mv| position.is_noisy(mv)).unwrap();
        let taken = |eval: &mut Priced, position: &mut Position| {
            eval.push();
            position.play(take, eval);
            let value = eval.evaluate(position);
            position.undo();
            eval.pop();
            assert_eq!(eval.evaluate(position), before);
            value
        };
        let for_nothing = taken(&mut eval, &mut position);
        prices.set(Piece::new(Color::Black, Role::Knight), 150);
        assert_eq!(taken(&mut eval, &mut position), for_nothing, "a search keeps its prices");
        eval.reset(&position);
        // Black is on move then.
        assert_eq!(taken(&mut eval, &mut position), for_nothing - 150);
    }
}
