//! The conversation with an engine that is examined: what is sent, what is waited for and for
//! how long, and what was found.

use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use super::super::link::{Event, Link, LinkError, next_event};
use super::super::spec::Launch;
use super::grammar::{DeclaredOption, best_move, examined};
use crate::game::catalogue::{BuiltIn, Variant};
use crate::game::table::GameKind;

/// How long an engine may take to introduce itself, and to be ready.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a stopped search may take to answer.
pub const PROMPT: Duration = Duration::from_secs(1);
/// How long a search with limits may take.
const SEARCH: Duration = Duration::from_secs(5);
/// More than this is no answer, in bytes.
const MOST_SAID: usize = 4 << 20;

/// Lines up to the one that was waited for, or why it did not come.
pub type Answered = Result<Vec<String>, String>;

/// Asks the questions.
pub struct Examiner<'a> {
    link: Link,
    events: Receiver<Event>,
    tell: &'a mut dyn FnMut(&str),
    steps: usize,
    failed: usize,
    /// Why it will say nothing more: nothing is waited for then.
    silent: Option<String>,
    /// What it declared.
    pub options: Vec<DeclaredOption>,
    /// What it plays.
    pub game: GameKind,
}

impl<'a> Examiner<'a> {
    /// Starts the engine; `tell` hears a line for each step.
    pub fn open(launch: &Launch, tell: &'a mut dyn FnMut(&str)) -> Result<Self, LinkError> {
        let (sender, events) = mpsc::channel();
        Ok(Self {
            link: Link::open(launch, None, &sender)?,
            events,
            tell,
            steps: 0,
            failed: 0,
            silent: None,
            options: Vec::new(),
            game: GameKind::new(Variant::from(BuiltIn::Chess)),
        })
    }

    /// Goes on with another process of the same engine.
    pub fn open_again(&mut self, launch: &Launch) -> Result<(), LinkError> {
        let (sender, events) = mpsc::channel();
        self.link = Link::open(launch, None, &sender)?;
        (self.events, self.silent) = (events, None);
        self.send(&["uci"]);
        let _ = self.hear("uciok", PATIENCE);
        Ok(())
    }

    /// A step has been taken.
    pub fn step(&mut self, what: &str, found: Result<(), String>) {
        self.steps += 1;
        let number = self.steps;
        match found {
            Ok(()) => (self.tell)(&format!("{number:>2} ok    {what}")),
            Err(why) => {
                self.failed += 1;
                (self.tell)(&format!("{number:>2} FAIL  {what}: {why}"));
            }
        }
    }

    /// How many steps have failed.
    pub fn failed(&self) -> usize {
        self.failed
    }

    /// Says how many steps have failed.
    pub fn sum_up(self) -> usize {
        let Self { steps, failed, .. } = self;
        (self.tell)(&match failed {
            0 => format!("all {steps} steps passed"),
            _ => format!("{failed} of {steps} steps failed"),
        });
        failed
    }

    /// The option of this name, if it declared one.
    pub fn option(&self, name: &str) -> Option<&DeclaredOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Sends lines.
    pub fn send(&mut self, lines: &[&str]) {
        for line in lines {
            // An engine that reads no more gives no answer either.
            let _ = self.link.send(line);
        }
    }

    /// Nothing more is sent: its input ends.
    pub fn end_input(&mut self) {
        self.link.end_input();
    }

    /// Hears lines until one begins with this word.
    pub fn hear(&mut self, word: &str, limit: Duration) -> Answered {
        if let Some(why) = &self.silent {
            return Err(why.clone());
        }
        let start = Instant::now();
        let (mut lines, mut heard) = (Vec::new(), 0);
        loop {
            let Some(event) = next_event(&self.events, start, limit) else {
                return Err(format!("no `{word}` within {} ms", limit.as_millis()));
            };
            let Some(line) = event.line.item.clone() else {
                let why = format!("it ended: {}", self.link.epitaph());
                self.silent = Some(why.clone());
                return Err(why);
            };
            heard += line.len();
            if heard > MOST_SAID {
                return Err(format!("it says more than {} MiB and no `{word}`", MOST_SAID >> 20));
            }
            let done = line.split_whitespace().next() == Some(word);
            lines.push(line);
            if done {
                return Ok(lines);
            }
        }
    }

    /// Does it end within this time?
    pub fn ends(&mut self, limit: Duration) -> Result<(), String> {
        let start = Instant::now();
        loop {
            match next_event(&self.events, start, limit) {
                Some(event) if event.line.item.is_none() => return Ok(()),
                Some(_) => {}
                None => {
                    let runs = || format!("it still runs after {} ms", limit.as_millis());
                    return Err(self.silent.clone().unwrap_or_else(runs));
                }
            }
        }
    }

    /// Is it ready, so that all orders before are carried out? Answers what it said until then.
    /// Who is not ready while nothing is searched will not answer anything else.
    pub fn is_ready(&mut self) -> Answered {
        self.send(&["isready"]);
        let heard = self.hear("readyok", PATIENCE);
        if let Err(why) = &heard {
            self.silent.get_or_insert(format!("it answered nothing before: {why}"));
        }
        heard
    }

    /// A step: it takes these lines, and is ready then.
    pub fn takes(&mut self, what: &str, lines: &[&str]) {
        self.send(lines);
        let ready = self.is_ready();
        self.step(what, ready.map(drop));
    }

    /// Introduces itself, in lines.
    pub fn introduces_itself(&mut self) -> Answered {
        self.send(&["uci"]);
        self.hear("uciok", PATIENCE)
    }

    /// Sets up a position, searches, and hears the answer.
    pub fn search(&mut self, position: &str, go: &str) -> Answered {
        self.is_ready()?;
        self.send(&[position, go]);
        let heard = self.hear("bestmove", SEARCH);
        if heard.is_err() {
            // So that the next step is not answered by this search.
            self.send(&["stop"]);
            if self.hear("bestmove", PROMPT).is_err() {
                self.silent.get_or_insert("it answered neither `go` nor `stop` before".into());
            }
        }
        heard
    }

    /// A step: a search whose lines and answer are as they should be.
    pub fn searches(&mut self, what: &str, position: &str, go: &str) {
        let heard = self.search(position, go);
        let found = heard.and_then(|lines| examined(&self.game, position, &lines));
        self.step(what, found);
    }

    /// A step: a search that plays this move.
    pub fn plays(&mut self, what: &str, position: &str, go: &str, expected: &str) {
        let heard = self.search(position, go);
        let found = heard.and_then(|lines| match best_move(&lines) {
            best if best == expected => Ok(()),
            other => Err(format!("it plays `{other}`")),
        });
        self.step(what, found);
    }

    /// Nothing is answered for so long.
    pub fn stays(&mut self, limit: Duration) -> Result<(), String> {
        match self.hear("bestmove", limit) {
            Ok(_) => Err("it moves by itself".into()),
            // It still searches, unless it has ended.
            Err(why) => self.silent.as_ref().map_or(Ok(()), |_| Err(why)),
        }
    }
}
