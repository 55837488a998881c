//! Orders that come at every point of a search: in one write, or some moments later. Every
//! `go` gets exactly one `bestmove`, it is legal, and it comes soon after `stop`.
//! `cargo test --release --test race -- --ignored --nocapture` plays ten thousand.

mod common;
mod talker;

use std::time::{Duration, Instant};

use kralle::BuiltIn;
use rand::RngExt;
use rand::rngs::SmallRng;
use talker::Talker;

/// What may come while a search runs, beside what ends it.
const ORDERS: &[&str] = &[
    "isready",
    "ponderhit",
    "stop",
    "setoption name MultiPV value 2",
    "setoption name Move Overhead value 20",
    "setoption name Hash value 2",
    "debug on",
    "played 1e2e4",
    "hand 1w QN",
    "told sit",
    "d",
    "nonsense",
    "",
];

/// How a search may begin.
const STARTS: &[&str] = &[
    "go infinite",
    "go ponder wtime 500 btime 500",
    "go movetime 3",
    "go nodes 500",
    "go depth 2",
    "go wtime 60 btime 60 winc 1 binc 1",
    "go mate 2",
];

/// The clocks of three and four players have other words.
fn start(game: BuiltIn, chance: &mut SmallRng) -> &'static str {
    let start = STARTS[chance.random_range(0..STARTS.len())];
    let has_many_seats = matches!(game, BuiltIn::Vierschaak | BuiltIn::Drieschaak);
    if has_many_seats && start.contains("wtime") { "go infinite" } else { start }
}

/// A position of a game as the command that sets it: its start, and a few random moves.
fn position(game: BuiltIn, chance: &mut SmallRng) -> String {
    let mut table = kralle::Variant::from(game).start().unwrap();
    let boards = (0..table.seats()).map(|seat| table.board_of(seat)).max().unwrap() + 1;
    let mut moves = String::new();
    for ply in 0..chance.random_range(0..12) {
        let board = ply % boards;
        let legal = table.legal(board);
        let Some(seat) = table.on_move(board) else { break };
        let Some(text) = legal.get(chance.random_range(0..legal.len().max(1))) else { break };
        if table.play(seat, text).is_err() || table.verdict().is_over() {
            break;
        }
        let digit = if boards == 2 { (board + 1).to_string() } else { String::new() };
        moves += &format!(" {digit}{text}");
    }
    if moves.is_empty() {
        "position startpos".into()
    } else {
        format!("position startpos moves{moves}")
    }
}

/// The lines up to the answer to `isready`.
fn settle(engine: &mut Talker) -> Vec<String> {
    engine.send("isready");
    engine.until("readyok")
}

/// One search with orders all around it; how long after the last `stop` it answered.
fn race(engine: &mut Talker, game: BuiltIn, chance: &mut SmallRng) -> Duration {
    let position = position(game, chance);
    let mut orders = vec![position.clone(), start(game, chance).to_owned()];
    for _ in 0..chance.random_range(0..4) {
        let order = ORDERS[chance.random_range(0..ORDERS.len())];
        // The next answer to `isready` is the one that ends the test.
        if order != "isready" {
            orders.push(order.into());
        }
    }
    orders.push("stop".into());
    if chance.random() {
        engine.send(&orders.join("\n"));
    } else {
        for order in &orders {
            engine.send(order);
            std::thread::sleep(Duration::from_micros(chance.random_range(0..3_000)));
        }
    }
    let stopped = Instant::now();
    let mut lines = engine.until("bestmove");
    let took = stopped.elapsed();
    lines.extend(settle(engine));
    let answers: Vec<&String> = lines.iter().filter(|line| line.starts_with("bestmove")).collect();
    assert_eq!(answers.len(), 1, "{orders:?}: {lines:?}");
    let best = answers[0].split_whitespace().nth(1).unwrap();
    // Boards that changed meanwhile were those it answered to. A seat whose partner must move
    // first has nothing to play.
    let has_changed =
        orders.iter().any(|order| order.starts_with("hand") || order.starts_with("played"));
    if !has_changed && !matches!(best, "0000" | "(none)") {
        let word = if position.contains(" moves ") { "" } else { " moves" };
        engine.send(&format!("{position}{word} {best}"));
        let said = settle(engine);
        // Orders that waited may be refused only now; this move must not be.
        let is_refused = |line: &String| line.contains("error") && line.contains(best);
        assert!(!said.iter().any(is_refused), "{orders:?}: {best}: {said:?}");
    }
    took
}

fn races(searches: usize) -> Duration {
    let mut chance = common::chance(32);
    let mut slowest = Duration::ZERO;
    for threads in [1, 2] {
        for game in BuiltIn::ALL {
            let mut engine = Talker::start(&[]);
            engine.send(&format!("setoption name UCI_Variant value {}", game.name()));
            engine.send(&format!("setoption name Threads value {threads}"));
            settle(&mut engine);
            for _ in 0..searches.div_ceil(2 * BuiltIn::ALL.len()) {
                slowest = slowest.max(race(&mut engine, game, &mut chance));
            }
        }
    }
    slowest
}

#[test]
fn every_search_answers_once_whatever_comes_around_it() {
    races(common::count(180));
}

#[test]
#[ignore = "minutes"]
fn ten_thousand_searches_answer_within_a_tenth_of_a_second() {
    let slowest = races(10_000);
    println!("the slowest answer came {slowest:?} after `stop`");
    assert!(slowest < Duration::from_millis(100), "{slowest:?}");
}

#[test]
fn the_program_ends_at_every_point_of_a_search() {
    let mut chance = common::chance(33);
    for round in 0..common::count(40) {
        let mut engine = Talker::start(&[]);
        let game = BuiltIn::ALL[round % BuiltIn::ALL.len()];
        engine.send(&format!("setoption name UCI_Variant value {}", game.name()));
        engine.send(start(game, &mut chance));
        std::thread::sleep(Duration::from_micros(chance.random_range(0..5_000)));
        if chance.random() {
            engine.send("quit");
        }
        engine.input = None;
        let took = engine.ends();
        assert!(took < Duration::from_secs(5), "{}: {took:?}", game.name());
    }
}
