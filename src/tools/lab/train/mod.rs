//! `kralle train`: a network out of game records, on the processor alone.
//!
//! Positions are read into memory as lists of lit rows (`records`, `boards`, `samples`); in ever
//! new order they go in batches (`chunk`) through a network in floating point
//! (`network`, `slice`), which moves by Adam (`step`); after each epoch the state is
//! saved (`checkpoint`) and the loss is drawn; in the end the network is rounded to whole
//! numbers and compared with what it was (`export`).
//!
//! The result depends on the records and the [`TrainRecipe`] alone: threads share out
//! neurons, not positions, so no sum is taken in another order.

mod boards;
mod checkpoint;
mod chunk;
mod command;
mod error;
mod export;
mod lane;
mod network;
mod packed;
mod recipe;
mod records;
mod rows;
mod samples;
mod slice;
mod step;
#[cfg(test)]
mod tests;
mod trainer;

pub use checkpoint::Checkpoint;
pub use command::TrainArgs;
pub use error::TrainError;
pub use export::RoundingLoss;
pub use recipe::{TrainOrder, TrainRecipe};
pub use trainer::Curve;

use std::fs;
use std::io;
use std::path::Path;

use crate::eval::net::inputs::Inputs as _;
use crate::eval::net::{Inputs8x8, NetError, NetworkWeights};
use crate::game::catalogue::BuiltIn;
use crate::tools::chart::Chart;
use records::Records;
use samples::SampleSet;
use trainer::Trainer;

/// Positions on which the network file is compared with the network it was made from.
const COMPARED: usize = 1_000;

/// Writes the positions of game records as rows, for a trainer elsewhere.
///
/// # Errors
/// If something cannot be read or written, or if there is nothing to learn from.
pub fn write_rows(
    order: &TrainOrder,
    path: &Path,
    watch: &mut (impl TrainListener + Send),
) -> Result<Outline, TrainError> {
    pool(order)?.install(|| {
        let (game, records) = read(order, watch)?;
        if records.training.inputs().name != Inputs8x8::SET.name {
            return Err(TrainError::NoRows(game.name()));
        }
        rows::write(path, game.name(), [&records.training, &records.validation])?;
        Ok(Outline::of(&records, 0))
    })
}

/// What there is to learn from.
#[derive(Clone, Copy, Debug)]
pub struct Outline {
    /// Games read.
    pub games: u64,
    /// Positions learnt from in an epoch.
    pub training: usize,
    /// Positions kept apart.
    pub validation: usize,
    /// Epochs done before, in a training that goes on.
    pub done: u32,
}

impl Outline {
    fn of(records: &Records, done: u32) -> Self {
        let (training, validation) = (records.training.len(), records.validation.len());
        Self { games: records.games, training, validation, done }
    }
}

/// What became of it.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainOutcome {
    /// The network, as it was written.
    pub weights: NetworkWeights,
    /// What was lost by rounding.
    pub rounding: RoundingLoss,
    /// How the mean squared error went: epochs gone and loss.
    pub curve: Curve,
}

/// Listens to the progress of a training. Does nothing by default.
pub trait TrainListener {
    /// So many games have been read.
    fn read(&mut self, _games: u64) {}
    /// Now it begins.
    fn begin(&mut self, _outline: &Outline) {}
    /// So many more positions were learnt from, with this loss.
    fn batch(&mut self, _positions: usize, _loss: f64) {}
    /// Another epoch is done.
    fn epoch(&mut self, _number: u32, _curve: &Curve) {}
}

impl TrainListener for () {}

/// Makes a network and writes it.
///
/// # Errors
/// If something cannot be read or written, or if there is nothing to learn from.
pub fn train(
    order: &TrainOrder,
    watch: &mut (impl TrainListener + Send),
) -> Result<TrainOutcome, TrainError> {
    pool(order)?.install(|| work(order, watch))
}

fn pool(order: &TrainOrder) -> Result<rayon::ThreadPool, TrainError> {
    Ok(rayon::ThreadPoolBuilder::new().num_threads(order.threads).build()?)
}

/// The game that the network is for, and positions to learn from.
fn read(
    order: &TrainOrder,
    watch: &mut impl TrainListener,
) -> Result<(BuiltIn, Records), TrainError> {
    let records = Records::read(order, &mut |games| watch.read(games))?;
    if records.training.is_empty() {
        return Err(TrainError::NoPositions);
    }
    Ok((order.game.unwrap_or(records.game), records))
}

fn work(order: &TrainOrder, watch: &mut impl TrainListener) -> Result<TrainOutcome, TrainError> {
    let recipe = &order.recipe;
    // Better now than after a night.
    for path in [&order.output, &order.checkpoint].into_iter().chain(&order.curve) {
        must_have_a_folder(path)?;
    }
    checkpoint::must_be_replaceable(&order.checkpoint)?;
    let (game, records) = read(order, watch)?;
    let mut outline = Outline::of(&records, 0);
    let inputs = *records.training.inputs();
    if !inputs.allows(recipe.hidden) {
        return Err(TrainError::Hidden { hidden: recipe.hidden, most: inputs.most_hidden() });
    }
    let mut trainer = Trainer::new(recipe.clone(), records.training, records.validation);
    if let Some(path) = &order.start {
        let weights = NetworkWeights::load(&path.to_string_lossy())?;
        let weights = weights.extended_to(inputs).map_err(|error| match error {
            NetError::Threats => TrainError::StartThreats(path.clone()),
            error => error.into(),
        })?;
        let (found, asked) = (weights.hidden, recipe.hidden);
        if found > asked {
            return Err(TrainError::StartHidden { path: path.clone(), found, asked });
        }
        trainer.network = export::restore(&weights);
        trainer.network.rest_here();
        trainer.network.widen(asked, recipe.seed, &trainer.training.lit());
    }
    if order.resume {
        checkpoint::load(&mut trainer, &order.checkpoint)?;
    }
    outline.done = trainer.epoch;
    watch.begin(&outline);
    while trainer.epoch < recipe.epochs {
        trainer.run_epoch(&mut |positions, loss| watch.batch(positions, loss));
        if trainer.curve.training.last().is_some_and(|(_, loss)| !loss.is_finite()) {
            return Err(TrainError::Diverged);
        }
        checkpoint::save(&mut trainer, &order.checkpoint)?;
        if let Some(path) = &order.curve {
            write(path, draw(&trainer.curve, game.name(), recipe).as_bytes())?;
        }
        watch.epoch(trainer.epoch, &trainer.curve);
    }
    let weights = export::quantise(&trainer.network, game.name());
    weights.check()?;
    let rounding = rounding(&mut trainer, &weights);
    write(&order.output, &weights.write())?;
    Ok(TrainOutcome { weights, rounding, curve: trainer.curve })
}

/// Compares on games kept apart, or where there are none, on those learnt from.
fn rounding(trainer: &mut Trainer, weights: &NetworkWeights) -> RoundingLoss {
    let kept_apart = !trainer.validation.is_empty();
    let samples = if kept_apart { &mut trainer.validation } else { &mut trainer.training };
    let samples = std::mem::replace(samples, SampleSet::new(trainer.network.inputs));
    let places = samples.places();
    // Spread over all games.
    let count = places.len().min(COMPARED);
    let places: Vec<_> = (0..count).map(|number| places[number * places.len() / count]).collect();
    let outputs = trainer.outputs(&samples, &places);
    export::compare(weights, &samples, &places, &outputs)
}

fn must_have_a_folder(path: &Path) -> Result<(), TrainError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_none_or(Path::is_dir) {
        return Ok(());
    }
    let cause = io::Error::new(io::ErrorKind::NotFound, "there is no such folder");
    Err(TrainError::Unwritable { path: path.into(), cause })
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    fs::write(path, bytes).map_err(|cause| TrainError::Unwritable { path: path.into(), cause })
}

/// The loss as a picture.
fn draw(curve: &Curve, game: &str, recipe: &TrainRecipe) -> String {
    let title = format!("{game}, {} neurons", recipe.hidden);
    let mut chart = Chart::new(&title, "epoch", "mean squared error");
    chart.line("learnt from", &curve.training);
    chart.line("kept apart", &curve.validation);
    chart.svg()
}
