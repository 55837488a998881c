//! The training itself: positions in ever new order, batch after batch, and what became of
//! the loss.

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::chunk::{CHUNK, Chunk};
use super::network::TrainedNetwork;
use super::recipe::TrainRecipe;
use super::samples::{SamplePlace, SampleSet};
use super::step::AdamStep;
use crate::base::random::mix;

/// Points on the curve of an epoch.
const POINTS: usize = 20;

/// How the loss, the mean squared error of the expected result, went.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Curve {
    /// Epochs gone, and the loss of the positions just learnt from, before they were.
    pub training: Vec<(f64, f64)>,
    /// The same for the games kept apart.
    pub validation: Vec<(f64, f64)>,
}

/// A network, the positions it learns from, and how far it has come.
pub struct Trainer {
    /// What it goes by.
    pub recipe: TrainRecipe,
    /// To learn from.
    pub training: SampleSet,
    /// To measure by.
    pub validation: SampleSet,
    /// What learns.
    pub network: TrainedNetwork,
    /// Epochs done.
    pub epoch: u32,
    /// What became of the loss.
    pub curve: Curve,
    chunks: Vec<Chunk>,
}

impl Trainer {
    /// A training with random weights at its beginning.
    pub fn new(recipe: TrainRecipe, training: SampleSet, validation: SampleSet) -> Self {
        let network =
            TrainedNetwork::random(*training.inputs(), recipe.hidden, recipe.seed, &training.lit());
        let curve = Curve::default();
        Self { recipe, training, validation, network, epoch: 0, curve, chunks: Vec::new() }
    }

    /// Steps of one epoch.
    fn batches(&self) -> usize {
        self.training.len().div_ceil(self.recipe.batch)
    }

    /// Learns from every position once, then measures. After each batch `report` hears how
    /// many positions it had and their mean loss.
    pub fn run_epoch(&mut self, report: &mut dyn FnMut(usize, f64)) {
        let mut places = self.training.places();
        let seed = mix(self.recipe.seed ^ mix(u64::from(self.epoch) + 1));
        places.shuffle(&mut SmallRng::seed_from_u64(seed));
        let batches = self.batches();
        let all = batches as u64 * u64::from(self.recipe.epochs);
        let (mut sum, mut count) = (0.0, 0);
        for (number, places) in places.chunks(self.recipe.batch).enumerate() {
            fill(&mut self.chunks, &self.training, places, self.recipe.result_weight);
            let step = AdamStep::new(&self.recipe, self.network.steps + 1, all);
            let loss = self.network.learn(&self.chunks, &step);
            report(places.len(), loss / places.len() as f64);
            sum += loss;
            count += places.len();
            // The curve has a point wherever another twentieth is done.
            if (number + 1) * POINTS / batches > number * POINTS / batches {
                let at = f64::from(self.epoch) + (number + 1) as f64 / batches as f64;
                self.curve.training.push((at, sum / count as f64));
                (sum, count) = (0.0, 0);
            }
        }
        self.epoch += 1;
        if let Some(loss) = self.measure() {
            self.curve.validation.push((f64::from(self.epoch), loss));
        }
    }

    /// The mean loss on the games kept apart, if there are any.
    fn measure(&mut self) -> Option<f64> {
        let mut sum = 0.0;
        for places in self.validation.places().chunks(self.recipe.batch) {
            fill(&mut self.chunks, &self.validation, places, self.recipe.result_weight);
            sum += self.network.loss(&self.chunks);
        }
        (!self.validation.is_empty()).then(|| sum / self.validation.len() as f64)
    }

    /// The network's outputs for some positions: logits of the expected result.
    pub fn outputs(&mut self, samples: &SampleSet, places: &[SamplePlace]) -> Vec<f32> {
        fill(&mut self.chunks, samples, places, self.recipe.result_weight);
        self.network.outputs(&self.chunks)
    }
}

/// Cuts a batch into chunks.
fn fill(chunks: &mut Vec<Chunk>, samples: &SampleSet, places: &[SamplePlace], result_weight: f64) {
    chunks.resize_with(places.len().div_ceil(CHUNK), Chunk::default);
    chunks
        .par_iter_mut()
        .zip(places.par_chunks(CHUNK))
        .for_each(|(chunk, places)| chunk.fill(samples, places, result_weight));
}
