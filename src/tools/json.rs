//! Positions and analyses as JSON: for the page, for reports, for files.
//! Moves are UCI with their board's digit, scores `{"cp": 31}` or `{"mate": 2}`, chances 0
//! to 1, times ms, seats numbers from 0 in order of turn.

use serde_json::{Value, json};

use super::diagram::{BoardDiagram, Diagram, Figure, Place};
use crate::base::Score;
use crate::board::Move;
use crate::game::catalogue::Variant;
use crate::game::pair::Seat;
use crate::game::table::{AnyPosition, Played, Table};
use crate::player::analysis::{Analysis, SeatAnalysis};

/// Are there two boards?
pub fn is_pair(table: &dyn Table) -> bool {
    matches!(table.position(), AnyPosition::Pair(_))
}

/// What a seat is called: `1w`, `w`, `c`.
pub fn seat_word(table: &dyn Table, seat: usize) -> String {
    match table.position() {
        AnyPosition::Pair(_) => Seat::ALL[seat & 3].to_string(),
        AnyPosition::Single(_) => ["w", "b"][seat & 1].into(),
        AnyPosition::Four(_) | AnyPosition::Three(_) | AnyPosition::Teams(_) => {
            table.seat_name(seat).to_lowercase()
        }
    }
}

/// A score from the view of its seat.
pub fn score(score: Score) -> Value {
    match score.to_string().split_once(' ') {
        Some((kind, number)) => json!({ kind: number.parse::<i32>().unwrap_or_default() }),
        None => Value::Null,
    }
}

/// A move that was played.
pub fn played(ply: &Played) -> Value {
    json!({
        "seat": ply.seat, "board": ply.board, "number": ply.number, "uci": ply.text,
        "san": ply.san,
    })
}

/// All that is drawn of a position: boards with pieces, hands and seats; who sits where; how
/// the game stands.
pub fn position(variant: &Variant, table: &dyn Table) -> Value {
    let diagram = Diagram::of(table);
    let verdict = table.verdict();
    let boards: Vec<Value> = diagram.boards.iter().map(board).collect();
    json!({
        "variant": variant.name(),
        "fen": table.fen(),
        "boards": boards,
        "seats": seats(table),
        "verdict": verdict.to_string(),
        "over": verdict.is_over(),
        "result": verdict.result(),
        "clocks": table.fen_clocks(),
    })
}

/// Who sits where, with whom.
pub fn seats(table: &dyn Table) -> Vec<Value> {
    (0..table.seats())
        .map(|seat| {
            json!({
                "seat": seat, "name": seat_word(table, seat), "board": table.board_of(seat),
                "team": table.team(seat), "partner": table.partner(seat),
            })
        })
        .collect()
}

fn board(board: &BoardDiagram) -> Value {
    let name = |place: &Place| place.name(board.files);
    let pieces: Vec<Value> = board.pieces.iter().map(|figure| piece(figure, board.files)).collect();
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
    })
}

fn piece(figure: &Figure, files: &[u8]) -> Value {
    json!({
        "at": figure.place.name(files), "role": figure.role.letter(),
        "army": figure.army.letter(), "promoted": figure.promoted, "frozen": figure.frozen,
    })
}

/// Moves of a line that are written.
const LINE_LENGTH: usize = 10;

/// The beginning of a line in SAN.
pub fn san_line(table: &dyn Table, board: usize, moves: &[Move]) -> Vec<String> {
    let (mut table, mut line) = (table.copy(), Vec::new());
    for &mv in moves.iter().take(LINE_LENGTH) {
        // A line on one of two boards may need a piece that only the search was promised.
        let text = table.write(mv.on_board(board));
        let Some(seat) = table.on_move(board) else { break };
        let Ok(played) = table.play(seat, &text) else { break };
        line.push(played.san);
    }
    line
}

/// An analysis of a table: the chances of each team, and what is known of each seat.
pub fn analysis(analysis: &Analysis, table: &dyn Table) -> Value {
    let teams: Vec<Value> = analysis
        .outlooks
        .iter()
        .map(|outlook| {
            json!({
                "seats": outlook.seats, "win": outlook.win, "draw": outlook.draw,
                "loss": outlook.loss, "share": outlook.share(),
            })
        })
        .collect();
    let seats: Vec<Value> = analysis.seats.iter().map(|known| seat(known, table)).collect();
    json!({
        "teams": teams, "seats": seats, "nodes": analysis.nodes,
        "time": analysis.time.as_millis() as u64,
    })
}

fn seat(seat: &SeatAnalysis, table: &dyn Table) -> Value {
    let write = |mv: Move| table.write(mv.on_board(seat.board));
    let san = |mv: Move| table.san(mv.on_board(seat.board));
    let lines: Vec<Value> = seat
        .lines
        .iter()
        .map(|line| {
            let moves: Vec<String> = line.moves.iter().map(|&mv| write(mv)).collect();
            json!({
                "score": score(line.score), "depth": line.depth, "moves": moves,
                "san": san_line(table, seat.board, &line.moves),
            })
        })
        .collect();
    let pieces: Vec<Value> = seat
        .pieces
        .iter()
        .map(|effect| {
            json!({
                "piece": effect.role.letter(), "with": score(effect.with),
                "against": score(effect.against),
            })
        })
        .collect();
    let sitting = seat.sitting.map(|sitting| {
        json!({
            "moving": score(sitting.moving), "waiting": score(sitting.waiting),
            "piece": sitting.piece.map(|role| role.letter()), "lead": sitting.lead,
            "sits": sitting.sits,
        })
    });
    let crossings: Vec<Value> = seat
        .crossings
        .iter()
        .map(|crossing| {
            json!({
                "move": write(crossing.capture), "san": san(crossing.capture),
                "piece": crossing.piece.letter(), "mate": (crossing.mate + 1) / 2,
            })
        })
        .collect();
    let joint_mate = seat.joint_mate.map(|mate| {
        let first = mate.first.own_move();
        json!({ "move": first.map(write), "san": first.map(san), "mate": mate.moves })
    });
    json!({
        "seat": seat.seat, "name": seat_word(table, seat.seat), "board": seat.board,
        "score": seat.score.map(score), "lines": lines, "pieces": pieces,
        "sitting": sitting,
        "keep": seat.keep.iter().map(|role| role.letter()).collect::<Vec<_>>(),
        "crossings": crossings, "jointMate": joint_mate,
    })
}
