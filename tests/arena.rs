//! `kralle match` from outside: engines with faults, which end their games as the rules say
//! and never the run; games of node clocks, which are the same every time; runs that are
//! interrupted, divided and put together. The faulty engines need Python 3; the tests with
//! them are left out where there is none, and say so.

use std::path::Path;
use std::process::Command;

use kralle::board::Silent;
use kralle::game::Playable;
use kralle::game::catalogue::BoardGame;
use kralle::game::multi::{Drieschaak, MultiGame, Position, Rules, Vierschaak};
use kralle::game::pair::Pair;
use kralle::notation::{PairSetup, bpgn, pgn};
use kralle::tools::tournament::archive::{Archive, GameLine};

#[path = "common/arena.rs"]
mod arena;

use arena::{KRALLE, folder, has_python, kralle};

/// Plays, and reads the games from the JSON file.
fn play(name: &str, arguments: &[&str]) -> Vec<GameLine> {
    let json = folder(name).join("games.jsonl");
    let json = json.to_str().unwrap();
    let output = kralle(&[arguments, &["--json", json, "--each", "option.Hash=1"]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {errors}");
    Archive::read(Path::new(json)).unwrap().games
}

/// Plays Kralle against an engine with a fault.
fn play_faulty(fault: &str, arguments: &[&str], options: &[&str]) -> Vec<GameLine> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/faulty.py");
    let cmd = format!("cmd={}", script.display());
    let mut words = vec!["--engine", "name=good", "option.Hash=1", "--engine", "name=bad", &cmd];
    let arguments: Vec<String> = arguments.iter().map(|word| format!("arg={word}")).collect();
    words.extend(arguments.iter().map(String::as_str));
    words.extend(options);
    let json = folder(fault).join("games.jsonl");
    words.extend(["--json", json.to_str().unwrap()]);
    let output = kralle(&words);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{fault}: {errors}");
    Archive::read(&json).unwrap().games
}

#[test]
fn faults_lose_with_their_reason_and_the_run_goes_on() {
    if !has_python() {
        return;
    }
    let nodes =
        ["--variant", "chess", "--plies", "0", "--games", "2", "--nodes", "50", "--patience", "1"];
    let cases = [
        ("crash", "forfeit", "crashed: exit status: 3"),
        ("close", "forfeit", "closed its output"),
        ("hang", "forfeit", "hangs: no move within 1 s"),
        ("noise", "forfeit", "hangs: no move within 1 s"),
        ("garbage", "forfeit", "says garbage: `what?`"),
        ("illegal", "illegal-move", "illegal move `e2e5`"),
        ("none", "forfeit", "says that it has no move"),
    ];
    for (fault, ending, reason) in cases {
        let games = play_faulty(fault, &[fault, "1"], &nodes);
        assert_eq!(games.len(), 2, "{fault}");
        for game in games {
            let bad = game.pair.iter().position(|&who| who == 1).unwrap();
            assert_eq!(game.points[bad], 0, "{fault}: {}", game.verdict);
            assert!(game.endings[0].starts_with(ending), "{fault}: {:?}", game.endings);
            assert_eq!(game.offender, Some(format!("bad: {ending}")), "{fault}");
            assert!(game.notes.iter().any(|note| note.text.contains(reason)), "{:?}", game.notes);
        }
    }
}

#[test]
fn an_answer_after_the_flag_loses_on_time() {
    if !has_python() {
        return;
    }
    let options = ["--variant", "chess", "--plies", "0", "--games", "2", "--tc", "0.3+0"];
    for game in play_faulty("late", &["late", "1"], &options) {
        assert!(game.endings[0].starts_with("flag FIDE 6.9"), "{:?}", game.endings);
        // A busy machine may keep the good one from moving in time, too; the bad one never
        // does.
        let offender = game.offender.unwrap();
        assert!(offender == "bad: flag" || offender == "good: flag", "{offender}");
    }
}

#[test]
fn comments_tell_more_on_request_and_the_score_is_told_now_and_then() {
    let folder = std::env::temp_dir().join(format!("kralle-extras-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let pgn = folder.join("games.pgn").display().to_string();
    let output = kralle(&[
        "--engine",
        "name=A",
        "--engine",
        "name=B",
        "--each",
        "nodes=400",
        "tc=60+0",
        "margin=1",
        "--variant",
        "crazyhouse",
        "--games",
        "4",
        "--longest",
        "20",
        "--rating-interval",
        "2",
        "--pgn",
        &pgn,
        "--pgn-extras",
        "nodes,seldepth,nps,left,pv,hashfull,latency",
    ]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert_eq!(said.lines().filter(|line| line.contains("/4  ")).count(), 2, "{said}");
    let text = std::fs::read_to_string(&pgn).unwrap();
    let whole = text.replace('\n', " ");
    for word in [", n=", ", sd=", ", nps=", ", tl=", ", pv=\"", ", hashfull=", ", latency="] {
        assert_eq!(whole.matches(word).count(), 4 * 18, "{word}: {text}");
    }
    let games =
        kralle::tools::records::read(&text, &kralle::Variant::find("crazyhouse").unwrap()).unwrap();
    assert!(games.len() == 4 && games.iter().all(|game| game.broken.is_none()));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_engine_that_never_says_that_it_is_there_is_an_error_of_the_order() {
    let missing = kralle(&["--engine", "cmd=/no/such/engine", "--games", "2", "--nodes", "9"]);
    let said = String::from_utf8_lossy(&missing.stderr);
    assert!(!missing.status.success() && said.contains("engine: cannot be started"), "{said}");
    for (words, reason) in [
        (&["--engine", "x"][..], "`x` is not of the form key=value"),
        (&["--engine", "option.Nothing=1"], "it has no option `Nothing`"),
        (&["--engine", "option.Hsah=1"], "did you mean `Hash`?"),
        (&["--engine", "cdm=x"], "an engine has no `cdm`; did you mean `cmd`?"),
        (&["--engine", "margin=x"], "`margin` cannot be `x`"),
        (&["--engine", "option.Hash=x"], "option Hash is a number"),
        (&["--variant", "go"], "option UCI_Variant has no choice `go`"),
        (&["--openings", "/no/such/file"], "cannot be read"),
        (&["--games", "2", "--team", "A"], "teams play on two boards"),
        (&["--games", "2", "--sprt", "elo0=5", "elo1=1"], "elo0 must be below elo1"),
        (&["--games", "2", "--node-rate", "5000", "--st", "1"], "know no real time"),
    ] {
        let output = kralle(words);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(reason), "{words:?}: {said}");
        assert_eq!(said.trim().lines().count(), 1, "{said}");
    }
}

/// Tandem 3.4: the piece of a drop that mates goes to the opponent's partner, and the opponent
/// is on move.
#[test]
fn a_drop_with_mate_costs_the_piece_and_the_move_in_tandem() {
    if !has_python() {
        return;
    }
    let folder = folder("tandem-openings");
    let openings = folder.join("mate.fen");
    let log = folder.join("said.log");
    let fen = "6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1 | 4k3/8/8/8/8/8/8/4K2R[] b - - 0 1";
    std::fs::write(&openings, fen).unwrap();
    let options = [
        "--variant",
        "tandem",
        "--openings",
        openings.to_str().unwrap(),
        "--games",
        "2",
        "--nodes",
        "100",
        "--longest",
        "60",
        "--log",
        log.to_str().unwrap(),
    ];
    let games = play_faulty("dropmate", &["none", "9", "N@f7"], &options);
    let as_white = games.iter().find(|game| game.seats[0] == "bad").unwrap();
    assert!(as_white.notes[0].text.contains("illegal move `N@f7`"), "{:?}", as_white.notes);
    // It was no loss: the game went on, and the opponent's partner had the knight.
    assert!(as_white.plies > 0, "{}", as_white.verdict);
    let said = std::fs::read_to_string(log).unwrap();
    assert!(said.contains("| 4k3/8/8/8/8/8/8/4K2R[N] b"), "{said}");
    let record = &bpgn::read(&as_white.record).unwrap()[0];
    let first = record.moves.iter().find(|ply| ply.board == 0).unwrap();
    assert_eq!(first.label(), "1a.", "Black of board A moves first: {}", as_white.record);
}

/// Doorgeefschaak 8: an illegal move is taken back, a second one loses that board, and the
/// other goes on.
#[test]
fn a_second_illegal_move_loses_the_board_in_doorgeefschaak() {
    if !has_python() {
        return;
    }
    let options = [
        "--variant",
        "doorgeefschaak",
        "--plies",
        "0",
        "--games",
        "2",
        "--nodes",
        "100",
        "--longest",
        "120",
        "--patience",
        "60",
    ];
    let games = play_faulty("twice", &["none", "9", "e2e5", "e2e5", "e2e4"], &options);
    for game in games {
        let illegal = game.notes.iter().filter(|note| note.text.contains("illegal move `e2e5`"));
        assert!(illegal.count() >= 2, "{:?}", game.notes);
        let lost = |ending: &String| ending.starts_with("illegal-move doorgeefschaak 8F");
        assert!(
            game.endings.iter().any(lost) || game.verdict.contains("length"),
            "{:?}",
            game.endings
        );
    }
}

/// Decision D-7: what a planned promotion takes may walk away on the other board meanwhile. That
/// makes the plan void, and costs nobody the match.
#[test]
fn decision_d7_a_take_out_that_is_gone_is_void_and_no_offence() {
    for variant in ["tandem", "tandemordnung"] {
        let words = ["--variant", variant, "--games", "6", "--nodes", "50"];
        for game in play(&format!("void-{variant}"), &words) {
            assert!(game.notes.is_empty(), "{variant}: {:?} {:?}", game.notes, game.endings);
            let illegal = game.endings.iter().any(|ending| ending.starts_with("illegal-move"));
            assert!(!illegal, "{variant}: {:?}", game.endings);
        }
    }
}

/// Plays one game of scripted engines in all seats from a position, in real time.
fn play_scripted(name: &str, variant: &str, fen: &str, script: &[&str], more: &[&str]) -> GameLine {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/scripted.py");
    let cmd = format!("cmd={}", engine.display());
    let folder = folder(name);
    let openings = folder.join("start.fen");
    std::fs::write(&openings, fen).unwrap();
    let arguments: Vec<String> = script.iter().map(|steps| format!("arg={steps}")).collect();
    let mut words = vec!["--variant", variant, "--openings", openings.to_str().unwrap()];
    // A busy machine must not make who waits too late; who is never heard plays by its flag.
    let clock = if variant == "vierschaak" { "20+0" } else { "3+0" };
    words.extend(["--games", "2", "--tc", clock, "--longest", "8"]);
    for name in ["name=one", "name=two"] {
        words.extend(["--engine", name, &cmd]);
        words.extend(arguments.iter().map(String::as_str));
    }
    words.extend(more);
    let json = folder.join("games.jsonl");
    words.extend(["--json", json.to_str().unwrap()]);
    let output = kralle(&words);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {errors}");
    Archive::read(&json).unwrap().games.remove(0)
}

fn has_note(game: &GameLine, text: &str) -> bool {
    game.notes.iter().any(|note| note.text.contains(text))
}

/// The same in real time: the queen on d1 walks away while the answer that takes it is on its
/// way.
#[test]
fn decision_d7_a_take_out_that_is_gone_is_void_in_real_time_too() {
    if !has_python() {
        return;
    }
    let fen = "7k/4P3/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/3QK3[] w - - 0 1";
    let script =
        ["1w=wait 600; play 1e7e8=d1; play 1e1e2", "2w=wait 100; play 2d1d5", "1b=play 1h8g8"];
    for variant in ["tandem", "tandemordnung"] {
        let game = play_scripted(&format!("void-live-{variant}"), variant, fen, &script, &[]);
        assert!(!has_note(&game, "illegal"), "{variant}: {:?}", game.notes);
        assert!(game.record.contains("Ke2"), "{variant}: asked again, {}", game.record);
    }
}

/// Doorgeefschaak 3: passing a piece is a right; off unless the match allows it.
#[test]
fn doorgeefschaak_3_engines_may_withhold_where_the_match_allows_it() {
    if !has_python() {
        return;
    }
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    let fen = format!("{start} | {start}");
    let script = [
        "1w=play 1e2e4; play 1e4d5; say withhold; wait 500; play 1a2a3; say hand-over p",
        // The second thought is void: hands have changed.
        "1b=play 1d7d5; wait 100; play 1a7a6; play 1a7a6",
    ];
    let game = play_scripted("withhold", "doorgeefschaak", &fen, &script, &["--withholding"]);
    assert!(has_note(&game, "withholds P"), "{:?}", game.notes);
    assert!(has_note(&game, "hands over P"), "{:?}", game.notes);
    let game = play_scripted("withhold-off", "doorgeefschaak", &fen, &script, &[]);
    assert!(has_note(&game, "played without withholding"), "{:?}", game.notes);
}

/// Vierschaak 38: who is mated may advise the ally, and nobody else speaks.
#[test]
fn vierschaak_38_the_words_of_a_mated_player_reach_the_ally() {
    if !has_python() {
        return;
    }
    // B's rook mates A, who speaks once that is found on A's turn. B may not.
    let fen = "aK7/2aP4bR/8/14/14/14/13dK/bK13/14/14/14/4bR3/8/4cK3 a - - - 0 1";
    let script = [
        "a=play f13f12; wait 3000; say tell c move g1h1",
        "b=play h3h14; say tell d fast; play h14g14",
        "c=wait 400; play h1g1; wait 5000; play g1h1",
        // The game must not end before C has said that it heard.
        "d=wait 300; play n8n9; wait 6000; play n9n8",
    ];
    let game = play_scripted("advice", "vierschaak", fen, &script, &[]);
    assert!(has_note(&game, "heard a move g1h1"), "{:?} {:?}", game.notes, game.talk);
    let refused: Vec<_> = game.talk.iter().filter_map(|line| line.refused.clone()).collect();
    assert!(
        refused.iter().any(|why| why.contains("only a player who is mated")),
        "{:?}",
        game.talk
    );
}

/// The same seed gives the same files, one game at a time or three at once, in every shape
/// of game.
#[test]
fn node_clocks_make_games_that_can_be_played_again() {
    for (variant, games) in
        [("crazyhouse", "6"), ("bughouse", "3"), ("tandem", "3"), ("drieschaak", "2")]
    {
        let run = |concurrency: &str| {
            let folder = folder(&format!("again-{variant}-{concurrency}"));
            let files = ["games.jsonl", "games.pgn"].map(|name| folder.join(name));
            let output = kralle(&[
                "--variant",
                variant,
                "--games",
                games,
                "--seed",
                "5",
                "--tc",
                "0.2+0.005",
                "--node-rate",
                "20000",
                "--longest",
                "300",
                "--concurrency",
                concurrency,
                "--json",
                files[0].to_str().unwrap(),
                "--pgn",
                files[1].to_str().unwrap(),
                "--each",
                "option.Hash=1",
            ]);
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            files.map(|file| std::fs::read_to_string(file).unwrap())
        };
        let (once, again) = (run("1"), run("3"));
        assert!(once[0].lines().count() > 2, "{variant}");
        assert!(once == again, "{variant}: the same seed gave other games");
    }
}

#[test]
fn a_game_that_knows_no_draw_is_warned_about() {
    let warned = |variant: &str, more: &[&str]| {
        let usual = ["--variant", variant, "--games", "1", "--nodes", "20", "--resign", "score=1"];
        let output = kralle(&[&usual[..], more].concat());
        assert!(output.status.success(), "{variant}");
        String::from_utf8_lossy(&output.stderr).contains("tandem knows no draw by repetition")
    };
    assert!(warned("tandem", &[]));
    assert!(!warned("tandem", &["--longest", "300"]) && !warned("bughouse", &[]));
}

/// Half a thousand nodes are little for a first look at a wild board: the clock comes first.
#[test]
fn nobody_loses_on_time_with_a_move_to_play() {
    for variant in ["bughouse", "doorgeefschaak", "tandem", "tandemordnung"] {
        let clock = ["--tc", "1+0.01", "--node-rate", "10000", "--seed", "1", "--plies", "6"];
        // Tandem knows no draw: two programs may move to and fro for ever.
        let games = ["--variant", variant, "--games", "20", "--longest", "1000"];
        let arguments = [&games[..], &clock[..]].concat();
        let rules = BoardGame::find(variant).unwrap().rules;
        for game in play(&format!("flags-{variant}"), &arguments) {
            let setup: PairSetup = game.position.parse().unwrap();
            let pair = Pair::new(&setup.first, setup.second.as_ref(), rules, false).unwrap();
            for board in 0..2 {
                let is_late = game.verdict.contains(&format!("{}=flag:", board + 1));
                let had_move = is_late && !pair.moves_on(board).unwrap().is_empty();
                assert!(!had_move, "{variant}, board {}: {}", board + 1, game.position);
            }
        }
    }
}

/// A record of four or three players is read back to the end that its verdict tells.
fn replay_rounds<K: MultiGame>() {
    let variant = K::LAYOUT.name;
    let name = format!("rounds-{variant}");
    let games = play(&name, &["--variant", variant, "--games", "4", "--nodes", "40"]);
    for game in &games {
        let records = pgn::read(&game.record).unwrap();
        let [record] = &records[..] else { panic!("{}", game.record) };
        assert_eq!(record.tag("Result"), Some(record.result.as_str()), "{}", game.record);
        assert_eq!(record.result, game.result);
        let mut position = Position::<K>::start(Rules::default());
        for text in &record.moves {
            let mv = position.read_record(text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(&position.write_record(mv), text);
            position.play(mv, &mut Silent);
        }
        assert_eq!(position.verdict().to_string(), game.verdict);
    }
}

#[test]
fn rounds_of_several_players_are_read_back() {
    replay_rounds::<Vierschaak>();
    replay_rounds::<Drieschaak>();
}

/// Every move of a BPGN record is legal on its boards.
#[test]
fn records_of_two_boards_can_be_replayed() {
    for variant in ["bughouse", "doorgeefschaak", "tandem", "tandemordnung"] {
        let arguments = ["--variant", variant, "--games", "2", "--nodes", "60", "--longest", "200"];
        for game in play(&format!("replay-{variant}"), &arguments) {
            let record = &bpgn::read(&game.record).unwrap()[0];
            assert_eq!(record.moves.len(), game.plies, "{variant}");
            let rules = kralle::game::catalogue::BoardGame::find(variant).unwrap().rules;
            let start = kralle::game::rules::START.parse().unwrap();
            let mut pair =
                kralle::game::pair::Pair::new(&start, Some(&start), rules, false).unwrap();
            for ply in &record.moves {
                let legal = pair.moves_on(ply.board).unwrap();
                let text = format!("{}{}", ply.board + 1, ply.san);
                let mv = kralle::notation::san::read_pair(&text, &legal)
                    .unwrap_or_else(|error| panic!("{variant} {}: {error}", ply.label()));
                use kralle::game::Playable;
                pair.play(mv, &mut kralle::board::Silent);
            }
        }
    }
}

#[test]
fn a_run_that_was_interrupted_is_resumed() {
    let folder = folder("resume");
    let json = folder.join("games.jsonl");
    let pgn = folder.join("games.pgn");
    let arguments = |games: &str| -> Vec<String> {
        let words = [
            "--variant",
            "crazyhouse",
            "--games",
            games,
            "--nodes",
            "40",
            "--each",
            "option.Hash=1",
            "--json",
            json.to_str().unwrap(),
            "--pgn",
            pgn.to_str().unwrap(),
        ];
        words.map(String::from).to_vec()
    };
    let run = |extra: &[&str]| {
        let words = arguments("5");
        let words: Vec<&str> =
            words.iter().map(String::as_str).chain(extra.iter().copied()).collect();
        kralle(&words)
    };
    assert!(run(&[]).status.success());
    let whole = [&json, &pgn].map(|path| std::fs::read_to_string(path).unwrap());
    // Three games and a part of the fourth.
    let cut: usize = whole[0].lines().take(4).map(|line| line.len() + 1).sum();
    std::fs::write(&json, &whole[0][..cut + 70]).unwrap();
    let resumed = run(&["--resume"]);
    assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
    assert!([&json, &pgn].map(|path| std::fs::read_to_string(path).unwrap()) == whole);
    // Another match is not gone on with.
    let other = run(&["--resume", "--plies", "3"]);
    let said = String::from_utf8_lossy(&other.stderr);
    assert!(
        !other.status.success() && said.contains("of another match: the terms differ"),
        "{said}"
    );
}

#[test]
fn runs_of_other_seeds_are_put_together() {
    let folder = folder("merge");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let run = |seed: &str, games: &str, json: &str, pgn: &str| {
        let words = [
            "--variant",
            "crazyhouse",
            "--games",
            games,
            "--seed",
            seed,
            "--nodes",
            "40",
            "--each",
            "option.Hash=1",
            "--json",
            json,
            "--pgn",
            pgn,
        ];
        assert!(kralle(&words).status.success());
    };
    run("1", "6", &path("all.jsonl"), &path("all.pgn"));
    run("3", "2", &path("b.jsonl"), &path("b.pgn"));
    run("1", "4", &path("a.jsonl"), &path("a.pgn"));
    let (a, b, merged) = (path("a.jsonl"), path("b.jsonl"), path("merged.jsonl"));
    let output = kralle(&["--json", &merged, "--merge", &b, &a]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let games = |path: &str| -> Vec<_> {
        let games = Archive::read(Path::new(path)).unwrap().games;
        games.into_iter().map(|g| (g.game, g.opening, g.second, g.verdict, g.plies)).collect()
    };
    assert_eq!(games(&merged), games(&path("all.jsonl")));
    let twice = kralle(&["--merge", &a, &a]);
    let said = String::from_utf8_lossy(&twice.stderr);
    assert!(!twice.status.success() && said.contains("is in another file, too"), "{said}");
}

/// A test that cannot go on for ever: one side has hardly any nodes.
#[test]
fn a_test_ends_the_run_when_it_is_decided() {
    let games = play(
        "sprt",
        &[
            "--variant",
            "crazyhouse",
            "--games",
            "200",
            "--engine",
            "name=strong",
            "nodes=4000",
            "--engine",
            "name=weak",
            "depth=1",
            "--sprt",
            "elo0=0",
            "elo1=200",
            "model=logistic",
        ],
    );
    assert!((10..200).contains(&games.len()), "{}", games.len());
    assert!(
        games.iter().map(|game| u32::from(game.points[0])).sum::<u32>() > 3 * games.len() as u32
    );
}

#[test]
fn a_run_is_not_wiped_by_a_forgotten_word() {
    let json = folder("wiped").join("games.jsonl");
    let arguments = [
        "--games",
        "1",
        "--nodes",
        "40",
        "--each",
        "option.Hash=1",
        "--json",
        json.to_str().unwrap(),
    ];
    assert!(kralle(&arguments).status.success());
    let whole = std::fs::read(&json).unwrap();
    let again = kralle(&arguments);
    let said = String::from_utf8_lossy(&again.stderr);
    assert!(!again.status.success() && said.contains("holds a run already"), "{said}");
    assert!(std::fs::read(&json).unwrap() == whole);
    // An empty file is none.
    std::fs::write(&json, "").unwrap();
    assert!(kralle(&arguments).status.success());
}

/// A device that is always full takes the place of a disk.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_told() {
    let full = || std::fs::File::create("/dev/full").unwrap();
    let bench = Command::new(KRALLE).args(["bench", "1"]).stdout(full()).output().unwrap();
    let said = String::from_utf8_lossy(&bench.stderr);
    assert!(!bench.status.success() && said.contains("standard output"), "{said}");
    let logged = kralle(&["--games", "2", "--nodes", "40", "--log", "/dev/full"]);
    let said = String::from_utf8_lossy(&logged.stderr);
    assert!(!logged.status.success() && said.contains("`/dev/full` cannot be written"), "{said}");
    // The games were played.
    assert!(String::from_utf8_lossy(&logged.stdout).contains("how boards ended"));
}

#[test]
fn one_of_three_engines_that_cannot_be_started_is_left_out_by_name() {
    let one = ["--engine", "name=one", "--engine", "name=two"];
    let broken = ["--engine", "name=broken", "cmd=/no/such/engine"];
    let rest = ["--games", "2", "--nodes", "9", "--variant", "chess", "--plain"];
    let run = kralle(&[&one[..], &broken, &rest].concat());
    let warned = String::from_utf8_lossy(&run.stderr);
    assert!(warned.contains("warning: broken: cannot be started"), "{warned}");
    assert!(warned.contains("it is left out"), "{warned}");
    assert!(run.status.success() && warned.contains("2/2"), "{warned}");
}
