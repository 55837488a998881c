//! `kralle convert`: records into each other.

use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;

use super::{RecordedGame, join, moves_text, read, read_file, usual_variant, write};
use crate::game::catalogue::Variant;

/// Turn records of games into each other: BPGN, PGN, moves in UCI, FEN
///
/// A file may be BPGN, PGN, PGN4, a FEN, `startpos moves ...`, or what chess.com tells of a
/// game in JSON. The two halves of a game of two boards, in PGN with clocks or in that JSON,
/// are two files, board 1 first.
#[derive(Clone, Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct ConvertArgs {
    /// The file, `-` for standard input; the two halves of a game of two boards.
    #[arg(required = true, num_args = 1..=2)]
    files: Vec<PathBuf>,
    /// What to write.
    #[arg(long, value_enum, default_value = "record")]
    to: Form,
    /// The game of a text that does not say; without, bughouse of two boards, crazyhouse of a
    /// position with hands, chess of the rest.
    #[arg(long)]
    variant: Option<String>,
    /// FENs after so many plies; after the last one without.
    #[arg(long)]
    ply: Option<usize>,
    /// The file to write; standard output without.
    #[arg(long, short)]
    output: Option<PathBuf>,
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Form {
    /// BPGN of two boards, PGN of one, rounds of moves for three and four players.
    Record,
    /// The same; two boards as two games, one for each.
    Pgn,
    /// `startpos moves ...`, as UCI has it.
    Moves,
    /// The position, of two boards `A | B`.
    Fen,
}

/// The games of one file, or of two halves.
///
/// # Errors
/// If no game can be read.
pub fn games_of(
    files: &[PathBuf],
    variant: Option<&str>,
) -> Result<Vec<RecordedGame>, Box<dyn Error>> {
    let hint = variant.map(Variant::find).transpose()?;
    let named =
        |file: &PathBuf, error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    match files {
        [one, other] => {
            let texts = [read_file(one)?, read_file(other)?];
            let game = join([&texts[0], &texts[1]])
                .map_err(|error| format!("{} and {}: {error}", one.display(), other.display()))?;
            Ok(vec![game])
        }
        [one] => {
            let text = read_file(one)?;
            let hint = hint.unwrap_or_else(|| usual_variant(&text));
            Ok(read(&text, &hint).map_err(|error| named(one, &error))?)
        }
        _ => Err("one file, or the two halves of a game, can be read".into()),
    }
}

impl ConvertArgs {
    /// Reads and writes. `say` hears what is written without `--output`; what could not be read
    /// is said on standard error.
    ///
    /// # Errors
    /// If nothing can be read, or the file cannot be written.
    pub fn run(
        &self,
        say: impl FnOnce(&str) -> Result<(), Box<dyn Error>>,
    ) -> Result<(), Box<dyn Error>> {
        let mut text = String::new();
        for (index, game) in games_of(&self.files, self.variant.as_deref())?.iter().enumerate() {
            if let Some(broken) = &game.broken {
                eprintln!("kralle: game {}: {broken}; the rest is left out", index + 1);
            }
            if index > 0 && matches!(self.to, Form::Record | Form::Pgn) {
                text.push('\n');
            }
            match self.to {
                Form::Record => text += &write(game),
                Form::Pgn if game.kind.is_pair() => {
                    let [one, other] = game.boards();
                    let _ = write!(text, "{one}\n{other}");
                }
                Form::Pgn => text += &write(game),
                Form::Moves => {
                    let _ = writeln!(text, "{}", moves_text(game));
                }
                Form::Fen => {
                    let _ = writeln!(text, "{}", self.position(game)?);
                }
            }
        }
        match &self.output {
            Some(path) => std::fs::write(path, text)
                .map_err(|error| format!("{}: {error}", path.display()).into()),
            None => say(text.trim_end_matches('\n')),
        }
    }

    /// The position that is asked for.
    fn position(&self, game: &RecordedGame) -> Result<String, Box<dyn Error>> {
        let last = game.plies.len();
        let plies = self.ply.unwrap_or(last);
        if plies > last {
            return Err(format!("the game has {last} plies, not {plies}").into());
        }
        Ok(game.table_after(plies)?.fen())
    }
}
