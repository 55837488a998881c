//! `kralle annotate`: what happened in a game. Every position of a record is analysed, both
//! boards where there are two, with the clocks as they stood; each move is judged by what it
//! cost its team; what is found becomes remarks in the record, a table of turning points,
//! JSON, a page for any browser, and a graph.

pub mod command;
mod graph;
mod judge;
mod page;
mod positions;
mod report;

use std::time::Duration;

pub use judge::{Judgement, Mark, Remark};
pub use page::{html, to_json};
pub use positions::PositionView;

use crate::game::table::Table;
use crate::player::PlayerError;
use crate::tools::records::{RecordedGame, ReplayError};

/// How hard to look.
#[derive(Clone, Copy, Debug)]
pub struct AnnotateOrder {
    /// Nodes for each position.
    pub nodes: Option<u64>,
    /// Time for each position.
    pub time: Option<Duration>,
    /// Positions analysed at once.
    pub threads: usize,
    /// Table of each of them, in MiB.
    pub hash_mib: usize,
}

/// A game with all that was found.
#[derive(Clone, Debug)]
pub struct Annotated {
    /// The game, with remarks.
    pub game: RecordedGame,
    /// What its seats are called.
    pub seats: Vec<SeatSummary>,
    /// Before each ply, and after the last one.
    pub positions: Vec<PositionView>,
    /// Of each ply.
    pub judgements: Vec<Judgement>,
}

/// How a seat played.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatSummary {
    /// `1w`, `w`, `a`.
    pub word: String,
    /// Who sat there.
    pub player: String,
    /// The team, by number.
    pub team: usize,
    /// Its moves.
    pub moves: usize,
    /// What they cost its team together: the sum of lost chances, 1 for a whole game.
    pub lost: f64,
    /// Inaccuracies, mistakes and blunders.
    pub marks: [usize; 3],
}

/// Why a game cannot be annotated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum AnnotateError {
    #[error(transparent)]
    Replay(#[from] ReplayError),
    #[error(transparent)]
    Player(#[from] PlayerError),
}

/// A doubtful move is looked at again with so many times the nodes.
const SECOND_LOOK: u32 = 4;

/// Analyses a game and judges its moves. `heard` is told how many positions of how many are
/// done. With a limit in nodes the result is the same every time, whatever the threads.
///
/// # Errors
/// If the game cannot be played through, or there is no memory.
///
/// # Examples
/// ```
/// use kralle::Variant;
/// use kralle::tools::annotate::{AnnotateOrder, Mark, annotate};
/// use kralle::tools::records;
///
/// let text = "[Variant \"Chess\"]\n\n1. f3 e5 2. g4 Qh4# 0-1";
/// let game = records::read(text, &Variant::find("chess")?)?.remove(0);
/// let order = AnnotateOrder { nodes: Some(10_000), time: None, threads: 1, hash_mib: 1 };
/// let found = annotate(&game, &order, &|_, _| {})?;
/// assert_eq!(found.judgements[2].mark, Some(Mark::Blunder));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn annotate(
    game: &RecordedGame,
    order: &AnnotateOrder,
    heard: &(dyn Fn(usize, usize) + Sync),
) -> Result<Annotated, AnnotateError> {
    let all: Vec<usize> = (0..=game.plies.len()).collect();
    let mut positions = positions::look(game, &all, order, heard)?;
    positions::carry_back(game, &mut positions)?;
    let doubtful = |positions: &[PositionView]| -> Vec<usize> {
        let judged = judge::all(game, positions);
        let plies = judged.iter().enumerate().filter(|(_, judged)| judged.mark.is_some());
        let mut both: Vec<usize> = plies.flat_map(|(ply, _)| [ply, ply + 1]).collect();
        both.dedup();
        both
    };
    let again = doubtful(&positions);
    let harder = AnnotateOrder {
        nodes: order.nodes.map(|nodes| nodes * u64::from(SECOND_LOOK)),
        time: order.time.map(|time| time * SECOND_LOOK),
        ..*order
    };
    for (at, view) in again.iter().zip(positions::look(game, &again, &harder, heard)?) {
        positions[*at] = view;
    }
    positions::carry_back(game, &mut positions)?;
    let judgements = judge::all(game, &positions);
    let (kind, mut game) = (game.kind.clone(), game.clone());
    for ((ply, judged), view) in game.plies.iter_mut().zip(&judgements).zip(&positions[1..]) {
        report::remark(ply, judged, view, &kind);
    }
    let table = game.table_after(0)?;
    let seats = summaries(&game, &*table, &judgements);
    Ok(Annotated { game, seats, positions, judgements })
}

fn summaries(game: &RecordedGame, table: &dyn Table, judged: &[Judgement]) -> Vec<SeatSummary> {
    let of = |seat: usize| {
        let own = game.plies.iter().zip(judged).filter(|(ply, _)| ply.played.seat == seat);
        let mut summary = SeatSummary {
            word: crate::tools::json::seat_word(table, seat),
            player: game.player(table, seat),
            team: table.team(seat),
            moves: 0,
            lost: 0.0,
            marks: [0; 3],
        };
        for (_, judged) in own {
            summary.moves += 1;
            summary.lost += judged.loss;
            if let Some(mark) = judged.mark {
                summary.marks[mark as usize] += 1;
            }
        }
        summary
    };
    (0..table.seats()).map(of).collect()
}
