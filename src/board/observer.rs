//! The board announces, listeners learn: everything that sums something over the pieces (a
//! network, a table of values, a test) hears of every change and of nothing else.

use super::piece::Piece;
use super::square::Square;

/// What a piece is on some board, and what it stands on.
pub trait OnBoard {
    /// The squares of that board.
    type Square;
}

impl OnBoard for Piece {
    type Square = Square;
}

/// Hears what happens while a move is played. `P` is what a piece is on that board.
pub trait Observer<P: OnBoard = Piece> {
    /// A piece now stands on an empty square; `promoted` if it goes back as a pawn.
    fn put(&mut self, piece: P, promoted: bool, square: P::Square);
    /// A piece has left a square.
    fn lift(&mut self, piece: P, promoted: bool, square: P::Square);
    /// A hand went from `from` to `to` pieces of this kind.
    fn hold(&mut self, piece: P, from: u8, to: u8);
}

/// Does not listen.
#[derive(Clone, Copy, Default, Debug)]
pub struct Silent;

impl<P: OnBoard> Observer<P> for Silent {
    fn put(&mut self, _: P, _: bool, _: P::Square) {}
    fn lift(&mut self, _: P, _: bool, _: P::Square) {}
    fn hold(&mut self, _: P, _: u8, _: u8) {}
}
