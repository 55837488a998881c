//! What a search says, as lines of UCI.

use std::fmt::Write;

use crate::eval::chances::Chances;
use crate::player::event::{WaitReason, per_second};
use crate::player::{Answer, SearchEvent};
use crate::protocol::desk::{DeskSearch, Job, JobLine};
use crate::search::{Bound, Report};

/// A search as a job that says its lines in UCI; `chances` add win, draw and loss to scores.
pub fn job(mut search: DeskSearch, chances: Option<Chances>) -> Job {
    Box::new(move |control, say| {
        if let Some(remark) = search.remark.take() {
            say(JobLine::Line(&format!("info string {remark}")));
        }
        let nothing = search.nothing.take();
        let mut last = None;
        search.run(control, &mut |event| match event {
            SearchEvent::Answer(answer) => {
                if let Some(report) = missing_line(last.as_ref(), &answer) {
                    say(JobLine::Line(&thought(&report, chances)));
                }
                say(JobLine::Last(&last_lines(&answer, nothing.as_deref())));
            }
            event => {
                say(JobLine::Line(&line(&event, chances)));
                match event {
                    SearchEvent::Info(report) if report.line <= 1 => last = Some(report),
                    SearchEvent::Restart => last = None,
                    _ => {}
                }
            }
        });
    })
}

/// An iteration that was cut short, and a weak player, play another move than the last line
/// began with. Programs that watch want a line with the move that is played.
fn missing_line(
    last: Option<&Report<Vec<String>>>,
    answer: &Answer<String>,
) -> Option<Report<Vec<String>>> {
    let (last, best) = (last?, answer.best.as_ref()?);
    if last.moves.first() == Some(best) {
        return None;
    }
    let moves = std::iter::once(best).chain(&answer.ponder).cloned().collect();
    let score = answer.score.unwrap_or(last.score);
    Some(Report { score, bound: Bound::Exact, line: 1, moves, ..*last })
}

/// The last lines of a search; `nothing` says why nothing can be played.
fn last_lines(answer: &Answer<String>, nothing: Option<&str>) -> String {
    let Some(best) = &answer.best else {
        let mut text = String::new();
        if let Some(score) = answer.score {
            let _ = writeln!(text, "info depth 0 score {score}");
        }
        if let Some(nothing) = nothing {
            let _ = writeln!(text, "info string {nothing}");
        }
        return text + "bestmove (none)";
    };
    match &answer.ponder {
        Some(reply) => format!("bestmove {best} ponder {reply}"),
        None => format!("bestmove {best}"),
    }
}

/// What a search says before its end.
fn line(event: &SearchEvent<String>, chances: Option<Chances>) -> String {
    match event {
        SearchEvent::Info(report) => thought(report, chances),
        SearchEvent::Total { nodes, time } => {
            let nps = per_second(*nodes, *time);
            format!("info nodes {nodes} nps {nps} time {}", time.as_millis())
        }
        SearchEvent::Restart => "info string the boards have changed, thinking anew".into(),
        SearchEvent::Tell(seat, message) => format!("info string tell {seat} {message}"),
        SearchEvent::Sits(most, reason) => {
            let reason = match reason {
                WaitReason::Asked => "as asked".into(),
                WaitReason::Lost => "as every move loses".into(),
                WaitReason::Mates => "as the team mates then".into(),
                WaitReason::Better(role) => {
                    format!("as {} may come", role.letter().to_ascii_lowercase())
                }
            };
            let most = most.as_millis();
            format!("info string sits {reason}; moves in {most} ms at the latest")
        }
        SearchEvent::Answer(answer) => last_lines(answer, None),
    }
}

fn thought(report: &Report<Vec<String>>, chances: Option<Chances>) -> String {
    let Report { depth, deepest, line, score, nodes, table_full, .. } = *report;
    let mut text = format!("info depth {depth} seldepth {deepest} multipv {line} score {score}");
    text += match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    if let Some(chances) = chances {
        let [win, draw, loss] = chances.wdl(score);
        let _ = write!(text, " wdl {win} {draw} {loss}");
    }
    let nps = per_second(nodes, report.time);
    let ms = report.time.as_millis();
    let _ = write!(text, " nodes {nodes} nps {nps} hashfull {table_full} time {ms} pv");
    for mv in &report.moves {
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

    fn report() -> Report<Vec<String>> {
        Report {
            depth: 3,
            deepest: 5,
            line: 1,
            score: Score::cp(20),
            bound: Bound::Lower,
            nodes: 1500,
            time: Duration::from_millis(500),
            table_full: 7,
            moves: Vec::new(),
        }
    }

    #[test]
    fn the_last_line_begins_with_the_move_that_is_played() {
        let last = Report { moves: vec!["e2e4".into(), "e7e5".into()], ..report() };
        let answer = |best: &str| Answer {
            best: Some(best.to_owned()),
            ponder: Some("d7d5".into()),
            score: Some(Score::cp(31)),
        };
        assert_eq!(missing_line(Some(&last), &answer("e2e4")), None);
        let line = missing_line(Some(&last), &answer("d2d4")).expect("another move");
        assert_eq!((line.moves, line.score), (vec!["d2d4".into(), "d7d5".into()], Score::cp(31)));
        assert_eq!(missing_line(None, &answer("d2d4")), None);
    }

    #[test]
    fn a_line_of_thought() {
        let report = report();
        assert_eq!(
            line(&SearchEvent::Info(report), Some(Chances::of(BuiltIn::Chess))),
            "info depth 3 seldepth 5 multipv 1 score cp 20 lowerbound wdl 263 521 216 \
             nodes 1500 nps 3000 hashfull 7 time 500 pv"
        );
    }
}
