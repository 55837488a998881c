//! The UCI session: acts on commands, one after another, while at most one job runs beside
//! it. Every command that fails gets one line `info string error: ...` and changes nothing.

use std::error::Error;
use std::fmt::Write;
use std::io::BufRead;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use super::command::{FORMS, Placement, UciCommand, UciCommandError};
use super::go::Go;
use super::info;
use super::queue::BoundedQueue;
use crate::base::time::Instant;
use crate::eval::chosen::EvalChoice;
use crate::protocol::desk::{Desk, DeskError, Job, JobLine};
use crate::protocol::form::CommandForm;
use crate::protocol::lines::{self, InputLine};
use crate::protocol::options::{self, OPTIONS, OptionEffect, OptionError, Settings};
use crate::protocol::out::Out;
use crate::search::SearchControl;

/// A conversation with one program.
pub struct UciSession {
    desk: Desk,
    settings: Settings,
    running: Option<RunningJob>,
    bench: Option<BenchCommand>,
    /// Wakes the session when a job has ended.
    wake: Option<Sender<SessionEvent>>,
    out: Out,
}

/// Runs the bench to a depth, if one is given, with the evaluation chosen; says a line for
/// each game and answers with the last.
pub type BenchCommand = fn(
    Option<u32>,
    &EvalChoice,
    &SearchControl,
    &mut dyn FnMut(&str),
) -> Result<String, Box<dyn Error + Send + Sync>>;

/// A job under way.
struct RunningJob {
    control: Arc<SearchControl>,
    progress: Arc<Progress>,
    thread: JoinHandle<()>,
    /// Waits for `ponderhit`.
    ponders: bool,
    /// Has no end of its own even then.
    open: bool,
    /// Counts lines: nothing else is looked at before it has ended.
    counts: bool,
}

/// How far a job is.
#[derive(Default)]
struct Progress {
    /// Its last line is on its way: the next job may begin.
    answered: AtomicBool,
    /// Its last line is written.
    ended: AtomicBool,
}

/// What wakes a session.
enum SessionEvent {
    /// A line of input; `None` at its end.
    Input(Option<std::io::Result<InputLine>>),
    /// A job has ended.
    JobEnded,
}

/// A command, or why the line is none.
type ReadCommand = Result<UciCommand, UciRefusal>;

/// Why a command was refused.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum UciRefusal {
    #[error("{0}")]
    Line(#[from] lines::LineTooLong),
    #[error("{0}")]
    Command(#[from] UciCommandError),
    #[error("{0}")]
    Option(#[from] OptionError),
    #[error("{0}")]
    Desk(#[from] DeskError),
    #[error("`{0}` must wait until the search has ended; `stop` ends it")]
    Busy(&'static str),
    #[error("too much waits for the end of the search; `stop` ends it")]
    TooMuch,
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
/// What a count may take after the end of input.
const LAST_COUNT: Duration = Duration::from_secs(10);

/// The stack of a job.
const STACK: usize = 32 << 20;

impl UciSession {
    /// A session that answers here, with every option at its default.
    ///
    /// # Errors
    /// If there is no memory for the engine.
    pub fn new(out: Out) -> Result<Self, DeskError> {
        let settings = Settings::default();
        let desk = Desk::open(&settings)?;
        Ok(Self { desk, settings, running: None, bench: None, wake: None, out })
    }

    /// The same session, with a bench for the command `bench`.
    #[must_use]
    pub fn with_bench(self, bench: BenchCommand) -> Self {
        Self { bench: Some(bench), ..self }
    }

    /// Answers lines until `quit` or the end of input, and does not wait for a search.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn listen(&mut self, input: impl BufRead + Send + 'static) -> std::io::Result<()> {
        let (sender, events) = channel();
        self.wake = Some(sender.clone());
        lines::read(input, move |line| sender.send(SessionEvent::Input(line)).is_ok())?;
        // Orders that came while a search was under way: programs send `stop` and the next
        // `position` in one breath, and some even do without the `stop`.
        let mut waiting = BoundedQueue::default();
        // When the input has ended: until then a count may go on.
        let mut last_moment: Option<Instant> = None;
        loop {
            while waiting.front().is_some_and(|command| self.may_begin(command))
                && let Some(command) = waiting.pop()
            {
                if self.carry_out_or_complain(command).0.is_break() {
                    return Ok(());
                }
            }
            // Nobody asks any more, or nobody reads: there is nothing left to do.
            if self.out.is_unread() || (last_moment.is_some() && !self.is_counting()) {
                self.end();
                return Ok(());
            }
            let event = match last_moment {
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(moment) => {
                    events.recv_timeout(moment.saturating_duration_since(Instant::now()))
                }
            };
            match event {
                Ok(SessionEvent::JobEnded) => {}
                Ok(SessionEvent::Input(Some(line))) => {
                    if self.take(&line?, &mut waiting).is_break() {
                        return Ok(());
                    }
                }
                Ok(SessionEvent::Input(None)) => last_moment = Some(Instant::now() + LAST_COUNT),
                Err(_) => {
                    self.end();
                    return Ok(());
                }
            }
        }
    }

    /// Carries out a command, or lets it wait for its turn.
    fn take(
        &mut self,
        line: &InputLine,
        waiting: &mut BoundedQueue<ReadCommand>,
    ) -> ControlFlow<()> {
        let command = read(line);
        let waits_long = |command: &ReadCommand| {
            matches!(command, Ok(UciCommand::Go(_) | UciCommand::Analyse(_)))
        };
        let go_waits = waiting.iter().any(waits_long);
        let at_once = match &command {
            // Scripts send `go perft 5` and `quit` in one breath.
            _ if self.is_counting() => false,
            Ok(UciCommand::Quit | UciCommand::IsReady) => true,
            // Where a `go` waits, these are meant for it.
            Ok(UciCommand::Stop) if go_waits => {
                // But what keeps it waiting must end, too.
                self.stop();
                false
            }
            Ok(UciCommand::PonderHit) if go_waits => self.is_pondering(),
            Ok(UciCommand::Stop | UciCommand::PonderHit) => true,
            command => waiting.is_empty() && self.may_begin(command),
        };
        if at_once {
            return self.carry_out_or_complain(command).0;
        }
        let bytes = line.item.as_ref().map_or(0, String::len);
        if !waiting.push(command, bytes) {
            self.complain(&UciRefusal::TooMuch.to_string());
        }
        ControlFlow::Continue(())
    }

    /// Need this not wait for the end of the job that runs?
    fn may_begin(&self, command: &ReadCommand) -> bool {
        if self.is_counting() {
            return false;
        }
        self.is_idle() || !command.as_ref().is_ok_and(needs_idle)
    }

    fn is_idle(&self) -> bool {
        self.running.as_ref().is_none_or(RunningJob::has_answered)
    }

    /// Are lines counted? Nothing else is looked at before that has ended.
    fn is_counting(&self) -> bool {
        self.running.as_ref().is_some_and(|job| job.counts && !job.has_answered())
    }

    fn is_pondering(&self) -> bool {
        let pondering = |job: &&RunningJob| job.ponders && !job.has_answered();
        self.running.as_ref().filter(pondering).is_some_and(|job| !job.control.stopped())
    }

    fn stop(&self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    /// Carries out commands one after another, each when the one before has ended: what is
    /// limited is waited for, what goes on until `stop` lets the next command come. Says
    /// whether all went well.
    pub fn run_all(&mut self, lines: impl IntoIterator<Item = impl AsRef<str>>) -> bool {
        let mut well = true;
        for line in lines {
            let command = UciCommand::parse(line.as_ref()).map_err(UciRefusal::from);
            let (flow, done) = self.carry_out_or_complain(command);
            well &= done;
            if flow.is_break() {
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
        let Some(RunningJob { control, progress, .. }) = &self.running else { return };
        control.stop();
        let deadline = Instant::now() + LAST_MOMENT;
        control.wait_until(Some(deadline), || progress.ended.load(Ordering::Acquire));
    }

    /// Carries out one line. Says whether it was understood and done.
    pub fn obey(&mut self, line: &str) -> bool {
        self.carry_out_or_complain(UciCommand::parse(line).map_err(UciRefusal::from)).1
    }

    /// Carries out a command, or says why not. Says whether the session goes on, and whether
    /// all went well.
    fn carry_out_or_complain(&mut self, command: ReadCommand) -> (ControlFlow<()>, bool) {
        if let Ok(UciCommand::Quit) = command {
            self.end();
            return (ControlFlow::Break(()), true);
        }
        let result = command.and_then(|command| self.carry_out(command));
        if let Err(refusal) = &result {
            self.complain(&refusal.to_string());
        }
        (ControlFlow::Continue(()), result.is_ok())
    }

    fn carry_out(&mut self, command: UciCommand) -> Result<(), UciRefusal> {
        match command {
            UciCommand::Nothing | UciCommand::Quit => {}
            UciCommand::Uci => self.say(&introduction()),
            UciCommand::IsReady => self.say("readyok"),
            UciCommand::Help => self.say(&help(self.desk.forms())),
            UciCommand::Display => self.say(&self.desk.display()),
            UciCommand::Eval => self.say(&self.desk.explain()),
            UciCommand::Verdict => self.say(&self.desk.verdict()),
            UciCommand::NewGame => {
                self.must_be_idle("ucinewgame")?;
                self.desk.forget();
            }
            UciCommand::SetOption { name, value } => {
                self.must_be_idle("setoption")?;
                self.set_option(&name, value.as_deref())?;
            }
            UciCommand::Position(placement) => self.place(&placement)?,
            UciCommand::Go(words) => self.go(&words)?,
            UciCommand::Analyse(words) => self.analyse(&words)?,
            // A program may send this while the answer is on its way: no mistake.
            UciCommand::Stop => self.stop(),
            UciCommand::PonderHit => self.ponder_hit()?,
            UciCommand::Bench(depth) => {
                self.must_be_idle("bench")?;
                let bench = self.bench.ok_or(UciRefusal::NoBench)?;
                self.count(bench_job(bench, depth, self.settings.choice().clone()))?;
            }
            UciCommand::Perft(depth) => {
                self.must_be_idle("perft")?;
                self.count(self.desk.perft(depth, &self.settings))?;
            }
            UciCommand::Other(words) => {
                if let Some(command) = self.desk.needs_rest(&words) {
                    self.must_be_idle(command)?;
                }
                self.own_command(words)?;
            }
        }
        Ok(())
    }

    /// A command that only some games know.
    fn own_command(&mut self, words: Vec<String>) -> Result<(), UciRefusal> {
        match self.desk.own(&words) {
            Some(answer) => self.say(&answer?),
            None => {
                let word = words.into_iter().next().unwrap_or_default();
                return Err(UciCommandError::unknown(word).into());
            }
        }
        Ok(())
    }

    fn place(&mut self, placement: &Placement) -> Result<(), UciRefusal> {
        self.must_be_idle("position")?;
        if let Some(left_out) = self.desk.place(placement)? {
            self.say(&format!("info string {left_out}"));
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), UciRefusal> {
        let mut settings = self.settings.clone();
        match settings.set(name, value)? {
            OptionEffect::Stored => {}
            OptionEffect::Configure => self.desk.configure(&settings)?,
            OptionEffect::Forget => self.desk.forget(),
            OptionEffect::NewDesk => self.desk.give_way(|| Desk::open(&settings))?,
        }
        self.settings = settings;
        Ok(())
    }

    fn go(&mut self, words: &[String]) -> Result<(), UciRefusal> {
        self.must_be_idle("go")?;
        let go = Go::parse(words, self.desk.clock_words())?;
        if let Some(depth) = go.perft {
            return self.count(self.desk.divide(depth, &self.settings));
        }
        let job = info::job(self.desk.think(&go, &self.settings)?, self.settings.chances());
        self.start(job, go.ponder, go.is_open())
    }

    fn analyse(&mut self, words: &[String]) -> Result<(), UciRefusal> {
        self.must_be_idle("analyse")?;
        let go = Go::parse(words, self.desk.clock_words())?;
        let job = self.desk.analyse(&go, &self.settings)?;
        self.start(job, false, go.infinite || !go.is_limited())
    }

    fn ponder_hit(&mut self) -> Result<(), UciRefusal> {
        let running = self.running("ponderhit")?;
        if !running.ponders {
            return Err(UciRefusal::NotPondering);
        }
        running.ponders = false;
        running.control.ponder_hit();
        Ok(())
    }

    /// Counts are finished before the next command is looked at.
    fn count(&mut self, job: Job) -> Result<(), UciRefusal> {
        self.start(job, false, false)?;
        if let Some(running) = &mut self.running {
            running.counts = true;
        }
        Ok(())
    }

    fn start(&mut self, job: Job, ponders: bool, open: bool) -> Result<(), UciRefusal> {
        let (control, progress) = (Arc::new(SearchControl::default()), Arc::<Progress>::default());
        let end = JobEnd {
            control: Arc::clone(&control),
            progress: Arc::clone(&progress),
            wake: self.wake.clone(),
        };
        let out = self.out.clone();
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || {
            let JobEnd { control, progress, .. } = &end;
            job(control, &mut |line| {
                let is_heard = match line {
                    JobLine::Line(line) => out.say(line),
                    // The reader of the last line may give the next order at once.
                    JobLine::Last(line) => {
                        out.say_after(|| progress.answered.store(true, Ordering::Release), line)
                    }
                };
                if !is_heard {
                    // Nobody reads: there is nobody to search for.
                    control.stop();
                }
            });
        });
        let thread = thread.map_err(UciRefusal::Thread)?;
        self.running = Some(RunningJob { control, progress, thread, ponders, open, counts: false });
        Ok(())
    }

    fn running(&mut self, command: &'static str) -> Result<&mut RunningJob, UciRefusal> {
        let running = self.running.as_mut().filter(|running| !running.has_answered());
        running.ok_or(UciRefusal::Idle(command))
    }

    fn must_be_idle(&mut self, command: &'static str) -> Result<(), UciRefusal> {
        if self.running(command).is_ok() {
            return Err(UciRefusal::Busy(command));
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

/// A line as a command.
fn read(line: &InputLine) -> ReadCommand {
    match &line.item {
        Ok(line) => Ok(UciCommand::parse(line)?),
        Err(too_long) => Err((*too_long).into()),
    }
}

/// Must this wait until no search is under way?
fn needs_idle(command: &UciCommand) -> bool {
    matches!(
        command,
        UciCommand::NewGame
            | UciCommand::SetOption { .. }
            | UciCommand::Position(_)
            | UciCommand::Go(_)
            | UciCommand::Analyse(_)
            | UciCommand::Bench(_)
            | UciCommand::Perft(_)
    )
}

impl RunningJob {
    fn has_answered(&self) -> bool {
        self.progress.answered.load(Ordering::Acquire)
    }
}

/// Tells everybody that a job has ended, however it did.
struct JobEnd {
    control: Arc<SearchControl>,
    progress: Arc<Progress>,
    wake: Option<Sender<SessionEvent>>,
}

impl Drop for JobEnd {
    fn drop(&mut self) {
        let Progress { answered, ended } = &*self.progress;
        answered.store(true, Ordering::Release);
        self.control.change(|| ended.store(true, Ordering::Release));
        if let Some(wake) = &self.wake {
            // A session that does not listen any more has ended.
            let _ = wake.send(SessionEvent::JobEnded);
        }
    }
}

fn bench_job(bench: BenchCommand, depth: Option<u32>, choice: EvalChoice) -> Job {
    Box::new(move |control, say| {
        let mut line = |line: &str| say(JobLine::Line(line));
        let last = bench(depth, &choice, control, &mut line)
            .unwrap_or_else(|error| format!("info string error: {error}"));
        say(JobLine::Last(&last));
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

fn help(own: &[CommandForm]) -> String {
    let mut text = String::from("commands\n");
    for form in FORMS.iter().chain(own) {
        let _ = writeln!(text, "  {}\n      {}", form.form, form.help);
    }
    text += "options\n";
    text += &options::help_lines();
    text.truncate(text.trim_end().len());
    text
}
