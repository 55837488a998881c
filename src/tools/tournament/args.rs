//! The command line of `kralle match`, as it is written. What it means is made in
//! [`super::setup`]; it is carried out in `super::command`.

use std::path::PathBuf;
use std::time::Duration;

use super::output::OutputForm;
use super::pace::{Pace, PaceError, seconds};
use super::record::PgnExtra;
use super::schedule::Sides;
use crate::game::catalogue::BuiltIn;

const EXAMPLE: &str = "For example:
    kralle match --engine name=A option.Hash=64 --engine name=B cmd=./other proto=cecp \\
        --variant crazyhouse --tc 10+0.1 --games 200 --concurrency 2 --pgn games.pgn";

/// Play engines against each other, in every game that Kralle knows.
///
/// Without engines, Kralle plays one game against itself and draws it move by move. An engine
/// is described by keys and values; without the key cmd it is Kralle in this process.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLE)]
pub struct MatchArgs {
    /// The game to play.
    #[arg(long, default_value = BuiltIn::Crazyhouse.name(), help_heading = GAME)]
    pub(super) variant: String,
    /// A file of custom rules; its games can be named by --variant.
    #[arg(long, value_name = "FILE", help_heading = GAME)]
    pub(super) rules: Option<String>,
    /// Kings and rooks may start on any file.
    #[arg(long, help_heading = GAME)]
    pub(super) chess960: bool,
    /// Play one board of a two-board game by itself. Pieces arrive from outside, the same for
    /// both sides, in an order that each opening fixes.
    #[arg(long, help_heading = GAME)]
    pub(super) one_board: bool,

    /// An engine, by keys: name, cmd, arg, dir, proto (uci, uci-plain, cecp), option.NAME, init,
    /// tc, st, nodes, depth, margin, cpu, restart, ponder, whitepov, startup, stderr.
    #[arg(
        id = ENGINES, long = "engine", num_args = 0.., value_name = "KEY=VALUE",
        help_heading = PLAYERS
    )]
    _engines: Vec<String>,
    /// Keys and values for every engine.
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE", help_heading = PLAYERS)]
    pub(super) each: Vec<String>,
    /// Play nothing; check whether a program speaks UCI as it should, step by step. All words
    /// behind it are its arguments.
    #[arg(
        long, value_name = "PROGRAM", num_args = 1.., allow_hyphen_values = true,
        conflicts_with_all = [ENGINES, "merge"], help_heading = PLAYERS
    )]
    pub(super) compliance: Vec<String>,
    /// Two engines as one team on two boards: NAME=ENGINE+ENGINE.
    #[arg(long = "team", value_name = "NAME=A+B", help_heading = PLAYERS)]
    pub(super) teams: Vec<String>,

    /// Seconds for the game plus seconds for each move, 10+0.1 or 1:30+1, or moves in seconds,
    /// 40/60; inf for no clock.
    #[arg(long, value_name = "CONTROL", value_parser = clock, help_heading = TIME)]
    pub(super) tc: Option<Pace>,
    /// Seconds for each move.
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds, help_heading = TIME)]
    pub(super) st: Option<Duration>,
    /// Nodes for each move.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), help_heading = TIME)]
    pub(super) nodes: Option<u64>,
    /// Depth for each move, in plies.
    #[arg(
        long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..),
        help_heading = TIME
    )]
    pub(super) depth: Option<u32>,
    /// Let clocks count nodes instead of time: so many nodes are a second.
    #[arg(
        long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1000..),
        help_heading = TIME
    )]
    pub(super) node_rate: Option<u64>,
    /// Seconds by which a move may be late.
    #[arg(
        long, default_value = "0", value_name = "SECONDS", value_parser = any_seconds,
        help_heading = TIME
    )]
    pub(super) margin: Duration,
    /// Seconds that an engine without a clock may think. One that has no other limit is then
    /// told to move.
    #[arg(
        long, default_value = "60", value_name = "SECONDS", value_parser = positive_seconds,
        help_heading = TIME
    )]
    pub(super) patience: Duration,

    /// Number of games; two games of each pairing are a round, and of more than two engines whole
    /// rounds are played.
    #[arg(
        long, conflicts_with = "rounds", value_parser = clap::value_parser!(u64).range(1..),
        help_heading = RUN
    )]
    pub(super) games: Option<u64>,
    /// Number of rounds.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), help_heading = RUN)]
    pub(super) rounds: Option<u64>,
    /// The first engine, or the first so many, play all others; without it everyone plays
    /// everyone.
    #[arg(
        long, value_name = "ENGINES", num_args = 0..=1, default_missing_value = "1",
        value_parser = clap::value_parser!(u16).range(1..), help_heading = RUN
    )]
    pub(super) gauntlet: Option<u16>,
    /// Each engine plays all that were named before it, in their order.
    #[arg(long, conflicts_with = "gauntlet", help_heading = RUN)]
    pub(super) pyramid: bool,
    /// The loser of a match of --games games is out; engines named first are placed better.
    #[arg(
        long, conflicts_with_all = ["gauntlet", "pyramid", "sprt", "resume", "merge"],
        help_heading = RUN
    )]
    pub(super) knockout: bool,
    /// Who sits where: both games of an opening with seats changed, the same with the one named
    /// last first, or each opening once with seats kept.
    #[arg(long, value_name = "HOW", default_value = "swap", help_heading = RUN)]
    pub(super) sides: Sides,
    /// Seconds between two games.
    #[arg(
        long, default_value = "0", value_name = "SECONDS", value_parser = any_seconds,
        help_heading = RUN
    )]
    pub(super) wait: Duration,
    /// Games that are played at the same time.
    #[arg(
        long, default_value_t = 1, value_name = "GAMES",
        value_parser = clap::value_parser!(u16).range(1..=256), help_heading = RUN
    )]
    pub(super) concurrency: u16,
    /// Show the games on a page in the browser, whose address is printed.
    #[cfg(feature = "serve")]
    #[arg(long, help_heading = RUN)]
    pub(super) watch: bool,
    /// Keep the engines of each game on a core of their own, of those that this program may use.
    #[arg(long, help_heading = RUN)]
    pub(super) pin: bool,
    /// End the run when a sequential test is decided: elo0=0 elo1=5 alpha=0.05 beta=0.05
    /// model=normalized, logistic or bayesian.
    #[arg(long, num_args = 0.., value_name = "KEY=VALUE", help_heading = RUN)]
    pub(super) sprt: Option<Vec<String>>,
    /// Go on with the run in the file of --json.
    #[arg(long, requires = "json", help_heading = RUN)]
    pub(super) resume: bool,
    /// Play nothing; merge the JSON files of several runs of one match.
    #[arg(
        long, num_args = 1.., value_name = "JSON", conflicts_with_all = [ENGINES, "resume"],
        help_heading = RUN
    )]
    pub(super) merge: Vec<PathBuf>,

    /// A file of openings: EPD, PGN, BPGN or two-board FEN, or for chess a book of Polyglot (.bin).
    #[arg(long, value_name = "FILE", help_heading = OPENINGS)]
    pub(super) openings: Option<PathBuf>,
    /// Take the openings of the file in another order, the same each time.
    #[arg(long, requires = "openings", help_heading = OPENINGS)]
    pub(super) shuffle: bool,
    /// Random plies at the start of each board; with --openings, the most plies to take.
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=200), help_heading = OPENINGS)]
    pub(super) plies: Option<u32>,
    /// The most centipawns by which random plies may put a side ahead.
    #[arg(long, value_name = "CP", conflicts_with = "openings", help_heading = OPENINGS)]
    pub(super) balance: Option<i32>,
    /// Number of the first opening: runs with different numbers play different games.
    #[arg(long, value_name = "NUMBER", help_heading = OPENINGS)]
    pub(super) seed: Option<u64>,

    /// A side that is so many centipawns behind for so many moves has lost: score=600 moves=4;
    /// with twosided=1 only if the other side thinks so too.
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE", help_heading = ADJUDICATION)]
    pub(super) resign: Option<Vec<String>>,
    /// A game is drawn if all engines score it near 0 for so many moves: score=10 moves=8
    /// after=80.
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE", help_heading = ADJUDICATION)]
    pub(super) draw: Option<Vec<String>>,
    /// A game of so many plies is drawn.
    #[arg(long, value_name = "PLIES", help_heading = ADJUDICATION)]
    pub(super) longest: Option<usize>,

    /// Let engines keep captured pieces back, in games whose rules let players.
    #[arg(long, help_heading = ADJUDICATION)]
    pub(super) withholding: bool,

    /// Write games as PGN, or as BPGN for two boards.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(super) pgn: Option<PathBuf>,
    /// What comments in PGN tell besides score, depth and time:
    /// nodes,nps,seldepth,left,pv,hashfull,tbhits,latency.
    #[arg(long, value_name = "LIST", value_delimiter = ',', help_heading = OUTPUT)]
    pub(super) pgn_extras: Vec<PgnExtra>,
    /// Write PGN without comments.
    #[arg(long, conflicts_with = "pgn_extras", help_heading = OUTPUT)]
    pub(super) pgn_bare: bool,
    /// Add to the files of --pgn and --epd instead of writing them anew.
    #[arg(long, conflicts_with = "resume", help_heading = OUTPUT)]
    pub(super) append: bool,
    /// Print the score after so many games.
    #[arg(
        long, value_name = "GAMES", value_parser = clap::value_parser!(u64).range(1..),
        help_heading = OUTPUT
    )]
    pub(super) rating_interval: Option<u64>,
    /// Write games as JSON lines; a run can be resumed from this file.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(super) json: Option<PathBuf>,
    /// Write the last position of each game, a FEN a line.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(super) epd: Option<PathBuf>,
    /// Draw the score over the games.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(super) svg: Option<PathBuf>,
    /// Write every line to and from the engines.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(super) log: Option<PathBuf>,
    /// What is printed: tables, or the lines of cutechess-cli, which other tools read.
    #[arg(long, value_name = "FORM", default_value = "kralle", help_heading = OUTPUT)]
    pub(super) output: OutputForm,
    /// Name of the event in PGN.
    #[arg(long, default_value = "kralle match", help_heading = OUTPUT)]
    pub(super) event: String,
    /// Where it is played, in PGN.
    #[arg(long, default_value = "?", help_heading = OUTPUT)]
    pub(super) site: String,
    /// Print one line a move in plain ASCII, on a terminal too.
    #[arg(long, help_heading = OUTPUT)]
    pub(super) plain: bool,
}

const GAME: &str = "Game";
const PLAYERS: &str = "Engines";
const TIME: &str = "Time";
const RUN: &str = "Run";
const OPENINGS: &str = "Openings";
const ADJUDICATION: &str = "Adjudication";
const OUTPUT: &str = "Output";

/// The name of the words behind `--engine`, which are told apart by [`engine_words`].
const ENGINES: &str = "engine";

/// The words behind each `--engine`.
pub fn engine_words(matches: &clap::ArgMatches) -> Vec<Vec<String>> {
    let found = matches.get_occurrences::<String>(ENGINES);
    found.into_iter().flatten().map(|words| words.cloned().collect()).collect()
}

/// Why a text is no time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
enum SecondsError {
    #[error("this must be a number of seconds, at most a day")]
    Any,
    #[error("this must be a number of seconds above 0, at most a day")]
    Positive,
}

fn clock(text: &str) -> Result<Pace, PaceError> {
    let mut pace = Pace::default();
    pace.set_clock(text)?;
    Ok(pace)
}

fn any_seconds(text: &str) -> Result<Duration, SecondsError> {
    seconds(text).ok_or(SecondsError::Any)
}

fn positive_seconds(text: &str) -> Result<Duration, SecondsError> {
    seconds(text).filter(|time| !time.is_zero()).ok_or(SecondsError::Positive)
}
