//! Superschaak against the slow generator of `super_reference`, on seeded random positions:
//! playouts that begin with the prelude, and boards full of Magicians. `KRALLE_SUPER=5000`
//! compares so many positions.

mod common;
mod super_reference;

use common::{any_move, chance, position};
use kralle::board::{Color, Silent};
use kralle::game::Playable;
use kralle::game::perft::perft;
use kralle::game::rules::Rules;
use kralle::game::single::Position;
use kralle::notation::Setup;
use kralle::notation::uci::{Castling, read, write};
use rand::RngExt;
use rand::rngs::SmallRng;
use super_reference::Game as Slow;

const START: &str = Rules::SUPERSCHAAK.start();

fn game(fen: &str) -> Position {
    position("superschaak", fen, false)
}

fn texts(position: &Position) -> Vec<String> {
    let write = |&mv| write(mv, Castling::KingStep).to_string();
    let mut texts: Vec<String> = position.legal_moves().iter().map(write).collect();
    texts.sort_unstable();
    texts
}

/// The same moves now, and after each of them.
fn agree(position: &mut Position) {
    let fen = position.to_setup().to_string();
    let slow = Slow::read(&fen);
    let moves = slow.moves();
    assert_eq!(texts(position), moves, "{fen}");
    let legal = position.legal_moves();
    for text in moves {
        position.play(read(&text, &legal).unwrap(), &mut Silent);
        let after = slow.after(&text);
        let fen_after = position.to_setup().to_string();
        assert_eq!(Slow::read(&fen_after).text(), after.text(), "{fen} {text}");
        assert_eq!(texts(position), after.moves(), "{fen} {text}");
        position.undo();
    }
    assert_eq!(position.to_setup().to_string(), fen);
}

/// Pieces put anywhere, several Magicians among them, and a pool that may be empty or full.
fn scattered(chance: &mut SmallRng) -> Option<Position> {
    let mut at = [b'.'; 64];
    let mut came_back = [false; 64];
    let mut put = |chance: &mut SmallRng, piece: u8, back: bool| {
        let here = chance.random_range(0..64);
        let pawn = piece.eq_ignore_ascii_case(&b'p');
        if at[here] == b'.' && (!pawn || (8..=55).contains(&here)) {
            at[here] = piece;
            came_back[here] = back;
        }
    };
    // At home, so that castling is met, or anywhere.
    let homes = chance.random_bool(0.3);
    if !homes {
        put(chance, b'K', false);
        put(chance, b'k', false);
    }
    for _ in 0..chance.random_range(3..22) {
        let piece = b"PPPPNBRQMMMESVA"[chance.random_range(0..15)];
        let back = !b"PA".contains(&piece) && chance.random_bool(0.2);
        let piece = if chance.random_bool(0.5) { piece } else { piece.to_ascii_lowercase() };
        put(chance, piece, back);
    }
    if homes {
        for (here, piece) in [(0, b'R'), (4, b'K'), (7, b'R'), (56, b'r'), (60, b'k'), (63, b'r')] {
            (at[here], came_back[here]) = (piece, false);
        }
    }
    let mut placement = String::new();
    for rank in (0..8).rev() {
        for here in rank * 8..rank * 8 + 8 {
            placement.push(if at[here] == b'.' { '1' } else { at[here] as char });
            placement.push_str(if came_back[here] { "~" } else { "" });
        }
        placement.push_str(if rank > 0 { "/" } else { "" });
    }
    let held = ["", "A", "QRNN", "m", "QRBNESVMAqrbnesvma", "mM"][chance.random_range(0..6)];
    let turn = if chance.random_bool(0.5) { "w" } else { "b" };
    let fen = format!("{placement}[{held}] {turn} KQkq - 0 1");
    let setup: Setup = fen.parse().unwrap();
    Position::from_setup(&setup, Rules::SUPERSCHAAK, false).ok()
}

/// Games from the first choice on; a new one is begun once the last is over.
struct Playout {
    position: Position,
    plies: usize,
}

impl Playout {
    fn new() -> Self {
        Self { position: game(START), plies: 0 }
    }

    fn go_on(&mut self, chance: &mut SmallRng) {
        let next = any_move(&self.position, chance);
        match next.filter(|_| self.plies < 150 && !self.position.verdict().is_over()) {
            Some(mv) => {
                self.position.play(mv, &mut Silent);
                self.plies += 1;
            }
            None => *self = Self::new(),
        }
    }
}

#[test]
fn the_slow_generator_agrees() {
    let wanted = common::setting("KRALLE_SUPER", 400);
    let mut chance = chance(700);
    let mut playout = Playout::new();
    let mut met = std::collections::BTreeMap::<&str, usize>::new();
    let mut compared = 0;
    while compared < wanted {
        let mut position = if compared % 2 == 0 {
            playout.go_on(&mut chance);
            playout.position.clone()
        } else {
            let Some(position) = scattered(&mut chance) else { continue };
            position
        };
        agree(&mut position);
        compared += 1;
        let board = position.board();
        let us = position.turn();
        let mut meet = |what, is: bool| *met.entry(what).or_default() += usize::from(is);
        let magicians = board.role(kralle::board::Role::Magician).len();
        meet("frozen", board.awake(us) != board.color(us));
        meet("frozen king", !board.awake(us).has(board.king(us)));
        meet("several Magicians", magicians > 2);
        meet("check", position.in_check());
        meet("empty pool", board.hand(us).is_empty());
        meet("full pool", board.hand(us).len() > 8);
        meet("prelude", position.in_prelude());
        meet("promotion", texts(&position).iter().any(|text| text.ends_with(['m', 'v', 's'])));
    }
    eprintln!("{compared} positions: {met:?}");
    assert!(met.values().all(|&times| times * 200 >= compared), "{met:?}");
}

#[test]
fn every_stage_of_the_prelude_agrees() {
    for seed in 0..4 {
        let mut chance = chance(710 + seed);
        let mut position = game(START);
        let mut stages = 0;
        while position.in_prelude() {
            agree(&mut position);
            // A FEN of any stage is the stage.
            let again = game(&position.to_setup().to_string());
            assert_eq!(again.key(), position.key());
            assert_eq!(texts(&again), texts(&position));
            position.play(any_move(&position, &mut chance).unwrap(), &mut Silent);
            stages += 1;
        }
        assert_eq!((stages, position.turn(), position.move_number()), (9, Color::White, 1));
        agree(&mut position);
    }
}

#[test]
fn counts_of_the_prelude() {
    let counts = [5, 20, 60, 120, 1_440, 17_280, 69_120, 207_360];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&mut game(START), depth), count, "{depth} plies");
    }
}

fn legal(fen: &str) -> Vec<String> {
    texts(&game(fen))
}

fn verdict(fen: &str) -> String {
    game(fen).verdict().to_string()
}

/// The position after these moves.
fn played(fen: &str, moves: &str) -> Position {
    let mut position = game(fen);
    for text in moves.split_whitespace() {
        let mv = read(text, &position.legal_moves()).unwrap_or_else(|error| panic!("{error}"));
        position.play(mv, &mut Silent);
    }
    position
}

#[test]
fn article_1_the_magician_goes_one_step_or_two_without_a_jump() {
    let open = legal("7k/8/8/8/3M4/8/8/K7 w - - 0 1");
    assert_eq!(open.len(), 27);
    assert_eq!(open.iter().filter(|text| text.starts_with("d4")).count(), 24);
    // d5 bars d6 and the knight's moves across it, and is not captured.
    let barred = legal("7k/8/8/3p4/3M4/8/8/K7 w - - 0 1");
    for to in ["d5", "d6", "c6", "e6"] {
        assert!(!barred.contains(&format!("d4{to}")), "{to}");
    }
    assert_eq!(barred.len(), 27 - 4);
}

#[test]
fn article_1_the_magician_answers_a_check_by_freezing() {
    let replies = legal("4r2k/8/8/3M4/8/8/8/4K3 w - - 0 1");
    assert_eq!(replies.len(), 11);
    assert!(["d5d7", "d5f7", "d5e7"].iter().all(|text| replies.contains(&(*text).into())));
    // Away from a rook that would then check the Magician may go only where it freezes the rook or blocks
    // the check.
    let away = legal("4r1k1/3M4/8/8/8/8/8/4K3 w - - 0 1");
    let magician: Vec<&str> = away.iter().filter_map(|text| text.strip_prefix("d7")).collect();
    assert_eq!(magician, ["d8", "e5", "e6", "e7", "f7"]);
    assert!(away.contains(&"e1e2".into()), "a frozen rook guards nothing");
}

#[test]
fn article_1_whoever_stands_next_to_a_magician_is_frozen() {
    assert!(verdict("k6R/1M6/8/8/8/8/8/K7 b - - 0 1").starts_with("mate:1-0 "));
    assert!(verdict("k7/1M6/8/8/8/8/8/K7 b - - 0 1").starts_with("draw:stalemate "));
    // Two Magicians freeze each other, and a frozen one freezes still.
    assert_eq!(legal("7k/8/8/4m3/4M3/8/8/K7 w - - 0 1").len(), 3);
    // Neither a frozen king castles nor a frozen rook; the right outlives the freezing.
    assert!(legal("4k3/8/8/8/8/8/8/2m1K2R w K - 0 1").contains(&"e1g1".into()));
    assert!(!legal("4k3/8/8/8/8/8/8/3mK2R w K - 0 1").contains(&"e1g1".into()));
    let rook = "4k3/8/8/8/8/8/6m1/4K2R w K - 0 1";
    assert!(!legal(rook).contains(&"e1g1".into()));
    let later = played("4k3/p7/8/8/8/8/P5m1/4K2R w K - 0 1", "a2a3 g2g4 a3a4 a7a6");
    assert!(texts(&later).contains(&"e1g1".into()));
    // A frozen pawn does not take in passing, and the square is not written.
    let passed = "4k3/8/8/3pP3/5m2/8/8/4K3 w - d6 0 1";
    assert!(!game(passed).to_setup().to_string().contains("d6"));
}

#[test]
fn article_3_choosing_replacing_swapping() {
    let choices = "+E +A +M +V";
    let replaced = played(START, &format!("{choices} E@h1 A@d8 M@g1 V@b8"));
    assert_eq!((replaced.turn(), replaced.count_moves()), (Color::Black, 7));
    let kept = played(START, &format!("{choices} E@h1 A@d8 M@g1 V@b8 0000"));
    assert_eq!(
        kept.to_setup().to_string(),
        "rvbakbme/pppppppp/8/8/8/8/PPPPPPPP/RVBAKBME[QRNNqrnn] w Qq - 0 1"
    );
    let swapped = played(START, &format!("{choices} E@h1 A@d8 M@g1 V@b8 b8g8"));
    assert_eq!(
        swapped.to_setup().to_string(),
        "rmbakbve/pppppppp/8/8/8/8/PPPPPPPP/RMBAKBVE[QRNNqrnn] w Qq - 0 1"
    );
    let other_way = played(START, &format!("{choices} E@h1 A@d8 M@g1 V@b8 g8b8"));
    assert_eq!(other_way.key(), swapped.key());
    assert_eq!(game(&swapped.to_setup().to_string()).key(), swapped.key());
    // Dutch names, and the order of choosing does not matter later.
    let dutch = played(START, "+M +V +Kn +A kn@h1 A@d8 M@g1 V@b8 0000");
    assert_eq!(dutch.key(), kept.key());
    let half = played(START, "+A +Ps");
    assert_eq!(
        half.to_setup().to_string(),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1 prelude=AS"
    );
}

#[test]
fn article_3_what_is_no_prelude_is_refused() {
    let refused = |fen: &str| {
        let setup: Result<Setup, _> = fen.parse();
        match setup {
            Ok(setup) => {
                Position::from_setup(&setup, Rules::SUPERSCHAAK, false).unwrap_err().to_string()
            }
            Err(error) => error.to_string(),
        }
    };
    let base = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let turn = "at this stage of the prelude Black is on move";
    assert_eq!(refused(&format!("{base}[] w KQkq - 0 1 prelude=A")), turn);
    assert!(refused(&format!("{base}[] w KQkq - 0 1 prelude=AA")).contains("four different"));
    assert!(refused(&format!("{base}[] w KQkq - 0 1 prelude=AE x")).contains("goes on"));
    let misplaced = "pieces and pool are not those of a prelude with these superpieces";
    for fen in [
        // The pool is missing, a piece is not mirrored, one was not chosen, the wrong wing, a
        // pawn has moved.
        "rnbqkbne/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNE[] b Qq - 0 1 prelude=EAMV",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNE[Rr] b Qq - 0 1 prelude=EAMV",
        "rnbqkbns/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNS[Rr] b Qq - 0 1 prelude=EAMV",
        "enbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/ENBQKBNR[Rr] b Qq - 0 1 prelude=EAMV",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] w KQkq - 0 1 prelude=",
    ] {
        assert_eq!(refused(fen), misplaced, "{fen}");
    }
    let chess = |fen: String| {
        Position::from_setup(&fen.parse().unwrap(), Rules::CHESS, false).unwrap_err().to_string()
    };
    assert!(chess(format!("{base} w KQkq - 0 1 prelude=")).contains("prelude"));
    assert!(chess("4k3/8/8/8/8/8/8/A3K3 w - - 0 1".into()).contains("there is A"));
    assert!(refused("EEEEEEEE/EEEEEEEE/k7/8/8/8/8/K7[] b - - 0 1").contains("more than 15"));
}

#[test]
fn article_4_pawns_come_back_as_what_is_beside_the_board() {
    let promotions = |fen: &str| -> Vec<String> {
        legal(fen).into_iter().filter(|text| text.starts_with("a7")).collect()
    };
    let held = promotions("8/P6k/8/8/8/8/8/K7[QRNNqrnn] w - - 0 1");
    assert_eq!(held, ["a7a8n", "a7a8q", "a7a8r"]);
    // Never an Amazon, and with nothing beside the board the pawn stays where it is (D-17).
    for pool in ["", "A", "AA", "Pq", "P"] {
        assert!(promotions(&format!("8/P6k/8/8/8/8/8/K7[{pool}] w - - 0 1")).is_empty(), "{pool}");
    }
    let all = promotions("8/P6k/8/8/8/8/8/K7[AQRBNESVM] w - - 0 1");
    assert_eq!(all, ["a7a8b", "a7a8e", "a7a8m", "a7a8n", "a7a8q", "a7a8r", "a7a8s", "a7a8v"]);
    // What came back is marked, and gone when captured (D-16); what is captured is available
    // to its owner (D-28).
    let back = played("1r5k/P7/8/8/8/8/8/K7[E] w - - 0 1", "a7b8e");
    assert!(back.to_setup().to_string().starts_with("1E~5k/8/8/8/8/8/8/K7[r] "));
    let gone = played("1r5k/P7/8/8/8/8/8/K7[E] w - - 0 1", "a7a8e b8a8");
    assert!(gone.to_setup().to_string().starts_with("r6k/8/8/8/8/8/8/K7[] "));
    // A pawn that becomes a Magician answers a check by freezing.
    let frozen = legal("r6k/1P6/8/8/8/8/8/K7[QM] w - - 0 1");
    assert!(frozen.contains(&"b7b8m".into()) && !frozen.contains(&"b7b8q".into()));
}

#[test]
fn article_5_the_rest_is_fide() {
    let knights = "7N/7N/8/4k3/8/8/8/K7 w - - 0 1";
    assert_eq!(verdict(knights), "ongoing", "two knights may play on");
    let mut moves = String::new();
    for _ in 0..2 {
        moves += "a1b1 e5f5 b1a1 f5e5 ";
    }
    let again = played(knights, &moves).verdict();
    assert!(again.result() == "1/2-1/2", "{again}");
    assert_eq!(again.to_string(), "draw:repetition superschaak 5, FIDE 9.2");
    let quiet = played("8/8/8/4k3/8/8/8/KR6 w - - 99 80", "a1a2").verdict().to_string();
    assert_eq!(quiet, "draw:50-moves superschaak 5, FIDE 9.3");
}

#[test]
fn decision_d35_dead_positions_draw() {
    let dead = "draw:material superschaak 5, FIDE 5.2.2";
    for pieces in ["8/8", "N7/8", "B7/1b6", "M7/m7", "MM6/8"] {
        // Without a pawn nothing comes back out of a pool, and the count comes too late.
        for fen in [
            format!("{pieces}/8/5k2/8/8/8/K7[QRqr] w - - 0 1"),
            format!("{pieces}/8/5k2/8/8/8/K7 w - - 100 90"),
        ] {
            assert_eq!(verdict(&fen), dead, "{fen}");
        }
    }
    for pieces in ["V7/8", "NN6/8", "NB6/8", "NM6/8", "BM6/8", "BB6/8", "8/P7", "E7/8", "R7/8"] {
        let fen = format!("{pieces}/8/5k2/8/8/8/K7 w - - 0 1");
        assert_eq!(verdict(&fen), "ongoing", "{fen}");
    }
}

#[test]
fn algebraic_notation_has_dutch_names() {
    use kralle::notation::san::{self, Effect};
    let cases = [
        ("7k/8/8/3p4/8/4E3/8/4K3 w - - 0 1", "e3d5", "Exd5", "Knxd5"),
        ("4k3/8/8/8/8/4S3/8/4K3 w - - 0 1", "e3d5", "Sd5", "Psd5"),
        ("8/P6k/8/8/8/8/8/K7[E] w - - 0 1", "a7a8e", "a8=E", "a8=Kn"),
        (START, "+E", "+E", "+Kn"),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1 prelude=EAMS",
            "S@f1",
            "S@f1",
            "Ps@f1",
        ),
        (
            "rvbakbme/pppppppp/8/8/8/8/PPPPPPPP/RVBAKBME[QRNNqrnn] b Qq - 0 1 prelude=EAMV",
            "b8g8",
            "b8g8",
            "g8b8",
        ),
        (
            "rvbakbme/pppppppp/8/8/8/8/PPPPPPPP/RVBAKBME[QRNNqrnn] b Qq - 0 1 prelude=EAMV",
            "0000",
            "0000",
            "--",
        ),
    ];
    for (fen, uci, written, dutch) in cases {
        let position = game(fen);
        let legal = position.legal_moves();
        let mv = read(uci, &legal).unwrap();
        assert_eq!(san::write(position.board(), &legal, mv, Effect::Quiet), written);
        for text in [written, dutch] {
            assert_eq!(san::read(text, &legal), Ok(mv), "{text}");
        }
    }
    let chess = position("chess", kralle::game::rules::START, false).legal_moves();
    for null in ["0000", "--"] {
        assert!(san::read(null, &chess).unwrap_err().to_string().contains("passing"));
    }
}
