//! What the evaluation of an 8x8 game makes of a position, as text for the command `eval`.

use std::fmt::Write;

use crate::board::multi::Seats;
use crate::board::{Piece, Square};
use crate::eval::Eval;
use crate::eval::chosen::{AnyEval, SeatsEval};
use crate::eval::net::Inspection;
use crate::game::multi::{MultiGame, Paranoid, Position as MultiPosition};
use crate::game::single::Position;

/// Terms and value; of a network also what it thinks of each piece.
pub fn opinion(mut eval: AnyEval, position: &Position) -> String {
    let terms = eval.explain(position);
    eval.reset(position);
    let text = explanation(&terms, ["White", "Black"], eval.evaluate(position));
    match eval {
        AnyEval::Classical(_) => text,
        AnyEval::Network(network) => {
            format!("{}\n\n{text}", inspection(&network.inspect(position), position))
        }
    }
}

/// The board with each piece's worth below it, the hands, and the output buckets.
fn inspection(seen: &Inspection, position: &Position) -> String {
    let worth = |at: Square| seen.pieces.iter().find(|&&(_, square, _)| square == at);
    let mut text = String::from("what the network would miss of each piece, in centipawns\n");
    for rank in (0..8).rev() {
        let mut letters = format!("  {} ", rank + 1);
        let mut values = String::from("    ");
        for file in 0..8 {
            let square = Square::new(file, rank);
            let letter = position.board().at(square).map_or('.', Piece::letter);
            let mark = if position.board().promoted().has(square) { "~" } else { "" };
            let _ = write!(letters, "{:>7}", format!("{letter}{mark}"));
            let value = worth(square).map(|(.., value)| format!("{value:+}")).unwrap_or_default();
            let _ = write!(values, "{value:>7}");
        }
        for line in [letters, values] {
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    text += "    ";
    for file in 'a'..='h' {
        let _ = write!(text, "{file:>7}");
    }
    text += "\nin hand, the last of a kind\n   ";
    for (piece, count, value) in &seen.held {
        let _ = write!(text, " {count}{piece:?} {value:+}");
    }
    text += if seen.held.is_empty() { " nothing\n" } else { "\n" };
    text += "output buckets, for the side to move; the one in use in brackets\n   ";
    for (bucket, value) in seen.buckets.iter().enumerate() {
        let _ = if bucket == seen.bucket {
            write!(text, " [{value:+}]")
        } else {
            write!(text, " {value:+}")
        };
    }
    text
}

/// The terms of an evaluation as a table, and the sum from the view of the camp to move.
pub fn explanation(terms: &[(&str, [i32; 2])], sides: [&str; 2], value: i32) -> String {
    let mut text = format!("{:<24} {:>8} {:>8}\n", "centipawns", sides[0], sides[1]);
    for (name, [first, second]) in terms {
        let _ = writeln!(text, "{name:<24} {first:>8} {second:>8}");
    }
    let _ = write!(text, "for the side to move {value:>12}");
    text
}

/// Terms and value of a position of three or four seats.
pub fn multi_opinion<K: MultiGame>(mut eval: SeatsEval<K>, position: &MultiPosition<K>) -> String {
    let game = Paranoid::new(position.clone());
    let columns = eval.explain(&game);
    eval.reset(&game);
    let first = game.allies();
    let names = [first, K::LAYOUT.seats().minus(first)].map(|seats| letters::<K>(seats));
    let value = eval.evaluate(&game);
    explanation(&columns, [&names[0], &names[1]], value)
}

fn letters<K: MultiGame>(seats: Seats) -> String {
    seats.each().map(|seat| K::LAYOUT.shape.letter(seat)).collect()
}
