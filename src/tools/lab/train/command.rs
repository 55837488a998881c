//! The command line of `kralle train`, and what it prints.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use indicatif::ProgressBar;

use super::trainer::Curve;
use super::{
    Outline, RoundingLoss, TrainError, TrainListener, TrainOrder, TrainRecipe, train, write_rows,
};
use crate::game::catalogue::BuiltIn;
use crate::tools::progress;
use crate::tools::values::{built_in, share, threads};

/// Make a network out of games.
#[derive(clap::Args)]
pub struct TrainArgs {
    /// Files of games that `kralle datagen` wrote.
    #[arg(long, required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// The network to write.
    #[arg(long, required_unless_present = "rows")]
    output: Option<PathBuf>,
    /// Make no network: write the positions as rows, for scripts/train_gpu.py.
    #[arg(long, conflicts_with = "output")]
    rows: Option<PathBuf>,
    /// The game that the network is for, if not that of the files; they may then be of
    /// several games.
    #[arg(long, value_parser = built_in)]
    game: Option<BuiltIn>,
    /// Begin with this network instead of random weights; neurons that it lacks are added, and
    /// say nothing at first.
    #[arg(long, conflicts_with = "resume")]
    start: Option<PathBuf>,
    /// Where the state is kept after each epoch [default: the output's name with .checkpoint].
    #[arg(long)]
    checkpoint: Option<PathBuf>,
    /// Go on with the training in the checkpoint.
    #[arg(long)]
    resume: bool,
    /// Draw the loss into this SVG file after each epoch.
    #[arg(long)]
    curve: Option<PathBuf>,
    /// Neurons for each view: a multiple of 32, at most 2048 in all views together.
    #[arg(long, default_value_t = TrainRecipe::default().hidden)]
    hidden: usize,
    /// How often every position is seen.
    #[arg(
        long,
        default_value_t = TrainRecipe::default().epochs,
        value_parser = clap::value_parser!(u32).range(1..=10_000),
    )]
    epochs: u32,
    /// Positions between two steps.
    #[arg(
        long,
        default_value_t = TrainRecipe::default().batch as u32,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000),
    )]
    batch: u32,
    /// The learning rate at its highest.
    #[arg(long, default_value_t = TrainRecipe::default().rate, value_parser = share)]
    rate: f64,
    /// The learning rate at the end; a cosine leads there.
    #[arg(long, default_value_t = TrainRecipe::default().last_rate, value_parser = share)]
    last_rate: f64,
    /// Steps in which the rate rises at first.
    #[arg(long, default_value_t = TrainRecipe::default().warm_up)]
    warm_up: u64,
    /// How much of a weight that nothing holds fades in an epoch, 0 to 1; with `--start`, how much
    /// of its way from there.
    #[arg(long, default_value_t = TrainRecipe::default().decay, value_parser = share)]
    decay: f64,
    /// How much the game's result counts beside the score, 0 to 1.
    #[arg(long, default_value_t = TrainRecipe::default().result_weight, value_parser = share)]
    result_weight: f64,
    /// How much each later search of the game counts of what the one before does, 0 to 1, as in
    /// TD(lambda); 0 takes the position's own search alone.
    #[arg(long, default_value_t = TrainRecipe::default().lambda, value_parser = share)]
    lambda: f64,
    /// The network sees pieces alone, not what either side fears: it knows less and is faster.
    #[arg(long)]
    without_threats: bool,
    /// The share of the games that is kept apart to measure by, 0 to 0.9.
    #[arg(long, default_value_t = TrainRecipe::default().validation, value_parser = share)]
    validation: f64,
    /// Chooses the first weights, the order of the positions and the games kept apart.
    #[arg(
        long,
        default_value_t = TrainRecipe::default().seed,
        value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64),
    )]
    seed: u64,
    /// Threads; the network does not depend on their number.
    #[arg(
        long,
        default_value_t = threads(),
        value_parser = clap::value_parser!(u16).range(1..=1024),
    )]
    threads: u16,
}

impl TrainArgs {
    /// Does it; the answer is what to print.
    ///
    /// # Errors
    /// What went wrong, in a line.
    pub fn run(self) -> Result<String, TrainError> {
        let Self { hidden, epochs, batch, rate, last_rate, warm_up, decay, .. } = self;
        let Self { result_weight, lambda, validation, seed, .. } = self;
        let output = self.output.unwrap_or_default();
        let beside = || {
            let mut name = output.as_os_str().to_owned();
            name.push(".checkpoint");
            name.into()
        };
        let order = TrainOrder {
            checkpoint: self.checkpoint.unwrap_or_else(beside),
            recipe: TrainRecipe {
                hidden,
                epochs,
                batch: batch as usize,
                rate,
                last_rate,
                warm_up,
                decay,
                result_weight,
                lambda,
                threats: !self.without_threats,
                validation,
                seed,
            },
            data: self.data,
            game: self.game,
            start: self.start,
            resume: self.resume,
            curve: self.curve,
            output,
            threads: usize::from(self.threads),
        };
        let mut screen = TrainScreen { epochs, ..TrainScreen::new() };
        if let Some(path) = self.rows {
            let outline = write_rows(&order, &path, &mut screen)?;
            return Ok(format!("{outline}: {}", path.display()));
        }
        let outcome = train(&order, &mut screen)?;
        let RoundingLoss { count, mean, most } = outcome.rounding;
        Ok(format!(
            "rounded to whole numbers: {mean:.2} centipawns off on average, {most:.1} at most, \
             on {count} positions\n\
             {}, {} neurons: {}",
            outcome.weights.game,
            outcome.weights.hidden,
            order.output.display()
        ))
    }
}

impl fmt::Display for Outline {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { games, training, validation, .. } = self;
        write!(f, "{games} games: {training} positions to learn from, {validation} kept apart")
    }
}

/// A bar on a terminal, and a line for each epoch anywhere.
struct TrainScreen {
    bar: ProgressBar,
    epochs: u32,
    positions: u64,
    /// The loss, as a mean that forgets.
    loss: f64,
    began: Instant,
}

impl TrainScreen {
    fn new() -> Self {
        let bar = ProgressBar::no_length();
        bar.set_style(progress::style("{spinner} {pos} games read, {per_sec}"));
        Self { bar, epochs: 0, positions: 0, loss: 0.0, began: Instant::now() }
    }
}

impl TrainListener for TrainScreen {
    fn read(&mut self, games: u64) {
        self.bar.set_position(games);
    }

    fn begin(&mut self, outline: &Outline) {
        self.bar.finish_and_clear();
        print_line(&outline.to_string());
        let &Outline { training, done, .. } = outline;
        if done > 0 {
            print_line(&format!("going on after epoch {done}"));
        }
        self.bar = ProgressBar::new(training as u64 * u64::from(self.epochs));
        self.bar.set_style(progress::style("{bar:30} {percent}%  {msg}, {per_sec}, {eta} to go"));
        self.bar.set_position(training as u64 * u64::from(done));
        self.bar.reset_eta();
        self.began = Instant::now();
    }

    fn batch(&mut self, positions: usize, loss: f64) {
        const FORGET: f64 = 0.05;
        let first = self.loss == 0.0;
        self.loss = if first { loss } else { self.loss + FORGET * (loss - self.loss) };
        self.positions += positions as u64;
        self.bar.set_message(format!("loss {:.5}", self.loss));
        self.bar.inc(positions as u64);
    }

    fn epoch(&mut self, number: u32, curve: &Curve) {
        let last = |line: &[(f64, f64)]| line.last().map(|&(_, loss)| format!("{loss:.5}"));
        let learnt = last(&curve.training).unwrap_or_default();
        let apart = last(&curve.validation).map(|loss| format!(", kept apart {loss}"));
        let seconds = self.began.elapsed().as_secs_f64();
        let line = format!(
            "epoch {number:>3}: loss {learnt}{}, {:.0} positions/s, {seconds:.0} s",
            apart.unwrap_or_default(),
            self.positions as f64 / seconds.max(1e-9),
        );
        self.bar.suspend(|| print_line(&line));
    }
}

/// Like `println!`, but a closed output is no error.
fn print_line(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}
