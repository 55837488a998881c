//! `kralle play`, as a person has it: lines in, boards and words out.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A game in a process of its own.
struct Person {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Person {
    fn sit_down(words: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kralle"))
            .arg("play")
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, input, output }
    }

    fn types(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it reads");
    }

    /// Reads on to a line that holds these words.
    fn sees(&mut self, words: &str) -> String {
        let mut all = String::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).expect("it can be read") == 0 {
                panic!("`{words}` is not in:\n{all}");
            }
            if line.contains(words) {
                return line;
            }
            all += &line;
        }
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_move_is_answered_and_taken_back() {
    let mut person = Person::sit_down(&["--variant", "chess", "--time", "20", "--level", "0"]);
    person.sees("> w  you");
    person.types("e5");
    person.sees("`e5` is no legal move");
    person.types("e4");
    person.sees("w 1. e4");
    person.sees("b 1. ");
    person.types("undo");
    person.types("fen");
    person.sees("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    person.types("hint");
    person.sees("hint: ");
    person.types("resign");
    person.sees("the game is over: resignation:0-1");
}

#[test]
fn three_kralles_fill_the_table_and_talk() {
    let knight = "6rk/6pp/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/3p4/4N3/8/8/4K3[] b - - 0 1";
    let words = ["--variant", "bughouse", "--seat", "1w", "--tc", "60", "--fen", knight];
    let mut person = Person::sit_down(&words);
    person.types("say need n");
    person.sees("1w to 2b: need n");
    // The partner takes the knight, which mates.
    person.sees("2b 1. dxe4");
    person.types("N@f7");
    person.sees("1w 1. N@f7#");
    person.sees("the game is over: win:White-1;1=mate");
}

#[test]
fn a_mate_ends_the_game_and_the_record_is_written() {
    let path = std::env::temp_dir().join(format!("kralle-play-{}.pgn", std::process::id()));
    let file = path.to_str().unwrap();
    let fen = "6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1";
    let mut person = Person::sit_down(&["--fen", fen, "--output", file]);
    person.types("Q@f7");
    person.sees("`Q@f7` is no legal move");
    person.types("N@f7");
    person.sees("the game is over: mate:1-0");
    person.child.wait().unwrap();
    let record = std::fs::read_to_string(&path).unwrap();
    assert!(record.contains("[White \"You\"]") && record.contains("1. N@f7# 1-0"), "{record}");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn what_cannot_be_had_is_said() {
    for (words, expected) in [
        (&["--variant", "halma"][..], "halma"),
        (&["--seat", "3w", "--variant", "bughouse"], "there is no seat `3w`, only 1w, 1b, 2w, 2b"),
        (&["--tc", "soon"], "soon"),
        (&["--level", "21"], "a level is a number from 0 to 20"),
        (&["--fen", "nothing"], "FEN"),
    ] {
        let output =
            Command::new(env!("CARGO_BIN_EXE_kralle")).arg("play").args(words).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(expected), "{words:?}: {said}");
    }
}
