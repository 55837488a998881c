//! Whose turn it is, and what follows: thinking, pondering, sitting, moving, ending.

use std::time::Duration;

use super::clocks::Owner;
use super::running::{Purpose, RunningSearch};
use super::session::{Mode, XboardRefusal, XboardSession};
use super::speak;
use crate::base::Score;
use crate::base::time::Instant;
use crate::board::{Color, Hand};
use crate::game::pair::Word;
use crate::game::verdict::{BoardEnd, BoardState};
use crate::notation::uci::MoveText;
use crate::player::Answer;
use crate::protocol::desk::DeskError;
use crate::protocol::uci::go::Go;

/// A flag is claimed so long after it should have fallen.
const GRACE: Duration = Duration::from_secs(1);

/// Moves of the game before a draw is offered or a level one accepted.
const LONG_GAME: usize = 80;
/// A score that is level, in centipawns.
const LEVEL: i32 = 12;
/// As many scores in a row must agree before a draw is offered, or the game given up.
const AGREE: usize = 4;

impl XboardSession {
    /// Changes what the engine is there for, and begins it.
    pub(super) fn change_mode(&mut self, mode: Mode) {
        self.interrupt();
        self.mode = mode;
        (self.told_end, self.flag_due) = (false, None);
        self.clocks.stop();
        self.proceed();
    }

    /// Does what mode and position ask for, unless something runs already.
    pub(super) fn proceed(&mut self) {
        if self.running.is_some() {
            return;
        }
        match self.mode {
            Mode::Force => {}
            Mode::Analyze => {
                if self.desk.standing() == BoardState::Ongoing {
                    let go = Go { infinite: true, ..Go::default() };
                    self.think(Purpose::Analysis, &go);
                }
            }
            Mode::Play(side) => self.play(side),
        }
    }

    fn play(&mut self, side: Color) {
        let standing = self.desk.standing();
        if let Some(line) = speak::result(standing) {
            if !std::mem::replace(&mut self.told_end, true) {
                self.say(&line);
            }
            // On a server a draw is only claimed, and the game goes on until it is granted.
            if !(self.server && matches!(standing, BoardState::Over(BoardEnd { winner: None, .. })))
            {
                self.clocks.stop();
                return;
            }
        }
        if self.desk.turn() != side {
            self.clocks.start(Owner::Opponent);
            self.watch_flag();
            self.ponder();
        } else if standing.waits() {
            self.clocks.start(Owner::Engine);
            self.tell_stuck();
        } else {
            self.clocks.start(Owner::Engine);
            self.told_stuck = false;
            self.find_move(side);
        }
    }

    fn find_move(&mut self, side: Color) {
        let heard = self.desk.heard(side);
        let advice = heard.iter().find_map(|word| match word {
            Word::Move(mv) => Some(mv.clone()),
            _ => None,
        });
        if let Some(mv) = advice
            && self.desk.play(&mv).is_ok()
        {
            return self.moved(&mv);
        }
        let mut go = self.clocks.order(side);
        go.partner = self.partner.is_some();
        if let Some(left) = self.diagonal {
            // The partner's opponent has our colour, on the other board.
            let word = if side == Color::White { "2wtime" } else { "2btime" };
            go.clocks.push((word, left));
        }
        self.think(Purpose::Move, &go);
    }

    /// Thinks about what follows the move that is expected.
    fn ponder(&mut self) {
        let Mode::Play(side) = self.mode else { return };
        let Some(expected) = self.hint.clone().filter(|_| self.ponders) else { return };
        if self.desk.play(&expected).is_ok() {
            if self.desk.standing() == BoardState::Ongoing {
                let go = Go { ponder: true, ..self.clocks.order(side) };
                self.think(Purpose::Ponder(expected), &go);
            }
            if self.running.is_none() {
                self.back_to_the_record();
            }
        }
    }

    pub(super) fn set_pondering(&mut self, on: bool) {
        self.ponders = on;
        if matches!(&self.running, Some(RunningSearch { purpose: Purpose::Ponder(_), .. })) && !on {
            self.interrupt();
        } else if on && self.hint.is_some() {
            self.proceed();
        }
    }

    /// A move is told: of the opponent, or in force mode of anybody.
    pub(super) fn hear_move(&mut self, text: &str) -> Result<(), DeskError> {
        if let Some(running) = &mut self.running
            && let Purpose::Ponder(expected) = &running.purpose
            && expected.eq_ignore_ascii_case(text)
        {
            let expected = expected.clone();
            running.purpose = Purpose::Move;
            self.record.moved(&expected);
            (self.flag_due, self.told_end) = (None, false);
            self.clocks.start(Owner::Engine);
            running.control.ponder_hit();
            return Ok(());
        }
        if let Some(RunningSearch { purpose: Purpose::Ponder(_), .. }) = &self.running {
            self.interrupt();
        }
        if self.mode == Mode::Play(self.desk.turn()) {
            return Err(DeskError::EngineToMove);
        }
        let result = self.play_told(text);
        if result.is_ok() {
            self.interrupt();
            (self.hint, self.flag_due, self.told_end) = (None, None, false);
        }
        self.proceed();
        result
    }

    /// Plays a move that was told. A drop proves that its piece was in hand, if the list that
    /// says so is still on its way or was overtaken.
    fn play_told(&mut self, text: &str) -> Result<(), DeskError> {
        let Err(error) = self.desk.play(text) else {
            self.record.moved(text);
            return Ok(());
        };
        let Ok(MoveText::Drop { role, .. }) = text.parse() else { return Err(error) };
        let (before, side) = (self.desk.hands(), self.desk.turn());
        let held = before[side.index()];
        if !self.desk.has_partners() || held.has(role) {
            return Err(error);
        }
        let mut richer = before;
        richer[side.index()] = held.with(role, 1);
        self.desk.hold(richer)?;
        if self.desk.play(text).is_err() {
            self.desk.hold(before)?;
            return Err(error);
        }
        self.record.held(richer);
        self.record.moved(text);
        Ok(())
    }

    /// The hands are told. The lists are the truth.
    pub(super) fn hear_hands(&mut self, hands: [Hand; 2]) -> Result<(), XboardRefusal> {
        if matches!(&self.running, Some(RunningSearch { purpose: Purpose::Ponder(_), .. })) {
            self.interrupt();
        }
        let is_new = self.desk.hold(hands);
        if let Ok(true) = is_new {
            self.record.held(hands);
            self.interrupt();
        }
        self.proceed();
        is_new.map(|_| ()).map_err(XboardRefusal::from)
    }

    /// A search has ended by itself, or because it was told to answer.
    pub(super) fn answered(&mut self, answer: Answer<String>) {
        let Some(running) = self.running.take() else { return };
        match (running.wait(), &answer.best) {
            (Purpose::Analysis, _) => {}
            (Purpose::Ponder(_), _) => self.back_to_the_record(),
            (Purpose::Move, None) => self.tell_stuck(),
            (Purpose::Move, Some(best)) => self.decide(best, &answer),
        }
    }

    /// Plays the move, or gives up.
    fn decide(&mut self, best: &str, answer: &Answer<String>) {
        self.scores.extend(answer.score.map(Score::value));
        let limit = self.settings.resign;
        if limit > 0 && !self.desk.has_partners() && self.agree(|score| score <= -limit) {
            self.say("resign");
            return self.change_mode(Mode::Force);
        }
        if let Err(error) = self.desk.play(best) {
            return self.say(&format!("# {error}"));
        }
        self.hint = answer.ponder.clone();
        self.moved(best);
    }

    /// The engine has moved on the desk: says so, and goes on.
    fn moved(&mut self, mv: &str) {
        self.record.moved(mv);
        self.clocks.moved();
        self.told_end = false;
        self.say(&format!("move {mv}"));
        let long = self.record.moves() >= LONG_GAME && self.scores.len().is_multiple_of(10);
        if long && !self.desk.has_partners() && self.agree(|score| score.abs() <= LEVEL) {
            self.say("offer draw");
        }
        self.tell_clocks();
        self.proceed();
    }

    /// Are the last scores all like this?
    fn agree(&self, like: impl Fn(i32) -> bool) -> bool {
        let last = self.scores.iter().rev().take(AGREE);
        self.scores.len() >= AGREE && last.copied().all(like)
    }

    /// The opponent offers a draw. Where there are partners it is not ours alone to accept.
    pub(super) fn answer_draw(&mut self) {
        let Some(&score) = self.scores.last() else { return };
        let level = self.record.moves() >= LONG_GAME && score <= LEVEL;
        if !self.desk.has_partners() && (level || score <= -50) {
            self.say("offer draw");
        }
    }

    /// Answers now.
    pub(super) fn move_now(&mut self) {
        if let Some(RunningSearch { purpose: Purpose::Move, control, .. }) = &self.running {
            control.stop();
        }
    }

    /// From when the opponent's flag may be claimed.
    pub(super) fn watch_flag(&mut self) {
        let waits = matches!(self.mode, Mode::Play(_)) && self.is_opponents_turn();
        self.flag_due = (self.server && waits && !self.told_end)
            .then(|| Instant::now() + self.clocks.left(Owner::Opponent) + GRACE);
    }

    fn is_opponents_turn(&self) -> bool {
        let pondering =
            matches!(&self.running, Some(RunningSearch { purpose: Purpose::Ponder(_), .. }));
        pondering || matches!(self.mode, Mode::Play(side) if self.desk.turn() != side)
    }

    /// When something must be done, though nothing happens.
    pub(super) fn due(&self) -> Option<Instant> {
        let speaks = self.voice.due().filter(|_| self.partner.is_some());
        [speaks, self.flag_due].into_iter().flatten().min()
    }

    /// Does what is due: speaks, claims a flag, answers pings.
    pub(super) fn do_what_is_due(&mut self) {
        let now = Instant::now();
        if self.flag_due.is_some_and(|due| due <= now) {
            self.flag_due = None;
            self.say("tellics flag");
        }
        if self.partner.is_some()
            && let Some(line) = self.voice.next_line()
        {
            self.say(&format!("tellics ptell {line}"));
        }
        let busy = matches!(&self.running, Some(RunningSearch { purpose: Purpose::Move, .. }));
        if !busy {
            for number in std::mem::take(&mut self.pings) {
                self.say(&format!("pong {number}"));
            }
        }
    }
}
