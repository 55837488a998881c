//! An engine that a running search may hold, and the size and threads it was given.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::event::{Answer, EventListener, Search, SearchEvent};
use crate::board::Move;
use crate::eval::Eval;
use crate::game::Searchable;
use crate::search::{Decision, Engine, HashTableError, Limits};

/// What an engine is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineSettings {
    /// Size of the table, in MiB.
    pub hash_mib: usize,
    /// Searching threads.
    pub threads: usize,
}

/// An engine to be shared between its owner and the search that runs for it.
pub struct EngineHandle<G: Searchable, E: Eval<G>> {
    engine: Shared<G, E>,
    hash_mib: usize,
    threads: usize,
}

/// The engine itself; whoever searches holds the lock.
pub type Shared<G, E> = Arc<Mutex<Engine<G, E>>>;

/// Waits for the engine. A search that panicked leaves nothing broken that the next would
/// not overwrite.
pub fn lock<T>(engine: &Mutex<T>) -> MutexGuard<'_, T> {
    engine.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G: Searchable + Sync, E: Eval<G> + 'static> EngineHandle<G, E> {
    /// An engine with the table and the threads of the settings.
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn new(eval: E, settings: EngineSettings) -> Result<Self, HashTableError> {
        let EngineSettings { hash_mib, threads } = settings;
        let engine = Engine::new(eval, hash_mib, threads)?;
        Ok(Self { engine: Arc::new(Mutex::new(engine)), hash_mib, threads })
    }

    /// Takes over another size or number of threads.
    ///
    /// # Errors
    /// If there is no memory for the table; the old one stays.
    pub fn configure(&mut self, settings: EngineSettings) -> Result<(), HashTableError> {
        if settings.hash_mib != self.hash_mib {
            lock(&self.engine).resize(settings.hash_mib)?;
            self.hash_mib = settings.hash_mib;
        }
        if settings.threads != self.threads {
            lock(&self.engine).set_threads(settings.threads);
            self.threads = settings.threads;
        }
        Ok(())
    }

    /// Another evaluation; what was remembered by the old one is worth nothing.
    pub fn set_eval(&self, eval: &E) {
        lock(&self.engine).set_eval(eval);
    }

    /// Forgets what was learnt.
    pub fn forget(&self) {
        lock(&self.engine).clear();
    }

    /// The engine, for a search that does more than one thing with it.
    pub fn share(&self) -> Shared<G, E> {
        Arc::clone(&self.engine)
    }

    /// A search of a position that nothing changes meanwhile. `close` makes the answer of
    /// what was decided.
    pub fn search(
        &self,
        position: G,
        limits: Limits,
        write_move: impl Fn(&G, Move) -> String + Send + Sync + 'static,
        close: impl FnOnce(&G, &Decision) -> Answer + Send + 'static,
    ) -> Search {
        let engine = self.share();
        Box::new(move |signal, say| {
            let mut teller = EventListener { say, write_move: |mv| write_move(&position, mv) };
            let start = Instant::now();
            let decision = lock(&engine).search(&position, &limits, signal, &mut teller);
            if decision.best.is_some() {
                let time = limits.elapsed(start, decision.nodes);
                (teller.say)(SearchEvent::Total(decision.nodes, time));
            }
            close(&position, &decision)
        })
    }
}
