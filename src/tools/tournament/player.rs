//! An engine at its seat: what it is told, what it is asked, what its lines mean. The
//! dialects stand in [`super::uci`] and [`super::cecp`]; here is what they share, and the
//! conversation before a game begins.

use std::sync::mpsc::Receiver;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use super::cecp::Cecp;
use super::dialog::{Said, SearchSummary, SeatContext};
use super::fault::{EngineError, EngineFault};
use super::link::{Event, Link, next_event};
use super::log::Log;
use super::spec::{EngineSpec, Protocol};
use super::uci::Uci;
use crate::game::table::{GameKind, Played};

/// An engine that runs.
pub struct EnginePlayer {
    /// Its name.
    pub name: String,
    link: Link,
    dialect: Dialect,
    /// What it told last.
    pub thought: SearchSummary,
    /// Has it been asked and not yet answered?
    pub busy: Busy,
    /// When it was asked. A move that it said before answers something else.
    asked: Instant,
    /// Its opponent has played the reply that it ponders on.
    hit: bool,
    /// It was told to move now.
    hurried: bool,
    /// Are its scores White's, whichever side is to move?
    pub whitepov: bool,
    dead: bool,
    log: Log,
}

enum Dialect {
    Uci(Uci),
    Cecp(Cecp),
}

/// What a player does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Busy {
    /// Nothing.
    Idle,
    /// It thinks about its move.
    Thinking,
    /// It thinks about the position after a reply of its opponent that it expects.
    Pondering,
    /// It was told to stop, and its answer will be void.
    Void,
}

/// How long an engine may take to introduce itself.
const INTRODUCTION: Duration = Duration::from_secs(15);
/// More than this is no answer, in bytes.
const MOST_SAID: usize = 4 << 20;
/// How long it may take to be ready.
const READY: Duration = Duration::from_secs(30);
/// How long it may take to stop.
const STOP: Duration = Duration::from_secs(3);

impl EnginePlayer {
    /// Starts an engine and sets its options.
    ///
    /// # Errors
    /// Why it cannot play, in a sentence that names it.
    pub fn open(
        spec: &EngineSpec,
        game: &GameKind,
        node_rate: Option<u64>,
        events: (&Sender<Event>, &Receiver<Event>),
        log: &Log,
    ) -> Result<Self, EngineError> {
        let failed = |fault| EngineError { name: spec.name.clone(), fault };
        let link =
            Link::open(&spec.launch, spec.cpu, events.0).map_err(|error| failed(error.into()))?;
        let dialect = match spec.protocol {
            Protocol::Cecp => Dialect::Cecp(Cecp::new(spec.ponder)),
            Protocol::Uci => Dialect::Uci(Uci::new(true)),
            Protocol::UciPlain => Dialect::Uci(Uci::new(false)),
        };
        let mut player = Self {
            name: spec.name.clone(),
            link,
            dialect,
            thought: SearchSummary::default(),
            busy: Busy::Idle,
            asked: Instant::now(),
            hit: false,
            hurried: false,
            whitepov: spec.whitepov,
            dead: false,
            log: log.clone(),
        };
        player.introduce(spec, game, node_rate, events.1).map_err(failed)?;
        Ok(player)
    }

    fn introduce(
        &mut self,
        spec: &EngineSpec,
        game: &GameKind,
        node_rate: Option<u64>,
        events: &Receiver<Event>,
    ) -> Result<(), EngineFault> {
        let introduction = spec.startup.unwrap_or(INTRODUCTION);
        let ready = spec.startup.unwrap_or(READY);
        match &self.dialect {
            Dialect::Uci(_) => {
                self.send("uci");
                let lines = self.listen(events, introduction, |line| line.trim() == "uciok")?;
                let Dialect::Uci(uci) = &mut self.dialect else { return Ok(()) };
                let orders = uci.introduced(&lines, spec, game, node_rate)?;
                self.send_all(&orders);
                self.be_ready(events, ready)
            }
            Dialect::Cecp(_) => {
                self.send("xboard");
                self.send("protover 2");
                let lines = self.listen(events, introduction, |line| line.contains("done=1"))?;
                let Dialect::Cecp(cecp) = &mut self.dialect else { return Ok(()) };
                let orders = cecp.introduced(&lines, spec, game)?;
                self.send_all(&orders);
                self.be_ready(events, ready)
            }
        }
    }

    /// Does this line to an engine bear this id?
    pub fn is(&self, link: u64) -> bool {
        self.link.id() == link
    }

    /// Has it ended?
    pub fn is_dead(&self) -> bool {
        self.dead
    }

    /// Must it be started anew for every game, because it cannot say that it is ready?
    pub fn must_restart(&self) -> bool {
        matches!(&self.dialect, Dialect::Cecp(cecp) if !cecp.has_ping())
    }

    fn send(&mut self, line: &str) {
        self.log.write(&self.name, self.link.id(), '<', line);
        if self.link.send(line).is_err() {
            self.dead = true;
        }
    }

    fn send_all(&mut self, lines: &[String]) {
        for line in lines {
            self.send(line);
        }
    }

    /// Hears lines until one is the last; refuses to go on if it complains of an order.
    fn listen(
        &mut self,
        events: &Receiver<Event>,
        limit: Duration,
        last: impl Fn(&str) -> bool,
    ) -> Result<Vec<String>, EngineFault> {
        let start = Instant::now();
        let (mut lines, mut heard) = (Vec::new(), 0);
        loop {
            let Some(event) = next_event(events, start, limit) else {
                self.dead = true;
                return Err(EngineFault::NoAnswer { seconds: limit.as_secs_f64() });
            };
            if !self.is(event.link) {
                continue;
            }
            let Some(line) = event.line.item.clone() else {
                self.dead = true;
                return Err(EngineFault::Crashed(self.link.epitaph()));
            };
            heard += line.len();
            if heard > MOST_SAID {
                self.dead = true;
                return Err(EngineFault::TalksOn { mib: MOST_SAID >> 20 });
            }
            self.log.write(&self.name, event.link, '>', &line);
            if let Some(complaint) = line.strip_prefix("info string error: ") {
                return Err(EngineFault::Complaint(complaint.into()));
            }
            let done = last(&line);
            lines.push(line);
            if done {
                return Ok(lines);
            }
        }
    }

    /// Waits until all that was ordered is done.
    fn be_ready(&mut self, events: &Receiver<Event>, limit: Duration) -> Result<(), EngineFault> {
        let (question, answer) = match &mut self.dialect {
            Dialect::Uci(_) => ("isready".to_owned(), "readyok".to_owned()),
            Dialect::Cecp(cecp) => match cecp.ping() {
                Some(number) => (format!("ping {number}"), format!("pong {number}")),
                None => return Ok(()),
            },
        };
        self.send(&question);
        self.listen(events, limit, |line| line.trim() == answer).map(|_| ())
    }

    /// A new game begins at this place.
    ///
    /// # Errors
    /// If the engine is not ready in time.
    pub fn begin(
        &mut self,
        place: &SeatContext,
        names: &[String],
        events: &Receiver<Event>,
    ) -> Result<(), EngineFault> {
        self.thought = SearchSummary::default();
        (self.busy, self.hit) = (Busy::Idle, false);
        let orders = match &mut self.dialect {
            Dialect::Uci(uci) => uci.begin(place),
            Dialect::Cecp(cecp) => cecp.begin(place, names)?,
        };
        self.send_all(&orders);
        self.be_ready(events, READY)
    }

    /// It is on move and is to think.
    pub fn think(&mut self, place: &SeatContext) {
        self.hurried = false;
        if std::mem::take(&mut self.hit) {
            self.busy = Busy::Thinking;
            return self.send("ponderhit");
        }
        self.thought = SearchSummary::default();
        self.asked = Instant::now();
        let orders = match &mut self.dialect {
            Dialect::Uci(uci) => uci.think(place),
            Dialect::Cecp(cecp) => cecp.think(place),
        };
        self.busy = Busy::Thinking;
        self.send_all(&orders);
    }

    /// It has thought long enough and is to move now; it is told so once.
    pub fn hurry(&mut self) {
        if !std::mem::replace(&mut self.hurried, true) {
            self.send(if self.speaks_plainly() { "?" } else { "stop" });
        }
    }

    /// A move was played somewhere; it may be its own.
    pub fn saw(&mut self, place: &SeatContext, played: &Played) {
        if self.busy == Busy::Pondering {
            return self.compare(played);
        }
        if let (Dialect::Uci(uci), Busy::Idle, Some(reply)) =
            (&self.dialect, self.busy, &self.thought.reply)
            && played.seat == place.seat
            && let Some(orders) = uci.ponder(place, reply)
        {
            (self.busy, self.asked) = (Busy::Pondering, Instant::now());
            return self.send_all(&orders);
        }
        let orders = match &mut self.dialect {
            Dialect::Uci(_) if self.busy != Busy::Thinking => return,
            Dialect::Uci(uci) if uci.is_void_after(place, played) => return self.stop(),
            Dialect::Uci(uci) => uci.saw(place, played).into_iter().collect(),
            Dialect::Cecp(cecp) => cecp.saw(place, played),
        };
        self.send_all(&orders);
    }

    /// It ponders, and the opponent has moved: was it the reply that was expected?
    fn compare(&mut self, played: &Played) {
        if self.thought.reply.as_ref() == Some(&played.text) {
            self.busy = Busy::Idle;
            self.hit = true;
        } else {
            self.stop();
        }
    }

    /// Something other than a move has changed the boards: what it thinks about is void.
    ///
    /// # Errors
    /// If the engine cannot be told how they stand.
    pub fn saw_change(&mut self, place: &SeatContext) -> Result<(), EngineFault> {
        match &mut self.dialect {
            Dialect::Uci(_) => self.stop(),
            Dialect::Cecp(cecp) => {
                let orders = cecp.set_board(place)?;
                self.busy = Busy::Idle;
                self.send_all(&orders);
            }
        }
        Ok(())
    }

    /// Its last move was not legal, or not its turn.
    ///
    /// # Errors
    /// If the engine cannot be told how the board stands.
    pub fn refuse(&mut self, place: &SeatContext, text: &str) -> Result<(), EngineFault> {
        if let Dialect::Cecp(cecp) = &mut self.dialect {
            let mut orders = vec![format!("Illegal move: {text}")];
            orders.extend(cecp.set_board(place)?);
            self.send_all(&orders);
        }
        self.busy = Busy::Idle;
        Ok(())
    }

    /// Does it speak to its partner in plain words, not in signals?
    pub fn speaks_plainly(&self) -> bool {
        matches!(self.dialect, Dialect::Cecp(_))
    }

    /// Its partner says something.
    pub fn hear(&mut self, place: &SeatContext, from: usize, text: &str) {
        let orders = match &self.dialect {
            Dialect::Uci(uci) => uci.hear(place, from, text, self.busy == Busy::Idle),
            Dialect::Cecp(cecp) => vec![cecp.hear(text)],
        };
        self.send_all(&orders);
    }

    /// An order under way is void.
    fn stop(&mut self) {
        if self.hit || matches!(self.busy, Busy::Thinking | Busy::Pondering) {
            self.hit = false;
            self.busy = Busy::Void;
            self.send("stop");
        }
    }

    /// What a line of its own means.
    pub fn understand(&mut self, event: &Event) -> Said {
        let Some(line) = &event.line.item else {
            self.dead = true;
            return Said::Gone;
        };
        self.log.write(&self.name, event.link, '>', line);
        let said = match &mut self.dialect {
            Dialect::Uci(uci) => uci.understand(line, &mut self.thought),
            Dialect::Cecp(cecp) => cecp.understand(line, &mut self.thought),
        };
        if !matches!(said, Said::Move(_) | Said::Pass) {
            return said;
        }
        let is_answer = event.at >= self.asked;
        let busy =
            if is_answer { std::mem::replace(&mut self.busy, Busy::Idle) } else { Busy::Idle };
        match busy {
            Busy::Thinking => said,
            // An engine that moves while it ponders is late with what nobody wants to know.
            Busy::Void | Busy::Pondering => Said::Free,
            // A move that nobody asked for: an engine of XBoard's may be in error about the
            // turn, a UCI engine answers an order of a game that is over.
            Busy::Idle => match said {
                Said::Move(text) if matches!(self.dialect, Dialect::Cecp(_)) => {
                    Said::OutOfTurn(text)
                }
                _ => Said::Nothing,
            },
        }
    }

    /// Why it has ended.
    pub fn epitaph(&mut self) -> String {
        self.link.epitaph()
    }

    /// The game is over: it stops thinking, or it is made to.
    pub fn end(&mut self, result: &str, events: &Receiver<Event>) {
        if let Dialect::Cecp(cecp) = &mut self.dialect {
            let orders = cecp.end(result);
            self.busy = Busy::Idle;
            self.send_all(&orders);
            return;
        }
        self.stop();
        let start = Instant::now();
        while self.busy != Busy::Idle && !self.dead {
            match next_event(events, start, STOP) {
                Some(event) if self.is(event.link) => drop(self.understand(&event)),
                Some(_) => {}
                None => self.dead = true,
            }
        }
    }
}
