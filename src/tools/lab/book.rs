//! `kralle book`: openings for matches, by random plies that leave the game in balance.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::PathBuf;

use indicatif::ProgressBar;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::game::catalogue::BuiltIn;
use crate::tools::tournament::openings::{self, Book, BookError, Opening};
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
    #[error("`{0}` is not of the form `genfens N seed S book None`")]
    GenFens(String),
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

/// What OpenBench asks of an engine that is to make openings for its own games:
/// `genfens N seed S book None` or `book FILE`, then what the test adds, here `variant NAME`,
/// `plies N` and `balance CP`.
struct GenFens {
    count: u64,
    seed: u64,
    book: Option<PathBuf>,
    variant: String,
    plies: u32,
    balance: i32,
}

impl GenFens {
    /// Random plies after the start, and after a position of a book; and the most centipawns
    /// that anyone may be ahead.
    const PLIES: u32 = 8;
    const PLIES_AFTER_BOOK: u32 = 2;
    const BALANCE: i32 = 150;

    fn parse(line: &str) -> Result<Self, MakeBookError> {
        let form = || MakeBookError::GenFens(line.to_owned());
        let mut words = line.split_whitespace().skip(1);
        let count = words.next().and_then(|word| word.parse().ok()).ok_or_else(form)?;
        let variant = BuiltIn::Chess.name().to_owned();
        let mut order =
            Self { count, seed: 0, book: None, variant, plies: 0, balance: Self::BALANCE };
        let mut plies = None;
        while let Some(key) = words.next() {
            let value = words.next().ok_or_else(form)?;
            match key {
                "seed" => order.seed = value.parse().map_err(|_| form())?,
                "book" if value == "None" => {}
                "book" => order.book = Some(value.into()),
                "variant" => order.variant = value.into(),
                "plies" => plies = Some(value.parse().map_err(|_| form())?),
                "balance" => order.balance = value.parse().map_err(|_| form())?,
                _ => return Err(form()),
            }
        }
        let usual = if order.book.is_some() { Self::PLIES_AFTER_BOOK } else { Self::PLIES };
        order.plies = plies.unwrap_or(usual);
        Ok(order)
    }
}

/// Does the order `genfens`: `say` hears a line for each opening.
///
/// # Errors
/// What went wrong, in a line.
pub fn genfens<E>(
    line: &str,
    mut say: impl FnMut(&str) -> Result<(), E>,
) -> Result<Result<(), E>, MakeBookError> {
    let GenFens { count, seed, book, variant, plies, balance } = GenFens::parse(line)?;
    let game =
        game_kind(&variant, None, false).map_err(|error| MakeBookError::Game(error.to_string()))?;
    let book = book.map(|path| Book::load(&path, &game, None, false)).transpose()?;
    let mut chance = SmallRng::seed_from_u64(seed);
    for _ in 0..count {
        let start = match &book {
            Some(book) => book.opening(chance.random_range(1..=u64::from(u32::MAX)), &game)?,
            None => Opening::default(),
        };
        let opening = openings::vary(&start, &game, plies, Some(balance), &mut chance)?;
        let (table, _) = openings::set_up(&opening, &game)
            .map_err(|error| MakeBookError::Opening(error.to_string()))?;
        if let Err(error) = say(&format!("info string genfens {}", table.fen())) {
            return Ok(Err(error));
        }
    }
    Ok(Ok(()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(line: &str) -> Vec<String> {
        let mut lines = Vec::new();
        let mut keep = |line: &str| {
            lines.push(line.to_owned());
            Ok::<(), ()>(())
        };
        genfens(line, &mut keep).unwrap().unwrap();
        lines
    }

    #[test]
    fn openings_are_made_as_openbench_asks_for_them() {
        let lines = made("genfens 4 seed 7 book None");
        assert_eq!(lines.len(), 4);
        assert_eq!(lines, made("genfens 4 seed 7 book None plies 8"));
        assert_ne!(lines, made("genfens 4 seed 8 book None"));
        let game = game_kind("chess", None, false).unwrap();
        for line in &lines {
            let fen = line.strip_prefix("info string genfens ").unwrap();
            assert!(game.set_up(Some(fen)).is_ok(), "{line}");
        }
        assert!(made("genfens 1 seed 1 book None variant vierschaak")[0].contains(" a "));
    }

    #[test]
    fn an_order_that_is_none_is_an_error() {
        for line in ["genfens", "genfens x", "genfens 1 seed", "genfens 1 colour red"] {
            assert!(genfens(line, |_| Ok::<(), ()>(())).is_err(), "{line}");
        }
        let gone = genfens("genfens 1 seed 1 book no/such.epd", |_| Ok::<(), ()>(()));
        assert!(gone.unwrap_err().to_string().contains("no/such.epd"));
    }
}
