//! The traps into which other engines fell, one test each: wrong mates, pieces that arrive at
//! the wrong moment, clocks with the wrong owner, input that is taken in silence, rules at
//! the edges.

mod talker;

use std::time::Duration;

use kralle::board::{Color, Role};
use kralle::game::Playable;
use kralle::game::pair::{Match, Pair, Seat};
use kralle::game::rules::Rules;
use kralle::game::verdict::BoardState;
use kralle::notation::{Hidden, PairSetup, Setup};
use talker::Talker;

/// Long enough for a wrong answer to come.
const MOMENT: Duration = Duration::from_millis(400);

/// One board of a game of two, through XBoard's language.
fn bughouse(fen: &str) -> Talker {
    let setboard = format!("setboard {fen}");
    let lines = ["variant bughouse", "force", "level 0 5 0", &setboard, "sd 6", "go"];
    Talker::xboard(&lines)
}

/// The same position in UCI: what `verdict` says.
fn verdict(fen: &str) -> String {
    let mut uci = Talker::start(&[]);
    uci.send("setoption name UCI_Variant value bughouse");
    uci.send(&format!("position fen {fen}"));
    uci.send("verdict");
    uci.line().unwrap()
}

const DISTANT: &str = "R5k1/5ppp/8/8/8/8/8/4K3[] b - - 0 1";
const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1";

#[test]
fn a_a_distant_check_is_no_mate_and_is_answered_when_a_piece_comes() {
    assert!(verdict(DISTANT).starts_with("ongoing;1=stuck-check"));
    let mut engine = bughouse(DISTANT);
    assert!(engine.answers().is_empty());
    engine.keeps_from("", MOMENT);
    engine.send("holding [] [N] BN");
    let drop = engine.its_move();
    assert!(drop.starts_with("N@") && drop.ends_with('8'), "{drop}");
}

#[test]
fn b_a_check_that_no_piece_can_block_is_mate() {
    for (fen, by) in [
        ("6rk/5Npp/8/8/8/8/8/4K3[] b - - 0 1", "a knight"),
        ("7k/6Q1/6K1/8/8/8/8/8[] b - - 0 1", "contact"),
        ("3qkr2/5p2/8/1B6/8/8/8/K3R3[] b - - 0 1", "two sliders at once"),
    ] {
        let verdict = verdict(fen);
        assert!(verdict.starts_with("win:White-1;1=mate"), "{by}: {verdict}");
        assert_eq!(bughouse(fen).answers(), ["1-0 {White mates}"], "{by}");
    }
    // And it is given, and told.
    let mut engine = bughouse("6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1");
    assert_eq!(engine.answers(), ["move N@f7", "1-0 {White mates}"]);
}

#[test]
fn c_a_stalemate_waits() {
    assert!(verdict(STALEMATE).starts_with("ongoing;1=stuck"));
    let mut engine = bughouse(STALEMATE);
    assert!(engine.answers().is_empty());
    engine.keeps_from("", MOMENT);
    engine.send("holding [] [P]");
    assert!(engine.its_move().starts_with("P@"));
}

#[test]
fn d_hands_in_mid_search_doubled_and_out_of_turn() {
    let mut engine = Talker::xboard(&["variant bughouse", "force", "level 0 10 0", "post", "go"]);
    engine.until("4 ");
    // In mid-search, twice: one move comes, and it knows the new hand.
    engine.send_all(&["holding [PP] [] WP", "holding [PP] [] WP", "?"]);
    let first = engine.its_move();
    assert!(engine.answers().iter().all(|line| !line.starts_with("move")));
    // Out of turn: nothing is moved, whatever comes.
    engine.send_all(&["holding [PPP] [p]", "holding [PPP] [p] WP", "holding [PP] [PP] "]);
    engine.keeps_from("move", MOMENT);
    engine.send_all(&["sd 4", "usermove P@a6"]);
    let second = engine.until("move ");
    assert!(!second.iter().any(|line| line.starts_with("Illegal")), "{first}: {second:?}");
    // A piece that no list named is dropped all the same: the server knows better.
    engine.send("usermove R@h6");
    assert!(!engine.until("move ").iter().any(|line| line.starts_with("Illegal")));
}

#[test]
fn e_go_answered_at_once_and_then_hands() {
    for _ in 0..5 {
        let mut engine = Talker::xboard(&["variant bughouse", "force", "sd 1", "hard", "go"]);
        engine.its_move();
        engine.send_all(&["holding [] [] ", "holding [N] [] WN", "holding [N] [Q]", "time 5000"]);
        engine.keeps_from("move", MOMENT / 2);
        engine.send("usermove Q@a6");
        engine.its_move();
        engine.keeps_from("move", MOMENT / 2);
    }
}

#[test]
fn f_time_before_go_belongs_to_the_engine_whatever_its_colour() {
    for black in [false, true] {
        let mut engine = Talker::xboard(&["variant bughouse", "force", "level 0 30 0"]);
        if black {
            engine.send("usermove e2e4");
        }
        // One second is left to us, an hour to the opponent: a wrong owner would think long.
        let start = std::time::Instant::now();
        engine.send_all(&["time 100", "otim 360000", "go"]);
        engine.its_move();
        assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
    }
}

#[test]
fn g_every_form_of_hand_is_read_and_every_broken_board_refused() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K3[QNp] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3/QNp w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[pNQ] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3/pNQ w - - 0 1",
    ] {
        let setup: Setup = fen.parse().unwrap();
        assert!(setup.to_string().contains("[QNp]"), "{fen}: {setup}");
    }
    for fen in ["4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3[-] w - - 0 1"] {
        assert!(fen.parse::<Setup>().unwrap().to_string().contains("[]"), "{fen}");
    }
    let promoted: Setup = "4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1".parse().unwrap();
    assert!(promoted.to_string().starts_with("4k3/8/8/8/8/8/8/Q~3K3"));
    let mut engine = Talker::xboard(&["variant crazyhouse", "force"]);
    for fen in [
        "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "8/8/8/8/8/8/8/K7 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[K] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[2P] w - - 0 1",
        "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
    ] {
        engine.send(&format!("setboard {fen}"));
        let answers = engine.answers();
        assert_eq!(answers.len(), 1, "{fen}: {answers:?}");
        assert!(answers[0].starts_with("tellusererror Illegal position: "), "{answers:?}");
    }
    // The old position has stayed.
    engine.send("usermove e2e4");
    assert!(engine.answers().is_empty());
}

#[test]
fn h_an_illegal_move_is_refused_with_its_reason_and_changes_nothing() {
    let mut uci = Talker::start(&[]);
    uci.send("position startpos moves e2e4");
    uci.send("position startpos moves e2e4 e7e5 e4e5");
    assert_eq!(uci.line().unwrap(), "info string error: move 3: `e4e5` is not legal here");
    uci.send("d");
    assert!(uci.until("fen").last().unwrap().contains("4P3/8/PPPP1PPP/RNBQKBNR b "));
    let mut engine = Talker::xboard(&["force", "usermove e2e4", "usermove e2e4", "usermove zz"]);
    let answers = engine.answers();
    assert_eq!(answers[0], "Illegal move (`e2e4` is not legal here): e2e4");
    assert!(answers[1].starts_with("Illegal move (") && answers[1].ends_with("): zz"));
    engine.send("usermove e7e5");
    assert!(engine.answers().is_empty());
}

#[test]
fn i_records_are_read_with_every_habit() {
    // The habits themselves are in tests/bpgn.rs; here only that the file of them is read.
    let text = include_str!("bpgn/habits.bpgn");
    assert!(!kralle::notation::bpgn::read(text).unwrap().is_empty());
}

#[test]
fn j_a_promoted_piece_passes_as_a_pawn_and_in_tandem_as_himself() {
    for (rules, role) in [(Rules::BUGHOUSE, Role::Pawn), (Rules::TANDEM, Role::Queen)] {
        let fen = "3k4/8/8/8/8/7r/8/K6Q~[] b - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
        let mut pair = pair(fen, rules);
        let mv = pair.legal_moves().into_iter().find(|mv| mv.to().to_string() == "h1").unwrap();
        pair.play(mv, &mut kralle::board::Silent);
        let hand = pair.board(1).unwrap().board().hand(Color::White);
        assert_eq!((hand.len(), hand.count(role)), (1, 1), "{role:?}");
    }
}

fn pair(fen: &str, rules: Rules) -> Pair {
    let setup = PairSetup::read(fen, Hidden::Refused).unwrap();
    Pair::new(&setup.first, setup.second.as_ref(), rules, false).unwrap()
}

#[test]
fn k_pawns_are_not_dropped_on_the_first_or_last_rank() {
    let mut engine = Talker::xboard(&["variant bughouse", "force", "holding [PPP] [pp]"]);
    engine.send("setboard 4k3/8/8/8/8/8/8/4K3[PPpp] w - - 0 1");
    engine.send_all(&["usermove P@a1", "usermove P@a8", "usermove P@a2", "usermove p@h7"]);
    let answers = engine.answers();
    assert_eq!(answers.len(), 2, "{answers:?}");
    assert!(answers.iter().all(|line| line.starts_with("Illegal move (")));
}

#[test]
fn l_a_dropped_pawn_may_double_step_and_be_taken_until_the_next_drop() {
    let lines = ["variant crazyhouse", "force", "setboard 4k3/8/8/8/3p4/8/8/4K3[PNn] w - - 0 1"];
    let mut engine = Talker::xboard(&lines);
    engine.send_all(&["usermove P@e2", "usermove e8d8", "usermove e2e4", "usermove d4e3"]);
    assert!(engine.answers().is_empty());
    // The same once more, but a drop comes between: the right is gone.
    engine.send_all(&lines[2..]);
    engine.send_all(&["usermove P@e2", "usermove e8d8", "usermove e2e4", "usermove N@a8"]);
    engine.send_all(&["usermove N@a1", "usermove d4e3"]);
    assert_eq!(engine.answers(), ["Illegal move (`d4e3` is not legal here): d4e3"]);
}

#[test]
fn m_the_same_board_with_other_hands_is_no_repetition() {
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let mut plain = Talker::xboard(&["variant crazyhouse", "force"]);
    let mut richer = Talker::xboard(&["variant crazyhouse", "force"]);
    for round in 0..2 {
        for mv in shuffle {
            plain.send(&format!("usermove {mv}"));
            richer.send(&format!("usermove {mv}"));
        }
        richer.send(if round == 0 { "holding [P] []" } else { "holding [PP] []" });
    }
    plain.send_all(&["sd 1", "go"]);
    richer.send_all(&["sd 1", "go"]);
    assert_eq!(plain.answers(), ["1/2-1/2 {Draw by repetition}"]);
    assert!(richer.answers()[0].starts_with("move "));
}

#[test]
fn n_flags_of_both_teams_are_a_draw_where_the_rules_say_so() {
    let start = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    for (rules, drawn) in [(Rules::TANDEM, true), (Rules::BUGHOUSE, false)] {
        let mut game = Match::new(pair(start, rules));
        game.flag_falls(Seat::ALL[0]);
        game.flag_falls(Seat::ALL[1]);
        game.note_flags(Seat::ALL[0]).unwrap();
        let verdict = game.verdict().to_string();
        assert_eq!(verdict.starts_with("draw:"), drawn, "{verdict}");
    }
}

#[test]
fn o_a_bar_separates_two_boards_and_no_more() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    let read = |fen: &str| PairSetup::read(fen, Hidden::Refused);
    assert!(read(&format!("{board} | {board}")).unwrap().second.is_some());
    assert!(read(&format!("{board} |")).is_err());
    assert!(read(&format!("{board}|{board}|{board}")).is_err());
    let mut engine = Talker::xboard(&["variant bughouse", "force"]);
    engine.send(&format!("setboard {board} |"));
    assert!(engine.answers()[0].starts_with("tellusererror Illegal position: "));
}

#[test]
fn p_lower_case_drops_are_read_everywhere() {
    let mut uci = Talker::start(&[]);
    uci.send("setoption name UCI_Variant value crazyhouse");
    uci.send("position startpos moves e2e4 d7d5 e4d5 d8d5 p@e4 p@e5 b1c3");
    uci.send("d");
    assert!(uci.until("fen").last().unwrap().contains("/4P3/2N5/"));
    let mut engine = Talker::xboard(&["variant crazyhouse", "force"]);
    for mv in ["e2e4", "d7d5", "e4d5", "d8d5", "p@e4", "P@e5"] {
        engine.send(&format!("usermove {mv}"));
    }
    assert!(engine.answers().is_empty());
}

#[test]
fn q_searchmoves_without_a_legal_move_is_refused() {
    let mut uci = Talker::start(&[]);
    uci.send("go searchmoves e2e5 depth 3");
    assert_eq!(uci.line().unwrap(), "info string error: searchmoves: `e2e5` is not legal here");
    uci.send("isready");
    assert_eq!(uci.line().unwrap(), "readyok");
}

#[test]
fn r_half_commands_are_refused_and_nothing_hangs() {
    let mut uci = Talker::start(&[]);
    for (line, error) in [
        ("position fen", "`position fen` needs a FEN"),
        ("go dept 4", "`go` does not know the word `dept`; did you mean `depth`?"),
        ("go depth", "`depth` needs a number"),
    ] {
        uci.send(line);
        assert_eq!(uci.line().unwrap(), format!("info string error: {error}"));
    }
    let mut engine = Talker::xboard(&[]);
    for (line, error) in [
        ("flurb 3", "Error (unknown command): flurb 3"),
        ("setboard", "Error (it needs a FEN): setboard"),
        ("level 40", "Error (`40` is not moves, minutes and an increment): level 40"),
        ("variant atomic", "Error (unknown variant): variant atomic"),
        ("holding [P", "Error (`[P` is not two lists of pieces in brackets): holding [P"),
        ("undo", "Error (no move to take back): undo"),
        (
            "option Contempt=3",
            "Error (there is no option `Contempt`; `uci` lists all): option Contempt=3",
        ),
    ] {
        engine.send(line);
        assert_eq!(engine.answers(), [error]);
    }
}

/// Checks and pieces dropped between are endless here: a quiescence search without a bound takes
/// more than a hundred thousand nodes for the first move.
const FULL_HANDS: &str = "r1b1N1Rr/pp1ppP1p/k1p1Pb2/qbn5/4P3/4nNP1/PpPRBP2/1R1N2K1[QRBPPPqrbppp] w - - 14 37 \
     | Q7/p1Bk1p2/1pnp2p1/3P1r1p/P6P/1B1n1N2/1P4P1/6K1[P] b - - 2 36";

#[test]
fn s_full_hands_hide_no_move_and_do_not_outrun_a_limit() {
    let searched = |eval: &str, seat: &str, limit: &str| {
        let mut uci = Talker::start(&[]);
        uci.send("setoption name UCI_Variant value tandem");
        uci.send(&format!("setoption name EvalFile value {eval}"));
        uci.send(&format!("setoption name Seat value {seat}"));
        uci.send(&format!("position fen {FULL_HANDS}"));
        uci.send(&format!("go {limit}"));
        let lines = uci.until("bestmove");
        // The number behind a word, in the last line that has it.
        let last = |word: &str| {
            let number = |line: &String| {
                let mut words = line.split(' ').skip_while(|&each| each != word);
                words.nth(1)?.parse::<u64>().ok()
            };
            lines.iter().rev().find_map(number).unwrap()
        };
        (last("depth"), last("nodes"))
    };
    // How deep a search comes depends on the evaluation; so this one is named.
    let one_board = concat!(env!("CARGO_MANIFEST_DIR"), "/nets/tandem.nnue");
    let (depth, nodes) = searched(one_board, "1w", "nodes 60000");
    assert!(depth >= 3 && nodes <= 60_000, "depth {depth} with {nodes} nodes");
    let (depth, nodes) = searched("<built-in>", "1w", "nodes 100000");
    assert!(depth >= 3 && nodes <= 100_000, "depth {depth} with {nodes} nodes");
    let (_, nodes) = searched("<built-in>", "1w", "nodes 90");
    assert!(nodes < 3_000, "{nodes} nodes");
    // The other seat asks what pieces are worth on that board, with little time left.
    let (_, nodes) = searched("<built-in>", "2b", "btime 56 binc 20 wtime 83 winc 20");
    assert!(nodes < 15_000, "{nodes} nodes");
}

#[test]
fn a_board_alone_is_judged_as_the_pair_is() {
    let setup: Setup = DISTANT.parse().unwrap();
    let position =
        kralle::game::single::Position::from_setup(&setup, Rules::BUGHOUSE, false).unwrap();
    assert_eq!(position.board_state(), BoardState::StuckCheck);
}
