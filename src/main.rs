//! The command line. Without arguments Kralle speaks UCI on standard input.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use kralle::protocol::{Out, Session};

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
    /// Any UCI command, in quotes.
    #[command(external_subcommand)]
    Uci(Vec<String>),
}

fn main() -> ExitCode {
    if let Some(complaint) = processor::complaint() {
        let _ = writeln!(std::io::stderr(), "kralle: {complaint}");
        return ExitCode::FAILURE;
    }
    let result = match Arguments::parse().command {
        None => uci(|session| {
            session
                .listen(std::io::BufReader::new(std::io::stdin()))
                .map(|()| true)
                .map_err(|e| e.to_string())
        }),
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

/// A session on standard output. A search that still runs when it ends dies with the
/// process.
fn uci(talk: impl FnOnce(&mut Session) -> Result<bool, String>) -> Result<bool, String> {
    let mut session = Session::new(Out::new(std::io::stdout())).map_err(|e| e.to_string())?;
    talk(&mut session)
}
