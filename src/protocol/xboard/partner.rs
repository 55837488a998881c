//! The partner: its name, what it says, and what it is told.

use super::clocks::Owner;
use super::running::{Purpose, RunningSearch};
use super::session::{Mode, XboardRefusal, XboardSession};
use crate::board::Color;
use crate::game::pair::{PartnerMessage, Word};
use crate::protocol::text::talk::{self, Heard};

/// Engines that understand `time` and `otim`.
const READ_CLOCKS: [&str; 2] = ["kralle", "fairy-stockfish"];

impl XboardSession {
    /// There is a partner now, or none any more. A server may say it twice.
    pub(super) fn set_partner(&mut self, name: Option<String>) {
        if self.partner == name {
            return;
        }
        self.desk.hush();
        self.voice.hush();
        self.partner_reads_clocks = false;
        self.partner = name;
        if self.partner.is_some() {
            self.voice.text(talk::GREETING);
        }
        // Nobody is left to sit for.
        self.rethink(|running| running.sits);
    }

    /// The side the engine plays, or would.
    fn side(&self) -> Color {
        match self.mode {
            Mode::Play(side) => side,
            Mode::Force | Mode::Analyze => self.desk.turn(),
        }
    }

    /// The partner says something. What is not understood is left unanswered: two engines
    /// that explain themselves to each other would never end.
    pub(super) fn hear_partner(&mut self, text: &str) -> Result<(), XboardRefusal> {
        for heard in talk::hear(text) {
            match heard {
                Heard::Said(message) => self.heed(&message)?,
                Heard::NeverMind => {
                    self.desk.hush();
                    self.rethink(|running| running.sits);
                }
                Heard::Clock(_) => {}
                Heard::OpponentClock(time) => self.diagonal = Some(time),
                Heard::Help => talk::HELP.iter().for_each(|line| self.voice.text(line)),
                Heard::Engine(name) => {
                    self.partner_reads_clocks = READ_CLOCKS.contains(&name.as_str());
                }
            }
        }
        Ok(())
    }

    fn heed(&mut self, message: &PartnerMessage) -> Result<(), XboardRefusal> {
        if !self.desk.has_partners() {
            return Ok(());
        }
        self.desk.hear(self.side(), message)?;
        // A search under way hears it too. A move is looked at here.
        if matches!((&message.word, message.withdrawn), (Word::Move(_), false)) {
            self.rethink(|_| true);
        }
        Ok(())
    }

    /// Begins the search for a move anew, if it is like this.
    fn rethink(&mut self, like: impl Fn(&RunningSearch) -> bool) {
        if self.running.as_ref().is_some_and(|run| run.purpose == Purpose::Move && like(run)) {
            self.interrupt();
            self.proceed();
        }
    }

    /// Says once that there is no move until a piece comes.
    pub(super) fn tell_stuck(&mut self) {
        let waits = self.partner.is_some() && self.desk.has_partners();
        if waits && !std::mem::replace(&mut self.told_stuck, true) {
            self.voice.text("sitting (I have no move until a piece comes)");
        }
    }

    /// Lets a partner that reads clocks know ours, when there is nothing else to say.
    pub(super) fn tell_clocks(&mut self) {
        if self.partner_reads_clocks && self.voice.due().is_none() {
            for (word, owner) in [("time", Owner::Engine), ("otim", Owner::Opponent)] {
                let centiseconds = self.clocks.left(owner).as_millis() / 10;
                self.voice.text(&format!("{word} {centiseconds}"));
            }
        }
    }
}
