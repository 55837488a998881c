//! What players do besides legal moves, as the page writes it among the moves: the number of
//! the seat, then `illegal MOVE`, `flag`, `resign`, `agree`, `withhold` or `hand-over PIECE`.

use serde_json::{Value, json};

use crate::board::Role;
use crate::game::rules::{Promotion, Talk};
use crate::game::table::{AnyPosition, Misplay, Penalty, Table};

/// One thing that a seat does.
pub struct Deed<'a> {
    seat: usize,
    act: Act<'a>,
}

enum Act<'a> {
    Illegal(&'a str),
    Flag,
    Resign,
    Agree,
    Withhold,
    HandOver(Role),
}

impl<'a> Deed<'a> {
    /// Reads a deed; `None` if the text begins like a move.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &'a str) -> Option<Result<Self, String>> {
        let (seat, rest) = text.split_once(' ')?;
        let words: Vec<&str> = rest.split(' ').collect();
        let act = match words.as_slice() {
            ["illegal", mv] => Ok(Act::Illegal(mv)),
            ["flag"] => Ok(Act::Flag),
            ["resign"] => Ok(Act::Resign),
            ["agree"] => Ok(Act::Agree),
            ["withhold"] => Ok(Act::Withhold),
            ["hand-over", piece] => piece
                .parse::<char>()
                .ok()
                .and_then(Role::from_letter)
                .map(Act::HandOver)
                .ok_or_else(|| format!("`{piece}` is no piece")),
            _ => Err(format!("`{rest}` is nothing that a seat does")),
        };
        let seat = seat.parse().map_err(|_| format!("`{seat}` is no seat"));
        Some(seat.and_then(|seat| Ok(Self { seat, act: act? })))
    }

    /// Does it; returns the ply as the page writes it.
    ///
    /// # Errors
    /// Why the rules do not let it; nothing has changed.
    pub fn happen(&self, table: &mut dyn Table) -> Result<Value, String> {
        let seat = self.seat;
        if seat >= table.seats() {
            return Err(format!("there is no seat {seat}"));
        }
        let board = table.board_of(seat);
        if table.verdict().is_over() {
            return Err("the game is over".into());
        }
        let (deed, told, piece) = match self.act {
            Act::Illegal(text) => ("illegal", illegal(table, seat, text)?, None),
            Act::Flag => {
                if table.on_move(board) != Some(seat) {
                    return Err("only the clock of a seat on move runs".into());
                }
                table.out_of_time(seat);
                ("flag", "flag".into(), None)
            }
            Act::Resign if table.resign(seat) => ("resign", "resigns".into(), None),
            Act::Resign => return Err("the rules do not let this seat resign now".into()),
            Act::Agree => {
                table.agree(seat);
                ("agree", "draw agreed".into(), None)
            }
            Act::Withhold => {
                let letter = table.withhold(seat).map_err(|error| error.to_string())?;
                ("withhold", format!("keeps {letter} back"), Some(letter))
            }
            Act::HandOver(role) => {
                table.hand_over(seat, role).map_err(|error| error.to_string())?;
                ("hand-over", format!("hands {} over", role.letter()), Some(role.letter()))
            }
        };
        Ok(json!({
            "seat": seat, "board": board, "number": 0, "uci": "", "san": told, "deed": deed,
            "piece": piece,
        }))
    }
}

/// An illegal move is seen at once, and the rules say what follows.
fn illegal(table: &mut dyn Table, seat: usize, text: &str) -> Result<String, String> {
    let board = table.board_of(seat);
    if table.on_move(board) != Some(seat) {
        return Err(format!("seat {seat} is not on move"));
    }
    match table.read(board, text) {
        Ok(_) => return Err(format!("`{text}` is legal")),
        Err(error) if error.misplay() == Misplay::Garbage => return Err(error.to_string()),
        Err(_) => {}
    }
    Ok(match table.punish(seat, text) {
        Penalty::Lost => format!("{text}: illegal, lost"),
        Penalty::PieceForfeited => format!("{text}: illegal, the piece is gone"),
        Penalty::MoveForfeited => format!("{text}: illegal, the move is gone"),
        Penalty::PlayAgain => format!("{text}: illegal, taken back"),
    })
}

/// What the rules say about conduct, for the page to offer.
pub fn rules(table: &dyn Table) -> Value {
    let rules = match table.position() {
        AnyPosition::Pair(pair) => Some(*pair.rules()),
        _ => None,
    };
    json!({
        "hidesPromotions": rules.is_some_and(|rules| rules.promotion == Promotion::PawnShaped),
        "asksOnly": rules.is_some_and(|rules| rules.talk == Talk::Requests),
        "withholds": rules.is_some_and(|rules| rules.may_withhold),
    })
}
