//! The engine's two boards against the slow reference, on seeded random games: the same
//! moves on both boards for two plies, the same boards and hands after each, the same
//! mates; and every move taken back leaves nothing behind.

mod common;
mod reference;

use kralle::board::{Move, Silent};
use kralle::game::Playable;
use kralle::game::pair::Pair;
use kralle::game::perft;
use kralle::game::rules::START;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reference::Law;
use reference::same::{LAWS, assert_same, fen, pair, plain, plain_moves};

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
    // Counting two plies together skips a board that a move leaves alone.
    assert_eq!(perft::perft(fast, 2), lines, "{here}");
    assert_eq!((fen(fast), fast.key()), (here, key), "nothing is left behind");
    lines
}

/// How many positions each rule set is asked: `KRALLE_PAIR_POSITIONS` (2000 is the measure
/// of a release), or fewer, to be quick.
fn positions() -> usize {
    common::setting("KRALLE_PAIR_POSITIONS", 200)
}

/// Is this move a capture, a promotion or a check?
fn is_lively(pair: &Pair, mv: Move) -> bool {
    let board = pair.board(mv.board()).unwrap();
    board.is_noisy(mv.on_board(0)) || board.gives_check(mv.on_board(0))
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
            let lively: Vec<Move> =
                moves.iter().copied().filter(|&mv| is_lively(&fast, mv)).collect();
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
