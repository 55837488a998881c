//! Steps with a search: limits, positions, what is told, and options that change it.

use std::time::{Duration, Instant};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::examiner::Examiner;
use super::grammar::{
    DeclaredOption, depths_rise, ends_in_mate, examined, last_line_is_played, tells,
    tells_several_lines,
};
use crate::game::catalogue::{BuiltIn, Variant};

/// How much longer than its time a search may take.
const LATE: Duration = Duration::from_millis(500);
/// So many plies has a long game.
const LONG_GAME: usize = 160;

const START: &str = "position startpos";
/// White mates with one move.
pub const MATE_IN_ONE: &str = "position fen 6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";
/// Black has one move, and is mated after it.
const LOST: &str = "position fen 7k/8/5K2/6Q1/8/8/8/8 b - - 0 1";
const MATED: &str = "position fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
const STALEMATE: &str = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

/// `go` with each of its limits.
pub fn limits(examiner: &mut Examiner) {
    let black = "position startpos moves e2e4";
    for (what, position, go) in [
        ("`go depth`", START, "go depth 4"),
        ("`go depth 1`", START, "go depth 1"),
        ("`go nodes`", black, "go nodes 5000"),
        ("clocks with increment", START, "go wtime 900 btime 900 winc 9 binc 9"),
        ("clocks in another order", START, "go btime 900 binc 9 wtime 900 winc 9"),
        ("clocks without increment", START, "go wtime 900 btime 900"),
        ("White's clock alone", START, "go wtime 900"),
        ("Black's clock alone, Black to move", black, "go btime 900"),
        ("`movestogo`", START, "go wtime 900 btime 900 movestogo 5"),
        ("several limits at once", START, "go wtime 9000 btime 9000 depth 4 nodes 50000"),
    ] {
        examiner.searches(what, position, go);
    }
    for (what, go, time) in [
        ("`go movetime` ends in time", "go movetime 300", 300),
        ("a tenth of a second on the clock is enough", "go wtime 100 btime 100", 100),
    ] {
        let start = Instant::now();
        let heard = examiner.search(START, go);
        let late = start.elapsed().saturating_sub(Duration::from_millis(time));
        let found = heard.and_then(|_| match late > LATE {
            true => Err(format!("{} ms too late", late.as_millis())),
            false => Ok(()),
        });
        examiner.step(what, found);
    }
    let only = "go depth 3 searchmoves a2a3";
    examiner.plays("`go searchmoves` keeps to these moves", START, only, "a2a3");
    examiner.plays("`go mate` finds the mate", MATE_IN_ONE, "go mate 1", "e1e8");
}

/// Positions of every kind.
pub fn positions(examiner: &mut Examiner) {
    let long = format!("position startpos moves {}", long_game().join(" "));
    for (what, position) in [
        (
            "moves after the start, castling too",
            "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1",
        ),
        ("moves that repeat a position", {
            "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"
        }),
        ("the moves of a long game", &long),
        ("a FEN", "position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27"),
        ("a FEN with Black to move", {
            "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
        }),
        ("a FEN with en passant, and the capture", {
            "position fen rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3 \
             moves e5f6"
        }),
        ("a FEN with some castling rights", "position fen r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 20"),
        ("a FEN late in a game", "position fen 8/5k2/8/3R4/8/8/4K3/8 w - - 60 140"),
        ("a promotion among the moves", "position fen 8/4P2k/8/8/8/8/4K3/8 w - - 0 1 moves e7e8q"),
        ("a position in which only a pawn can move, to promote", {
            "position fen 8/7P/8/2k5/8/1q6/8/K7 w - - 0 1"
        }),
    ] {
        examiner.searches(what, position, "go depth 4");
    }
    let mut found = Ok(());
    for position in [START, MATE_IN_ONE, "position startpos moves d2d4 d7d5"] {
        let heard = examiner.search(position, "go depth 3");
        let game = &examiner.game;
        let ok = heard.and_then(|lines| examined(game, position, &lines));
        found = found.and(ok);
    }
    examiner.step("one position after another, without `ucinewgame`", found);
    examiner.send(&["ucinewgame"]);
    examiner.searches("a search after `ucinewgame`", START, "go depth 4");
}

/// What a search tells, and what it answers.
pub fn answers(examiner: &mut Examiner) {
    let heard = examiner.search(START, "go movetime 300");
    for word in ["depth", "score", "nodes", "time", "pv"] {
        let found = heard.clone().and_then(|lines| tells(&lines, word));
        examiner.step(&format!("tells `{word}`"), found);
    }
    let rising = heard.clone().and_then(|lines| depths_rise(&lines));
    examiner.step("tells depths that rise", rising);
    let last = heard.and_then(|lines| last_line_is_played(&lines));
    examiner.step("plays the first move of the last line that it told", last);
    for (what, position, score) in [
        ("plays a mate in one, and tells `score mate 1`", MATE_IN_ONE, 1),
        ("tells `score mate -1` where it is mated after its move", LOST, -1),
    ] {
        // At a fixed depth an engine may not see it yet.
        examiner.send(&["ucinewgame"]);
        let heard = examiner.search(position, "go movetime 300");
        let game = &examiner.game;
        let found = heard.and_then(|lines| ends_in_mate(game, position, &lines, score));
        examiner.step(what, found);
    }
    for (what, position) in [
        ("answers where the side to move is mated", MATED),
        ("answers where it is stalemate", STALEMATE),
    ] {
        let heard = examiner.search(position, "go depth 2");
        examiner.step(what, heard.map(drop));
    }
    let once = examiner.search(START, "go depth 3").and_then(|_| examiner.is_ready());
    let found = once.and_then(|lines| match lines.iter().any(|l| l.starts_with("bestmove")) {
        true => Err("a second one came".into()),
        false => Ok(()),
    });
    examiner.step("answers a search with one `bestmove`", found);
}

/// Options that change what is searched, where it has them.
pub fn options(examiner: &mut Examiner) {
    if let Some(two) = examiner.option("Threads").and_then(|option| option.set_to(2)) {
        examiner.send(&[&two]);
        examiner.searches("a search by two threads", START, "go movetime 200");
        examiner.send(&["setoption name Threads value 1"]);
    }
    if let Some(three) = examiner.option("MultiPV").and_then(|option| option.set_to(3)) {
        examiner.send(&[&three]);
        let heard = examiner.search(START, "go depth 4");
        let found = heard.and_then(|lines| tells_several_lines(&lines, 3));
        examiner.step("tells three lines where `MultiPV` is 3", found);
        examiner.send(&["setoption name MultiPV value 1"]);
    }
    if examiner.option("UCI_Chess960").is_some() {
        examiner.send(&["setoption name UCI_Chess960 value true"]);
        examiner.game.chess960 = true;
        for (what, position) in [
            ("Chess960: castling is told as the king that takes its rook", {
                "position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1"
            }),
            ("Chess960: another start", {
                "position fen bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1"
            }),
        ] {
            examiner.searches(what, position, "go depth 4");
        }
        examiner.send(&["setoption name UCI_Chess960 value false"]);
        examiner.game.chess960 = false;
    }
    let house = BuiltIn::Crazyhouse;
    let variants = examiner.option("UCI_Variant");
    let usual = variants.filter(|option| option.values.iter().any(|v| v == house.name()));
    if let Some(back) = usual.and_then(DeclaredOption::set_as_it_is) {
        let chess = std::mem::replace(&mut examiner.game.variant, Variant::from(house));
        examiner.send(&[&format!("setoption name UCI_Variant value {}", house.name())]);
        let drops = "position startpos moves e2e4 d7d5 e4d5 d8d5 P@e4";
        examiner.searches("`UCI_Variant`: a game with drops", drops, "go depth 3");
        examiner.send(&[&back]);
        examiner.game.variant = chess;
        examiner.searches("`UCI_Variant`: chess again", START, "go depth 3");
    }
}

/// Legal moves by chance, the same every time, which end no game.
fn long_game() -> Vec<String> {
    let mut chance = SmallRng::seed_from_u64(1);
    let mut moves = Vec::new();
    let Ok(mut table) = Variant::from(BuiltIn::Chess).start() else { return moves };
    while moves.len() < LONG_GAME
        && let Some(seat) = table.on_move(0)
    {
        let legal = table.legal(0);
        let text = &legal[chance.random_range(0..legal.len())];
        let mut next = table.copy();
        // One side would run out of moves, or of pieces: then it ends here.
        if next.play(seat, text).is_err() || next.verdict().is_over() || !next.can_move(0) {
            break;
        }
        moves.push(text.clone());
        table = next;
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_long_game_is_long() {
        assert!(long_game().len() > 100, "{}", long_game().len());
    }
}
