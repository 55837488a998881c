//! Floor 5: one alpha-beta for every game.
//!
//! [`Engine`] owns what outlives a search (the table, the threads' histories);
//! [`Engine::search`] blocks until it has a move, reports to a [`Listener`] and obeys a
//! [`Signal`]. It never prints and never asks which variant it plays.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::base::Score;
use crate::board::Move;
use crate::eval::Eval;
use crate::game::Game;

/// How long and how deep to search. All limits given hold at once; none at all means
/// until stopped.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// Search only these root moves (empty: all).
    pub moves: Vec<Move>,
    /// The mover's clock.
    pub clock: Option<Clock>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes, all threads together.
    pub nodes: Option<u64>,
    /// Stop when a mate in so many moves is found.
    pub mate: Option<u32>,
    /// Do not answer before a stop or a ponder hit, whatever the limits.
    pub wait: bool,
    /// How many best lines to report.
    pub lines: usize,
    /// Time lost on the way to the GUI, kept back from every budget.
    pub overhead: Duration,
}

/// The mover's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until time is added, if that is how it is played.
    pub moves_to_go: Option<u32>,
}

/// Orders from outside to a running search; shared between threads.
#[derive(Default, Debug)]
pub struct Signal {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
}

impl Signal {
    /// Answer now.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The expected move was played: from now on the limits hold.
    pub fn ponder_hit(&self) {
        self.ponder_hit.store(true, Ordering::Relaxed);
    }

    /// Was `stop` called?
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Was `ponder_hit` called?
    pub fn was_hit(&self) -> bool {
        self.ponder_hit.load(Ordering::Relaxed)
    }
}

/// Is a reported score exact?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Yes.
    Exact,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
}

/// One line of thought, as UCI's `info` has it.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// Plies searched in full.
    pub depth: u32,
    /// Deepest line, in plies.
    pub deepest: u32,
    /// Which of the best lines, from 1.
    pub line: usize,
    /// From the view of the camp to move.
    pub score: Score,
    /// How the score is meant.
    pub bound: Bound,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub table_full: u32,
    /// The moves.
    pub moves: &'a [Move],
}

/// Hears what a search thinks.
pub trait Listener {
    /// A line of thought.
    fn report(&mut self, report: &Report);
}

/// Does not listen.
impl Listener for () {
    fn report(&mut self, _: &Report) {}
}

/// What a search decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The move, or none if there is no legal one.
    pub best: Option<Move>,
    /// The reply expected.
    pub ponder: Option<Move>,
    /// From the view of the camp to move.
    pub score: Score,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Plies completed.
    pub depth: u32,
}

/// A searcher of one game with one evaluation, and all that it remembers.
pub struct Engine<G: Game, E: Eval<G>> {
    _todo: std::marker::PhantomData<(G, E)>,
}

impl<G: Game, E: Eval<G>> Engine<G, E> {
    /// An engine with a table of so many MiB and so many threads.
    ///
    /// # Errors
    /// If the memory is not to be had; the text says so.
    pub fn new(eval: E, hash_mib: usize, threads: usize) -> Result<Self, String> {
        let _ = (eval, hash_mib, threads);
        Ok(Self { _todo: std::marker::PhantomData })
    }

    /// Another table size; what was remembered is lost.
    ///
    /// # Errors
    /// If the memory is not to be had; the old table stays.
    pub fn resize(&mut self, hash_mib: usize) -> Result<(), String> {
        let _ = hash_mib;
        Ok(())
    }

    /// Another number of threads.
    pub fn set_threads(&mut self, threads: usize) {
        let _ = threads;
    }

    /// Forgets everything: a new game.
    pub fn clear(&mut self) {}

    /// Thinks until a limit or the signal ends it.
    pub fn search(
        &mut self,
        game: &G,
        limits: &Limits,
        signal: &Signal,
        listener: &mut impl Listener,
    ) -> Decision {
        let _ = (game, limits, signal, listener);
        Decision { best: None, ponder: None, score: Score::ZERO, nodes: 0, depth: 0 }
    }
}
