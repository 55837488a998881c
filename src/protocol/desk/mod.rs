//! A desk: where one family of games is played. It keeps the position and the engine and
//! turns text into both and back. This is the one trait object of the program: behind it
//! everything is compiled for its game.
//!
//! To add a family, write a desk and name it in [`open`]. What a desk must hold to:
//!
//! * an order that fails leaves everything as it was;
//! * a [`Search`] or [`Job`] is self-contained: it runs on its own thread while the desk answers
//!   `d`, `eval` and `verdict`; the session starts no second job and changes nothing
//!   before the first has ended.

use crate::protocol::uci::command::{Form, Placement};
pub mod board;
mod count;
pub mod multi;
pub mod pair;
mod pair_clocks;
mod pair_orders;
pub mod single;

use crate::game::catalogue::Family;
use crate::game::multi::{Drieschaak, Vierschaak};
use crate::player::event::Search;
use crate::protocol::Settings;
use crate::protocol::uci::Go;
use crate::search::Signal;
use multi::MultiDesk;
use pair::PairDesk;
use single::SingleDesk;

/// Something that takes long: it obeys the signal, says lines as it goes, and returns the
/// last lines, which mark its end (`bestmove ...`).
pub type Job = Box<dyn FnOnce(&Signal, &mut (dyn FnMut(&str) + Send)) -> String + Send>;

/// Any error below, kept for its sentence.
type Cause = Box<dyn std::error::Error + Send + Sync>;

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
    Command(#[from] crate::protocol::uci::CommandError),
    #[error("{0}")]
    Engine(String),
    #[error("{0}")]
    Memory(#[from] crate::search::HashTableError),
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
    /// What is wrong with the FEN or with which move.
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
    fn think(&self, go: &Go, settings: &Settings) -> Result<Search, DeskError>;

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
    fn forms(&self) -> &'static [Form] {
        &[]
    }

    /// Carries out one of those commands; `None` if the first word is not one of them.
    /// Called also while a job runs. Some lines may be the answer.
    fn own(&mut self, _words: &[String]) -> Option<Result<String, DeskError>> {
        None
    }
}

/// The desk for the game that the settings name, at its starting position.
///
/// # Errors
/// If the engine cannot be had.
pub fn open(settings: &Settings) -> Result<Box<dyn Desk>, DeskError> {
    Ok(match *settings.variant.family() {
        Family::Single(_) => Box::new(SingleDesk::open(settings)?),
        Family::Pair(rules) => Box::new(PairDesk::open(settings, rules)?),
        Family::Four(_) => Box::new(MultiDesk::<Vierschaak>::open(settings)?),
        Family::Three(_) => Box::new(MultiDesk::<Drieschaak>::open(settings)?),
    })
}
