//! Iterative deepening by several threads. An iteration that one of them completes counts for all:
//! the others go on from what it found. None joins a depth at which half of them are at work.

use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::depth::Depth;
use super::root_move::{RootMove, RootResult};
use crate::base::Score;
use crate::board::Move;

/// What the threads of a search have found together.
pub struct Deepening {
    /// The deepest iteration that came to its end, in plies: to be looked at without the lock.
    completed: AtomicI32,
    iterations: Mutex<Iterations>,
}

/// The deepest iteration that came to its end, and who is at work on deeper ones.
pub struct Iterations {
    /// A single thread keeps the moves to itself.
    result: RootResult,
    /// The depth at which each thread works, the main one first.
    working: Vec<Depth>,
    pub stability: Stability,
}

/// How steady the search is from iteration to iteration: what its need for time rests on.
#[derive(Default)]
pub struct Stability {
    pub best: Option<Move>,
    /// Iterations for which that move has been the best.
    pub iterations: u32,
    /// The score of the best move, of the last iteration.
    pub score: Option<Score>,
}

impl Deepening {
    /// For so many threads. The main one is taken to be at the first depth from the start.
    pub fn new(threads: usize) -> Self {
        let mut working = vec![Depth::default(); threads];
        working[0] = Depth::new(1);
        let result = RootResult { moves: Vec::new(), depth: Depth::default() };
        let iterations = Iterations { result, working, stability: Stability::default() };
        Self { completed: AtomicI32::new(0), iterations: Mutex::new(iterations) }
    }

    fn lock(&self) -> MutexGuard<'_, Iterations> {
        self.iterations.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has any thread completed this depth?
    #[inline]
    pub fn has_completed(&self, depth: Depth) -> bool {
        self.completed.load(Ordering::Relaxed) >= depth.plies()
    }

    /// The depth, at most `last`, at which a thread works next; none once that is done. If another
    /// one has come deeper, its result takes the place of `own`.
    pub fn next(&self, thread: usize, own: &mut RootResult, last: Depth) -> Option<Depth> {
        let mut iterations = self.lock();
        if iterations.result.depth > own.depth {
            own.clone_from(&iterations.result);
        }
        if own.depth >= last {
            return None;
        }
        iterations.working[thread] = Depth::default();
        let working = &iterations.working;
        let at = |depth| working.iter().filter(|&&other| other == depth).count();
        let mut depth = own.depth + 1;
        while depth < last && at(depth) > 0 && 2 * at(depth) >= working.len() {
            depth = depth + 1;
        }
        iterations.working[thread] = depth;
        Some(depth)
    }

    /// An iteration came to its end. None if another thread has come as deep before: what that
    /// one has told takes the place of `own`. Otherwise others wait until what is answered is
    /// dropped.
    pub fn complete(&self, own: &mut RootResult) -> Option<MutexGuard<'_, Iterations>> {
        let mut iterations = self.lock();
        if own.depth <= iterations.result.depth {
            own.clone_from(&iterations.result);
            return None;
        }
        if iterations.working.len() > 1 {
            iterations.result.clone_from(own);
        }
        iterations.result.depth = own.depth;
        self.completed.store(own.depth.plies(), Ordering::Relaxed);
        Some(iterations)
    }

    /// The search ends while a thread is at work at this depth. What it has found so far counts
    /// unless another one has come deeper, or farther than its first move.
    pub fn end(&self, own: &mut RootResult, depth: Depth) {
        let iterations = self.lock();
        let found = &iterations.result;
        let has_score = own.moves.first().is_some_and(RootMove::is_known);
        if found.depth > own.depth && (found.depth >= depth || !has_score) {
            own.clone_from(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Role, Square};

    const LAST: Depth = Depth::new(9);

    fn result(depth: i32, square: u8) -> RootResult {
        let mut best = RootMove::new(Move::drop(Role::Knight, Square(square)));
        best.score = Score::cp(depth);
        RootResult { moves: vec![best], depth: Depth::new(depth) }
    }

    fn nothing() -> RootResult {
        RootResult { moves: result(0, 0).moves, depth: Depth::default() }
    }

    #[test]
    fn a_single_thread_goes_from_depth_to_depth() {
        let deepening = Deepening::new(1);
        let mut own = nothing();
        for plies in 1..=9 {
            assert_eq!(deepening.next(0, &mut own, LAST), Some(Depth::new(plies)));
            own.depth = Depth::new(plies);
            assert!(deepening.complete(&mut own).is_some());
        }
        assert_eq!(deepening.next(0, &mut own, LAST), None);
    }

    #[test]
    fn threads_overtake_each_other() {
        let deepening = Deepening::new(2);
        let [mut main, mut helper] = [nothing(), nothing()];
        // Though it asks later, the main thread begins at the first depth.
        assert_eq!(deepening.next(1, &mut helper, LAST), Some(Depth::new(2)));
        assert_eq!(deepening.next(0, &mut main, LAST), Some(Depth::new(1)));
        main = result(1, 5);
        assert!(deepening.complete(&mut main).is_some());
        assert_eq!(deepening.next(0, &mut main, LAST), Some(Depth::new(3)));
        helper = result(2, 7);
        assert!(!deepening.has_completed(Depth::new(2)));
        assert!(deepening.complete(&mut helper).is_some());
        assert!(deepening.has_completed(Depth::new(2)));
        assert_eq!(deepening.next(1, &mut helper, LAST), Some(Depth::new(4)));
        helper = result(4, 9);
        assert!(deepening.complete(&mut helper).is_some());
        // The main thread comes too late, and goes on from what the other has found and told.
        for depth in [3, 4] {
            let mut late = result(depth, 5);
            assert!(deepening.complete(&mut late).is_none());
            assert_eq!((late.depth, late.moves[0].mv), (helper.depth, helper.moves[0].mv));
        }
        assert_eq!(deepening.next(0, &mut main, LAST), Some(Depth::new(5)));
        assert_eq!((main.depth, main.moves[0].mv), (helper.depth, helper.moves[0].mv));
    }

    #[test]
    fn half_of_the_threads_may_be_at_one_depth_and_all_at_the_last() {
        let deepening = Deepening::new(4);
        let last = Depth::new(2);
        let depths = [1, 2, 3, 0].map(|thread| deepening.next(thread, &mut nothing(), last));
        assert_eq!(
            depths.map(|depth| depth.map(Depth::plies)),
            [Some(1), Some(2), Some(2), Some(1)]
        );
        let mut main = result(1, 5);
        assert!(deepening.complete(&mut main).is_some());
        assert_eq!(deepening.next(0, &mut main.clone(), last), Some(last));
    }

    #[test]
    fn at_the_end_the_deepest_result_counts() {
        let deepening = Deepening::new(2);
        assert!(deepening.complete(&mut result(4, 9)).is_some());
        let ends = |own: RootResult, depth| {
            let mut own = own;
            deepening.end(&mut own, Depth::new(depth));
            own.moves[0].mv.to()
        };
        let mut unknown = result(3, 5);
        unknown.moves[0].score = -Score::INFINITE;
        assert_eq!(ends(result(3, 5), 4), Square(9));
        assert_eq!(ends(unknown, 5), Square(9));
        assert_eq!(ends(result(3, 5), 5), Square(5));
        assert_eq!(ends(result(4, 5), 5), Square(5));
    }
}
