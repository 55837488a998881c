//! A desk: the table at which a game stands, and the player that thinks about it. It turns
//! text into both and back. What it holds to:
//!
//! * an order that fails leaves everything as it was;
//! * a [`DeskSearch`] or [`Job`] is self-contained: it runs on its own thread while the desk
//!   answers `d`, `eval` and `verdict`; the session starts no second job and changes nothing
//!   before the first has ended, except by the desk's [own](Desk::own) commands.
//!
//! On two boards the desk speaks two dialects of UCI: moves with their board's digit
//! (`1e2e4`) where two boards are named, plain moves where one FEN alone or a list of plain
//! moves says that the program knows of one board only.

use super::clocks::{all_clocks, clock_of, clock_words, seat_clock};
use super::count;
use super::error::{Cause, DeskError, PairOrderError, refused};
use super::forms::{MANY_SEATS, ONE_BOARD, TWO_BOARDS, seat_named};
use super::job::{DeskSearch, Job, JobLine};
use super::standing::{Standing, is_of_one_board};
use crate::board::Move;
use crate::eval::chosen::EvalChoice;
use crate::game::multi::{self, MultiGame};
use crate::game::pair::{Pair, PartnerMessage, Seat};
use crate::game::table::{AnyPosition, GameKind};
use crate::notation::MoveError;
use crate::notation::uci::{self, Castling};
use crate::player::EngineSettings;
use crate::player::any::board_eval;
use crate::player::partner::{Diagonal, PartnerPlayer, SeatOrder, at_pace};
use crate::player::{Answer, AnyPlayer, Search, SearchEvent};
use crate::protocol::form::CommandForm;
use crate::protocol::options::Settings;
use crate::protocol::text::{draw, explain};
use crate::protocol::uci::command::Placement;
use crate::protocol::uci::go::Go;

/// A game under way and the player that thinks about it.
pub struct Desk {
    pub(super) kind: GameKind,
    castling: Castling,
    choice: EvalChoice,
    pub(super) table: Standing,
    pub(super) player: AnyPlayer,
    /// On two boards, the seat to play; `None` for the seat on move.
    pub(super) seat: Option<Seat>,
    /// On two boards: does the program speak of one board only?
    plain: bool,
    /// At one board: what mated allies have said.
    pub(super) advice: Vec<(usize, PartnerMessage)>,
}

/// The game of the settings, and how it is set up.
fn kind_of(settings: &Settings) -> GameKind {
    let named = &settings.variant;
    let variant = if settings.art33 { named.clone() } else { named.with_joint_mates() };
    let chess960 = settings.chess960 && variant.board_rules().is_some();
    GameKind { chess960, ..GameKind::new(variant) }
}

impl Desk {
    /// The desk for the game that the settings name, at its starting position.
    ///
    /// # Errors
    /// If the player cannot be had.
    pub fn open(settings: &Settings) -> Result<Self, DeskError> {
        let kind = kind_of(settings);
        let choice = settings.choice().clone();
        let player = AnyPlayer::new(&kind.variant, &choice, settings.engine())?;
        let desk = Self {
            table: Standing::start(&kind)?,
            castling: settings.castling(),
            seat: seat_named(settings.seat),
            plain: true,
            advice: Vec::new(),
            kind,
            choice,
            player,
        };
        desk.look_at_other_board(settings);
        Ok(desk)
    }

    fn look_at_other_board(&self, settings: &Settings) {
        if let Some(player) = self.player.partner() {
            player.look_at_other_board(settings.prices);
        }
    }

    /// Takes over new settings. The game in them is the one this desk was opened for.
    ///
    /// # Errors
    /// If the player cannot be had so; it stays as it was.
    pub fn configure(&mut self, settings: &Settings) -> Result<(), DeskError> {
        let kind = kind_of(settings);
        if settings.choice() != &self.choice {
            self.player.set_eval(&kind.variant, settings.choice()).map_err(refused)?;
            self.choice = settings.choice().clone();
        }
        self.player.configure(settings.engine())?;
        self.kind = kind;
        self.castling = settings.castling();
        self.seat = seat_named(settings.seat);
        self.look_at_other_board(settings);
        Ok(())
    }

    /// Makes room for another desk and becomes it: there may be no memory for two tables.
    ///
    /// # Errors
    /// If the other one cannot be opened; this one goes on, and has forgotten what it learnt.
    pub fn give_way(
        &mut self,
        open: impl FnOnce() -> Result<Self, DeskError>,
    ) -> Result<(), DeskError> {
        let settings = self.player.settings();
        self.player.configure(EngineSettings { hash_mib: 1, threads: 1 })?;
        match open() {
            Ok(other) => *self = other,
            Err(error) => {
                self.player.configure(settings)?;
                return Err(error);
            }
        }
        Ok(())
    }

    /// Forgets what was learnt, but not the position.
    pub fn forget(&mut self) {
        self.player.forget();
        self.advice.clear();
    }

    /// Sets the position, all of it or nothing. Returns what of it was left out: castling
    /// rights without king and rook, which many programs write.
    ///
    /// # Errors
    /// What is wrong with the FEN, or with which move.
    pub fn place(&mut self, placement: &Placement) -> Result<Option<String>, DeskError> {
        let left_out = self.table.place(&self.kind, placement)?;
        self.plain = is_of_one_board(placement);
        Ok(left_out)
    }

    /// The words of `go` that carry a time.
    pub fn clock_words(&self) -> &'static [&'static str] {
        clock_words(self.kind.variant.family())
    }

    /// Are answers without a board's digit?
    pub(super) fn is_plain(&self) -> bool {
        self.plain && self.seat.is_none()
    }

    /// Do moves have their board's digit?
    pub(super) fn has_digits(&self) -> bool {
        self.kind.is_pair() && !self.is_plain()
    }

    /// A search from the position. The settings are those last configured, or differ from
    /// them only in what needs no configuring.
    ///
    /// # Errors
    /// What the order asks that cannot be done.
    pub fn think(&self, go: &Go, settings: &Settings) -> Result<DeskSearch, DeskError> {
        let remark = self.choice.remark(&self.kind.variant);
        if let (AnyPosition::Pair(pair), Some(player)) =
            (self.table.position(), self.player.partner())
        {
            let nothing = format!("nothing to play now: {}", self.table.verdict());
            let search = self.think_for_seat(pair, player, go, settings)?;
            return Ok(search.remarking(remark, Some(nothing)));
        }
        let seat = match self.table.position() {
            AnyPosition::Single(position) => position.turn().index(),
            AnyPosition::Pair(pair) => pair.on_move(0).color.index(),
            AnyPosition::Four(position) => position.turn().index(),
            AnyPosition::Three(position) => position.turn().index(),
            AnyPosition::Teams(position) => position.turn().index(),
        };
        let clock = clock_of(go, self.kind.variant.family(), seat)?;
        let read = |text: &String| {
            self.table.read(0, text).map_err(|error| DeskError::SearchMove(error.into()))
        };
        let moves = go.search_moves.iter().map(read).collect::<Result<_, _>>()?;
        let clock =
            clock.map(|clock| at_pace(clock, &self.heard_at_one_board(), Diagonal::default()));
        let limits = go.limits(moves, clock, settings);
        let search = if self.table.verdict().is_declared() {
            no_search(limits.wait)
        } else {
            self.player.think(self.table.position(), limits)?
        };
        Ok(DeskSearch::new(search, self.write_move(None)).remarking(remark, None))
    }

    /// How a move is written: on two boards, one of this board with its digit.
    pub(super) fn write_move(
        &self,
        board: Option<usize>,
    ) -> Box<dyn Fn(Move) -> String + Send + Sync> {
        let castling = self.castling;
        match (self.table.position(), board) {
            (AnyPosition::Four(position), _) => {
                let position = position.clone();
                Box::new(move |mv| position.write_move(mv))
            }
            (AnyPosition::Three(position), _) => {
                let position = position.clone();
                Box::new(move |mv| position.write_move(mv))
            }
            (AnyPosition::Teams(position), _) => {
                let position = position.clone();
                Box::new(move |mv| position.write_move(mv))
            }
            (AnyPosition::Pair(_), Some(board)) => {
                Box::new(move |mv| uci::write_pair(mv.on_board(board), castling).to_string())
            }
            (AnyPosition::Pair(_) | AnyPosition::Single(_), _) => {
                Box::new(move |mv| uci::write(mv, castling).to_string())
            }
        }
    }

    fn think_for_seat(
        &self,
        pair: &Pair,
        player: &PartnerPlayer,
        go: &Go,
        settings: &Settings,
    ) -> Result<DeskSearch, DeskError> {
        let seat = self.mover(pair)?;
        let limits = {
            let read = |text: &String| self.read_search_move(text, seat);
            let moves = go.search_moves.iter().map(read).collect::<Result<_, _>>()?;
            go.limits(moves, seat_clock(go, seat)?, settings)
        };
        let position = pair.board_alone(seat.board).map_err(refused)?;
        let search = if !pair.is_running(seat.board) && position.has_moves() {
            // The board stands, but nobody plays on it any more.
            no_search(limits.wait)
        } else {
            let frozen = settings.node_time > 0;
            let clocks = all_clocks(go, &self.table.fen_clocks(), seat.board, frozen);
            let speaks = self.seat.is_some() || go.partner;
            let may_wait = limits.clock.is_some() && !go.is_limited();
            let order = SeatOrder { seat, limits, clocks, speaks, may_wait };
            player.think(pair, order).map_err(refused)?
        };
        let board = (!self.is_plain()).then_some(seat.board);
        Ok(DeskSearch::new(search, self.write_move(board)))
    }

    /// The seat to think for on two boards: the one that is set, or one that can move, board 1
    /// first.
    fn mover(&self, pair: &Pair) -> Result<Seat, PairOrderError> {
        if let Some(seat) = self.seat {
            return if pair.is_on_move(seat) {
                Ok(seat)
            } else if pair.is_running(seat.board) {
                Err(PairOrderError::NotOnMove(seat))
            } else {
                Err(PairOrderError::NoBoard(seat))
            };
        }
        let first = usize::from(pair.count_on(0) == 0 && pair.count_on(1) != 0);
        Ok(pair.on_move(first))
    }

    /// A move that the search is confined to, as one of the seat's board alone.
    fn read_search_move(&self, text: &str, seat: Seat) -> Result<Move, DeskError> {
        let wrong = |error: Cause| DeskError::SearchMove(error);
        let board = if self.is_plain() {
            seat.board
        } else {
            uci::split_board(text).map_err(|error| wrong(error.into()))?.0
        };
        if board != seat.board {
            return Err(wrong(MoveError::Illegal(text.into()).into()));
        }
        let mv = self.table.read(board, text).map_err(|error| wrong(error.into()))?;
        Ok(mv.on_board(0))
    }

    /// A count of the lines behind every move, written move by move.
    pub fn divide(&self, depth: u32, settings: &Settings) -> Job {
        let (threads, castling) = (settings.threads, self.castling);
        match self.table.position() {
            AnyPosition::Single(position) => {
                count::divide(position.clone(), depth, threads, self.write_move(None))
            }
            AnyPosition::Pair(pair) => self.counted(pair, |pair| {
                let alone = !pair.is_known(1);
                let write = move |mv| {
                    let digit = if alone { uci::write } else { uci::write_pair };
                    digit(mv, castling).to_string()
                };
                count::divide(pair, depth, threads, write)
            }),
            AnyPosition::Four(position) => {
                count::divide(position.clone(), depth, threads, self.write_move(None))
            }
            AnyPosition::Three(position) => {
                count::divide(position.clone(), depth, threads, self.write_move(None))
            }
            AnyPosition::Teams(position) => {
                count::divide(position.clone(), depth, threads, self.write_move(None))
            }
        }
    }

    /// A count of all lines, in one line of text.
    pub fn perft(&self, depth: u32, settings: &Settings) -> Job {
        let threads = settings.threads;
        match self.table.position() {
            AnyPosition::Single(position) => count::perft(position.clone(), depth, threads),
            AnyPosition::Pair(pair) => {
                self.counted(pair, |pair| count::perft(pair, depth, threads))
            }
            AnyPosition::Four(position) => count::perft(position.clone(), depth, threads),
            AnyPosition::Three(position) => count::perft(position.clone(), depth, threads),
            AnyPosition::Teams(position) => count::perft(position.clone(), depth, threads),
        }
    }

    /// The count of a pair, or why its lines cannot be counted: a known board has a piece of
    /// unknown value.
    fn counted(&self, pair: &Pair, count: impl FnOnce(Pair) -> Job) -> Job {
        let known = (0..2).filter(|&board| pair.is_known(board));
        let refusal = known.filter_map(|board| pair.moves_on(board).err()).next();
        match refusal {
            Some(reason) => {
                Box::new(move |_, say| say(JobLine::Last(&format!("info string error: {reason}"))))
            }
            None => count(pair.clone()),
        }
    }

    /// The board or boards, drawn.
    pub fn display(&self) -> String {
        match self.table.position() {
            AnyPosition::Single(position) => draw::single(position),
            AnyPosition::Pair(pair) => draw::pair(pair, &self.table.fen_clocks()),
            AnyPosition::Four(position) => draw::multi(position),
            AnyPosition::Three(position) => draw::multi(position),
            AnyPosition::Teams(position) => draw::multi(position),
        }
    }

    /// What the evaluation sees.
    pub fn explain(&self) -> String {
        // The player could not be had without an evaluation.
        let eval = board_eval(&self.kind.variant, &self.choice).ok().flatten();
        let opinion = |position| eval.clone().map(|eval| explain::opinion(eval, position));
        match self.table.position() {
            AnyPosition::Single(position) => opinion(position).unwrap_or_default(),
            AnyPosition::Pair(pair) => {
                let known = [pair.board(0), pair.board(1)].into_iter().flatten();
                known.filter_map(opinion).collect::<Vec<_>>().join("\n\n")
            }
            AnyPosition::Four(position) => self.opinion_of_many(position),
            AnyPosition::Three(position) => self.opinion_of_many(position),
            AnyPosition::Teams(position) => self.opinion_of_many(position),
        }
    }

    fn opinion_of_many<K: MultiGame>(&self, position: &multi::Position<K>) -> String {
        let eval = self.choice.seats_eval::<K>().ok();
        eval.map(|eval| explain::multi_opinion(eval, position)).unwrap_or_default()
    }

    /// How the game stands, in one line.
    pub fn verdict(&self) -> String {
        self.table.verdict().to_string()
    }

    /// Commands that only this game knows, for `help`.
    pub fn forms(&self) -> &'static [CommandForm] {
        match self.table.position() {
            AnyPosition::Single(_) => ONE_BOARD,
            AnyPosition::Pair(_) => TWO_BOARDS,
            AnyPosition::Four(_) | AnyPosition::Three(_) | AnyPosition::Teams(_) => MANY_SEATS,
        }
    }

    /// Plays a legal move; requests that ended with it are void.
    pub(super) fn push(&mut self, mv: Move) {
        if let (AnyPosition::Pair(pair), Some(player)) =
            (self.table.position(), self.player.partner())
        {
            player.moved(pair.on_move(mv.board()));
        }
        self.table.change().push(mv);
    }

    /// Are there more than two seats at one board?
    pub(super) fn has_many_seats(&self) -> bool {
        self.table.position().has_many_seats()
    }

    /// Is a search of this board under way?
    pub(super) fn thinks_about(&self, board: usize) -> bool {
        self.player.partner().is_some_and(|player| player.thinks_about(board))
    }

    /// Tells the player that thinks how the boards are now.
    pub(super) fn update(&self) {
        if let (AnyPosition::Pair(pair), Some(player)) =
            (self.table.position(), self.player.partner())
        {
            player.update(pair);
        }
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
