//! Analysis: what is said of positions in which the answer is known.

use std::sync::Arc;
use std::time::Duration;

use kralle::base::Score;
use kralle::board::Role;
use kralle::eval::chances::Chances;
use kralle::game::table::Table;
use kralle::notation::uci::Castling;
use kralle::player::analysis::{Analysis, AnalysisOrder, PvLine};
use kralle::player::partner::{FirstStep, JointMate};
use kralle::{Engine, EngineSettings, EvalChoice, Variant};

const FREE: &str = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
/// A knight in White's hand mates here.
const SMOTHERED: &str = "6rk/6pp/8/8/8/8/8/4K3[] w - - 0 1";

fn order(game: &Variant, nodes: u64) -> AnalysisOrder {
    AnalysisOrder {
        nodes: Some(nodes),
        time: None,
        depth: None,
        lines: 1,
        clocks: [None; 4],
        chances: Chances::of(game.like()),
        mates: None,
    }
}

/// All rounds of an analysis.
fn rounds(game: &str, fen: Option<&str>, change: impl Fn(&mut AnalysisOrder)) -> Vec<Analysis> {
    let game = Variant::find(game).expect("a game");
    let table: Box<dyn Table> =
        fen.map_or_else(|| game.start(), |fen| game.set_up(fen)).expect("a position");
    let engine =
        Engine::new(&game, &EvalChoice::BuiltIn, EngineSettings::default()).expect("an engine");
    let mut order = order(&game, 60_000);
    change(&mut order);
    let mut rounds = Vec::new();
    let run = engine.analyse(&*table, order).expect("an analysis");
    run(&Arc::default(), &mut |analysis| rounds.push(analysis));
    rounds
}

fn analysis(game: &str, fen: Option<&str>) -> Analysis {
    rounds(game, fen, |_| {}).pop().expect("a round")
}

#[test]
fn every_game_has_chances_that_add_up_and_lines_for_who_is_on_move() {
    for (game, lines, teams) in [
        ("chess", 1, 2),
        ("crazyhouse", 1, 2),
        ("superschaak", 1, 2),
        ("bughouse", 2, 2),
        ("doorgeefschaak", 2, 2),
        ("tandem", 2, 2),
        ("tandemordnung", 2, 2),
        ("vierschaak", 1, 2),
        ("drieschaak", 1, 3),
    ] {
        let found = analysis(game, None);
        let with_lines = found.seats.iter().filter(|seat| !seat.lines.is_empty()).count();
        assert_eq!((with_lines, found.outlooks.len()), (lines, teams), "{game}");
        for outlook in &found.outlooks {
            let sum = outlook.win + outlook.draw + outlook.loss;
            assert!((sum - 1.0).abs() < 0.002, "{game}: {outlook:?}");
            // Nobody is far ahead at the start.
            assert!((0.2..0.8).contains(&outlook.share()), "{game}: {outlook:?}");
        }
        let shares: f64 = found.outlooks.iter().map(|outlook| outlook.share()).sum();
        assert!((shares - 1.0).abs() < 0.002, "{game}: {shares}");
        assert!(found.seats.iter().all(|seat| seat.score.is_some()), "{game}");
    }
}

#[test]
fn an_analysis_is_the_same_every_time_at_fixed_nodes() {
    for game in ["crazyhouse", "bughouse", "drieschaak"] {
        let [one, two] = [(), ()].map(|()| {
            let rounds = rounds(game, None, |_| {});
            assert!(rounds.len() > 1 && rounds.iter().all(|round| round.nodes <= 70_000));
            rounds.into_iter().map(|round| (round.seats, round.outlooks)).collect::<Vec<_>>()
        });
        assert_eq!(one, two, "{game}");
    }
}

/// The piece that decides is named for the seat that needs it, for the one that must not lose
/// it, and with the capture that brings it.
#[test]
fn one_piece_decides_across_the_boards() {
    let beside = "4k3/8/8/3p4/4N3/8/8/4K3[] b - - 0 1";
    let found = analysis("bughouse", Some(&format!("{SMOTHERED} | {beside}")));
    let [white1, black1, white2, black2] = &found.seats[..] else { panic!("four seats") };
    let knight = white1.pieces.iter().find(|effect| effect.role == Role::Knight).expect("known");
    assert_eq!(knight.with.mate_in(), Some(1));
    let feared = black1.pieces.iter().find(|effect| effect.role == Role::Knight).expect("known");
    assert_eq!(feared.against.to_string(), "mate -1");
    // White of board 2 loses the match with the knight.
    assert_eq!(white2.keep, [Role::Knight]);
    assert!(black2.keep.is_empty() && white1.crossings.is_empty());
    let [crossing] = black2.crossings[..] else { panic!("{:?}", black2.crossings) };
    assert_eq!((crossing.piece, crossing.mate), (Role::Knight, 1));
    let text = kralle::notation::uci::write(crossing.capture, Castling::KingStep).to_string();
    assert_eq!(text, "d5e4");
    // Waiting for it is better than any move, if the clock allows it.
    let sitting = white1.sitting.expect("a piece can come");
    assert!(sitting.sits && sitting.waiting > sitting.moving + 500, "{sitting:?}");
    assert_eq!((sitting.piece, sitting.lead), (Some(Role::Knight), None));
}

/// A mate that neither board has by itself is told to both partners; it counts for the chances where
/// the clocks say that it can be played.
#[test]
fn a_mate_over_both_boards_is_told() {
    // White beside has two moves, and either loses the knight: who leads waits for that.
    let fen = format!("{SMOTHERED} | 8/8/8/8/4b2p/1k2p3/8/K6N[] w - - 0 1");
    let clocks = |lead: u64| [30 + lead, 30, 30, 30].map(|left| Some(Duration::from_secs(left)));
    let found = |clocks| rounds("bughouse", Some(&fen), |order| order.clocks = clocks);
    let ahead = found(clocks(5)).pop().expect("a round");
    let mate = JointMate { first: FirstStep::Wait, moves: 2 };
    assert_eq!(ahead.seats[0].joint_mate, Some(mate));
    assert!(ahead.seats[0].sitting.is_some_and(|sitting| sitting.sits));
    assert!(ahead.outlooks[0].share() > 0.9, "{:?}", ahead.outlooks);
    let level = found(clocks(0)).pop().expect("a round");
    assert!(level.seats.iter().all(|seat| seat.joint_mate.is_none()));
    assert!(level.outlooks[0].share() < ahead.outlooks[0].share(), "{:?}", level.outlooks);
}

/// A queen for a knight is no good move of its board, but it lets the partner mate: it stands
/// first among any number of lines.
#[test]
fn the_move_that_begins_a_mate_over_both_boards_stands_first() {
    let fen = format!("{SMOTHERED} | 4k3/8/8/3q4/4N3/3P4/8/4K3[] b - - 0 1");
    for count in 1..=3 {
        let last = rounds("bughouse", Some(&fen), |order| order.lines = count).pop();
        let last = last.expect("a round");
        let black2 = &last.seats[3];
        let mate = black2.joint_mate.expect("one piece is missing");
        assert_eq!(mate.moves, 2);
        let begins = |line: &PvLine| line.moves.first().copied();
        let firsts: Vec<_> = black2.lines.iter().map(begins).collect();
        assert_eq!(firsts.len(), count);
        assert_eq!(firsts[0], mate.first.own_move());
        let takes = kralle::notation::uci::write(firsts[0].expect("a move"), Castling::KingStep);
        assert_eq!(takes.to_string(), "d5e4");
        assert!(firsts[1..].iter().all(|first| *first != firsts[0]));
    }
}

/// Nobody must drop a piece, so one more harms nobody; searches with few nodes miss the mate that
/// a greater one has found.
#[test]
fn one_more_piece_is_never_worth_less_than_nothing() {
    let won = "2r1k2r/p1P2ppp/2p5/2Nn4/8/P4P1P/1PPR1PP1/4K2R[Qqp] w K - 1 29 | \
               r6r/1pp2kNp/p4np1/3p4/2n2b2/8/PPPP1PPP/RNB1K2R[QBBBNPqbbbnpppp] w KQ - 1 19";
    let found = analysis("bughouse", Some(won));
    let decided = found.seats.iter().filter(|seat| seat.score.is_some_and(Score::is_decided));
    assert!(decided.count() > 0, "the position holds a long mate");
    for seat in &found.seats {
        let score = seat.score.expect("a seat of a board that is played");
        for effect in &seat.pieces {
            assert!(effect.with >= score && effect.against <= score, "{effect:?} beside {score}");
        }
    }
}

#[test]
fn who_is_behind_on_the_clock_cannot_sit() {
    let beside = "4k3/8/8/3p4/4N3/8/8/4K3[] b - - 0 1";
    let fen = format!("{SMOTHERED} | {beside}");
    for (own, diagonal, sits) in [(60, 30, true), (30, 60, false)] {
        let found = rounds("bughouse", Some(&fen), |order| {
            order.clocks = [own, 60, diagonal, 60].map(|time| Some(Duration::from_secs(time)));
        });
        let sitting = found.last().expect("a round").seats[0].sitting.expect("a choice");
        assert_eq!(
            (sitting.lead, sitting.sits),
            (Some((own as i64 - diagonal as i64) * 1000), sits)
        );
    }
}

#[test]
fn a_mate_on_one_board_decides_a_match_of_bughouse_and_half_of_doorgeefschaak() {
    let mates = "6k1/5ppp/8/8/8/8/8/R3K3[] w - - 0 1";
    let double = "7k/6p1/4P1N1/8/8/8/8/K6R[] b - - 0 1";
    let found = analysis("bughouse", Some(&format!("{double} | {FREE}")));
    assert!(found.outlooks[0].win > 0.95, "{:?}", found.outlooks);
    let found = analysis("doorgeefschaak", Some(&format!("{double} | {FREE}")));
    assert!((0.6..0.9).contains(&found.outlooks[0].share()), "{:?}", found.outlooks);
    let found = analysis("chess", Some(mates));
    assert_eq!(found.seats[0].score.map(|score| score.to_string()).as_deref(), Some("mate 1"));
    assert!(found.outlooks[0].win > 0.999);
}

#[test]
fn a_stopped_analysis_ends_and_several_lines_are_given() {
    let found = rounds("bughouse", None, |order| order.lines = 3);
    let last = found.last().expect("a round");
    assert_eq!((last.seats[0].lines.len(), last.seats[2].lines.len()), (3, 3));
    let game = Variant::find("bughouse").expect("a game");
    let table = game.start().expect("a position");
    let engine =
        Engine::new(&game, &EvalChoice::BuiltIn, EngineSettings::default()).expect("an engine");
    let order = AnalysisOrder { nodes: None, ..order(&game, 0) };
    let control = Arc::default();
    let run = engine.analyse(&*table, order).expect("an analysis");
    let mut rounds = 0;
    run(&control, &mut |_| {
        rounds += 1;
        if rounds == 2 {
            control.stop();
        }
    });
    assert_eq!(rounds, 2);
}
