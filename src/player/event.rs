//! What a search says while it runs and when it ends: data, of which each protocol makes
//! lines of its own.

use std::time::Duration;

use crate::base::Score;
use crate::board::Move;
use crate::game::pair::{self, Seat};
use crate::search::{Decision, Listener, Report, Signal};

use super::partner::Why;

/// A search, to be run on a thread of its own: it obeys the signal, says things as it goes,
/// and answers at its end.
pub type Search = Box<dyn FnOnce(&Signal, &mut EventSink<'_>) -> Answer + Send>;

/// Hears what a search says.
pub type EventSink<'a> = dyn FnMut(SearchEvent) + Send + 'a;

/// What a search says while it runs.
#[derive(Clone, PartialEq, Debug)]
pub enum SearchEvent {
    /// A line of thought.
    Thought(Thought),
    /// The nodes and the time of the whole search, before its answer: the last line of
    /// thought may be older.
    Total(u64, Duration),
    /// Something that whoever watches should know.
    Note(String),
    /// To the partner, who sits on that seat.
    Tell(Seat, pair::Signal),
    /// It is better not to move before something has changed, or this time is over.
    Sits(Duration, Why),
}

/// A line of thought, its moves written.
pub type Thought = Report<Vec<String>>;

/// How a search ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The move, or none if nothing can be played.
    pub best: Option<String>,
    /// The reply that is expected.
    pub ponder: Option<String>,
    /// From the view of the camp to move; none if nothing was searched.
    pub score: Option<Score>,
    /// Why nothing can be played, if there is more to say than that.
    pub note: Option<String>,
}

impl Answer {
    /// There was nothing to search.
    pub const NONE: Self = Self { best: None, ponder: None, score: None, note: None };

    /// What was decided, its moves written.
    pub fn new(decision: &Decision, write_move: impl Fn(Move) -> String) -> Self {
        Self {
            best: decision.best.map(&write_move),
            ponder: decision.ponder.filter(|_| decision.best.is_some()).map(&write_move),
            score: Some(decision.score),
            note: None,
        }
    }
}

/// Turns reports into thoughts.
pub struct EventListener<'a, F> {
    /// Hears them.
    pub say: &'a mut EventSink<'a>,
    /// How this game writes a move.
    pub write_move: F,
}

impl<F: Fn(Move) -> String + Send> Listener for EventListener<'_, F> {
    fn report(&mut self, report: &Report<&[Move]>) {
        (self.say)(SearchEvent::Thought(report.written(&self.write_move)));
    }
}

/// Nodes per second, for any span.
pub fn per_second(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}

/// A search before which something is to be remarked, if there is something.
pub fn remarking(remark: Option<String>, search: Search) -> Search {
    let Some(remark) = remark else { return search };
    Box::new(move |signal, say| {
        say(SearchEvent::Note(remark));
        search(signal, say)
    })
}
