//! The command line of `kralle annotate`.

use std::error::Error;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::ProgressBar;

use super::{AnnotateOrder, Annotated, annotate, graph, page, report};
use crate::tools::records::command::games_of;
use crate::tools::records::write;
use crate::tools::{progress, values};

/// Find where games went wrong: evaluations, better lines, missed mates, turning points.
///
/// The annotated record goes to standard output or into a file, a table of turning points to
/// standard error. Records may be BPGN, PGN, PGN4, or the two halves of a game of two boards.
#[derive(Clone, Debug, clap::Args)]
pub struct AnnotateArgs {
    /// The file, `-` for standard input; the two halves of a game of two boards.
    #[arg(required = true, num_args = 1..=2)]
    files: Vec<PathBuf>,
    /// The game of a text that does not say; without, bughouse of two boards, crazyhouse of a
    /// position with hands, chess of the rest.
    #[arg(long)]
    variant: Option<String>,
    /// Only this game of the file, from 1.
    #[arg(long, value_name = "NUMBER")]
    game: Option<usize>,
    /// Nodes for each position; four times as many where a move is doubtful, eight times where
    /// it seems a blunder, ten times for the proof of a mate.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1_000..))]
    nodes: u64,
    /// Time for each position in ms, in place of nodes; results then differ from run to run.
    #[arg(long, conflicts_with = "nodes", value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,
    /// Positions analysed at once; as many as the machine has cores without.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Table of each of them, in MiB.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// The annotated record; standard output without.
    #[arg(long, short)]
    output: Option<PathBuf>,
    /// All that was found, a line of JSON for each game.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// A page with boards, clocks, graph and moves to click, for any browser.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// The graph of the chances, of one game.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl AnnotateArgs {
    /// Reads, analyses and writes. `say` hears the record without `--output`.
    ///
    /// # Errors
    /// If nothing can be read, or a file cannot be written.
    pub fn run(
        &self,
        mut say: impl FnMut(&str) -> Result<(), Box<dyn Error>>,
    ) -> Result<(), Box<dyn Error>> {
        let mut games = games_of(&self.files, self.variant.as_deref())?;
        if let Some(number) = self.game {
            let count = games.len();
            let index = number.checked_sub(1).filter(|&index| index < count);
            let index =
                index.ok_or_else(|| format!("there are games 1 to {count}, not {number}"))?;
            games = vec![games.swap_remove(index)];
        }
        if self.svg.is_some() && games.len() != 1 {
            return Err(
                format!("--svg needs one of the {} games: --game NUMBER", games.len()).into()
            );
        }
        self.open_files()?;
        let order = AnnotateOrder {
            nodes: self.time.is_none().then_some(self.nodes),
            time: self.time.map(Duration::from_millis),
            threads: self.threads.unwrap_or_else(values::threads).into(),
            hash_mib: self.hash as usize,
        };
        let count = games.len();
        let mut found = Vec::new();
        let (mut text, mut lines) = (String::new(), String::new());
        for (index, game) in games.iter().enumerate() {
            let bar = ProgressBar::new(0);
            bar.set_style(progress::style("{msg} {wide_bar} {pos}/{len} {eta}"));
            bar.set_message(format!("game {} of {count}", index + 1));
            let annotated = annotate(game, &order, &|done, of| {
                bar.set_length(of as u64);
                bar.set_position(done as u64);
            })?;
            bar.finish_and_clear();
            eprintln!("{}", report::table(&annotated));
            let record = write(&annotated.game);
            if self.output.is_some() {
                text += &record;
                text.push('\n');
            } else {
                say(&record)?;
            }
            if self.json.is_some() {
                lines += &page::to_json(&annotated)?.to_string();
                lines.push('\n');
            }
            if self.html.is_some() || self.svg.is_some() {
                found.push(annotated);
            }
        }
        let write_file = |path: &Option<PathBuf>, text: &str| {
            path.as_ref().map_or(Ok(()), |path| put(path, text))
        };
        write_file(&self.output, &text)?;
        write_file(&self.json, &lines)?;
        self.pictures(&found)
    }

    /// Makes the files that are to be written: who cannot have them should not wait for the
    /// analysis first.
    fn open_files(&self) -> Result<(), Box<dyn Error>> {
        for path in [&self.output, &self.json, &self.html, &self.svg].into_iter().flatten() {
            OpenOptions::new().append(true).create(true).open(path).map_err(|e| failed(path, e))?;
        }
        Ok(())
    }

    fn pictures(&self, found: &[Annotated]) -> Result<(), Box<dyn Error>> {
        if let Some(path) = &self.html {
            put(path, &page::html(found)?)?;
        }
        if let (Some(path), [one]) = (&self.svg, found) {
            put(path, &graph::svg(one))?;
        }
        Ok(())
    }
}

fn put(path: &Path, text: &str) -> Result<(), Box<dyn Error>> {
    std::fs::write(path, text).map_err(|error| failed(path, error))
}

fn failed(path: &Path, error: std::io::Error) -> Box<dyn Error> {
    format!("{}: {error}", path.display()).into()
}
