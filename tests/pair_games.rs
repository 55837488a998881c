//! Whole games of four seats of the engine. Every move is checked by the slow reference,
//! every game ends by an article, and none lasts for ever. The release's measure is
//!
//!     KRALLE_GAMES=1000 cargo test --release --test pair_games -- --nocapture end_with
//!     KRALLE_GAMES=100 cargo test --release --test pair_games -- --ignored --nocapture by_the_clock
//!
//! and `KRALLE_GAMES=400 ... -- --ignored --nocapture against` says what a habit is worth.

mod common;
mod reference;
mod seats;

use std::collections::BTreeMap;
use std::time::Duration;

use kralle::game::pair::Team;
use reference::same::LAWS;
use seats::{Habits, Pace, Table, share, thinkers};

fn games(otherwise: u64) -> u64 {
    common::setting("KRALLE_GAMES", otherwise)
}

/// Longer games than this are taken to hang.
const MOST_PLIES: usize = 1_500;
/// Nodes a move.
const NODES: u64 = 60;

/// Games by this rule set end, with an article; how often each way.
fn all_end(which: usize) {
    let (variant, law) = LAWS[which];
    let mut seats = thinkers(variant);
    let mut ends = BTreeMap::<String, usize>::new();
    let (count, mut plies, mut waits) = (games(6), 0, 0);
    for seed in 0..count {
        // Prices cost more than the search itself at so few nodes.
        let habits = [Habits { prices: seed % 4 == 0, sits: true }; 2];
        let table = Table::new(&mut seats, variant, Some(law), habits, Pace::Nodes(NODES), seed);
        let played = table.play();
        let verdict = played.verdict;
        assert!(verdict.is_over() && !verdict.articles.is_empty(), "{verdict}");
        assert!(played.plies < MOST_PLIES, "{} plies: {verdict}", played.plies);
        plies += played.plies;
        waits += played.waits;
        *ends.entry(verdict.to_string()).or_default() += 1;
    }
    println!("{variant}: {count} games, {plies} plies, {waits} waits");
    for (line, times) in ends {
        println!("{times:>6} {line}");
    }
}

#[test]
fn bughouse_games_end_with_an_article() {
    all_end(0);
}

#[test]
fn doorgeefschaak_games_end_with_an_article() {
    all_end(1);
}

#[test]
fn tandem_games_end_with_an_article() {
    all_end(2);
}

#[test]
fn tandemordnung_games_end_with_an_article() {
    all_end(3);
}

/// 10 seconds and a tenth a move: a seat that has a move makes it in time.
#[test]
#[ignore = "takes a minute for each game"]
fn nobody_oversteps_by_the_clock() {
    let pace = Pace::Clock(Duration::from_secs(10), Duration::from_millis(100));
    for seed in 0..games(2) {
        let (variant, _) = LAWS[seed as usize % LAWS.len()];
        let mut seats = thinkers(variant);
        let played = Table::new(&mut seats, variant, None, [Habits::ALL; 2], pace, seed).play();
        println!("{variant} {} plies, {} waits: {}", played.plies, played.waits, played.verdict);
        assert_eq!(played.overstepped, 0, "{}", played.verdict);
    }
}

/// One team with a habit against one without, both sides of every opening.
fn measure(variant: &str, with: Habits, without: Habits, nodes: u64) {
    let mut seats = thinkers(variant);
    let count = games(20) / 2;
    let (mut points, mut squares, mut waits) = (0.0, 0.0, 0);
    for seed in 0..count {
        let mut both = 0.0;
        for team in [Team::White1, Team::Black1] {
            let habits = if team == Team::White1 { [with, without] } else { [without, with] };
            let table = Table::new(&mut seats, variant, None, habits, Pace::Nodes(nodes), seed);
            let played = table.play();
            waits += played.waits;
            both += share(&played.verdict, team) / 2.0;
        }
        points += both;
        squares += both * both;
    }
    // Pairs of games from one opening are what is independent.
    let n = count as f64;
    let mean = points / n;
    let error = ((squares / n - mean * mean).max(0.0) / n).sqrt() * 1.96;
    println!(
        "{variant}, {nodes} nodes, {} games: {:.1} % +- {:.1}, {waits} waits ({with:?} against {without:?})",
        2 * count,
        100.0 * mean,
        100.0 * error
    );
}

fn nodes() -> u64 {
    common::setting("KRALLE_NODES", 1_000)
}

#[test]
#[ignore = "takes minutes"]
fn prices_against_none() {
    let without = Habits { prices: false, sits: true };
    for (variant, _) in LAWS {
        measure(variant, Habits::ALL, without, nodes());
    }
}

#[test]
#[ignore = "takes minutes"]
fn sitting_against_moving() {
    let without = Habits { prices: true, sits: false };
    for (variant, _) in LAWS {
        measure(variant, Habits::ALL, without, nodes());
    }
}
