//! A line of text as a [`UciCommand`]. Pure: nothing is done here, and nothing is known of
//! the game that is played, so moves and positions stay text.

use crate::base::suggest::did_you_mean;
use crate::protocol::form::CommandForm;

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciCommand {
    /// An empty line, or a comment that begins with `#`.
    Nothing,
    /// Who are you, and what can be set?
    Uci,
    /// Are you there?
    IsReady,
    /// The next position is of another game.
    NewGame,
    /// Set an option.
    SetOption {
        /// Its name, in any case.
        name: String,
        /// The value, if one was given.
        value: Option<String>,
    },
    /// Set the position.
    Position(Placement),
    /// Think; the words are read by [`super::go::Go::parse`], since clocks differ by game.
    Go(Vec<String>),
    /// Say all that is known of the position; the words are those of `go`.
    Analyse(Vec<String>),
    /// Answer now.
    Stop,
    /// The expected move was played.
    PonderHit,
    /// End.
    Quit,
    /// Draw the board.
    Display,
    /// Explain the evaluation.
    Eval,
    /// How does the game stand?
    Verdict,
    /// Search the fixed positions, to this depth if one was given.
    Bench(Option<u32>),
    /// Count lines of this length.
    Perft(u32),
    /// What can be asked?
    Help,
    /// None of these: the game may know the word.
    Other(Vec<String>),
}

/// A position as text: where it begins, and the moves played from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The game's FEN, or `None` for its starting position.
    pub fen: Option<String>,
    /// Moves in the notation of the protocol.
    pub moves: Vec<String>,
}

/// Why a line is no command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum UciCommandError {
    #[error("unknown command `{word}`; {advice}")]
    Unknown { word: String, advice: String },
    #[error("`{0}` takes nothing behind it, but got `{1}`")]
    Surplus(&'static str, String),
    #[error("`setoption` needs `name` and the name of an option")]
    NoOptionName,
    #[error("`position` needs `startpos` or `fen` and a FEN")]
    NoPosition,
    #[error("`position` goes on with `{0}` where `moves` was expected")]
    NotMoves(String),
    #[error("`position fen` needs a FEN")]
    NoFen,
    #[error("`go` does not know the word `{word}`; {advice}")]
    GoWord { word: String, advice: String },
    #[error("`{0}` needs a number")]
    NoNumber(String),
    #[error("`{word}` needs a number from {least} to {most}, not `{text}`")]
    Number { word: String, least: i64, most: i64, text: String },
    #[error("`go searchmoves` names no move")]
    NoSearchMoves,
    #[error("`go` has `{0}` twice")]
    Twice(String),
    #[error("`go` has clocks, but not `{0}`, the clock of the side to move")]
    NotMyClock(&'static str),
}

impl UciCommandError {
    /// No command, of any game or of this one.
    pub fn unknown(word: String) -> Self {
        let known = FORMS.iter().filter_map(|form| form.form.split(' ').next());
        let advice = did_you_mean(&word, known, "`help` lists all");
        Self::Unknown { word, advice }
    }
}

/// All commands that do not depend on the game.
pub const FORMS: &[CommandForm] = &[
    CommandForm { form: "uci", help: "names the engine and its options" },
    CommandForm { form: "isready", help: "answers `readyok`, also during a search" },
    CommandForm { form: "ucinewgame", help: "forgets what was learnt from the game before" },
    CommandForm { form: "setoption name NAME [value VALUE]", help: "sets an option" },
    CommandForm {
        form: "position startpos|fen FEN [moves MOVE ...]",
        help: "sets the position, all of it or nothing",
    },
    CommandForm {
        form: "go [searchmoves MOVE ...] [ponder] [wtime MS] [btime MS] [winc MS] [binc MS] \
               [movestogo N] [depth N] [nodes N] [mate N] [movetime MS] [infinite]",
        help: "thinks; without any limit until `stop`",
    },
    CommandForm { form: "go perft N", help: "counts the lines of N plies behind every move" },
    CommandForm {
        form: "analyse [nodes N] [depth N] [movetime MS] [infinite]",
        help: "says what is known of the position, for every seat; without any limit until `stop`",
    },
    CommandForm { form: "stop", help: "ends the search with what it has" },
    CommandForm { form: "ponderhit", help: "the expected move was played, the clock runs" },
    CommandForm { form: "quit", help: "ends the program at once; so does the end of input" },
    CommandForm { form: "d", help: "draws the board" },
    CommandForm { form: "eval", help: "shows what the evaluation sees" },
    CommandForm {
        form: "verdict",
        help: "says in one line how the game stands, and by which article",
    },
    CommandForm { form: "bench [DEPTH]", help: "searches fixed positions and counts nodes" },
    CommandForm { form: "perft N", help: "counts the lines of N plies" },
    CommandForm { form: "help", help: "shows this" },
];

/// The commands as the manual has them, in Markdown.
pub fn manual_table() -> String {
    let rows = FORMS.iter().map(|CommandForm { form, help }| {
        let form = form.replace('|', "\\|");
        format!("| `{form}` | {help} |\n")
    });
    String::from("| command | what it does |\n|---|---|\n") + &rows.collect::<String>()
}

/// The deepest count of lines that is accepted.
pub const PERFT_MOST: u32 = 30;

impl UciCommand {
    /// Reads a line.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(line: &str) -> Result<Self, UciCommandError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&first, rest)) = words.split_first() else { return Ok(Self::Nothing) };
        let alone = |name: &'static str, command: Self| match rest.first() {
            None => Ok(command),
            Some(&word) => Err(UciCommandError::Surplus(name, word.into())),
        };
        match first {
            _ if first.starts_with('#') => Ok(Self::Nothing),
            "uci" => alone("uci", Self::Uci),
            "isready" => alone("isready", Self::IsReady),
            "ucinewgame" => alone("ucinewgame", Self::NewGame),
            "setoption" => set_option(rest),
            "position" => position(rest).map(Self::Position),
            "go" => Ok(Self::Go(owned(rest))),
            "analyse" => Ok(Self::Analyse(owned(rest))),
            "stop" => alone("stop", Self::Stop),
            "ponderhit" => alone("ponderhit", Self::PonderHit),
            "quit" => alone("quit", Self::Quit),
            "d" => alone("d", Self::Display),
            "eval" => alone("eval", Self::Eval),
            "verdict" => alone("verdict", Self::Verdict),
            "help" => alone("help", Self::Help),
            "bench" => match rest {
                [] => Ok(Self::Bench(None)),
                [depth] => Ok(Self::Bench(Some(number("bench", depth, 1, 200)? as u32))),
                [_, word, ..] => Err(UciCommandError::Surplus("bench", (*word).into())),
            },
            "perft" => match rest {
                [] => Err(UciCommandError::NoNumber("perft".into())),
                [depth] => {
                    Ok(Self::Perft(number("perft", depth, 1, i64::from(PERFT_MOST))? as u32))
                }
                [_, word, ..] => Err(UciCommandError::Surplus("perft", (*word).into())),
            },
            _ => Ok(Self::Other(owned(&words))),
        }
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// A number within bounds, or the error that says so.
pub(super) fn number(
    word: &str,
    text: &str,
    least: i64,
    most: i64,
) -> Result<i64, UciCommandError> {
    text.parse().ok().filter(|number| (least..=most).contains(number)).ok_or_else(|| {
        UciCommandError::Number { word: word.to_owned(), least, most, text: text.to_owned() }
    })
}

fn set_option(words: &[&str]) -> Result<UciCommand, UciCommandError> {
    let Some((&"name", words)) = words.split_first() else {
        return Err(UciCommandError::NoOptionName);
    };
    let (name, value) = match words.iter().position(|&word| word == "value") {
        Some(at) => (&words[..at], Some(words[at + 1..].join(" "))),
        None => (words, None),
    };
    if name.is_empty() {
        return Err(UciCommandError::NoOptionName);
    }
    Ok(UciCommand::SetOption { name: name.join(" "), value })
}

fn position(words: &[&str]) -> Result<Placement, UciCommandError> {
    let (&first, rest) = words.split_first().ok_or(UciCommandError::NoPosition)?;
    let end = rest.iter().position(|&word| word == "moves").unwrap_or(rest.len());
    let (before, moves) = rest.split_at(end);
    let fen = match first {
        "startpos" => match before.first() {
            None => None,
            Some(&word) => return Err(UciCommandError::NotMoves(word.into())),
        },
        "fen" if before.is_empty() => return Err(UciCommandError::NoFen),
        "fen" => Some(before.join(" ")),
        _ => return Err(UciCommandError::NoPosition),
    };
    Ok(Placement { fen, moves: owned(moves.get(1..).unwrap_or_default()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_split_at_moves() {
        let placed = |line: &str| match UciCommand::parse(line) {
            Ok(UciCommand::Position(placement)) => Ok((placement.fen, placement.moves.join(","))),
            Ok(other) => panic!("{other:?}"),
            Err(error) => Err(error),
        };
        assert_eq!(placed("position startpos"), Ok((None, String::new())));
        assert_eq!(placed("position startpos moves a b"), Ok((None, "a,b".into())));
        assert_eq!(
            placed("position fen x  w | y moves 1a"),
            Ok((Some("x w | y".into()), "1a".into()))
        );
        assert_eq!(placed("position fen"), Err(UciCommandError::NoFen));
        assert_eq!(placed("position fen moves a"), Err(UciCommandError::NoFen));
        assert_eq!(placed("position"), Err(UciCommandError::NoPosition));
        assert_eq!(placed("position startpos e2e4"), Err(UciCommandError::NotMoves("e2e4".into())));
    }

    #[test]
    fn names_and_values_may_have_spaces() {
        assert_eq!(
            UciCommand::parse("setoption name Move Overhead value 30"),
            Ok(UciCommand::SetOption { name: "Move Overhead".into(), value: Some("30".into()) })
        );
        assert_eq!(
            UciCommand::parse("setoption name Clear Hash"),
            Ok(UciCommand::SetOption { name: "Clear Hash".into(), value: None })
        );
        assert_eq!(UciCommand::parse("setoption value 3"), Err(UciCommandError::NoOptionName));
        assert_eq!(UciCommand::parse("setoption name value 3"), Err(UciCommandError::NoOptionName));
    }

    #[test]
    fn every_form_begins_with_a_command_that_is_read() {
        for form in FORMS {
            let word = form.form.split(' ').next().unwrap_or_default();
            assert!(!matches!(UciCommand::parse(word), Ok(UciCommand::Other(_))), "{word}");
        }
    }
}
