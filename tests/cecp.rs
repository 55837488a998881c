//! XBoard's language: what is asked for, what is answered, and above all when nothing may
//! be said. The traps of other engines stand in `traps.rs`.

mod common;
mod talker;

#[path = "common/page.rs"]
mod page;

use std::time::{Duration, Instant};

use kralle::protocol::{Out, xboard};
use page::Page;
use rand::RngExt;
use talker::Talker;

/// Long enough for a wrong answer to come.
const MOMENT: Duration = Duration::from_millis(400);

#[test]
fn features_end_with_done_and_both_ways_lead_there() {
    for arguments in [&[][..], &["xboard"]] {
        let mut engine = Talker::start(arguments);
        engine.send_all(&["xboard", "protover 2"]);
        let lines = engine.until("feature done=1");
        assert!(lines.iter().all(|line| line.starts_with("feature ")), "{lines:?}");
        for wanted in ["ping=1", "setboard=1", "usermove=1", "san=0", "colors=0", "sigint=0"] {
            assert!(lines.iter().any(|line| line.split(' ').any(|word| word == wanted)));
        }
        engine.send_all(&["accepted ping", "rejected highlight", "new", "random", "computer"]);
        engine.send_all(&["name Fritz", "rating 2000 1800", "level 40 5 0", "post", "hard"]);
        assert!(engine.answers().is_empty());
        engine.send("quit");
        assert!(engine.ends() < Duration::from_secs(5));
    }
}

#[test]
fn the_end_of_input_ends_the_program_in_mid_search() {
    let mut engine = Talker::xboard(&["force", "level 0 60 0", "post", "go"]);
    engine.until("3 ");
    engine.input = None;
    assert!(engine.ends() < Duration::from_secs(5));
}

#[test]
fn it_plays_black_after_new_and_any_side_it_is_told() {
    let mut engine = Talker::xboard(&["sd 3", "usermove e2e4"]);
    assert!(!engine.its_move().is_empty());
    engine.send_all(&["force", "usermove d2d4", "playother"]);
    engine.keeps_from("move", MOMENT);
    engine.send("new");
    engine.send_all(&["force", "usermove e2e4", "playother", "sd 2", "usermove e7e5"]);
    assert!(!engine.its_move().is_empty());
    engine.send("usermove e5e4");
    assert!(engine.answers()[0].starts_with("Illegal move ("));
}

#[test]
fn a_game_ends_with_its_result_and_not_before() {
    let mut engine = Talker::xboard(&["force"]);
    for mv in ["f2f3", "e7e5", "g2g4"] {
        engine.send(&format!("usermove {mv}"));
    }
    engine.send_all(&["sd 3", "go"]);
    assert_eq!(engine.answers(), ["move d8h4", "0-1 {Black mates}"]);
    engine.send_all(&["force", "undo", "usermove d8h4", "go"]);
    assert_eq!(engine.answers(), ["0-1 {Black mates}"]);
    engine.send_all(&["force", "setboard 7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", "usermove g5g6", "go"]);
    assert_eq!(engine.answers(), ["1/2-1/2 {Stalemate}"]);
}

#[test]
fn superchess_begins_where_xboard_put_the_superpieces() {
    // The pieces beside the board, as XBoard counts them: an Amazon taken lies there as a pawn.
    let mut engine = Talker::xboard(&["variant super", "force"]);
    engine.send("setboard anbskbve/pppppppp/8/8/8/8/PPPPPPPP/ANBSKBVE[NRRQnrrq] w KQkq - 0 1");
    engine.send_all(&["usermove g1f3", "usermove h8g6", "usermove e1g1"]);
    assert!(engine.answers()[0].starts_with("Illegal move ("), "the rooks are gone");
    engine.send("setboard 8/P5k1/8/8/8/8/8/K7[EPqp] w - - 0 1");
    engine.send_all(&["usermove a7a8q", "usermove a7a8a", "usermove a7a8p"]);
    let answers = engine.answers();
    assert_eq!(answers.len(), 3, "{answers:?}");
    assert!(answers.iter().all(|line| line.starts_with("Illegal move (")), "{answers:?}");
    engine.send_all(&["usermove a7a8e", "sd 2", "go"]);
    engine.its_move();
    // Without a position the superpieces stay away, and undo leads back there.
    engine.send_all(&["new", "variant super", "force", "usermove e2e4", "undo", "usermove d2d4"]);
    assert!(engine.answers().is_empty());
    engine.send_all(&["sd 2", "go"]);
    engine.its_move();
}

#[test]
fn moves_are_taken_back_by_one_and_by_two() {
    let mut engine = Talker::xboard(&["force", "usermove e2e4", "usermove e7e5", "undo"]);
    engine.send_all(&["usermove c7c5", "usermove g1f3", "remove", "usermove e7e5", "undo", "undo"]);
    assert!(engine.answers().is_empty());
    engine.send("remove");
    assert_eq!(engine.answers(), ["Error (no move to take back): remove"]);
    engine.send_all(&["usermove e2e4", "sd 2", "go"]);
    engine.its_move();
    engine.send_all(&["remove", "usermove d2d4"]);
    engine.its_move();
    // A drop taken back is in hand again, and a hand that was told is told still.
    engine.send_all(&["new", "variant bughouse", "force", "holding [N] [q]", "usermove N@e3"]);
    engine.send_all(&["undo", "usermove N@d3", "usermove Q@e4"]);
    assert!(engine.answers().is_empty());
}

#[test]
fn a_ping_waits_for_the_move_but_not_for_pondering() {
    let mut engine = Talker::xboard(&["force", "st 1", "go", "ping 7"]);
    let lines = engine.until("pong 7");
    assert!(lines[0].starts_with("move "), "{lines:?}");
    engine.send_all(&["hard", "usermove a7a6"]);
    engine.its_move();
    assert!(engine.answers().is_empty());
}

#[test]
fn what_is_given_up_makes_no_move() {
    let ends: [&[&str]; 5] = [
        &["result 1-0 {White resigns}"],
        &["force"],
        &["new", "force"],
        &["variant crazyhouse", "force"],
        &["setboard 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "force"],
    ];
    for end in ends {
        let mut engine = Talker::xboard(&["force", "level 0 60 0", "post", "go"]);
        engine.until("3 ");
        engine.send_all(end);
        engine.answers();
        engine.keeps_from("move", MOMENT / 2);
        engine.send_all(&["new", "sd 2", "usermove e2e4"]);
        engine.its_move();
    }
}

#[test]
fn pondering_hits_and_misses() {
    let mut engine = Talker::xboard(&["hard", "level 0 0:20 0", "usermove e2e4"]);
    engine.its_move();
    for turn in 0..6 {
        engine.send("hint");
        let hint = engine.answers().pop().unwrap_or_default();
        let expected = hint.strip_prefix("Hint: ").map(str::to_owned);
        engine.keeps_from("move", Duration::from_millis(150));
        // First what is expected, then something else: whatever of these can be played.
        let others = ["h2h3", "a2a3", "h2h4", "a2a4", "g1h3", "b1a3", "h3h4", "a3a4", "e1e2"];
        let surprise = turn % 2 == 1 || expected.is_none();
        let others = others.map(str::to_owned).into_iter().filter(|_| surprise);
        // In check there may be nothing else.
        let tries: Vec<String> = others.chain(expected).collect();
        let said = tries.iter().find_map(|mv| {
            engine.send(&format!("usermove {mv}"));
            let said = engine.answers();
            (!said.iter().any(|line| line.starts_with("Illegal"))).then_some(said)
        });
        let said = said.unwrap_or_else(|| panic!("none of {tries:?} can be played"));
        let moved = said.iter().filter(|line| line.starts_with("move")).count();
        assert_eq!(moved, 1, "{said:?}");
    }
    engine.send_all(&["easy", "force"]);
    assert!(engine.answers().is_empty());
}

#[test]
fn analysis_follows_the_board() {
    let mut engine = Talker::xboard(&["post", "force", "analyze"]);
    let fits = |line: &str| {
        let (numbers, moves) = line.split_once('\t').unwrap();
        numbers.split(' ').all(|word| word.parse::<i64>().is_ok()) && !moves.is_empty()
    };
    let lines = engine.until("5 ");
    assert!(lines.iter().all(|line| fits(line)), "{lines:?}");
    engine.send(".");
    assert_eq!(engine.until("stat01: ").last().unwrap().split(' ').count(), 6);
    engine.send("usermove e2e4");
    // Old thoughts may be on their way; new ones are about Black's moves.
    loop {
        let line = engine.line().unwrap();
        let first = line.split('\t').nth(1).and_then(|moves| moves.split(' ').next()).unwrap();
        if matches!(first.as_bytes()[1], b'7' | b'8') {
            break;
        }
    }
    engine.send_all(&["undo", "usermove d2d4", "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1"]);
    engine.until("8 ");
    engine.send("exit");
    engine.answers();
    engine.keeps_from("", MOMENT / 2);
    // No move was made, and none is made of the analysis.
    engine.send("usermove e1g1");
    assert!(engine.answers().is_empty());
}

/// Black's only move loses unless a piece comes.
const LOST: &str = "k7/8/1K6/8/8/8/8/7R[] b - - 0 1";

#[test]
fn it_sits_when_every_move_loses_and_moves_before_its_flag() {
    let lines = ["variant bughouse", "force", "partner bob", "level 0 0:12 0"];
    let mut engine = Talker::xboard(&lines);
    assert!(engine.until("tellics ptell partner Kralle").len() == 1);
    engine.send(&format!("setboard {LOST}"));
    let start = Instant::now();
    engine.send("go");
    let lines = engine.until("move ");
    // It asks for what would save it.
    assert!(lines.iter().any(|line| line.starts_with("tellics ptell +")), "{lines:?}");
    assert!(start.elapsed() > Duration::from_secs(2), "{:?}", start.elapsed());
    assert!(start.elapsed() < Duration::from_secs(12), "{:?}", start.elapsed());
    assert_eq!(lines.last().unwrap(), "move a8b8");
}

#[test]
fn a_piece_that_comes_ends_the_sitting() {
    let lines = ["variant bughouse", "force", "partner bob", "level 0 10 0"];
    let mut engine = Talker::xboard(&lines);
    engine.send_all(&[&format!("setboard {LOST}"), "go"]);
    engine.keeps_from("move", MOMENT);
    engine.send("holding [] [Q] BQ");
    engine.its_move();
    engine.keeps_from("move", MOMENT / 2);
    // Without a partner nobody is waited for.
    let mut alone = Talker::xboard(&["variant bughouse", "force", "level 0 10 0"]);
    alone.send_all(&[&format!("setboard {LOST}"), "go"]);
    assert_eq!(alone.its_move(), "a8b8");
}

#[test]
fn the_partner_is_heard_and_answered() {
    let lines = ["variant bughouse", "force", "partner bob", "level 0 10 0", "sd 4"];
    let mut engine = Talker::xboard(&lines);
    engine.send_all(&["ptell help", "ptell Ok, I sit next move.", "ptell blah"]);
    let said: Vec<String> = (0..4).map(|_| engine.line().unwrap()).collect();
    assert!(said.iter().all(|line| line.starts_with("tellics ptell ")), "{said:?}");
    assert!(said[1].contains("sit, go"));
    engine.send("ptell sit");
    engine.send("go");
    engine.keeps_from("move", MOMENT);
    engine.send("ptell go");
    engine.its_move();
    engine.send_all(&["ptell move d7d5", "usermove a7a6"]);
    engine.its_move();
    engine.send_all(&["ptell move h7h6", "force", "new", "variant bughouse"]);
    engine.send_all(&["ptell move d7d5", "sd 3", "usermove e2e4"]);
    assert_eq!(engine.its_move(), "d7d5");
    // Partner gone: nobody is obeyed or spoken to any more.
    engine.send_all(&["ptell sit", "partner", "usermove e4d5"]);
    engine.its_move();
    engine.keeps_from("tellics", MOMENT);
}

#[test]
fn in_doorgeefschaak_a_partner_may_only_ask_for_pieces() {
    let mut engine = Talker::xboard(&["variant doorgeefschaak", "force", "partner bob"]);
    let setup = engine.until("setup ").pop().unwrap();
    assert!(
        setup.ends_with("8x8+5_bughouse rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    );
    engine.send_all(&["ptell need n", "ptell sit"]);
    let answers = engine.answers();
    assert!(
        answers.iter().any(|line| line.starts_with("Error (by these rules a partner may only"))
    );
}

#[test]
fn a_fallen_flag_is_claimed_on_a_server_only() {
    for (host, claims) in [("freechess.org", true), ("-", false)] {
        let mut engine = Talker::xboard(&[&format!("ics {host}"), "force", "level 0 1 0", "sd 1"]);
        engine.send_all(&["go", "otim 10"]);
        engine.its_move();
        if claims {
            engine.until("tellics flag");
        } else {
            engine.keeps_from("tellics", Duration::from_millis(1_800));
        }
    }
}

#[test]
fn it_gives_up_and_agrees_to_draws_only_where_that_makes_sense() {
    let lost = "4k3/8/8/8/8/8/6PP/RQ2K3 b - - 0 1";
    let setboard = format!("setboard {lost}");
    let mut engine = Talker::xboard(&["force", "option Resign=600", &setboard, "sd 2", "go"]);
    let mut last = engine.until("move ");
    for mv in ["h2h3", "h3h4", "g2g3"] {
        engine.send(&format!("usermove {mv}"));
        last = engine.answers();
    }
    assert_eq!(last, ["resign"]);
    let mut engine = Talker::xboard(&["force", &setboard, "sd 2", "go"]);
    engine.its_move();
    engine.send("draw");
    assert_eq!(engine.answers(), ["offer draw"]);
    let mut engine =
        Talker::xboard(&["force", "setboard 4k3/8/8/8/8/8/8/RQ2K3 w - - 0 1", "sd 2", "go"]);
    engine.its_move();
    engine.send("draw");
    assert!(engine.answers().is_empty());
}

#[test]
fn castling_has_its_letters_in_fischerandom() {
    let lines = ["variant fischerandom", "force", "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1"];
    let mut engine = Talker::xboard(&lines);
    engine.send("usermove O-O");
    assert!(engine.answers().is_empty());
    engine.send_all(&["undo", "usermove e1h1"]);
    assert!(engine.answers().is_empty());
    engine.send_all(&["new", "force", lines[2], "usermove e1g1"]);
    assert!(engine.answers().is_empty());
}

#[test]
fn options_memory_and_cores() {
    let mut engine = Talker::xboard(&["memory 64", "cores 2", "option MultiPV=3"]);
    engine.send_all(&["option Clear Hash", "option Move Overhead=50", "nopost", "post", "force"]);
    assert!(engine.answers().is_empty());
    engine.send("analyze");
    // Of two threads the deeper one may be first, so a depth may be left out; each that is told
    // has three lines.
    let mut depths: Vec<String> = Vec::new();
    while depths.chunk_by(String::eq).count() < 4 {
        let line = engine.line().expect("a line of thought");
        depths.push(line.split(' ').next().unwrap_or_default().to_owned());
    }
    let told: Vec<usize> = depths.chunk_by(String::eq).map(<[String]>::len).collect();
    assert_eq!(told, [3, 3, 3, 1], "{depths:?}");
    engine.send_all(&["cores 1", "option MultiPV=0", "option Threads=3"]);
    let answers = engine.answers();
    let errors: Vec<_> = answers.iter().filter(|line| line.starts_with("Error")).collect();
    assert_eq!(errors.len(), 2, "{errors:?}");
}

#[test]
fn noise_never_panics() {
    const WORDS: &[&str] = &[
        "xboard",
        "protover 2",
        "new",
        "variant bughouse",
        "variant crazyhouse",
        "variant tandem",
        "variant normal",
        "variant fischerandom",
        "variant",
        "force",
        "go",
        "playother",
        "level 0 1 0",
        "level",
        "st 0.01",
        "sd 2",
        "sd 1",
        "time 100",
        "otim -5",
        "usermove e2e4",
        "usermove e7e5",
        "usermove P@e4",
        "usermove O-O",
        "e2e4",
        "d2d4",
        "d7d5",
        "?",
        "ping 1",
        "draw",
        "result *",
        "setboard 4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
        "setboard x",
        "hint",
        "bk",
        "undo",
        "remove",
        "hard",
        "easy",
        "post",
        "nopost",
        "analyze",
        "exit",
        ".",
        "holding [PN] [q]",
        "holding [] []",
        "holding",
        "partner bob",
        "partner",
        "ptell sit",
        "ptell go",
        "ptell +n",
        "ptell ---q",
        "ptell move e2e4",
        "ptell help",
        "ics x",
        "memory 8",
        "cores 1",
        "option MultiPV=2",
        "option Hash=x",
        "computer",
        "name",
        "\u{1F43B}",
        "\0",
        "[",
        "accepted",
        "flurb",
    ];
    let mut chance = common::chance(11);
    let mut input = Vec::new();
    for _ in 0..common::count(3_000) {
        if chance.random_range(0..10) == 0 {
            let noise = (0..chance.random_range(0..60)).map(|_| chance.random::<u8>());
            input.extend(noise);
        } else {
            input.extend(WORDS[chance.random_range(0..WORDS.len())].bytes());
        }
        input.push(b'\n');
    }
    input.extend(b"new\nforce\nprotover 2\nping 4711\n");
    let page = Page::default();
    let mut session = xboard::XboardSession::new(Out::new(page.clone())).unwrap();
    session.listen(std::io::Cursor::new(input)).unwrap();
    let text = String::from_utf8(page.0.lock().unwrap().clone()).unwrap();
    assert!(text.ends_with("feature done=1\npong 4711\n"), "{text}");
    assert!(
        text.matches("\nError (").count() > 50 && text.matches("\nIllegal move (").count() > 50
    );
}

#[test]
fn an_option_that_fails_does_not_lose_the_move() {
    // More memory than there is, while the engine thinks.
    let mut engine = Talker::xboard(&["st 1", "force", "go"]);
    engine.send("option Hash=262144");
    engine.send("memory 1000000000");
    assert!(!engine.its_move().is_empty());
    engine.send_all(&["force", "post", "analyze", "memory 1000000000"]);
    engine.until("Error");
    assert!(engine.line().is_some(), "the analysis goes on");
    engine.send("exit");
    engine.answers();
}
