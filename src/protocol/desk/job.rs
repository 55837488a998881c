//! What takes long: searches and counts, to be run on threads of their own.

use std::sync::Arc;

use crate::board::Move;
use crate::player::{Search, SearchEvent};
use crate::search::SearchControl;

/// Something that takes long: it obeys the control and says lines as it goes.
pub type Job = Box<dyn FnOnce(&Arc<SearchControl>, &mut JobSink<'_>) + Send>;

/// Hears the lines of a job.
pub type JobSink<'a> = dyn FnMut(JobLine<'_>) + Send + 'a;

/// What a job says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobLine<'a> {
    /// A line, or several at once.
    Line(&'a str),
    /// The last lines, which mark the end (`bestmove ...`).
    Last(&'a str),
}

/// A search of what stands on a desk.
pub struct DeskSearch {
    /// Something to be remarked before it begins.
    pub remark: Option<String>,
    /// Why nothing can be played, if that comes of it and there is more to say.
    pub nothing: Option<String>,
    search: Search,
    write_move: Box<dyn Fn(Move) -> String + Send + Sync>,
}

impl DeskSearch {
    /// A search, and how its moves are written.
    pub fn new(
        search: Search,
        write_move: impl Fn(Move) -> String + Send + Sync + 'static,
    ) -> Self {
        Self { remark: None, nothing: None, search, write_move: Box::new(write_move) }
    }

    /// The same search, with these remarks.
    #[must_use]
    pub fn remarking(self, remark: Option<String>, nothing: Option<String>) -> Self {
        Self { remark, nothing, ..self }
    }

    /// Runs to its end; the last event is the answer.
    pub fn run(
        self,
        control: &Arc<SearchControl>,
        hear: &mut (dyn FnMut(SearchEvent<String>) + Send),
    ) {
        let Self { search, write_move, .. } = self;
        search(control, &mut |event: SearchEvent| hear(event.written(&write_move)));
    }
}
