//! An analysis for the page: a line of JSON a round, until the page goes away.

use std::time::Duration;

use serde::Deserialize;

use super::error::PageError;
use super::players::Players;
use super::position::PositionRequest;
use super::work::Work;
use crate::eval::chances::Chances;
use crate::game::table::MOST_SEATS;
use crate::player::EngineSettings;
use crate::player::analysis::AnalysisOrder;
use crate::tools::json;

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
    /// Threads of the search; without, as many as are usual.
    #[serde(default)]
    threads: Option<usize>,
    /// Size of the table, in MiB, likewise.
    #[serde(default)]
    hash: Option<usize>,
}

/// A page that is forgotten searches no longer than this.
const LONGEST: Duration = Duration::from_secs(15 * 60);
/// No page shows more lines.
const MOST_LINES: usize = 10;

/// Makes work of a request.
///
/// # Errors
/// What is wrong with the position, or that too much is asked at once.
pub fn prepare(players: &Players, request: &AnalysisRequest) -> Result<Work, PageError> {
    let permit = players.permit()?;
    let replayed = request.position.replay()?;
    if replayed.table.verdict().is_over() {
        return Err(PageError::bad("the game is over: there is nothing to analyse"));
    }
    let Players { usual, most, .. } = players;
    let settings = EngineSettings {
        hash_mib: request.hash.unwrap_or(usual.hash_mib).clamp(1, most.hash_mib),
        threads: request.threads.unwrap_or(usual.threads).clamp(1, most.threads),
    };
    let player = players.lend(&replayed.variant, settings)?;
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
        mates: None,
    };
    let run = player.get().analyse(&*replayed.table, order).map_err(PageError::bad)?;
    Ok(Box::new(move |control, say| {
        let _held = (permit, player);
        run(control, &mut |found| say(json::analysis(&found, &*replayed.table)));
    }))
}
