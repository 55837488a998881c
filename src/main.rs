//! The command line. Without arguments Kralle speaks UCI on standard input, or CECP if XBoard
//! begins.

use std::error::Error;
use std::io::{BufRead, BufReader, Cursor, ErrorKind, IsTerminal, Read, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser};
use kralle::eval::chosen::EvalChoice;
use kralle::game::catalogue::BuiltIn;
use kralle::protocol::{Out, uci, xboard};
use kralle::search::SearchControl;
use kralle::tools::annotate::command::AnnotateArgs;
use kralle::tools::bench;
use kralle::tools::diagram::command::PictureArgs;
use kralle::tools::lab::{book, data, train, tune};
use kralle::tools::play::command::PlayArgs;
use kralle::tools::records::command::ConvertArgs;
use kralle::tools::serve::ServeArgs;
use kralle::tools::tournament::args::{self, MatchArgs};

#[cfg(feature = "manual")]
mod manual;
mod processor;
mod quotes;

const EXAMPLES: &str = "For example:
    kralle serve --open                      boards in the browser, to play and to analyse on
    kralle annotate game.pgn                 where a game went wrong
    kralle match --variant bughouse          two boards, Kralle in all four seats
";

/// Kralle plays chess games in which captured pieces come back onto the board.
///
/// Without a command it speaks UCI on standard input. Other words are UCI commands, each in
/// quotes; they are carried out one after another: kralle "position startpos" "go depth 10"
#[derive(Parser)]
#[command(version, verbatim_doc_comment, before_help = EXAMPLES)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Subcommand>,
}

#[derive(clap::Subcommand)]
enum Subcommand {
    Serve(ServeArgs),
    Play(PlayArgs),
    Annotate(Box<AnnotateArgs>),
    Convert(ConvertArgs),
    Picture(Box<PictureArgs>),
    Match(Box<MatchArgs>),
    Book(book::BookArgs),
    /// Count the lines of a number of plies.
    Perft(PerftArgs),
    /// Play games of Kralle against itself, to learn from.
    Datagen(data::DatagenArgs),
    /// Train a network on such games.
    Train(train::TrainArgs),
    /// Tune numbers of the evaluation and the search.
    Tune(tune::TuneArgs),
    /// Search fixed positions and count nodes: the signature of the engine.
    Bench {
        /// Depth of each search, in plies.
        #[arg(
            default_value_t = bench::DEPTH,
            value_parser = clap::value_parser!(u32).range(1..=200)
        )]
        depth: u32,
        /// The network to use: a file, `<built-in>` or `<none>`, as for the option EvalFile.
        #[arg(long, default_value = "<built-in>", value_parser = EvalChoice::read)]
        eval_file: EvalChoice,
    },
    /// Speak XBoard's protocol (CECP) on standard input; a first line `xboard` does the same.
    Xboard,
    #[cfg(feature = "manual")]
    Manual(manual::ManualArgs),
    /// Any UCI command, in quotes.
    #[command(external_subcommand)]
    Uci(Vec<String>),
}

#[derive(clap::Args)]
struct PerftArgs {
    /// The game.
    #[arg(long, default_value = BuiltIn::Crazyhouse.name())]
    variant: String,
    /// The position, if not the start.
    #[arg(long)]
    fen: Option<String>,
    /// Depth in plies.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,
    /// Number of threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Print the count behind each move, too.
    #[arg(long)]
    divide: bool,
    /// Kings and rooks may start on any file.
    #[arg(long)]
    chess960: bool,
}

/// Whether all went well, or what ended the program.
type Ending = Result<bool, Box<dyn Error>>;

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
    let matches = CommandLine::command().get_matches();
    let arguments = CommandLine::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let result = match arguments.command {
        None => converse(),
        Some(Subcommand::Xboard) => xboard(BufReader::new(std::io::stdin())),
        #[cfg(feature = "manual")]
        Some(Subcommand::Manual(arguments)) => arguments.run(CommandLine::command()).map(|()| true),
        Some(Subcommand::Match(arguments)) => {
            let words = matches.subcommand_matches("match").map(args::engine_words);
            arguments.carry_out(&words.unwrap_or_default()).map(|()| true).map_err(Into::into)
        }
        Some(Subcommand::Perft(arguments)) => count_lines(&arguments),
        Some(Subcommand::Book(arguments)) => print_last(arguments.run()),
        Some(Subcommand::Serve(arguments)) => arguments.run(print_line).map(|()| true),
        Some(Subcommand::Picture(arguments)) => arguments.run().map(|()| true),
        Some(Subcommand::Play(arguments)) => arguments.run().map(|()| true),
        Some(Subcommand::Annotate(arguments)) => arguments.run(print_line).map(|()| true),
        Some(Subcommand::Convert(arguments)) => arguments.run(print_line).map(|()| true),
        Some(Subcommand::Datagen(arguments)) => print_last(arguments.run()),
        Some(Subcommand::Train(arguments)) => print_last(arguments.run()),
        Some(Subcommand::Tune(arguments)) => print_last(arguments.run()),
        Some(Subcommand::Bench { depth, eval_file }) => run_bench(depth, &eval_file),
        Some(Subcommand::Uci(lines)) if lines[0].starts_with("genfens ") => {
            book::genfens(&lines[0], print_line)
                .map_or_else(|e| Err(e.into()), |p| p.map(|()| true))
        }
        Some(Subcommand::Uci(lines)) => {
            if let Some(advice) = quotes::advice(&lines, &subcommands()) {
                complain(&advice);
                return ExitCode::from(USAGE);
            }
            uci(|session| Ok(session.run_all(lines)))
        }
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            complain(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

/// The exit status where the command line itself is wrong, as clap has it.
const USAGE: u8 = 2;

/// The commands by name.
fn subcommands() -> Vec<String> {
    CommandLine::command().get_subcommands().map(|command| command.get_name().to_owned()).collect()
}

fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "kralle: {text}");
}

/// The first line decides on the protocol: XBoard says `xboard`, everything else is UCI.
fn converse() -> Ending {
    if std::io::stdin().is_terminal() {
        let version = env!("CARGO_PKG_VERSION");
        let _ = writeln!(
            std::io::stderr(),
            "Kralle {version} speaks UCI here: `help` lists what it understands, `quit` leaves. \
             `kralle help` in the shell shows what else there is."
        );
    }
    let mut input = BufReader::new(std::io::stdin());
    let mut first = Vec::new();
    input.by_ref().take(1 << 20).read_until(b'\n', &mut first)?;
    let speaks_xboard = first.trim_ascii() == b"xboard";
    let input = Cursor::new(first).chain(input);
    if speaks_xboard {
        return xboard(input);
    }
    uci(|session| Ok(session.listen(input).map(|()| true)?))
}

fn xboard(input: impl BufRead + Send + 'static) -> Ending {
    xboard::XboardSession::new(Out::new(std::io::stdout()))?.listen(input)?;
    Ok(true)
}

/// A session on standard output. A search that still runs when it ends dies with the
/// process.
fn uci(talk: impl FnOnce(&mut uci::UciSession) -> Ending) -> Ending {
    let session = uci::UciSession::new(Out::new(std::io::stdout()))?;
    talk(&mut session.with_bench(bench::command))
}

/// Prints the nodes of each game as they are counted, and their sum.
fn run_bench(depth: u32, eval: &EvalChoice) -> Ending {
    let mut printed = Ok(());
    let mut print_next = |line: &str| {
        if printed.is_ok() {
            printed = print_line(line);
        }
    };
    let sum = bench::run(depth, eval, &SearchControl::default(), &mut print_next)?;
    printed?;
    print_last(Ok::<_, String>(sum))
}

/// Prints the last words of a tool.
fn print_last<E: Into<Box<dyn Error>>>(words: Result<String, E>) -> Ending {
    print_line(&words.map_err(Into::into)?)?;
    Ok(true)
}

/// Prints a line. A reader that has gone is no error, a full disk is one.
fn print_line(line: &str) -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout();
    match writeln!(out, "{line}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(format!("standard output cannot be written: {error}").into())
        }
        _ => Ok(()),
    }
}

/// Perft in any game, by the commands that another program would send.
fn count_lines(arguments: &PerftArgs) -> Ending {
    let PerftArgs { variant, depth, threads, chess960, .. } = arguments;
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
