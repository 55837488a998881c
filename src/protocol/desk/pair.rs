//! The desk of the games on two boards. It speaks two dialects of UCI: moves with their
//! board's digit (`1e2e4`) where two boards are named, plain moves where one FEN alone or
//! a list of plain moves says that the program knows of one board only.

use std::sync::{Arc, Mutex};

use super::count;
use super::pair_clocks::{CLOCKS, all_clocks, own_clock};
use super::pair_orders::{FORMS, PairOrder};
use super::{Desk, DeskError, Job};
use crate::board::{MoveList, Silent};
use crate::eval::chosen::{AnyEval, EvalChoice};
use crate::eval::priced::{Priced, Prices};
use crate::game::Playable;
use crate::game::pair::{Pair, Seat};
use crate::game::rules::{Promotion, Rules, START};
use crate::game::single::Position;
use crate::notation::uci::{self, Castling};
use crate::notation::{Hidden, PairSetup};
use crate::player::engine::{self, EngineHandle};
use crate::player::event::{self, Answer, Search};
use crate::player::partner::Appraiser;
use crate::player::partner::{Live, Thinking};
use crate::protocol::Settings;
use crate::protocol::text::draw;
use crate::protocol::text::explain::opinion;
use crate::protocol::uci::Go;
use crate::protocol::uci::command::{Form, Placement};
use crate::search::Limits;

/// Two boards and the engine that thinks about one of them.
pub struct PairDesk {
    pub(super) rules: Rules,
    castling: Castling,
    chess960: bool,
    choice: EvalChoice,
    eval: AnyEval,
    /// For whom to play; `None` for whoever is on move.
    pub(super) seat: Option<Seat>,
    pub(super) pair: Pair,
    /// Milliseconds left, as the last position said.
    clocks: [Option<u64>; 4],
    /// Does the program speak of one board only?
    plain: bool,
    pub(super) live: Arc<Live>,
    prices: Prices,
    engine: EngineHandle<Position, Priced>,
    appraiser: Arc<Mutex<Appraiser>>,
}

pub(super) fn refused(error: impl std::error::Error + Send + Sync + 'static) -> DeskError {
    DeskError::Position(error.into())
}

pub(super) fn order(error: PairOrder) -> DeskError {
    DeskError::Engine(error.to_string())
}

pub(super) fn seat_named(text: &str) -> Option<Seat> {
    Seat::ALL.into_iter().find(|seat| seat.to_string() == text)
}

impl PairDesk {
    /// The desk for these rules, at the starting position of both boards.
    ///
    /// # Errors
    /// If there is no memory for the engine's table.
    pub fn open(settings: &Settings, rules: Rules) -> Result<Self, DeskError> {
        let prices = Prices::default();
        let eval = settings.eval(&rules).map_err(refused)?;
        let priced = Priced::new(eval.clone(), prices.clone(), rules.demotes);
        let mut appraiser = Appraiser::new(eval.clone(), prices.clone())?;
        appraiser.looks_beside = settings.prices;
        let start = format!("{START} | {START}");
        let (pair, clocks) = read(&start, rules, settings.chess960)?;
        Ok(Self {
            rules,
            castling: settings.castling(),
            chess960: settings.chess960,
            choice: settings.choice().clone(),
            eval,
            seat: seat_named(settings.seat),
            pair,
            clocks,
            plain: true,
            live: Arc::default(),
            prices,
            engine: EngineHandle::new(priced, settings.engine())?,
            appraiser: Arc::new(Mutex::new(appraiser)),
        })
    }

    /// Answers without a board's digit?
    pub(super) fn is_plain(&self) -> bool {
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
        Ok(go.limits(moves, own_clock(go, seat)?, settings))
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
    pub(super) fn read_move(
        pair: &Pair,
        text: &str,
        plain: bool,
    ) -> Result<crate::board::Move, DeskError> {
        let wrong = |error: crate::notation::MoveError| DeskError::Position(error.into());
        let (board, _) = if plain { (0, text) } else { uci::split_board(text).map_err(wrong)? };
        let legal = pair.moves_on(board).map_err(refused)?;
        if plain { uci::read(text, &legal) } else { uci::read_pair(text, &legal) }.map_err(wrong)
    }

    /// Why lines cannot be counted, if so: a known board has a piece of unknown value.
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

/// Why no move is answered: not a null move, nothing can be played now.
pub(super) fn nothing(verdict: &str) -> String {
    format!("nothing to play now: {verdict}")
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
        if settings.choice() != &self.choice {
            let eval = settings.eval(&self.rules).map_err(refused)?;
            let priced = Priced::new(eval.clone(), self.prices.clone(), self.rules.demotes);
            self.engine.set_eval(&priced);
            engine::lock(&self.appraiser).set_eval(&eval);
            (self.choice, self.eval) = (settings.choice().clone(), eval);
        }
        self.engine.configure(settings.engine())?;
        self.chess960 = settings.chess960;
        self.castling = settings.castling();
        self.seat = seat_named(settings.seat);
        engine::lock(&self.appraiser).looks_beside = settings.prices;
        Ok(())
    }

    fn forget(&mut self) {
        self.engine.forget();
        engine::lock(&self.appraiser).clear();
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

    fn think(&self, go: &Go, settings: &Settings) -> Result<Search, DeskError> {
        let seat = self.mover().map_err(order)?;
        let limits = self.limits(go, settings, seat)?;
        let position = self.pair.board_alone(seat.board).map_err(refused)?;
        let verdict = self.pair.verdict().to_string();
        if !self.pair.is_running(seat.board) && position.has_moves() {
            // The board stands, but nobody plays on it any more.
            let waits = limits.wait;
            return Ok(Box::new(move |signal, _| {
                if waits {
                    signal.wait_until(None, || signal.must_end() || signal.was_hit());
                }
                Answer { note: Some(nothing(&verdict)), ..Answer::NONE }
            }));
        }
        let thinking = Thinking {
            engine: self.engine.share(),
            appraiser: Arc::clone(&self.appraiser),
            live: Arc::clone(&self.live),
            seat,
            speaks: self.seat.is_some() || go.partner,
            rules: self.rules,
            limits,
            castling: self.castling,
            plain: self.is_plain(),
            verdict,
        };
        let clocks = all_clocks(go, &self.clocks, seat.board, settings.node_time > 0);
        self.live.begin(&self.pair, seat, clocks).map_err(refused)?;
        let search: Search = Box::new(move |signal, say| thinking.run(signal, say));
        Ok(event::remarking(self.choice.remark(&settings.variant), search))
    }

    fn divide(&self, depth: u32, settings: &Settings) -> Job {
        if let Some(complaint) = self.uncountable() {
            return Box::new(move |_, _| complaint);
        }
        let (castling, alone) = (self.castling, self.counts_alone());
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
            texts.push(opinion(self.eval.clone(), position));
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
