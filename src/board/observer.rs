//! The board announces, listeners learn: whoever sums something over the men (a
//! network, a table of values, a test) hears of every change and nothing else.

use super::{Man, Square};

/// Hears what happens while a move is played.
pub trait Observer {
    /// A man now stands on an empty square; `promoted` if he goes back as a pawn.
    fn put(&mut self, man: Man, promoted: bool, square: Square);
    /// A man has left a square.
    fn lift(&mut self, man: Man, promoted: bool, square: Square);
    /// A hand went from `from` to `to` men of this kind.
    fn hold(&mut self, man: Man, from: u8, to: u8);
}

/// Does not listen.
#[derive(Clone, Copy, Default, Debug)]
pub struct Silent;

impl Observer for Silent {
    fn put(&mut self, _: Man, _: bool, _: Square) {}
    fn lift(&mut self, _: Man, _: bool, _: Square) {}
    fn hold(&mut self, _: Man, _: u8, _: u8) {}
}
