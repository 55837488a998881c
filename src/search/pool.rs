//! The threads of a search, and the vote on which thread's move is played.

use std::sync::Mutex;

use super::api::Listener;
use super::root_move::{RootMove, RootResult};
use super::worker::{SearchShared, ThreadData, Worker};
use crate::base::crew::together;
use crate::eval::Eval;
use crate::game::Searchable;

/// Vote of the threads: weight of the thread with the lowest score, in centipawns.
const VOTE_BASE: i32 = 20;

/// Threads learn from each other through the table and from the iterations that they complete.
/// A helper that could not be started, for want of memory, is done without.
pub fn run_threads<G: Searchable, E: Eval<G>>(
    game: &G,
    threads: &mut [ThreadData<G, E>],
    shared: &SearchShared,
    moves: &[RootMove],
    listener: &mut (impl Listener + Send),
) -> Vec<RootResult> {
    let listener = &Mutex::new(listener);
    let mut workers = threads.iter_mut().enumerate().map(|(index, thread)| {
        let game = game.clone();
        move || Worker::new(game, thread, shared, index).deepen(moves.to_vec(), listener)
    });
    let Some(main) = workers.next() else { return Vec::new() };
    let (found, others) = together(main, workers);
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
