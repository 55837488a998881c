//! The engine: what outlives a search, and how a search is put together from threads, a table
//! and a proof of mate.

use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::api::{Bound, Decision, Limits, Listener, Report};
use super::clock::Timer;
use super::control::SearchControl;
use super::deepening::Deepening;
use super::margins::Margins;
use super::mate::{MateProof, MateSearch, MateTable};
use super::pool::{elect, run_threads};
use super::prune::Reductions;
use super::root_move::{RootMove, RootResult};
use super::strength::Strength;
use super::table::{MemoryError, TranspositionTable};
use super::worker::{SearchShared, ThreadData};
use crate::base::Score;
use crate::base::score::MAX_PLY;
use crate::board::{Move, MoveList, Silent};
use crate::eval::Eval;
use crate::game::{Class, Searchable};

/// A searcher of one game with one evaluation, and all that it remembers.
///
/// # Examples
/// ```
/// use kralle::eval::multi::MultiEval;
/// use kralle::game::multi::{Paranoid, Position, Rules, Vierschaak};
/// use kralle::search::{Engine, Limits, SearchControl};
///
/// // A hash table of 1 MiB, one thread.
/// let mut engine = Engine::new(MultiEval::new(), 1, 1)?;
/// let game = Paranoid::new(Position::<Vierschaak>::start(Rules::default()));
/// let limits = Limits { nodes: Some(2_000), ..Limits::default() };
/// let decision = engine.search(&game, &limits, &SearchControl::default(), &mut ());
/// assert!(decision.best.is_some() && decision.depth > 0);
/// # Ok::<(), kralle::search::MemoryError>(())
/// ```
pub struct Engine<G: Searchable, E: Eval<G>> {
    table: TranspositionTable,
    /// In place of the game's own.
    margins: Option<Margins>,
    reductions: Reductions,
    /// One for each thread, the main one first; never empty.
    threads: Vec<ThreadData<G, E>>,
    /// The level of the last search, if it was not full strength.
    level: Option<f64>,
    proofs: MateTable,
    game: PhantomData<G>,
}

impl<G: Searchable, E: Eval<G>> Engine<G, E> {
    /// An engine with a table of so many MiB and so many threads.
    ///
    /// # Errors
    /// If there is no memory for the table or the threads.
    pub fn new(eval: E, hash_mib: usize, threads: usize) -> Result<Self, MemoryError> {
        let mut engine = Self {
            table: TranspositionTable::new(hash_mib)?,
            margins: None,
            reductions: Reductions::new(&Margins::COMMON),
            threads: vec![ThreadData::new(eval)],
            level: None,
            proofs: MateTable::default(),
            game: PhantomData,
        };
        engine.set_threads(threads)?;
        Ok(engine)
    }

    /// Another table size; what was remembered is lost.
    ///
    /// # Errors
    /// If there is no memory for the table; there is one of the old size then.
    pub fn resize(&mut self, hash_mib: usize) -> Result<(), MemoryError> {
        let before = self.table.mib();
        // The old one goes first: there may be no room for both.
        self.table = TranspositionTable::new(1)?;
        match TranspositionTable::new(hash_mib) {
            Ok(table) => self.table = table,
            Err(error) => {
                self.table = TranspositionTable::new(before)?;
                return Err(error);
            }
        }
        Ok(())
    }

    /// Another number of threads, at least one.
    ///
    /// # Errors
    /// If there is no memory for them; their number stays.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), MemoryError> {
        let bytes = self.threads[0].histories.bytes().saturating_mul(threads);
        let room = Vec::<u8>::new().try_reserve_exact(bytes);
        room.map_err(|_| MemoryError::Threads { threads, mib: bytes >> 20 })?;
        let eval = self.threads[0].eval.clone();
        self.threads.resize_with(threads.max(1), || ThreadData::new(eval.clone()));
        Ok(())
    }

    /// Another evaluation. What was remembered by the old one is forgotten.
    pub fn set_eval(&mut self, eval: &E) {
        for thread in &mut self.threads {
            thread.eval = eval.clone();
        }
        self.clear();
    }

    /// Other margins than the game's own.
    pub fn set_margins(&mut self, margins: Margins) {
        self.margins = Some(margins);
    }

    /// Forgets everything: a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.proofs.clear();
        for thread in &mut self.threads {
            thread.histories.clear();
        }
    }

    /// Thinks until a limit or an order ends it.
    pub fn search(
        &mut self,
        game: &G,
        limits: &Limits,
        control: &SearchControl,
        listener: &mut (impl Listener + Send),
    ) -> Decision {
        self.table.grow_older();
        self.run(game, limits, control, listener)
    }

    /// A small search beside the great ones, silent. What they know does not grow older by it.
    pub fn probe(&mut self, game: &G, limits: &Limits, control: &SearchControl) -> Decision {
        self.run(game, limits, control, &mut ())
    }

    fn run(
        &mut self,
        game: &G,
        limits: &Limits,
        control: &SearchControl,
        listener: &mut (impl Listener + Send),
    ) -> Decision {
        let margins = self.margins(game);
        let timer = Timer::new(limits, G::LENGTH, &margins);
        let strength = limits.strength;
        self.begin(strength.map(|strength| strength.level), &margins);
        let mut legal = root_moves(game, limits);
        let mut listener = FirstLines { listener, lines: limits.lines.max(1) };
        let weaker;
        let limits = if let Some(strength) = strength {
            strength.overlook(game, &mut legal);
            weaker = weakened(limits, strength);
            &weaker
        } else {
            limits
        };
        let mut spent = 0;
        let proof = self
            .proof_limits(game, limits)
            .and_then(|limits| self.prove_mate(game, &limits, control, &mut spent));
        let mut threads = self.threads.as_mut_slice();
        if strength.is_some() {
            threads = &mut threads[..1];
        }
        let shared = SearchShared {
            table: &self.table,
            control,
            limits,
            timer: &timer,
            margins: &margins,
            reductions: &self.reductions,
            noise: strength.map(|strength| strength.noise()),
            deepening: Deepening::new(threads.len()),
            halt: AtomicBool::new(false),
            nodes: AtomicU64::new(spent),
        };
        if let Some(proof) = proof {
            return tell(proof, &shared, &mut listener);
        }
        let moves: Vec<RootMove> = legal.iter().copied().map(RootMove::new).collect();
        let results = if moves.is_empty() {
            Vec::new()
        } else {
            run_threads(game, threads, &shared, &moves, &mut listener)
        };
        if limits.wait {
            control.wait_until(None, || control.must_end() || control.was_hit());
        }
        let nodes = shared.nodes.load(Ordering::Relaxed);
        self.decide(game, limits, &results, nodes, &margins)
    }

    /// Looks for a mate by checks alone, within these nodes, this time and these moves; adds the
    /// nodes that it used. That none is found proves nothing.
    pub fn prove_mate(
        &mut self,
        game: &G,
        limits: &Limits,
        control: &SearchControl,
        spent: &mut u64,
    ) -> Option<MateProof> {
        if !G::MATE_ENDS_GAME {
            return None;
        }
        let timer = Timer::new(limits, G::LENGTH, &self.margins(game));
        let most = Cell::new(limits.nodes.unwrap_or(u64::MAX));
        let is_over =
            |used| used >= most.get() || control.must_end() || timer.is_over(control, used, true);
        let moves = root_moves(game, limits);
        let mut search = MateSearch::new(&mut self.proofs, most.get(), &is_over);
        let mut best: Option<MateProof> = None;
        let moves_to_mate = limits.mate.map_or(LONG_MATE, |mate| mate as usize);
        let mut plies = (2 * moves_to_mate).clamp(2, MAX_PLY) - 1;
        // The first one found is often longer than it need be.
        while plies > 0
            && let Some(proof) = search.find(game, &moves, plies)
        {
            if best.is_none() {
                most.set(most.get().min(SHORTENING * search.nodes() + LEAST_SHORTENING));
            }
            plies = proof.plies.saturating_sub(2);
            best = Some(proof);
        }
        *spent += search.nodes();
        best
    }

    /// What may go into the proof of a mate before the search, if one is looked for: where it is
    /// asked for, and where one is likely.
    fn proof_limits(&mut self, game: &G, limits: &Limits) -> Option<Limits> {
        let can_answer = limits.lines < 2 && limits.strength.is_none() && !limits.wait;
        if !G::MATE_ENDS_GAME || !can_answer {
            return None;
        }
        if limits.mate.is_some() {
            let most = limits.nodes.map_or(PROOF_NODES, |nodes| PROOF_NODES.min(nodes / 2));
            return Some(Limits { nodes: Some(most), ..limits.clone() });
        }
        let planned = limits.planned_nodes(G::LENGTH);
        let nodes = (planned / UNASKED_SHARE).min(PROOF_NODES);
        if planned == u64::MAX || nodes < LEAST_UNASKED {
            return None;
        }
        let eval = &mut self.threads[0].eval;
        eval.reset(game);
        let is_likely = eval.evaluate(game) >= LIKELY;
        let moves = limits.moves.clone();
        is_likely.then(|| Limits { nodes: Some(nodes), moves, ..Limits::default() })
    }

    /// A search begins. What another strength has thought is forgotten.
    fn begin(&mut self, level: Option<f64>, margins: &Margins) {
        if self.level != level {
            self.clear();
            self.level = level;
        }
        if !self.reductions.are_of(margins) {
            self.reductions = Reductions::new(margins);
        }
    }

    fn margins(&self, game: &G) -> Margins {
        self.margins.unwrap_or_else(|| Margins::of(game))
    }

    /// What to answer after the threads have searched.
    fn decide(
        &self,
        game: &G,
        limits: &Limits,
        results: &[RootResult],
        nodes: u64,
        margins: &Margins,
    ) -> Decision {
        let Some(chosen) = elect(results, limits.lines) else {
            let score = game.stuck(0, Score::cp(margins.waiting));
            return Decision { best: None, ponder: None, score, nodes, depth: 0 };
        };
        let (best, score) = match limits.strength {
            Some(strength) => {
                let lines = limits.lines.min(chosen.moves.len());
                let scores: Vec<Score> =
                    chosen.moves[..lines].iter().map(|root| root.score).collect();
                let best = &chosen.moves[strength.choose(&scores, game.key())];
                (best, best.score)
            }
            None => (&chosen.moves[0], chosen.score()),
        };
        let ponder = best.line.get(1).copied().or_else(|| self.expected_reply(game, best.mv));
        let depth = chosen.depth.plies() as u32;
        Decision { best: Some(best.mv), ponder, score, nodes, depth }
    }

    /// What the table holds for the reply to a move.
    fn expected_reply(&self, game: &G, mv: Move) -> Option<Move> {
        let mut after = game.clone();
        after.play(mv, &mut Silent);
        let reply = self.table.probe(after.key() ^ self.threads[0].eval.salt(), 0)?.mv?;
        after.is_legal(reply).then_some(reply)
    }
}

/// The legal moves that may be searched.
fn root_moves<G: Searchable>(game: &G, limits: &Limits) -> MoveList {
    let mut legal = MoveList::new();
    game.generate(Class::All, &mut legal);
    if !limits.moves.is_empty() {
        legal.retain(|mv| limits.moves.contains(mv));
    }
    legal
}

/// The limits of a weaker player: fewer nodes, and several lines to choose from.
fn weakened(limits: &Limits, strength: Strength) -> Limits {
    let most = strength.most_nodes();
    Limits {
        nodes: Some(limits.nodes.map_or(most, |nodes| nodes.min(most))),
        lines: limits.lines.max(strength.lines()),
        ..limits.clone()
    }
}

/// Passes on the first lines only: the others are looked at to choose from.
struct FirstLines<'a, L> {
    listener: &'a mut L,
    lines: usize,
}

impl<L: Listener> Listener for FirstLines<'_, L> {
    fn report(&mut self, report: &Report<&[Move]>) {
        if report.line <= self.lines {
            self.listener.report(report);
        }
    }
}

/// Of the nodes that a search is planned to use one in so many may go into a proof first ...
const UNASKED_SHARE: u64 = 16;
/// ... if these are enough for one ...
const LEAST_UNASKED: u64 = 200;
/// ... and the side to move is so far ahead, in centipawns.
const LIKELY: i32 = 300;
/// Nodes that may go into a proof before the usual search is asked: some tenths of a second.
const PROOF_NODES: u64 = 600_000;
/// Moves of the longest mate that is looked for where none is asked for.
const LONG_MATE: usize = 15;
/// To find a shorter mate may take so many times the nodes of the first one ...
const SHORTENING: u64 = 4;
/// ... and so many.
const LEAST_SHORTENING: u64 = 10_000;

/// Answers with what was proved.
fn tell(proof: MateProof, shared: &SearchShared, listener: &mut impl Listener) -> Decision {
    let MateProof { plies, line } = proof;
    let nodes = shared.nodes.load(Ordering::Relaxed);
    let score = Score::mating(plies);
    let depth = plies as u32;
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
    Decision { best: line.first().copied(), ponder: line.get(1).copied(), score, nodes, depth }
}
