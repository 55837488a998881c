//! Networks: what a position is worth by what our own games have taught.
//!
//! A view of the board ([`features`]) lights rows of a first layer; their sums are kept
//! along the line of play (`stack`), one for each side. Both, the mover's first, are cut to
//! 0..=1, squared and weighed by an output layer, of which there are several for boards of
//! different fullness. [`file`](mod@file) is how it is kept, [`simd`] how it is computed.

pub mod embedded;
pub mod features;
pub mod file;
mod layer;
pub mod simd;
mod stack;

use std::sync::Arc;

use super::{Eval, faded};
use crate::board::{Board, Color, Observer, Piece, Role, Silent, Square};
use crate::game::single::Position;

use features::{BUCKETS, View, bucket};
use file::Weights;
use layer::Layers;
use simd::{Kernels, Line};
use stack::Stack;

/// The evaluation of a game on one 8x8 board by a network.
#[derive(Clone)]
pub struct Network {
    layers: Arc<Layers>,
    /// Do the output buckets go by pieces in hand?
    has_hands: bool,
    stack: Stack,
}

impl Network {
    /// A network of these weights, which have been checked, for a game with or without
    /// hands, on the best vectors this machine has; `reset` tells it the position.
    pub fn new(weights: &Weights, has_hands: bool) -> Self {
        Self::with_kernels(weights, has_hands, simd::best())
    }

    /// The same on chosen vectors.
    pub fn with_kernels(weights: &Weights, has_hands: bool, kernels: Kernels) -> Self {
        let layers = Arc::new(Layers::new(weights, kernels));
        let stack = Stack::new(layers.width);
        Self { layers, has_hands, stack }
    }

    /// What the network makes of a board that it has not heard of.
    fn judge(&self, board: &Board, mover: Color, bucket: usize) -> i32 {
        let [mover, other] = [mover, !mover].map(|side| self.see(board, side));
        self.layers.answer(&mover, &other, bucket)
    }

    fn see(&self, board: &Board, side: Color) -> Vec<Line> {
        let mut sums = vec![Line::ZERO; self.layers.width];
        self.layers.see(&mut sums, View::of(side, board.king(side)), board);
        sums
    }

    /// The network's view of a position, taken apart.
    pub fn inspect(&self, game: &Position) -> Inspection {
        let (board, mover) = (game.board(), game.turn());
        let bucket = bucket(board, self.has_hands);
        let value = self.judge(board, mover, bucket);
        let buckets = std::array::from_fn(|bucket| self.judge(board, mover, bucket));
        // What a piece is worth to his owner is what is lost with him.
        let worth = |piece: Piece, without: Board| {
            let lost = value - self.judge(&without, mover, bucket);
            if piece.color() == mover { lost } else { -lost }
        };
        let pieces =
            board.occupied().minus(board.role(Role::King)).into_iter().filter_map(|square| {
                let mut without = board.clone();
                let (piece, _) = without.lift(square, &mut Silent)?;
                Some((piece, square, worth(piece, without)))
            });
        let held = Color::ALL
            .into_iter()
            .flat_map(|color| board.hand(color).roles().map(move |role| Piece::new(color, role)));
        let held = held.map(|piece| {
            let mut without = board.clone();
            without.spend(piece, &mut Silent);
            (piece, board.hand(piece.color()).count(piece.role()), worth(piece, without))
        });
        Inspection { value, bucket, buckets, pieces: pieces.collect(), held: held.collect() }
    }
}

/// A network's view of a position, in centipawns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inspection {
    /// For the mover.
    pub value: i32,
    /// The output bucket that the value is from.
    pub bucket: usize,
    /// What each bucket would say, for the mover.
    pub buckets: [i32; BUCKETS],
    /// What each piece on the board but the kings is worth to his owner.
    pub pieces: Vec<(Piece, Square, i32)>,
    /// The pieces in hand, how many of a kind, and what the last of them is worth to his owner.
    pub held: Vec<(Piece, u8, i32)>,
}

impl Observer for Network {
    #[inline]
    fn put(&mut self, piece: Piece, promoted: bool, square: Square) {
        self.stack.put(piece, promoted, square);
    }

    #[inline]
    fn lift(&mut self, piece: Piece, promoted: bool, square: Square) {
        self.stack.lift(piece, promoted, square);
    }

    #[inline]
    fn hold(&mut self, piece: Piece, from: u8, to: u8) {
        if to == from + 1 {
            self.stack.hold(true, piece, from);
        } else if from == to + 1 {
            self.stack.hold(false, piece, to);
        } else {
            self.stack.lose_track();
        }
    }
}

impl Eval<Position> for Network {
    fn reset(&mut self, game: &Position) {
        self.stack.reset(game.board());
    }

    #[inline]
    fn push(&mut self) {
        self.stack.push();
    }

    #[inline]
    fn pop(&mut self) {
        self.stack.pop();
    }

    fn evaluate(&mut self, game: &Position) -> i32 {
        let (board, mover) = (game.board(), game.turn());
        self.stack.bring_up(&self.layers, board);
        for side in Color::ALL {
            debug_assert_eq!(self.stack.sums(side), self.see(board, side), "{side} lost track");
        }
        let bucket = bucket(board, self.has_hands);
        let value = self.layers.answer(self.stack.sums(mover), self.stack.sums(!mover), bucket);
        faded(value, game)
    }

    fn explain(&mut self, game: &Position) -> super::Terms {
        let seen = self.inspect(game);
        let board = Color::ALL.map(|color| {
            let own = seen.pieces.iter().filter(|(piece, ..)| piece.color() == color);
            own.map(|(.., worth)| worth).sum()
        });
        let hands = Color::ALL.map(|color| {
            let own = seen.held.iter().filter(|(piece, ..)| piece.color() == color);
            own.map(|(.., worth)| worth).sum()
        });
        vec![("pieces on the board", board), ("last pieces in hand", hands)]
    }
}
