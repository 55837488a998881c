//! The threads of a search, and the vote on which thread's move is played.

use super::api::Listener;
use super::depth::Depth;
use super::root_move::{RootMove, RootResult};
use super::worker::{SearchShared, ThreadData, Worker};
use crate::base::crew::together;
use crate::eval::Eval;
use crate::game::Searchable;

/// Vote of the threads: weight of the thread with the lowest score, in centipawns.
const VOTE_BASE: i32 = 20;

/// Every thread deepens on its own; threads learn from each other through the table. A helper
/// that could not be started, for want of memory, is done without.
pub fn run_threads<G: Searchable, E: Eval<G>>(
    game: &G,
    threads: &mut [ThreadData<G, E>],
    shared: &SearchShared,
    moves: &[RootMove],
    listener: &mut (impl Listener + Send),
) -> Vec<RootResult> {
    let Some((main, helpers)) = threads.split_first_mut() else { return Vec::new() };
    let helpers = helpers.iter_mut().enumerate().map(|(index, thread)| {
        let game = game.clone();
        move || {
            let first_depth = Depth::new(1 + index as i32 % 2);
            Worker::new(&game, thread, shared, false).deepen(moves.to_vec(), first_depth, &mut ())
        }
    });
    let main = Worker::new(game, main, shared, true);
    let (found, others) =
        together(|| main.deepen(moves.to_vec(), Depth::new(1), listener), helpers);
    std::iter::once(found).chain(others).collect()
}

/// The result to answer with. Each thread votes for its own move, with more weight for a
/// better score found deeper; with several lines asked for, the main thread decides.
pub fn elect(results: &[RootResult], lines: usize) -> Option<&RootResult> {
    let main = results.first()?;
    if lines > 1 || main.score().is_decided() {
        return Some(main);
    }
    let lowest = results.iter().map(RootResult::score).min()?;
    let weight = |result: &RootResult| {
        i64::from((result.score() - lowest + VOTE_BASE) * result.depth.plies())
    };
    let best_move = |result: &RootResult| result.moves.first().map(|root| root.mv);
    let votes = |candidate: &RootResult| -> i64 {
        let agrees = |other: &&RootResult| best_move(other) == best_move(candidate);
        results.iter().filter(agrees).map(weight).sum()
    };
    // Ties go to the main thread.
    results.iter().rev().max_by_key(|result| (votes(result), weight(result)))
}
