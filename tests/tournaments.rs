//! `kralle match` from outside: what testers find in other match programs.

#[path = "common/arena.rs"]
mod arena;

use arena::{KRALLE, folder, has_python, kralle};

/// What a run prints.
fn printed(arguments: &[&str]) -> String {
    let run = kralle(arguments);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8_lossy(&run.stdout).into_owned()
}

/// Words after each `--engine`.
fn engines<'a>(names: &[&'a str]) -> Vec<&'a str> {
    names.iter().flat_map(|&name| ["--engine", name]).collect()
}

#[test]
fn the_winner_of_a_knockout_has_beaten_everybody_it_met() {
    let names = ["name=a", "name=b", "name=c", "name=d", "name=e"];
    let epd = folder("knockout").join("last.epd");
    let rest = ["--knockout", "--games", "2", "--nodes", "60", "--epd", epd.to_str().unwrap()];
    let text = printed(&[&engines(&names)[..], &rest].concat());
    let losers: Vec<&str> =
        text.lines().filter_map(|line| line.split(" beats ").nth(1)?.split(' ').next()).collect();
    assert_eq!(losers.len(), 4, "{text}");
    let winner = text.lines().find_map(|line| line.strip_suffix(" has won")).unwrap();
    assert!(!losers.contains(&winner), "{text}");
    // A last position for each game, which can be set up.
    let positions = std::fs::read_to_string(epd).unwrap();
    assert!(positions.lines().count() >= 8, "{positions}");
    let game = kralle::Variant::find("crazyhouse").unwrap();
    assert!(positions.lines().all(|fen| game.set_up(fen).unwrap().verdict().is_over()));
}

#[test]
fn no_pairing_is_left_out() {
    let names = ["name=a", "name=b", "name=c"];
    let rest = ["--games", "4", "--nodes", "60", "--output", "cutechess"];
    let text = printed(&[&engines(&names)[..], &rest].concat());
    assert!(text.starts_with("6 games, so that no pairing is left out\n"), "{text}");
    for pair in ["a vs b", "b vs a", "a vs c", "c vs a", "b vs c", "c vs b"] {
        assert!(text.contains(&format!("({pair})")), "{text}");
    }
}

#[test]
fn the_lines_of_cutechess_are_printed_for_other_tools() {
    let names = ["name=a", "name=b"];
    let rest = ["--games", "4", "--nodes", "60", "--output", "cutechess", "--sprt", "elo1=100"];
    let text = printed(&[&engines(&names)[..], &rest].concat());
    let begins = |word: &str| text.lines().filter(|line| line.starts_with(word)).count();
    assert_eq!((begins("Started game "), begins("Finished game ")), (4, 4), "{text}");
    assert_eq!((begins("Elo difference: "), begins("SPRT: llr ")), (1, 1), "{text}");
    let last = text.lines().rfind(|line| line.starts_with("Score of a vs b: ")).unwrap();
    assert!(last.ends_with("] 4"), "{last}");
    assert!(text.trim_end().ends_with("Finished match"), "{text}");
}

#[test]
fn engines_ponder_where_they_are_asked_to() {
    let log = folder("ponder").join("log");
    let rest = [
        "--variant",
        "chess",
        "--tc",
        "0.5+0.02",
        "--games",
        "1",
        "--each",
        "ponder=true",
        "--log",
        log.to_str().unwrap(),
    ];
    printed(&rest);
    let said = std::fs::read_to_string(log).unwrap();
    let count = |word: &str| said.lines().filter(|line| line.contains(word)).count();
    let (pondered, hit) = (count("< go ponder"), count("< ponderhit"));
    assert!(hit > 0 && hit <= pondered, "{hit} of {pondered}");
    // Each thought, hit or not, has one answer.
    let asked = count("< go");
    assert!(count("> bestmove") <= asked && count("> bestmove") + 2 >= asked);
    let refused = kralle(&["--nodes", "50", "--engine", "name=a", "ponder=true"]);
    let why = String::from_utf8_lossy(&refused.stderr);
    assert!(why.contains("a: pondering needs a clock of real time"), "{why}");
}

/// One position and its two moves, as a book of Polyglot has them.
#[test]
fn openings_come_from_books_of_polyglot() {
    let folder = folder("polyglot");
    let (book, pgn) = (folder.join("two.bin"), folder.join("games.pgn"));
    let start = 0x463b_9618_1691_fc9c_u64.to_be_bytes();
    let entry = |mv: u16| [&start[..], &mv.to_be_bytes(), &[0, 1], &[0; 4]].concat();
    // d2d4 and e2e4, by squares from 0.
    std::fs::write(&book, [entry(11 << 6 | 27), entry(12 << 6 | 28)].concat()).unwrap();
    let (book, pgn) = (book.to_str().unwrap(), pgn.to_str().unwrap());
    let rest = ["--variant", "chess", "--games", "24", "--nodes", "20", "--longest", "4"];
    printed(&[&rest[..], &["--openings", book, "--pgn", pgn]].concat());
    let games = std::fs::read_to_string(pgn).unwrap();
    let begins = |mv: &str| games.matches(&format!("\n1. {mv}")).count();
    let (d4, e4) = (begins("d4"), begins("e4"));
    assert!(d4 > 0 && e4 > 0 && d4 + e4 == 24, "{d4} and {e4}");
    let wrong = kralle(&["--variant", "crazyhouse", "--openings", book, "--nodes", "20"]);
    let why = String::from_utf8_lossy(&wrong.stderr);
    assert!(why.contains("books of Polyglot are of chess, not of crazyhouse"), "{why}");
}

#[test]
fn kralle_speaks_uci_as_it_should_and_another_program_does_not() {
    let text = printed(&["--compliance", KRALLE]);
    assert!(text.trim_end().ends_with("steps passed"), "{text}");
    let other = kralle(&["--compliance", "cat"]);
    let (text, why) = (&other.stdout, String::from_utf8_lossy(&other.stderr));
    assert!(String::from_utf8_lossy(text).contains("FAIL  answers `uci`"), "{why}");
    assert!(why.contains("`cat` does not speak UCI as it should"), "{why}");
}

#[test]
fn openings_are_made_for_openbench() {
    let mut run = std::process::Command::new(KRALLE);
    run.args(["genfens 2 seed 3 book None", "quit"]);
    let text = String::from_utf8(run.output().unwrap().stdout).unwrap();
    let fens: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("info string genfens ")).collect();
    let game = kralle::Variant::find("chess").unwrap();
    assert_eq!(fens.len(), 2, "{text}");
    assert!(fens.into_iter().all(|fen| game.set_up(fen).is_ok()), "{text}");
}

#[test]
fn engines_of_xboard_may_castle_in_letters() {
    if !has_python() {
        return;
    }
    let folder = folder("castling");
    let (start, epd) = (folder.join("start.epd"), folder.join("last.epd"));
    std::fs::write(&start, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1\n").unwrap();
    let engine = format!("cmd={}/tests/engines/castler.py", env!("CARGO_MANIFEST_DIR"));
    let each = ["--each", "proto=cecp", "tc=5+0", &engine, "--variant", "chess", "--games", "1"];
    let files = ["--openings", start.to_str().unwrap(), "--epd", epd.to_str().unwrap()];
    printed(&[&each[..], &["--longest", "2"], &files].concat());
    let last = std::fs::read_to_string(epd).unwrap();
    assert!(last.starts_with("r4rk1/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 w"), "{last}");
}
