//! What was found, in words: remarks behind moves, and a table for the terminal.

use std::fmt::Write;

use super::{Annotated, Judgement, PositionView, Remark};
use crate::base::Score;
use crate::game::table::GameKind;
use crate::tools::records::RecordedPly;

/// Turning points that are listed.
const MOST_POINTS: usize = 12;

/// Adds marks, an evaluation and remarks to a move; `view` is the position after it. The
/// evaluation is White's, as readers of PGN expect; the chance is the first team's, so that it
/// can be followed from move to move, or the mover's own of three.
pub fn remark(ply: &mut RecordedPly, judged: &Judgement, view: &PositionView, kind: &GameKind) {
    let mut said = Vec::new();
    if kind.variant.board_rules().is_some() {
        let white = ply.played.seat & !1;
        said.extend(view.score(white).map(|score| format!("[%eval {}]", eval_text(score))));
    }
    let whose = if view.shares.len() == 3 { ply.played.seat } else { 0 };
    said.extend(view.shares.get(whose).map(|share| format!("{:.0} %", 100.0 * share)));
    // PGN has variations; in BPGN a better line is a comment, as all that people say is.
    let is_pair = kind.is_pair();
    let words = if is_pair { words(judged) } else { reasons(judged) };
    said.extend(Some(words).filter(|words| !words.is_empty()));
    if let Some(mark) = judged.mark {
        // What others said of the move gives way: a move has one such mark.
        ply.nags.retain(|&nag| !(1..=6).contains(&nag));
        ply.nags.insert(0, mark.nag());
    }
    if !is_pair {
        ply.variation.clone_from(&judged.better);
    }
    ply.comments.push(format!("{}{}", if is_pair { "C: " } else { "" }, said.join(" ")));
}

/// `0.31`, `#3`, `#-3`, as PGN has it.
fn eval_text(score: Score) -> String {
    match score.mate_in() {
        Some(plies) => format!("#{}", plies.signum() * ((plies.abs() + 1) / 2)),
        None => format!("{:.2}", f64::from(score.value()) / 100.0),
    }
}

/// `+0.31`, `mate in 3`, as people say it.
fn spoken(score: Score) -> String {
    match score.mate_in() {
        Some(plies) if plies > 0 => format!("mate in {}", (plies + 1) / 2),
        Some(plies) => format!("mated in {}", (1 - plies) / 2),
        None => format!("{:+.1}", f64::from(score.value()) / 100.0),
    }
}

/// How bad a move was, and why: `blunder, 71 % lost; missed mate in 2`.
fn reasons(judged: &Judgement) -> String {
    parts(judged, "")
}

/// The same with what was better: `blunder, 71 % lost; better Nf3 e5; missed mate in 2`.
pub fn words(judged: &Judgement) -> String {
    parts(judged, &judged.better.join(" "))
}

fn parts(judged: &Judgement, better: &str) -> String {
    let mut parts = Vec::new();
    if let Some(mark) = judged.mark {
        let lost = (100.0 * judged.loss).round();
        let loss = if lost > 0.0 { format!(", {lost:.0} % lost") } else { String::new() };
        parts.push(format!("{}{loss}", mark.name()));
    }
    if !better.is_empty() {
        parts.push(format!("better {better}"));
    }
    parts.extend(judged.remarks.iter().map(Remark::to_string));
    parts.join("; ")
}

impl std::fmt::Display for Remark {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Self::MissedMate(moves) => write!(f, "missed mate in {moves}"),
            Self::AllowsMate(moves) => write!(f, "allows mate in {moves}"),
            Self::MissedCrossing { capture, piece, mate } => {
                let piece = piece.letter();
                write!(f, "{capture} gives the partner {piece}, which mates in {mate}")
            }
            Self::FedMate { capture, piece, mate } => {
                let piece = piece.letter();
                write!(f, "feeds {piece}: {capture} and the partner mates in {mate}")
            }
            Self::ShouldHaveSat { piece, moving, waiting, lead } => {
                let piece = piece.map_or("a piece".into(), |role| role.letter().to_string());
                let (seconds, tenths) = (lead / 1000, lead % 1000 / 100);
                write!(
                    f,
                    "should have sat: {} with {piece}, {} without, {seconds}.{tenths} s ahead",
                    spoken(*waiting),
                    spoken(*moving)
                )
            }
        }
    }
}

/// A game's table: how each seat played, and the turning points.
pub fn table(found: &Annotated) -> String {
    let mut text = String::new();
    let event = found.game.tag("Event").unwrap_or("a game");
    let _ = writeln!(
        text,
        "{} ({}): {}, {} plies",
        event,
        found.game.variant().name(),
        found.game.result,
        found.game.plies.len()
    );
    if let Some(broken) = &found.game.broken {
        let _ = writeln!(text, "the record breaks off: {broken}");
    }
    let width = found.seats.iter().map(|seat| seat.player.chars().count()).max().unwrap_or(0);
    let width = width.max("player".len());
    let _ = writeln!(text, "\n  seat  {:width$}  moves  ?!   ?  ??  lost a move", "player");
    for seat in &found.seats {
        let [inaccuracies, mistakes, blunders] = seat.marks;
        let mean = if seat.moves == 0 { 0.0 } else { 100.0 * seat.lost / seat.moves as f64 };
        let _ = writeln!(
            text,
            "  {:4}  {:width$}  {:5}  {inaccuracies:2}  {mistakes:2}  {blunders:2}  {mean:5.1} %",
            seat.word, seat.player, seat.moves
        );
    }
    let points = turning_points(found);
    if points.is_empty() {
        text += "\n  no turning points\n";
        return text;
    }
    text += "\n  turning points\n";
    for ply in points {
        let (played, judged) = (&found.game.plies[ply].played, &found.judgements[ply]);
        let share = |at: usize| 100.0 * found.positions[at].shares[played.seat];
        let mark = judged.mark.map_or("", |mark| mark.text());
        let word = &found.seats[played.seat].word;
        let _ = writeln!(
            text,
            "  {:>4} {:>3}. {:10} {:3.0} % to {:3.0} %  {}",
            word,
            played.number,
            format!("{}{mark}", played.san),
            share(ply),
            share(ply + 1),
            words(judged)
        );
    }
    text
}

/// The plies that cost most, in order of play.
pub fn turning_points(found: &Annotated) -> Vec<usize> {
    let judged = found.judgements.iter().enumerate();
    let mut plies: Vec<usize> =
        judged.filter(|(_, judged)| judged.mark.is_some()).map(|(ply, _)| ply).collect();
    plies.sort_by(|&a, &b| found.judgements[b].loss.total_cmp(&found.judgements[a].loss));
    plies.truncate(MOST_POINTS);
    plies.sort_unstable();
    plies
}
