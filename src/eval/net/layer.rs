//! A network laid out for speed: weights in lines, and what they make of a board seen for
//! the first time. Nothing is remembered here from one position to the next.

use std::marker::PhantomData;

use super::architecture::{InputSet, MOST_VIEWS, QA, QB, SCALE};
use super::error::NetError;
use super::inputs::Inputs;
use super::simd::{Changes, Kernels, Neurons};
use super::weights::NetworkWeights;
use crate::base::Score;

/// The weights and the loops that go over them.
pub struct Layers<I: Inputs> {
    /// What the network sees.
    set: InputSet,
    /// Lines of one view.
    pub width: usize,
    /// `[rows][width]`
    first: Vec<Neurons>,
    /// `[threats]`; none in a network that does not see them.
    threats: Vec<Neurons>,
    first_bias: Vec<Neurons>,
    /// `[buckets][views * width]`
    output: Vec<Neurons>,
    output_bias: Vec<i64>,
    kernels: Kernels,
    inputs: PhantomData<I>,
}

impl<I: Inputs> Layers<I> {
    /// Lays out weights that have been checked.
    ///
    /// # Errors
    /// If the weights are for other inputs.
    pub fn new(weights: &NetworkWeights, kernels: Kernels) -> Result<Self, NetError> {
        const { assert!(I::SET.views <= MOST_VIEWS) }
        if weights.inputs != I::SET && !I::NARROWER.contains(&weights.inputs) {
            return Err(Self::refuse(weights));
        }
        let first_bias = Neurons::of(&weights.first_bias);
        Ok(Self {
            set: weights.inputs,
            width: first_bias.len(),
            first: Neurons::of(&weights.first),
            threats: Neurons::of(&weights.threats),
            first_bias,
            output: Neurons::of(&weights.output),
            output_bias: weights.output_bias.iter().map(|&bias| bias.into()).collect(),
            kernels,
            inputs: PhantomData,
        })
    }

    /// What is wrong with weights for other inputs.
    pub(super) const fn refuse(weights: &NetworkWeights) -> NetError {
        NetError::OtherInputs { found: weights.inputs.name, expected: I::SET.name }
    }

    /// The neurons of a view after rows have come and gone.
    #[inline]
    pub fn change(&self, to: &mut [Neurons], from: &[Neurons], changes: Changes) {
        (self.kernels.accumulate)(to, from, &self.first, changes);
    }

    /// The threats on a board, if the network has learnt what they are worth.
    #[inline]
    pub fn threats(&self, board: &I::Board) -> Option<I::Threats> {
        (self.set.threats > 0).then(|| I::threats(board, &self.set))
    }

    /// The first line of a view that shows the pieces, once it shows these threats, too.
    #[inline]
    pub fn threaten(&self, line: Neurons, from: I::Perspective, threats: &I::Threats) -> Neurons {
        let (first, second) = self.threats.split_at(self.threats.len() / 2);
        let rows = I::rows_of_threats(from, threats);
        line.plus(first, rows[0]).plus(second, rows[1])
    }

    /// The neurons of a view of the pieces of a board.
    pub fn see(&self, to: &mut [Neurons], from: I::Perspective, board: &I::Board) {
        let mut added = Vec::with_capacity(I::SET.most_lit);
        I::lit(from, board, |row| added.push(row as u16));
        self.change(to, &self.first_bias, Changes { added: &added, removed: &[] });
    }

    /// Centipawns for the mover, from the neurons of all views, the mover's first.
    #[inline]
    pub fn answer(&self, views: &[&[Neurons]], bucket: usize) -> i32 {
        let InputSet { views: count, .. } = I::SET;
        debug_assert_eq!(views.len(), count);
        let weights = &self.output[bucket * count * self.width..][..count * self.width];
        let sum = (self.kernels.output)(views, weights);
        let (one, scale) = (i64::from(QA), i64::from(SCALE));
        let value = (sum / one + self.output_bias[bucket]) * scale / (one * i64::from(QB));
        let limit = i64::from(Score::LIMIT);
        value.clamp(-limit, limit) as i32
    }
}
