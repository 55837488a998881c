//! Forced mates in crazyhouse, found by self-play: each is found again within a second
//! (`cargo test --release --test mates -- --ignored --nocapture` says how fast).
//! A line of the file is a FEN and, after `dm`, the moves that the mate takes at most.

mod common;

use std::time::{Duration, Instant};

use kralle::board::{Move, Silent};
use kralle::eval::classical::Classical;
use kralle::eval::weights::ClassicalWeights;
use kralle::game::Playable;
use kralle::game::rules::Rules;
use kralle::game::single::Position;
use kralle::search::{Engine, Limits, Listener, Report, SearchControl};

const SUITE: &str = include_str!("data/crazyhouse-mates.epd");

/// Position and moves to the mate.
fn suite() -> Vec<(&'static str, Position, u32)> {
    common::mates(SUITE)
}

/// Did the search find that the side to move mates?
fn is_solved(position: &Position, limits: &Limits) -> bool {
    let eval = Classical::new(ClassicalWeights::under(&Rules::CRAZYHOUSE));
    let mut engine = Engine::new(eval, 16, 1).unwrap();
    let found = engine.search(position, limits, &SearchControl::default(), &mut ());
    found.score.mate_in().is_some_and(|plies| plies > 0)
}

#[test]
fn the_suite_holds_a_hundred_different_positions_with_mates_in_3_to_8() {
    let suite = suite();
    assert!(suite.len() >= 100, "{}", suite.len());
    assert!(suite.iter().all(|(_, _, moves)| (3..=8).contains(moves)));
    assert!(suite.iter().all(|(_, position, _)| !position.verdict().is_over()));
    let mut keys: Vec<u64> = suite.iter().map(|(_, position, _)| position.key()).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), suite.len());
}

#[test]
fn short_mates_are_found_with_few_nodes() {
    let short: Vec<_> = suite().into_iter().filter(|&(_, _, moves)| moves == 3).collect();
    assert!(short.len() >= 30);
    let unsolved: Vec<&str> = short
        .iter()
        .filter(|(_, position, moves)| {
            let limits = Limits { nodes: Some(600_000), mate: Some(*moves), ..Limits::default() };
            !is_solved(position, &limits)
        })
        .map(|&(fen, ..)| fen)
        .collect();
    assert!(unsolved.is_empty(), "{unsolved:#?}");
}

/// Keeps the last line that was told.
#[derive(Default)]
struct Line(Vec<Move>);

impl Listener for Line {
    fn report(&mut self, report: &Report<&[Move]>) {
        self.0 = report.moves.to_vec();
    }
}

#[test]
fn lines_to_mates_are_played_to_the_mate() {
    for (fen, mut position, moves) in suite().into_iter().filter(|&(_, _, moves)| moves == 3) {
        let eval = Classical::new(ClassicalWeights::under(&Rules::CRAZYHOUSE));
        let mut engine = Engine::new(eval, 1, 1).unwrap();
        let limits = Limits { mate: Some(moves), ..Limits::default() };
        let mut line = Line::default();
        let found = engine.search(&position, &limits, &SearchControl::default(), &mut line);
        assert_eq!(found.score.mate_in(), Some(line.0.len() as i32), "{fen}");
        assert_eq!(found.best, line.0.first().copied());
        for mv in line.0 {
            assert!(position.is_legal(mv), "{fen}");
            position.play(mv, &mut Silent);
        }
        assert!(position.verdict().is_mate(), "{fen}");
    }
}

#[test]
fn a_check_that_a_coming_piece_may_block_is_no_mate() {
    let setup = "6k1/5ppp/8/8/8/8/8/R3K3[] w Q - 0 1".parse().unwrap();
    for (rules, mates) in [(Rules::CHESS, true), (Rules::BUGHOUSE, false)] {
        let position = Position::from_setup(&setup, rules, false).unwrap();
        let mut engine =
            Engine::new(Classical::new(ClassicalWeights::under(&rules)), 1, 1).unwrap();
        let limits = Limits { mate: Some(1), depth: Some(4), ..Limits::default() };
        let found = engine.search(&position, &limits, &SearchControl::default(), &mut ());
        assert_eq!(found.score.is_mate(), mates, "{:?}", found.score);
    }
}

#[test]
#[ignore = "measures time: run it alone, in release"]
fn every_mate_is_found_within_a_second() {
    let mut slowest = Duration::ZERO;
    let mut unsolved = Vec::new();
    for (fen, position, moves) in suite() {
        let limits = Limits {
            move_time: Some(Duration::from_secs(1)),
            mate: Some(moves),
            ..Limits::default()
        };
        let start = Instant::now();
        if !is_solved(&position, &limits) {
            unsolved.push(fen);
        }
        slowest = slowest.max(start.elapsed());
    }
    println!("slowest: {slowest:?}");
    assert!(unsolved.is_empty(), "{unsolved:#?}");
}
