//! The engine's fingerprint: nodes that the bench takes, game by game. A change that moves
//! a number is a change of play; its commit says so and sets the number.

use std::io::Write;
use std::sync::{Arc, Mutex};

use kralle::eval::chosen::EvalChoice;
use kralle::protocol::Out;
use kralle::protocol::uci::UciSession;
use kralle::search::SearchControl;
use kralle::tools::bench;

/// At the bench's own depth, in the order of the bench.
const SIGNATURE: &[(&str, u64)] = &[
    ("chess", 26_529),
    ("crazyhouse", 64_244),
    ("bughouse", 84_217),
    ("superschaak", 50_066),
    ("vierschaak", 5_567),
    ("drieschaak", 32_017),
];

#[test]
fn the_bench_counts_what_it_counted() {
    let mut counted = Vec::new();
    let mut hear = |line: &str| {
        let mut words = line.split_whitespace().map(str::to_owned);
        let (name, nodes) = (words.next().unwrap(), words.next().unwrap());
        counted.push((name, nodes.parse::<u64>().unwrap()));
    };
    let last = bench::run(bench::DEPTH, &EvalChoice::BuiltIn, &SearchControl::default(), &mut hear)
        .unwrap();
    let pinned: Vec<_> = SIGNATURE.iter().map(|&(name, nodes)| (name.to_owned(), nodes)).collect();
    assert_eq!(counted, pinned, "the play has changed: say so in the commit, set SIGNATURE");
    let total: u64 = SIGNATURE.iter().map(|(_, nodes)| nodes).sum();
    assert!(last.starts_with(&format!("{total} nodes ")), "{last}");
}

/// Both boards some moves into a game, with pieces in hand.
const BOARDS: &str = "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R[NPbp] w KQkq - 0 6 | \
    rnbqkb1r/ppp2ppp/5n2/3pp3/3P4/2N2N2/PPP1PPPP/R1BQKB1R[Pn] b KQkq - 2 4";

/// Depth of the searches of a seat.
const SEAT_DEPTH: u32 = 8;

/// Nodes of the seats on move, White's on the first board and Black's on the second.
const SEATS: &[(&str, [u64; 2])] = &[
    ("bughouse", [67_364, 55_068]),
    ("doorgeefschaak", [58_005, 49_665]),
    ("tandem", [72_741, 54_834]),
    ("tandemordnung", [72_741, 54_834]),
];

/// Nodes of the first move in games that the bench does not have.
const FIRST_MOVES: &[(&str, u64)] = &[("4player-teams", 3_498)];

/// What a session of its own says to these lines.
fn said(lines: &[String]) -> String {
    let said = Said::default();
    let mut session = UciSession::new(Out::new(said.clone())).unwrap();
    assert!(session.run_all(lines), "{}", said.text());
    session.wait();
    said.text()
}

/// Nodes of a seat's search at a fixed depth and of the small ones beside it, as the engine tells them at its end.
fn seat_nodes(game: &str, seat: &str) -> u64 {
    let text = said(&[
        "setoption name Hash value 16".to_owned(),
        format!("setoption name UCI_Variant value {game}"),
        format!("setoption name Seat value {seat}"),
        format!("position fen {BOARDS}"),
        format!("go depth {SEAT_DEPTH}"),
    ]);
    nodes_of(&text)
}

fn nodes_of(text: &str) -> u64 {
    let last = text.lines().rfind(|line| line.starts_with("info nodes ")).unwrap();
    last.split_whitespace().nth(2).unwrap().parse().unwrap()
}

/// What a session has said.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<u8>>>);

impl Said {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_seat_of_two_boards_counts_what_it_counted() {
    let counted: Vec<_> = SEATS
        .iter()
        .map(|&(game, _)| (game, ["1w", "2b"].map(|seat| seat_nodes(game, seat))))
        .collect();
    assert_eq!(counted, SEATS, "the play has changed: say so in the commit, set SEATS");
}

#[test]
fn a_first_move_counts_what_it_counted() {
    for &(game, nodes) in FIRST_MOVES {
        let text = said(&[
            format!("setoption name UCI_Variant value {game}"),
            format!("go depth {SEAT_DEPTH}"),
        ]);
        assert_eq!(nodes_of(&text), nodes, "the play of {game} has changed: say so in the commit");
    }
}

/// Every game that the program offers has its numbers here.
#[test]
fn no_game_is_left_out() {
    let text = said(&["uci".to_owned()]);
    let option = text.lines().find(|line| line.contains("name UCI_Variant ")).unwrap();
    let games: Vec<&str> = option.split(" var ").skip(1).map(str::trim).collect();
    assert!(games.len() >= 9, "{option}");
    for game in games {
        let boards = SIGNATURE.iter().chain(FIRST_MOVES).map(|&(name, _)| name);
        let mut counted = boards.chain(SEATS.iter().map(|seats| seats.0));
        assert!(counted.any(|name| name == game), "{game} has no signature");
    }
}
