//! A game under way.

use kralle::board::Role;
use kralle::game::perft::{after, perft, roots};
use kralle::game::table::{AnyPosition, GameKind};
use kralle::tools::diagram::{Diagram, svg};
use kralle::tools::json::{is_pair, seat_word};
use kralle::{Move, Playable, Table, Variant};
use pyo3::prelude::*;

use crate::refused;

/// A game: its rules, its position, and the moves that led there.
#[pyclass(module = "kralle._kralle")]
pub struct Game {
    kind: GameKind,
    pub table: Box<dyn Table>,
}

impl Game {
    pub fn variant(&self) -> &Variant {
        &self.kind.variant
    }

    fn boards(&self) -> usize {
        1 + usize::from(is_pair(&*self.table))
    }

    /// The board that a move in UCI is played on.
    fn board(&self, text: &str) -> PyResult<usize> {
        match (is_pair(&*self.table), text.as_bytes().first()) {
            (false, _) | (true, Some(b'1')) => Ok(0),
            (true, Some(b'2')) => Ok(1),
            (true, _) => Err(refused(format!(
                "`{text}`: on two boards a move begins with its board, 1 or 2"
            ))),
        }
    }

    fn read(&self, text: &str) -> PyResult<Move> {
        self.table.read(self.board(text)?, text).map_err(refused)
    }

    fn check_board(&self, board: usize) -> PyResult<usize> {
        match board {
            board if board < self.boards() => Ok(board),
            _ => Err(refused(format!("there is no board {board}"))),
        }
    }

    pub fn check_seat(&self, seat: usize) -> PyResult<usize> {
        match seat {
            seat if seat < self.table.seats() => Ok(seat),
            _ => Err(refused(format!("there is no seat {seat}"))),
        }
    }
}

/// Plies that are counted between two looks for an interrupt.
const AT_ONCE: u32 = 3;

/// Counts lines; other threads of Python run meanwhile, and an interrupt ends it.
fn count<G: Playable + Send>(py: Python<'_>, game: &G, depth: u32) -> PyResult<u64> {
    if depth <= AT_ONCE {
        let mut game = game.clone();
        return Ok(py.detach(move || perft(&mut game, depth)));
    }
    py.check_signals()?;
    let mut sum = 0;
    for &mv in &roots(game) {
        sum += count(py, &after(game, mv), depth - 1)?;
    }
    Ok(sum)
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (variant, fen=None, chess960=false))]
    fn new(variant: &str, fen: Option<&str>, chess960: bool) -> PyResult<Self> {
        let mut kind = GameKind::new(Variant::find(variant).map_err(refused)?);
        kind.chess960 = chess960;
        let table = kind.set_up(fen).map_err(refused)?;
        Ok(Self { kind, table })
    }

    fn copy(&self) -> Self {
        Self { kind: self.kind.clone(), table: self.table.copy() }
    }

    #[getter]
    fn get_variant(&self) -> &str {
        self.variant().name()
    }

    #[getter]
    fn fen(&self) -> String {
        self.table.fen()
    }

    #[getter]
    fn moves(&self) -> Vec<String> {
        self.table.path().moves.to_vec()
    }

    #[getter]
    fn seats(&self) -> Vec<String> {
        (0..self.table.seats()).map(|seat| seat_word(&*self.table, seat)).collect()
    }

    fn on_move(&self, board: usize) -> PyResult<Option<usize>> {
        Ok(self.table.on_move(self.check_board(board)?))
    }

    fn board_of(&self, seat: usize) -> PyResult<usize> {
        Ok(self.table.board_of(self.check_seat(seat)?))
    }

    fn hand(&self, seat: usize) -> PyResult<Vec<(String, usize)>> {
        let hand = self.table.hand(self.check_seat(seat)?);
        let row = |role: Role| (role.letter().to_string(), hand.count(role) as usize);
        Ok(hand.roles().map(row).collect())
    }

    /// Legal moves in UCI; on two boards those of both, each with its board's digit.
    fn legal_moves(&self) -> Vec<String> {
        let digit =
            |board: usize| if self.boards() == 2 { (board + 1).to_string() } else { String::new() };
        let of = |board: usize| {
            let moves = self.table.legal(board).into_iter();
            moves.map(move |text| digit(board) + &text)
        };
        (0..self.boards()).flat_map(of).collect()
    }

    fn is_legal(&self, text: &str) -> bool {
        self.read(text).is_ok()
    }

    fn play(&mut self, text: &str) -> PyResult<String> {
        let board = self.board(text)?;
        let over = || refused(format!("`{text}`: the game is over there"));
        let seat = self.table.on_move(board).ok_or_else(over)?;
        Ok(self.table.play(seat, text).map_err(refused)?.san)
    }

    fn play_san(&mut self, san: &str, board: usize) -> PyResult<String> {
        let board = self.check_board(board)?;
        let none = || refused(format!("`{san}` is no legal move here"));
        let text = self.table.read_san(board, san).ok_or_else(none)?;
        let seat = self.table.on_move(board).ok_or_else(none)?;
        let mv = self.table.read(board, &text).map_err(refused)?;
        let uci = self.table.write(mv);
        self.table.play(seat, &text).map_err(refused)?;
        Ok(uci)
    }

    fn undo(&mut self) -> bool {
        self.table.undo()
    }

    fn san(&self, text: &str) -> PyResult<String> {
        Ok(self.table.san(self.read(text)?))
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.table.verdict().is_over()
    }

    #[getter]
    fn result(&self) -> String {
        self.table.verdict().result().to_string()
    }

    #[getter]
    fn verdict(&self) -> String {
        self.table.verdict().to_string()
    }

    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        match self.table.position() {
            AnyPosition::Single(position) => count(py, position, depth),
            AnyPosition::Pair(pair) => count(py, pair, depth),
            AnyPosition::Four(position) => count(py, position, depth),
            AnyPosition::Three(position) => count(py, position, depth),
            AnyPosition::Teams(position) => count(py, position, depth),
        }
    }

    #[pyo3(signature = (arrows=Vec::new(), dots=Vec::new(), flip=false))]
    fn svg(&self, arrows: Vec<String>, dots: Vec<String>, flip: bool) -> PyResult<String> {
        let options = svg::PictureOptions { arrows, dots, flip, ..Default::default() };
        svg::draw(&Diagram::of(&*self.table), &options).map_err(refused)
    }
}
