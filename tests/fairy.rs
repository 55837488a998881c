//! Counts against Fairy-Stockfish: of one board of two, as it knows bughouse and, by
//! `tests/data/variants.ini`, drops without check; of superschaak without Magicians, by the
//! same file. Needs Debian's `fairy-stockfish` in the
//! path or in /usr/games; run with `cargo test --test fairy -- --ignored`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use kralle::board::{Color, Hand, Piece, PreludeStep, Role, Set, Silent};
use kralle::game::perft::perft;
use kralle::game::rules::{Rules, START};
use kralle::game::single::Position;
use kralle::game::{Class, Playable};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

struct Fairy {
    child: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Fairy {
    fn start(variant: &str) -> Self {
        let path = ["fairy-stockfish", "/usr/games/fairy-stockfish"];
        let mut child = path
            .into_iter()
            .find_map(|path| {
                let pipes = || Stdio::piped();
                Command::new(path).stdin(pipes()).stdout(pipes()).spawn().ok()
            })
            .expect("this test needs Debian's package fairy-stockfish");
        let orders = child.stdin.take().expect("a pipe");
        let answers = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut fairy = Self { child, orders, answers };
        let ini = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/variants.ini");
        fairy.order(&format!("uci\nsetoption name VariantPath value {ini}"));
        fairy.order(&format!("setoption name UCI_Variant value {variant}"));
        fairy
    }

    fn order(&mut self, text: &str) {
        writeln!(self.orders, "{text}").expect("fairy-stockfish listens");
    }

    fn perft(&mut self, fen: &str, depth: u32) -> u64 {
        self.order(&format!("position fen {fen}\ngo perft {depth}"));
        for line in (&mut self.answers).lines() {
            if let Some(count) = line.expect("text").strip_prefix("Nodes searched: ") {
                return count.trim().parse().expect("a number");
            }
        }
        panic!("fairy-stockfish has ended");
    }
}

impl Drop for Fairy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A position after some random moves, both hands full.
fn random_position(rules: Rules, source: &mut StdRng) -> Position {
    let mut position =
        Position::from_setup(&START.parse().expect("a FEN"), rules, false).expect("a position");
    for _ in 0..source.random_range(10..70) {
        let mut moves = Vec::new();
        position.generate(Class::All, &mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = moves[source.random_range(0..moves.len())];
        position.play(mv, &mut Silent);
        // What one side takes, the game of two boards brings back somewhere: a piece comes.
        if source.random_bool(0.3) {
            let role = Role::DROPPABLE[source.random_range(0..5)];
            let color = Color::ALL[source.random_range(0..2)];
            position.receive(Piece::new(color, role), &mut Silent);
        }
    }
    for color in Color::ALL {
        for role in Role::DROPPABLE {
            let count = position.board().hand(color).count(role);
            if count == 0 {
                position.set_hand(Piece::new(color, role), 1);
            }
            debug_assert!(count <= Hand::MOST);
        }
    }
    position
}

fn compare(rules: Rules, variant: &str, seed: u64) {
    let mut fairy = Fairy::start(variant);
    let mut source = StdRng::seed_from_u64(seed);
    let mut total = 0;
    for index in 0..500 {
        let mut position = random_position(rules, &mut source);
        let depth = if index % 50 == 0 { 3 } else { 2 };
        let fen = position.to_setup().to_string();
        let ours = perft(&mut position, depth);
        assert_eq!(ours, fairy.perft(&fen, depth), "{variant} depth {depth}: {fen}");
        total += ours;
    }
    eprintln!("{variant}: 500 positions, {total} lines");
}

#[test]
#[ignore = "needs Debian's fairy-stockfish"]
fn bughouse_counts_agree() {
    compare(Rules::BUGHOUSE, "bughouse", 11);
}

#[test]
#[ignore = "needs Debian's fairy-stockfish"]
fn doorgeefschaak_counts_agree() {
    compare(Rules::DOORGEEFSCHAAK, "doorgeefschaak-board", 12);
}

/// A position of superschaak without Magicians, in which nobody promotes for some plies.
fn without_magicians(source: &mut StdRng) -> Position {
    let start = Rules::SUPERSCHAAK.start();
    loop {
        let mut position =
            Position::from_setup(&start.parse().expect("a FEN"), Rules::SUPERSCHAAK, false)
                .expect("a position");
        let wanted = source.random_range(9..60);
        for _ in 0..wanted {
            let mut moves = Vec::new();
            position.generate(Class::All, &mut moves);
            moves.retain(|mv| mv.step() != Some(PreludeStep::Choose(Role::Magician)));
            if moves.is_empty() {
                break;
            }
            position.play(moves[source.random_range(0..moves.len())], &mut Silent);
        }
        let pawns = |color| position.board().pieces(color, Role::Pawn);
        let near = (pawns(Color::White) & (Set::rank(5) | Set::rank(6)))
            | (pawns(Color::Black) & (Set::rank(1) | Set::rank(2)));
        if near.is_empty() && position.board().role(Role::Magician).is_empty() {
            return position;
        }
    }
}

#[test]
#[ignore = "needs Debian's fairy-stockfish"]
fn superschaak_counts_agree() {
    let mut fairy = Fairy::start("supershape");
    let mut source = StdRng::seed_from_u64(13);
    let mut total = 0;
    for index in 0..200 {
        let mut position = without_magicians(&mut source);
        let depth = if index % 20 == 0 { 3 } else { 2 };
        let fen = position.to_setup().to_string();
        let (placement, rest) = fen.split_once('[').expect("a pool");
        let (_, rest) = rest.split_once(']').expect("a pool");
        let plain = format!("{placement}{rest}");
        let ours = perft(&mut position, depth);
        assert_eq!(ours, fairy.perft(&plain, depth), "depth {depth}: {fen}");
        total += ours;
    }
    eprintln!("superschaak: 200 positions, {total} lines");
}
