//! The engine's two boards against the slow reference, on seeded random games: the same
//! moves on both boards for two plies, the same boards and hands after each, the same
//! mates; and every move taken back leaves nothing behind.

mod reference;

use kralle::board::{Color, Move, MoveKind, Role, Silent, Square};
use kralle::game::Game;
use kralle::game::pair::Pair;
use kralle::game::rules::{self, START};
use kralle::game::single::Position;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reference::{Law, Plain};

const LAWS: [(&str, Law); 4] = [
    ("bughouse", Law::Bughouse),
    ("doorgeefschaak", Law::Doorgeefschaak),
    ("tandem", Law::Tandem),
    ("tandemordnung", Law::Tandemordnung),
];

fn pair(fen: &str, variant: &str) -> Pair {
    let rules = rules::variant(variant).expect("a variant").rules;
    let (first, second) = fen.split_once('|').expect("two boards");
    let first = first.parse().expect("a FEN");
    let second = second.parse().expect("a FEN");
    Pair::new(&first, Some(&second), rules, false).expect("a pair")
}

fn fen(pair: &Pair) -> String {
    let board = |index| pair.board(index).expect("a board").to_setup().to_string();
    format!("{} | {}", board(0), board(1))
}

fn plain(mv: Move) -> Plain {
    let letter = |role: Role| role.letter() as u8;
    let (from, to) = (mv.from().index(), mv.to().index());
    match mv.kind() {
        MoveKind::Drop => (mv.board(), 64, to, letter(mv.role()), 64),
        MoveKind::Promotion => (mv.board(), from, to, letter(mv.role()), 64),
        MoveKind::TakeOut => (mv.board(), from, to, letter(mv.role()), mv.extra().index()),
        MoveKind::Castle => {
            let color = if from < 8 { Color::White } else { Color::Black };
            let king = Position::castled_king(color, mv.from(), mv.to());
            (mv.board(), from, king.index(), 0, 64)
        }
        MoveKind::Normal | MoveKind::EnPassant => (mv.board(), from, to, 0, 64),
    }
}

fn plain_moves(pair: &Pair) -> Vec<Plain> {
    let mut moves: Vec<Plain> = pair.legal_moves().into_iter().map(plain).collect();
    moves.sort_unstable();
    moves
}

/// The same men, hands, rights and ends?
fn assert_same(fast: &Pair, slow: &reference::Pair, after: &str) {
    for index in 0..2 {
        let position = fast.board(index).expect("a board");
        let board = &slow.boards[index];
        for square in Square::all() {
            let man = position.board().at(square).map_or(b'.', |man| man.letter() as u8);
            assert_eq!(man, board.at[square.index()], "{square} of board {index} {after}");
            let promoted = position.board().promoted().has(square);
            assert_eq!(promoted, board.promoted[square.index()], "{square} {after}");
        }
        for color in Color::ALL {
            for role in Role::DROPPABLE {
                let held = position.board().hand(color).count(role);
                let expected = board.hand[color.index()][role.index()];
                assert_eq!(held, expected, "{color} {role:?} on board {index} {after}");
            }
        }
        let right = |square: usize| position.rights().has(Square(square as u8));
        assert_eq!([7, 0, 63, 56].map(right), board.castle, "castling on board {index} {after}");
        assert_eq!(fast.board_end(index).is_some(), board.over, "board {index} over? {after}");
    }
}

/// One position, two plies.
fn compare(fast: &mut Pair, slow: &reference::Pair) -> u64 {
    let here = fen(fast);
    let key = fast.key();
    assert_same(fast, slow, &here);
    assert_eq!(plain_moves(fast), slow.moves(), "{here}");
    assert_eq!(fast.count_moves(), slow.moves().len() as u64, "{here}");
    let verdict = fast.verdict();
    assert!(!verdict.is_over() || !verdict.articles.is_empty(), "{verdict} {here}");
    let mut lines = 0;
    for mv in fast.legal_moves() {
        assert!(fast.is_legal(mv), "{mv:?} in {here}");
        fast.play(mv, &mut Silent);
        let mut after = slow.clone();
        after.play(plain(mv));
        let there = format!("after {mv:?} in {here}");
        assert_same(fast, &after, &there);
        let replies = plain_moves(fast);
        assert_eq!(replies, after.moves(), "{there}");
        assert_eq!(fast.count_moves(), replies.len() as u64, "{there}");
        lines += replies.len() as u64;
        fast.undo();
    }
    assert_eq!((fen(fast), fast.key()), (here, key), "nothing is left behind");
    lines
}

/// How many positions each rule set is asked: `KRALLE_PAIR_POSITIONS` (2000 is the measure
/// of a release), or fewer, to be quick.
fn positions() -> usize {
    let asked = std::env::var("KRALLE_PAIR_POSITIONS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(200)
}

fn agree(variant: &str, law: Law, seed: u64) {
    let start = format!("{START} | {START}");
    let mut source = StdRng::seed_from_u64(seed);
    let (mut asked, mut lines, mut games) = (0, 0, 0);
    while asked < positions() {
        let mut fast = pair(&start, variant);
        let mut slow = reference::Pair::read(&start, law);
        games += 1;
        for ply in 0..400 {
            let moves = fast.legal_moves();
            if moves.is_empty() {
                lines += compare(&mut fast, &slow);
                asked += 1;
                break;
            }
            // Captures, promotions and checks more often than chance would have them.
            let lively: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|&mv| fast.is_noisy(mv) || fast.gives_check(mv))
                .collect();
            let choice =
                if !lively.is_empty() && source.random_bool(0.4) { &lively } else { &moves };
            let mv = choice[source.random_range(0..choice.len())];
            fast.play(mv, &mut Silent);
            slow.play(plain(mv));
            if ply % 7 == 6 && source.random_bool(0.5) {
                lines += compare(&mut fast, &slow);
                asked += 1;
            }
        }
    }
    eprintln!("{variant}: {asked} positions of {games} games, {lines} lines of two plies");
}

#[test]
fn bughouse_agrees_with_the_reference() {
    agree(LAWS[0].0, LAWS[0].1, 1);
}

#[test]
fn doorgeefschaak_agrees_with_the_reference() {
    agree(LAWS[1].0, LAWS[1].1, 2);
}

#[test]
fn tandem_agrees_with_the_reference() {
    agree(LAWS[2].0, LAWS[2].1, 3);
}

#[test]
fn tandemordnung_agrees_with_the_reference() {
    agree(LAWS[3].0, LAWS[3].1, 4);
}
