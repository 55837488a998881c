//! Thirty-two neurons of the first layer with all that hangs on them: their weights on
//! every row, their biases, and what they say to each output bucket. Slices share nothing,
//! so threads work on them without waiting, and the sums are the same however many threads
//! there are. A slice is small enough to stay in the cache of its core.

use std::array::from_fn;

use super::chunk::Chunk;
use super::step::Step;
use crate::eval::net::features::{BUCKETS, ROWS};
use crate::eval::net::file::{LINE, MOST_OUTPUT, QB};

/// Neurons of a slice.
pub const LANES: usize = LINE;

/// Weights of the first layer and its biases stay within this: then sixty-four of them
/// cannot overflow 16 bits.
const FIRST_LIMIT: f32 = 1.98;
/// Output weights stay within this: the largest that a file can hold.
const OUTPUT_LIMIT: f32 = MOST_OUTPUT as f32 / QB as f32;

/// One number for each neuron of a slice.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C, align(64))]
pub struct Lane(pub [f32; LANES]);

impl Lane {
    /// Nothing.
    pub const ZERO: Self = Self([0.0; LANES]);
}

/// Where the parameters stand: a lane for each row, then these.
const BIAS: usize = ROWS;
/// What all buckets have in common, for the mover's view and the other's.
const SHARED: usize = BIAS + 1;
/// What each bucket adds to that.
const OWN: usize = SHARED + 2;
/// Lanes of parameters.
pub const PARAMETERS: usize = OWN + 2 * BUCKETS;

/// Neurons and their training.
pub struct Slice {
    /// The parameters; see [`BIAS`], [`SHARED`] and [`OWN`].
    pub parameters: Vec<Lane>,
    /// Adam's running mean of the gradient.
    pub mean: Vec<Lane>,
    /// Adam's running mean of its square.
    pub spread: Vec<Lane>,
    gradient: Vec<Lane>,
    /// What the neurons say, for each view of the batch; on the way back, what they should
    /// have said.
    active: Vec<Lane>,
    /// This slice's part of the output, for each position of the batch.
    pub outputs: Vec<f32>,
}

impl Slice {
    /// Neurons with these parameters that have not been trained.
    pub fn new(parameters: Vec<Lane>) -> Self {
        assert_eq!(parameters.len(), PARAMETERS);
        let zero = || vec![Lane::ZERO; PARAMETERS];
        Self {
            parameters,
            mean: zero(),
            spread: zero(),
            gradient: zero(),
            active: Vec::new(),
            outputs: Vec::new(),
        }
    }

    /// The weights of a row.
    pub fn row(&self, row: usize) -> &Lane {
        &self.parameters[row]
    }

    /// The biases.
    pub fn bias(&self) -> &Lane {
        &self.parameters[BIAS]
    }

    /// The output weights of a bucket, for the mover's view and the other's.
    pub fn output(&self, bucket: usize) -> [Lane; 2] {
        from_fn(|view| {
            let mut sum = self.parameters[OWN + 2 * bucket + view];
            add(&mut sum, &self.parameters[SHARED + view]);
            sum
        })
    }

    /// Sets all parameters from weights as they are used, bucket by bucket: what the
    /// buckets have in common is their mean.
    pub fn set(&mut self, first: &[Lane], bias: Lane, output: &[[Lane; 2]; BUCKETS]) {
        self.parameters[..ROWS].copy_from_slice(first);
        self.parameters[BIAS] = bias;
        for view in 0..2 {
            let mean = |lane| output.iter().map(|b| b[view].0[lane]).sum::<f32>() / BUCKETS as f32;
            self.parameters[SHARED + view].0 = from_fn(mean);
        }
        self.share(|bucket, view| output[bucket][view]);
    }

    /// Sets what each bucket adds, so that together with the common part it is this.
    fn share(&mut self, output: impl Fn(usize, usize) -> Lane) {
        for bucket in 0..BUCKETS {
            for view in 0..2 {
                let (output, shared) = (output(bucket, view), self.parameters[SHARED + view]);
                let own = &mut self.parameters[OWN + 2 * bucket + view];
                own.0 = from_fn(|lane| output.0[lane] - shared.0[lane]);
            }
        }
    }

    /// Works out what the neurons say to each position, and their part of the output.
    pub fn forward(&mut self, chunks: &[Chunk]) {
        let positions: usize = chunks.iter().map(Chunk::len).sum();
        self.active.resize(2 * positions, Lane::ZERO);
        self.outputs.resize(positions, 0.0);
        let output: [_; BUCKETS] = from_fn(|bucket| self.output(bucket));
        let mut actives = self.active.chunks_exact_mut(2);
        let mut outputs = self.outputs.iter_mut();
        for chunk in chunks {
            for (position, &bucket) in chunk.buckets().iter().enumerate() {
                let (Some(active), Some(sum)) = (actives.next(), outputs.next()) else { break };
                for (view, active) in active.iter_mut().enumerate() {
                    let rows = chunk.rows(2 * position + view);
                    gather(&self.parameters[..ROWS], rows, &self.parameters[BIAS], active);
                }
                *sum = answer(active, &output[usize::from(bucket)]);
            }
        }
    }

    /// Adds up the gradient, given by how much the loss grows with each output. Follows
    /// [`Slice::forward`] on the same chunks.
    pub fn backward(&mut self, chunks: &[Chunk], errors: &[f32]) {
        let output: [_; BUCKETS] = from_fn(|bucket| self.output(bucket));
        let mut begin = 0;
        for chunk in chunks {
            let end = begin + chunk.len();
            let actives = &mut self.active[2 * begin..2 * end];
            let given = chunk.buckets().iter().zip(&errors[begin..end]);
            for (active, (&bucket, &error)) in actives.chunks_exact_mut(2).zip(given) {
                for (view, active) in active.iter_mut().enumerate() {
                    let weights = &output[usize::from(bucket)][view];
                    let own = &mut self.gradient[OWN + 2 * usize::from(bucket) + view];
                    turn_back(active, weights, error, own);
                    add(&mut self.gradient[BIAS], active);
                }
            }
            for row in 0..ROWS {
                let views = chunk.views(row);
                if !views.is_empty() {
                    let start = self.gradient[row];
                    gather(actives, views, &start, &mut self.gradient[row]);
                }
            }
            begin = end;
        }
        for bucket in 0..BUCKETS {
            for view in 0..2 {
                let own = self.gradient[OWN + 2 * bucket + view];
                add(&mut self.gradient[SHARED + view], &own);
            }
        }
    }

    /// Goes one step downhill, stays within what can be written to a file, and forgets the
    /// gradient.
    pub fn learn(&mut self, step: &Step) {
        let moments = self.mean.iter_mut().zip(&mut self.spread);
        for ((weight, gradient), (mean, spread)) in
            self.parameters.iter_mut().zip(&mut self.gradient).zip(moments)
        {
            step.go(weight, gradient, mean, spread);
            *gradient = Lane::ZERO;
        }
        let limit = |lane: Lane, most: f32| Lane(lane.0.map(|weight| weight.clamp(-most, most)));
        for lane in &mut self.parameters[..=BIAS] {
            *lane = limit(*lane, FIRST_LIMIT);
        }
        let output: [_; BUCKETS] = from_fn(|bucket| self.output(bucket));
        self.share(|bucket, view| limit(output[bucket][view], OUTPUT_LIMIT));
    }

    /// The gradient as it stands, for a test that measures it.
    #[cfg(test)]
    pub fn gradient(&self) -> &[Lane] {
        &self.gradient
    }
}

// Whole lanes at a time, by index: what the compiler makes of it are wide instructions and
// nothing else, which pairs of iterators do not promise.

#[inline(always)]
fn add(sum: &mut Lane, other: &Lane) {
    sum.0 = from_fn(|lane| sum.0[lane] + other.0[lane]);
}

/// The sum of some lanes and a first one. A function of its own, so that the sum stays in
/// registers.
#[inline(never)]
fn gather(lanes: &[Lane], indices: &[u16], start: &Lane, sum: &mut Lane) {
    let mut held = *start;
    for &index in indices {
        add(&mut held, &lanes[usize::from(index)]);
    }
    *sum = held;
}

/// Clips what the neurons say to 0..1, and weighs its squares.
#[inline(never)]
fn answer(active: &mut [Lane], weights: &[Lane; 2]) -> f32 {
    let mut sums = [0.0; 8];
    for (active, weights) in active.iter_mut().zip(weights) {
        active.0 = active.0.map(|said| said.clamp(0.0, 1.0));
        let weights = weights.0.as_chunks::<8>().0;
        for (said, weights) in active.0.as_chunks::<8>().0.iter().zip(weights) {
            sums = from_fn(|lane| sums[lane] + said[lane] * said[lane] * weights[lane]);
        }
    }
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + e) + (b + f)) + ((c + g) + (d + h))
}

/// From what the neurons said to what they should have said, by way of the square and the
/// clipping; the gradient of the output weights falls off on the way.
#[inline(never)]
fn turn_back(active: &mut Lane, weights: &Lane, error: f32, gradient: &mut Lane) {
    let said = active.0;
    gradient.0 = from_fn(|lane| gradient.0[lane] + error * said[lane] * said[lane]);
    // Where it was clipped below, `said` is 0 and with it the slope.
    active.0 =
        from_fn(
            |lane| {
                if said[lane] < 1.0 { 2.0 * error * weights.0[lane] * said[lane] } else { 0.0 }
            },
        );
}
