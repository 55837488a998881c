//! `kralle match --compliance ENGINE`: does a program speak UCI as GUIs and match programs need
//! it? Each step says what it asks for, and what came instead.

use std::fmt;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use super::link::{Event, Link, LinkError, next_event};
use super::spec::Launch;
use crate::game::catalogue::{BuiltIn, Variant};

/// How long an engine may take to introduce itself, and to be ready.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a stopped search may take to answer.
const PROMPT: Duration = Duration::from_secs(1);
/// How long a search with limits may take.
const SEARCH: Duration = Duration::from_secs(5);
/// How much longer than its time a search may take.
const LATE: Duration = Duration::from_millis(500);

/// A position in which White mates with one move, one in which it is mated.
const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";
const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

/// What was asked of an engine, and what came.
#[derive(Debug)]
pub struct ComplianceReport {
    steps: Vec<(&'static str, Result<(), String>)>,
}

impl ComplianceReport {
    /// How many steps failed.
    pub fn failed(&self) -> usize {
        self.steps.iter().filter(|(_, found)| found.is_err()).count()
    }
}

impl fmt::Display for ComplianceReport {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (number, (what, found)) in self.steps.iter().enumerate() {
            match found {
                Ok(()) => writeln!(f, "{:>2} ok    {what}", number + 1)?,
                Err(why) => writeln!(f, "{:>2} FAIL  {what}: {why}", number + 1)?,
            }
        }
        let failed = self.failed();
        match failed {
            0 => write!(f, "all {} steps passed", self.steps.len()),
            _ => write!(f, "{failed} of {} steps failed", self.steps.len()),
        }
    }
}

/// Takes an engine through all steps.
///
/// # Errors
/// If it cannot be started.
pub fn check(launch: &Launch) -> Result<ComplianceReport, LinkError> {
    let (sender, events) = mpsc::channel();
    let link = Link::open(launch, None, &sender)?;
    let mut examiner = Examiner { link, events, steps: Vec::new(), options: Vec::new() };
    examiner.introduction();
    if examiner.steps.iter().all(|(_, found)| found.is_ok()) {
        examiner.orders();
        examiner.searches();
        examiner.stops();
        examiner.ends();
    }
    Ok(ComplianceReport { steps: examiner.steps })
}

/// Lines up to the one that was waited for, or why it did not come.
type Answered = Result<Vec<String>, String>;

struct Examiner {
    link: Link,
    events: Receiver<Event>,
    steps: Vec<(&'static str, Result<(), String>)>,
    options: Vec<String>,
}

impl Examiner {
    fn step(&mut self, what: &'static str, found: Result<(), String>) {
        self.steps.push((what, found));
    }

    fn send(&mut self, lines: &[&str]) {
        for line in lines {
            // An engine that reads no more gives no answer either.
            let _ = self.link.send(line);
        }
    }

    /// Hears lines until one begins with this word.
    fn hear(&mut self, word: &str, limit: Duration) -> Answered {
        let start = Instant::now();
        let mut lines = Vec::new();
        loop {
            let Some(event) = next_event(&self.events, start, limit) else {
                return Err(format!("no `{word}` within {} ms", limit.as_millis()));
            };
            let Some(line) = event.line.item.clone() else {
                return Err(format!("it ended: {}", self.link.epitaph()));
            };
            let done = line.split_whitespace().next() == Some(word);
            lines.push(line);
            if done {
                return Ok(lines);
            }
        }
    }

    /// Is it ready, so that all orders before are carried out?
    fn is_ready(&mut self) -> Result<(), String> {
        self.send(&["isready"]);
        self.hear("readyok", PATIENCE).map(drop)
    }

    /// Sets up a position, searches, and hears the answer.
    fn search(&mut self, position: &str, go: &str, limit: Duration) -> Answered {
        self.is_ready()?;
        self.send(&[position, go]);
        let heard = self.hear("bestmove", limit);
        if heard.is_err() {
            // So that the next step is not answered by this search.
            self.send(&["stop"]);
            let _ = self.hear("bestmove", PROMPT);
        }
        heard
    }

    fn introduction(&mut self) {
        self.send(&["uci"]);
        let heard = self.hear("uciok", PATIENCE);
        self.step("answers `uci` with `uciok`", heard.clone().map(drop));
        let lines = heard.unwrap_or_default();
        for (what, word) in [
            ("says its name: `id name`", "id name "),
            ("says its author: `id author`", "id author "),
        ] {
            let found = lines.iter().any(|line| line.len() > word.len() && line.starts_with(word));
            self.step(what, found.then_some(()).ok_or_else(|| "it does not".into()));
        }
        let wrong = lines
            .iter()
            .filter(|line| line.starts_with("option"))
            .find_map(|line| well_formed_option(line).err().map(|why| format!("`{line}`: {why}")));
        self.step("declares its options in the form of UCI", wrong.map_or(Ok(()), Err));
        self.options = lines
            .iter()
            .filter_map(|line| line.strip_prefix("option name ")?.split(" type ").next())
            .map(str::to_owned)
            .collect();
        let ready = self.is_ready();
        self.step("answers `isready` with `readyok`", ready);
    }

    fn has(&self, option: &str) -> bool {
        self.options.iter().any(|name| name.eq_ignore_ascii_case(option))
    }

    fn orders(&mut self) {
        self.send(&["", "joho debug on", "xyzzy"]);
        let ready = self.is_ready();
        self.step("passes over empty lines and words that it does not know", ready);
        self.send(&["ucinewgame"]);
        let ready = self.is_ready();
        self.step("takes `ucinewgame`", ready);
        if self.has("Hash") {
            self.send(&["setoption name Hash value 16"]);
            let ready = self.is_ready();
            self.step("takes another `Hash`", ready);
        }
        if self.has("Threads") {
            self.send(&["setoption name Threads value 1"]);
            let ready = self.is_ready();
            self.step("takes `Threads`", ready);
        }
        self.send(&["setoption name NoSuchOption value 1"]);
        let ready = self.is_ready();
        self.step("passes over an option that it does not have", ready);
    }

    fn searches(&mut self) {
        let long = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1";
        let fen = format!("position fen {MATE_IN_ONE}");
        for (what, position, go) in [
            ("`go depth`", "position startpos", "go depth 4"),
            ("`go nodes`", "position startpos moves e2e4", "go nodes 5000"),
            ("moves after the start, castling too", long, "go depth 3"),
            ("a FEN", &*fen, "go depth 4"),
            ("clocks with increment", "position startpos", "go wtime 900 btime 900 winc 9 binc 9"),
            ("clocks without increment", "position startpos", "go wtime 900 btime 900"),
            ("`movestogo`", "position startpos", "go wtime 900 btime 900 movestogo 5"),
        ] {
            let heard = self.search(position, go, SEARCH);
            let found = heard.and_then(|lines| examined(position, &lines));
            let found = found.map(drop);
            self.step(what, found);
        }
        let heard = self.search(&fen, "go depth 4", SEARCH);
        let mates = heard.and_then(|lines| {
            let best = best_move(&lines);
            let told = lines.iter().any(|line| line.contains(" score mate 1"));
            match (best.as_str(), told) {
                ("e1e8", true) => Ok(()),
                ("e1e8", false) => Err("it plays the mate and does not tell `score mate 1`".into()),
                _ => Err(format!("it plays {best}")),
            }
        });
        self.step("finds a mate in one, and tells `score mate 1`", mates);
        let start = Instant::now();
        let heard = self.search("position startpos", "go movetime 300", SEARCH);
        let late = start.elapsed().saturating_sub(Duration::from_millis(300));
        let found = heard.and_then(|_| match late > LATE {
            true => Err(format!("{} ms too late", late.as_millis())),
            false => Ok(()),
        });
        self.step("`go movetime` ends in time", found);
        let heard = self.search("position startpos", "go depth 3 searchmoves a2a3", SEARCH);
        let found = heard.and_then(|lines| match best_move(&lines).as_str() {
            "a2a3" => Ok(()),
            other => Err(format!("it plays {other}")),
        });
        self.step("`go searchmoves` keeps to these moves", found);
        let mated = format!("position fen {MATED}");
        let heard = self.search(&mated, "go depth 2", PATIENCE);
        self.step("answers where there is no move", heard.map(drop));
    }

    fn stops(&mut self) {
        let _ = self.is_ready();
        self.send(&["position startpos", "go infinite"]);
        let early = self.hear("bestmove", Duration::from_millis(400));
        let kept = if early.is_ok() { Err("it moves by itself".into()) } else { Ok(()) };
        self.step("`go infinite` goes on", kept);
        let ready = self.is_ready();
        self.step("answers `isready` while it searches", ready);
        self.send(&["stop"]);
        let stopped = self.hear("bestmove", PROMPT);
        self.step("`stop` ends it within a second", stopped.map(drop));
        self.send(&["stop"]);
        let ready = self.is_ready();
        self.step("passes over `stop` where nothing is searched", ready);
        self.send(&["go infinite", "stop", "isready"]);
        let both = self.hear("bestmove", PROMPT);
        let after = self.hear("readyok", PROMPT);
        // Either order will do.
        let found = match (both, after) {
            (Ok(lines), _) if lines.iter().any(|line| line.trim() == "readyok") => Ok(()),
            (Ok(_), Ok(_)) => Ok(()),
            (Err(why), _) | (_, Err(why)) => Err(why),
        };
        self.step("`go infinite` and `stop` in one breath", found);
        if self.has("Ponder") {
            self.send(&[
                "setoption name Ponder value true",
                "position startpos moves e2e4 e7e5",
                "go ponder wtime 900 btime 900",
            ]);
            let early = self.hear("bestmove", Duration::from_millis(300));
            let kept = if early.is_ok() { Err("it moves while it ponders".into()) } else { Ok(()) };
            self.step("`go ponder` waits", kept);
            self.send(&["ponderhit"]);
            let moved = self.hear("bestmove", Duration::from_secs(3));
            self.step("`ponderhit` makes it move", moved.map(drop));
        }
    }

    fn ends(&mut self) {
        self.send(&["go infinite", "quit"]);
        let start = Instant::now();
        let gone = loop {
            match next_event(&self.events, start, PROMPT) {
                Some(event) if event.line.item.is_none() => break Ok(()),
                Some(_) => {}
                None => break Err("it still runs after a second".into()),
            }
        };
        self.step("`quit` ends it, while it searches too", gone);
    }
}

/// What the last line plays.
fn best_move(lines: &[String]) -> String {
    let last = lines.last().map_or("", String::as_str);
    last.split_whitespace().nth(1).unwrap_or_default().to_owned()
}

/// Is an answer legal, and are the lines before it of the form of UCI?
fn examined(position: &str, lines: &[String]) -> Result<(), String> {
    let table = || {
        let game = Variant::from(BuiltIn::Chess);
        let (place, moves) = position.split_once(" moves ").unwrap_or((position, ""));
        let fen = place.strip_prefix("position fen ");
        let mut table = match fen {
            Some(fen) => game.set_up(fen),
            None => game.start(),
        }
        .map_err(|error| error.to_string())?;
        for text in moves.split_whitespace() {
            let seat = table.on_move(0).ok_or("the game is over")?;
            table.play(seat, text).map_err(|error| error.to_string())?;
        }
        Ok::<_, String>(table)
    };
    let best = best_move(lines);
    if !table()?.legal(0).contains(&best) {
        return Err(format!("`{best}` is not legal"));
    }
    let mut told = false;
    for line in lines.iter().filter(|line| line.starts_with("info ")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.get(1) == Some(&"string") {
            continue;
        }
        for (word, value) in words.iter().zip(words.iter().skip(1)) {
            let number = matches!(*word, "depth" | "seldepth" | "nodes" | "nps" | "time");
            if number && value.parse::<u64>().is_err() {
                return Err(format!("`{word} {value}` in `{line}`"));
            }
        }
        let Some(at) = words.iter().position(|&word| word == "pv") else { continue };
        told |= words.contains(&"depth") && words.contains(&"score");
        let mut table = table()?;
        for text in &words[at + 1..] {
            let Some(seat) = table.on_move(0).filter(|_| !table.verdict().is_over()) else { break };
            if table.play(seat, text).is_err() {
                return Err(format!("`{text}` is not legal in `{line}`"));
            }
        }
    }
    if told { Ok(()) } else { Err("no `info` line has depth, score and pv".into()) }
}

/// `option name Hash type spin default 16 min 1 max 1024`
fn well_formed_option(line: &str) -> Result<(), &'static str> {
    let rest = line.strip_prefix("option name ").ok_or("it has no name")?;
    let (_, rest) = rest.split_once(" type ").ok_or("it has no type")?;
    let mut words = rest.split_whitespace();
    let kind = words.next().unwrap_or_default();
    let words: Vec<&str> = words.collect();
    let after = |word: &str| {
        let at = words.iter().position(|&other| other == word)?;
        words.get(at + 1).copied()
    };
    match kind {
        "check" => match after("default") {
            Some("true" | "false") => Ok(()),
            _ => Err("its default is neither true nor false"),
        },
        "spin" => {
            let number = |word| after(word).and_then(|value| value.parse::<i64>().ok());
            match (number("min"), number("default"), number("max")) {
                (Some(least), Some(usual), Some(most)) if least <= usual && usual <= most => Ok(()),
                (Some(_), Some(_), Some(_)) => Err("its default is out of its range"),
                _ => Err("it lacks default, min or max"),
            }
        }
        "combo" if after("var").is_none() => Err("it has no var"),
        "combo" | "string" if !words.contains(&"default") => Err("it has no default"),
        "combo" | "string" | "button" => Ok(()),
        _ => Err("it has an unknown type"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_have_a_form() {
        for good in [
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Clear Hash type button",
            "option name Ponder type check default false",
            "option name Style type combo default Normal var Solid var Normal",
            "option name File type string default <empty>",
        ] {
            assert_eq!(well_formed_option(good), Ok(()), "{good}");
        }
        for bad in [
            "option Hash type spin default 16 min 1 max 1024",
            "option name Hash type spin default 0 min 1 max 1024",
            "option name Hash type spin default 16",
            "option name Ponder type check default no",
            "option name Style type combo default Normal",
            "option name File type text default x",
        ] {
            assert!(well_formed_option(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn answers_are_examined() {
        let said = |lines: &[&str]| {
            let lines: Vec<String> = lines.iter().map(|&line| line.into()).collect();
            examined("position startpos moves e2e4", &lines)
        };
        let info = "info depth 2 score cp 20 nodes 9 pv e7e5 g1f3";
        assert_eq!(said(&[info, "bestmove e7e5"]), Ok(()));
        assert!(said(&[info, "bestmove e2e4"]).is_err());
        assert!(said(&["info depth 2 score cp 20 pv e7e5 e7e5", "bestmove e7e5"]).is_err());
        assert!(said(&["info depth two score cp 20 pv e7e5", "bestmove e7e5"]).is_err());
        assert!(said(&["bestmove e7e5"]).is_err());
    }
}
