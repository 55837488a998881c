//! What a search says while it runs and when it ends: data, of which each protocol makes
//! lines of its own.

use std::sync::Arc;
use std::time::Duration;

use crate::base::Score;
use crate::board::{Move, Role};
use crate::game::pair::{PartnerMessage, Seat};
use crate::search::{Decision, Listener, Report, SearchControl};

/// A search that is ready to run on a thread of its own: it obeys the control and says what
/// happens. Its last event is an [`SearchEvent::Answer`], and there is only one.
pub type Search = Box<dyn FnOnce(&Arc<SearchControl>, &mut EventSink<'_>) + Send>;

/// Hears what a search says.
pub type EventSink<'a> = dyn FnMut(SearchEvent) + Send + 'a;

/// What a search says. Its moves are those of the game, or text.
#[derive(Clone, PartialEq, Debug)]
pub enum SearchEvent<M = Move> {
    /// A line of thought.
    Info(Report<Vec<M>>),
    /// The nodes and the time of the whole search, before its answer: the last line of
    /// thought may be older.
    Total {
        /// Nodes of all threads.
        nodes: u64,
        /// Since the search began.
        time: Duration,
    },
    /// The boards have changed: the search begins anew.
    Restart,
    /// To the partner, which sits on that seat.
    Tell(Seat, PartnerMessage),
    /// It is better not to move before something has changed, or this time is over.
    Sits(Duration, WaitReason),
    /// The end.
    Answer(Answer<M>),
}

/// Why a seat waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WaitReason {
    /// The partner says so.
    Asked,
    /// Every move loses; a piece that comes may save the game, or the partner may win first.
    Lost,
    /// The team mates if its partner moves first, or a rival that must move before this seat.
    Mates,
    /// With this piece, which may well come, there is more to be had at once than later.
    Better(Role),
}

/// How a search ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<M = Move> {
    /// The move, or none if nothing can be played.
    pub best: Option<M>,
    /// The reply that is expected.
    pub ponder: Option<M>,
    /// From the view of the camp to move; none if nothing was searched.
    pub score: Option<Score>,
}

impl<M> Answer<M> {
    /// There was nothing to search.
    pub const NONE: Self = Self { best: None, ponder: None, score: None };
}

impl From<&Decision> for Answer {
    fn from(decision: &Decision) -> Self {
        let Decision { best, ponder, score, .. } = *decision;
        Self { best, ponder: ponder.filter(|_| best.is_some()), score: Some(score) }
    }
}

impl SearchEvent {
    /// The same with its moves as a game writes them.
    pub fn written(self, write: impl Fn(Move) -> String) -> SearchEvent<String> {
        match self {
            Self::Info(report) => SearchEvent::Info(written(report, write)),
            Self::Total { nodes, time } => SearchEvent::Total { nodes, time },
            Self::Restart => SearchEvent::Restart,
            Self::Tell(seat, message) => SearchEvent::Tell(seat, message),
            Self::Sits(most, reason) => SearchEvent::Sits(most, reason),
            Self::Answer(Answer { best, ponder, score }) => SearchEvent::Answer(Answer {
                best: best.map(&write),
                ponder: ponder.map(&write),
                score,
            }),
        }
    }
}

fn written(report: Report<Vec<Move>>, write: impl Fn(Move) -> String) -> Report<Vec<String>> {
    let Report { depth, deepest, line, score, bound, nodes, time, table_full, moves } = report;
    let moves = moves.into_iter().map(write).collect();
    Report { depth, deepest, line, score, bound, nodes, time, table_full, moves }
}

/// Turns the reports of a search into events.
pub struct ReportSink<'a, 'b>(pub &'a mut EventSink<'b>);

impl Listener for ReportSink<'_, '_> {
    fn report(&mut self, report: &Report<&[Move]>) {
        let Report { depth, deepest, line, score, bound, nodes, time, table_full, moves } = *report;
        let moves = moves.to_vec();
        (self.0)(SearchEvent::Info(Report {
            depth,
            deepest,
            line,
            score,
            bound,
            nodes,
            time,
            table_full,
            moves,
        }));
    }
}

/// Nodes per second, for any span.
pub fn per_second(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}
