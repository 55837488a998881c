//! A position as the page sees it.

use serde::Deserialize;
use serde_json::Value;

use super::conduct::{self, Deed};
use super::error::PageError;
use crate::game::catalogue::Variant;
use crate::game::table::{MOST_SEATS, Table};
use crate::tools::json;

/// A position by the way that leads to it.
#[derive(Clone, Debug, Deserialize)]
pub struct PositionRequest {
    /// The game, by the name of `UCI_Variant`.
    pub variant: String,
    /// The start, if it is not the usual one.
    #[serde(default)]
    pub fen: Option<String>,
    /// The moves in UCI, on two boards with their board's digit; and what else seats do:
    /// `0 flag`, `1 illegal e2e5`.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Is it played with clocks? Then draws are claimed, and a flag decides where all wait.
    #[serde(default)]
    pub timed: bool,
}

/// More moves than any game has.
const MOST_MOVES: usize = 3_000;

/// A game that was played through.
pub struct Replayed {
    /// The game.
    pub variant: Variant,
    /// Where it stands.
    pub table: Box<dyn Table>,
    /// What was played, and what else happened, as the page is told.
    pub plies: Vec<Value>,
}

impl PositionRequest {
    /// Plays the moves.
    ///
    /// # Errors
    /// The game, the FEN or the first move that is at fault.
    pub fn replay(&self) -> Result<Replayed, PageError> {
        if self.moves.len() > MOST_MOVES {
            return Err(PageError::bad(format!("at most {MOST_MOVES} moves are played through")));
        }
        let variant = Variant::find(&self.variant).map_err(PageError::bad)?;
        let fen = self.fen.as_deref().map(str::trim).filter(|fen| !fen.is_empty());
        let table = fen.map_or_else(|| variant.start(), |fen| variant.set_up(fen));
        let mut table = table.map_err(PageError::bad)?;
        if self.timed {
            table.set_clocks(&[Some(0); MOST_SEATS]);
        }
        let mut plies = Vec::with_capacity(self.moves.len());
        for (index, text) in self.moves.iter().enumerate() {
            let ply = happen(&mut *table, text).map_err(|error| {
                PageError::bad(format!("move {}, `{text}`: {error}", index + 1))
            })?;
            plies.push(ply);
            if self.timed {
                table.claim();
            }
        }
        Ok(Replayed { variant, table, plies })
    }
}

/// Plays a move, or does what else a seat does; returns it as the page is told.
fn happen(table: &mut dyn Table, text: &str) -> Result<Value, String> {
    if let Some(deed) = Deed::read(text) {
        return deed?.happen(table);
    }
    let board = usize::from(json::is_pair(table) && text.starts_with('2'));
    let seat = table.on_move(board).ok_or("nobody is on move there")?;
    let played = table.play(seat, text).map_err(|error| error.to_string())?;
    Ok(json::played(&played))
}

impl Replayed {
    /// All that the page draws, the moves that led there, and those that are legal now.
    pub fn to_json(&self) -> Value {
        let mut all = json::position(&self.variant, &*self.table);
        all["plies"] = self.plies.clone().into();
        all["rules"] = conduct::rules(&*self.table);
        if let Some(boards) = all["boards"].as_array_mut() {
            for (index, board) in boards.iter_mut().enumerate() {
                board["legal"] = self.table.legal(index).into();
            }
        }
        all
    }
}
