//! A finished game as text that other programs read: PGN of one board, BPGN of two, and for
//! three and four seats moves in rounds as PGN4 has them.

use super::telling::GameResult;
use super::transcript::MoveRecord;
use crate::board::Color;
use crate::game::catalogue::BuiltIn;
use crate::game::table::{GameKind, Table};
use crate::notation::{bpgn, pgn};
use crate::tools::dates::today;

/// What a comment behind a move tells on request, beside score, depth and time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum PgnExtra {
    /// `n=12345`: nodes of the search.
    Nodes,
    /// `sd=24`: the deepest line, in plies.
    Seldepth,
    /// `nps=1234567`: nodes per second.
    Nps,
    /// `tl=9.123s`: what the mover's clock shows after the move.
    Left,
    /// `pv="e2e4 e7e5"`: the line that the engine expects.
    Pv,
    /// `hashfull=120`: how full its hash table is, in thousandths.
    Hashfull,
    /// `tbhits=12`: positions that it found in tablebases.
    Tbhits,
    /// `latency=0.002s`: by how much the clock ran longer than the engine says that it thought.
    Latency,
}

/// What a record tells besides the moves.
pub struct RecordInfo<'a> {
    /// The game.
    pub kind: &'a GameKind,
    /// The name of the event.
    pub event: &'a str,
    /// Where it is played, if that is told.
    pub site: &'a str,
    /// The number of the game, from 1.
    pub round: u64,
    /// Players by seat.
    pub names: &'a [String],
    /// As PGN has it, or `-`.
    pub control: String,
    /// Are the moves told without comments?
    pub bare: bool,
    /// What comments tell besides.
    pub extras: &'a [PgnExtra],
    /// Is the date told? Not where the same game must be the same text.
    pub dated: bool,
}

/// The record of a game.
pub fn write(
    about: &RecordInfo,
    table: &dyn Table,
    plies: &[MoveRecord],
    outcome: &GameResult,
) -> String {
    if about.kind.is_pair() {
        bpgn_of(about, table, plies, outcome).to_string()
    } else if about.kind.variant.board_rules().is_some() {
        pgn_of(about, table, plies, outcome)
    } else {
        rounds_of(about, table, plies, outcome)
    }
}

fn date(about: &RecordInfo) -> String {
    if about.dated { today() } else { "????.??.??".into() }
}

/// How the game ended, in PGN's words.
fn termination(outcome: &GameResult) -> &'static str {
    let ended = |how: &str| outcome.endings.iter().any(|ending| ending.starts_with(how));
    if ended("flag") {
        "time forfeit"
    } else if ended("illegal-move") {
        "rules infraction"
    } else if ended("forfeit") {
        "abandoned"
    } else if ended("adjudication") {
        "adjudication"
    } else {
        "normal"
    }
}

/// The comments behind a move, if any are wanted.
fn comments(about: &RecordInfo, ply: &MoveRecord) -> Vec<String> {
    if about.bare { Vec::new() } else { vec![comment(about, ply)] }
}

/// `+0.31/12 0.523s, n=12345`, `book`, `+0.31/12 0.523s, N for both`
fn comment(about: &RecordInfo, ply: &MoveRecord) -> String {
    let thought = match &ply.thought {
        None => "book".into(),
        Some(thought) => {
            let seconds = ply.micros as f64 / 1e6;
            let mut text = format!("{}/{} {seconds:.3}s", thought.score(), thought.depth);
            for extra in about.extras {
                text += &match extra {
                    PgnExtra::Nodes => format!(", n={}", thought.nodes),
                    PgnExtra::Seldepth => format!(", sd={}", thought.seldepth),
                    PgnExtra::Nps => {
                        format!(", nps={:.0}", thought.nodes as f64 / seconds.max(1e-6))
                    }
                    PgnExtra::Left => match ply.left {
                        Some(left) => format!(", tl={:.3}s", left as f64 / 1e3),
                        None => String::new(),
                    },
                    PgnExtra::Hashfull => told("hashfull", thought.hashfull),
                    PgnExtra::Tbhits => told("tbhits", thought.tbhits),
                    PgnExtra::Latency => match thought.millis {
                        Some(millis) => {
                            format!(", latency={:.3}s", seconds - millis as f64 / 1e3)
                        }
                        None => String::new(),
                    },
                    // Nothing in it may end the comment.
                    PgnExtra::Pv => format!(", pv=\"{}\"", thought.pv.replace(['{', '}', '"'], "")),
                };
            }
            text
        }
    };
    match ply.played.arrived.as_str() {
        "" => thought,
        pieces => format!("{thought}, {pieces} for both"),
    }
}

/// `, tbhits=12`, if the engine told it.
fn told(name: &str, value: Option<u64>) -> String {
    value.map_or_else(String::new, |value| format!(", {name}={value}"))
}

fn tags(about: &RecordInfo, table: &dyn Table, outcome: &GameResult) -> Vec<(String, String)> {
    let mut tags = vec![
        ("Event", about.event.to_owned()),
        ("Site", about.site.to_owned()),
        ("Date", date(about)),
        ("Round", about.round.to_string()),
    ];
    let seats: Vec<String> = (0..table.seats()).map(|seat| table.seat_name(seat)).collect();
    tags.extend(seats.iter().map(String::as_str).zip(about.names.iter().cloned()));
    if !about.kind.variant.is(BuiltIn::Chess) {
        tags.push(("Variant", pgn::capitalised(about.kind.variant.name())));
    }
    tags.push(("TimeControl", about.control.clone()));
    tags.push(("Termination", termination(outcome).into()));
    tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn pgn_of(
    about: &RecordInfo,
    table: &dyn Table,
    plies: &[MoveRecord],
    outcome: &GameResult,
) -> String {
    let mut moves: Vec<pgn::PgnMove> = plies
        .iter()
        .map(|ply| pgn::PgnMove {
            comments: comments(about, ply),
            ..pgn::PgnMove::plain(Color::ALL[ply.played.seat & 1], &ply.played.san)
        })
        .collect();
    if let Some(said) = moves.last_mut().and_then(|last| last.comments.last_mut()) {
        *said = format!("{said}, {}", outcome.verdict);
    }
    let record = pgn::Record {
        tags: tags(about, table, outcome),
        start: table.start().and_then(|fen| fen.parse().ok()),
        moves,
        result: bpgn::BpgnResult::from_text(&outcome.result).unwrap_or_default().text(),
    };
    record.to_string()
}

fn bpgn_of(
    about: &RecordInfo,
    table: &dyn Table,
    plies: &[MoveRecord],
    outcome: &GameResult,
) -> bpgn::BpgnGame {
    let ply = |ply: &MoveRecord| bpgn::BpgnMove {
        board: ply.played.board,
        color: Color::ALL[ply.played.seat & 1],
        number: ply.played.number,
        san: ply.played.san.clone(),
        clock: ply.left.map(|left| bpgn::BpgnClock::Left(left as i64)),
        comments: comments(about, ply).into_iter().map(|text| format!("C: {text}")).collect(),
    };
    let mut tags = tags(about, table, outcome);
    if let Some(fen) = table.start() {
        tags.push(("Setup".into(), "1".into()));
        tags.push(("FEN".into(), fen.to_owned()));
    }
    bpgn::BpgnGame {
        tags,
        intro: Vec::new(),
        moves: plies.iter().map(ply).collect(),
        ending: Some(outcome.verdict.clone()),
        outcome: bpgn::BpgnResult::from_text(&outcome.result).unwrap_or_default(),
    }
}

fn rounds_of(
    about: &RecordInfo,
    table: &dyn Table,
    plies: &[MoveRecord],
    outcome: &GameResult,
) -> String {
    let ply = |ply: &MoveRecord| pgn::RoundMove {
        seat: ply.played.seat,
        san: ply.played.san.clone(),
        nags: Vec::new(),
        comments: comments(about, ply),
    };
    let record = pgn::Rounds {
        tags: tags(about, table, outcome),
        start: table.start().map(str::to_owned),
        moves: plies.iter().map(ply).collect(),
        ending: Some(outcome.verdict.clone()),
        result: outcome.result.clone(),
    };
    record.to_string()
}
