//! `kralle match` from outside: what testers find in other match programs, and matches that are
//! divided among machines.

use std::path::Path;

use kralle::tools::tournament::archive::Archive;

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
fn in_a_pyramid_each_plays_all_that_were_named_before_it() {
    let names = ["name=a", "name=b", "name=c"];
    let rest = ["--pyramid", "--rounds", "1", "--nodes", "60", "--output", "cutechess"];
    let text = printed(&[&engines(&names)[..], &rest].concat());
    let started: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("Started game ")).collect();
    let pairs: Vec<&str> =
        started.iter().filter_map(|line| line.split(['(', ')']).nth(1)).collect();
    assert_eq!(pairs, ["b vs a", "a vs b", "c vs a", "a vs c", "c vs b", "b vs c"], "{text}");
    let all = kralle(&[&engines(&names)[..], &["--gauntlet", "3", "--nodes", "60"]].concat());
    let why = String::from_utf8_lossy(&all.stderr);
    assert!(why.contains("a gauntlet of 3 engines needs others to play"), "{why}");
}

#[test]
fn who_has_no_limit_is_told_to_move_when_patience_ends() {
    let folder = folder("endless");
    let log = folder.join("log");
    let log = log.to_str().unwrap();
    let rest = ["--patience", "0.3", "--longest", "4", "--games", "1", "--log", log];
    let names = ["--engine", "name=free", "tc=inf", "--engine", "name=short", "nodes=50"];
    let text = printed(&[&names[..], &rest, &["--epd", "/dev/null"]].concat());
    assert!(text.contains("adjudication:length"), "{text}");
    let said = std::fs::read_to_string(log).unwrap();
    let count = |word: &str| said.lines().filter(|line| line.ends_with(word)).count();
    assert_eq!((count("< go infinite"), count("< stop"), count("< go nodes 50")), (1, 1, 1));
    let refused = kralle(&["--node-rate", "5000", "--each", "tc=inf"]);
    let why = String::from_utf8_lossy(&refused.stderr);
    assert!(why.contains("node clocks know no real time (st, tc=inf alone)"), "{why}");
}

#[test]
fn engines_keep_their_seats_or_change_them() {
    let whites = |sides: &str| {
        let json = folder("sides").join(format!("{sides}.jsonl"));
        let names = engines(&["name=a", "name=b"]);
        let rest = ["--games", "4", "--nodes", "60", "--sides", sides, "--json"];
        printed(&[&names[..], &rest, &[json.to_str().unwrap()]].concat());
        let games = Archive::read(&json).unwrap().games;
        let openings: std::collections::BTreeSet<u64> = games.iter().map(|g| g.opening).collect();
        let white: Vec<String> = games.into_iter().map(|game| game.seats[0].clone()).collect();
        (white.concat(), openings.len())
    };
    assert_eq!(whites("swap"), ("abab".into(), 2));
    assert_eq!(whites("reverse"), ("baba".into(), 2));
    assert_eq!(whites("keep"), ("aaaa".into(), 4));
}

#[test]
fn games_are_added_to_a_file_without_comments_if_need_be() {
    let pgn = folder("append").join("all.pgn");
    let file = pgn.to_str().unwrap();
    let rest = ["--games", "2", "--nodes", "60", "--longest", "6", "--pgn", file];
    let run = |more: &[&str]| {
        printed(&[&rest[..], more].concat());
        std::fs::read_to_string(file).unwrap()
    };
    assert_eq!(run(&["--site", "Delft"]).matches("[Site \"Delft\"]").count(), 2);
    let both = run(&["--append", "--pgn-bare", "--wait", "0.1"]);
    assert_eq!((both.matches("[Event ").count(), both.matches("[Site \"?\"]").count()), (4, 2));
    let bare = run(&["--pgn-bare"]);
    assert_eq!((bare.matches("[Event ").count(), bare.matches('{').count()), (2, 0), "{bare}");
    let game = kralle::Variant::find("crazyhouse").unwrap();
    let games = kralle::tools::records::read(&both, &game).unwrap();
    assert!(games.len() == 4 && games.iter().all(|game| game.broken.is_none()));
}

#[test]
fn scores_of_white_are_turned_round_for_black() {
    let scores = |view: &str| -> Vec<f64> {
        let pgn = folder("view").join(view);
        let file = pgn.to_str().unwrap();
        let rest = ["--games", "2", "--nodes", "200", "--longest", "8", "--plies", "0"];
        printed(&[&rest[..], &["--pgn", file, "--each", view]].concat());
        let text = std::fs::read_to_string(pgn).unwrap();
        text.split('{').filter_map(|part| part.split('/').next()?.parse().ok()).collect()
    };
    let (own, white) = (scores("whitepov=false"), scores("whitepov=true"));
    assert!(own.len() >= 12 && own.iter().any(|&score| score != 0.0), "{own:?}");
    let turned =
        own.iter().enumerate().map(|(ply, score)| if ply % 2 == 1 { -score } else { *score });
    assert_eq!(white, turned.collect::<Vec<_>>());
}

#[cfg(unix)]
#[test]
fn what_engines_write_besides_is_kept_and_a_slow_start_is_waited_for() {
    let file = folder("complaints").join("errors");
    let stderr = format!("stderr={}", file.display());
    let broken = ["--engine", "cmd=sh", "arg=-c", "arg=echo oops >&2", &stderr, "--nodes", "9"];
    assert!(!kralle(&broken).status.success());
    assert_eq!(std::fs::read_to_string(file).unwrap(), "oops\n");
    let slow = "sleep 0.3; exec \"$0\"";
    let start = |startup: &str| {
        let cmd =
            ["--engine", "cmd=sh", "arg=-c", &format!("arg={slow}"), &format!("arg={KRALLE}")];
        let rest = ["--nodes", "9", "--longest", "2", "--games", "1", "--epd", "/dev/null"];
        let run = kralle(&[&cmd[..], &[startup], &rest].concat());
        (run.status.success(), String::from_utf8_lossy(&run.stderr).into_owned())
    };
    assert!(start("startup=60").0, "{}", start("startup=60").1);
    let (started, why) = start("startup=0.1");
    assert!(!started && why.contains("no answer within 0.1 s"), "{why}");
}

#[test]
fn a_test_can_be_of_bayeselo() {
    let rest = ["--games", "4", "--nodes", "60", "--sprt", "elo1=100", "model=bayesian"];
    let text = printed(&rest);
    assert!(text.contains("SPRT of H0 0 against H1 100 (Bayesian, "), "{text}");
    let wrong = kralle(&["--nodes", "60", "--sprt", "model=x"]);
    let why = String::from_utf8_lossy(&wrong.stderr);
    assert!(why.contains("`x` is no model; normalized, logistic and bayesian are"), "{why}");
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

/// It is ready at all times, and never moves.
#[cfg(unix)]
#[test]
fn who_never_answers_a_search_is_not_asked_for_ever() {
    let script = "while read word rest; do case $word in \
        uci) echo id name x; echo id author y; echo uciok;; \
        isready) echo readyok;; quit) exit;; esac; done";
    let start = std::time::Instant::now();
    let run = kralle(&["--compliance", "sh", "-c", script]);
    let text = String::from_utf8_lossy(&run.stdout);
    assert!(!run.status.success() && text.contains("FAIL  `go depth`: no `bestmove`"), "{text}");
    assert!(text.contains("ok    `quit` ends it within a second where"), "{text}");
    assert!(start.elapsed().as_secs() < 60);
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
    let last = std::fs::read_to_string(&epd).unwrap();
    assert!(last.starts_with("r4rk1/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 w"), "{last}");
    // Without a clock it is told a day for each move.
    let log = folder.join("log");
    let more = ["--each", "tc=inf", "--log", log.to_str().unwrap()];
    printed(&[&each[..], &["--longest", "2"], &files, &more].concat());
    let said = std::fs::read_to_string(log).unwrap();
    assert!(said.contains("< st 86400") && !said.contains("< level"), "{said}");
}

#[test]
fn engines_of_xboard_without_setboard_are_set_up_by_edit() {
    if !has_python() {
        return;
    }
    let folder = folder("edit");
    let (start, log) = (folder.join("start.epd"), folder.join("log"));
    let engine = format!("cmd={}/tests/engines/castler.py", env!("CARGO_MANIFEST_DIR"));
    let each = ["--each", "proto=cecp", "tc=5+0", &engine, "arg=edit", "--variant", "chess"];
    let files = ["--openings", start.to_str().unwrap(), "--log", log.to_str().unwrap()];
    let says = |fen: &str| {
        std::fs::write(&start, format!("{fen}\n")).unwrap();
        let played = printed(&[&each[..], &["--games", "1", "--longest", "2"], &files].concat());
        (played, std::fs::read_to_string(&log).unwrap())
    };
    let (played, said) = says("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1");
    let lines: Vec<&str> = said.lines().filter_map(|line| line.split("< ").nth(1)).collect();
    let edit = ["edit", "#", "Ra1", "Ke1", "Rh1", "Pa2"];
    assert!(lines.windows(edit.len()).any(|window| window == edit), "{said}");
    assert!(!said.contains("setboard ") && played.contains("draw:adjudication:length"), "{played}");
    let (_, said) = says("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1");
    assert!(said.contains("< usermove a2a3\n"), "{said}");
    let (played, said) = says("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1");
    assert!(!said.contains("< edit\n"), "{said}");
    assert!(
        played.contains("it knows no `setboard`, and `edit` cannot say: a king or rook"),
        "{played}"
    );
}

/// XBoard knows superschaak as `super`; so do programs that speak its protocol, this one, too.
#[test]
fn superschaak_has_its_name_from_xboard() {
    let folder = folder("super");
    let (start, log) = (folder.join("start.fen"), folder.join("log"));
    let fen = "anbqkbne/pppppppp/8/8/8/8/PPPPPPPP/ANBQKBNE[RRrr] w - - 0 1";
    std::fs::write(&start, format!("{fen}\n")).unwrap();
    let files = ["--openings", start.to_str().unwrap(), "--log", log.to_str().unwrap()];
    let each = ["--variant", "superschaak", "--games", "1", "--longest", "4"];
    let xboard = ["--each", "proto=cecp", "tc=1+0", &format!("cmd={KRALLE}"), "arg=xboard"];
    let played = printed(&[&each[..], &xboard, &files].concat());
    let said = std::fs::read_to_string(log).unwrap();
    assert!(said.contains("< variant super\n") && said.contains("< setboard anbq"), "{said}");
    assert!(played.contains("draw:adjudication:length"), "{played}");
}

/// `scripts/fleet.sh`, with this program.
#[cfg(unix)]
fn fleet(arguments: &[&str]) -> std::process::Output {
    std::process::Command::new("sh")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/fleet.sh"))
        .args(arguments)
        .env("KRALLE", KRALLE)
        .output()
        .unwrap()
}

#[cfg(unix)]
#[test]
fn parts_of_a_match_are_put_together() {
    let folder = folder("parts");
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (runs, all, one) = (file("runs"), file("all"), file("one"));
    let mut options = engines(&["name=a", "name=b"]);
    options.extend(["--variant", "bughouse", "--nodes", "60", "--each", "option.Hash=1"]);
    for part in ["1", "0"] {
        let run = fleet(&[&["part", part, "4", &*runs], &options[..]].concat());
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    }
    let merged = fleet(&["merge", &runs, "--json", &all, "--pgn", &format!("{all}.bpgn")]);
    let whole = printed(
        &[&options[..], &["--games", "8", "--json", &one, "--pgn", &format!("{one}.bpgn")]]
            .concat(),
    );
    assert_eq!(String::from_utf8_lossy(&merged.stdout), whole);
    // But for the numbers of rounds: a part counts its own.
    let read = |name: &str| {
        let mut archive = Archive::read(Path::new(name)).unwrap();
        archive.games.iter_mut().for_each(|game| game.record.clear());
        (archive.header, archive.games)
    };
    assert_eq!(read(&all), read(&one));
    let moves = |name: &str| {
        let text = std::fs::read_to_string(format!("{name}.bpgn")).unwrap();
        text.lines().filter(|line| !line.starts_with("[Round ")).map(str::to_owned).collect()
    };
    let (merged, whole): (Vec<String>, Vec<String>) = (moves(&all), moves(&one));
    assert_eq!(merged, whole);
    // A part that was broken off goes on; one that is whole stays as it is.
    let part = format!("{runs}/1.jsonl");
    let text = std::fs::read_to_string(&part).unwrap();
    let half: Vec<&str> = text.lines().take(3).collect();
    std::fs::write(&part, half.join("\n") + "\n").unwrap();
    assert!(fleet(&[&["part", "1", "4", &*runs], &options[..]].concat()).status.success());
    assert_eq!(std::fs::read_to_string(&part).unwrap(), text);
}

#[cfg(unix)]
#[test]
fn two_processes_play_until_a_test_is_decided() {
    let runs = folder("fleet").join("runs");
    let runs = runs.to_str().unwrap();
    let test = "elo0=-200 elo1=200 model=logistic";
    let engines = ["--engine", "name=deep", "--engine", "name=flat", "depth=1"];
    let rest = ["--depth", "6", "--each", "option.Hash=1", "--variant", "chess"];
    let start = ["sprt", "2", "4", runs, test];
    let run = fleet(&[&start[..], &engines, &rest].concat());
    let text = String::from_utf8_lossy(&run.stdout);
    assert!(text.contains("H1 accepted"), "{text}{}", String::from_utf8_lossy(&run.stderr));
    let games = |part: &str| {
        let text = std::fs::read_to_string(format!("{runs}/{part}.jsonl")).unwrap();
        text.lines().count() - 1
    };
    assert_eq!((games("0"), games("1")), (4, 4));
}

#[cfg(unix)]
#[test]
fn what_a_fleet_cannot_do_is_said_in_a_line() {
    let runs = folder("refused").join("runs");
    let runs = runs.to_str().unwrap();
    for (words, reason) in [
        (&["part", "x", "4", runs][..], "a part has a number from 0, not `x`"),
        (&["part", "08", "4", runs], "a part has a number from 0, not `08`"),
        (&["part", "0", "3", runs], "a part has an even number of games"),
        (&["sprt", "0", "4", runs, "elo1=5"], "a number of processes, not `0`"),
        (&["data", "0", "", runs], "a number of games, not ``"),
        (&["merge", runs], "there is no folder"),
        (&["mean", runs], "there are no margins"),
        (&["sprt", "2", "4", runs, "elo1=5", "--variant", "go"], "part 0 ended: kralle: "),
    ] {
        let run = fleet(words);
        let why = String::from_utf8_lossy(&run.stderr);
        assert!(!run.status.success() && why.contains(reason), "{words:?}: {why}");
    }
}

#[cfg(unix)]
#[test]
fn data_and_margins_come_in_parts_too() {
    let folder = folder("learning");
    let folder = folder.to_str().unwrap();
    for part in ["0", "1"] {
        let rest = ["--nodes", "30", "--threads", "1", "--variant", "chess"];
        let run = fleet(&[&["data", part, "2", folder], &rest[..]].concat());
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    }
    let read = |name: &str| std::fs::read(format!("{folder}/{name}.games")).unwrap();
    assert!(read("0") != read("1"));
    let both = ["0", "1"].map(|part| format!("{folder}/{part}.games"));
    let mut check = std::process::Command::new(KRALLE);
    let check = check.args(["datagen", "--check"]).args(&both).output().unwrap();
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stderr));
    let head = "// To take these, put them into src/search/margins/games.rs.\n";
    let (first, second) = (
        "        razor_base: 260, // was 250\n",
        "        late_base: 5, // was 3\n        razor_base: 300, // was 250\n",
    );
    std::fs::write(format!("{folder}/0.margins"), format!("{head}{first}")).unwrap();
    std::fs::write(format!("{folder}/1.margins"), format!("{head}{second}")).unwrap();
    let mean = fleet(&["mean", folder]);
    assert_eq!(
        String::from_utf8_lossy(&mean.stdout),
        "        late_base: 4, // was 3\n        razor_base: 280, // was 250\n"
    );
}
