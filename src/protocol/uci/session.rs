//! The UCI session: acts on commands, one after another, while at most one job runs beside
//! it. Every command that fails gets one line `info string error: ...` and changes nothing.

use std::collections::VecDeque;
use std::fmt::Write;
use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::command::{FORMS, Form, Placement};
use super::{Command, CommandError, Go, info};
use crate::eval::chosen::EvalChoice;
use crate::protocol::desk::{self, Desk, DeskError, Job};
use crate::protocol::lines::{self, Line};
use crate::protocol::options::{self, Effect, OPTIONS, OptionError};
use crate::protocol::{Out, Settings};
use crate::search::Signal;

/// A conversation with one program.
pub struct Session {
    desk: Box<dyn Desk>,
    settings: Settings,
    running: Option<Running>,
    bench: Option<Bench>,
    out: Out,
}

/// Runs the bench to a depth, if one is given, with the evaluation chosen; says a line for
/// each game and answers with the last.
pub type Bench =
    fn(Option<u32>, &EvalChoice, &Signal, &mut dyn FnMut(&str)) -> Result<String, String>;

/// A job under way.
struct Running {
    signal: Arc<Signal>,
    done: Arc<AtomicBool>,
    thread: JoinHandle<()>,
    /// Waits for `ponderhit`.
    ponders: bool,
    /// Has no end of its own even then.
    open: bool,
}

/// Does the session go on?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Yes.
    GoOn,
    /// `quit` was said.
    Quit,
}

/// Why a command was refused.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum Refusal {
    #[error("{0}")]
    Command(#[from] CommandError),
    #[error("{0}")]
    Option(#[from] OptionError),
    #[error("{0}")]
    Desk(#[from] DeskError),
    #[error("`{0}` must wait until the search has ended; `stop` ends it")]
    Busy(&'static str),
    #[error("`{0}`, but no search is under way")]
    Idle(&'static str),
    #[error("`ponderhit`, but the search is not pondering")]
    NotPondering,
    #[error("there is no bench here")]
    NoBench,
    #[error("no thread can be started: {0}")]
    Thread(std::io::Error),
}

/// What a search may take to answer when the session ends.
const LAST_MOMENT: Duration = Duration::from_millis(50);

/// The stack of a job.
const STACK: usize = 32 << 20;

impl Session {
    /// A session that answers here, with every option at its default.
    ///
    /// # Errors
    /// If there is no memory for the engine.
    pub fn new(out: Out) -> Result<Self, DeskError> {
        let settings = Settings::default();
        Ok(Self { desk: desk::open(&settings)?, settings, running: None, bench: None, out })
    }

    /// The same session, with a bench for the command `bench`.
    #[must_use]
    pub fn with_bench(self, bench: Bench) -> Self {
        Self { bench: Some(bench), ..self }
    }

    /// Answers lines until `quit` or the end of input, and does not wait for a search.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn listen(&mut self, input: impl BufRead + Send + 'static) -> std::io::Result<()> {
        let (sender, lines) = std::sync::mpsc::channel();
        lines::read(input, move |line| line.is_some_and(|line| sender.send(line).is_ok()))?;
        // Orders that came while a search was under way: programs send `stop` and the next
        // `position` in one breath, and some even do without the `stop`.
        let mut waiting = VecDeque::new();
        loop {
            if self.is_idle()
                && let Some(line) = waiting.pop_front()
            {
                self.obey_line(line);
                continue;
            }
            let read = if waiting.is_empty() {
                lines.recv().ok()
            } else {
                match lines.recv_timeout(LOOK_AGAIN) {
                    Err(RecvTimeoutError::Timeout) => continue,
                    read => read.ok(),
                }
            };
            let Some(line) = read else {
                self.end();
                return Ok(());
            };
            let line = line?;
            let urgent = matches!(
                line.as_deref().map(Command::parse).unwrap_or(Ok(Command::Nothing)),
                Ok(Command::Quit | Command::Stop | Command::PonderHit | Command::IsReady)
            );
            if !urgent && !self.is_idle() && (!waiting.is_empty() || needs_idle(&line)) {
                waiting.push_back(line);
            } else if self.obey_line(line) == Flow::Quit {
                return Ok(());
            }
        }
    }

    fn obey_line(&mut self, line: Line) -> Flow {
        match line {
            Ok(line) => self.obey(&line).0,
            Err(complaint) => {
                self.complain(&complaint);
                Flow::GoOn
            }
        }
    }

    fn is_idle(&self) -> bool {
        self.running.as_ref().is_none_or(Running::has_ended)
    }

    /// Carries out commands one after another, each when the one before has ended: what is
    /// limited is waited for, what goes on until `stop` lets the next command come. Says
    /// whether all went well.
    pub fn run_all(&mut self, lines: impl IntoIterator<Item = impl AsRef<str>>) -> bool {
        let mut well = true;
        for line in lines {
            let (flow, done) = self.obey(line.as_ref());
            well &= done;
            if flow == Flow::Quit {
                return well;
            }
            if self.running.as_ref().is_some_and(|running| !running.ponders && !running.open) {
                self.wait();
            }
        }
        self.wait();
        well
    }

    /// Waits until no job runs.
    pub fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            // A thread that panicked has said so; there is nothing to add.
            let _ = running.thread.join();
        }
    }

    /// Stops a search and gives it a moment to say its move; whatever still runs after
    /// that ends with the process.
    fn end(&mut self) {
        let Some(running) = &self.running else { return };
        running.signal.stop();
        let start = Instant::now();
        while !running.thread.is_finished() && start.elapsed() < LAST_MOMENT {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Carries out one line. Says also whether it was understood and done.
    pub fn obey(&mut self, line: &str) -> (Flow, bool) {
        let result = Command::parse(line).map_err(Refusal::from).and_then(|command| {
            if command == Command::Quit {
                self.end();
                return Ok(Flow::Quit);
            }
            self.carry_out(command).map(|()| Flow::GoOn)
        });
        match result {
            Ok(flow) => (flow, true),
            Err(refusal) => {
                self.complain(&refusal.to_string());
                (Flow::GoOn, false)
            }
        }
    }

    fn carry_out(&mut self, command: Command) -> Result<(), Refusal> {
        match command {
            Command::Nothing | Command::Quit => {}
            Command::Uci => self.say(&introduction()),
            Command::IsReady => self.say("readyok"),
            Command::Help => self.say(&help(self.desk.forms())),
            Command::Display => self.say(&self.desk.display()),
            Command::Eval => self.say(&self.desk.explain()),
            Command::Verdict => self.say(&self.desk.verdict()),
            Command::NewGame => {
                self.must_be_idle("ucinewgame")?;
                self.desk.forget();
            }
            Command::SetOption { name, value } => {
                self.must_be_idle("setoption")?;
                self.set_option(&name, value.as_deref())?;
            }
            Command::Position(placement) => self.place(&placement)?,
            Command::Go(words) => self.go(&words)?,
            Command::Stop => {
                // A program may send this while the answer is on its way: no mistake.
                if let Ok(running) = self.running("stop") {
                    running.signal.stop();
                }
            }
            Command::PonderHit => self.ponder_hit()?,
            Command::Bench(depth) => {
                self.must_be_idle("bench")?;
                let bench = self.bench.ok_or(Refusal::NoBench)?;
                self.count(bench_job(bench, depth, self.settings.choice().clone()))?;
            }
            Command::Perft(depth) => {
                self.must_be_idle("perft")?;
                self.count(self.desk.perft(depth, &self.settings))?;
            }
            Command::Other(words) => match self.desk.own(&words) {
                Some(answer) => self.say(&answer?),
                None => {
                    let word = words.into_iter().next().unwrap_or_default();
                    return Err(CommandError::Unknown(word).into());
                }
            },
        }
        Ok(())
    }

    fn place(&mut self, placement: &Placement) -> Result<(), Refusal> {
        self.must_be_idle("position")?;
        Ok(self.desk.place(placement)?)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Refusal> {
        let mut settings = self.settings.clone();
        match settings.set(name, value)? {
            Effect::Stored => {}
            Effect::Configure => self.desk.configure(&settings)?,
            Effect::Forget => self.desk.forget(),
            Effect::NewDesk => self.desk = desk::open(&settings)?,
        }
        self.settings = settings;
        Ok(())
    }

    fn go(&mut self, words: &[String]) -> Result<(), Refusal> {
        self.must_be_idle("go")?;
        let go = Go::parse(words, self.desk.clock_words())?;
        if let Some(depth) = go.perft {
            return self.count(self.desk.divide(depth, &self.settings));
        }
        let job = info::job(self.desk.think(&go, &self.settings)?, self.settings.chances());
        self.start(job, go.ponder, go.is_open())
    }

    fn ponder_hit(&mut self) -> Result<(), Refusal> {
        let running = self.running("ponderhit")?;
        if !running.ponders {
            return Err(Refusal::NotPondering);
        }
        running.ponders = false;
        running.signal.ponder_hit();
        Ok(())
    }

    /// Counts are finished before the next command is looked at, as scripts expect that
    /// send `go perft 5` and `quit` in one breath.
    fn count(&mut self, job: Job) -> Result<(), Refusal> {
        self.start(job, false, false)?;
        self.wait();
        Ok(())
    }

    fn start(&mut self, job: Job, ponders: bool, open: bool) -> Result<(), Refusal> {
        let signal = Arc::new(Signal::default());
        let done = Arc::new(AtomicBool::new(false));
        let (out, orders, ended) = (self.out.clone(), Arc::clone(&signal), Arc::clone(&done));
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || {
            let last = job(&orders, &mut |line| {
                if !out.say(line) {
                    // Nobody reads: there is nobody to search for.
                    orders.stop();
                }
            });
            // Whoever reads the last line may give the next order at once.
            out.say_after(|| ended.store(true, Ordering::Release), &last);
        });
        let thread = thread.map_err(Refusal::Thread)?;
        self.running = Some(Running { signal, done, thread, ponders, open });
        Ok(())
    }

    fn running(&mut self, command: &'static str) -> Result<&mut Running, Refusal> {
        self.running.as_mut().filter(|running| !running.has_ended()).ok_or(Refusal::Idle(command))
    }

    fn must_be_idle(&mut self, command: &'static str) -> Result<(), Refusal> {
        if self.running(command).is_ok() {
            return Err(Refusal::Busy(command));
        }
        self.running = None;
        Ok(())
    }

    fn say(&self, text: &str) {
        self.out.say(text);
    }

    /// One line, whatever the input had in it.
    fn complain(&self, text: &str) {
        self.say(&format!("info string error: {}", lines::tame(text)));
    }
}

/// How often a session with orders waiting looks whether the search has ended.
const LOOK_AGAIN: Duration = Duration::from_millis(1);

/// Must this line wait until no search is under way?
fn needs_idle(line: &Line) -> bool {
    let Ok(line) = line else { return false };
    matches!(
        Command::parse(line),
        Ok(Command::NewGame
            | Command::SetOption { .. }
            | Command::Position(_)
            | Command::Go(_)
            | Command::Bench(_)
            | Command::Perft(_))
    )
}

impl Running {
    fn has_ended(&self) -> bool {
        self.done.load(Ordering::Acquire) || self.thread.is_finished()
    }
}

fn bench_job(bench: Bench, depth: Option<u32>, choice: EvalChoice) -> Job {
    Box::new(move |signal, say| {
        bench(depth, &choice, signal, say)
            .unwrap_or_else(|error| format!("info string error: {error}"))
    })
}

fn introduction() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!("id name Kralle {version}\nid author the Kralle authors\n");
    for spec in OPTIONS {
        text += &spec.uci_line();
        text.push('\n');
    }
    #[cfg(feature = "tune")]
    for line in options::margins::uci_lines() {
        text += &line;
        text.push('\n');
    }
    text + "uciok"
}

fn help(own: &[Form]) -> String {
    let mut text = String::from("commands\n");
    for form in FORMS.iter().chain(own) {
        let _ = writeln!(text, "  {}\n      {}", form.form, form.help);
    }
    text += "options\n";
    text += &options::help_lines();
    text.truncate(text.trim_end().len());
    text
}
