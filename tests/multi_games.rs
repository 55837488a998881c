//! Whole games of the engine against itself: each ends, and an article says why. With
//! `KRALLE_GAMES=200 cargo test --release --test multi_games -- --ignored --nocapture` also a
//! match of full thinking against a tenth of it, with its score; `KRALLE_NODES=3000` changes what
//! is full.

mod common;

use kralle::board::Silent;
use kralle::board::multi::MultiSeat;
use kralle::eval::multi::MultiEval;
use kralle::game::Playable;
use kralle::game::multi::{Drieschaak, MultiEnd, MultiGame, Paranoid, Position, Rules, Vierschaak};
use kralle::game::verdict::Victory;
use kralle::search::{Engine, Limits, SearchControl};

type Thinker<K> = Engine<Paranoid<K>, MultiEval<K>>;

/// Nodes a move of those who think in full, unless told otherwise.
const FULL: u64 = 10_000;

fn games(otherwise: usize) -> usize {
    common::setting("KRALLE_GAMES", otherwise)
}

fn full_nodes() -> u64 {
    common::setting("KRALLE_NODES", FULL)
}

/// A game after some random plies; seat by seat, so many nodes a move.
fn play<K: MultiGame>(
    engines: &mut [Thinker<K>],
    nodes: &[u64],
    seed: u64,
) -> (Position<K>, MultiEnd) {
    let mut position = Position::<K>::start(Rules::default());
    for engine in engines.iter_mut() {
        engine.clear();
    }
    common::random_plies(&mut position, 2 * K::SEATS, seed);
    loop {
        if let Some(outcome) = position.outcome() {
            return (position, outcome);
        }
        let seat = position.turn().index();
        let limits = Limits { nodes: Some(nodes[seat]), ..Limits::default() };
        let game = Paranoid::new(position.clone());
        let decision = engines[seat].search(&game, &limits, &SearchControl::default(), &mut ());
        position.play(decision.best.expect("a move"), &mut Silent);
    }
}

fn engines<K: MultiGame>() -> Vec<Thinker<K>> {
    (0..K::SEATS).map(|_| Engine::new(MultiEval::new(), 1, 1).expect("memory")).collect()
}

/// Games end, with an article; how often each way, in the order of the alphabet.
fn all_end<K: MultiGame>(count: usize, nodes: u64) {
    let mut engines = engines::<K>();
    let mut ends = std::collections::BTreeMap::<String, usize>::new();
    let mut plies = 0;
    for seed in 0..count {
        let (position, _) = play(&mut engines, &[nodes; 4], seed as u64);
        let line = position.verdict().to_string();
        assert!(line.contains(K::LAYOUT.name), "{line}");
        plies += position.ply();
        *ends.entry(line).or_default() += 1;
    }
    println!("{} {count} games, {} plies each: {ends:?}", K::LAYOUT.name, plies / count as u32);
}

#[test]
fn vierschaak_games_end_with_an_article() {
    all_end::<Vierschaak>(games(4), 60);
}

#[test]
fn drieschaak_games_end_with_an_article() {
    all_end::<Drieschaak>(games(4), 60);
}

/// What a seat has of the result: 1 for a win, three quarters for half a win, a half for a draw.
fn points(outcome: MultiEnd, seat: usize) -> f64 {
    match outcome {
        MultiEnd::Draw { .. } => 0.5,
        MultiEnd::Won { winners, victory, .. } => {
            let share = if victory == Victory::Full { 1.0 } else { 0.75 };
            if winners.has(MultiSeat::new(seat)) { share } else { 1.0 - share }
        }
    }
}

/// Full thinking against a tenth of it. Four players: the teams take turns at thinking.
#[test]
#[ignore = "takes minutes"]
fn vierschaak_thinking_helps() {
    let (count, full) = (games(20), full_nodes());
    let mut engines = engines::<Vierschaak>();
    let mut score = 0.0;
    for game in 0..count {
        let mut nodes = [full / 10; 4];
        nodes[game % 2] = full;
        nodes[game % 2 + 2] = full;
        let (_, outcome) = play(&mut engines, &nodes, (game / 2) as u64);
        score += points(outcome, game % 2);
    }
    println!("vierschaak: full against a tenth {score} of {count}");
    assert!(score >= 0.75 * count as f64);
}

/// Three players: one searches all nodes, the two others a tenth. Where nobody wins, or one of
/// the two, each pair is scored apart; the score is that of the pairs. The aim is reached with
/// 3 000 nodes and not with 10 000, where 67.4 % were measured (docs/search.md).
#[test]
#[ignore = "takes minutes"]
fn drieschaak_thinking_helps() {
    let (count, full) = (games(21), full_nodes());
    let mut engines = engines::<Drieschaak>();
    let (mut score, mut wins) = (0.0, 0);
    for game in 0..count {
        let thinker = game % 3;
        let mut nodes = [full / 10; 3];
        nodes[thinker] = full;
        let (_, outcome) = play(&mut engines, &nodes, (game / 3) as u64);
        let own = points(outcome, thinker);
        wins += usize::from(own > 0.5);
        for other in (0..3).filter(|&seat| seat != thinker) {
            let theirs = points(outcome, other);
            score += if own > theirs {
                0.5
            } else if own == theirs {
                0.25
            } else {
                0.0
            };
        }
    }
    println!("drieschaak: full against a tenth {score} of {count} by pairs, {wins} won");
    assert!(score >= 0.75 * count as f64);
}
