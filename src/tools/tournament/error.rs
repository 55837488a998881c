//! Why `kralle match` cannot do what it was asked to.

use std::path::Path;

use super::archive::ArchiveError;
use super::fault::EngineError;
use super::openings::{BookError, OpeningError};
use super::spec::SpecError;
use crate::protocol::options::OptionError;

/// Why a match cannot be played, shown or merged.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum TournamentError {
    #[error("the page for who looks on cannot be served: {0}")]
    Watch(std::io::Error),
    #[error("{0}")]
    Variant(#[from] OptionError),
    #[error("{0} has no other start")]
    NoOtherStart(String),
    #[error("{0} has no second board")]
    NoSecondBoard(String),
    #[error("{0}")]
    Spec(#[from] SpecError),
    #[error("a gauntlet of {0} engines needs others to play")]
    NobodyElse(usize),
    #[error("node clocks know no real time (st, tc=inf alone); use another tc, nodes or depth")]
    RealTimeOnNodeClock,
    #[error("{0}: pondering needs a clock of real time (tc or st)")]
    NoTimeToPonder(String),
    #[error("pondering is for one board and two players, which {0} is not")]
    NoPondering(String),
    #[error("teams play on two boards")]
    TeamsNeedTwoBoards,
    #[error("one team needs another: there are two or more")]
    OneTeam,
    #[error("there is no engine `{0}`")]
    NoEngine(String),
    #[error("`{0}` is not of the form NAME=ENGINE+ENGINE")]
    TeamForm(String),
    #[error("{option} has no `{key}`; {advice}")]
    NoKey { option: &'static str, key: String, advice: String },
    #[error("{option}: `{word}` is not of the form key=number")]
    NotANumber { option: &'static str, word: String },
    #[error("--sprt: `{0}` is no model; normalized, logistic and bayesian are")]
    Model(String),
    #[error("--sprt: elo0 must be below elo1, alpha and beta between 0 and 0.5")]
    Hypotheses,
    #[error("--sprt tests the first of two contestants")]
    SprtOfTwo,
    #[error("{0}")]
    Book(#[from] BookError),
    #[error("{0}")]
    Opening(#[from] OpeningError),
    #[error("{0}")]
    Archive(#[from] ArchiveError),
    #[error("{0}")]
    Engine(#[from] EngineError),
    #[error("there is no core {0} to stay on")]
    Core(usize),
    #[error("`{0}` does not speak UCI as it should")]
    NotCompliant(String),
    #[error("the game was broken off")]
    BrokenOff,
    #[error("interrupts cannot be heard: {0}")]
    Interrupts(#[from] ctrlc::Error),
    #[error("`{path}` cannot be written: {error}")]
    Write { path: String, error: std::io::Error },
    #[error("`{0}` holds a run already: --resume goes on with it, another name keeps both")]
    WouldWipe(String),
    #[error("`{path}`: opening {opening} is in another file, too")]
    PlayedTwice { path: String, opening: u64 },
    #[error("standard output cannot be written: {0}")]
    Print(std::io::Error),
}

impl TournamentError {
    /// A file that cannot be written.
    pub fn write(path: &Path) -> impl Fn(std::io::Error) -> Self {
        move |error| Self::Write { path: path.display().to_string(), error }
    }
}
