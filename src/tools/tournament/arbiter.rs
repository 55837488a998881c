//! The arbiter conducts one game between engines that sit at a table, whatever the game. It
//! decides whose clock runs and what a move, or the lack of one, leads to. Its decisions are
//! the same in real time (`super::live`) and in a game's own time (`super::simulated`).

use std::sync::mpsc::Receiver;
use std::time::Duration;

use super::adjudication::{Adjudication, ScoreWatch};
use super::clocks::GameClocks;
use super::dialog::{Said, SeatContext};
use super::fault::EngineFault;
use super::link::Event;
use super::player::EnginePlayer;
use super::telling::GameResult;
use super::transcript::{KeptWords, MoveRecord, NoteRecord, TalkRecord};
use crate::game::table::{Misplay, Penalty, Played, Table};

/// How the arbiter may end a game early.
#[derive(Clone, Debug)]
pub struct Conduct {
    /// How long an engine without a clock may think; one without any limit is then told to move.
    pub patience: Duration,
    /// When a game is ended early.
    pub adjudication: Adjudication,
    /// May captured pieces be kept back, where the rules let players?
    pub withholding: bool,
}

/// Sees a game while it is played.
pub trait Spectator {
    /// Something has changed: the last ply is new, or it has just begun.
    fn see(&mut self, table: &dyn Table, clocks: &GameClocks, last: Option<&MoveRecord>);
    /// A seat has said something to its partner.
    fn hear(&mut self, _seat: &str, _text: &str) {}
    /// Must the game be broken off?
    fn is_interrupted(&self) -> bool {
        false
    }
}

/// Watches nothing.
impl Spectator for () {
    fn see(&mut self, _: &dyn Table, _: &GameClocks, _: Option<&MoveRecord>) {}
}

/// A game under way.
pub struct Arbiter<'a> {
    /// The game.
    pub table: Box<dyn Table>,
    /// By seat.
    pub players: Vec<EnginePlayer>,
    /// By seat.
    pub clocks: GameClocks,
    /// What engines say.
    pub events: &'a Receiver<Event>,
    /// What was played.
    pub plies: Vec<MoveRecord>,
    /// What partners said.
    pub talk: Vec<TalkRecord>,
    /// What was noted.
    pub notes: Vec<NoteRecord>,
    pub(super) conduct: &'a Conduct,
    pub(super) spectator: &'a mut dyn Spectator,
    /// Seats that said that they have nothing to play, and how many things had happened.
    passed: Vec<Option<u64>>,
    /// Counts what happens, so that a seat that waits can be asked again.
    changes: u64,
    offers: Vec<bool>,
    /// By seat: the boards about which it was asked.
    asked: Vec<[u64; 2]>,
    /// Seats whose partner has said something since they last thought.
    pub(super) told: Vec<bool>,
    watch: ScoreWatch,
    /// How much was said and noted.
    pub(super) kept: KeptWords,
}

impl<'a> Arbiter<'a> {
    /// A game at whose table the players sit, the opening already played.
    pub fn new(
        table: Box<dyn Table>,
        players: Vec<EnginePlayer>,
        clocks: GameClocks,
        plies: Vec<MoveRecord>,
        events: &'a Receiver<Event>,
        conduct: &'a Conduct,
        spectator: &'a mut dyn Spectator,
    ) -> Self {
        let seats = table.seats();
        let watch = ScoreWatch::new(conduct.adjudication, seats);
        let mut arbiter = Self {
            table,
            players,
            clocks,
            events,
            plies,
            talk: Vec::new(),
            notes: Vec::new(),
            conduct,
            spectator,
            passed: vec![None; seats],
            changes: 0,
            offers: vec![false; seats],
            asked: vec![[0; 2]; seats],
            told: vec![false; seats],
            kept: KeptWords::default(),
            watch,
        };
        arbiter.tell_clocks();
        arbiter
    }

    /// Tells every engine that a game begins; one that is not ready has lost it.
    pub fn open(&mut self) {
        let names: Vec<String> = self.players.iter().map(|player| player.name.clone()).collect();
        for seat in 0..self.players.len() {
            let events = self.events;
            self.tell(seat, |player, place| player.begin(place, &names, events));
        }
        self.spectator.see(&*self.table, &self.clocks, self.plies.last());
    }

    /// The end, if there is one.
    pub fn outcome(&self) -> Option<GameResult> {
        GameResult::of(&*self.table)
    }

    /// Tells every player that it is over.
    pub fn close(&mut self) {
        let result = self.outcome().map_or_else(|| "*".into(), |outcome| outcome.result);
        for player in &mut self.players {
            player.end(&result, self.events);
        }
    }

    pub(super) fn tell_clocks(&mut self) {
        let left: Vec<Option<u64>> = (0..self.table.seats())
            .map(|seat| self.clocks.left(seat).map(|left| left.as_millis() as u64))
            .collect();
        self.table.set_clocks(&left);
    }

    /// The seat's player is asked for a move.
    pub(super) fn ask(&mut self, seat: usize) {
        self.asked[seat] = self.state(seat);
        let place = SeatContext { seat, table: &*self.table, clocks: &self.clocks };
        self.players[seat].think(&place);
    }

    /// What the legal moves of a seat rest on.
    fn state(&self, seat: usize) -> [u64; 2] {
        let board = self.table.board_of(seat);
        [self.table.state(board), self.table.state_beside(board)]
    }

    /// A seat's answer is to boards that have changed: it has done nothing wrong, and is asked
    /// again.
    pub(super) fn void(&mut self, seat: usize, text: &str) {
        self.tell(seat, |player, place| player.refuse(place, text));
    }

    /// Tells an engine something; one that cannot be told has lost its board.
    pub(super) fn tell(
        &mut self,
        seat: usize,
        tell: impl FnOnce(&mut EnginePlayer, &SeatContext) -> Result<(), EngineFault>,
    ) {
        let place = SeatContext { seat, table: &*self.table, clocks: &self.clocks };
        if let Err(fault) = tell(&mut self.players[seat], &place) {
            self.fail(seat, fault.to_string());
        }
    }

    /// Is this seat to be asked: on move, able to move, and not waiting for something to
    /// happen?
    pub(super) fn is_to_be_asked(&self, seat: usize) -> bool {
        let board = self.table.board_of(seat);
        self.table.on_move(board) == Some(seat)
            && self.passed[seat] != Some(self.changes)
            && self.table.can_move(board)
    }

    /// A seat plays a text, and what follows from that.
    pub(super) fn play(&mut self, seat: usize, text: &str) {
        let board = self.table.board_of(seat);
        if self.table.on_move(board) != Some(seat) {
            return;
        }
        // XBoard takes castling in the letters of SAN, and some of its engines write it so.
        let letters = text.starts_with("O-O") && self.players[seat].speaks_plainly();
        let castling = letters.then(|| self.table.read_san(board, text)).flatten();
        let text = castling.as_deref().unwrap_or(text);
        match self.table.play(seat, text) {
            Ok(played) => self.carry_on(played),
            Err(error) if error.misplay() == Misplay::Garbage && is_pass(text) => self.pass(seat),
            Err(error) if error.misplay() == Misplay::Garbage => {
                self.fail(seat, format!("says garbage: `{}`", cut(text)))
            }
            Err(_) if self.asked[seat] != self.state(seat) => self.void(seat, text),
            Err(_) => self.offend(seat, text),
        }
    }

    fn carry_on(&mut self, played: Played) {
        let seat = played.seat;
        let micros = self.clocks.running(seat).as_micros() as u64;
        self.clocks.punch(seat);
        let left = self.clocks.left(seat).map(|left| left.as_millis() as u64);
        let mut thought = self.players[seat].thought.clone();
        if self.players[seat].whitepov && seat % 2 == 1 {
            thought.turn_round();
        }
        self.offers[seat] = false;
        if let Some((winner, why)) = self.watch.see(&*self.table, seat, &thought) {
            self.table.adjudicate(winner, why);
        }
        self.plies.push(MoveRecord {
            played: played.clone(),
            left,
            micros,
            thought: Some(thought),
        });
        self.happened();
        // The opponent's clock starts as soon as the opponent has been told.
        let opponent = self.table.on_move(played.board);
        let seats = 0..self.players.len();
        for other in opponent.into_iter().chain(seats.filter(|&seat| Some(seat) != opponent)) {
            let place = SeatContext { seat: other, table: &*self.table, clocks: &self.clocks };
            self.players[other].saw(&place, &played);
        }
        self.table.claim();
    }

    /// Something has happened: seats that waited may be asked again.
    pub(super) fn happened(&mut self) {
        self.changes += 1;
        self.tell_clocks();
        self.spectator.see(&*self.table, &self.clocks, self.plies.last());
    }

    /// An illegal move, as the rules have it.
    fn offend(&mut self, seat: usize, text: &str) {
        self.note(seat, format!("illegal move `{}` in {}", cut(text), self.table.fen()));
        match self.table.punish(seat, text) {
            Penalty::Lost => self.happened(),
            Penalty::PlayAgain => self.tell(seat, |player, place| player.refuse(place, text)),
            Penalty::PieceForfeited | Penalty::MoveForfeited => {
                self.clocks.stop(seat);
                self.happened();
                for other in 0..self.players.len() {
                    self.tell(other, EnginePlayer::saw_change);
                }
            }
        }
    }

    /// A seat says that it has nothing to play. On one board that is no answer; on one of
    /// two it waits.
    pub(super) fn pass(&mut self, seat: usize) {
        if self.table.partner(seat).is_some() {
            self.passed[seat] = Some(self.changes);
        } else {
            self.fail(seat, "says that it has no move".into());
        }
    }

    /// A seat without a clock has used up the arbiter's patience.
    pub(super) fn hang(&mut self, seat: usize) {
        let patience = self.conduct.patience.as_secs();
        self.fail(seat, format!("hangs: no move within {patience} s"));
    }

    /// A seat plays no more: it has lost its board.
    pub(super) fn fail(&mut self, seat: usize, reason: String) {
        self.note(seat, reason);
        let board = self.table.board_of(seat);
        self.table.forfeit(seat);
        if let Some(running) = self.table.on_move(board).filter(|&running| running != seat) {
            self.clocks.stop(running);
        }
        self.happened();
    }

    /// A flag falls now.
    pub(super) fn flag(&mut self, seat: usize) {
        self.clocks.stop(seat);
        self.table.out_of_time(seat);
        self.happened();
        if self.outcome().is_none() {
            // The other board goes on, and should not share the machine with a late thought.
            self.tell(seat, EnginePlayer::saw_change);
        }
    }

    /// Clocks of boards that are over stand still.
    pub(super) fn stop_idle_clocks(&mut self) {
        for seat in 0..self.table.seats() {
            if self.clocks.is_running(seat)
                && self.table.on_move(self.table.board_of(seat)) != Some(seat)
            {
                self.clocks.stop(seat);
            }
        }
    }

    pub(super) fn note(&mut self, seat: usize, text: String) {
        if let Some(text) = self.kept.keep(text) {
            self.notes.push(NoteRecord { seat, ply: self.plies.len(), text });
        }
    }

    /// What a seat said besides moves.
    pub(super) fn hear(&mut self, seat: usize, said: Said) {
        match said {
            Said::Resign => {
                if self.table.resign(seat) {
                    self.happened();
                } else {
                    self.note(seat, "resigns when it may not".into());
                }
            }
            Said::OfferDraw => {
                self.offers[seat] = true;
                let board = self.table.board_of(seat);
                let both = (0..self.table.seats())
                    .filter(|&other| self.table.board_of(other) == board)
                    .all(|other| self.offers[other]);
                if both {
                    self.table.agree(seat);
                    self.happened();
                }
            }
            Said::Tell(text) => self.relay(seat, text),
            Said::Withhold => self.withhold(seat),
            Said::HandOver(role) => self.hand_over(seat, role),
            Said::OutOfTurn(text) => {
                self.note(seat, format!("moves out of turn: `{}`", cut(&text)));
                self.tell(seat, |player, place| player.refuse(place, &text));
            }
            Said::Remark(text) => self.note(seat, cut(&text)),
            Said::Gone => {
                let epitaph = self.players[seat].epitaph();
                self.fail(seat, format!("crashed: {epitaph}"));
            }
            Said::Nothing | Said::Free | Said::Move(_) | Said::Pass => {}
        }
    }

    /// The seat that a line came from.
    pub(super) fn seat_of(&self, event: &Event) -> Option<usize> {
        self.players.iter().position(|player| player.is(event.link))
    }

    /// No seat thinks or will think, and no clock runs: a seat that could move and does not has
    /// lost, so that the game has an end.
    pub(super) fn break_deadlock(&mut self) {
        let waits = (0..2).filter_map(|board| self.table.on_move(board));
        let stubborn =
            waits.into_iter().find(|&seat| self.table.can_move(self.table.board_of(seat)));
        match stubborn.or_else(|| self.table.on_move(0)).or_else(|| self.table.on_move(1)) {
            Some(seat) => self.fail(seat, "does not move, and nothing else can happen".into()),
            None => self.table.adjudicate(None, "adjudication:nothing can happen"),
        }
    }
}

/// The null moves that protocols know.
fn is_pass(text: &str) -> bool {
    matches!(text, "0000" | "@@@@" | "pass" | "null")
}

/// A quoted text, cut to a length that fits into a note.
fn cut(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { '?' } else { letter }).take(80).collect()
}
