//! An 8x8 board as plain text, for the command `d`.

use std::fmt::Write;

use crate::board::{Color, Piece, Set, Square, multi};
use crate::game::Playable;
use crate::game::multi::{MultiGame, Position as MultiPosition};
use crate::game::pair::{Pair, Seat};
use crate::game::rules::Promotion;
use crate::game::single::Position;
use crate::notation::{Frozen, MultiSetup, PairSetup, Setup};

/// The board with its hands, then FEN, key, checkers and the number of legal moves.
pub fn single(position: &Position) -> String {
    let mut text = board(&position.to_setup());
    let _ = writeln!(text, "\nfen      {}", position.to_setup());
    let _ = writeln!(text, "key      {:016x}", position.key());
    let _ = writeln!(text, "checkers {}", squares(position.checkers()));
    if position.rules().superpieces {
        let board = position.board();
        let frozen = board.occupied().minus(board.awake(Color::White) | board.awake(Color::Black));
        let _ = writeln!(text, "frozen   {}", squares(frozen));
    }
    let _ = write!(text, "legal    {}", position.count_moves());
    text
}

/// Eight ranks from White's side, with a hand above and below where the game has hands. A
/// promoted piece has `~` behind it.
pub fn board(setup: &Setup) -> String {
    let mut text = String::new();
    if setup.brackets {
        let _ = writeln!(text, "    [{}]", hand(setup, Color::Black));
    }
    for rank in (0..8).rev() {
        let _ = write!(text, "  {}", rank + 1);
        for file in 0..8 {
            let square = Square::new(file, rank);
            let letter = setup.board.at(square).map_or('.', Piece::letter);
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
            text.insert(0, Piece::new(color, role).letter());
        }
    }
    text
}

fn squares(set: Set) -> String {
    let names: Vec<String> = set.into_iter().map(|square| square.to_string()).collect();
    if names.is_empty() { "-".into() } else { names.join(" ") }
}

/// Both boards side by side, then what belongs to the pair. Where promoted pieces keep the
/// shape of pawns, also what the players of the other board see.
pub fn pair(pair: &Pair, clocks: &[Option<u64>; 4]) -> String {
    let setups = [0, 1].map(|index| pair.board(index).map(Position::to_setup));
    let drawn = setups.each_ref().map(|setup| setup.as_ref().map(board).unwrap_or_default());
    let (left, right): (Vec<&str>, Vec<&str>) =
        (drawn[0].lines().collect(), drawn[1].lines().collect());
    let mut text = format!(
        "{:<36}{}\n",
        "board 1",
        if pair.is_known(1) { "board 2" } else { "board 2 is unknown" }
    );
    for row in 0..left.len().max(right.len()) {
        let cell = |lines: &[&str]| lines.get(row).copied().unwrap_or_default().to_owned();
        let line = format!("{:<36}{}", cell(&left), cell(&right));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let [Some(first), second] = setups else { return text };
    let shaped = pair.rules().promotion == Promotion::PawnShaped;
    if shaped {
        for (index, setup) in [Some(&first), second.as_ref()].into_iter().enumerate() {
            if let Some(setup) = setup.filter(|setup| !setup.board.promoted().is_empty()) {
                let seen = setup.hiding_promotions();
                let _ = writeln!(text, "board {} as the other board sees it: {seen}", index + 1);
            }
        }
    }
    let [a, b, c, d] = *clocks;
    let fen = PairSetup { first, second, clocks: [[a, b], [c, d]] };
    let _ = writeln!(text, "\nfen      {fen}");
    let _ = writeln!(text, "key      {:016x}", pair.key());
    for seat in Seat::ALL {
        if let Some(millis) = clocks[seat.index()] {
            let _ = writeln!(text, "clock    {seat} {millis} ms");
        }
    }
    let _ = writeln!(text, "on move  {}", on_move(pair));
    let _ = writeln!(text, "legal    {} + {}", pair.count_on(0), pair.count_on(1));
    let _ = write!(text, "verdict  {}", pair.verdict());
    text
}

fn on_move(pair: &Pair) -> String {
    let seats = (0..2).filter(|&index| pair.is_running(index)).map(|index| pair.on_move(index));
    let names: Vec<String> = seats.map(|seat| seat.to_string()).collect();
    if names.is_empty() { "-".into() } else { names.join(" ") }
}

/// A board of three or four seats, then FEN, key, checkers and the number of legal moves.
pub fn multi<K: MultiGame>(position: &MultiPosition<K>) -> String {
    let mut text = multi_board(&position.to_setup());
    let shape = K::LAYOUT.shape;
    let checkers: Vec<String> =
        position.checkers().into_iter().map(|square| shape.name(square)).collect();
    let checkers = if checkers.is_empty() { "-".into() } else { checkers.join(" ") };
    let _ = writeln!(text, "\nfen      {}", position.to_setup());
    let _ = writeln!(text, "key      {:016x}", position.key());
    let _ = writeln!(text, "checkers {checkers}");
    let _ = write!(text, "legal    {}", position.count_moves());
    text
}

/// The board as the cross or the T that it is, with the seat to move below it.
pub fn multi_board(setup: &MultiSetup) -> String {
    let shape = setup.shape;
    let mut text = String::new();
    let on_rank = |wanted: u8| -> multi::Set {
        shape.squares.into_iter().filter(|&s| s.rank() == wanted).collect()
    };
    for index in (0..shape.ranks).rev() {
        let _ = write!(text, " {:>2} ", index + 1);
        let mut column = 0;
        for square in on_rank(index) {
            while column < square.file() {
                text += "   ";
                column += 1;
            }
            match setup.board.at(square) {
                Some(piece) => {
                    let seat = shape.letter(piece.seat());
                    let _ = write!(text, " {seat}{}", piece.role().letter());
                }
                None => text += "  .",
            }
            column += 1;
        }
        text += "\n";
    }
    text += "    ";
    for &letter in shape.grid.files() {
        let _ = write!(text, "  {}", letter as char);
    }
    let seat = shape.letter(setup.turn);
    let _ = write!(text, "\n    to move: {seat}");
    if !setup.frozen.is_empty() {
        let frozen = Frozen { shape, seats: setup.frozen, checked: setup.checked };
        let _ = write!(text, ", frozen: {frozen}");
    }
    text += "\n";
    text
}
