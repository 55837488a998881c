//! Perft suites as data: every line of `tests/perft/*.epd` that fits the limit of the
//! profile. `KRALLE_PERFT=1000000000` raises the limit.

mod common;

use std::path::Path;

use kralle::game::catalogue::BoardGame;
use kralle::game::perft::{perft, perft_parallel};
use kralle::game::single::Position;

fn limit() -> u64 {
    let usual = if cfg!(debug_assertions) { 1_000_000 } else { 6_000_000 };
    common::setting("KRALLE_PERFT", usual)
}

/// Checks a suite; says how many counts were made.
fn check(file: &str, game: &str, chess960: bool) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let rules = BoardGame::find(game).unwrap().rules;
    let mut counts = 0;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let mut parts = line.split(';');
        let fen = parts.next().unwrap().trim();
        let mut position = Position::from_setup(&fen.parse().unwrap(), rules, chess960).unwrap();
        for part in parts {
            let (depth, nodes) = part.trim().split_once(' ').unwrap();
            let depth: u32 = depth.strip_prefix('D').unwrap().parse().unwrap();
            let nodes: u64 = nodes.parse().unwrap();
            if nodes <= limit() {
                assert_eq!(perft(&mut position, depth), nodes, "{fen} at depth {depth}");
                counts += 1;
            }
        }
    }
    counts
}

#[test]
fn chess() {
    assert!(check("chess.epd", "chess", false) > 300);
}

#[test]
fn chess960() {
    assert!(check("chess960.epd", "chess", true) > 300);
}

#[test]
fn crazyhouse() {
    assert!(check("crazyhouse.epd", "crazyhouse", false) > 25);
}

/// Chess positions are the same in Chess960 mode.
#[test]
fn chess_in_chess960_mode() {
    assert!(check("chess.epd", "chess", true) > 300);
}

#[test]
fn several_threads_count_the_same() {
    let rules = BoardGame::find("crazyhouse").unwrap().rules;
    let setup = kralle::game::rules::START.parse().unwrap();
    let position = Position::from_setup(&setup, rules, false).unwrap();
    assert_eq!(perft_parallel(&position, 4, 2).unwrap(), 197_281);
    assert_eq!(perft_parallel(&position, 1, 2).unwrap(), 20);
}
