//! A search under way, and what it is for.

use std::sync::Arc;
use std::thread::JoinHandle;

use crate::search::SearchControl;

/// A search under way.
pub(super) struct RunningSearch {
    pub purpose: Purpose,
    pub control: Arc<SearchControl>,
    /// It waits for something to change, as long as the clock allows.
    pub sits: bool,
    pub thread: JoinHandle<()>,
}

/// What a search is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// To find a move.
    Move,
    /// To use the opponent's time: this move is expected, and stands on the desk, not
    /// in the record.
    Ponder(String),
    /// To be watched.
    Analysis,
}

impl RunningSearch {
    /// Waits for the end of the thread.
    pub(super) fn wait(self) -> Purpose {
        // A thread that panicked has said so; there is nothing to add.
        let _ = self.thread.join();
        self.purpose
    }
}
