//! Networks: what a position is worth by what our own games have taught.
//!
//! A position is seen in several views ([`inputs`]); on an 8x8 board these are two, one for
//! each side ([`features`]). Each view lights rows of a first layer; their sums are kept along
//! the line of play ([`accumulator`]). What no piece decides by itself lights rows, too, found anew
//! on each board ([`threats`], `structure`). The views, the mover's first, are cut to 0..=1,
//! squared and weighed by an output layer ([`layer`]), of which there are several for boards of
//! different fullness. [`weights`] are the numbers, [`file`](mod@file) is how they are kept,
//! [`simd`] how they are computed with. docs/networks.md says which files another shape needs.

pub mod accumulator;
pub mod architecture;
mod attack_map;
pub mod embedded;
pub mod error;
pub mod features;
pub mod file;
pub mod inputs;
mod inspect;
pub mod layer;
mod loaded;
pub mod seats;
pub mod simd;
mod structure;
#[cfg(test)]
mod tests;
pub mod threats;
pub mod weights;

pub use error::NetError;
pub use features::Inputs8x8;
pub use inspect::Inspection;
pub use loaded::LoadedNetwork;
pub use seats::SeatInputs;
pub use weights::NetworkWeights;

use std::sync::Arc;

use super::{Eval, faded};
use crate::board::{Board, Observer};
use crate::game::catalogue::{BuiltIn, Family};
use crate::game::multi::{Drieschaak, FourPlayerTeams, Vierschaak};
use crate::game::single::Position;

use accumulator::AccumulatorStack;
use architecture::InputSet;
use inputs::{Inputs, SquareOf};
use layer::Layers;
use simd::{Kernels, Neurons};

/// What a network that is made for this game sees. Where pieces come back, structure does not
/// last, and its rows are worth less than the time they take.
pub const fn inputs_of(game: BuiltIn) -> InputSet {
    match game.family() {
        Family::Single(rules) | Family::Pair(rules) if rules.has_hands() => {
            Inputs8x8::WITHOUT_STRUCTURE
        }
        Family::Single(_) | Family::Pair(_) => Inputs8x8::SET,
        Family::Four(_) => SeatInputs::<Vierschaak>::SET,
        Family::Three(_) => SeatInputs::<Drieschaak>::SET,
        Family::Teams(_) => SeatInputs::<FourPlayerTeams>::SET,
    }
}

/// The evaluation of a position by a network.
#[derive(Clone)]
pub struct Network<I: Inputs> {
    layers: Arc<Layers<I>>,
    /// Do the output buckets go by pieces in hand?
    has_hands: bool,
    accumulators: AccumulatorStack<I>,
}

/// The evaluation of a game on one 8x8 board by a network.
pub type Network8x8 = Network<Inputs8x8>;

impl<I: Inputs> Network<I> {
    /// A network for a game with or without hands; `reset` tells it the position.
    pub fn new(layers: Arc<Layers<I>>, has_hands: bool) -> Self {
        let accumulators = AccumulatorStack::new(layers.width);
        Self { layers, has_hands, accumulators }
    }

    /// A network of these weights, which have been checked, laid out for chosen vectors.
    ///
    /// # Errors
    /// If the weights are for other inputs.
    pub fn with_kernels(
        weights: &NetworkWeights,
        has_hands: bool,
        kernels: Kernels,
    ) -> Result<Self, NetError> {
        Ok(Self::new(Arc::new(Layers::new(weights, kernels)?), has_hands))
    }

    /// Begins anew with a board.
    pub fn reset_to(&mut self, board: &I::Board) {
        self.accumulators.reset(board);
    }

    /// A move is about to be played.
    #[inline]
    pub fn begin_move(&mut self) {
        self.accumulators.push();
    }

    /// The last move was taken back.
    #[inline]
    pub fn end_move(&mut self) {
        self.accumulators.pop();
    }

    /// What the network makes of the board that it has listened to.
    #[inline]
    pub fn evaluate_board(&mut self, board: &I::Board, mover: usize) -> i32 {
        self.accumulators.bring_up(&self.layers, board);
        for view in 0..I::SET.views {
            debug_assert_eq!(self.accumulators.sums(view), self.see(board, view), "view {view}");
        }
        let bucket = I::bucket(board, self.has_hands);
        if let Some(threats) = self.layers.threats(board) {
            return self.accumulators.answer_to_threats(&self.layers, mover, bucket, &threats);
        }
        self.accumulators.answer(&self.layers, mover, bucket)
    }

    /// What the network makes of a board that it has not heard of.
    pub fn judge(&self, board: &I::Board, mover: usize, bucket: usize) -> i32 {
        let threats = self.layers.threats(board);
        let see = |nth| {
            let view = I::view(mover, nth);
            let mut sums = self.see(board, view);
            if let Some(threats) = &threats {
                sums[0] = self.layers.threaten(sums[0], I::perspective(board, view), threats);
            }
            sums
        };
        let views: Vec<Vec<Neurons>> = (0..I::SET.views).map(see).collect();
        let views: Vec<&[Neurons]> = views.iter().map(Vec::as_slice).collect();
        self.layers.answer(&views, bucket)
    }

    /// The pieces in a view of a board.
    fn see(&self, board: &I::Board, view: usize) -> Vec<Neurons> {
        let mut sums = vec![Neurons::ZERO; self.layers.width];
        self.layers.see(&mut sums, I::perspective(board, view), board);
        sums
    }
}

impl<I: Inputs> Observer<I::Piece> for Network<I> {
    #[inline]
    fn put(&mut self, piece: I::Piece, promoted: bool, square: SquareOf<I>) {
        self.accumulators.put(piece, promoted, square);
    }

    #[inline]
    fn lift(&mut self, piece: I::Piece, promoted: bool, square: SquareOf<I>) {
        self.accumulators.lift(piece, promoted, square);
    }

    #[inline]
    fn hold(&mut self, piece: I::Piece, from: u8, to: u8) {
        self.accumulators.hold(piece, from, to);
    }
}

impl Eval<Position> for Network8x8 {
    fn reset(&mut self, game: &Position) {
        self.reset_to(game.board());
    }

    #[inline]
    fn push(&mut self) {
        self.begin_move();
    }

    #[inline]
    fn pop(&mut self) {
        self.end_move();
    }

    fn evaluate(&mut self, game: &Position) -> i32 {
        faded(self.evaluate_board(game.board(), game.turn().index()), game)
    }

    fn explain(&mut self, game: &Position) -> super::Terms {
        let seen = self.inspect(game);
        let [mut board, mut hands] = [[0; 2]; 2];
        for (piece, _, worth) in seen.pieces {
            board[piece.color().index()] += worth;
        }
        for (piece, _, worth) in seen.held {
            hands[piece.color().index()] += worth;
        }
        vec![("pieces on the board", board), ("last pieces in hand", hands)]
    }
}

impl Network8x8 {
    /// The network's opinion of a position, taken apart.
    pub fn inspect(&self, game: &Position) -> Inspection {
        let (board, mover) = (game.board(), game.turn());
        let bucket = Inputs8x8::bucket(board, self.has_hands);
        let judge = |board: &Board, bucket| self.judge(board, mover.index(), bucket);
        inspect::inspect(board, mover, bucket, judge)
    }
}
