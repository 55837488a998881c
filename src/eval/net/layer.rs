//! A network laid out for speed: weights in lines, and what they make of a board seen for
//! the first time. Nothing is remembered here from one position to the next.

use super::features::{self, BUCKETS, View};
use super::file::{QA, QB, SCALE, Weights};
use super::simd::{Kernels, Line, Rows};
use crate::base::Score;
use crate::board::Board;

/// The weights and the loops that go over them.
pub struct Layers {
    /// Lines of one view.
    pub width: usize,
    /// `[ROWS][width]`
    first: Vec<Line>,
    first_bias: Vec<Line>,
    /// `[BUCKETS][2 * width]`
    output: Vec<Line>,
    output_bias: [i64; BUCKETS],
    kernels: Kernels,
}

impl Layers {
    /// Lays out weights that have been checked.
    pub fn new(weights: &Weights, kernels: Kernels) -> Self {
        let first_bias = Line::of(&weights.first_bias);
        let mut output_bias = [0; BUCKETS];
        for (place, &bias) in output_bias.iter_mut().zip(&weights.output_bias) {
            *place = i64::from(bias);
        }
        Self {
            width: first_bias.len(),
            first: Line::of(&weights.first),
            first_bias,
            output: Line::of(&weights.output),
            output_bias,
            kernels,
        }
    }

    /// The neurons of a view after rows have come and gone.
    #[inline]
    pub fn change(&self, to: &mut [Line], from: &[Line], rows: Rows) {
        (self.kernels.accumulate)(to, from, &self.first, rows);
    }

    /// The neurons of a view of a board.
    pub fn see(&self, to: &mut [Line], view: View, board: &Board) {
        let mut add = Vec::with_capacity(features::MOST_LIT);
        view.lit(board, |row| add.push(row as u16));
        self.change(to, &self.first_bias, Rows { add: &add, subtract: &[] });
    }

    /// Centipawns for the mover, from the neurons of his view and of the other.
    #[inline]
    pub fn answer(&self, mover: &[Line], other: &[Line], bucket: usize) -> i32 {
        let weights = &self.output[bucket * 2 * self.width..][..2 * self.width];
        let sum = (self.kernels.output)(mover, other, weights);
        let (one, scale) = (i64::from(QA), i64::from(SCALE));
        let value = (sum / one + self.output_bias[bucket]) * scale / (one * i64::from(QB));
        let limit = i64::from(Score::LIMIT);
        value.clamp(-limit, limit) as i32
    }
}
