//! Searches under way: begun on threads of their own, given up, and what they say.

use std::sync::Arc;
use std::thread::JoinHandle;

use super::session::{Event, Session};
use super::speak;
use crate::player::event::SearchEvent;
use crate::protocol::uci::Go;
use crate::search::{Bound, Signal};

/// A search under way.
pub(super) struct Running {
    pub purpose: Purpose,
    pub signal: Arc<Signal>,
    /// It waits for something to change, as long as the clock allows.
    pub sits: bool,
    thread: JoinHandle<()>,
}

/// What a search is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// To find a move.
    Move,
    /// To use the opponent's time: this move is expected of him, and stands on the desk, not
    /// in the record.
    Ponder(String),
    /// To be watched.
    Analysis,
}

/// The stack of a search.
const STACK: usize = 32 << 20;

impl Session {
    /// Begins a search of what stands on the desk.
    pub(super) fn think(&mut self, purpose: Purpose, go: &Go) {
        let search = match self.desk.think(go, &self.settings) {
            Ok(search) => search,
            Err(error) => return self.say(&format!("# {error}")),
        };
        self.generation += 1;
        let generation = self.generation;
        let signal = Arc::new(Signal::default());
        let (orders, sender) = (Arc::clone(&signal), self.sender.clone());
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || {
            // A session that does not listen any more has ended.
            let mut say = |saying| drop(sender.send(Event::Said(generation, saying)));
            let answer = search(&orders, &mut say);
            let _ = sender.send(Event::Done(generation, answer));
        });
        match thread {
            Ok(thread) => self.running = Some(Running { purpose, signal, sits: false, thread }),
            Err(error) => self.say(&format!("# no thread can be started: {error}")),
        }
    }

    /// Is this the search under way, not one that was given up?
    pub(super) fn is_current(&self, generation: u64) -> bool {
        self.running.is_some() && self.generation == generation
    }

    /// Gives up the search under way and waits for its end, a few milliseconds. A move that
    /// was only expected is taken off the desk.
    pub(super) fn interrupt(&mut self) {
        let Some(running) = self.running.take() else { return };
        running.signal.stop();
        if let Purpose::Ponder(_) = running.wait() {
            self.back_to_the_record();
        }
    }

    /// The desk shows what has happened, and nothing that was only expected.
    pub(super) fn back_to_the_record(&mut self) {
        if let Err(error) = self.record.replay(&mut *self.desk) {
            self.say(&format!("# {error}"));
        }
    }

    /// What the search under way says.
    pub(super) fn overhear(&mut self, saying: SearchEvent) {
        let ponders = matches!(&self.running, Some(Running { purpose: Purpose::Ponder(_), .. }));
        match saying {
            SearchEvent::Thought(thought) => {
                // A bound is no score, while pondering the moves follow one that was not
                // played, and a mate that was found is found again at every depth.
                let again = thought.score.is_mate()
                    && self.last.as_ref().is_some_and(|last| last.moves == thought.moves);
                if self.post && !ponders && !again && thought.bound == Bound::Exact {
                    self.say(&speak::thought(&thought));
                }
                if thought.line == 1 && !ponders {
                    self.last = Some(thought);
                }
            }
            SearchEvent::Note(text) if self.post => self.say(&format!("# {text}")),
            SearchEvent::Note(_) | SearchEvent::Total(..) => {}
            SearchEvent::Tell(_, signal) => self.voice.signal(&signal),
            SearchEvent::Sits(..) => {
                if let Some(running) = &mut self.running {
                    running.sits = true;
                }
            }
        }
    }
}

impl Running {
    /// Waits for the end of the thread.
    pub(super) fn wait(self) -> Purpose {
        // A thread that panicked has said so; there is nothing to add.
        let _ = self.thread.join();
        self.purpose
    }
}
