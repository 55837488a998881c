//! An analysis for the page: a line of JSON a round, until the page goes away.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::error::ApiError;
use super::position::{PositionRequest, seat_word};
use super::stream::{Server, Work, talk};
use crate::base::Score;
use crate::board::Move;
use crate::eval::chances::Chances;
use crate::game::table::{MOST_SEATS, Table};
use crate::player::analysis::{Analysis, AnalysisOrder, SeatAnalysis};

/// What the page asks.
#[derive(Clone, Debug, Deserialize)]
pub struct AnalysisRequest {
    #[serde(flatten)]
    position: PositionRequest,
    /// Lines for each seat on move.
    #[serde(default)]
    lines: usize,
    /// Nodes of all searches; without, it ends after [`LONGEST`].
    #[serde(default)]
    nodes: Option<u64>,
    /// Clocks by seat, in ms.
    #[serde(default)]
    clocks: Vec<Option<u64>>,
}

/// A page that is forgotten searches no longer than this.
const LONGEST: Duration = Duration::from_secs(15 * 60);
/// No page shows more lines.
const MOST_LINES: usize = 10;

/// `api/analyse`, a WebSocket.
pub async fn analyse(State(server): State<Arc<Server>>, upgrade: WebSocketUpgrade) -> Response {
    talk(upgrade, move |request| prepare(&server, &request))
}

/// # Errors
/// What is wrong with the position, or that too much is asked at once.
fn prepare(server: &Server, request: &AnalysisRequest) -> Result<Work, ApiError> {
    let permit = server.permit()?;
    let replayed = request.position.replay()?;
    if replayed.table.verdict().is_over() {
        return Err(ApiError::bad("the game is over: there is nothing to analyse"));
    }
    let player = server.player(&replayed.variant)?;
    let mut clocks = [None; MOST_SEATS];
    for (clock, given) in clocks.iter_mut().zip(&request.clocks) {
        *clock = given.map(Duration::from_millis);
    }
    let order = AnalysisOrder {
        nodes: request.nodes,
        time: Some(LONGEST),
        depth: None,
        lines: request.lines.clamp(1, MOST_LINES),
        clocks,
        chances: Chances::of(replayed.variant.like()),
    };
    let run = player.get().analyse(&*replayed.table, order).map_err(ApiError::bad)?;
    Ok(Box::new(move |control, say| {
        let _held = (permit, player);
        run(control, &mut |analysis| say(to_json(&analysis, &*replayed.table)));
    }))
}

/// An analysis as JSON: scores are `{"cp": 31}` or `{"mate": 2}` from the seat's view, moves are
/// UCI with their board's digit, chances are 0 to 1.
pub fn to_json(analysis: &Analysis, table: &dyn Table) -> Value {
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
    let seats: Vec<Value> = analysis.seats.iter().map(|seat| seat_json(seat, table)).collect();
    json!({
        "teams": teams, "seats": seats, "nodes": analysis.nodes,
        "time": analysis.time.as_millis() as u64,
    })
}

/// A score as JSON.
pub fn score_json(score: Score) -> Value {
    match score.to_string().split_once(' ') {
        Some((kind, number)) => json!({ kind: number.parse::<i32>().unwrap_or_default() }),
        None => Value::Null,
    }
}

fn seat_json(seat: &SeatAnalysis, table: &dyn Table) -> Value {
    let write = |mv: Move| table.write(mv.on_board(seat.board));
    let san = |mv: Move| table.san(mv.on_board(seat.board));
    let lines: Vec<Value> = seat
        .lines
        .iter()
        .map(|line| {
            let moves: Vec<String> = line.moves.iter().map(|&mv| write(mv)).collect();
            json!({
                "score": score_json(line.score), "depth": line.depth, "moves": moves,
                "san": line.moves.first().map(|&mv| san(mv)),
            })
        })
        .collect();
    let pieces: Vec<Value> = seat
        .pieces
        .iter()
        .map(|effect| {
            json!({
                "piece": effect.role.letter(), "with": score_json(effect.with),
                "against": score_json(effect.against),
            })
        })
        .collect();
    let sitting = seat.sitting.map(|sitting| {
        json!({
            "moving": score_json(sitting.moving), "waiting": score_json(sitting.waiting),
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
    json!({
        "seat": seat.seat, "name": seat_word(table, seat.seat), "board": seat.board,
        "score": seat.score.map(score_json), "lines": lines, "pieces": pieces,
        "sitting": sitting,
        "keep": seat.keep.iter().map(|role| role.letter()).collect::<Vec<_>>(),
        "crossings": crossings,
    })
}
