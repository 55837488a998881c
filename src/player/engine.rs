//! An engine that a running search may hold, and the size and threads it was given.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::event::{Answer, ReportSink, Search, SearchEvent};
use crate::base::time::Instant;
use crate::eval::Eval;
use crate::game::Searchable;
use crate::search::{Engine, Limits, MemoryError};

/// What an engine is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineSettings {
    /// Size of the table, in MiB.
    pub hash_mib: usize,
    /// Searching threads.
    pub threads: usize,
}

impl Default for EngineSettings {
    /// A table of 16 MiB, one thread.
    fn default() -> Self {
        Self { hash_mib: 16, threads: 1 }
    }
}

/// An engine to be shared between its owner and the search that runs for it.
pub struct EngineHandle<G: Searchable, E: Eval<G>> {
    engine: SharedEngine<G, E>,
    settings: EngineSettings,
}

/// The engine itself; the search that runs holds the lock.
pub type SharedEngine<G, E> = Arc<Mutex<Engine<G, E>>>;

/// Waits for the engine. A search that panicked leaves nothing broken that the next would
/// not overwrite.
pub(super) fn lock<T>(engine: &Mutex<T>) -> MutexGuard<'_, T> {
    engine.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G: Searchable + Sync, E: Eval<G> + 'static> EngineHandle<G, E> {
    /// An engine with the table and the threads of the settings.
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn new(eval: E, settings: EngineSettings) -> Result<Self, MemoryError> {
        let EngineSettings { hash_mib, threads } = settings;
        let engine = Engine::new(eval, hash_mib, threads)?;
        Ok(Self { engine: Arc::new(Mutex::new(engine)), settings })
    }

    /// Takes over another size or number of threads.
    ///
    /// # Errors
    /// If there is no memory for the table; the old one stays.
    pub fn configure(&mut self, settings: EngineSettings) -> Result<(), MemoryError> {
        if settings.hash_mib != self.settings.hash_mib {
            lock(&self.engine).resize(settings.hash_mib)?;
            self.settings.hash_mib = settings.hash_mib;
        }
        if settings.threads != self.settings.threads {
            lock(&self.engine).set_threads(settings.threads)?;
            self.settings.threads = settings.threads;
        }
        Ok(())
    }

    /// How it is set.
    pub fn settings(&self) -> EngineSettings {
        self.settings
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
    pub fn share(&self) -> SharedEngine<G, E> {
        Arc::clone(&self.engine)
    }

    /// A search of a position that nothing changes meanwhile.
    pub fn search(&self, position: G, limits: Limits) -> Search {
        let engine = self.share();
        Box::new(move |control, sink| {
            let start = Instant::now();
            let decision = lock(&engine).search(&position, &limits, control, &mut ReportSink(sink));
            if decision.best.is_some() {
                let time = limits.elapsed(start, decision.nodes);
                sink(SearchEvent::Total { nodes: decision.nodes, time });
            }
            sink(SearchEvent::Answer(Answer::from(&decision)));
        })
    }
}
