//! The board announces, listeners learn: whoever sums something over the pieces (a
//! network, a table of values, a test) hears of every change and nothing else.

use super::{Piece, Square};

/// Hears what happens while a move is played. `M` is what a piece is on that board.
pub trait Observer<M = Piece> {
    /// A piece now stands on an empty square; `promoted` if he goes back as a pawn.
    fn put(&mut self, piece: M, promoted: bool, square: Square);
    /// A piece has left a square.
    fn lift(&mut self, piece: M, promoted: bool, square: Square);
    /// A hand went from `from` to `to` pieces of this kind.
    fn hold(&mut self, piece: M, from: u8, to: u8);
}

/// Does not listen.
#[derive(Clone, Copy, Default, Debug)]
pub struct Silent;

impl<M> Observer<M> for Silent {
    fn put(&mut self, _: M, _: bool, _: Square) {}
    fn lift(&mut self, _: M, _: bool, _: Square) {}
    fn hold(&mut self, _: M, _: u8, _: u8) {}
}
