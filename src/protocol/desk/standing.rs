//! The table of a desk and where it came from. A program that plays sends the whole game before
//! every move: where that begins with the game on the table, only what is new is played, or a
//! long game with little time left would be lost by reading it.

use std::ops::Deref;

use super::error::{Cause, DeskError, refused};
use crate::board::Move;
use crate::game::rules::START;
use crate::game::table::{GameKind, Table};
use crate::notation::uci;
use crate::protocol::uci::command::Placement;

/// A table that knows of which placement it is the outcome.
pub(super) struct Standing {
    table: Box<dyn Table>,
    /// `None` once something other than a placement has changed the table.
    origin: Option<Origin>,
}

struct Origin {
    kind: GameKind,
    placement: Placement,
    /// What of the FEN was left out.
    left_out: Option<String>,
}

impl Deref for Standing {
    type Target = dyn Table;

    fn deref(&self) -> &Self::Target {
        &*self.table
    }
}

impl Standing {
    /// The start of a game.
    ///
    /// # Errors
    /// If the game cannot be set up.
    pub fn start(kind: &GameKind) -> Result<Self, DeskError> {
        Ok(Self { table: kind.place(None).map_err(refused)?, origin: None })
    }

    /// To change it otherwise than by a placement.
    pub fn change(&mut self) -> &mut dyn Table {
        self.origin = None;
        &mut *self.table
    }

    /// Sets the position, all of it or nothing. Returns what of it was left out: castling
    /// rights without king and rook, which many programs write.
    ///
    /// # Errors
    /// What is wrong with the FEN, or with which move.
    pub fn place(
        &mut self,
        kind: &GameKind,
        placement: &Placement,
    ) -> Result<Option<String>, DeskError> {
        match &mut self.origin {
            Some(origin) if origin.goes_on(kind, placement) => {
                let known = origin.placement.moves.len();
                if let Err(error) = play(&mut *self.table, kind, placement, known) {
                    self.table = set_up(kind, &origin.placement)?.0;
                    return Err(error);
                }
                origin.placement.moves.extend_from_slice(&placement.moves[known..]);
                Ok(origin.left_out.clone())
            }
            _ => {
                let (table, left_out) = set_up(kind, placement)?;
                let (kind, placement) = (kind.clone(), placement.clone());
                let origin = Origin { kind, placement, left_out: left_out.clone() };
                *self = Self { table, origin: Some(origin) };
                Ok(left_out)
            }
        }
    }
}

impl Origin {
    /// Is this the same game, or the same with more moves?
    fn goes_on(&self, kind: &GameKind, placement: &Placement) -> bool {
        // Without moves a placement may yet turn out to be of one board.
        !self.placement.moves.is_empty()
            && placement.fen == self.placement.fen
            && placement.moves.starts_with(&self.placement.moves)
            && is_of_one_board(placement) == is_of_one_board(&self.placement)
            && *kind == self.kind
    }
}

/// A new table on which a placement stands, and what of the FEN was left out.
fn set_up(
    kind: &GameKind,
    placement: &Placement,
) -> Result<(Box<dyn Table>, Option<String>), DeskError> {
    // A list of plain moves alone is of one board.
    let moves_of_one = !placement.moves.is_empty() && kind.is_pair() && is_of_one_board(placement);
    let fen = placement.fen.as_deref().or(moves_of_one.then_some(START));
    let mut table = kind.place(fen).map_err(refused)?;
    let left_out = placement.fen.as_deref().and_then(|fen| void_rights(fen, &table.fen()));
    play(&mut *table, kind, placement, 0)?;
    Ok((table, left_out))
}

/// Plays the moves of a placement but the first so many.
fn play(
    table: &mut dyn Table,
    kind: &GameKind,
    placement: &Placement,
    known: usize,
) -> Result<(), DeskError> {
    let has_digits = kind.is_pair() && !is_of_one_board(placement);
    for (index, text) in placement.moves.iter().enumerate().skip(known) {
        let mv = read_move(table, text, has_digits)
            .map_err(|cause| DeskError::Move { number: index + 1, cause })?;
        table.push(mv);
    }
    Ok(())
}

/// The legal move that a text names, with its board's digit where moves have one.
pub(super) fn read_move(table: &dyn Table, text: &str, has_digit: bool) -> Result<Move, Cause> {
    let board = if has_digit { uci::split_board(text)?.0 } else { 0 };
    Ok(table.read(board, text)?)
}

/// Castling rights of a FEN that have no king and rook, beside the FEN of what was set up.
fn void_rights(given: &str, kept: &str) -> Option<String> {
    let rights = |board: &str| board.split_whitespace().nth(2).unwrap_or("-").to_owned();
    let count = |rights: &str| rights.chars().filter(char::is_ascii_alphabetic).count();
    let boards = given.split('|').map(rights).zip(kept.split('|').map(rights));
    let void: Vec<String> = boards
        .filter(|(given, kept)| count(given) > count(kept))
        .map(|(given, kept)| format!("of the castling rights {given} holds {kept}"))
        .collect();
    (!void.is_empty()).then(|| format!("{}: king or rook is not at home", void.join(", ")))
}

/// Is this placement of one board, told without digits?
pub(super) fn is_of_one_board(placement: &Placement) -> bool {
    let has_bar = placement.fen.as_ref().is_some_and(|fen| fen.contains('|'));
    !has_bar && !placement.moves.iter().any(|text| text.starts_with(['1', '2']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::catalogue::BuiltIn;

    fn placement(moves: &[String]) -> Placement {
        Placement { fen: None, moves: moves.to_vec() }
    }

    fn state(table: &dyn Table) -> (String, String, Vec<String>) {
        (table.fen(), table.verdict().to_string(), table.path().moves.to_vec())
    }

    #[test]
    fn a_game_that_grows_stands_as_one_placed_at_once() {
        for game in BuiltIn::ALL {
            let kind = GameKind::new(game.into());
            let mut growing = Standing::start(&kind).unwrap();
            let mut moves = Vec::new();
            for ply in 0..40 {
                // On two boards the first move tells that moves have a digit.
                let board = if kind.is_pair() { ply % 2 } else { 0 };
                let legal = growing.legal(board);
                let Some(text) = legal.get(ply * 7 % legal.len().max(1)) else { break };
                moves.push(if kind.is_pair() {
                    format!("{}{text}", board + 1)
                } else {
                    text.clone()
                });
                growing.place(&kind, &placement(&moves)).unwrap();
                assert!(growing.origin.as_ref().unwrap().goes_on(&kind, &placement(&moves)));
                let at_once = set_up(&kind, &placement(&moves)).unwrap().0;
                assert_eq!(state(&*growing), state(&*at_once), "{game:?} {moves:?}");
            }
            assert!(moves.len() > 20, "{game:?}");

            let before = state(&*growing);
            let wrong = [&moves[..], &["1e9e9".to_owned()]].concat();
            let error = growing.place(&kind, &placement(&wrong)).unwrap_err().to_string();
            assert!(error.starts_with(&format!("move {}: ", wrong.len())), "{game:?}: {error}");
            assert_eq!(state(&*growing), before, "{game:?}");

            growing.place(&kind, &placement(&moves[..10])).unwrap();
            let shorter = set_up(&kind, &placement(&moves[..10])).unwrap().0;
            assert_eq!(state(&*growing), state(&*shorter), "{game:?}");
        }
    }

    #[test]
    fn a_table_changed_otherwise_is_placed_anew() {
        let kind = GameKind::new(BuiltIn::Crazyhouse.into());
        let mut standing = Standing::start(&kind).unwrap();
        let game = placement(&["e2e4".to_owned(), "e7e5".to_owned()]);
        standing.place(&kind, &game).unwrap();
        let before = state(&*standing);
        standing.change().resign(0);
        assert_ne!(state(&*standing), before);
        standing.place(&kind, &game).unwrap();
        assert_eq!(state(&*standing), before);
    }
}
