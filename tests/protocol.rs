//! The manual is true: its tables are those of the program, and its transcripts are
//! replayed against the program itself. Noise never brings it down.

mod common;
mod talker;

#[path = "common/page.rs"]
mod page;

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use kralle::protocol::uci::{UciSession, command};
use kralle::protocol::{Out, options, xboard};
use page::Page;
use rand::RngExt;
use rand::rngs::SmallRng;
use talker::Talker;

const MANUAL: &str = include_str!("../protocol.md");

/// Does a line fit a pattern in which `*` stands for anything?
fn fits(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| line.strip_prefix(first)) else {
        return false;
    };
    let mut last = None;
    for part in parts {
        if let Some(part) = last.replace(part) {
            match rest.find(part) {
                Some(at) => rest = &rest[at + part.len()..],
                None => return false,
            }
        }
    }
    last.map_or(rest.is_empty(), |last| rest.ends_with(last))
}

#[test]
fn patterns_fit_what_they_say() {
    assert!(fits("a*c", "abc") && fits("a*", "a") && fits("*b*", "abc") && fits("abc", "abc"));
    assert!(!fits("a*c", "abd") && !fits("a", "ab") && !fits("a*b*c", "acb") && !fits("", "x"));
}

/// The transcripts of the manual with the line each begins at.
fn transcripts() -> Vec<(usize, Vec<&'static str>)> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, Vec<&str>)> = None;
    for (number, line) in MANUAL.lines().enumerate() {
        match (line, &mut open) {
            ("```text", None) => open = Some((number + 2, Vec::new())),
            ("```", Some(_)) => blocks.extend(open.take()),
            (_, Some((_, lines))) => lines.push(line),
            _ => {}
        }
    }
    blocks
}

#[test]
fn transcripts_of_the_manual_are_true() {
    let blocks = transcripts();
    assert!(blocks.len() >= 8);
    for (number, lines) in blocks {
        let mut kralle = Talker::start(&[]);
        let mut skips = false;
        for (offset, line) in lines.iter().enumerate() {
            let place = format!("protocol.md:{}", number + offset);
            if let Some(sent) = line.strip_prefix("> ") {
                assert!(!skips || offset > 0);
                kralle.send(sent);
                continue;
            }
            let pattern = line.strip_prefix('<').unwrap_or_else(|| panic!("{place}: {line}"));
            let pattern = pattern.strip_prefix(' ').unwrap_or(pattern);
            if pattern == "..." {
                skips = true;
                continue;
            }
            loop {
                let answer = kralle.line().unwrap_or_else(|| panic!("{place}: no `{pattern}`"));
                if fits(pattern, &answer) {
                    break;
                }
                assert!(skips, "{place}: expected `{pattern}`, got `{answer}`");
            }
            skips = false;
        }
        // Nothing more is said than the manual shows, unless it says that more may come.
        let (last, end) = match lines[0] {
            "> xboard" => ("ping 99", "pong 99"),
            _ => ("isready", "readyok"),
        };
        kralle.send(last);
        loop {
            let answer = kralle.line().unwrap_or_else(|| panic!("protocol.md:{number}: no end"));
            if answer == end {
                break;
            }
            assert!(skips, "protocol.md:{number}: `{answer}` is not in the manual");
        }
        kralle.send("quit");
        kralle.ends();
    }
}

#[test]
fn the_manual_has_the_tables_of_the_program() {
    for (name, table) in [
        ("commands", command::manual_table()),
        ("options", options::manual_table()),
        ("cecp", xboard::manual_table()),
    ] {
        let block = format!("<!-- generated: {name} -->\n{table}<!-- end -->");
        assert!(MANUAL.contains(&block), "protocol.md should have:\n\n{block}");
    }
}

/// A program whose reader is gone must not go on for ever, however much it is asked.
#[cfg(unix)]
#[test]
fn who_is_not_read_any_more_ends() {
    for first in ["uci", "xboard"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kralle"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        let asking = std::thread::spawn(move || {
            let line = if first == "uci" { "isready\n" } else { "ping 1\n" };
            let _ = input.write_all(format!("{first}\n").as_bytes());
            while input.write_all(line.as_bytes()).is_ok() {}
        });
        let begun = Instant::now();
        while child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < Duration::from_secs(20), "{first}: it still runs");
            std::thread::sleep(Duration::from_millis(20));
        }
        asking.join().unwrap();
    }
}

#[test]
fn quit_and_end_of_input_end_a_search_at_once() {
    for quits in [true, false] {
        let mut kralle = Talker::start(&[]);
        kralle.send("go infinite");
        assert!(kralle.line().unwrap().starts_with("info depth"));
        if quits {
            kralle.send("quit");
        } else {
            kralle.input = None;
        }
        // Other tests run beside this one: the claim is "at once", not a figure.
        assert!(kralle.ends() < Duration::from_secs(2));
    }
}

#[test]
fn arguments_are_commands() {
    let run = |lines: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_kralle")).args(lines).output().unwrap();
        (output.status.success(), String::from_utf8(output.stdout).unwrap())
    };
    let (well, text) =
        run(&["setoption name UCI_Variant value crazyhouse", "go depth 5", "go nodes 500", "d"]);
    assert!(well);
    assert_eq!(text.matches("bestmove").count(), 2);
    assert!(text.rfind("bestmove") < text.find("legal    20"), "{text}");
    let (well, text) = run(&["go infinite", "stop", "verdict"]);
    assert!(well && text.contains("bestmove") && text.contains("ongoing"));
    let (well, text) = run(&["position startpos moves e2e5", "verdict"]);
    assert!(!well && text.starts_with("info string error: move 1:"), "{text}");
}

/// A line of noise: bytes, or words of the protocol in any order.
fn noise(chance: &mut SmallRng) -> Vec<u8> {
    const WORDS: &[&str] = &[
        "uci",
        "isready",
        "ucinewgame",
        "setoption",
        "name",
        "value",
        "Hash",
        "1",
        "Threads",
        "UCI_Variant",
        "crazyhouse",
        "bughouse",
        "chess",
        "UCI_Chess960",
        "true",
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "P@e4",
        "p@a1",
        "e1g1",
        "0000",
        "go",
        "depth",
        "2",
        "nodes",
        "50",
        "mate",
        "movetime",
        "-5",
        "wtime",
        "btime",
        "searchmoves",
        "ponder",
        "stop",
        "ponderhit",
        "go depth 2",
        "setoption name UCI_Variant value tandem",
        "setoption name UCI_Variant value doorgeefschaak",
        "setoption name UCI_Variant value vierschaak",
        "setoption name UCI_Variant value drieschaak",
        "position startpos moves",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1 |",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nn] b KQkq - 0 1",
        "1e2e4",
        "hand",
        "played",
        "over",
        "1a",
        "flag",
        "2N@f3",
        "d2d4",
        "k13k11",
        "atime",
        "go nodes 50",
        "position startpos moves e2e4",
        "d",
        "eval",
        "verdict",
        "help",
        "perft",
        "MultiPV",
        "99999999999999999999",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QQqq]",
        "8/8/8/8/k7/8/K7/8/P",
        "w",
        "b",
        "KQkq",
        "HAha",
        "-",
        "e3",
        "[",
        "~",
        "\u{1F43B}",
        "|",
        "1e2e4",
        "#",
        "\t",
    ];
    if chance.random_range(0..4) == 0 {
        return (0..chance.random_range(0..80)).map(|_| chance.random()).collect();
    }
    let words = (0..chance.random_range(1..6)).map(|_| WORDS[chance.random_range(0..WORDS.len())]);
    words.collect::<Vec<_>>().join(" ").into_bytes()
}

#[test]
fn noise_never_panics_and_every_error_is_one_line() {
    let page = Page::default();
    let mut session = UciSession::new(Out::new(page.clone())).unwrap();
    let mut chance = common::chance(7);
    for _ in 0..common::count(20_000) {
        let line = String::from_utf8_lossy(&noise(&mut chance)).into_owned();
        // Large tables and endless searches would only take time.
        if line.contains("bench") || line.contains("Hash value") {
            continue;
        }
        session.obey(&line);
        session.obey("stop");
        session.wait();
    }
    session.obey("setoption name UCI_Variant value chess");
    session.obey("isready");
    let bytes = page.0.lock().unwrap().clone();
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.ends_with("readyok\n"));
    let errors = text.lines().filter(|line| line.starts_with("info string error: ")).count();
    assert!(errors > 5_000, "{errors}");
    assert!(text.matches("bestmove").count() > 100);
    assert!(text.lines().all(|line| !line.contains("error: ") || line.starts_with("info string")));
}

#[test]
fn overlong_lines_are_refused_and_the_next_is_heard() {
    let page = Page::default();
    let mut session = UciSession::new(Out::new(page.clone())).unwrap();
    let mut input = vec![b'x'; 3 << 20];
    input.extend_from_slice(b"\nisready\n\xff\xfe\nverdict");
    session.listen(std::io::Cursor::new(input)).unwrap();
    let text = String::from_utf8(page.0.lock().unwrap().clone()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("info string error: the line is longer"), "{text}");
    assert_eq!((lines[1], lines[3], lines.len()), ("readyok", "ongoing", 4), "{text}");
}

#[test]
#[ignore = "times depend on what else the machine does"]
fn answers_come_in_time() {
    let start = Instant::now();
    let mut kralle = Talker::start(&[]);
    kralle.send("uci");
    while kralle.line().unwrap() != "uciok" {}
    assert!(start.elapsed() < Duration::from_millis(50), "{:?}", start.elapsed());
    for millis in [1, 20, 100, 1_000] {
        kralle.send("go infinite");
        std::thread::sleep(Duration::from_millis(millis));
        let start = Instant::now();
        kralle.send("stop");
        while !kralle.line().unwrap().starts_with("bestmove") {}
        assert!(start.elapsed() < Duration::from_millis(10), "{:?}", start.elapsed());
    }
    kralle.send("quit");
    assert!(kralle.ends() < Duration::from_millis(100));
}

#[test]
fn missing_quotes_and_misspelt_commands_are_seen() {
    for (words, advice) in [
        (&["go", "depth", "5"][..], "put each UCI command in quotes: kralle \"go depth 5\""),
        (&["position", "startpos"], "put each UCI command in quotes"),
        (&["mathc", "--games", "2"], "did you mean `match`?"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_kralle")).args(words).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(advice), "{said}");
    }
}

#[test]
fn help_begins_with_three_examples_that_the_program_understands() {
    let kralle = || Command::new(env!("CARGO_BIN_EXE_kralle"));
    let help = String::from_utf8(kralle().arg("help").output().unwrap().stdout).unwrap();
    let examples: Vec<&str> = help.lines().filter(|line| line.starts_with("    kralle ")).collect();
    assert!(help.starts_with("For example:\n") && examples.len() == 3, "{help}");
    for example in examples {
        // Before the description, which is set off by two spaces.
        let line = example.trim().split("  ").next().unwrap_or_default();
        let command = line.split(' ').nth(1).unwrap_or_default();
        let output = kralle().args([command, "--help"]).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        for option in line.split(' ').filter(|word| word.starts_with("--")) {
            assert!(output.status.success() && text.contains(option), "{line}: {option}");
        }
    }
}

/// Lines sent in one write, so that the program has them all before it has done any.
fn in_one_write(kralle: &mut Talker, lines: &[&str]) {
    kralle.send(&lines.join("\n"));
}

#[test]
fn a_stop_belongs_behind_the_go_that_waits() {
    let mut kralle = Talker::start(&[]);
    for _ in 0..20 {
        in_one_write(
            &mut kralle,
            &["go infinite", "stop", "position startpos moves e2e4", "go infinite", "stop"],
        );
        kralle.until("bestmove");
        let answer = kralle.until("bestmove").pop().unwrap();
        // Black's move: it is the answer to the second search.
        assert!(answer.as_bytes()[10] > b'4', "{answer}");
        kralle.send("position startpos");
    }
    in_one_write(
        &mut kralle,
        &["go infinite", "stop", "go ponder depth 1", "ponderhit", "isready"],
    );
    kralle.until("bestmove");
    kralle.until("bestmove");
    kralle.send("quit");
    kralle.ends();
}

/// White of board 1 mates by a drop, if the queen is in hand.
const MATES_BY_A_DROP: &str =
    "position fen 7k/8/6K1/8/8/8/8/8[Q] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1";

#[test]
fn the_answer_is_of_the_boards_as_they_are() {
    let mut kralle = Talker::start(&[]);
    kralle.send_all(&["setoption name UCI_Variant value bughouse", "setoption name Seat value 1w"]);
    for _ in 0..20 {
        kralle.send_all(&[MATES_BY_A_DROP, "go infinite"]);
        kralle.until("info depth 3");
        in_one_write(&mut kralle, &["hand 1w -", "stop"]);
        let answer = kralle.until("bestmove").pop().unwrap();
        assert!(answer.starts_with("bestmove 1g6"), "{answer}");
    }
    // What changes nothing on the board thought about leaves its answer as it is.
    kralle.send_all(&[MATES_BY_A_DROP, "go infinite"]);
    kralle.until("info depth 3");
    in_one_write(&mut kralle, &["played 2e1e2", "stop"]);
    assert!(kralle.until("bestmove").pop().unwrap().contains('@'));
    kralle.send("quit");
    kralle.ends();
}

#[test]
fn an_end_that_cannot_be_is_named_as_such() {
    let mut kralle = Talker::start(&[]);
    kralle.send_all(&["setoption name UCI_Variant value doorgeefschaak", "position startpos"]);
    for (result, word) in [("1-0", "agreement"), ("1/2-1/2", "resignation")] {
        kralle.send(&format!("over 1 {result} {word}"));
        let answer = kralle.until("info string").pop().unwrap();
        assert_eq!(
            answer,
            format!("info string error: `{word}` does not end a board with {result}")
        );
    }
    // The board is lost by an offence that was repeated.
    kralle.send("over 1 1-0 illegal-move");
    let answer = kralle.until("info string").pop().unwrap();
    assert!(answer.ends_with("1=illegal-move:1-0;2=ongoing doorgeefschaak 8F"), "{answer}");
    kralle.send("quit");
    kralle.ends();
}

#[test]
fn an_explicit_limit_means_no_sitting() {
    let mut kralle = Talker::start(&[]);
    kralle.send_all(&["setoption name UCI_Variant value bughouse", "setoption name Seat value 1w"]);
    let clocks = "1wtime 600000 1btime 600000 2wtime 1000 2btime 1000";
    for limit in ["movetime 50", "depth 4", "nodes 5000"] {
        kralle.send_all(&["position startpos", "partner sit", &format!("go {limit} {clocks}")]);
        let lines = kralle.until("bestmove");
        assert!(!lines.iter().any(|line| line.contains("sits")), "{limit}: {lines:?}");
    }
    kralle.send_all(&["position startpos", "partner sit", &format!("go {clocks}")]);
    kralle.until("info string sits as asked");
    in_one_write(&mut kralle, &["partner go"]);
    kralle.until("bestmove");
    kralle.send("quit");
    kralle.ends();
}

/// Two boards that wait for each other: who leads need not move.
#[test]
fn a_seat_that_leads_outwaits_its_rival() {
    let mut kralle = Talker::start(&[]);
    kralle.send_all(&["setoption name UCI_Variant value bughouse", "setoption name Seat value 1b"]);
    // Black is lost, and ahead of Black of the other board by a fifth of a second.
    let lost = "7k/5N2/6K1/8/8/8/8/8[Q] b - - 0 1";
    let clocks = "1wtime 60000 1btime 6200 2wtime 60000 2btime 6000";
    for (turn, waits_on) in [('b', true), ('w', false)] {
        kralle.send(&format!("position fen {lost} | 4k3/8/8/8/8/8/8/4K3[] {turn} - - 0 1"));
        kralle.send(&format!("go {clocks}"));
        kralle.until("info string sits as every move loses");
        if waits_on {
            kralle.until("info string sits as every move loses");
            kralle.send("stop");
        }
        let lines = kralle.until("bestmove");
        let waited_on = lines.iter().any(|line| line.contains("sits"));
        assert!(!waited_on || waits_on, "where only its own clock runs it must move: {lines:?}");
    }
    kralle.send("quit");
    kralle.ends();
}

#[test]
fn castling_rights_without_king_and_rook_are_left_out_and_told() {
    let page = Page::default();
    let mut session = UciSession::new(Out::new(page.clone())).unwrap();
    session.obey("setoption name UCI_Variant value chess");
    session.obey("position fen 4k3/8/8/8/8/8/8/R3K2N w KQ - 0 1");
    let said = String::from_utf8(page.0.lock().unwrap().clone()).unwrap();
    let expected = "info string of the castling rights KQ holds Q: king or rook is not at home\n";
    assert_eq!(said, expected);
    session.obey("position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1f1");
    assert_eq!(page.0.lock().unwrap().len(), expected.len(), "nothing is left out here");
}

/// The most memory that the program has held so far, in MiB.
#[cfg(target_os = "linux")]
fn most_memory(engine: &Talker) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() >> 10
}

#[cfg(target_os = "linux")]
#[test]
fn another_size_and_another_game_need_no_memory_for_two_tables() {
    let mut engine = Talker::start(&[]);
    let settle = |engine: &mut Talker| {
        engine.send("isready");
        engine.until("readyok");
    };
    engine.send("setoption name Hash value 300");
    settle(&mut engine);
    assert!(most_memory(&engine) >= 300);
    for change in ["Hash value 301", "UCI_Variant value chess", "UCI_Variant value vierschaak"] {
        engine.send(&format!("setoption name {change}"));
        settle(&mut engine);
        assert!(most_memory(&engine) < 400, "{change}: {} MiB", most_memory(&engine));
    }
    // Threads cost what they learn, once they learn it.
    engine.send("setoption name Threads value 64");
    settle(&mut engine);
    assert!(most_memory(&engine) < 450, "64 threads: {} MiB", most_memory(&engine));
}
