//! Thirty-two neurons of the first layer with all that hangs on them: their weights on
//! every row, their biases, and what they say to each output bucket. Slices share nothing,
//! so threads work on them without waiting, and the sums are the same however many threads
//! there are. A slice is small enough to stay in the cache of its core.

use std::array::from_fn;

use super::chunk::Chunk;
use super::lane::{LANES, Lane};
use super::step::AdamStep;
use crate::eval::net::architecture::{InputSet, LINE, MOST_OUTPUT, QB};

/// Weights of the first layer and its biases stay within this: then sixty-four of them
/// cannot overflow 16 bits.
const FIRST_LIMIT: f32 = 1.98;
/// Output weights stay within this: the largest that a file can hold.
const OUTPUT_LIMIT: f32 = MOST_OUTPUT as f32 / QB as f32;

/// Where the parameters of a slice stand, each a lane: the weights of the rows, the bias, what
/// all output buckets have in common for each view, what each bucket adds to that.
#[derive(Clone, Copy, Debug)]
struct ParameterLayout {
    rows: usize,
    views: usize,
    buckets: usize,
}

impl ParameterLayout {
    fn bias(self) -> usize {
        self.rows
    }

    fn shared(self, view: usize) -> usize {
        self.bias() + 1 + view
    }

    fn own(self, bucket: usize, view: usize) -> usize {
        self.shared(self.views) + bucket * self.views + view
    }

    fn len(self) -> usize {
        self.own(self.buckets, 0)
    }

    /// All buckets and views, the views of a bucket together.
    fn outputs(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.buckets).flat_map(move |bucket| (0..self.views).map(move |view| (bucket, view)))
    }
}

/// Neurons and their training.
pub struct Slice {
    layout: ParameterLayout,
    /// The parameters; see [`ParameterLayout`].
    pub parameters: Vec<Lane>,
    /// Where they come to rest if no position holds them.
    pub rest: Vec<Lane>,
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
    /// Neurons, the first of which has this number, that know nothing and have not been trained.
    pub fn new(inputs: &InputSet, first: usize) -> Self {
        let &InputSet { views, buckets, .. } = inputs;
        const { assert!(LANES == LINE, "rows of threats reach one slice as a whole") }
        let rows = inputs.rows_of(first);
        let layout = ParameterLayout { rows, views, buckets };
        let zero = || vec![Lane::ZERO; layout.len()];
        Self {
            layout,
            parameters: zero(),
            rest: zero(),
            mean: zero(),
            spread: zero(),
            gradient: zero(),
            active: Vec::new(),
            outputs: Vec::new(),
        }
    }

    /// How many rows the neurons sum up.
    pub fn rows(&self) -> usize {
        self.layout.rows
    }

    /// The weights of a row.
    pub fn row(&self, row: usize) -> &Lane {
        &self.parameters[row]
    }

    /// The biases.
    pub fn bias(&self) -> &Lane {
        &self.parameters[self.layout.bias()]
    }

    /// The output weights of a bucket for a view, 0 the mover's.
    pub fn output(&self, bucket: usize, view: usize) -> Lane {
        let mut sum = self.parameters[self.layout.own(bucket, view)];
        add(&mut sum, &self.parameters[self.layout.shared(view)]);
        sum
    }

    /// The output weights of all buckets, the views of a bucket together.
    fn outputs_of_all(&self) -> Vec<Lane> {
        self.layout.outputs().map(|(bucket, view)| self.output(bucket, view)).collect()
    }

    /// Sets all parameters from weights as they are used, bucket by bucket: what the
    /// buckets have in common is their mean.
    pub fn set(&mut self, first: &[Lane], bias: Lane, output: &[Lane]) {
        let ParameterLayout { rows, views, buckets } = self.layout;
        self.parameters[..rows].copy_from_slice(first);
        self.parameters[self.layout.bias()] = bias;
        for view in 0..views {
            let of_view = || output[view..].iter().step_by(views);
            let mean = |lane| of_view().map(|lanes| lanes.0[lane]).sum::<f32>() / buckets as f32;
            self.parameters[self.layout.shared(view)].0 = from_fn(mean);
        }
        self.share(output.iter().copied());
    }

    /// Sets what each bucket adds, so that together with the common part it is this.
    fn share(&mut self, output: impl Iterator<Item = Lane>) {
        for ((bucket, view), output) in self.layout.outputs().zip(output) {
            let shared = self.parameters[self.layout.shared(view)];
            let own = &mut self.parameters[self.layout.own(bucket, view)];
            own.0 = from_fn(|lane| output.0[lane] - shared.0[lane]);
        }
    }

    /// Works out what the neurons say to each position, and their part of the output.
    pub fn forward(&mut self, chunks: &[Chunk]) {
        let positions: usize = chunks.iter().map(Chunk::len).sum();
        let output = self.outputs_of_all();
        let ParameterLayout { rows: count, views, .. } = self.layout;
        self.active.resize(views * positions, Lane::ZERO);
        self.outputs.resize(positions, 0.0);
        let bias = &self.parameters[self.layout.bias()];
        let mut actives = self.active.chunks_exact_mut(views);
        let mut outputs = self.outputs.iter_mut();
        for chunk in chunks {
            for (position, &bucket) in chunk.buckets().iter().enumerate() {
                let (Some(active), Some(sum)) = (actives.next(), outputs.next()) else { break };
                for (view, active) in active.iter_mut().enumerate() {
                    let rows = chunk.rows(views * position + view);
                    let known = rows.partition_point(|&row| usize::from(row) < count);
                    gather(&self.parameters[..count], &rows[..known], bias, active);
                }
                *sum = answer(active, &output[views * usize::from(bucket)..][..views]);
            }
        }
    }

    /// Adds up the gradient, given by how much the loss grows with each output. Follows
    /// [`Slice::forward`] on the same chunks.
    pub fn backward(&mut self, chunks: &[Chunk], errors: &[f32]) {
        let output = self.outputs_of_all();
        let ParameterLayout { rows, views, .. } = self.layout;
        let mut begin = 0;
        for chunk in chunks {
            let end = begin + chunk.len();
            let actives = &mut self.active[views * begin..views * end];
            let given = chunk.buckets().iter().zip(&errors[begin..end]);
            for (active, (&bucket, &error)) in actives.chunks_exact_mut(views).zip(given) {
                for (view, active) in active.iter_mut().enumerate() {
                    let bucket = usize::from(bucket);
                    let own = &mut self.gradient[self.layout.own(bucket, view)];
                    turn_back(active, &output[views * bucket + view], error, own);
                    add(&mut self.gradient[self.layout.bias()], active);
                }
            }
            for row in 0..rows {
                let views = chunk.views(row);
                if !views.is_empty() {
                    let start = self.gradient[row];
                    gather(actives, views, &start, &mut self.gradient[row]);
                }
            }
            begin = end;
        }
        for (bucket, view) in self.layout.outputs() {
            let own = self.gradient[self.layout.own(bucket, view)];
            add(&mut self.gradient[self.layout.shared(view)], &own);
        }
    }

    /// Goes one step downhill, stays within what can be written to a file, and forgets the
    /// gradient.
    pub fn learn(&mut self, step: &AdamStep) {
        let moments = self.mean.iter_mut().zip(&mut self.spread);
        let weights = self.parameters.iter_mut().zip(&self.rest);
        for (((weight, rest), gradient), (mean, spread)) in
            weights.zip(&mut self.gradient).zip(moments)
        {
            step.go(weight, rest, gradient, mean, spread);
            *gradient = Lane::ZERO;
        }
        let limit = |lane: Lane, most: f32| Lane(lane.0.map(|weight| weight.clamp(-most, most)));
        for lane in &mut self.parameters[..=self.layout.bias()] {
            *lane = limit(*lane, FIRST_LIMIT);
        }
        let output = self.outputs_of_all();
        self.share(output.into_iter().map(|lane| limit(lane, OUTPUT_LIMIT)));
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
fn answer(active: &mut [Lane], weights: &[Lane]) -> f32 {
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
