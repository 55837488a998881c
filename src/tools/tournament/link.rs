//! The line to an engine: a process with its pipes, or a session of Kralle in this process.
//! Lines go in, lines come out with the time at which they were read; what they mean is not
//! known here.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use wait_timeout::ChildExt;

use super::spec::Launch;
use crate::base::backlog::{Backlog, Held};
use crate::protocol::Out;
use crate::protocol::uci::UciSession;

/// A line that an engine wrote, or the end of its output.
#[derive(Debug)]
pub struct Event {
    /// Who: [`Link::id`].
    pub link: u64,
    /// When it was read.
    pub at: Instant,
    /// The line, or `None` at the end of its output. It counts as read ahead until it is dropped.
    pub line: Held<Option<String>>,
}

/// The next thing that an engine says, before so much time has gone by since then. Who talks
/// without end gets no more time for it.
pub fn next_event(events: &Receiver<Event>, since: Instant, limit: Duration) -> Option<Event> {
    let left = limit.checked_sub(since.elapsed())?;
    events.recv_timeout(left).ok()
}

/// A line to an engine. Dropping it ends the engine.
pub struct Link {
    id: u64,
    kind: LinkKind,
}

enum LinkKind {
    /// Its lines go through a thread: an engine that does not read keeps nobody waiting.
    Process {
        child: Child,
        input: Option<SyncSender<String>>,
    },
    Session(Box<UciSession>),
}

/// An engine that cannot be reached.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum LinkError {
    #[error("cannot be started: {0}")]
    Start(std::io::Error),
    #[error("`{path}` cannot be written: {error}")]
    Stderr { path: String, error: std::io::Error },
    #[error("core {0} cannot be had")]
    Core(usize),
    #[error("cannot be started: {0}")]
    Session(String),
    #[error("reads no more")]
    Deaf,
}

/// Longer lines are cut: nothing that an engine has to say is so long.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that an engine may leave unread.
const MOST_UNREAD: usize = 1_000;
/// How long an engine that was told to go may take.
const FAREWELL: Duration = Duration::from_millis(500);

static NEXT_ID: AtomicU64 = AtomicU64::new(1);

impl Link {
    /// Starts an engine, whose lines go to `events`.
    ///
    /// # Errors
    /// If there is no such program or no memory.
    pub fn open(
        launch: &Launch,
        cpu: Option<usize>,
        events: &Sender<Event>,
    ) -> Result<Self, LinkError> {
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        let mouth = Mouth { link: id, events: events.clone(), backlog: Arc::default() };
        let kind = match launch {
            Launch::Here => {
                let out = Out::new(Lines { mouth, part: Vec::new() });
                let session =
                    UciSession::new(out).map_err(|e| LinkError::Session(e.to_string()))?;
                LinkKind::Session(Box::new(session))
            }
            Launch::Program { path, arguments, directory, stderr } => {
                let mut command = Command::new(path);
                command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
                command.stderr(errors_to(stderr.as_deref())?);
                if let Some(directory) = directory {
                    command.current_dir(directory);
                }
                lead_its_group(&mut command);
                let mut child = on_core(cpu, move || command.spawn())?;
                let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
                    return Err(LinkError::Deaf);
                };
                let (sender, lines) = sync_channel(MOST_UNREAD);
                let mut link = Self { id, kind: LinkKind::Process { child, input: Some(sender) } };
                let threads = std::thread::Builder::new()
                    .spawn(move || mouth.read(output))
                    .and_then(|_| std::thread::Builder::new().spawn(|| write_all(input, lines)));
                if let Err(error) = threads {
                    link.kill();
                    return Err(LinkError::Start(error));
                }
                return Ok(link);
            }
        };
        Ok(Self { id, kind })
    }

    /// Unlike that of every other engine of this run.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Says a line to the engine.
    ///
    /// # Errors
    /// If it does not listen any more.
    pub fn send(&mut self, line: &str) -> Result<(), LinkError> {
        match &mut self.kind {
            LinkKind::Process { input, .. } => {
                let input = input.as_ref().ok_or(LinkError::Deaf)?;
                input.try_send(format!("{line}\n")).map_err(|_| LinkError::Deaf)
            }
            LinkKind::Session(session) => {
                // What it refuses it says itself.
                session.obey(line);
                Ok(())
            }
        }
    }

    /// Nothing more will be said to a process: its input ends.
    pub fn end_input(&mut self) {
        if let LinkKind::Process { input, .. } = &mut self.kind {
            *input = None;
        }
    }

    /// How the process ended, if it has, in words.
    pub fn epitaph(&mut self) -> String {
        let LinkKind::Process { child, .. } = &mut self.kind else {
            return "the session ended".into();
        };
        match child.wait_timeout(FAREWELL / 5) {
            Ok(Some(status)) => status.to_string(),
            _ => "it still runs, but closed its output".into(),
        }
    }

    /// Ends the engine at once.
    pub fn kill(&mut self) {
        match &mut self.kind {
            LinkKind::Process { child, .. } => {
                kill_group(child);
                let _ = child.kill();
                let _ = child.wait();
            }
            LinkKind::Session(session) => {
                session.obey("stop");
                session.wait();
            }
        }
    }
}

impl Drop for Link {
    /// An engine is asked to go, and made to go if it does not.
    fn drop(&mut self) {
        if let LinkKind::Process { child, input } = &mut self.kind {
            // Without the sender its input ends, too.
            let _ = input.take().map(|input| input.try_send("quit\n".into()));
            let _ = child.wait_timeout(FAREWELL);
        }
        self.kill();
    }
}

/// Where a process writes its errors: at the end of this file, or nowhere.
fn errors_to(file: Option<&Path>) -> Result<Stdio, LinkError> {
    let Some(path) = file else { return Ok(Stdio::null()) };
    let file = OpenOptions::new().create(true).append(true).open(path);
    let failed = |error| LinkError::Stderr { path: path.display().to_string(), error };
    file.map(Stdio::from).map_err(failed)
}

/// Writes lines until no more can come, or the engine reads no more.
fn write_all(mut input: ChildStdin, lines: Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Runs `act` on a thread that stays on one core, so that what it starts does too.
fn on_core<T: Send + 'static>(
    cpu: Option<usize>,
    act: impl FnOnce() -> std::io::Result<T> + Send + 'static,
) -> Result<T, LinkError> {
    let Some(core) = cpu else { return act().map_err(LinkError::Start) };
    let pinned = std::thread::spawn(move || pin(core).then(act));
    match pinned.join() {
        Ok(Some(done)) => done.map_err(LinkError::Start),
        _ => Err(LinkError::Core(core)),
    }
}

/// Keeps this thread on the core of this place among those that it may use; `false` if there are
/// fewer.
pub fn pin_to_own(place: usize) -> bool {
    let cores = core_affinity::get_core_ids().unwrap_or_default();
    cores.get(place).copied().is_some_and(core_affinity::set_for_current)
}

/// Keeps this thread on one of the cores that it may use; `false` if there is no such one.
fn pin(core: usize) -> bool {
    let cores = core_affinity::get_core_ids().unwrap_or_default();
    cores.into_iter().find(|id| id.id == core).is_some_and(core_affinity::set_for_current)
}

/// What a program starts itself ends with it.
#[cfg(unix)]
fn lead_its_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn lead_its_group(_: &mut Command) {}

#[cfg(unix)]
fn kill_group(child: &Child) {
    let id = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(group) = id {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

/// Where an engine's lines come out.
struct Mouth {
    link: u64,
    events: Sender<Event>,
    backlog: Arc<Backlog>,
}

impl Mouth {
    /// `false` if nobody listens any more.
    fn say(&self, at: Instant, line: Option<String>) -> bool {
        let bytes = line.as_ref().map_or(0, String::len);
        let line = self.backlog.hold(line, bytes);
        self.events.send(Event { link: self.link, at, line }).is_ok()
    }

    fn read(self, output: impl Read) {
        let mut output = BufReader::new(output);
        let mut line = Vec::new();
        let mut at = Instant::now();
        loop {
            self.backlog.wait_for_room();
            line.clear();
            // Lines that were written together were read together, too.
            let here = output.buffer().len();
            match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => break,
                Ok(length) => {
                    if length > here {
                        at = Instant::now();
                    }
                    let text = String::from_utf8_lossy(&line);
                    if !self.say(at, Some(text.trim_end_matches(['\r', '\n']).to_owned())) {
                        return;
                    }
                }
            }
        }
        self.say(Instant::now(), None);
    }
}

/// A writer that gives every line away.
struct Lines {
    mouth: Mouth,
    part: Vec<u8>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.part.extend_from_slice(bytes);
        while let Some(end) = self.part.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.part.drain(..=end).collect();
            let text = String::from_utf8_lossy(&line[..end]).into_owned();
            if !self.mouth.say(Instant::now(), Some(text)) {
                return Err(std::io::ErrorKind::BrokenPipe.into());
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
