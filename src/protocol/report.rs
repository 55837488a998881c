//! What a search says while it runs and when it ends. Desks make it, the languages (UCI here,
//! CECP in its own folder) make lines of it.

use std::fmt::Write;
use std::time::Duration;

use crate::base::Score;
use crate::board::Move;
use crate::game::pair::{self, Seat};
use crate::search::seat::Why;
use crate::search::{Bound, Decision, Listener, Report, Signal};

use super::chances::Chances;
use super::desk::Job;

/// A search, to be run on a thread of its own: it obeys the signal, says things as it goes,
/// and answers at its end.
pub type Search = Box<dyn FnOnce(&Signal, &mut (dyn FnMut(Saying) + Send)) -> Answer + Send>;

/// What a search says while it runs.
#[derive(Clone, PartialEq, Debug)]
pub enum Saying {
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

    /// The last lines of a search in UCI.
    pub fn in_uci(&self) -> String {
        let Some(best) = &self.best else {
            let mut text = String::new();
            if let Some(score) = self.score {
                let _ = writeln!(text, "info depth 0 score {score}");
            }
            if let Some(note) = &self.note {
                let _ = writeln!(text, "info string {note}");
            }
            return text + "bestmove (none)";
        };
        match &self.ponder {
            Some(reply) => format!("bestmove {best} ponder {reply}"),
            None => format!("bestmove {best}"),
        }
    }
}

impl Saying {
    /// The line of UCI; `chances` add win, draw and loss to scores.
    pub fn in_uci(&self, chances: Option<Chances>) -> String {
        match self {
            Self::Thought(thought) => thought.in_uci(chances),
            Self::Total(nodes, time) => {
                let nps = per_second(*nodes, *time);
                format!("info nodes {nodes} nps {nps} time {}", time.as_millis())
            }
            Self::Note(text) => format!("info string {text}"),
            Self::Tell(seat, signal) => format!("info string tell {seat} {signal}"),
            Self::Sits(most, why) => {
                let reason = match why {
                    Why::Asked => "as asked".into(),
                    Why::Lost => "as every move loses".into(),
                    Why::Better(role) => {
                        format!("as {} may come", role.letter().to_ascii_lowercase())
                    }
                };
                let most = most.as_millis();
                format!("info string sits {reason}; moves in {most} ms at the latest")
            }
        }
    }
}

/// A search before which something is to be remarked, if there is something.
pub fn remarking(remark: Option<String>, search: Search) -> Search {
    let Some(remark) = remark else { return search };
    Box::new(move |signal, say| {
        say(Saying::Note(remark));
        search(signal, say)
    })
}

/// A search as a job that says its lines in UCI.
pub fn in_uci(search: Search, chances: Option<Chances>) -> Job {
    Box::new(move |signal, say| {
        search(signal, &mut |saying: Saying| say(&saying.in_uci(chances))).in_uci()
    })
}

/// Turns reports into thoughts.
pub struct Teller<'a, F> {
    /// Hears them.
    pub say: &'a mut (dyn FnMut(Saying) + Send),
    /// How this game writes a move.
    pub write_move: F,
}

impl<F: Fn(Move) -> String + Send> Listener for Teller<'_, F> {
    fn report(&mut self, report: &Report<&[Move]>) {
        (self.say)(Saying::Thought(report.written(&self.write_move)));
    }
}

impl Thought {
    fn in_uci(&self, chances: Option<Chances>) -> String {
        let Self { depth, deepest, line, score, nodes, table_full, .. } = *self;
        let mut text =
            format!("info depth {depth} seldepth {deepest} multipv {line} score {score}");
        text += match self.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        if let Some(chances) = chances {
            let [win, draw, loss] = chances.wdl(score);
            let _ = write!(text, " wdl {win} {draw} {loss}");
        }
        let nps = per_second(nodes, self.time);
        let ms = self.time.as_millis();
        let _ = write!(text, " nodes {nodes} nps {nps} hashfull {table_full} time {ms} pv");
        for mv in &self.moves {
            text.push(' ');
            text += mv;
        }
        text
    }
}

/// Nodes per second, for any span.
pub fn per_second(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}

/// The terms of an evaluation as a table, and the sum from the view of the camp to move.
pub fn explanation(terms: &[(&str, [i32; 2])], sides: [&str; 2], value: i32) -> String {
    let mut text = format!("{:<24} {:>8} {:>8}\n", "centipawns", sides[0], sides[1]);
    for (name, [first, second]) in terms {
        let _ = writeln!(text, "{name:<24} {first:>8} {second:>8}");
    }
    let _ = write!(text, "for the side to move {value:>12}");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::catalogue::BuiltIn;
    use std::time::Duration;

    #[test]
    fn a_line_of_thought() {
        let thought = Thought {
            depth: 3,
            deepest: 5,
            line: 1,
            score: Score::cp(20),
            bound: Bound::Lower,
            nodes: 1500,
            time: Duration::from_millis(500),
            table_full: 7,
            moves: Vec::new(),
        };
        assert_eq!(
            Saying::Thought(thought).in_uci(Some(Chances::of(BuiltIn::Chess))),
            "info depth 3 seldepth 5 multipv 1 score cp 20 lowerbound wdl 253 524 223 \
             nodes 1500 nps 3000 hashfull 7 time 500 pv"
        );
    }
}
