//! The network in floating point, as it is trained: slices of the first layer, the biases
//! of the outputs, and what Adam remembers. Says nothing about files.

use std::ops::Range;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

use super::chunk::Chunk;
use super::lane::{LANES, Lane};
use super::samples::sigmoid;
use super::slice::Slice;
use super::step::AdamStep;
use crate::eval::net::architecture::InputSet;

/// A row must be lit about as often to begin with weights of that size; one that is hardly
/// seen would only add noise.
const KNOWN: f32 = 256.0;

/// A network and the state of its training.
pub struct TrainedNetwork {
    /// What it sees.
    pub inputs: InputSet,
    /// The first layer.
    pub slices: Vec<Slice>,
    /// Output biases: one for each bucket, and behind them one that is added to all.
    pub bias: Lane,
    /// Adam's running means of their gradient and of its square.
    pub moments: [Lane; 2],
    /// How many steps it has gone.
    pub steps: u64,
}

/// What was found on the way through a batch.
struct Answers {
    errors: Vec<f32>,
    loss: f64,
    bias: Lane,
}

impl TrainedNetwork {
    /// A network with random weights; `lit` says how often each row occurs.
    pub fn random(inputs: InputSet, hidden: usize, seed: u64, lit: &[u64]) -> Self {
        let output = ((inputs.views * hidden) as f32).recip().sqrt();
        let mut network = Self::zero(inputs, hidden);
        randomise(&mut network.slices, &inputs, output, seed, lit);
        network
    }

    /// Adds neurons until there are so many. They see at random like those of
    /// [`random`](Self::random) and say nothing, so the network's answers stay what they are.
    pub fn widen(&mut self, hidden: usize, seed: u64, lit: &[u64]) {
        let known = self.slices.len();
        self.slices.extend(slices(&self.inputs, known..hidden / LANES));
        randomise(&mut self.slices[known..], &self.inputs, 0.0, seed, lit);
    }

    /// From here on weights that no position holds come to rest where they are now, not at 0.
    pub fn rest_here(&mut self) {
        for slice in &mut self.slices {
            slice.rest.clone_from(&slice.parameters);
        }
    }

    /// A network that knows nothing and learns nothing, to be filled.
    ///
    /// # Panics
    /// If a lane has no room for the biases of all output buckets.
    pub fn zero(inputs: InputSet, hidden: usize) -> Self {
        assert!(inputs.buckets < LANES, "{} output buckets", inputs.buckets);
        Self {
            inputs,
            slices: slices(&inputs, 0..hidden / LANES).collect(),
            bias: Lane::ZERO,
            moments: [Lane::ZERO; 2],
            steps: 0,
        }
    }

    /// Neurons of the first layer.
    pub fn hidden(&self) -> usize {
        self.slices.len() * LANES
    }

    /// The weight of a row on a neuron.
    pub fn first(&self, row: usize, neuron: usize) -> f32 {
        self.slices[neuron / LANES].row(row).0[neuron % LANES]
    }

    /// The bias of a neuron.
    pub fn first_bias(&self, neuron: usize) -> f32 {
        self.slices[neuron / LANES].bias().0[neuron % LANES]
    }

    /// The weight of a neuron on a bucket's output; `view` 0 is the mover's.
    pub fn output(&self, bucket: usize, view: usize, neuron: usize) -> f32 {
        self.slices[neuron / LANES].output(bucket, view).0[neuron % LANES]
    }

    /// The bias of a bucket's output.
    pub fn output_bias(&self, bucket: usize) -> f32 {
        self.bias.0[bucket] + self.bias.0[self.inputs.buckets]
    }

    /// Sets all weights from functions like the four above.
    pub fn set(
        &mut self,
        first: impl Fn(usize, usize) -> f32,
        first_bias: impl Fn(usize) -> f32,
        output: impl Fn(usize, usize, usize) -> f32,
        output_bias: impl Fn(usize) -> f32,
    ) {
        let InputSet { views, buckets, .. } = self.inputs;
        for (number, slice) in self.slices.iter_mut().enumerate() {
            let lane = |of: &dyn Fn(usize) -> f32| {
                Lane(std::array::from_fn(|lane| of(number * LANES + lane)))
            };
            let row = |row| lane(&|neuron| first(row, neuron));
            let rows: Vec<Lane> = (0..slice.rows()).map(row).collect();
            let pairs = (0..buckets).flat_map(|bucket| (0..views).map(move |view| (bucket, view)));
            let outputs: Vec<Lane> =
                pairs.map(|(bucket, view)| lane(&|neuron| output(bucket, view, neuron))).collect();
            slice.set(&rows, lane(&first_bias), &outputs);
        }
        let biases: Vec<f32> = (0..buckets).map(output_bias).collect();
        let shared = biases.iter().sum::<f32>() / buckets as f32;
        self.bias = Lane::ZERO;
        for (place, bias) in self.bias.0.iter_mut().zip(biases) {
            *place = bias - shared;
        }
        self.bias.0[buckets] = shared;
    }

    /// Learns from a batch; answers the sum of the squared errors before.
    pub fn learn(&mut self, chunks: &[Chunk], step: &AdamStep) -> f64 {
        let Answers { loss, bias, .. } = self.gradient(chunks);
        self.slices.par_iter_mut().for_each(|slice| slice.learn(step));
        let [mean, spread] = &mut self.moments;
        step.go(&mut self.bias, &Lane::ZERO, &bias, mean, spread);
        self.steps += 1;
        loss
    }

    /// Works out the gradient of the mean loss of a batch.
    fn gradient(&mut self, chunks: &[Chunk]) -> Answers {
        let positions: usize = chunks.iter().map(Chunk::len).sum();
        let mut answers = self.answers(chunks);
        let scale = 1.0 / positions as f32;
        answers.errors.iter_mut().for_each(|error| *error *= scale);
        answers.bias.0.iter_mut().for_each(|slope| *slope *= scale);
        let errors = &answers.errors;
        self.slices.par_iter_mut().for_each(|slice| slice.backward(chunks, errors));
        answers
    }

    /// The gradient of the mean loss by the output biases and by the slices' parameters.
    #[cfg(test)]
    pub fn gradient_of(&mut self, chunks: &[Chunk]) -> (Lane, Vec<Vec<Lane>>) {
        let bias = self.gradient(chunks).bias;
        (bias, self.slices.iter().map(|slice| slice.gradient().to_vec()).collect())
    }

    /// The sum of the squared errors.
    pub fn loss(&mut self, chunks: &[Chunk]) -> f64 {
        self.answers(chunks).loss
    }

    /// Forward through all chunks, and the slope of the squared error at each output.
    fn answers(&mut self, chunks: &[Chunk]) -> Answers {
        let outputs = self.outputs(chunks);
        let mut answers =
            Answers { errors: Vec::with_capacity(outputs.len()), loss: 0.0, bias: Lane::ZERO };
        let bases = chunks.iter().flat_map(Chunk::bases);
        let labels = chunks.iter().flat_map(|chunk| chunk.buckets().iter().zip(chunk.targets()));
        for ((output, base), (&bucket, target)) in outputs.into_iter().zip(bases).zip(labels) {
            let said = sigmoid(base + output);
            let off = said - target;
            let error = 2.0 * off * said * (1.0 - said);
            answers.loss += f64::from(off * off);
            answers.bias.0[usize::from(bucket)] += error;
            answers.bias.0[self.inputs.buckets] += error;
            answers.errors.push(error);
        }
        answers
    }

    /// The network's output for each position: the logit of the expected result.
    pub fn outputs(&mut self, chunks: &[Chunk]) -> Vec<f32> {
        self.slices.par_iter_mut().for_each(|slice| slice.forward(chunks));
        let mut sums: Vec<f32> = chunks
            .iter()
            .flat_map(|chunk| chunk.buckets())
            .map(|&bucket| self.output_bias(usize::from(bucket)))
            .collect();
        for slice in &self.slices {
            for (sum, part) in sums.iter_mut().zip(&slice.outputs) {
                *sum += part;
            }
        }
        sums
    }
}

/// The slices of these numbers, untrained.
fn slices(inputs: &InputSet, numbers: Range<usize>) -> impl Iterator<Item = Slice> {
    numbers.map(|number| Slice::new(inputs, number * LANES))
}

/// Random weights: of the rows by how often they are lit, of the outputs up to this size.
fn randomise(slices: &mut [Slice], inputs: &InputSet, output: f32, seed: u64, lit: &[u64]) {
    let mut chance = SmallRng::seed_from_u64(seed);
    let mut lane = |size: f32| Lane(std::array::from_fn(|_| chance.random_range(-size..=size)));
    let usually_lit = inputs.usually_lit as f32;
    let size = |lit: u64| usually_lit.recip().sqrt() * lit as f32 / (lit as f32 + KNOWN);
    for slice in slices {
        let first: Vec<Lane> = lit[..slice.rows()].iter().map(|&lit| lane(size(lit))).collect();
        let views: Vec<Lane> = (0..inputs.views).map(|_| lane(output)).collect();
        slice.set(&first, Lane::ZERO, &views.repeat(inputs.buckets));
    }
}
