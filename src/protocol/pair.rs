//! The desk of the games on two boards. It speaks two dialects of UCI: moves with their
//! board's digit (`1e2e4`) where two boards are named, plain moves where one FEN alone or
//! a list of plain moves says that the program knows of one board only.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::command::{Form, Placement};
use super::desk::{Desk, DeskError, Job};
use super::pair_think::{Live, Thinking};
use super::{CommandError, Go, Settings, count, draw};
use crate::board::{Color, Hand, MoveList, Role, Silent};
use crate::eval::Eval;
use crate::eval::classical::Classical;
use crate::eval::priced::{Priced, Prices};
use crate::eval::weights::Weights;
use crate::game::Game;
use crate::game::law::Matter;
use crate::game::pair::{BoardEnd, How, Pair, Seat, Signal};
use crate::game::rules::{Promotion, Rules, START};
use crate::game::single::Position;
use crate::notation::uci::{self, Castling};
use crate::notation::{Hidden, PairSetup};
use crate::search::{Clock, Engine, Limits};

pub(super) type Thinker = Engine<Position, Priced>;

/// Two boards and the engine that thinks about one of them.
pub struct PairDesk {
    rules: Rules,
    chess960: bool,
    hash_mib: usize,
    threads: usize,
    /// For whom to play; `None` for whoever is on move.
    seat: Option<Seat>,
    pair: Pair,
    /// Milliseconds left, as the last position said.
    clocks: [Option<u64>; 4],
    /// Does the program speak of one board only?
    plain: bool,
    live: Arc<Live>,
    /// Held by a job while it thinks.
    engine: Arc<Mutex<Thinker>>,
}

/// The commands of this desk.
const FORMS: &[Form] = &[
    Form {
        form: "hand SEAT MEN|-",
        help: "a seat (1w 1b 2w 2b) holds these men now; a search goes on from there",
    },
    Form {
        form: "played MOVE",
        help: "a move was played on a board, also while the engine thinks about the other",
    },
    Form {
        form: "partner [never-mind] need|no|mates-me|mates-him MAN | sit | go | fast | slow | \
               dead | alive | trade | no-trade | move MOVE",
        help: "what the partner of the seat that is set says; `never-mind` withdraws it",
    },
    Form {
        form: "over BOARD 1-0|0-1|1/2-1/2 flag|resignation|agreement|illegal-move",
        help: "a board has ended otherwise than by mate",
    },
];

/// The words for clocks: of the own board, and of both boards.
const CLOCKS: &[&str] = &[
    "wtime", "btime", "winc", "binc", "1wtime", "1btime", "2wtime", "2btime", "1winc", "1binc",
    "2winc", "2binc",
];
/// By seat.
const TIMES: [&str; 4] = ["1wtime", "1btime", "2wtime", "2btime"];
const INCREMENTS: [&str; 4] = ["1winc", "1binc", "2winc", "2binc"];

/// Why an order for two boards is refused.
#[derive(Debug, thiserror::Error)]
enum PairOrder {
    #[error("`hand` needs a seat (1w 1b 2w 2b) and its men, or - for none")]
    HandForm,
    #[error("`{0}` is no seat; the seats are 1w 1b 2w 2b")]
    Seat(String),
    #[error("`{0}` is no man that can be held")]
    Man(char),
    #[error("at most {most} men of one kind can be held", most = Hand::MOST / 2)]
    TooMany,
    #[error("`played` needs one move")]
    PlayedForm,
    #[error("the engine is thinking about that board; `stop` ends it")]
    Thinking,
    #[error("`partner` needs a seat to speak to: set the option Seat first")]
    NoSeat,
    #[error("`over` needs a board, a result and a reason")]
    OverForm,
    #[error("board {0} is not being played")]
    NotRunning(String),
    #[error("{0} is not on move")]
    NotOnMove(Seat),
    #[error("seat {0} is on a board that is over or unknown")]
    NoBoard(Seat),
}

fn refused(error: impl std::error::Error + Send + Sync + 'static) -> DeskError {
    DeskError::Position(error.into())
}

fn order(error: PairOrder) -> DeskError {
    DeskError::Engine(error.to_string())
}

fn seat_named(text: &str) -> Option<Seat> {
    Seat::ALL.into_iter().find(|seat| seat.to_string() == text)
}

impl PairDesk {
    /// The desk for these rules, at the starting position of both boards.
    ///
    /// # Errors
    /// If there is no memory for the engine's table.
    pub fn open(settings: &Settings, rules: Rules) -> Result<Self, DeskError> {
        let prices = Prices::default();
        let plain = Classical::new(Weights::under(&rules));
        let eval = Priced::new(plain, prices.clone(), rules.demotes);
        let engine = Engine::new(eval, settings.hash_mib, settings.threads);
        let start = format!("{START} | {START}");
        let (pair, clocks) = read(&start, rules, settings.chess960)?;
        Ok(Self {
            rules,
            chess960: settings.chess960,
            hash_mib: settings.hash_mib,
            threads: settings.threads,
            seat: seat_named(settings.seat),
            pair,
            clocks,
            plain: true,
            live: Arc::new(Live::new(prices)),
            engine: Arc::new(Mutex::new(engine.map_err(DeskError::Engine)?)),
        })
    }

    fn engine(&self) -> MutexGuard<'_, Thinker> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn castling(&self) -> Castling {
        if self.chess960 { Castling::KingTakesRook } else { Castling::KingStep }
    }

    /// Answers without a board's digit?
    fn is_plain(&self) -> bool {
        self.plain && self.seat.is_none()
    }

    /// For whom to think now: the seat set, or whoever can move, board 1 first.
    fn mover(&self) -> Result<Seat, PairOrder> {
        if let Some(seat) = self.seat {
            return if self.pair.is_on_move(seat) {
                Ok(seat)
            } else if self.pair.is_running(seat.board) {
                Err(PairOrder::NotOnMove(seat))
            } else {
                Err(PairOrder::NoBoard(seat))
            };
        }
        let first = usize::from(self.pair.count_on(0) == 0 && self.pair.count_on(1) != 0);
        Ok(self.pair.on_move(first))
    }

    fn limits(&self, go: &Go, settings: &Settings, seat: Seat) -> Result<Limits, DeskError> {
        let legal = self.legal_on(seat.board)?;
        let wrong = |error: crate::notation::MoveError| DeskError::SearchMove(error.into());
        let mut moves = Vec::with_capacity(go.search_moves.len());
        for text in &go.search_moves {
            let mv = if self.is_plain() {
                uci::read(text, &legal).map_err(wrong)?
            } else {
                let both: MoveList = legal.iter().map(|mv| mv.on_board(seat.board)).collect();
                uci::read_pair(text, &both).map_err(wrong)?
            };
            moves.push(mv.on_board(0));
        }
        Ok(Limits {
            moves,
            clock: self.clock(go, seat)?,
            move_time: go.move_time,
            depth: go.depth,
            nodes: go.nodes,
            mate: go.mate,
            wait: go.ponder || go.infinite,
            lines: settings.lines,
            overhead: settings.overhead,
        })
    }

    /// The seat's clock, by its own word or by the word of its board alone.
    fn clock(&self, go: &Go, seat: Seat) -> Result<Option<Clock>, CommandError> {
        let (time, increment) = match seat.color {
            Color::White => ("wtime", "winc"),
            Color::Black => ("btime", "binc"),
        };
        let either = |own: &str, plain: &str| go.clock(own).or_else(|| go.clock(plain));
        let Some(remaining) = either(TIMES[seat.index()], time) else {
            let otherwise = go.depth.is_some() || go.nodes.is_some() || go.move_time.is_some();
            return if go.clocks.is_empty() || otherwise || go.infinite {
                Ok(None)
            } else {
                Err(CommandError::NotMyClock(TIMES[seat.index()]))
            };
        };
        let increment = either(INCREMENTS[seat.index()], increment).unwrap_or_default();
        Ok(Some(Clock { remaining, increment, moves_to_go: go.moves_to_go }))
    }

    fn legal_on(&self, board: usize) -> Result<MoveList, DeskError> {
        let moves = self.pair.moves_on(board).map_err(refused)?;
        Ok(moves.into_iter().map(|mv| mv.on_board(0)).collect())
    }

    /// Is this placement of one board, told without digits?
    fn is_of_one_board(placement: &Placement) -> bool {
        let digit = |text: &String| text.starts_with(['1', '2']);
        match &placement.fen {
            Some(fen) => !fen.contains('|') && !placement.moves.iter().any(digit),
            None => !placement.moves.iter().any(digit),
        }
    }

    /// A move played on a board, its digit first, or plain.
    fn read_move(pair: &Pair, text: &str, plain: bool) -> Result<crate::board::Move, DeskError> {
        let wrong = |error: crate::notation::MoveError| DeskError::Position(error.into());
        let (board, _) = if plain { (0, text) } else { uci::split_board(text).map_err(wrong)? };
        let legal = pair.moves_on(board).map_err(refused)?;
        if plain { uci::read(text, &legal) } else { uci::read_pair(text, &legal) }.map_err(wrong)
    }

    fn set_hand(&mut self, words: &[String]) -> Result<String, DeskError> {
        let [seat, men] = words else { return Err(order(PairOrder::HandForm)) };
        let seat = seat_named(seat).ok_or_else(|| order(PairOrder::Seat(seat.clone())))?;
        let mut hand = Hand::EMPTY;
        for letter in men.chars().filter(|_| men != "-") {
            let role = Role::from_letter(letter)
                .filter(|role| Role::DROPPABLE.contains(role))
                .ok_or_else(|| order(PairOrder::Man(letter)))?;
            let count = hand.count(role) + 1;
            if count > Hand::MOST / 2 {
                return Err(order(PairOrder::TooMany));
            }
            hand = hand.with(role, count);
        }
        self.pair.set_hand(seat, hand).map_err(refused)?;
        self.tell_thinker();
        Ok(format!("info string {seat} holds {men}"))
    }

    fn played(&mut self, words: &[String]) -> Result<String, DeskError> {
        let [text] = words else { return Err(order(PairOrder::PlayedForm)) };
        let mv = Self::read_move(&self.pair, text, self.is_plain())?;
        if self.live.thinks_about(mv.board()) {
            return Err(order(PairOrder::Thinking));
        }
        self.live.moved(self.pair.on_move(mv.board()));
        self.pair.play(mv, &mut Silent);
        self.tell_thinker();
        Ok(format!("info string played {text}"))
    }

    fn over(&mut self, words: &[String]) -> Result<String, DeskError> {
        let [board, result, reason] = words else { return Err(order(PairOrder::OverForm)) };
        let index = match board.as_str() {
            "1" => 0,
            "2" => 1,
            _ => return Err(order(PairOrder::OverForm)),
        };
        let winner = match result.as_str() {
            "1-0" => Some(Color::White),
            "0-1" => Some(Color::Black),
            "1/2-1/2" => None,
            _ => return Err(order(PairOrder::OverForm)),
        };
        let (how, matter) = match (reason.as_str(), winner) {
            ("flag", Some(_)) => (How::Flag, Matter::Flag),
            ("flag", None) => (How::Flag, Matter::BothFlags),
            ("resignation", Some(_)) => (How::Resignation, Matter::Resigned),
            ("agreement", None) => (How::Agreement, Matter::Agreed),
            ("illegal-move", Some(_)) => (How::IllegalMove, Matter::IllegalMove),
            _ => return Err(order(PairOrder::OverForm)),
        };
        if !self.pair.is_running(index) {
            return Err(order(PairOrder::NotRunning(board.clone())));
        }
        if self.live.thinks_about(index) {
            return Err(order(PairOrder::Thinking));
        }
        let article = self.rules.article(matter);
        self.pair.finish(index, BoardEnd { winner, how, article });
        self.tell_thinker();
        Ok(format!("info string {}", self.pair.verdict()))
    }

    /// The partner of our seat says something; a search under way goes on with it in mind.
    fn partner(&mut self, words: &[String]) -> Result<String, DeskError> {
        let seat = self.seat.ok_or_else(|| order(PairOrder::NoSeat))?;
        let text = words.join(" ");
        let signal: Signal = text.parse().map_err(refused)?;
        self.live.hear(&self.rules, seat, &signal).map_err(refused)?;
        Ok(format!("info string {} says {signal}", seat.partner()))
    }

    /// What has changed reaches a search that is under way.
    fn tell_thinker(&self) {
        for board in 0..2 {
            if let Ok(position) = self.pair.board_alone(board) {
                self.live.update(board, position);
            }
        }
    }

    /// Why lines cannot be counted, if so: a known board has a man of unknown value.
    fn uncountable(&self) -> Option<String> {
        let known = (0..2).filter(|&board| self.pair.is_known(board));
        let mut refusals = known.filter_map(|board| self.pair.moves_on(board).err());
        refusals.next().map(|reason| format!("info string error: {reason}"))
    }

    /// Board 1 as a game of its own, if it is counted so.
    fn counts_alone(&self) -> bool {
        !self.pair.is_known(1)
    }
}

/// A pair from a FEN, and its clocks.
fn read(fen: &str, rules: Rules, chess960: bool) -> Result<(Pair, [Option<u64>; 4]), DeskError> {
    let hidden = match rules.promotion {
        Promotion::PawnShaped => Hidden::Allowed,
        _ => Hidden::Refused,
    };
    let setup = PairSetup::read(fen, hidden).map_err(refused)?;
    let pair = Pair::new(&setup.first, setup.second.as_ref(), rules, chess960).map_err(refused)?;
    let [[a, b], [c, d]] = setup.clocks;
    Ok((pair, [a, b, c, d]))
}

impl Desk for PairDesk {
    fn configure(&mut self, settings: &Settings) -> Result<(), DeskError> {
        if settings.hash_mib != self.hash_mib {
            self.engine().resize(settings.hash_mib).map_err(DeskError::Engine)?;
            self.hash_mib = settings.hash_mib;
        }
        if settings.threads != self.threads {
            self.engine().set_threads(settings.threads);
            self.threads = settings.threads;
        }
        self.chess960 = settings.chess960;
        self.seat = seat_named(settings.seat);
        Ok(())
    }

    fn forget(&mut self) {
        self.engine().clear();
        self.live.forget();
    }

    fn place(&mut self, placement: &Placement) -> Result<(), DeskError> {
        let plain = Self::is_of_one_board(placement);
        let both = format!("{START} | {START}");
        let start = if plain && !placement.moves.is_empty() { START } else { &both };
        let fen = placement.fen.as_deref().unwrap_or(start);
        let (mut pair, clocks) = read(fen, self.rules, self.chess960)?;
        for (index, text) in placement.moves.iter().enumerate() {
            let mv = Self::read_move(&pair, text, plain).map_err(|error| DeskError::Move {
                number: index + 1,
                cause: match error {
                    DeskError::Position(cause) => cause,
                    other => other.into(),
                },
            })?;
            pair.play(mv, &mut Silent);
        }
        (self.pair, self.clocks, self.plain) = (pair, clocks, plain);
        Ok(())
    }

    fn clock_words(&self) -> &'static [&'static str] {
        CLOCKS
    }

    fn think(&self, go: &Go, settings: &Settings) -> Result<Job, DeskError> {
        let seat = self.mover().map_err(order)?;
        let limits = self.limits(go, settings, seat)?;
        let position = self.pair.board_alone(seat.board).map_err(refused)?;
        let thinking = Thinking {
            engine: Arc::clone(&self.engine),
            live: Arc::clone(&self.live),
            seat,
            speaks: self.seat.is_some(),
            rules: self.rules,
            limits,
            wdl: settings.show_wdl,
            castling: self.castling(),
            plain: self.is_plain(),
            verdict: self.pair.verdict().to_string(),
        };
        self.live.begin(seat.board, position);
        Ok(Box::new(move |signal, say| thinking.run(signal, say)))
    }

    fn divide(&self, depth: u32, settings: &Settings) -> Job {
        if let Some(complaint) = self.uncountable() {
            return Box::new(move |_, _| complaint);
        }
        let (castling, alone) = (self.castling(), self.counts_alone());
        let write_move = move |mv| {
            let text = if alone { uci::write(mv, castling) } else { uci::write_pair(mv, castling) };
            text.to_string()
        };
        count::divide(self.pair.clone(), depth, settings.threads, write_move)
    }

    fn perft(&self, depth: u32, settings: &Settings) -> Job {
        if let Some(complaint) = self.uncountable() {
            return Box::new(move |_, _| complaint);
        }
        count::perft(self.pair.clone(), depth, settings.threads)
    }

    fn display(&self) -> String {
        draw::pair(&self.pair, &self.clocks)
    }

    fn explain(&self) -> String {
        let mut texts = Vec::new();
        for position in [self.pair.board(0), self.pair.board(1)].into_iter().flatten() {
            let mut eval = Classical::new(Weights::under(&self.rules));
            let terms = eval.explain(position);
            eval.reset(position);
            let value = eval.evaluate(position);
            texts.push(super::report::explanation(&terms, ["White", "Black"], value));
        }
        texts.join("\n\n")
    }

    fn verdict(&self) -> String {
        self.pair.verdict().to_string()
    }

    fn forms(&self) -> &'static [Form] {
        FORMS
    }

    fn own(&mut self, words: &[String]) -> Option<Result<String, DeskError>> {
        let (first, rest) = words.split_first()?;
        match first.as_str() {
            "hand" => Some(self.set_hand(rest)),
            "played" => Some(self.played(rest)),
            "partner" => Some(self.partner(rest)),
            "over" => Some(self.over(rest)),
            _ => None,
        }
    }
}
