//! `kralle annotate` and `kralle convert`, as a user has them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use kralle::Variant;
use kralle::tools::annotate::{AnnotateOrder, Annotated, Mark, Remark, annotate};
use kralle::tools::records::{self, RecordedGame, moves_text, write};

const FREE: &str = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";

fn kralle(words: &[&str], input: &str) -> Output {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_kralle"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that refuses its arguments ends without reading.
    match child.stdin.take().unwrap().write_all(input.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => panic!("{error}"),
        _ => {}
    }
    child.wait_with_output().expect("it ends")
}

fn said(output: &[u8]) -> String {
    String::from_utf8_lossy(output).into_owned()
}

fn file(name: &str) -> String {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    path.to_str().unwrap().to_owned()
}

fn game(text: &str) -> RecordedGame {
    records::read(text, &Variant::find("bughouse").unwrap()).unwrap().remove(0)
}

fn found(text: &str, nodes: u64, threads: usize) -> Annotated {
    let order = AnnotateOrder { nodes: Some(nodes), time: None, threads, hash_mib: 4 };
    let game = game(text);
    assert_eq!(game.broken, None, "{text}");
    annotate(&game, &order, &|_, _| {}).unwrap()
}

/// A game of two boards from a position, with its moves.
fn pair(fen: &str, other: &str, moves: &str) -> String {
    format!("[WhiteA \"a\"]\n[TimeControl \"60\"]\n[FEN \"{fen} | {other}\"]\n\n{moves} *")
}

#[test]
fn the_same_nodes_give_the_same_report_whatever_the_threads() {
    let text = std::fs::read_to_string(file("web/test/game.bpgn")).unwrap();
    let text = text.split("11A.").next().unwrap().to_owned() + " *";
    let reports = [1, 2].map(|threads| write(&found(&text, 2_000, threads).game));
    assert_eq!(reports[0], reports[1]);
    assert!(reports[0].contains("[%eval "));
}

#[test]
fn a_missed_mate_and_a_mate_allowed_are_told() {
    let text = pair("6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1", FREE, "1A. Kd1");
    let judged = &found(&text, 20_000, 1).judgements[0];
    assert!(judged.remarks.contains(&Remark::MissedMate(1)), "{judged:?}");
    assert_eq!((judged.mark, judged.better[0].as_str()), (Some(Mark::Blunder), "N@f7#"));
    let chess = found("[Variant \"Chess\"]\n\n1. f3 e5 2. g4 Nf6 *", 20_000, 2);
    assert_eq!(chess.judgements[2].remarks, [Remark::AllowsMate(1)]);
    assert_eq!(chess.judgements[3].remarks, [Remark::MissedMate(1)]);
}

#[test]
fn a_mate_far_away_is_proved_where_a_search_does_not_see_it() {
    // A king on the fifth rank among many pieces: mate in eight, by checks.
    let chased = "rnbq1b1r/pp1pp1pp/2p2n2/2k1B1N1/5p1Q/NP2P3/P1PP1PPP/R3KB1R[P] w KQ - 0 10";
    let beside = "rnbqk2r/p1p1b1pp/5p2/1p1p1n2/3Pp3/1QP1N3/PP2P1PP/R1B1KBNR[] b KQkq - 1 10";
    let annotated = found(&pair(beside, chased, "10B. h3"), 10_000, 2);
    let known = annotated.positions[0].seat(2).unwrap();
    let mate = known.score.unwrap().mates_in().expect("a mate");
    assert!((9..=19).contains(&mate), "{mate} plies");
    assert_eq!(known.lines[0].score, known.score.unwrap());
    assert!(annotated.positions[0].line(2).len() > 4);
}

#[test]
fn a_piece_that_feeds_a_mate_is_told() {
    // Black on board 1 would mate with a knight; the partner of its opponent gives one away.
    let attacked = "4k3/8/8/8/8/8/PP6/KR6[] b - - 0 1";
    let beside = "4k3/8/2n5/8/3P4/8/8/4K3[] b - - 0 1";
    let text = pair(attacked, beside, "1b. Ne5");
    // With more nodes White is seen to mate on its own board, too, in thirteen.
    let judged = &found(&text, 10_000, 2).judgements[0];
    let fed = judged.remarks.iter().any(|remark| {
        matches!(remark, Remark::FedMate { capture, piece, mate: 1 }
            if capture == "dxe5" && piece.letter() == 'N')
    });
    assert!(fed, "{judged:?}");
}

#[test]
fn who_should_have_sat_is_told_with_the_clocks() {
    // The partner is about to take a knight, with which White mates.
    let wants = "6rk/6pp/8/8/8/8/8/4K3[] w - - 0 1";
    let beside = "4k3/8/8/3p4/8/2N5/8/4K3[] w - - 0 1";
    let sat = |rival: &str| {
        let text = pair(wants, beside, &format!("1B. Ne4 {{{rival}}} 1A. Kd1 {{59}}"));
        let remarks = found(&text, 40_000, 2).judgements[1].remarks.clone();
        remarks.into_iter().find_map(|remark| match remark {
            Remark::ShouldHaveSat { piece, lead, .. } => Some((piece?.letter(), lead)),
            _ => None,
        })
    };
    assert_eq!(sat("30"), Some(('N', 29_000)));
    // Where the rival is ahead there is no time to wait.
    assert_eq!(sat("60"), None);
}

#[test]
fn records_are_read_again_as_they_were_written() {
    for name in ["web/test/game.bpgn", "tests/bpgn/played.bpgn", "tests/bpgn/habits.bpgn"] {
        let text = std::fs::read_to_string(file(name)).unwrap();
        let bughouse = Variant::find("bughouse").unwrap();
        for read in records::read(&text, &bughouse).unwrap() {
            let again = records::read(&write(&read), &bughouse).unwrap().remove(0);
            assert_eq!((&again.plies, &again.tags), (&read.plies, &read.tags), "{name}");
            let moves = records::read(&moves_text(&read), &bughouse).unwrap().remove(0);
            assert_eq!(moves.plies.len(), read.plies.len(), "{name}");
        }
    }
}

#[test]
fn a_prelude_without_a_swap_is_read_again() {
    let superschaak = Variant::find("superschaak").unwrap();
    let moves = "startpos moves +A +S +M +E E@g1 M@d8 A@h1 S@a8 0000 e2e4";
    let read = records::read(moves, &superschaak).unwrap().remove(0);
    let again = records::read(&write(&read), &superschaak).unwrap().remove(0);
    assert_eq!((again.plies.len(), &again.broken), (10, &None));
    assert_eq!(again.plies, read.plies);
}

#[test]
fn two_halves_become_the_game_that_they_are_of() {
    let text = std::fs::read_to_string(file("web/test/game.bpgn")).unwrap();
    let whole = game(&text);
    let [one, other] = whole.boards().map(|board| board.to_string());
    let joined = records::join([&one, &other]).unwrap();
    let moves = |game: &RecordedGame, board: usize| -> Vec<String> {
        let own = game.plies.iter().filter(|ply| ply.played.board == board);
        own.map(|ply| ply.played.san.clone()).collect()
    };
    assert_eq!(joined.broken, None);
    for board in 0..2 {
        assert_eq!(moves(&joined, board), moves(&whole, board));
    }
    assert_eq!(joined.tag("WhiteB"), whole.tag("WhiteB"));
    // The same in one text.
    let chess = Variant::find("chess").unwrap();
    assert_eq!(records::read(&format!("{one}\n{other}"), &chess).unwrap(), [joined]);
}

#[test]
fn the_commands_write_what_they_promise() {
    let folder = std::env::temp_dir().join(format!("kralle-annotate-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let chess = "[Variant \"Chess\"]\n[White \"<b>\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 *\n";
    let words = ["annotate", "-", "--variant", "chess", "--nodes", "2000", "--game", "1"];
    let [json, html, svg] = [path("a.json"), path("a.html"), path("a.svg")];
    let files = ["--json", &json, "--html", &html, "--svg", &svg];
    let done = kralle(&[&words[..], &files[..]].concat(), chess);
    assert!(done.status.success(), "{}", said(&done.stderr));
    assert!(said(&done.stdout).contains("2. g4 $4 {[%eval #-1]"), "{}", said(&done.stdout));
    assert!(said(&done.stderr).contains("turning points"), "{}", said(&done.stderr));
    let line: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!(line["plies"][2]["mark"], "??");
    assert_eq!(line["positions"].as_array().unwrap().len(), 5);
    let page = std::fs::read_to_string(html).unwrap();
    assert!(page.contains("\\u003cb>") && !page.contains("<!--"), "no name may be markup");
    assert!(std::fs::read_to_string(svg).unwrap().contains("&lt;b&gt;"));

    let convert = |words: &[&str], input: &str| {
        let done = kralle(&[&["convert"], words].concat(), input);
        (said(&done.stdout), said(&done.stderr), done.status.success())
    };
    let bpgn = file("tests/bpgn/played.bpgn");
    let (fen, _, _) = convert(&[&bpgn, "--to", "fen", "--ply", "0"], "");
    assert!(fen.starts_with("rnbqkbnr/pppppppp") && fen.contains(" | "), "{fen}");
    let (moves, _, _) = convert(&[&bpgn, "--to", "moves"], "");
    assert!(moves.starts_with("startpos moves 1") || moves.starts_with("fen "), "{moves}");
    let (pgn, _, _) = convert(&[&bpgn, "--to", "pgn"], "");
    let (again, complaint, _) = convert(&["-", "--to", "fen", "--ply", "0"], &pgn);
    assert_eq!((again, complaint), (fen, String::new()));
    let (text, complaint, fine) = convert(&["-"], "1. e4 e9 *");
    assert!(fine && text.contains("1. e4 *"), "{text}");
    assert_eq!(complaint, "kralle: game 1: move 2, `e9`, is not legal; the rest is left out\n");
    for (words, input, expected) in [
        (&["-"][..], "", "-: there is nothing to read"),
        (&["/nowhere/x.pgn"], "", "`/nowhere/x.pgn` cannot be read: No such file"),
        (
            &["-", "--variant", "chess", "--to", "fen", "--ply", "9"],
            "1. e4 *",
            "has 1 plies, not 9",
        ),
        (&["-", "--variant", "halma"], "1. e4 *", "halma"),
    ] {
        let (_, complaint, fine) = convert(words, input);
        assert!(!fine && complaint.contains(expected), "{words:?}: {complaint}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
    }
    let _ = std::fs::remove_dir_all(folder);
}
