//! What a training is made with, but for the positions. Two trainings with the same recipe
//! on the same positions give the same network.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::game::catalogue::BuiltIn;

/// The figures of a training.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrainRecipe {
    /// Neurons of the first layer for each view.
    pub hidden: usize,
    /// How often every position is seen.
    pub epochs: u32,
    /// Positions between two steps.
    pub batch: usize,
    /// The learning rate at its highest.
    pub rate: f64,
    /// The learning rate at the end.
    pub last_rate: f64,
    /// Steps in which the rate rises.
    pub warm_up: u64,
    /// How much of a weight that nothing holds fades in an epoch, at the highest rate, to 0 or to
    /// what it was in the network that the training began with. What is seen too seldom to be
    /// learnt stays small by it, or as it was.
    pub decay: f64,
    /// How much of the target is the result of the game; the rest is the score.
    pub result_weight: f64,
    /// Later searches count for a position too: each weighs so much of what the one before did,
    /// and the result has the rest.
    pub lambda: f64,
    /// Does a network for an 8x8 board see what either side fears?
    pub threats: bool,
    /// The share of the games that is kept apart to measure by.
    pub validation: f64,
    /// Chooses the first weights, the order of the positions and the games kept apart.
    pub seed: u64,
}

impl Default for TrainRecipe {
    fn default() -> Self {
        Self {
            hidden: 256,
            epochs: 20,
            batch: 16_384,
            rate: 0.002,
            last_rate: 0.000_01,
            warm_up: 100,
            decay: 0.3,
            result_weight: 0.05,
            lambda: 0.0,
            threats: true,
            validation: 0.05,
            seed: 1,
        }
    }
}

/// What is to be done.
#[derive(Clone, Debug)]
pub struct TrainOrder {
    /// Files of game records.
    pub data: Vec<PathBuf>,
    /// The game that the network is for, if not the one of the files.
    pub game: Option<BuiltIn>,
    /// How.
    pub recipe: TrainRecipe,
    /// The network to begin with, if not random weights.
    pub start: Option<PathBuf>,
    /// Where the state is kept.
    pub checkpoint: PathBuf,
    /// Go on from there?
    pub resume: bool,
    /// Where the loss is drawn.
    pub curve: Option<PathBuf>,
    /// Where the network goes.
    pub output: PathBuf,
    /// How many threads work.
    pub threads: usize,
}
