//! An engine: moves and analyses. While it thinks, other threads of Python run, and an interrupt
//! ends it.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kralle::eval::chances::Chances;
use kralle::game::pair::Seat;
use kralle::game::table::{AnyPosition, MOST_SEATS};
use kralle::player::analysis::AnalysisOrder;
use kralle::player::partner::{SeatClocks, SeatOrder};
use kralle::player::{Search, SearchEvent};
use kralle::search::SearchControl;
use kralle::tools::json;
use kralle::{Clock, EngineSettings, EvalChoice, Limits, Move, Variant};
use pyo3::prelude::*;

use crate::game::Game;
use crate::{refused, time};

/// How often an interrupt is looked for.
const PATIENCE: Duration = Duration::from_millis(50);

#[pyclass(module = "kralle._kralle")]
pub struct Engine {
    player: kralle::Engine,
    variant: Variant,
}

/// How a search ended: move, expected reply, score, depth, nodes, line.
type Found = (Option<String>, Option<String>, Option<String>, u32, u64, Vec<String>);

/// Does a piece of work on a thread of its own.
fn work<T: Send + 'static>(
    py: Python<'_>,
    task: impl FnOnce(&Arc<SearchControl>) -> T + Send + 'static,
) -> PyResult<T> {
    let control = Arc::<SearchControl>::default();
    let (done, result) = channel();
    let theirs = Arc::clone(&control);
    let thread = std::thread::spawn(move || {
        let _ = done.send(task(&theirs));
    });
    let result = Mutex::new(result);
    let wait = || result.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(PATIENCE);
    loop {
        match py.detach(wait) {
            Ok(found) => return Ok(found),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(refused("the search has failed; this is a fault of Kralle"));
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Err(interrupt) = py.check_signals() {
                    control.stop();
                    let _ = py.detach(|| thread.join());
                    return Err(interrupt);
                }
            }
        }
    }
}

impl Engine {
    /// A search for the seat on move, or on two boards for this one, and the board it is of.
    fn search(
        &self,
        game: &Game,
        limits: Limits,
        seat: Option<usize>,
    ) -> PyResult<(Search, usize)> {
        let table = &*game.table;
        let (Some(player), AnyPosition::Pair(pair)) = (self.player.partner(), table.position())
        else {
            if seat.is_some() {
                return Err(refused("a seat is chosen in games on two boards only"));
            }
            return Ok((self.player.think(table.position(), limits).map_err(refused)?, 0));
        };
        let index = seat.or(table.on_move(0)).or(table.on_move(1)).unwrap_or_default();
        let board = table.board_of(game.check_seat(index)?);
        let seat = Seat::ALL[index];
        if table.on_move(board) != Some(index) {
            return Err(refused(format!("{seat} is not on move")));
        }
        let clocks = SeatClocks::default();
        let order = SeatOrder { seat, limits, clocks, speaks: false, may_wait: false };
        Ok((player.think(pair, order).map_err(refused)?, board))
    }

    fn check(&self, game: &Game) -> PyResult<()> {
        if game.variant() != &self.variant {
            let (own, other) = (&self.variant, game.variant());
            return Err(refused(format!("this engine plays {own}, not {other}")));
        }
        if game.table.verdict().is_over() {
            return Err(refused("the game is over: there is nothing to search"));
        }
        Ok(())
    }
}

/// What was given must limit the search.
fn check_limits(limits: [bool; 4]) -> PyResult<()> {
    if limits.contains(&true) {
        return Ok(());
    }
    Err(refused("a limit is needed: nodes, depth, time or clock"))
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (variant, hash=16, threads=1, network="<built-in>"))]
    fn new(variant: &str, hash: usize, threads: usize, network: &str) -> PyResult<Self> {
        let variant = Variant::find(variant).map_err(refused)?;
        if !(1..=65_536).contains(&hash) || !(1..=256).contains(&threads) {
            return Err(refused("hash is 1 to 65536 MiB, threads are 1 to 256"));
        }
        let settings = EngineSettings { hash_mib: hash, threads };
        let choice = EvalChoice::read(network).map_err(refused)?;
        let player = kralle::Engine::new(&variant, &choice, settings).map_err(refused)?;
        Ok(Self { player, variant })
    }

    #[getter]
    fn variant(&self) -> &str {
        self.variant.name()
    }

    fn forget(&self) {
        self.player.forget();
    }

    #[pyo3(signature = (game, nodes, depth, seconds, clock, seat))]
    #[expect(clippy::too_many_arguments, reason = "as Python has them, by name")]
    fn best_move(
        &self,
        py: Python<'_>,
        game: &Game,
        nodes: Option<u64>,
        depth: Option<u32>,
        seconds: Option<f64>,
        clock: Option<(f64, f64)>,
        seat: Option<usize>,
    ) -> PyResult<Found> {
        self.check(game)?;
        check_limits([nodes.is_some(), depth.is_some(), seconds.is_some(), clock.is_some()])?;
        let clock = clock.map(|(left, more)| {
            Ok::<_, PyErr>(Clock {
                remaining: time(left)?,
                increment: time(more)?,
                moves_to_go: None,
            })
        });
        let limits = Limits {
            nodes,
            depth,
            move_time: seconds.map(time).transpose()?,
            clock: clock.transpose()?,
            ..Limits::default()
        };
        let (search, board) = self.search(game, limits, seat)?;
        let (answer, last, nodes) = work(py, move |control| {
            let (mut answer, mut last, mut nodes) = (None, None, 0);
            search(control, &mut |event| match event {
                SearchEvent::Info(report) => {
                    nodes = report.nodes;
                    last = Some(report);
                }
                SearchEvent::Total { nodes: all, .. } => nodes = all,
                SearchEvent::Answer(found) => answer = Some(found),
                SearchEvent::Restart | SearchEvent::Tell(..) | SearchEvent::Sits(..) => {}
            });
            (answer, last, nodes)
        })?;
        // A seat of two boards thinks about its own.
        let write = |mv: Move| game.table.write(mv.on_board(board));
        let answer = answer.ok_or_else(|| refused("the search gave no answer"))?;
        let line = last.as_ref().map(|report| report.moves.iter().map(|&mv| write(mv)).collect());
        Ok((
            answer.best.map(write),
            answer.ponder.map(write),
            answer.score.map(|score| json::score(score).to_string()),
            last.map_or(0, |report| report.depth),
            nodes,
            line.unwrap_or_default(),
        ))
    }

    /// An analysis, as JSON.
    #[pyo3(signature = (game, nodes, seconds, lines, clocks))]
    fn analyse(
        &self,
        py: Python<'_>,
        game: &Game,
        nodes: Option<u64>,
        seconds: Option<f64>,
        lines: usize,
        clocks: Vec<Option<f64>>,
    ) -> PyResult<String> {
        self.check(game)?;
        check_limits([nodes.is_some(), seconds.is_some(), false, false])?;
        let mut left = [None; MOST_SEATS];
        for (clock, given) in left.iter_mut().zip(clocks) {
            *clock = given.map(time).transpose()?;
        }
        let order = AnalysisOrder {
            nodes,
            time: seconds.map(time).transpose()?,
            depth: None,
            lines: lines.clamp(1, 20),
            clocks: left,
            chances: Chances::of(self.variant.like()),
            mates: None,
        };
        let run = self.player.analyse(&*game.table, order).map_err(refused)?;
        let last = work(py, move |control| {
            let mut last = None;
            run(control, &mut |found| last = Some(found));
            last
        })?;
        let found = last.ok_or_else(|| refused("the analysis ended before its first round"))?;
        Ok(json::analysis(&found, &*game.table).to_string())
    }
}
