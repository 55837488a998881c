//! What several test files share: seeded playouts and positions. `KRALLE_LAWS=10` makes
//! every run ten times as long, `KRALLE_SEED=7` makes another one.

// Not every test file uses everything.
#![allow(dead_code)]

use kralle::base::random::SplitMix;
use kralle::board::{Move, Silent};
use kralle::game::Playable;
use kralle::game::catalogue::BoardGame;
use kralle::game::catalogue::BuiltIn;
use kralle::game::multi::{self, MultiGame};
use kralle::game::single::Position;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// A number that the environment sets, or the usual one.
pub fn setting<T: std::str::FromStr>(name: &str, usual: T) -> T {
    let Ok(text) = std::env::var(name) else { return usual };
    text.parse().unwrap_or_else(|_| panic!("{name}={text} is not a number"))
}

/// The usual count, or a multiple of it.
pub fn count(usual: usize) -> usize {
    usual * setting("KRALLE_LAWS", 1)
}

/// Plays so many random moves, always the same for a seed, at a board of three or four.
pub fn random_plies<K: MultiGame>(position: &mut multi::Position<K>, plies: usize, seed: u64) {
    let mut source = SplitMix(seed);
    for _ in 0..plies {
        let word;
        (word, source) = source.next();
        let moves = position.legal_moves();
        position.play(moves[word as usize % moves.len()], &mut Silent);
    }
}

/// Mates of crazyhouse in a file: of each line the FEN, its position, and after `dm` the moves that
/// the mate takes at most.
pub fn mates(text: &str) -> Vec<(&str, Position, u32)> {
    let read = |line| {
        let (fen, moves) = str::split_once(line, " ;dm ").expect(line);
        (fen, position("crazyhouse", fen, false), moves.parse().expect(line))
    };
    text.lines().filter(|line| !line.starts_with('#')).map(read).collect()
}

/// A source of chance of its own for each test.
pub fn chance(salt: u64) -> SmallRng {
    SmallRng::seed_from_u64(setting("KRALLE_SEED", 1_u64) << 32 | salt)
}

/// The games on 8x8 boards, as the program lists them.
pub fn board_games() -> Vec<&'static str> {
    let on_one = |game: &BuiltIn| BoardGame::find(game.name()).is_some();
    BuiltIn::ALL.into_iter().filter(on_one).map(BuiltIn::name).collect()
}

/// The position of a FEN in a game.
pub fn position(name: &str, fen: &str, chess960: bool) -> Position {
    let rules = BoardGame::find(name).unwrap().rules;
    Position::from_setup(&fen.parse().unwrap(), rules, chess960).unwrap()
}

/// Where playouts of a game begin: quiet and wild, with and without pieces in hand.
pub fn starts(name: &str) -> Vec<Position> {
    let plain = [
        BoardGame::find(name).unwrap().rules.start(),
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    ];
    let held = [
        "r1b2rk1/ppp2ppp/2n2n2/8/8/2N2N2/PPP2PPP/R1B2RK1[QBPPqbpp] w - - 0 1",
        "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1",
        "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 1",
    ];
    let shuffled = [
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
    ];
    let superpieces = [
        "rvbakbme/pppppppp/8/8/8/8/PPPPPPPP/RVBAKBME[QRNNqrnn] w Qq - 0 1",
        "r3k2r/pPmMp1pp/2e5/3vSA2/2m2M2/1s3P2/PPpE2PP/R3K2R[QNMVqnb] w KQkq - 0 1",
        "4k3/1P1P3P/2m1M3/8/3M2m1/8/p2p2p1/4K3[QEMam] w - - 0 1",
    ];
    let hands = match name {
        "chess" => &[][..],
        "superschaak" => &superpieces[..],
        _ => &held[..],
    };
    let ordinary = plain.iter().chain(hands).map(|fen| position(name, fen, false));
    ordinary.chain(shuffled.iter().map(|fen| position(name, fen, true))).collect()
}

/// A random legal move.
pub fn any_move(position: &Position, chance: &mut SmallRng) -> Option<Move> {
    let moves = position.legal_moves();
    (!moves.is_empty()).then(|| moves[chance.random_range(0..moves.len())])
}

/// Calls `visit` on so many positions of random games, with the chance that led there.
pub fn visit_positions(
    name: &str,
    total: usize,
    salt: u64,
    mut visit: impl FnMut(&mut Position, &mut SmallRng),
) {
    let mut chance = chance(salt);
    let starts = starts(name);
    let mut game = starts[0].clone();
    let mut plies = 0;
    for _ in 0..total {
        visit(&mut game, &mut chance);
        plies += 1;
        let next =
            any_move(&game, &mut chance).filter(|_| plies < 120 && !game.verdict().is_over());
        match next {
            Some(mv) => game.play(mv, &mut Silent),
            None => {
                game = starts[chance.random_range(0..starts.len())].clone();
                plies = 0;
            }
        }
    }
}
