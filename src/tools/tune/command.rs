//! The command line of `kralle tune`.

use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};

use super::eval::{Fitted, Recipe, fit};
use super::positions;
use crate::eval::weights::Weights;

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
    result_weight: f32,
    /// How strongly each weight is held where it was.
    #[arg(long, default_value_t = 1e-9)]
    hold: f32,
}

fn share(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| "this must be a number from 0 to 1".into())
}

impl Arguments {
    /// Does it; the answer is what to print.
    ///
    /// # Errors
    /// What went wrong, in a line.
    pub fn run(self) -> Result<String, String> {
        match self.what {
            What::Eval(arguments) => arguments.run(),
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
            result: self.result_weight,
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
