//! What a search says, as lines of UCI.

use std::fmt::Write;

use crate::player::event::{Answer, Search, SearchEvent, Thought, per_second};
use crate::player::partner::Why;
use crate::protocol::chances::Chances;
use crate::protocol::desk::Job;
use crate::search::Bound;

/// The last lines of a search.
pub fn answer(answer: &Answer) -> String {
    let Some(best) = &answer.best else {
        let mut text = String::new();
        if let Some(score) = answer.score {
            let _ = writeln!(text, "info depth 0 score {score}");
        }
        if let Some(note) = &answer.note {
            let _ = writeln!(text, "info string {note}");
        }
        return text + "bestmove (none)";
    };
    match &answer.ponder {
        Some(reply) => format!("bestmove {best} ponder {reply}"),
        None => format!("bestmove {best}"),
    }
}

/// An event's line; `chances` add win, draw and loss to scores.
pub fn event(event: &SearchEvent, chances: Option<Chances>) -> String {
    match event {
        SearchEvent::Thought(thought) => self::thought(thought, chances),
        SearchEvent::Total(nodes, time) => {
            let nps = per_second(*nodes, *time);
            format!("info nodes {nodes} nps {nps} time {}", time.as_millis())
        }
        SearchEvent::Note(text) => format!("info string {text}"),
        SearchEvent::Tell(seat, signal) => format!("info string tell {seat} {signal}"),
        SearchEvent::Sits(most, why) => {
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

/// A search as a job that says its lines in UCI.
pub fn job(search: Search, chances: Option<Chances>) -> Job {
    Box::new(move |signal, say| {
        answer(&search(signal, &mut |said: SearchEvent| say(&event(&said, chances))))
    })
}

fn thought(thought: &Thought, chances: Option<Chances>) -> String {
    let Thought { depth, deepest, line, score, nodes, table_full, .. } = *thought;
    let mut text = format!("info depth {depth} seldepth {deepest} multipv {line} score {score}");
    text += match thought.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    if let Some(chances) = chances {
        let [win, draw, loss] = chances.wdl(score);
        let _ = write!(text, " wdl {win} {draw} {loss}");
    }
    let nps = per_second(nodes, thought.time);
    let ms = thought.time.as_millis();
    let _ = write!(text, " nodes {nodes} nps {nps} hashfull {table_full} time {ms} pv");
    for mv in &thought.moves {
        text.push(' ');
        text += mv;
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::base::Score;
    use crate::game::catalogue::BuiltIn;

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
            event(&SearchEvent::Thought(thought), Some(Chances::of(BuiltIn::Chess))),
            "info depth 3 seldepth 5 multipv 1 score cp 20 lowerbound wdl 253 524 223 \
             nodes 1500 nps 3000 hashfull 7 time 500 pv"
        );
    }
}
