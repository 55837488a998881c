//! An 8x8 board as plain text, for the command `d`.

use std::fmt::Write;

use crate::board::{Color, Man, Set, Square};
use crate::game::Game;
use crate::game::single::Position;
use crate::notation::Setup;

/// The board with its hands, then FEN, key, checkers and the number of legal moves.
pub fn single(position: &Position) -> String {
    let mut text = board(&position.to_setup());
    let _ = writeln!(text, "\nfen      {}", position.to_setup());
    let _ = writeln!(text, "key      {:016x}", position.key());
    let _ = writeln!(text, "checkers {}", squares(position.checkers()));
    let _ = write!(text, "legal    {}", position.count_moves());
    text
}

/// Eight ranks from White's side, with a hand above and below where the game has hands. A
/// promoted man has `~` behind him.
pub fn board(setup: &Setup) -> String {
    let mut text = String::new();
    if setup.brackets {
        let _ = writeln!(text, "    [{}]", hand(setup, Color::Black));
    }
    for rank in (0..8).rev() {
        let _ = write!(text, "  {}", rank + 1);
        for file in 0..8 {
            let square = Square::new(file, rank);
            let letter = setup.board.at(square).map_or('.', Man::letter);
            let mark = if setup.board.promoted().has(square) { '~' } else { ' ' };
            let _ = write!(text, " {letter}{mark}");
        }
        let to_move = match setup.turn {
            Color::White => rank == 0,
            Color::Black => rank == 7,
        };
        let line = text.trim_end().len();
        text.truncate(line);
        let _ = writeln!(text, "{}", if to_move { "  <" } else { "" });
    }
    text += "    a  b  c  d  e  f  g  h\n";
    if setup.brackets {
        let _ = writeln!(text, "    [{}]", hand(setup, Color::White));
    }
    text
}

/// A hand as letters, most valuable first.
pub fn hand(setup: &Setup, color: Color) -> String {
    let hand = setup.board.hand(color);
    let mut text = String::new();
    for role in hand.roles() {
        for _ in 0..hand.count(role) {
            text.insert(0, Man::new(color, role).letter());
        }
    }
    text
}

fn squares(set: Set) -> String {
    let names: Vec<String> = set.map(|square| square.to_string()).collect();
    if names.is_empty() { "-".into() } else { names.join(" ") }
}
