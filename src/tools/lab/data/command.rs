//! The command line of `kralle datagen`.

use std::path::PathBuf;

use indicatif::ProgressBar;

use super::check::check;
use super::error::DataError;
use super::generate::{DatagenOrder, generate};
use super::record::DatagenRecipe;
use super::relabel::Relabeller;
use crate::eval::chosen::EvalChoice;
use crate::game::catalogue::{BuiltIn, Family};
use crate::tools::values::{built_in, threads};

/// Games of the engine against itself, to learn from.
#[derive(clap::Args)]
pub struct DatagenArgs {
    /// Which game.
    #[arg(long, default_value = BuiltIn::Crazyhouse.name(), value_parser = built_in)]
    variant: BuiltIn,
    /// Play both boards, so that pieces come from the partner's captures and not by chance; each
    /// board is a game of the file.
    #[arg(long)]
    both_boards: bool,
    /// How many games there shall be in the file; those that it has already are kept.
    #[arg(long, default_value_t = 1_000)]
    games: u64,
    /// Nodes a move.
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Chooses openings and, on one board of two, arriving pieces.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The evaluation: a network's file, `<built-in>` for the one in the program, or `<none>`
    /// for the hand-written one.
    #[arg(long, default_value = "<built-in>")]
    eval_file: String,
    /// Threads, each playing games of its own.
    #[arg(
        long,
        default_value_t = threads(),
        value_parser = clap::value_parser!(u16).range(1..=1024),
    )]
    threads: u16,
    /// The file to write or to go on with.
    #[arg(long, required_unless_present = "check")]
    output: Option<PathBuf>,
    /// Play no games: search the positions of this file again that are learnt from, and write its
    /// games with the new scores.
    #[arg(long, conflicts_with_all = ["variant", "games", "seed", "both_boards"])]
    relabel: Option<PathBuf>,
    /// Write nothing: say what is in these files.
    #[arg(
        long,
        num_args = 1..,
        conflicts_with_all = [
            "output", "games", "nodes", "seed", "eval_file", "both_boards", "relabel",
        ],
    )]
    check: Vec<PathBuf>,
}

impl DatagenArgs {
    /// Does it; the answer is what to print.
    ///
    /// # Errors
    /// What went wrong, in a line.
    pub fn run(self) -> Result<String, DataError> {
        if !self.check.is_empty() {
            return check(&self.check).map(|sum| sum.to_string());
        }
        let eval = EvalChoice::read(&self.eval_file)?;
        let Self { variant: game, both_boards, nodes, seed, relabel, .. } = self;
        let (recipe, games) = if let Some(path) = &relabel {
            Relabeller::order(path, nodes, &eval)?
        } else {
            if both_boards && !matches!(game.family(), Family::Pair(_)) {
                return Err(DataError::OneBoard(game.name()));
            }
            let network = eval.fingerprint(game)?;
            (DatagenRecipe { game, both_boards, nodes, seed, network }, self.games)
        };
        let output = self.output.ok_or(DataError::NoOutput)?;
        let threads = usize::from(self.threads);
        let order = DatagenOrder { recipe, eval, relabel, games, threads, output };
        let bar = ProgressBar::new(order.games);
        let games = generate(&order, &bar)?;
        bar.finish();
        Ok(format!("{games} games in {}", order.output.display()))
    }
}
