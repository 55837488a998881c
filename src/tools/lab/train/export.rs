//! From floating point to the whole numbers of a network file and back, and how much is
//! lost on the way.

use super::chunk::Chunk;
use super::network::TrainedNetwork;
use super::samples::{SamplePlace, SampleSet};
use crate::eval::net::NetworkWeights;
use crate::eval::net::architecture::{InputSet, LINE, MOST_OUTPUT, QA, QB, SCALE};

/// The network in whole numbers, for the game of this name.
pub fn quantise(network: &TrainedNetwork, game: &str) -> NetworkWeights {
    let InputSet { rows, views, buckets, .. } = network.inputs;
    let hidden = network.hidden();
    let whole = |number: f32, one: i32| (number * one as f32).round() as i32;
    let short = |number| whole(number, QA).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    let most = i32::from(MOST_OUTPUT);
    let neurons = 0..hidden;
    let mut weights = NetworkWeights {
        inputs: network.inputs,
        game: game.into(),
        hidden,
        first: (0..rows)
            .flat_map(|row| neurons.clone().map(move |neuron| short(network.first(row, neuron))))
            .collect(),
        threats: (rows..network.inputs.all_rows())
            .flat_map(|row| (0..LINE).map(move |neuron| short(network.first(row, neuron))))
            .collect(),
        first_bias: neurons.clone().map(|neuron| short(network.first_bias(neuron))).collect(),
        output: (0..buckets)
            .flat_map(|bucket| (0..views).map(move |view| (bucket, view)))
            .flat_map(|(bucket, view)| {
                neurons.clone().map(move |neuron| network.output(bucket, view, neuron))
            })
            .map(|weight| whole(weight, QB).clamp(-most, most) as i16)
            .collect(),
        output_bias: (0..buckets)
            .map(|bucket| whole(network.output_bias(bucket), QA * QB))
            .collect(),
    };
    weights.make_sums_fit();
    weights
}

/// A network to go on training from whole numbers.
pub fn restore(weights: &NetworkWeights) -> TrainedNetwork {
    let (hidden, views) = (weights.hidden, weights.inputs.views);
    let mut network = TrainedNetwork::zero(weights.inputs, hidden);
    let (qa, qb) = (QA as f32, QB as f32);
    network.set(
        |row, neuron| f32::from(weights.weight(row, neuron)) / qa,
        |neuron| f32::from(weights.first_bias[neuron]) / qa,
        |bucket, view, neuron| {
            f32::from(weights.output[(views * bucket + view) * hidden + neuron]) / qb
        },
        |bucket| weights.output_bias[bucket] as f32 / (qa * qb),
    );
    network
}

/// How far the whole numbers are off on some positions, in centipawns.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct RoundingLoss {
    /// Positions.
    pub count: usize,
    /// On average.
    pub mean: f64,
    /// At worst.
    pub most: f64,
}

/// Compares what the network in whole numbers says with the outputs in floating point.
pub fn compare(
    weights: &NetworkWeights,
    samples: &SampleSet,
    places: &[SamplePlace],
    outputs: &[f32],
) -> RoundingLoss {
    let mut loss = RoundingLoss { count: places.len(), ..RoundingLoss::default() };
    for (&place, &output) in places.iter().zip(outputs) {
        let off = (f64::from(output) * f64::from(SCALE)
            - f64::from(answer(weights, samples, place)))
        .abs();
        loss.mean += off / places.len() as f64;
        loss.most = loss.most.max(off);
    }
    loss
}

/// The value of a position by the network in whole numbers, in centipawns: plain and slow.
fn answer(weights: &NetworkWeights, samples: &SampleSet, place: SamplePlace) -> i32 {
    let (hidden, count) = (weights.hidden, weights.inputs.views);
    let mut chunk = Chunk::default();
    chunk.fill(samples, &[place], 0.0);
    let bucket = usize::from(chunk.buckets()[0]);
    let mut sum = 0_i64;
    for view in 0..count {
        let rows = chunk.rows(view);
        for neuron in 0..hidden {
            let rows = rows.iter().copied().map(usize::from);
            let lit = rows
                .filter(|&row| row < weights.inputs.rows_of(neuron))
                .map(|row| weights.weight(row, neuron));
            let said = i64::from(weights.first_bias[neuron]) + lit.map(i64::from).sum::<i64>();
            let said = said.clamp(0, i64::from(QA));
            let weight = weights.output[(count * bucket + view) * hidden + neuron];
            sum += said * said * i64::from(weight);
        }
    }
    let value = sum / i64::from(QA) + i64::from(weights.output_bias[bucket]);
    (value * i64::from(SCALE) / i64::from(QA * QB)) as i32
}
