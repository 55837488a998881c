//! `kralle annotate`: what happened in a game. Every position of a record is analysed, both
//! boards where there are two, with the clocks as they stood; each move is judged by what it
//! cost its team; what is found becomes remarks in the record, a table of turning points,
//! JSON, a page for any browser, and a graph.

mod analyst;
pub mod command;
mod graph;
mod judge;
mod order;
mod page;
mod positions;
mod report;

pub use judge::{Judgement, Mark, Remark};
pub use order::{AnnotateError, AnnotateOrder};
pub use page::{html, to_json};
pub use positions::PositionView;

use self::analyst::Analyst;
use crate::board::Move;
use crate::game::table::Table;
use crate::tools::records::RecordedGame;

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

/// A mate is looked for with so many times the nodes where a seat on move is far ahead.
const MATE_LOOK: u32 = 100;
/// Moves that seem at least so bad are looked at again, with so many times the nodes.
const LOOKS_AGAIN: [(Mark, u32); 2] = [(Mark::Inaccuracy, 4), (Mark::Blunder, 8)];
/// So hard is looked at what would have come of the best move instead of a blunder.
const LAST_LOOK: u32 = 8;

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
    let analyst = Analyst::new(game, order, heard)?;
    let at = |plies: &[usize]| plies.iter().map(|&plies| analyst.after(plies)).collect::<Vec<_>>();
    let all: Vec<usize> = (0..=game.plies.len()).collect();
    let mut positions = analyst.look(&at(&all), 1)?;
    positions::carry_back(game, &analyst.tables, &mut positions);
    let look_again = |positions: &mut [PositionView], which: &[usize], times: u32| {
        for (&plies, view) in which.iter().zip(analyst.look(&at(which), times)?) {
            // A mate that is known stays known.
            if view.knows_mates_of(&positions[plies]) {
                positions[plies] = view;
            }
        }
        positions::carry_back(game, &analyst.tables, positions);
        Ok::<(), AnnotateError>(())
    };
    let ahead: Vec<usize> = all.into_iter().filter(|&at| positions[at].may_mate()).collect();
    look_again(&mut positions, &ahead, MATE_LOOK)?;
    for (least, times) in LOOKS_AGAIN {
        let doubtful = marked(game, &positions, least);
        let mut both: Vec<usize> = doubtful.flat_map(|ply| [ply, ply + 1]).collect();
        both.dedup();
        look_again(&mut positions, &both, times)?;
    }
    look_instead(game, &analyst, &mut positions)?;
    let judgements = judge::all(game, &positions);
    let (kind, mut game) = (game.kind.clone(), game.clone());
    for ((ply, judged), view) in game.plies.iter_mut().zip(&judgements).zip(&positions[1..]) {
        report::remark(ply, judged, view, &kind);
    }
    let seats = summaries(&game, &*analyst.tables[0], &judgements);
    Ok(Annotated { game, seats, positions, judgements })
}

/// The plies that seem at least so bad.
fn marked(
    game: &RecordedGame,
    positions: &[PositionView],
    least: Mark,
) -> impl Iterator<Item = usize> + use<> {
    let judged = judge::all(game, positions).into_iter().enumerate();
    judged.filter(move |(_, judged)| judged.mark >= Some(least)).map(|(ply, _)| ply)
}

/// A search before a move does not see what the move lets the other board do. So of what seems a
/// blunder the best move is looked at from behind, too, unless it is known to mate.
fn look_instead(
    game: &RecordedGame,
    analyst: &Analyst<'_>,
    positions: &mut [PositionView],
) -> Result<(), AnnotateError> {
    let best = |ply: usize| -> Option<Move> {
        let seat = positions[ply].seat(game.plies[ply].played.seat)?;
        let line = seat.lines.first().filter(|line| line.score.mates_in().is_none())?;
        Some(line.moves.first()?.on_board(seat.board))
    };
    let blunders = marked(game, positions, Mark::Blunder);
    let (plies, questions): (Vec<usize>, Vec<_>) =
        blunders.filter_map(|ply| Some((ply, analyst.after_instead(ply, best(ply)?)))).unzip();
    for (ply, view) in plies.into_iter().zip(analyst.look(&questions, LAST_LOOK)?) {
        positions[ply].learn_of_best(&view, game.plies[ply].played.seat);
    }
    Ok(())
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
