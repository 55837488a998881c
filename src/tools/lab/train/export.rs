//! From floating point to the whole numbers of a network file and back, and how much is
//! lost on the way.

use super::network::Network;
use super::samples::{Place, Samples};
use crate::eval::net::features::{BUCKETS, ROWS};
use crate::eval::net::file::{MOST_OUTPUT, QA, QB, SCALE, Weights};

/// The network in whole numbers, for the game of this name.
pub fn quantise(network: &Network, game: &str) -> Weights {
    let hidden = network.hidden();
    let whole = |number: f32, one: i32| (number * one as f32).round() as i32;
    let short = |number| whole(number, QA).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    let most = i32::from(MOST_OUTPUT);
    let neurons = 0..hidden;
    Weights {
        game: game.into(),
        hidden,
        first: (0..ROWS)
            .flat_map(|row| neurons.clone().map(move |neuron| short(network.first(row, neuron))))
            .collect(),
        first_bias: neurons.clone().map(|neuron| short(network.first_bias(neuron))).collect(),
        output: (0..BUCKETS)
            .flat_map(|bucket| [(bucket, 0), (bucket, 1)])
            .flat_map(|(bucket, view)| {
                neurons.clone().map(move |neuron| network.output(bucket, view, neuron))
            })
            .map(|weight| whole(weight, QB).clamp(-most, most) as i16)
            .collect(),
        output_bias: (0..BUCKETS)
            .map(|bucket| whole(network.output_bias(bucket), QA * QB))
            .collect(),
    }
}

/// A network to go on training from whole numbers.
pub fn restore(weights: &Weights) -> Network {
    let hidden = weights.hidden;
    let mut network = Network::zero(hidden);
    let (qa, qb) = (QA as f32, QB as f32);
    network.set(
        |row, neuron| f32::from(weights.first[row * hidden + neuron]) / qa,
        |neuron| f32::from(weights.first_bias[neuron]) / qa,
        |bucket, view, neuron| {
            f32::from(weights.output[(2 * bucket + view) * hidden + neuron]) / qb
        },
        |bucket| weights.output_bias[bucket] as f32 / (qa * qb),
    );
    network
}

/// How far the whole numbers are off on some positions, in centipawns.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Loss {
    /// Positions.
    pub count: usize,
    /// On average.
    pub mean: f64,
    /// At worst.
    pub most: f64,
}

/// Compares what the network in whole numbers says with the outputs in floating point.
pub fn compare(weights: &Weights, samples: &Samples, places: &[Place], outputs: &[f32]) -> Loss {
    let mut loss = Loss { count: places.len(), ..Loss::default() };
    for (&place, &output) in places.iter().zip(outputs) {
        let off = (f64::from(output) * f64::from(SCALE)
            - f64::from(answer(weights, samples, place)))
        .abs();
        loss.mean += off / places.len() as f64;
        loss.most = loss.most.max(off);
    }
    loss
}

/// What the network in whole numbers says to a position, in centipawns: plain and slow.
fn answer(weights: &Weights, samples: &Samples, place: Place) -> i32 {
    let hidden = weights.hidden;
    let (views, label) = samples.get(place);
    let bucket = usize::from(label.bucket);
    let mut sum = 0_i64;
    for (view, rows) in views.into_iter().enumerate() {
        for neuron in 0..hidden {
            let lit = rows.iter().map(|&row| weights.first[usize::from(row) * hidden + neuron]);
            let said = i64::from(weights.first_bias[neuron]) + lit.map(i64::from).sum::<i64>();
            let said = said.clamp(0, i64::from(QA));
            let weight = weights.output[(2 * bucket + view) * hidden + neuron];
            sum += said * said * i64::from(weight);
        }
    }
    let value = sum / i64::from(QA) + i64::from(weights.output_bias[bucket]);
    (value * i64::from(SCALE) / i64::from(QA * QB)) as i32
}
