//! The command line. Without arguments Kralle speaks UCI on standard input, or CECP if XBoard
//! begins.

use std::io::{BufRead, BufReader, Cursor, Read, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser};
use kralle::eval::chosen::EvalChoice;
use kralle::protocol::{Out, uci, xboard};
use kralle::search::Signal;
use kralle::tools::bench;
use kralle::tools::lab::{book, data, train, tune};
use kralle::tools::tournament::orders::{self, Orders};

mod processor;

/// Kralle plays chess games in which pieces come back onto the board.
///
/// Without a command it speaks UCI on standard input. Other words are UCI commands, each
/// in quotes, carried out one after another: kralle "position startpos" "go depth 10"
#[derive(Parser)]
#[command(version, verbatim_doc_comment)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(clap::Subcommand)]
enum Command {
    Match(Box<Orders>),
    /// Count the lines of a number of plies.
    Perft(PerftArguments),
    Book(book::BookArgs),
    /// Games of the engine against itself, to learn from.
    Datagen(data::DatagenArgs),
    /// Make a network out of such games.
    Train(train::TrainArgs),
    /// Better numbers for evaluation and search.
    Tune(tune::TuneArgs),
    /// Search fixed positions and count nodes: the engine's fingerprint.
    Bench {
        /// How deep.
        #[arg(default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=200))]
        depth: u32,
        /// The network to judge by, `<default>` or `<none>`, as the option EvalFile has it.
        #[arg(long, default_value = "<default>", value_parser = EvalChoice::read)]
        eval_file: EvalChoice,
    },
    /// Speak XBoard's language (CECP) on standard input; also chosen by a first line `xboard`.
    Xboard,
    /// Any UCI command, in quotes.
    #[command(external_subcommand)]
    Uci(Vec<String>),
}

#[derive(clap::Args)]
struct PerftArguments {
    /// Which game.
    #[arg(long, default_value = "crazyhouse")]
    variant: String,
    /// Where to begin, if not at the start.
    #[arg(long)]
    fen: Option<String>,
    /// How many plies.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,
    /// How many threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The count behind every move too.
    #[arg(long)]
    divide: bool,
    /// Kings and rooks may begin anywhere.
    #[arg(long)]
    chess960: bool,
}

fn main() -> ExitCode {
    if !processor::is_enough() {
        let _ = std::io::stderr().write_all(processor::COMPLAINT.as_bytes());
        return ExitCode::FAILURE;
    }
    run()
}

/// All but the check of the processor. It stays a function of its own: inlined, its
/// instructions could come before the check.
#[inline(never)]
fn run() -> ExitCode {
    let matches = Arguments::command().get_matches();
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let result = match arguments.command {
        None => converse(),
        Some(Command::Xboard) => xboard(BufReader::new(std::io::stdin())),
        Some(Command::Match(orders)) => {
            let words = matches.subcommand_matches("match").map(orders::engine_words);
            orders.carry_out(&words.unwrap_or_default()).map(|()| true)
        }
        Some(Command::Perft(arguments)) => count_lines(&arguments),
        Some(Command::Book(arguments)) => said(arguments.run()),
        Some(Command::Datagen(arguments)) => said(arguments.run()),
        Some(Command::Train(arguments)) => said(arguments.run()),
        Some(Command::Tune(arguments)) => said(arguments.run()),
        Some(Command::Bench { depth, eval_file }) => {
            said(bench::run(depth, &eval_file, &Signal::default(), &mut print_line))
        }
        Some(Command::Uci(lines)) => uci(|session| Ok(session.run_all(lines))),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(complaint) => {
            let _ = writeln!(std::io::stderr(), "kralle: {complaint}");
            ExitCode::FAILURE
        }
    }
}

/// The language of the first line: XBoard says `xboard`, everything else is UCI.
fn converse() -> Result<bool, String> {
    let mut input = BufReader::new(std::io::stdin());
    let mut first = Vec::new();
    let read = input.by_ref().take(1 << 20).read_until(b'\n', &mut first);
    read.map_err(|e| e.to_string())?;
    let speaks_xboard = first.trim_ascii() == b"xboard";
    let input = Cursor::new(first).chain(input);
    if speaks_xboard {
        return xboard(input);
    }
    uci(|session| session.listen(input).map(|()| true).map_err(|e| e.to_string()))
}

fn xboard(input: impl BufRead + Send + 'static) -> Result<bool, String> {
    let session = xboard::Session::new(Out::new(std::io::stdout()));
    session.map_err(|e| e.to_string())?.listen(input).map(|()| true).map_err(|e| e.to_string())
}

/// A session on standard output. A search that still runs when it ends dies with the
/// process.
fn uci(talk: impl FnOnce(&mut uci::Session) -> Result<bool, String>) -> Result<bool, String> {
    let session = uci::Session::new(Out::new(std::io::stdout())).map_err(|e| e.to_string())?;
    talk(&mut session.with_bench(bench::command))
}

/// A tool's last words.
fn said(words: Result<String, impl ToString>) -> Result<bool, String> {
    let words = words.map_err(|error| error.to_string())?;
    print_line(&words);
    Ok(true)
}

/// Like `println!`, but nobody need read it.
fn print_line(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// Perft in any game: the same commands that a program would send.
fn count_lines(arguments: &PerftArguments) -> Result<bool, String> {
    let PerftArguments { variant, depth, threads, chess960, .. } = arguments;
    let mut commands = vec![
        format!("setoption name UCI_Variant value {variant}"),
        format!("setoption name UCI_Chess960 value {chess960}"),
        format!("setoption name Threads value {threads}"),
    ];
    commands.extend(arguments.fen.as_ref().map(|fen| format!("position fen {fen}")));
    commands.push(format!("{}perft {depth}", if arguments.divide { "go " } else { "" }));
    // A position that is refused must not be counted as the one before it.
    uci(|session| Ok(commands.iter().all(|command| session.run_all([command]))))
}
