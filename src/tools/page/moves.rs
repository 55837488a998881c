//! A move of the engine for one seat: what it says meanwhile, line by line, then the move.

use std::time::Duration;

use serde::Deserialize;
use serde_json::json as object;

use super::error::PageError;
use super::players::Players;
use super::position::PositionRequest;
use super::work::Work;
use crate::game::pair::PartnerMessage;
use crate::player::SearchEvent;
use crate::player::event::WaitReason;
use crate::search::strength::FULL;
use crate::tools::json;
use crate::tools::seat::SeatRequest;

/// What the page asks.
#[derive(Clone, Debug, Deserialize)]
pub struct MoveRequest {
    #[serde(flatten)]
    position: PositionRequest,
    /// Who is to move.
    seat: usize,
    /// How strong, 0 to 20.
    #[serde(default = "full")]
    level: f64,
    /// So long at most, in ms, where there is no clock.
    #[serde(default)]
    time: Option<u64>,
    /// Clocks by seat, in ms; empty where there are none.
    #[serde(default)]
    clocks: Vec<u64>,
    /// Added after each move, in ms.
    #[serde(default)]
    increment: u64,
    /// What the partner has said, and still holds.
    #[serde(default)]
    heard: Vec<String>,
    /// Chooses the mistakes of a weak player.
    #[serde(default)]
    seed: u64,
}

fn full() -> f64 {
    FULL
}

/// Without a clock and a time: so long.
const USUAL: Duration = Duration::from_millis(1_000);
/// No move takes longer without a clock.
const LONGEST: u64 = 60_000;

/// Makes work of a request.
///
/// # Errors
/// What is wrong with the request, or that too much is asked at once.
pub fn prepare(players: &Players, request: &MoveRequest) -> Result<Work, PageError> {
    let permit = players.permit()?;
    let replayed = request.position.replay()?;
    let (table, seat) = (replayed.table, request.seat);
    if seat >= table.seats() || table.on_move(table.board_of(seat)) != Some(seat) {
        return Err(PageError::bad(format!("seat {seat} is not on move")));
    }
    let read = |text: &String| {
        text.parse::<PartnerMessage>().map_err(|error| PageError::bad(format!("`{text}`: {error}")))
    };
    let heard: Vec<PartnerMessage> = request.heard.iter().map(read).collect::<Result<_, _>>()?;
    let player = players.lend(&replayed.variant, players.usual)?;
    let ask = SeatRequest {
        seat,
        level: request.level,
        seed: request.seed,
        time: request.time.map_or(USUAL, |time| Duration::from_millis(time.min(LONGEST))),
        clocks: request.clocks.iter().copied().map(Duration::from_millis).collect(),
        increment: Duration::from_millis(request.increment),
        heard,
    };
    let search = ask.search(player.get(), table.position()).map_err(PageError::bad)?;
    Ok(Box::new(move |control, say| {
        let _held = (permit, player);
        let board = table.board_of(seat);
        search(control, &mut |event| match event {
            SearchEvent::Tell(_, message) => say(object!({ "tell": message.to_string() })),
            SearchEvent::Sits(most, reason) => {
                let piece = match reason {
                    WaitReason::Better(role) => Some(role.letter()),
                    WaitReason::Asked | WaitReason::Lost | WaitReason::Mates => None,
                };
                say(object!({ "sits": most.as_millis() as u64, "piece": piece }));
            }
            SearchEvent::Answer(answer) => {
                let best = answer.best.map(|mv| table.write(mv.on_board(board)));
                say(object!({ "move": best, "score": answer.score.map(json::score) }));
            }
            SearchEvent::Info(_) | SearchEvent::Total { .. } | SearchEvent::Restart => {}
        });
    }))
}
