//! Three hundred mates in 6 to 14 moves, from games of crazyhouse. Each was
//! proved by checks alone, with all replies, and a search of 20 000 nodes does not see it.
//! A line of the file is a FEN and, after `dm`, the moves that the mate takes at most.

mod common;

use std::collections::HashSet;
use std::time::Duration;

use kralle::Variant;
use kralle::eval::chosen::{AnyEval, EvalChoice};
use kralle::game::Playable;
use kralle::game::catalogue::BuiltIn;
use kralle::game::rules::Rules;
use kralle::game::single::Position;
use kralle::game::table::AnyPosition;
use kralle::search::{Engine, Limits, SearchControl};

const SUITE: &str = include_str!("data/crazyhouse-hard-mates.epd");
const POSITIONS: usize = 300;
/// Moves to the mates.
const LENGTHS: std::ops::RangeInclusive<usize> = 6..=14;
/// A search of so many nodes sees none of them.
const UNSEEN: u64 = 20_000;
/// A proof may take so many.
const PROOF: u64 = 1_500_000;

struct Solver {
    engine: Engine<Position, AnyEval>,
    control: SearchControl,
}

impl Solver {
    fn new() -> Self {
        let eval = EvalChoice::BuiltIn.eval(BuiltIn::Crazyhouse, &Rules::CRAZYHOUSE).unwrap();
        Self { engine: Engine::new(eval, 64, 1).unwrap(), control: SearchControl::default() }
    }

    /// Moves to a mate by checks alone, if so many nodes prove one.
    fn proves(&mut self, position: &Position, nodes: u64) -> Option<usize> {
        self.engine.clear();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let proof = self.engine.prove_mate(position, &limits, &self.control, &mut 0)?;
        Some(proof.plies.div_ceil(2))
    }

    /// Does a search within these limits end with a mate for the side to move?
    fn sees(&mut self, position: &Position, limits: &Limits) -> bool {
        self.engine.clear();
        let found = self.engine.search(position, limits, &self.control, &mut ());
        found.score.mates_in().is_some()
    }
}

fn suite() -> Vec<(Position, usize)> {
    let mates = common::mates(SUITE).into_iter();
    mates.map(|(_, position, moves)| (position, moves as usize)).collect()
}

#[test]
fn the_suite_holds_different_long_mates_and_a_part_of_it_is_proved() {
    let suite = suite();
    assert_eq!(suite.len(), POSITIONS);
    let keys: HashSet<u64> = suite.iter().map(|(position, _)| position.key()).collect();
    assert_eq!(keys.len(), POSITIONS);
    assert!(suite.iter().all(|(_, moves)| LENGTHS.contains(moves)));
    let mut solver = Solver::new();
    for (position, moves) in suite.iter().step_by(25) {
        let proved = solver.proves(position, PROOF);
        assert!(proved.is_some_and(|found| found <= *moves), "{position:?}: {proved:?}");
    }
}

/// How many of them each way of looking finds.
#[test]
#[ignore = "takes minutes, and measures time: run it alone, in release"]
fn how_many_are_found() {
    let (suite, mut solver) = (suite(), Solver::new());
    let second = Some(Duration::from_secs(1));
    for (name, limits) in [
        ("a search of 100 000 nodes", Limits { nodes: Some(100_000), ..Limits::default() }),
        ("a search of a second", Limits { move_time: second, ..Limits::default() }),
        (
            "a search for a mate, a second",
            Limits { move_time: second, mate: Some(14), ..Limits::default() },
        ),
    ] {
        let found = suite.iter().filter(|(position, _)| solver.sees(position, &limits)).count();
        println!("{name}: {found} of {POSITIONS}");
        assert!(limits.mate.is_none() || 100 * found >= 95 * POSITIONS);
    }
}

/// Prints positions for the suite: of each game the last one with such a mate.
#[test]
#[ignore = "looks for positions: set KRALLE_GAMES to a file in PGN"]
fn look_for_positions() {
    let path = std::env::var("KRALLE_GAMES").expect("KRALLE_GAMES names a file");
    let text = std::fs::read_to_string(path).expect("it can be read");
    let games = kralle::tools::records::read(&text, &Variant::find("crazyhouse").unwrap());
    let mut solver = Solver::new();
    for game in games.unwrap() {
        let tables = game.tables().unwrap();
        for table in tables.iter().rev().skip(2 * LENGTHS.start()).take(4 * LENGTHS.end()) {
            let AnyPosition::Single(position) = table.position() else { unreachable!() };
            let Some(moves) = solver.proves(position, PROOF / 3) else { continue };
            let few = Limits { nodes: Some(UNSEEN), ..Limits::default() };
            if LENGTHS.contains(&moves) && !solver.sees(position, &few) {
                println!("{} ;dm {moves}", table.fen());
                break;
            }
        }
    }
}
