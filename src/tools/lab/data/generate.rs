//! `kralle datagen`: games of the engine against itself at fixed nodes. A game depends on
//! its recipe and its number alone, never on threads or on where the work was interrupted.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use indicatif::ProgressBar;

use super::error::DataError;
use super::file::GameWriter;
use super::partners::PartnersPlayer;
use super::record::{DatagenRecipe, GameRecord};
use super::relabel::Relabeller;
use super::seats::SeatsPlayer;
use super::selfplay::{GameMaker, SelfPlayer};
use crate::eval::chosen::EvalChoice;
use crate::game::catalogue::Family;
use crate::game::multi::{Drieschaak, FourPlayerTeams, Vierschaak};
use crate::tools::progress;

/// What is to be made.
#[derive(Clone, Debug)]
pub struct DatagenOrder {
    /// Game, nodes, seed, network.
    pub recipe: DatagenRecipe,
    /// The evaluation that the recipe's fingerprint belongs to.
    pub eval: EvalChoice,
    /// A file whose games are taken and searched anew; none to play new ones.
    pub relabel: Option<PathBuf>,
    /// How many games there shall be in the file in the end.
    pub games: u64,
    /// Threads at work.
    pub threads: usize,
    /// The file.
    pub output: PathBuf,
}

/// Makes the games that are still missing in the file, and shows how it goes.
///
/// # Errors
/// If the file cannot be read or written, or there is no memory for the engines.
pub fn generate(order: &DatagenOrder, bar: &ProgressBar) -> Result<u64, DataError> {
    let (mut writer, present) = GameWriter::resume(&order.output, &order.recipe)?;
    bar.set_length(order.games);
    bar.set_style(progress::style("{bar:30} {pos}/{len} games, {msg}, {per_sec}, {eta} left"));
    bar.set_position(present);
    bar.reset_eta();
    let next = AtomicU64::new(present);
    let failed = AtomicBool::new(false);
    let (sender, receiver) = mpsc::sync_channel(64);
    std::thread::scope(|scope| {
        for _ in 0..order.threads.max(1) {
            let (sender, next, failed) = (sender.clone(), &next, &failed);
            scope.spawn(move || {
                let mut maker = maker(order);
                while !failed.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= order.games {
                        break;
                    }
                    let game = match &mut maker {
                        Ok(maker) => maker.make(number),
                        Err(error) => Err(DataError::Engine(error.to_string())),
                    };
                    let last = game.is_err();
                    if sender.send((number, game)).is_err() || last {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = present;
        let mut positions = 0;
        let mut write = || {
            for (number, game) in &receiver {
                waiting.insert(number, game?);
                while let Some(game) = waiting.remove(&due) {
                    let game: GameRecord = game;
                    positions += game.plies.len();
                    writer.write(&game)?;
                    due += 1;
                    bar.set_position(due);
                    bar.set_message(format!("{positions} positions"));
                }
            }
            Ok(due)
        };
        let result = write();
        failed.store(true, Ordering::Relaxed);
        // Nothing is received any more: a thread that waits to send must not wait for ever.
        drop(receiver);
        result
    })
}

/// What makes the games of this order.
fn maker(order: &DatagenOrder) -> Result<Box<dyn GameMaker>, DataError> {
    let DatagenOrder { recipe, eval, relabel, .. } = order;
    let recipe = *recipe;
    if let Some(path) = relabel {
        return Ok(Box::new(Relabeller::new(path, recipe, eval)?));
    }
    Ok(match recipe.game.family() {
        Family::Pair(_) if recipe.both_boards => Box::new(PartnersPlayer::new(recipe, eval)?),
        Family::Single(_) | Family::Pair(_) => Box::new(SelfPlayer::new(recipe, eval)?),
        Family::Four(_) => Box::new(SeatsPlayer::<Vierschaak>::new(recipe, eval)?),
        Family::Three(_) => Box::new(SeatsPlayer::<Drieschaak>::new(recipe, eval)?),
        Family::Teams(_) => Box::new(SeatsPlayer::<FourPlayerTeams>::new(recipe, eval)?),
    })
}

/// Plays one game of a recipe.
#[cfg(test)]
pub(super) fn game(recipe: DatagenRecipe, number: u64) -> GameRecord {
    maker(&order(recipe, number + 1, 1, std::path::Path::new(""))).unwrap().make(number).unwrap()
}

/// Where two runs of a recipe are compared.
#[cfg(test)]
pub(super) fn file(
    recipe: DatagenRecipe,
    games: u64,
    threads: usize,
    output: &std::path::Path,
) -> Vec<u8> {
    generate(&order(recipe, games, threads, output), &ProgressBar::hidden()).unwrap();
    std::fs::read(output).unwrap()
}

/// New games by the hand-written evaluation.
#[cfg(test)]
pub(super) fn order(
    recipe: DatagenRecipe,
    games: u64,
    threads: usize,
    output: &std::path::Path,
) -> DatagenOrder {
    let (eval, output) = (EvalChoice::HandWritten, output.into());
    DatagenOrder { recipe, eval, relabel: None, games, threads, output }
}
