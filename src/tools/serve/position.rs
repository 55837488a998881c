//! A position as the page sees it.

use serde::Deserialize;
use serde_json::{Value, json};

use super::error::ApiError;
use crate::board::Role;
use crate::game::catalogue::Variant;
use crate::game::table::{AnyPosition, Played, Table};
use crate::tools::diagram::{BoardDiagram, Diagram, Figure, Place};

/// A position by the way that leads to it.
#[derive(Clone, Debug, Deserialize)]
pub struct PositionRequest {
    /// The game, by the name of `UCI_Variant`.
    pub variant: String,
    /// The start, if it is not the usual one.
    #[serde(default)]
    pub fen: Option<String>,
    /// The moves in UCI; on two boards with their board's digit.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// More moves than any game has.
const MOST_MOVES: usize = 3_000;

/// A game that was played through.
pub struct Replayed {
    /// The game.
    pub variant: Variant,
    /// Where it stands.
    pub table: Box<dyn Table>,
    /// What was played.
    pub plies: Vec<Played>,
}

impl PositionRequest {
    /// Plays the moves.
    ///
    /// # Errors
    /// The game, the FEN or the first move that is at fault.
    pub fn replay(&self) -> Result<Replayed, ApiError> {
        if self.moves.len() > MOST_MOVES {
            return Err(ApiError::bad(format!("at most {MOST_MOVES} moves are played through")));
        }
        let variant = Variant::find(&self.variant).map_err(ApiError::bad)?;
        let fen = self.fen.as_deref().map(str::trim).filter(|fen| !fen.is_empty());
        let table = fen.map_or_else(|| variant.start(), |fen| variant.set_up(fen));
        let mut table = table.map_err(ApiError::bad)?;
        let mut plies = Vec::with_capacity(self.moves.len());
        for (index, text) in self.moves.iter().enumerate() {
            let at = |error: &dyn std::fmt::Display| {
                ApiError::bad(format!("move {}, `{text}`: {error}", index + 1))
            };
            let board = usize::from(is_pair(&*table) && text.starts_with('2'));
            let seat = table.on_move(board).ok_or_else(|| at(&"nobody is on move there"))?;
            plies.push(table.play(seat, text).map_err(|error| at(&error))?);
        }
        Ok(Replayed { variant, table, plies })
    }
}

/// Are there two boards?
pub fn is_pair(table: &dyn Table) -> bool {
    matches!(table.position(), AnyPosition::Pair(_))
}

/// What a seat is called: `1w`, `w`, `c`.
pub fn seat_word(table: &dyn Table, seat: usize) -> String {
    match table.position() {
        AnyPosition::Pair(_) => crate::game::pair::Seat::ALL[seat & 3].to_string(),
        AnyPosition::Single(_) => ["w", "b"][seat & 1].into(),
        AnyPosition::Four(_) | AnyPosition::Three(_) => table.seat_name(seat).to_lowercase(),
    }
}

impl Replayed {
    /// All that the page draws.
    pub fn to_json(&self) -> Value {
        let table = &*self.table;
        let diagram = Diagram::of(table);
        let verdict = table.verdict();
        let boards = diagram.boards.iter().enumerate();
        let boards: Vec<Value> = boards.map(|(index, board)| self.board(board, index)).collect();
        let plies: Vec<Value> = self
            .plies
            .iter()
            .map(|ply| {
                json!({
                    "seat": ply.seat, "board": ply.board, "number": ply.number,
                    "uci": ply.text, "san": ply.san,
                })
            })
            .collect();
        json!({
            "variant": self.variant.name(),
            "fen": table.fen(),
            "boards": boards,
            "seats": self.seats(),
            "plies": plies,
            "verdict": verdict.to_string(),
            "over": verdict.is_over(),
            "result": verdict.result(),
            "clocks": table.fen_clocks(),
        })
    }

    fn seats(&self) -> Vec<Value> {
        let table = &*self.table;
        (0..table.seats())
            .map(|seat| {
                json!({
                    "seat": seat, "name": seat_word(table, seat), "board": table.board_of(seat),
                    "team": table.team(seat), "partner": table.partner(seat),
                })
            })
            .collect()
    }

    fn board(&self, board: &BoardDiagram, index: usize) -> Value {
        let name = |place: &Place| place.name(board.files);
        let pieces: Vec<Value> =
            board.pieces.iter().map(|figure| piece(figure, board.files)).collect();
        let hands: Vec<Value> = board
            .hands
            .iter()
            .map(|(seat, army, hand)| {
                let held: Vec<Value> =
                    hand.roles().map(|role| json!([role.letter(), hand.count(role)])).collect();
                json!({ "seat": seat, "army": army.letter(), "pieces": held })
            })
            .collect();
        let seats: Vec<Value> = board
            .seats
            .iter()
            .map(|(seat, army)| json!({ "seat": seat, "army": army.letter() }))
            .collect();
        let squares: Vec<Value> = board
            .squares
            .iter()
            .map(|place| json!([place.name(board.files), place.column, place.rank]))
            .collect();
        json!({
            "files": String::from_utf8_lossy(board.files),
            "ranks": board.ranks,
            "squares": squares,
            "pieces": pieces,
            "hands": hands,
            "seats": seats,
            "touched": board.touched.iter().map(name).collect::<Vec<_>>(),
            "checked": board.checked.iter().map(name).collect::<Vec<_>>(),
            "onMove": board.on_move,
            "turned": board.turned,
            "legal": self.table.legal(index),
        })
    }
}

fn piece(figure: &Figure, files: &[u8]) -> Value {
    json!({
        "at": figure.place.name(files), "role": figure.role.letter(),
        "army": figure.army.letter(), "promoted": figure.promoted, "frozen": figure.frozen,
    })
}

/// The pieces of all games, by letter.
pub fn all_roles() -> &'static [Role] {
    &Role::ALL
}
