//! The desk of the games on two boards. It speaks two dialects of UCI: moves with their
//! board's digit (`1e2e4`) where two boards are named, plain moves where one FEN alone or
//! a list of plain moves says that the program knows of one board only.

use super::count;
use super::host::{Desk, DeskError, DeskSearch, Job, JobLine, refused};
use super::pair_clocks::{CLOCKS, all_clocks, own_clock};
use super::pair_error::{FORMS, PairOrderError};
use crate::board::{Move, MoveList, Silent};
use crate::eval::chosen::{AnyEval, EvalChoice};
use crate::game::Playable;
use crate::game::pair::{Pair, Seat};
use crate::game::rules::{Promotion, Rules, START};
use crate::notation::uci::{self, Castling};
use crate::notation::{Hidden, PairSetup};
use crate::player::partner::{PartnerPlayer, SeatOrder};
use crate::player::{Answer, Search, SearchEvent};
use crate::protocol::form::CommandForm;
use crate::protocol::options::Settings;
use crate::protocol::text::draw;
use crate::protocol::text::explain::opinion;
use crate::protocol::uci::command::Placement;
use crate::protocol::uci::go::Go;
use crate::search::Limits;

/// Two boards and the engine that thinks about one of them.
pub struct PairDesk {
    pub(super) rules: Rules,
    castling: Castling,
    chess960: bool,
    choice: EvalChoice,
    eval: AnyEval,
    /// For whom to play; `None` for the seat on move.
    pub(super) seat: Option<Seat>,
    pub(super) pair: Pair,
    /// Milliseconds left, as the last position said.
    clocks: [Option<u64>; 4],
    /// Does the program speak of one board only?
    plain: bool,
    pub(super) player: PartnerPlayer,
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
        let eval = settings.eval(&rules).map_err(refused)?;
        let player = PartnerPlayer::new(rules, eval.clone(), settings.engine())?;
        player.look_at_other_board(settings.prices);
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
            player,
        })
    }

    /// Answers without a board's digit?
    pub(super) fn is_plain(&self) -> bool {
        self.plain && self.seat.is_none()
    }

    /// For whom to think now: the seat set, or a seat that can move, board 1 first.
    fn mover(&self) -> Result<Seat, PairOrderError> {
        if let Some(seat) = self.seat {
            return if self.pair.is_on_move(seat) {
                Ok(seat)
            } else if self.pair.is_running(seat.board) {
                Err(PairOrderError::NotOnMove(seat))
            } else {
                Err(PairOrderError::NoBoard(seat))
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
    pub(super) fn read_move(pair: &Pair, text: &str, plain: bool) -> Result<Move, DeskError> {
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

/// There is nothing to search. An answer that is to wait does.
fn no_search(waits: bool) -> Search {
    Box::new(move |control, sink| {
        if waits {
            control.wait_until(None, || control.must_end() || control.was_hit());
        }
        sink(SearchEvent::Answer(Answer::NONE));
    })
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
            self.player.set_eval(&eval);
            (self.choice, self.eval) = (settings.choice().clone(), eval);
        }
        self.player.configure(settings.engine())?;
        self.chess960 = settings.chess960;
        self.castling = settings.castling();
        self.seat = seat_named(settings.seat);
        self.player.look_at_other_board(settings.prices);
        Ok(())
    }

    fn forget(&mut self) {
        self.player.forget();
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

    fn think(&self, go: &Go, settings: &Settings) -> Result<DeskSearch, DeskError> {
        let seat = self.mover()?;
        let limits = self.limits(go, settings, seat)?;
        let position = self.pair.board_alone(seat.board).map_err(refused)?;
        let search = if !self.pair.is_running(seat.board) && position.has_moves() {
            // The board stands, but nobody plays on it any more.
            no_search(limits.wait)
        } else {
            let frozen = settings.node_time > 0;
            let clocks = all_clocks(go, &self.clocks, seat.board, frozen);
            let speaks = self.seat.is_some() || go.partner;
            let may_wait = limits.clock.is_some() && !go.is_limited();
            let order = SeatOrder { seat, limits, clocks, speaks, may_wait };
            self.player.think(&self.pair, order).map_err(refused)?
        };
        let (plain, castling) = (self.is_plain(), self.castling);
        let write_move = move |mv: Move| {
            if plain {
                uci::write(mv, castling).to_string()
            } else {
                uci::write_pair(mv.on_board(seat.board), castling).to_string()
            }
        };
        let remark = self.choice.remark(&settings.variant);
        // Not a null move: nothing can be played now.
        let nothing = format!("nothing to play now: {}", self.pair.verdict());
        Ok(DeskSearch::new(search, write_move).remarking(remark, Some(nothing)))
    }

    fn divide(&self, depth: u32, settings: &Settings) -> Job {
        if let Some(complaint) = self.uncountable() {
            return Box::new(move |_, say| say(JobLine::Last(&complaint)));
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
            return Box::new(move |_, say| say(JobLine::Last(&complaint)));
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

    fn forms(&self) -> &'static [CommandForm] {
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
