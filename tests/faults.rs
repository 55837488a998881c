//! Every fault of an engine at one seat, at the two of a team and at all four; an arbiter that is
//! killed; a disk that is full. Games are scored as documented, the run goes on, nothing that was
//! finished is lost, and no process is left.
#![cfg(target_os = "linux")]

#[path = "common/arena.rs"]
mod arena;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use arena::{KRALLE, folder, has_python, kralle};
use kralle::tools::tournament::archive::{Archive, GameLine};

/// A fault, how the board ends that it loses, and what the arbiter notes.
const FAULTS: [(&str, &str, &str); 7] = [
    ("crash", "forfeit", "crashed: exit status: 3"),
    ("close", "forfeit", "closed its output"),
    ("hang", "forfeit", "hangs: no move within 1 s"),
    ("unread", "forfeit", "hangs: no move within 1 s"),
    ("noise", "forfeit", "hangs: no move within 1 s"),
    ("garbage", "forfeit", "says garbage: `what?`"),
    ("illegal", "illegal-move", "illegal move `e2e5`"),
];
/// Faults after which an engine says that it has no move. At one board that loses; on two boards
/// it is waiting, until the flag falls.
const SPENT: [&str; 2] = ["stubborn", "twice"];

/// Processes whose command line has this word.
fn processes(tag: &str) -> usize {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let line = |entry: std::fs::DirEntry| std::fs::read(entry.path().join("cmdline")).ok();
    let is_one = |line: &Vec<u8>| line.split(|&byte| byte == 0).any(|word| word == tag.as_bytes());
    entries.filter_map(line).filter(is_one).count()
}

/// A run of engines that have a fault at their first move, and of some that have none: what it
/// printed, and its file. No process is left.
fn run(name: &str, variant: &str, fault: &str, bad: &[&str], good: &[&str]) -> (Output, PathBuf) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/faulty.py");
    let tag = format!("tag-{name}-{fault}-{}", std::process::id());
    let (cmd, fault, tag_word) =
        (format!("cmd={}", script.display()), format!("arg={fault}"), format!("arg={tag}"));
    let names: Vec<String> =
        good.iter().chain(bad).map(|engine| format!("name={engine}")).collect();
    let mut words = Vec::new();
    for (index, engine) in names.iter().enumerate() {
        words.extend(["--engine", engine]);
        if index >= good.len() {
            words.extend([cmd.as_str(), &fault, "arg=1", &tag_word]);
        }
    }
    let json = folder(&format!("{name}{fault}")).join("games.jsonl");
    let limits = ["--plies", "0", "--games", "2", "--nodes", "50", "--patience", "1"];
    words.extend(["--variant", variant, "--json", json.to_str().unwrap()]);
    words.extend(limits);
    let output = kralle(&words);
    assert_eq!(processes(&tag), 0, "{tag}: a process is left");
    (output, json)
}

/// Plays two games with engines that have a fault at their first move; `good` plays the rest.
fn play(name: &str, variant: &str, fault: &str, bad: &[&str], good: &[&str]) -> Vec<GameLine> {
    let (output, json) = run(name, variant, fault, bad, good);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name} {fault}: {said}");
    Archive::read(&json).unwrap().games
}

/// Two games were played; every one was lost by one of these engines, for this reason.
fn check(games: &[GameLine], bad: &[&str], ending: &str, reason: &str) {
    assert_eq!(games.len(), 2);
    for game in games {
        let context = format!("{:?} {:?} {:?}", game.offender, game.notes, game.endings);
        assert_eq!(game.points[0] + game.points[1], 4, "{context}");
        let offender = game.offender.as_deref().expect("somebody is at fault");
        assert!(bad.iter().any(|name| offender == format!("{name}: {ending}")), "{context}");
        assert!(game.endings.iter().any(|end| end.starts_with(ending)), "{context}");
        let noted = game.notes.iter().any(|note| note.text.contains(reason));
        assert!(noted || reason.is_empty(), "{context}");
        if bad.len() == 1 {
            let place = game.pair.iter().position(|&who| who == 1).unwrap();
            assert_eq!(game.points[place], 0, "{context}");
        }
    }
}

/// All faults with these engines.
fn all(name: &str, variant: &str, bad: &[&str], good: &[&str], spent: (&str, &str)) {
    if !has_python() {
        return;
    }
    let spent = SPENT.map(|fault| (fault, spent.0, spent.1));
    for (fault, ending, reason) in FAULTS.into_iter().chain(spent) {
        check(&play(name, variant, fault, bad, good), bad, ending, reason);
    }
}

#[test]
fn a_fault_at_one_seat() {
    all("one", "chess", &["bad"], &["good"], ("forfeit", "says that it has no move"));
}

#[test]
fn a_fault_at_both_seats_of_a_team() {
    all("two", "bughouse", &["bad"], &["good"], ("flag", ""));
}

#[test]
fn a_fault_at_all_four_seats() {
    all("four", "bughouse", &["bad", "worse"], &[], ("flag", ""));
}

/// An engine that ends before it is there. Two others play their games without it; where it is
/// needed, the run ends and names it.
#[test]
fn a_crash_at_the_start_at_one_two_and_four_seats() {
    if !has_python() {
        return;
    }
    let cases: [(&str, &str, &[&str], &[&str]); 3] = [
        ("one", "chess", &["bad"], &["good"]),
        ("two", "bughouse", &["bad"], &["good"]),
        ("four", "bughouse", &["bad", "worse"], &[]),
    ];
    for (name, variant, bad, good) in cases {
        let (output, _) = run(&format!("{name}-alone"), variant, "start", bad, good);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{name}: {said}");
        assert!(said.contains("bad: crashed: exit status: 4"), "{name}: {said}");
        let others = [good, &["better", "best"]].concat();
        let (output, json) = run(&format!("{name}-among"), variant, "start", bad, &others);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {said}");
        for engine in bad {
            let warning = format!("{engine}: crashed: exit status: 4; it is left out");
            assert!(said.contains(&warning), "{name}: {said}");
        }
        let games = Archive::read(&json).unwrap().games;
        assert!(games.len() >= 2, "{name}: {}", games.len());
        for game in games {
            assert!(game.notes.is_empty() && game.offender.is_none(), "{name}: {:?}", game.notes);
            assert!(game.seats.iter().all(|seat| others.contains(&&**seat)), "{:?}", game.seats);
        }
    }
}

/// Does the process run? One that nobody has asked how it ended does not.
fn lives(id: &str) -> bool {
    let stat = std::fs::read_to_string(Path::new("/proc").join(id).join("stat"));
    stat.is_ok_and(|stat| !stat.rsplit(')').next().unwrap_or_default().trim().starts_with('Z'))
}

#[test]
fn an_arbiter_that_is_killed_loses_no_game_and_leaves_no_process() {
    kill_arbiters("crazyhouse", "4000", 8);
}

#[test]
fn an_arbiter_of_four_seats_that_is_killed_loses_no_game_and_leaves_no_process() {
    kill_arbiters("bughouse", "20", 4);
}

/// Kills a run in every way after its first games, and lets another one finish it.
fn kill_arbiters(variant: &str, nodes: &str, count: usize) {
    let number = count.to_string();
    let folder = folder(&format!("killed-{variant}"));
    let words = |json: &str| -> Vec<String> {
        let program = format!("cmd={KRALLE}");
        let fixed = ["--variant", variant, "--games", &number, "--nodes", nodes, "--seed", "3"];
        let engines = ["--engine", "name=A", &program, "--engine", "name=B", &program];
        let given = [&["match"][..], &fixed, &engines, &["--json", json]].concat();
        given.into_iter().map(String::from).collect()
    };
    let path = |name: &str| folder.join(name).display().to_string();
    let whole = path("whole.jsonl");
    assert!(Command::new(KRALLE).args(words(&whole)).output().unwrap().status.success());
    for signal in ["INT", "TERM", "KILL"] {
        let json = path(signal);
        let mut run = Command::new(KRALLE)
            .args(words(&json))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let start = Instant::now();
        let games = || std::fs::read_to_string(&json).map_or(0, |text| text.lines().count());
        while games() < 3 && start.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let id = run.id().to_string();
        let children = || {
            let found = Command::new("pgrep").args(["-P", &id]).output().unwrap().stdout;
            String::from_utf8_lossy(&found).lines().map(String::from).collect::<Vec<_>>()
        };
        let engines = children();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
        run.wait().unwrap();
        for engine in engines {
            let start = Instant::now();
            while lives(&engine) {
                assert!(start.elapsed() < Duration::from_secs(5), "{signal}: {engine} is left");
                std::thread::sleep(Duration::from_millis(10));
            }
        }
        let resumed = Command::new(KRALLE).args(words(&json)).arg("--resume").output().unwrap();
        assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
        let read = |path: &str| Archive::read(Path::new(path)).unwrap().games;
        let (ours, theirs) = (read(&json), read(&whole));
        assert_eq!(ours.len(), count, "{signal}");
        for (one, other) in ours.iter().zip(&theirs) {
            assert_eq!((one.game, &one.record), (other.game, &other.record), "{signal}");
        }
    }
}

#[test]
fn a_full_disk_is_told_and_ends_the_run() {
    for variant in ["crazyhouse", "bughouse", "vierschaak"] {
        for option in ["--pgn", "--json"] {
            let words = ["--games", "2", "--nodes", "40", "--variant", variant, "--plies", "2"];
            let output = kralle(&[&words[..], &[option, "/dev/full"]].concat());
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(!output.status.success() && said.contains("/dev/full"), "{option}: {said}");
        }
    }
}
