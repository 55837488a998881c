//! A desk: where one family of games is played. It keeps the position and the engine and
//! turns text into both and back; behind it everything is compiled for its game. What a desk
//! must hold to:
//!
//! * an order that fails leaves everything as it was;
//! * a [`DeskSearch`] or [`Job`] is self-contained: it runs on its own thread while the desk
//!   answers `d`, `eval` and `verdict`; the session starts no second job and changes nothing
//!   before the first has ended, except by the desk's [own](Desk::own) commands.

use std::sync::Arc;

use super::pair_error::PairOrderError;
use crate::board::Move;
use crate::player::{Search, SearchEvent};
use crate::protocol::form::CommandForm;
use crate::protocol::options::Settings;
use crate::protocol::uci::command::{Placement, UciCommandError};
use crate::protocol::uci::go::Go;
use crate::search::{HashTableError, SearchControl};

/// Something that takes long: it obeys the control and says lines as it goes.
pub type Job = Box<dyn FnOnce(&Arc<SearchControl>, &mut JobSink<'_>) + Send>;

/// Hears the lines of a job.
pub type JobSink<'a> = dyn FnMut(JobLine<'_>) + Send + 'a;

/// What a job says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobLine<'a> {
    /// A line, or several at once.
    Line(&'a str),
    /// The last lines, which mark the end (`bestmove ...`).
    Last(&'a str),
}

/// A search of what stands on a desk.
pub struct DeskSearch {
    /// Something to be remarked before it begins.
    pub remark: Option<String>,
    /// Why nothing can be played, if that comes of it and there is more to say.
    pub nothing: Option<String>,
    search: Search,
    write_move: Box<dyn Fn(Move) -> String + Send + Sync>,
}

impl DeskSearch {
    /// A search, and how its moves are written.
    pub fn new(
        search: Search,
        write_move: impl Fn(Move) -> String + Send + Sync + 'static,
    ) -> Self {
        Self { remark: None, nothing: None, search, write_move: Box::new(write_move) }
    }

    /// The same search, with these remarks.
    #[must_use]
    pub fn remarking(self, remark: Option<String>, nothing: Option<String>) -> Self {
        Self { remark, nothing, ..self }
    }

    /// Runs to its end; the last event is the answer.
    pub fn run(
        self,
        control: &Arc<SearchControl>,
        hear: &mut (dyn FnMut(SearchEvent<String>) + Send),
    ) {
        let Self { search, write_move, .. } = self;
        search(control, &mut |event: SearchEvent| hear(event.written(&write_move)));
    }
}

/// Any error below, kept for its sentence.
pub(super) type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Why a desk refuses.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum DeskError {
    #[error("{0}")]
    Position(Cause),
    #[error("move {number}: {cause}")]
    Move { number: usize, cause: Cause },
    #[error("searchmoves: {0}")]
    SearchMove(Cause),
    #[error("{0}")]
    Command(#[from] UciCommandError),
    #[error("{0}")]
    Memory(#[from] HashTableError),
    #[error("{0}")]
    Order(#[from] PairOrderError),
    #[error("`{0}` is not played across one board")]
    NotAcrossOneBoard(String),
    #[error("`{0}` is not played on one 8x8 board")]
    NotOnOneBoard(String),
    #[error("no pieces are held in this game")]
    NoHands,
    #[error("nobody has a partner in this game")]
    NoPartners,
    #[error("it is the engine's turn")]
    EngineToMove,
}

/// One family of games.
pub trait Desk: Send {
    /// Takes over new settings. The variant in them is the one this desk was opened for.
    ///
    /// # Errors
    /// If the engine cannot be had so; it stays as it was.
    fn configure(&mut self, settings: &Settings) -> Result<(), DeskError>;

    /// Forgets what was learnt, but not the position.
    fn forget(&mut self);

    /// Sets the position, all of it or nothing.
    ///
    /// # Errors
    /// What is wrong with the FEN, or with which move.
    fn place(&mut self, placement: &Placement) -> Result<(), DeskError>;

    /// The words of `go` that carry a time.
    fn clock_words(&self) -> &'static [&'static str] {
        &["wtime", "btime", "winc", "binc"]
    }

    /// A search from the position. The settings are those last configured, or differ from
    /// them only in what needs no configuring.
    ///
    /// # Errors
    /// What the order asks that cannot be done.
    fn think(&self, go: &Go, settings: &Settings) -> Result<DeskSearch, DeskError>;

    /// A count of the lines behind every move, written move by move.
    fn divide(&self, depth: u32, settings: &Settings) -> Job;

    /// A count of all lines, in one line of text.
    fn perft(&self, depth: u32, settings: &Settings) -> Job;

    /// The board, drawn.
    fn display(&self) -> String;

    /// What the evaluation sees.
    fn explain(&self) -> String;

    /// How the game stands, in one line.
    fn verdict(&self) -> String;

    /// Commands that only this family knows, for `help`.
    fn forms(&self) -> &'static [CommandForm] {
        &[]
    }

    /// Carries out one of those commands; `None` if the first word is not one of them.
    /// Called also while a job runs. Some lines may be the answer.
    fn own(&mut self, _words: &[String]) -> Option<Result<String, DeskError>> {
        None
    }
}

/// A position or something else that is refused, with its reason.
pub(super) fn refused(error: impl std::error::Error + Send + Sync + 'static) -> DeskError {
    DeskError::Position(error.into())
}
