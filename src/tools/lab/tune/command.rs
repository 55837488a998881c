//! The command line of `kralle tune`.

use std::fmt::Write as _;
use std::path::PathBuf;

use indicatif::ProgressBar;

use super::error::TuneError;
use super::eval::{FitData as _, FitRecipe, Fitted, fit};
use super::search::{SpsaRecipe, patch, tune};
use super::{positions, seats};
use crate::eval::chosen::EvalChoice;
use crate::eval::weights::{ClassicalWeights, SuperpieceWeights, multi};
use crate::game::catalogue::BuiltIn;
use crate::game::multi::{Drieschaak, FourPlayerTeams, Vierschaak};
use crate::tools::progress;
use crate::tools::tournament::pace::{Pace, TimeControl};
use crate::tools::values::{built_in, positive, share};

/// Better numbers.
#[derive(clap::Args)]
pub struct TuneArgs {
    #[command(subcommand)]
    what: TuneCommand,
}

#[derive(clap::Subcommand)]
enum TuneCommand {
    /// Fit the weights of the hand-written evaluation to games of `kralle datagen`.
    Eval(TuneEvalArgs),
    /// Fit the weights of a game for four or three players: plays the games itself.
    Seats(TuneSeatsArgs),
    /// Let the margins of the search play each other. A game of two boards is played on one.
    Search(TuneSearchArgs),
}

#[derive(clap::Args)]
struct TuneEvalArgs {
    /// Files of games that `kralle datagen` wrote, all of one game.
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Read at most so many games of each file.
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    games: usize,
    #[command(flatten)]
    fit: FitArgs,
}

#[derive(clap::Args)]
struct TuneSeatsArgs {
    /// Which game.
    #[arg(long, value_enum)]
    variant: SeatsGame,
    /// How many games to play.
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Nodes a move.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Chooses openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How often it is seen anew what each weight does.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    #[command(flatten)]
    fit: FitArgs,
}

/// Games of more than two players.
#[derive(Clone, Copy, clap::ValueEnum)]
enum SeatsGame {
    Vierschaak,
    Drieschaak,
    #[value(name = "4player-teams")]
    FourPlayerTeams,
}

#[derive(clap::Args)]
struct FitArgs {
    /// How often every position is seen.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Positions between two steps.
    #[arg(long, default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The largest step of a weight, at first.
    #[arg(long, default_value_t = 0.5, value_parser = positive)]
    rate: f64,
    /// How much the game's result counts beside the search's score, 0 to 1.
    #[arg(long, default_value_t = 0.4, value_parser = share)]
    result_weight: f64,
    /// How strongly each weight is held where it was, 0 to 1.
    #[arg(long, default_value_t = 1e-9, value_parser = share)]
    hold: f64,
}

#[derive(clap::Args)]
struct TuneSearchArgs {
    /// Which game to play.
    #[arg(long, default_value = BuiltIn::Crazyhouse.name(), value_parser = built_in)]
    variant: BuiltIn,
    /// Steps to take.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Pairs of games for each step.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// The evaluation: a network's file, `<built-in>` for the one in the program, or `<none>`
    /// for the hand-written one.
    #[arg(long, default_value = "<built-in>", value_parser = EvalChoice::read)]
    eval_file: EvalChoice,
    /// Nodes a move.
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// In place of that a clock for each side, as `10+0.1` or `40/60`, which counts nodes.
    #[arg(long, conflicts_with = "nodes", requires = "node_rate")]
    tc: Option<TimeControl>,
    /// Nodes that are a second on that clock.
    #[arg(long, requires = "tc", value_parser = clap::value_parser!(u64).range(1_000..))]
    node_rate: Option<u64>,
    /// How far margins are moved apart at first, as a share of their range.
    #[arg(long, default_value_t = 0.08, value_parser = share)]
    apart: f64,
    /// How far a step goes at first, as a share of that.
    #[arg(long, default_value_t = 0.5, value_parser = positive)]
    step: f64,
    /// Chooses openings and directions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only margins whose name begins with one of these, parted by commas.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Write the margins found so far into this file, after each round.
    #[arg(long)]
    output: Option<PathBuf>,
}

impl TuneArgs {
    /// Does it; the answer is what to print.
    ///
    /// # Errors
    /// What went wrong, in a line.
    pub fn run(self) -> Result<String, TuneError> {
        match self.what {
            TuneCommand::Eval(arguments) => arguments.run(),
            TuneCommand::Seats(arguments) => arguments.run(),
            TuneCommand::Search(arguments) => arguments.run(),
        }
    }
}

fn bar(length: Option<u64>, template: &str) -> ProgressBar {
    let bar = length.map_or_else(ProgressBar::no_length, ProgressBar::new);
    bar.with_style(progress::style(template))
}

impl TuneEvalArgs {
    fn run(self) -> Result<String, TuneError> {
        let reading = bar(None, "{spinner} {pos} games read, {msg}");
        let lessons = positions::read(&self.data, self.games, &reading)?;
        reading.finish();
        let recipe = self.fit.recipe();
        let fitting =
            bar(Some(recipe.epochs.into()), "{bar:30} {pos}/{len} epochs, {msg}, {eta} left");
        let start = ClassicalWeights::under(&lessons.variant.rules);
        let parts = [&lessons.training, &lessons.validation];
        let fitted = fit(parts, start, &recipe, &fitting);
        fitting.finish();
        let Fitted { weights, scale, score_scale, before, after } = fitted;
        let absent = format!("{:?}", SuperpieceWeights::ABSENT);
        let weights = format!("{weights:?}").replace(&absent, "SuperpieceWeights::ABSENT");
        Ok(format!(
            "// {}: {} positions, {} to measure by\n\
             // centipawns for e times the odds: {scale:.0} of the evaluation, \
             {score_scale:.0} of a search\n\
             // loss {before:.6} before, {after:.6} after\n\
             // To take these, put them into src/eval/weights and run `cargo fmt`.\n\
             pub static WEIGHTS: ClassicalWeights = {weights};",
            lessons.variant.name(),
            lessons.training.len(),
            lessons.validation.len(),
        ))
    }
}

impl FitArgs {
    fn recipe(&self) -> FitRecipe {
        FitRecipe {
            epochs: self.epochs,
            batch: self.batch as usize,
            rate: self.rate as f32,
            result: self.result_weight as f32,
            hold: self.hold as f32,
        }
    }
}

impl TuneSeatsArgs {
    fn run(self) -> Result<String, TuneError> {
        let Self { variant, games, nodes, seed, rounds, fit } = self;
        let recipe = seats::SeatsRecipe { games, nodes, seed, rounds, fit: fit.recipe() };
        let bar = bar(Some(games), "{bar:30} {pos}/{len} games, {msg}, {eta} left");
        let (name, found) = match variant {
            SeatsGame::Vierschaak => {
                ("VIERSCHAAK", seats::tune::<Vierschaak>(&recipe, &multi::VIERSCHAAK, &bar)?)
            }
            SeatsGame::Drieschaak => {
                ("DRIESCHAAK", seats::tune::<Drieschaak>(&recipe, &multi::DRIESCHAAK, &bar)?)
            }
            SeatsGame::FourPlayerTeams => {
                let start = &multi::FOUR_PLAYER_TEAMS;
                ("FOUR_PLAYER_TEAMS", seats::tune::<FourPlayerTeams>(&recipe, start, &bar)?)
            }
        };
        bar.finish();
        let [training, validation] = found.positions;
        let mut patch = format!("// {training} positions, {validation} to measure by\n");
        for Fitted { scale, score_scale, before, after, .. } in &found.fits {
            let _ = writeln!(
                patch,
                "// loss {before:.6} before, {after:.6} after; centipawns for e times the \
                 odds: {scale:.0} of the evaluation, {score_scale:.0} of a search"
            );
        }
        if let Some(Fitted { weights, .. }) = found.fits.last() {
            let _ = writeln!(
                patch,
                "// To take these, put them into src/eval/weights/multi.rs and run `cargo fmt`.\n\
                 pub const {name}: SeatedWeights = {weights:?};"
            );
        }
        Ok(patch)
    }
}

impl TuneSearchArgs {
    fn run(self) -> Result<String, TuneError> {
        let Self { variant, rounds, pairs, node_rate, apart, step, seed, .. } = self;
        let nodes = self.tc.is_none().then_some(self.nodes);
        let pace = Pace { control: self.tc, nodes, ..Pace::default() };
        let (eval, only) = (self.eval_file, self.only);
        if !eval.fits(variant) {
            return Err(TuneError::OtherBoard(variant.name()));
        }
        let recipe =
            SpsaRecipe { variant, rounds, pairs, eval, pace, node_rate, apart, step, seed, only };
        let bar = bar(Some(rounds.into()), "{bar:30} {pos}/{len} rounds, {msg}, {eta} left");
        let before = recipe.margins()?;
        let found = tune(&recipe, &bar, |margins| match &self.output {
            Some(path) => std::fs::write(path, patch(&before, margins))
                .map_err(|error| TuneError::Output(path.clone(), error)),
            None => Ok(()),
        })?;
        bar.finish();
        let patch = patch(&before, &found);
        Ok(format!("// To take these, put them into src/search/margins/games.rs.\n{patch}"))
    }
}
