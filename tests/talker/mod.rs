//! The program as a process that is talked to, line by line.

// Not every test file uses everything.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How long an answer may take on a machine that does other things too.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The program, running.
pub struct Talker {
    process: Child,
    /// Dropped, it is the end of input.
    pub input: Option<ChildStdin>,
    lines: Receiver<String>,
    pings: usize,
}

impl Talker {
    /// Starts it with these arguments.
    pub fn start(arguments: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_kralle"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        let input = process.stdin.take();
        Self { process, input, lines, pings: 0 }
    }

    /// The process's number.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Speaks XBoard's language with it; these lines are sent first.
    pub fn xboard(lines: &[&str]) -> Self {
        let mut talker = Self::start(&[]);
        talker.send_all(&["xboard", "protover 2", "new"]);
        talker.answers();
        talker.send_all(lines);
        talker
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{line}").unwrap();
        input.flush().unwrap();
    }

    /// Sends lines in one breath.
    pub fn send_all(&mut self, lines: &[&str]) {
        lines.iter().for_each(|line| self.send(line));
    }

    /// The next line; `None` if there is none.
    pub fn line(&self) -> Option<String> {
        self.line_within(PATIENCE)
    }

    /// The next line, if it comes so soon.
    pub fn line_within(&self, time: Duration) -> Option<String> {
        self.lines.recv_timeout(time).ok()
    }

    /// The lines up to one that begins so, which is the last of them.
    pub fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line().unwrap_or_else(|| panic!("no `{start}` after {lines:?}"));
            let found = line.starts_with(start);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// In XBoard's language: everything said up to now, a move under way included.
    pub fn answers(&mut self) -> Vec<String> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.send(&format!("ping {}", self.pings));
        let mut lines = self.until(&pong);
        lines.pop();
        lines
    }

    /// In XBoard's language: the move that the engine makes.
    pub fn its_move(&self) -> String {
        let lines = self.until("move ");
        lines.last().unwrap()["move ".len()..].to_owned()
    }

    /// Nothing of this kind is said for so long.
    pub fn keeps_from(&self, start: &str, time: Duration) {
        let end = Instant::now() + time;
        while let Some(line) = self.line_within(end.saturating_duration_since(Instant::now())) {
            assert!(!line.starts_with(start), "{line}");
        }
    }

    /// Waits for the process to end by itself; says how long that took.
    pub fn ends(&mut self) -> Duration {
        let start = Instant::now();
        while self.process.try_wait().unwrap().is_none() {
            if start.elapsed() > PATIENCE {
                self.process.kill().unwrap();
                panic!("the process does not end");
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        start.elapsed()
    }
}

impl Drop for Talker {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
