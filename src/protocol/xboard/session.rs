//! The session: what XBoard says, done one line after another, and all state that needs.
//! Whose turn it is and what follows from that stands in [`super::turn`], searches in
//! [`super::think`], the partner in [`super::partner`].

use std::io::BufRead;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use super::clocks::{Owner, TwoClocks};
use super::command::{XboardCommand, XboardCommandError};
use super::record::XboardRecord;
use super::running::RunningSearch;
use super::voice::Voice;
use super::{features, games, speak};
use crate::base::time::Instant;
use crate::board::Color;
use crate::game::catalogue::{BuiltIn, Variant};
use crate::player::SearchEvent;
use crate::protocol::desk::{Desk, DeskError};
use crate::protocol::lines::{self, InputLine};
use crate::protocol::options::Settings;
use crate::protocol::options::{OptionEffect, OptionError};
use crate::protocol::out::Out;
use crate::search::Report;

/// A conversation with XBoard.
pub struct XboardSession {
    pub(super) out: Out,
    pub(super) settings: Settings,
    pub(super) desk: Desk,
    /// The game that the desk was opened for.
    opened: Option<(Variant, bool)>,
    /// A game was begun of which the desk does not know yet: it is opened when it is needed,
    /// since `variant` may follow `new`.
    fresh: bool,
    pub(super) record: XboardRecord,
    pub(super) mode: Mode,
    pub(super) clocks: TwoClocks,
    pub(super) post: bool,
    pub(super) ponders: bool,
    /// Is the game played on a server?
    pub(super) server: bool,
    pub(super) partner: Option<String>,
    /// Does the partner read clocks?
    pub(super) partner_reads_clocks: bool,
    /// What is left on the clock of the partner's opponent, as the partner said.
    pub(super) diagonal: Option<Duration>,
    pub(super) voice: Voice,
    pub(super) running: Option<RunningSearch>,
    pub(super) generation: u64,
    pub(super) pings: Vec<String>,
    /// The last line of thought.
    pub(super) last: Option<Report<Vec<String>>>,
    /// The reply that is expected.
    pub(super) hint: Option<String>,
    /// The scores of the engine's moves, in centipawns.
    pub(super) scores: Vec<i32>,
    /// Has the end of the game been told?
    pub(super) told_end: bool,
    /// Does the partner know that we have no move?
    pub(super) told_stuck: bool,
    /// When the opponent's flag will have fallen, if that is to be claimed.
    pub(super) flag_due: Option<Instant>,
    pub(super) sender: Sender<XboardEvent>,
    inbox: Receiver<XboardEvent>,
}

/// What the engine is there for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// It watches.
    Force,
    /// It plays this side.
    Play(Color),
    /// It thinks about whatever stands on the board.
    Analyze,
}

/// What reaches the session.
pub(super) enum XboardEvent {
    /// A line; `None` at the end of input.
    Input(Option<std::io::Result<InputLine>>),
    /// A search says something.
    Said(u64, SearchEvent<String>),
}

/// Why a command is refused.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub(super) enum XboardRefusal {
    #[error("{0}")]
    XboardCommand(#[from] XboardCommandError),
    #[error("{0}")]
    Desk(#[from] DeskError),
    #[error("{0}")]
    Option(#[from] OptionError),
    #[error("unknown variant")]
    Variant,
    #[error("no move to take back")]
    NothingToUndo,
}

impl XboardSession {
    /// A session that answers here, with every option at its default.
    ///
    /// # Errors
    /// If there is no memory for the engine.
    pub fn new(out: Out) -> Result<Self, DeskError> {
        let settings = Settings::default();
        let (sender, inbox) = channel();
        Ok(Self {
            out,
            desk: Desk::open_across(&settings)?,
            opened: Some((settings.variant.clone(), settings.chess960)),
            settings,
            fresh: true,
            record: XboardRecord::default(),
            mode: Mode::Play(Color::Black),
            clocks: TwoClocks::new(),
            post: false,
            ponders: false,
            server: false,
            partner: None,
            partner_reads_clocks: false,
            diagonal: None,
            voice: Voice::default(),
            running: None,
            generation: 0,
            pings: Vec::new(),
            last: None,
            hint: None,
            scores: Vec::new(),
            told_end: false,
            told_stuck: false,
            flag_due: None,
            sender,
            inbox,
        })
    }

    /// Answers lines until `quit` or the end of input. A search that still runs then ends
    /// with the process.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn listen(&mut self, input: impl BufRead + Send + 'static) -> std::io::Result<()> {
        let sender = self.sender.clone();
        lines::read(input, move |line| sender.send(XboardEvent::Input(line)).is_ok())?;
        loop {
            match self.next_event() {
                None => {}
                Some(XboardEvent::Input(None)) => break,
                Some(XboardEvent::Input(Some(line))) => match &line?.item {
                    Ok(line) if line.trim() == "quit" => break,
                    Ok(line) => self.obey(line),
                    Err(complaint) => self.say(&format!("Error ({complaint}): ?")),
                },
                Some(XboardEvent::Said(generation, event)) if self.is_current(generation) => {
                    self.overhear(event);
                }
                Some(XboardEvent::Said(..)) => {}
            }
            self.do_what_is_due();
            if self.out.is_unread() {
                break;
            }
        }
        if let Some(running) = &self.running {
            running.control.stop();
        }
        Ok(())
    }

    /// Sleeps until something happens or is due.
    fn next_event(&self) -> Option<XboardEvent> {
        let Some(due) = self.due() else { return self.inbox.recv().ok() };
        self.inbox.recv_timeout(due.saturating_duration_since(Instant::now())).ok()
    }

    /// Carries out one line.
    pub fn obey(&mut self, line: &str) {
        let result =
            XboardCommand::parse(line).map_err(XboardRefusal::from).and_then(|c| self.carry_out(c));
        if let Err(refusal) = result {
            self.say(&lines::tame(&format!("Error ({refusal}): {}", line.trim())));
        }
    }

    fn carry_out(&mut self, command: XboardCommand) -> Result<(), XboardRefusal> {
        match command {
            XboardCommand::Nothing | XboardCommand::Quit => {}
            XboardCommand::Protover(_) => features::lines().iter().for_each(|line| self.say(line)),
            XboardCommand::New => self.new_game(),
            XboardCommand::Variant(name) => self.change_game(&name)?,
            XboardCommand::Level { moves, base, increment } => {
                self.clocks.set_level(moves, base, increment);
            }
            XboardCommand::MoveTime(time) => self.clocks.set_fixed(time),
            XboardCommand::Depth(depth) => self.clocks.set_depth(depth),
            XboardCommand::Time(time) => self.clocks.set(Owner::Engine, time),
            XboardCommand::OpponentTime(time) => {
                self.clocks.set(Owner::Opponent, time);
                self.watch_flag();
            }
            XboardCommand::Ping(number) => self.pings.push(number),
            XboardCommand::MoveNow => self.move_now(),
            XboardCommand::Draw => self.answer_draw(),
            XboardCommand::Hint => {
                if let Some(hint) = &self.hint {
                    self.say(&format!("Hint: {hint}"));
                }
            }
            XboardCommand::Book => self.say(" there is no book\n"),
            XboardCommand::Ponder(on) => self.set_pondering(on),
            XboardCommand::Post(on) => self.post = on,
            XboardCommand::Status => {
                if let (Mode::Analyze, Some(last)) = (self.mode, &self.last) {
                    self.say(&speak::status(last));
                }
            }
            XboardCommand::Server(host) => self.server = host.is_some(),
            XboardCommand::Partner(name) => self.set_partner(name),
            XboardCommand::Ptell(text) => {
                self.ready()?;
                self.hear_partner(&text)?;
            }
            XboardCommand::Memory(mib) => {
                let mib = (mib - mib / 8).max(1);
                self.set_option("Hash", Some(&mib.to_string()))?;
            }
            XboardCommand::Cores(cores) => self.set_option("Threads", Some(&cores.to_string()))?,
            XboardCommand::SetOption { name, value } if features::is_offered(&name) => {
                self.set_option(&name, value.as_deref())?;
            }
            XboardCommand::SetOption { name, .. } => return Err(OptionError::unknown(&name).into()),
            command => self.play_on(command)?,
        }
        Ok(())
    }

    /// The commands about the game that is played.
    fn play_on(&mut self, command: XboardCommand) -> Result<(), XboardRefusal> {
        self.ready()?;
        match command {
            XboardCommand::Move(text) => {
                if let Err(reason) = self.hear_move(&text) {
                    self.say(&lines::tame(&format!("Illegal move ({reason}): {text}")));
                }
            }
            XboardCommand::Force | XboardCommand::Result => self.change_mode(Mode::Force),
            XboardCommand::Exit if self.mode == Mode::Analyze => self.change_mode(Mode::Force),
            XboardCommand::Go => {
                self.interrupt();
                self.change_mode(Mode::Play(self.desk.turn()));
            }
            XboardCommand::PlayOther => {
                self.interrupt();
                self.change_mode(Mode::Play(!self.desk.turn()));
            }
            XboardCommand::Analyze => self.change_mode(Mode::Analyze),
            XboardCommand::SetBoard(fen) => self.set_board(fen),
            XboardCommand::Undo => self.take_back(1)?,
            XboardCommand::Remove => self.take_back(2)?,
            XboardCommand::Holding(hands) => self.hear_hands(hands)?,
            _ => {}
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.interrupt();
        self.change_row(&games::NORMAL);
        self.mode = Mode::Play(Color::Black);
        self.clocks.renew();
        self.desk.hush();
        self.voice.hush();
    }

    fn change_game(&mut self, name: &str) -> Result<(), XboardRefusal> {
        let setup = match games::find(name) {
            Some(row) => {
                self.change_row(&row);
                row.setup()
            }
            None => {
                // A game of a rules file, which XBoard cannot know.
                let game = self.settings.named(name).map_err(|_| XboardRefusal::Variant)?;
                let rules = *game.board_rules().ok_or(XboardRefusal::Variant)?;
                self.settings.variant = game;
                (self.settings.chess960, self.settings.letters_castle) = (false, false);
                self.begin_afresh();
                Some(games::setup(if rules.has_hands() {
                    BuiltIn::Crazyhouse.name()
                } else {
                    games::NORMAL.name
                }))
            }
        };
        if let Some(setup) = setup {
            self.say(&setup);
        }
        Ok(())
    }

    fn change_row(&mut self, row: &games::XboardGame) {
        self.settings.variant = row.game.into();
        (self.settings.chess960, self.settings.letters_castle) = (row.chess960, row.chess960);
        self.begin_afresh();
        self.record = XboardRecord::new(row.start.map(str::to_owned));
    }

    /// Nothing of the game before counts any more.
    fn begin_afresh(&mut self) {
        self.interrupt();
        self.record = XboardRecord::default();
        (self.fresh, self.told_end, self.told_stuck) = (true, false, false);
        (self.hint, self.last, self.flag_due) = (None, None, None);
        self.scores.clear();
        self.diagonal = None;
    }

    /// Sees to it that the desk is that of the game, and knows that it has begun.
    fn ready(&mut self) -> Result<(), DeskError> {
        if !self.fresh {
            return Ok(());
        }
        let wanted = Some((self.settings.variant.clone(), self.settings.chess960));
        if self.opened == wanted {
            self.desk.forget();
        } else {
            self.desk.give_way(|| Desk::open_across(&self.settings))?;
            self.opened = wanted;
        }
        self.fresh = false;
        self.record.replay(&mut self.desk)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), XboardRefusal> {
        let mut settings = self.settings.clone();
        // A check box is 0 or 1 here.
        let effect = settings.set(name, value).or_else(|error| match (error, value) {
            (OptionError::Check { .. }, Some("1")) => settings.set(name, Some("true")),
            (OptionError::Check { .. }, Some("0")) => settings.set(name, Some("false")),
            (error, _) => Err(error),
        })?;
        if effect != OptionEffect::Stored {
            self.interrupt();
        }
        let result = self.apply(effect, &settings);
        if result.is_ok() {
            self.settings = settings;
        }
        // After a refusal everything goes on as before.
        if !self.fresh {
            self.proceed();
        }
        result
    }

    /// Lets the desk know of new settings.
    fn apply(&mut self, effect: OptionEffect, settings: &Settings) -> Result<(), XboardRefusal> {
        match effect {
            OptionEffect::Stored => {}
            // A desk that is opened when it is needed is opened under the new settings.
            OptionEffect::Configure if self.fresh => self.opened = None,
            OptionEffect::Configure => self.desk.configure(settings)?,
            OptionEffect::Forget => self.desk.forget(),
            OptionEffect::NewDesk => {
                self.desk.give_way(|| {
                    let mut desk = Desk::open_across(settings)?;
                    self.record.replay(&mut desk)?;
                    Ok(desk)
                })?;
            }
        }
        Ok(())
    }

    fn set_board(&mut self, fen: String) {
        self.interrupt();
        if let Err(reason) = self.desk.begin(Some(&fen)) {
            self.say(&lines::tame(&format!("tellusererror Illegal position: {reason}")));
        } else {
            self.begin_afresh();
            self.fresh = false;
            self.record = XboardRecord::new(Some(fen));
        }
        self.proceed();
    }

    fn take_back(&mut self, moves: usize) -> Result<(), XboardRefusal> {
        if self.record.moves() < moves {
            return Err(XboardRefusal::NothingToUndo);
        }
        self.interrupt();
        for _ in 0..moves {
            self.record.undo();
        }
        let result = self.record.replay(&mut self.desk);
        (self.told_end, self.hint) = (false, None);
        self.proceed();
        Ok(result?)
    }

    pub(super) fn say(&self, line: &str) {
        self.out.say(line);
    }
}
