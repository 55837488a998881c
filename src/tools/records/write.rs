//! A game as text that other programs read.

use super::{RecordedGame, RecordedPly};
use crate::board::Color;
use crate::game::table::GameKind;
use crate::notation::{bpgn, pgn};

/// The record of a game: BPGN of two boards, PGN of one, and rounds of moves for three and four
/// players.
pub fn write(game: &RecordedGame) -> String {
    if game.kind.is_pair() {
        bpgn_of(game).to_string()
    } else if game.variant().board_rules().is_some() {
        pgn_of(game).to_string()
    } else {
        rounds_of(game).to_string()
    }
}

/// A game's start and moves as the command `position` of UCI has them.
pub fn moves_text(game: &RecordedGame) -> String {
    let mut text = game.fen.as_ref().map_or_else(|| "startpos".into(), |fen| format!("fen {fen}"));
    if !game.plies.is_empty() {
        text += " moves";
    }
    for ply in &game.plies {
        text.push(' ');
        text += &game.uci(&ply.played);
    }
    text
}

/// The value of the tag `Variant`; chess needs none.
fn variant_tag(kind: &GameKind) -> Option<String> {
    let name = pgn::capitalised(kind.variant.name());
    match (name.as_str(), kind.chess960) {
        ("Chess", false) => None,
        ("Chess", true) => Some("Chess960".into()),
        (_, false) => Some(name),
        (_, true) => Some(format!("{name} Chess960")),
    }
}

fn tags(game: &RecordedGame) -> Vec<(String, String)> {
    let mut tags = game.tags.clone();
    tags.extend(variant_tag(&game.kind).map(|name| ("Variant".into(), name)));
    tags
}

fn bpgn_of(game: &RecordedGame) -> bpgn::BpgnGame {
    let moves = game.plies.iter().map(|ply| {
        let played = &ply.played;
        let marks = ply.nags.iter().map(|nag| format!("${nag}"));
        bpgn::BpgnMove {
            board: played.board,
            color: Color::ALL[played.seat & 1],
            number: played.number,
            san: played.san.clone(),
            clock: ply.clock.map(bpgn::BpgnClock::Left),
            comments: marks.chain(ply.comments.iter().cloned()).collect(),
        }
    });
    let mut tags = tags(game);
    // The four names say that these are two boards, even where nothing was played.
    for seat in ["WhiteA", "BlackA", "WhiteB", "BlackB"] {
        if !tags.iter().any(|(name, _)| name == seat) {
            tags.push((seat.into(), "?".into()));
        }
    }
    if let Some(fen) = &game.fen {
        tags.push(("Setup".into(), "1".into()));
        tags.push(("FEN".into(), fen.clone()));
    }
    bpgn::BpgnGame {
        tags,
        intro: game.intro.clone(),
        moves: moves.collect(),
        ending: game.ending.clone(),
        outcome: bpgn::BpgnResult::from_text(&game.result).unwrap_or_default(),
    }
}

impl RecordedGame {
    /// The two boards of a game as two games in PGN, which tell their clocks.
    pub fn boards(&self) -> [pgn::Record; 2] {
        let starts = self.fen.as_deref().and_then(|fen| fen.split_once('|'));
        [0, 1].map(|board| {
            let letter = ['A', 'B'][board];
            let others = ["White", "Black"]
                .iter()
                .flat_map(|side| ["A", "AElo", "B", "BElo"].map(|end| format!("{side}{end}")));
            let others: Vec<String> = others.collect();
            let mut tags: Vec<(String, String)> = Vec::new();
            for side in ["White", "Black"] {
                for end in ["", "Elo"] {
                    let value = self.tag(&format!("{side}{letter}{end}"));
                    tags.extend(value.map(|value| (format!("{side}{end}"), value.to_owned())));
                }
            }
            let kept = self.tags.iter().filter(|(name, _)| !others.contains(name));
            tags.extend(kept.cloned());
            tags.extend(variant_tag(&self.kind).map(|name| ("Variant".into(), name)));
            let own = self.plies.iter().filter(|ply| ply.played.board == board);
            // On board 2 the partner of White on board 1 has Black.
            let result = match (board, self.result.as_str()) {
                (1, "1-0") => "0-1",
                (1, "0-1") => "1-0",
                (_, other) => other,
            };
            let start = starts.map(|(one, other)| if board == 0 { one } else { other });
            pgn::Record {
                tags,
                start: start.and_then(|fen| fen.trim().parse().ok()),
                moves: own.map(pgn_move).collect(),
                result: bpgn::BpgnResult::from_text(result).unwrap_or_default().text(),
            }
        })
    }
}

/// A comment's words behind the clock.
fn comments(clock: Option<i64>, others: &[String]) -> Vec<String> {
    let clock = clock.map(|millis| format!("[%clk {}]", clock_text(millis)));
    clock.into_iter().chain(others.iter().cloned()).collect()
}

/// `0:03:00`, `0:00:07.94`; nothing below zero, which no reader expects.
fn clock_text(millis: i64) -> String {
    let millis = millis.max(0);
    let seconds = millis / 1000;
    // The order of two boards hangs on their clocks, so nothing is cut off.
    let fraction = format!(".{:03}", millis % 1000);
    let fraction = fraction.trim_end_matches('0').trim_end_matches('.');
    format!("{}:{:02}:{:02}{fraction}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

fn pgn_move(ply: &RecordedPly) -> pgn::PgnMove {
    pgn::PgnMove {
        color: Color::ALL[ply.played.seat & 1],
        san: ply.played.san.clone(),
        nags: ply.nags.clone(),
        comments: comments(ply.clock, &ply.comments),
        variation: ply.variation.clone(),
    }
}

fn pgn_of(game: &RecordedGame) -> pgn::Record {
    pgn::Record {
        tags: tags(game),
        start: game.fen.as_ref().and_then(|fen| fen.parse().ok()),
        moves: game.plies.iter().map(pgn_move).collect(),
        result: bpgn::BpgnResult::from_text(&game.result).unwrap_or_default().text(),
    }
}

fn rounds_of(game: &RecordedGame) -> pgn::Rounds {
    let moves = game.plies.iter().map(|ply| pgn::RoundMove {
        seat: ply.played.seat,
        san: ply.played.san.clone(),
        nags: ply.nags.clone(),
        comments: comments(ply.clock, &ply.comments),
    });
    pgn::Rounds {
        tags: tags(game),
        start: game.fen.clone(),
        moves: moves.collect(),
        ending: game.ending.clone(),
        result: game.result.clone(),
    }
}
