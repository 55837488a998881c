//! Fits the weights of the evaluation to games (Texel's method, Österlund 2014, with slopes
//! instead of trials): the value of a position shall predict the result of its game and the
//! score of a search. Steps are taken by Adam (Kingma and Ba 2014).

use indicatif::ProgressBar;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rayon::prelude::*;

use crate::eval::weights::Tunable;

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct FitRecipe {
    /// How often every position is seen.
    pub epochs: u32,
    /// Positions between two steps.
    pub batch: usize,
    /// The largest step of a weight, at first; it falls to nothing.
    pub rate: f32,
    /// How much the result counts beside the search's score, 0 to 1.
    pub result: f32,
    /// How strongly weights are held where they were: what a change of one costs, squared.
    pub hold: f32,
}

/// Positions to fit to, by number; values are for one side, whose result it is.
pub trait FitData: Sync {
    /// How many.
    fn len(&self) -> usize;
    /// 0 to 1.
    fn result(&self, index: usize) -> f32;
    /// Of the search, in centipawns.
    fn score(&self, index: usize) -> f32;
    /// How many opponents each seat has: with even chances it wins one game of so many and
    /// one.
    fn rivals(&self) -> f32 {
        1.0
    }
    /// What these weights make of the position.
    fn value(&self, index: usize, weights: &[f32]) -> f32;
    /// Adds `slope`, by which something changes with the value, to the slope of each weight.
    fn spread(&self, index: usize, weights: &[f32], slope: f32, slopes: &mut [f32]);
}

/// The result. Losses are mean squares of the error of the expected score.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted<R> {
    /// The new weights, rounded.
    pub weights: R,
    /// Centipawns that make the odds to win e times as good, from even to 73 %: of the
    /// evaluation.
    pub scale: f32,
    /// The same for scores of the search.
    pub score_scale: f32,
    /// On the positions kept apart, before.
    pub before: f64,
    /// On the positions kept apart, after.
    pub after: f64,
}

fn expected(value: f32, scale: f32, rivals: f32) -> f32 {
    1.0 / (1.0 + rivals * (-value / scale).exp())
}

/// The numbers of weights in their order.
pub fn flat(weights: &impl Tunable) -> Vec<f32> {
    let mut numbers = Vec::new();
    weights.clone().visit(&mut |_, number| numbers.push(*number as f32));
    numbers
}

fn rounded<R: Tunable>(start: &R, numbers: &[f32]) -> R {
    let mut weights = start.clone();
    let mut numbers = numbers.iter();
    weights.visit(&mut |_, number| {
        if let Some(fitted) = numbers.next() {
            *number = fitted.round() as i32;
        }
    });
    weights
}

/// What the value of a position is measured by.
#[derive(Clone, Copy)]
struct Target {
    scale: f32,
    score_scale: f32,
    result: f32,
}

impl Target {
    fn of(&self, samples: &impl FitData, index: usize) -> f32 {
        let score = expected(samples.score(index), self.score_scale, samples.rivals());
        self.result * samples.result(index) + (1.0 - self.result) * score
    }

    /// The loss of one position.
    fn loss(&self, samples: &impl FitData, index: usize, weights: &[f32]) -> f64 {
        let found = expected(samples.value(index, weights), self.scale, samples.rivals());
        f64::from(found - self.of(samples, index)).powi(2)
    }

    /// Adds the slope of the loss of one position.
    fn spread(&self, samples: &impl FitData, index: usize, weights: &[f32], slopes: &mut [f32]) {
        let found = expected(samples.value(index, weights), self.scale, samples.rivals());
        let off = found - self.of(samples, index);
        let slope = 2.0 * off * found * (1.0 - found) / self.scale;
        samples.spread(index, weights, slope, slopes);
    }
}

/// The mean of something over positions.
fn mean(samples: &impl FitData, of: impl Fn(usize) -> f64 + Sync + Send) -> f64 {
    let sum: f64 = (0..samples.len()).into_par_iter().map(of).sum();
    sum / samples.len() as f64
}

/// The scale with which values predict results best: by golden section.
fn fit_scale(samples: &impl FitData, value: impl Fn(usize) -> f32 + Sync + Send) -> f32 {
    let loss = |scale: f32| {
        mean(samples, |index| {
            let found = expected(value(index), scale, samples.rivals());
            f64::from(found - samples.result(index)).powi(2)
        })
    };
    let (mut low, mut high) = (20.0_f32, 4_000.0_f32);
    let golden = 0.618;
    for _ in 0..24 {
        let (lower, upper) = (high - golden * (high - low), low + golden * (high - low));
        if loss(lower) < loss(upper) {
            high = upper;
        } else {
            low = lower;
        }
    }
    (low + high) / 2.0
}

/// Fits weights to positions, beginning with these; others say whether it helped.
pub fn fit<S: FitData, R: Tunable>(
    [training, validation]: [&S; 2],
    start: &R,
    recipe: &FitRecipe,
    bar: &ProgressBar,
) -> Fitted<R> {
    let first = flat(start);
    let target = Target {
        scale: fit_scale(training, |index| training.value(index, &first)),
        score_scale: fit_scale(training, |index| training.score(index)),
        result: recipe.result,
    };
    let loss = |weights: &[f32]| mean(validation, |index| target.loss(validation, index, weights));
    let before = loss(&first);
    let mut weights = first.clone();
    let mut adam = Adam::new(weights.len());
    let mut order: Vec<usize> = (0..training.len()).collect();
    let mut chance = SmallRng::seed_from_u64(1);
    for epoch in 0..recipe.epochs {
        order.shuffle(&mut chance);
        let rate = recipe.rate * (1.0 - epoch as f32 / recipe.epochs as f32);
        for batch in order.chunks(recipe.batch) {
            let mut slopes = slopes(training, batch, &target, &weights);
            for (slope, (weight, was)) in slopes.iter_mut().zip(weights.iter().zip(&first)) {
                *slope = *slope / batch.len() as f32 + 2.0 * recipe.hold * (weight - was);
            }
            adam.step(&mut weights, &slopes, rate);
        }
        bar.set_message(format!("loss {before:.6} -> {:.6}", loss(&weights)));
        bar.inc(1);
    }
    let weights = rounded(start, &weights);
    let after = loss(&flat(&weights));
    let Target { scale, score_scale, .. } = target;
    Fitted { weights, scale, score_scale, before, after }
}

/// The slopes of the loss of a batch. Parts are added up in their order, so that the sum
/// does not depend on threads.
fn slopes(samples: &impl FitData, batch: &[usize], target: &Target, weights: &[f32]) -> Vec<f32> {
    let none = || vec![0.0; weights.len()];
    let parts: Vec<Vec<f32>> = batch
        .par_chunks(1_024)
        .map(|part| {
            let mut slopes = none();
            for &index in part {
                target.spread(samples, index, weights, &mut slopes);
            }
            slopes
        })
        .collect();
    let mut sum = none();
    for part in parts {
        for (sum, slope) in sum.iter_mut().zip(part) {
            *sum += slope;
        }
    }
    sum
}

/// Steps that are about as large for every weight, whatever its slope.
struct Adam {
    step: i32,
    mean: Vec<f32>,
    square: Vec<f32>,
}

impl Adam {
    fn new(weights: usize) -> Self {
        Self { step: 0, mean: vec![0.0; weights], square: vec![0.0; weights] }
    }

    fn step(&mut self, weights: &mut [f32], slopes: &[f32], rate: f32) {
        const MEMORY: [f32; 2] = [0.9, 0.999];
        self.step += 1;
        let [fresh_mean, fresh_square] = MEMORY.map(|memory| 1.0 - memory.powi(self.step));
        for (index, (weight, &slope)) in weights.iter_mut().zip(slopes).enumerate() {
            let (mean, square) = (&mut self.mean[index], &mut self.square[index]);
            *mean = MEMORY[0] * *mean + (1.0 - MEMORY[0]) * slope;
            *square = MEMORY[1] * *square + (1.0 - MEMORY[1]) * slope * slope;
            let divisor = (*square / fresh_square).sqrt() + 1e-12;
            *weight -= rate * (*mean / fresh_mean) / divisor;
        }
    }
}
