//! Searches under way: begun on threads of their own, given up, and what they say.

use std::sync::Arc;

use super::running::{Purpose, RunningSearch};
use super::session::{XboardEvent, XboardSession};
use super::speak;
use crate::player::SearchEvent;
use crate::protocol::uci::go::Go;
use crate::search::{Bound, Report, SearchControl};

/// The stack of a search.
const STACK: usize = 32 << 20;

impl XboardSession {
    /// Begins a search of what stands on the desk.
    pub(super) fn think(&mut self, purpose: Purpose, go: &Go) {
        let search = match self.desk.think(go, &self.settings) {
            Ok(search) => search,
            Err(error) => return self.say(&format!("# {error}")),
        };
        if let Some(remark) = search.remark.as_ref().filter(|_| self.post) {
            self.say(&format!("# {remark}"));
        }
        self.generation += 1;
        let generation = self.generation;
        let control = Arc::new(SearchControl::default());
        let (orders, sender) = (Arc::clone(&control), self.sender.clone());
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || {
            // A session that does not listen any more has ended.
            let mut say = |event| drop(sender.send(XboardEvent::Said(generation, event)));
            search.run(&orders, &mut say);
        });
        match thread {
            Ok(thread) => {
                self.running = Some(RunningSearch { purpose, control, sits: false, thread })
            }
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
        running.control.stop();
        if let Purpose::Ponder(_) = running.wait() {
            self.back_to_the_record();
        }
    }

    /// The desk shows what has happened, and nothing that was only expected.
    pub(super) fn back_to_the_record(&mut self) {
        if let Err(error) = self.record.replay(&mut self.desk) {
            self.say(&format!("# {error}"));
        }
    }

    /// What the search under way says.
    pub(super) fn overhear(&mut self, event: SearchEvent<String>) {
        match event {
            SearchEvent::Info(report) => self.show(report),
            SearchEvent::Restart if self.post => {
                self.say("# the boards have changed, thinking anew");
            }
            SearchEvent::Restart | SearchEvent::Total { .. } => {}
            SearchEvent::Tell(_, message) => self.voice.message(&message),
            SearchEvent::Sits(..) => {
                if let Some(running) = &mut self.running {
                    running.sits = true;
                }
            }
            SearchEvent::Answer(answer) => self.answered(answer),
        }
    }

    fn show(&mut self, report: Report<Vec<String>>) {
        let purpose = self.running.as_ref().map(|running| &running.purpose);
        if let Some(Purpose::Ponder(_)) = purpose {
            // The moves follow one that was not played.
            return;
        }
        // A bound is no score, and a mate that was found is found again at every depth.
        let again = report.score.is_mate()
            && self.last.as_ref().is_some_and(|last| last.moves == report.moves);
        if self.post && !again && report.bound == Bound::Exact {
            self.say(&speak::thought(&report));
        }
        if report.line == 1 {
            self.last = Some(report);
        }
    }
}
