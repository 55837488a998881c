//! The command line of `kralle tune`.

use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};

use super::eval::{Fitted, Recipe, fit};
use super::positions;
use crate::eval::weights::Weights;
use crate::game::rules::Variant;
use crate::tools::values::{game, share};

/// Better numbers.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Fit the weights of the hand-written evaluation to games of `kralle datagen`.
    Eval(EvalArguments),
    /// Let the margins of the search play each other; needs a build with the feature `tune`.
    Search(SearchArguments),
}

#[derive(clap::Args)]
struct EvalArguments {
    /// Files of games that `kralle datagen` wrote, all of one game.
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Read at most so many games of each file.
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    games: usize,
    /// How often every position is seen.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Positions between two steps.
    #[arg(long, default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The largest step of a weight, at first.
    #[arg(long, default_value_t = 0.5)]
    rate: f32,
    /// How much the game's result counts beside the search's score, 0 to 1.
    #[arg(long, default_value_t = 0.4, value_parser = share)]
    result_weight: f64,
    /// How strongly each weight is held where it was.
    #[arg(long, default_value_t = 1e-9)]
    hold: f32,
}

#[derive(clap::Args)]
struct SearchArguments {
    /// Which game to play.
    #[arg(long, default_value = "crazyhouse", value_parser = game)]
    variant: Variant,
    /// Steps to take.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Pairs of games for each step.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// Nodes a move.
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How far margins are moved apart at first, as a share of their range.
    #[arg(long, default_value_t = 0.08)]
    apart: f64,
    /// How far a step goes at first, as a share of that.
    #[arg(long, default_value_t = 0.5)]
    step: f64,
    /// Chooses openings and directions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only margins whose name begins so.
    #[arg(long, default_value = "")]
    only: String,
}

impl Arguments {
    /// Does it; the answer is what to print.
    ///
    /// # Errors
    /// What went wrong, in a line.
    pub fn run(self) -> Result<String, String> {
        match self.what {
            What::Eval(arguments) => arguments.run(),
            What::Search(arguments) => arguments.run(),
        }
    }
}

fn bar(length: Option<u64>, template: &str) -> ProgressBar {
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    length.map_or_else(ProgressBar::no_length, ProgressBar::new).with_style(style)
}

impl EvalArguments {
    fn run(self) -> Result<String, String> {
        let reading = bar(None, "{spinner} {pos} games read, {msg}");
        let lessons =
            positions::read(&self.data, self.games, &reading).map_err(|e| e.to_string())?;
        reading.finish();
        let recipe = Recipe {
            epochs: self.epochs,
            batch: self.batch as usize,
            rate: self.rate,
            result: self.result_weight as f32,
            hold: self.hold,
        };
        let fitting =
            bar(Some(self.epochs.into()), "{bar:30} {pos}/{len} epochs, {msg}, {eta} left");
        let start = Weights::under(&lessons.variant.rules);
        let fitted = fit(&lessons, start, &recipe, &fitting);
        fitting.finish();
        let Fitted { weights, scale, score_scale, before, after } = fitted;
        Ok(format!(
            "// {}: {} positions, {} to measure by\n\
             // centipawns for 73 %: {scale:.0} of the evaluation, {score_scale:.0} of a search\n\
             // loss {before:.6} before, {after:.6} after\n\
             // To take these, put them into src/eval/weights and run `cargo fmt`.\n\
             pub static WEIGHTS: Weights = {weights:?};",
            lessons.variant.name,
            lessons.training.len(),
            lessons.validation.len(),
        ))
    }
}

impl SearchArguments {
    #[cfg(not(feature = "tune"))]
    fn run(self) -> Result<String, String> {
        Err("the margins of this build are constants: build with `--features tune`".into())
    }

    #[cfg(feature = "tune")]
    fn run(self) -> Result<String, String> {
        use super::search::{Recipe, patch, tune};
        let Self { variant, rounds, pairs, nodes, apart, step, seed, only } = self;
        let recipe = Recipe { variant, rounds, pairs, nodes, apart, step, seed, only };
        let bar = bar(Some(rounds.into()), "{bar:30} {pos}/{len} rounds, {msg}, {eta} left");
        let found = tune(&recipe, &bar)?;
        bar.finish();
        Ok(format!("// To take these, put them into src/search/params.rs.\n{}", patch(&found)))
    }
}
