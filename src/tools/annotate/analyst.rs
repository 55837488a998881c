//! Analyses the positions of a game, each by itself, so that the order does not matter and
//! several can be analysed at once.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::order::{AnnotateError, AnnotateOrder};
use super::positions::PositionView;
use crate::board::Move;
use crate::eval::chances::Chances;
use crate::eval::chosen::EvalChoice;
use crate::game::table::{MOST_SEATS, Table};
use crate::player::analysis::AnalysisOrder;
use crate::player::{AnyPlayer, EngineSettings, PlayerError};
use crate::search::{Limits, MateProof};
use crate::tools::records::RecordedGame;

/// Lines for each seat.
const LINES: usize = 1;
/// The proof of a mate on a board may take so many times the nodes of a position. Few do: most
/// end at once, since there are few checks.
const PROOF_NODES: u64 = 10;
/// Of the time for a position the proof on each board may take this part ...
const PROOF_TIME: f64 = 0.125;
/// ... and the rest this one.
const ANALYSIS_TIME: f64 = 0.75;

/// Analyses the positions of a game.
pub struct Analyst<'a> {
    game: &'a RecordedGame,
    order: &'a AnnotateOrder,
    /// Before each ply, and after the last one.
    pub tables: Vec<Box<dyn Table>>,
    /// What proofs have found. Often only one of two boards is new.
    mates: Mutex<HashMap<BoardKey, Option<MateProof>>>,
    /// Positions that were looked at, and are to be.
    done: AtomicUsize,
    asked: AtomicUsize,
    heard: &'a (dyn Fn(usize, usize) + Sync),
}

/// A position to be analysed, with the clocks after so many plies of the game.
pub struct AskedPosition {
    table: Box<dyn Table>,
    plies: usize,
}

/// All that a proof on a board rests on: its position, whether pieces may come, and what can be
/// taken from the other board.
#[derive(Clone, PartialEq, Eq, Hash)]
struct BoardKey {
    board: usize,
    fen: String,
    beside: u64,
    is_alone: bool,
}

impl BoardKey {
    /// None where nobody is on move.
    fn new(table: &dyn Table, board: usize) -> Option<Self> {
        table.on_move(board)?;
        Some(Self {
            board,
            fen: table.fen().split(" | ").nth(board)?.to_owned(),
            beside: table.state_beside(board),
            is_alone: table.on_move(1 - board).is_none(),
        })
    }
}

impl<'a> Analyst<'a> {
    /// `heard` is told how many positions of how many are done; where moves are doubtful, more
    /// are asked for.
    ///
    /// # Errors
    /// If the game cannot be played through.
    pub fn new(
        game: &'a RecordedGame,
        order: &'a AnnotateOrder,
        heard: &'a (dyn Fn(usize, usize) + Sync),
    ) -> Result<Self, AnnotateError> {
        let tables = game.tables()?;
        let (mates, done, asked) = <(Mutex<_>, AtomicUsize, AtomicUsize)>::default();
        Ok(Self { game, order, tables, mates, done, asked, heard })
    }

    /// The position after so many plies.
    pub fn after(&self, plies: usize) -> AskedPosition {
        AskedPosition { table: self.tables[plies].copy(), plies }
    }

    /// The position after so many plies and another move than the one that was played.
    pub fn after_instead(&self, plies: usize, mv: Move) -> AskedPosition {
        let mut table = self.tables[plies].copy();
        table.push(mv);
        AskedPosition { table, plies }
    }

    /// Analyses positions with so many times the usual nodes or time.
    ///
    /// # Errors
    /// If there is no memory for the players.
    pub fn look(
        &self,
        questions: &[AskedPosition],
        times: u32,
    ) -> Result<Vec<PositionView>, AnnotateError> {
        self.asked.fetch_add(questions.len(), Ordering::Relaxed);
        let found = Mutex::new(vec![None; questions.len()]);
        let next = AtomicUsize::new(0);
        let work = || {
            let player = self.player()?;
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(question) = questions.get(index) else { return Ok(()) };
                let view = self.answer(&player, question, times)?;
                found.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(view);
                let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
                (self.heard)(done, self.asked.load(Ordering::Relaxed));
            }
        };
        std::thread::scope(|scope| {
            let threads = self.order.threads.clamp(1, questions.len().max(1));
            let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            // A worker that panics takes the others' findings with it.
            let ended = running.into_iter().map(|thread| match thread.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            ended.collect::<Result<Vec<()>, AnnotateError>>()
        })?;
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(found.into_iter().flatten().collect())
    }

    fn player(&self) -> Result<AnyPlayer, PlayerError> {
        let settings = EngineSettings { hash_mib: self.order.hash_mib, threads: 1 };
        AnyPlayer::new(self.game.variant(), &EvalChoice::BuiltIn, settings)
    }

    fn answer(
        &self,
        player: &AnyPlayer,
        question: &AskedPosition,
        times: u32,
    ) -> Result<PositionView, AnnotateError> {
        let table = &*question.table;
        if table.verdict().is_over() {
            return Ok(PositionView::of_end(table));
        }
        let mut clocks = [None; MOST_SEATS];
        for (clock, known) in clocks.iter_mut().zip(self.game.clocks_before(question.plies)) {
            *clock = known.map(|millis| Duration::from_millis(millis.max(0) as u64));
        }
        let mates = [self.mate(player, table, 0)?, self.mate(player, table, 1)?];
        let order = AnalysisOrder {
            nodes: self.order.nodes.map(|nodes| nodes.saturating_mul(times.into())),
            time: self.order.time.map(|time| (time * times).mul_f64(ANALYSIS_TIME)),
            depth: None,
            lines: LINES,
            clocks,
            chances: Chances::of(self.game.variant().like()),
            mates: Some(mates),
        };
        // What was learnt elsewhere would make the result depend on the order of the work.
        player.forget();
        let mut last = None;
        player.analyse(table, order)?(&Arc::default(), &mut |found| last = Some(found));
        Ok(last.map_or_else(
            || PositionView::of_end(table),
            |analysis| PositionView::of(analysis, table),
        ))
    }

    /// A mate by checks on a board.
    fn mate(
        &self,
        player: &AnyPlayer,
        table: &dyn Table,
        board: usize,
    ) -> Result<Option<MateProof>, PlayerError> {
        let Some(key) = BoardKey::new(table, board) else { return Ok(None) };
        let known = || self.mates.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mate) = known().get(&key) {
            return Ok(mate.clone());
        }
        let limits = Limits {
            nodes: self.order.nodes.map(|nodes| nodes.saturating_mul(PROOF_NODES)),
            move_time: self.order.time.map(|time| time.mul_f64(PROOF_TIME)),
            ..Limits::default()
        };
        player.forget();
        let mate = player.prove_mate(table, board, &limits)?;
        known().insert(key, mate.clone());
        Ok(mate)
    }
}
