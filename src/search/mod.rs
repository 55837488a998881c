//! Floor 5: one alpha-beta for every game.
//!
//! [`Engine`] owns what outlives a search (the table, the threads' histories);
//! [`Engine::search`] blocks until it has a move, reports to a [`Listener`] and obeys a
//! [`Signal`]. It never prints and never asks which variant it plays.

mod clock;
mod history;
mod mate;
mod node;
#[cfg(not(feature = "tune"))]
mod params;
#[cfg(feature = "tune")]
pub mod params;
mod picker;
mod prune;
mod quiescence;
mod root;
pub mod strength;
mod table;
mod threads;
mod worker;

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clock::Timer;
use history::Histories;
use mate::MateSearch;
use prune::Reductions;
use root::{Finding, RootMove};
use strength::{First, Strength};
use table::Table;
use worker::{Mind, Shared, Worker};

use crate::base::Score;
use crate::base::score::MAX_PLY;
use crate::board::{Move, MoveList, Silent};
use crate::eval::Eval;
use crate::game::{Class, Searchable};

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
    /// Play weaker than possible: by one thread, within the other limits.
    pub strength: Option<Strength>,
    /// Time lost on the way to the GUI, kept back from every budget.
    pub overhead: Duration,
    /// So many nodes count as a second of time, which then is not looked at: the same search
    /// every time, with one thread.
    pub node_rate: Option<u64>,
    /// What has gone into this move before this search, on the same clock.
    pub spent: Duration,
}

impl Limits {
    /// How long something has taken that began then and searched so many nodes, in the time
    /// that holds here.
    pub fn elapsed(&self, since: Instant, nodes: u64) -> Duration {
        clock::elapsed(since, nodes, self.node_rate)
    }
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

/// Orders from outside to a running search; shared between threads. A search reads the
/// flags; threads that only wait sleep until an order or another change wakes them.
#[derive(Default, Debug)]
pub struct Signal {
    /// All a running search looks at.
    end: AtomicBool,
    stop: AtomicBool,
    ponder_hit: AtomicBool,
    /// Held while flags change and while a waiting thread looks at its condition, so that
    /// no change is missed.
    changing: Mutex<()>,
    changed: Condvar,
}

impl Signal {
    /// Answer now. Nothing takes this back.
    pub fn stop(&self) {
        self.change(|| {
            self.stop.store(true, Ordering::Relaxed);
            self.end.store(true, Ordering::Relaxed);
        });
    }

    /// Ends searches until [`resume`](Self::resume): what they would find is of no use any
    /// more.
    pub fn interrupt(&self) {
        self.change(|| self.end.store(true, Ordering::Relaxed));
    }

    /// Another search may follow an interruption. A stop stays.
    pub fn resume(&self) {
        self.change(|| self.end.store(self.stopped(), Ordering::Relaxed));
    }

    /// The expected move was played: from now on the limits hold.
    pub fn ponder_hit(&self) {
        self.change(|| self.ponder_hit.store(true, Ordering::Relaxed));
    }

    /// Must a search end, stopped or interrupted?
    #[inline]
    pub fn must_end(&self) -> bool {
        self.end.load(Ordering::Relaxed)
    }

    /// Was `stop` called?
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Was `ponder_hit` called?
    pub fn was_hit(&self) -> bool {
        self.ponder_hit.load(Ordering::Relaxed)
    }

    /// Changes something that a condition of [`wait_until`](Self::wait_until) looks at, and
    /// wakes all that wait.
    pub fn change(&self, change: impl FnOnce()) {
        let guard = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        change();
        drop(guard);
        self.changed.notify_all();
    }

    /// Sleeps until the condition holds or the moment has come; says whether it holds.
    /// Whatever else than orders the condition looks at must be changed by
    /// [`change`](Self::change).
    pub fn wait_until(&self, deadline: Option<Instant>, condition: impl Fn() -> bool) -> bool {
        let mut guard = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        while !condition() {
            guard = match deadline {
                None => self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner),
                Some(deadline) => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return false;
                    }
                    let woken = self.changed.wait_timeout(guard, left);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
        true
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

/// One line of thought, as UCI's `info` has it. Its moves are a search's own, or written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report<Moves> {
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
    pub moves: Moves,
}

impl Report<&[Move]> {
    /// The same with its moves as a game writes them.
    pub fn written(&self, write: impl Fn(Move) -> String) -> Report<Vec<String>> {
        let Self { depth, deepest, line, score, bound, nodes, time, table_full, moves } = *self;
        let moves = moves.iter().map(|&mv| write(mv)).collect();
        Report { depth, deepest, line, score, bound, nodes, time, table_full, moves }
    }
}

/// Hears what a search thinks.
pub trait Listener {
    /// A line of thought.
    fn report(&mut self, report: &Report<&[Move]>);
}

/// Does not listen.
impl Listener for () {
    fn report(&mut self, _: &Report<&[Move]>) {}
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
pub struct Engine<G: Searchable, E: Eval<G>> {
    table: Table,
    reductions: Reductions,
    /// One for each thread, the main one first.
    minds: Vec<Mind<G, E>>,
    /// The level of the last search, if it was not full strength.
    level: Option<f64>,
    game: PhantomData<G>,
}

/// Room for the deepest line, with room to spare in unoptimised builds.
const STACK: usize = 16 << 20;

impl<G: Searchable, E: Eval<G>> Engine<G, E> {
    /// An engine with a table of so many MiB and so many threads.
    ///
    /// # Errors
    /// If the memory is not to be had; the text says so.
    pub fn new(eval: E, hash_mib: usize, threads: usize) -> Result<Self, String> {
        let mind = Mind { eval, histories: Histories::new() };
        let mut engine = Self {
            table: Table::new(hash_mib)?,
            reductions: Reductions::new(),
            minds: vec![mind],
            level: None,
            game: PhantomData,
        };
        engine.set_threads(threads);
        Ok(engine)
    }

    /// Another table size; what was remembered is lost.
    ///
    /// # Errors
    /// If the memory is not to be had; the old table stays.
    pub fn resize(&mut self, hash_mib: usize) -> Result<(), String> {
        self.table = Table::new(hash_mib)?;
        Ok(())
    }

    /// Another number of threads, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        let eval = self.minds[0].eval.clone();
        let fresh = || Mind { eval: eval.clone(), histories: Histories::new() };
        self.minds.resize_with(threads.max(1), fresh);
    }

    /// Another evaluation. What was remembered by the old one is forgotten.
    pub fn set_eval(&mut self, eval: &E) {
        for mind in &mut self.minds {
            mind.eval = eval.clone();
        }
        self.clear();
    }

    /// Forgets everything: a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        for mind in &mut self.minds {
            mind.histories.clear();
        }
    }

    /// Thinks until a limit or the signal ends it.
    pub fn search(
        &mut self,
        game: &G,
        limits: &Limits,
        signal: &Signal,
        listener: &mut (impl Listener + Send),
    ) -> Decision {
        let timer = Timer::new(limits);
        let strength = limits.strength;
        self.play_at(strength.map(|strength| strength.level));
        #[cfg(feature = "tune")]
        {
            self.reductions = Reductions::new();
        }
        let mut game = game.clone();
        game.begin_search();
        let game = &game;
        self.table.grow_older();
        let mut legal = MoveList::new();
        game.generate(Class::All, &mut legal);
        if !limits.moves.is_empty() {
            legal.retain(|mv| limits.moves.contains(mv));
        }
        let mut listener = First { listener, lines: limits.lines };
        let mut minds = self.minds.as_mut_slice();
        let weaker;
        let limits = if let Some(strength) = strength {
            strength.overlook(game, &mut legal);
            minds = &mut minds[..1];
            weaker = strength.limits(limits);
            &weaker
        } else {
            limits
        };
        let shared = Shared {
            table: &self.table,
            signal,
            limits,
            timer: &timer,
            reductions: &self.reductions,
            blur: strength.map(|strength| strength.blur()),
            halt: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        };
        if let Some(found) = prove_mate(game, &legal, &shared, &mut listener) {
            return found;
        }
        let moves: Vec<RootMove> = legal.iter().copied().map(RootMove::new).collect();
        let findings = if moves.is_empty() {
            Vec::new()
        } else {
            run_threads(game, minds, &shared, &moves, &mut listener)
        };
        if limits.wait {
            signal.wait_until(None, || signal.must_end() || signal.was_hit());
        }
        let nodes = shared.nodes.load(Ordering::Relaxed);
        let Some(chosen) = threads::elect(&findings, limits.lines) else {
            let score = game.stuck(0);
            return Decision { best: None, ponder: None, score, nodes, depth: 0 };
        };
        let (best, score) = match strength {
            Some(strength) => {
                let lines = limits.lines.min(chosen.moves.len());
                let best = strength.choose(&chosen.moves[..lines], game.key());
                (best, best.score)
            }
            None => (&chosen.moves[0], chosen.score()),
        };
        let ponder = best.line.get(1).copied().or_else(|| self.expected_reply(game, best.mv));
        Decision { best: Some(best.mv), ponder, score, nodes, depth: chosen.depth as u32 }
    }

    /// What another strength has thought is forgotten.
    fn play_at(&mut self, level: Option<f64>) {
        if self.level != level {
            self.clear();
            self.level = level;
        }
    }

    /// What the table thinks the reply to a move will be.
    fn expected_reply(&self, game: &G, mv: Move) -> Option<Move> {
        let mut after = game.clone();
        after.play(mv, &mut Silent);
        let reply = self.table.probe(after.key(), 0)?.mv?;
        after.is_legal(reply).then_some(reply)
    }
}

/// Nodes that may go into a proof before the usual search is asked: some tenths of a second.
const PROOF_NODES: u64 = 600_000;

/// Where a mate is asked for, and it can be given by checks alone, it is proved first.
fn prove_mate<G: Searchable>(
    game: &G,
    moves: &[Move],
    shared: &Shared,
    listener: &mut impl Listener,
) -> Option<Decision> {
    let Limits { mate, nodes, lines, strength, wait, .. } = shared.limits;
    let moves_to_mate =
        mate.filter(|_| G::SEATS == 2 && *lines < 2 && strength.is_none() && !wait)?;
    let plies = (2 * moves_to_mate as usize).clamp(2, MAX_PLY) - 1;
    let most = nodes.map_or(PROOF_NODES, |nodes| PROOF_NODES.min(nodes / 2));
    let is_over = |nodes| {
        nodes >= most || shared.signal.must_end() || shared.timer.is_over(shared.signal, nodes)
    };
    let mut search = MateSearch::new(&is_over);
    let found = search.find(game, moves, plies);
    let nodes = search.nodes();
    shared.nodes.store(nodes, Ordering::Relaxed);
    let (length, line) = found?;
    let score = Score::mating(length);
    let depth = length as u32;
    listener.report(&Report {
        depth,
        deepest: depth,
        line: 1,
        score,
        bound: Bound::Exact,
        nodes,
        time: shared.timer.elapsed(nodes),
        table_full: shared.table.fullness(),
        moves: &line,
    });
    Some(Decision {
        best: line.first().copied(),
        ponder: line.get(1).copied(),
        score,
        nodes,
        depth,
    })
}

/// Every thread deepens on its own; the table is what they say to each other.
fn run_threads<G: Searchable, E: Eval<G>>(
    game: &G,
    minds: &mut [Mind<G, E>],
    shared: &Shared,
    moves: &[RootMove],
    listener: &mut (impl Listener + Send),
) -> Vec<Finding> {
    let Some((main, helpers)) = minds.split_first_mut() else { return Vec::new() };
    std::thread::scope(|scope| {
        let helpers: Vec<_> = helpers
            .iter_mut()
            .enumerate()
            .map(|(index, mind)| {
                let game = game.clone();
                std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                    let first_depth = 1 + index as i32 % 2;
                    Worker::new(&game, mind, shared, false).deepen(
                        moves.to_vec(),
                        first_depth,
                        &mut (),
                    )
                })
            })
            .collect();
        let mut findings =
            vec![Worker::new(game, main, shared, true).deepen(moves.to_vec(), 1, listener)];
        // A helper that could not be started, for want of memory, is done without.
        findings.extend(helpers.into_iter().flatten().filter_map(|helper| helper.join().ok()));
        findings
    })
}
