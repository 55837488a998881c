//! `kralle book`: openings for matches, by random plies that leave the game in balance.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::PathBuf;

use indicatif::ProgressBar;

use crate::game::catalogue::BuiltIn;
use crate::tools::tournament::openings::{self, Book, BookError};
use crate::tools::tournament::setup::game_kind;

/// Openings for matches: random plies that leave the game in balance, a FEN a line.
#[derive(clap::Args)]
pub struct BookArgs {
    /// Which game.
    #[arg(long, default_value = BuiltIn::Crazyhouse.name())]
    variant: String,
    /// A file of house rules, whose games can be named too.
    #[arg(long)]
    rules: Option<String>,
    /// How many openings.
    #[arg(
        long,
        default_value_t = 250,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000),
    )]
    count: u64,
    /// Random plies, on each board.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=40))]
    plies: u32,
    /// The most centipawns that anyone may be ahead, after a short look.
    #[arg(long, default_value_t = 80, value_parser = clap::value_parser!(i32).range(1..))]
    balance: i32,
    /// The number of the first try.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file to write.
    #[arg(long)]
    output: PathBuf,
}

/// Why there is no book.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum MakeBookError {
    #[error("{0}")]
    Game(String),
    #[error("{0}")]
    Book(#[from] BookError),
    #[error("{0}")]
    Opening(String),
    #[error("{plies} random plies lead to {found} openings only")]
    FewOpenings { plies: u32, found: usize },
    #[error("`{path}`: {cause}", path = .path.display())]
    Unwritable { path: PathBuf, cause: io::Error },
}

/// So many numbers in a row may lead to openings that are known already.
const PATIENCE: u64 = 1_000;

impl BookArgs {
    /// Does it; the answer is what to print.
    ///
    /// # Errors
    /// What went wrong, in a line.
    pub fn run(self) -> Result<String, MakeBookError> {
        let game = game_kind(&self.variant, self.rules.as_deref(), false)
            .map_err(|error| MakeBookError::Game(error.to_string()))?;
        let book = Book::Random { plies: self.plies, balance: Some(self.balance) };
        let bar = ProgressBar::new(self.count);
        let mut known = HashSet::new();
        let mut text = String::new();
        let mut in_vain = 0;
        for number in self.seed.. {
            let opening = book.opening(number, &game)?;
            let (table, _) = openings::set_up(&opening, &game)
                .map_err(|error| MakeBookError::Opening(error.to_string()))?;
            let fen = table.fen();
            if known.insert(fen.clone()) {
                text += &fen;
                text.push('\n');
                bar.inc(1);
                in_vain = 0;
            } else {
                in_vain += 1;
            }
            if known.len() as u64 == self.count {
                break;
            }
            if in_vain == PATIENCE {
                let found = known.len();
                return Err(MakeBookError::FewOpenings { plies: self.plies, found });
            }
        }
        bar.finish();
        let path = self.output.display();
        fs::write(&self.output, text)
            .map_err(|cause| MakeBookError::Unwritable { path: self.output.clone(), cause })?;
        Ok(format!("{} openings of {} in {path}", self.count, game.variant))
    }
}
