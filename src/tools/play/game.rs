//! A game with persons at the table.

use std::io::Write;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use super::opponents::{Opponent, OpponentWord, TableEvent};
use super::orders::{HELP, Order};
use crate::board::Move;
use crate::game::pair::PartnerMessage;
use crate::game::table::{GameKind, Table};
use crate::player::{AnyPlayer, SearchEvent};
use crate::search::strength::FULL;
use crate::tools::json::{is_pair, seat_word};
use crate::tools::records::{RecordedGame, RecordedPly};
use crate::tools::seat::{SeatRequest, remember};
use crate::tools::tournament::pace::TimeControl;
use crate::tools::view::{self, DrawStyle};

/// Who plays how.
pub struct Seating {
    /// Persons, by seat.
    pub persons: Vec<bool>,
    /// How strong the Kralles are, 0 to 20.
    pub level: f64,
    /// The clocks, if there are any.
    pub control: Option<TimeControl>,
    /// So long a Kralle thinks without a clock.
    pub time: Duration,
    /// Chooses the mistakes of weak Kralles.
    pub seed: u64,
}

/// How often clocks are looked at.
const TICK: Duration = Duration::from_millis(100);
/// What a hint may take.
const HINT_TIME: Duration = Duration::from_millis(1_000);

/// A game under way.
pub struct PersonsGame<W> {
    kind: GameKind,
    table: Box<dyn Table>,
    seating: Seating,
    opponents: Vec<Option<Opponent>>,
    clocks: Vec<Duration>,
    heard: Vec<Vec<PartnerMessage>>,
    record: RecordedGame,
    /// Counts moves that were taken back: thoughts before are void.
    undone: u64,
    last: Instant,
    sender: Sender<TableEvent>,
    out: W,
    style: DrawStyle,
}

impl<W: Write> PersonsGame<W> {
    /// Everybody sits down.
    ///
    /// # Errors
    /// If there is no memory for a Kralle.
    pub fn new(
        kind: GameKind,
        table: Box<dyn Table>,
        seating: Seating,
        sender: Sender<TableEvent>,
        out: W,
        style: DrawStyle,
    ) -> Result<Self, crate::player::PlayerError> {
        let seats = table.seats();
        let opponent = |&person: &bool| (!person).then(|| Opponent::new(&kind.variant)).transpose();
        let opponents = seating.persons.iter().map(opponent).collect::<Result<_, _>>()?;
        let base = seating.control.as_ref().map_or(Duration::ZERO, |control| control.base);
        let fen = table.start().map(str::to_owned);
        Ok(Self {
            record: RecordedGame { fen, ..RecordedGame::new(kind.clone()) },
            kind,
            opponents,
            clocks: vec![base; seats],
            heard: vec![Vec::new(); seats],
            undone: 0,
            last: Instant::now(),
            table,
            seating,
            sender,
            out,
            style,
        })
    }

    /// Plays until the game is over or everybody has left; the record.
    ///
    /// # Errors
    /// If nobody can be shown anything.
    pub fn run(mut self, events: &Receiver<TableEvent>) -> std::io::Result<RecordedGame> {
        self.draw()?;
        self.last = Instant::now();
        loop {
            self.ask_opponents()?;
            let event = events.recv_timeout(TICK);
            self.charge()?;
            if self.table.verdict().is_over() {
                break;
            }
            match event {
                Ok(TableEvent::Line(Some(line))) => match Order::read(&line) {
                    Some(Order::Quit) => break,
                    Some(order) => self.obey(order)?,
                    None => {}
                },
                Ok(TableEvent::Line(None)) => break,
                Ok(TableEvent::Said(seat, number, word)) => self.hear(seat, number, word)?,
                Ok(TableEvent::Hint(text)) => self.say(&text)?,
                Err(_) => {}
            }
            if self.table.verdict().is_over() {
                break;
            }
        }
        for opponent in self.opponents.iter_mut().flatten() {
            opponent.forget_question();
        }
        let verdict = self.table.verdict();
        if verdict.is_over() {
            self.say(&format!("the game is over: {verdict}"))?;
            self.record.result = verdict.result().into();
            self.record.ending = Some(verdict.to_string());
        }
        Ok(self.record)
    }

    fn boards(&self) -> usize {
        if is_pair(&*self.table) { 2 } else { 1 }
    }

    /// Seats on move, by board.
    fn movers(&self) -> Vec<usize> {
        (0..self.boards()).filter_map(|board| self.table.on_move(board)).collect()
    }

    /// Takes the time that has gone by from the clocks of those on move.
    fn charge(&mut self) -> std::io::Result<()> {
        let gone = self.last.elapsed();
        self.last = Instant::now();
        if self.seating.control.is_none() {
            return Ok(());
        }
        for seat in self.movers() {
            self.clocks[seat] = self.clocks[seat].saturating_sub(gone);
            if self.clocks[seat].is_zero() {
                self.table.flag(seat);
                let word = seat_word(&*self.table, seat);
                self.say(&format!("the flag of {word} has fallen"))?;
            }
        }
        let left: Vec<Option<u64>> =
            self.clocks.iter().map(|left| Some(left.as_millis() as u64)).collect();
        self.table.set_clocks(&left);
        Ok(())
    }

    /// Kralles on move think, and those whose thoughts are void think again.
    fn ask_opponents(&mut self) -> std::io::Result<()> {
        let (movers, increment) = (self.movers(), self.increment());
        for seat in 0..self.opponents.len() {
            let board = self.table.board_of(seat);
            let words = self.heard[seat].iter().map(ToString::to_string).collect::<String>();
            let rest = self.table.state_beside(board) ^ (words.len() as u64);
            let state = (self.table.state(board), rest, self.undone);
            let is_mover = movers.contains(&seat) && self.table.can_move(board);
            let Some(opponent) = &mut self.opponents[seat] else { continue };
            if !is_mover {
                opponent.forget_question();
                continue;
            }
            if opponent.thinks_about(state) {
                continue;
            }
            let clocks =
                if self.seating.control.is_some() { self.clocks.clone() } else { Vec::new() };
            let request = SeatRequest {
                seat,
                level: self.seating.level,
                seed: self.seating.seed + self.record.plies.len() as u64,
                time: self.seating.time,
                clocks,
                increment,
                heard: self.heard[seat].clone(),
            };
            let asked = opponent.ask(&*self.table, &request, state, &self.sender);
            if let Err(error) = asked {
                self.say(&format!("a Kralle cannot think: {error}"))?;
            }
        }
        Ok(())
    }

    fn increment(&self) -> Duration {
        self.seating.control.as_ref().map_or(Duration::ZERO, |control| control.increment)
    }

    /// A Kralle says something.
    fn hear(&mut self, seat: usize, number: u64, word: OpponentWord) -> std::io::Result<()> {
        let Some(opponent) = &mut self.opponents[seat] else { return Ok(()) };
        if !opponent.is_current(number) {
            return Ok(());
        }
        match word {
            OpponentWord::Tells(message) => self.tell(seat, message),
            OpponentWord::Sits(piece) => {
                let word = seat_word(&*self.table, seat);
                let piece = piece.map_or(String::new(), |letter| format!(" for {letter}"));
                self.say(&format!("{word} waits{piece}"))
            }
            OpponentWord::Plays(mv) => {
                opponent.answered();
                match mv {
                    Some(mv) => {
                        let text = self.table.write(mv);
                        // What has become impossible meanwhile is thought about anew.
                        if !self.play(seat, &text)? {
                            self.undone += 1;
                        }
                        Ok(())
                    }
                    None => Ok(()),
                }
            }
        }
    }

    /// Plays a move if it is legal, and shows it.
    fn play(&mut self, seat: usize, text: &str) -> std::io::Result<bool> {
        let Ok(played) = self.table.play(seat, text) else { return Ok(false) };
        let increment = self.increment();
        self.clocks[seat] += increment;
        let clock = self.seating.control.is_some().then(|| self.clocks[seat].as_millis() as i64);
        let label = format!("{} {}. {}", seat_word(&*self.table, seat), played.number, played.san);
        let (nags, comments, variation) = (Vec::new(), Vec::new(), Vec::new());
        self.record.plies.push(RecordedPly { played, clock, nags, comments, variation });
        self.draw()?;
        self.say(&label)?;
        Ok(true)
    }

    /// Somebody says something to the partner.
    fn tell(&mut self, seat: usize, message: PartnerMessage) -> std::io::Result<()> {
        let text = message.to_string();
        if let Err(refusal) = self.table.tell(seat, &text) {
            // Kralles know the rules; only persons need to be told.
            return if self.seating.persons[seat] {
                self.say(&refusal.to_string())
            } else {
                Ok(())
            };
        }
        if let Some(partner) = self.table.listener(seat) {
            remember(&mut self.heard[partner], message);
            let words = [seat, partner].map(|seat| seat_word(&*self.table, seat));
            return self.say(&format!("{} to {}: {text}", words[0], words[1]));
        }
        Ok(())
    }

    /// Carries out what a person typed.
    fn obey(&mut self, order: Order) -> std::io::Result<()> {
        match order {
            Order::Quit => {}
            Order::Help => return self.say(HELP),
            Order::Board => self.draw()?,
            Order::Fen => return self.say(&self.table.fen()),
            Order::Moves => {
                let lists: Vec<String> =
                    self.own_movers().iter().map(|&seat| self.legal(seat)).collect();
                return self.say(&lists.join("\n"));
            }
            Order::Hint => return self.hint(),
            Order::Undo => return self.undo(),
            Order::Resign => {
                let seat = self.own_movers().first().copied().or_else(|| self.first_person());
                if !seat.is_some_and(|seat| self.table.resign(seat)) {
                    return self.say("the rules let you resign only when you are on move");
                }
            }
            Order::Say(words) => {
                let Some(seat) = self.first_person() else { return Ok(()) };
                return match words.parse::<PartnerMessage>() {
                    Ok(message) => self.tell(seat, message),
                    Err(error) => self.say(&format!("`{words}`: {error}")),
                };
            }
            Order::Move(text) => return self.move_of_person(&text),
        }
        Ok(())
    }

    fn first_person(&self) -> Option<usize> {
        self.seating.persons.iter().position(|&person| person)
    }

    /// Persons on move.
    fn own_movers(&self) -> Vec<usize> {
        self.movers().into_iter().filter(|&seat| self.seating.persons[seat]).collect()
    }

    fn legal(&self, seat: usize) -> String {
        let moves = self.table.legal(self.table.board_of(seat));
        format!("{}: {}", seat_word(&*self.table, seat), moves.join(" "))
    }

    fn move_of_person(&mut self, text: &str) -> std::io::Result<()> {
        let movers = self.own_movers();
        if movers.is_empty() {
            return self.say("you are not on move (`help` says what can be typed)");
        }
        let (digit, plain) = match text.split_at_checked(1) {
            Some((digit @ ("1" | "2"), rest)) if self.boards() == 2 => (Some(digit), rest),
            _ => (None, text),
        };
        for seat in movers {
            let board = self.table.board_of(seat);
            if digit.is_some_and(|digit| digit != (board + 1).to_string()) {
                continue;
            }
            let uci = self.table.read_san(board, plain).unwrap_or_else(|| plain.to_owned());
            if self.play(seat, &uci)? {
                return Ok(());
            }
        }
        self.say(&format!(
            "`{text}` is no legal move (`moves` lists them, `help` what can be typed)"
        ))
    }

    /// Takes back the last move of a person, and all after it.
    fn undo(&mut self) -> std::io::Result<()> {
        let is_own = |ply: &RecordedPly| self.seating.persons[ply.played.seat];
        let Some(last) = self.record.plies.iter().rposition(is_own) else {
            return self.say("you have not moved yet");
        };
        while self.record.plies.len() > last {
            if !self.table.undo() {
                return self.say("this cannot be taken back");
            }
            self.record.plies.pop();
        }
        self.undone += 1;
        self.draw()?;
        Ok(())
    }

    /// Thinks for a person, on a thread of its own.
    fn hint(&mut self) -> std::io::Result<()> {
        let Some(&seat) = self.own_movers().first() else {
            return self.say("you are not on move");
        };
        let request = SeatRequest {
            seat,
            level: FULL,
            seed: 0,
            time: HINT_TIME,
            clocks: Vec::new(),
            increment: Duration::ZERO,
            heard: self.heard[seat].clone(),
        };
        let settings = crate::player::EngineSettings { hash_mib: 16, threads: 1 };
        let player =
            AnyPlayer::new(&self.kind.variant, &crate::eval::chosen::EvalChoice::BuiltIn, settings);
        let search = player.and_then(|player| {
            let search = request.search(&player, self.table.position())?;
            Ok((player, search))
        });
        let (player, search) = match search {
            Ok(found) => found,
            Err(error) => return self.say(&error.to_string()),
        };
        // Names of moves are those of the position as it is now.
        let board = self.table.board_of(seat);
        let legal = self.table.legal(board);
        let names = legal.iter().filter_map(|text| {
            let mv = self.table.read(board, text).ok()?;
            Some((mv.on_board(0), self.table.san(mv)))
        });
        let names: Vec<(Move, String)> = names.collect();
        let sender = self.sender.clone();
        std::thread::spawn(move || {
            let _kept = player;
            search(&Arc::default(), &mut |event| {
                if let SearchEvent::Answer(answer) = event {
                    let best = answer.best.map(|mv| mv.on_board(0));
                    let name = names.iter().find(|(mv, _)| Some(*mv) == best);
                    let text = name.map_or("nothing", |(_, san)| san);
                    let _ = sender.send(TableEvent::Hint(format!("hint: {text}")));
                }
            });
        });
        Ok(())
    }

    fn say(&mut self, text: &str) -> std::io::Result<()> {
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    fn draw(&mut self) -> std::io::Result<()> {
        let movers = self.movers();
        let beside: Vec<String> = (0..self.table.seats())
            .map(|seat| {
                let mark = if movers.contains(&seat) { '>' } else { ' ' };
                let who = if self.seating.persons[seat] { "you" } else { "Kralle" };
                let left = self.clocks[seat].as_secs_f64();
                let clock = match self.seating.control {
                    Some(_) => format!("{:>3}:{:04.1}", (left / 60.0) as u64, left % 60.0),
                    None => String::new(),
                };
                format!("{mark} {:<3}{who:<7}{clock}", seat_word(&*self.table, seat))
            })
            .collect();
        writeln!(self.out)?;
        for line in view::table(&*self.table, self.style, &beside) {
            writeln!(self.out, "{line}")?;
        }
        self.out.flush()
    }
}
