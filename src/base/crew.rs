//! Threads that work on one thing together. A browser starts none for WebAssembly: there the
//! host starts them beforehand, and they wait for work.

/// Runs `main` on this thread and each of the `others` on one of its own, and waits for all;
/// returns what `main` and the others found. One for which no thread can be had is left out.
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub fn together<R, T: Send>(
    main: impl FnOnce() -> R,
    others: impl Iterator<Item = impl FnOnce() -> T + Send>,
) -> (R, Vec<T>) {
    /// Room for the deepest line, with room to spare in unoptimised builds.
    const STACK: usize = 16 << 20;

    std::thread::scope(|scope| {
        let start = |work| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let threads: Vec<_> = others.map(start).collect();
        let found = main();
        let joined = threads.into_iter().flatten().filter_map(|thread| thread.join().ok());
        (found, joined.collect())
    })
}

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use hosted::{gather, join, size, together};

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod hosted {
    use std::sync::{Mutex, OnceLock, PoisonError};

    use rayon::{ThreadBuilder, ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

    /// Threads that [`together`] works with.
    static CREW: OnceLock<ThreadPool> = OnceLock::new();
    /// Places of the crew that no thread has taken yet.
    static PLACES: Mutex<Vec<ThreadBuilder>> = Mutex::new(Vec::new());

    /// Makes places for so many threads. Each must be taken with [`join`] before there is
    /// work.
    ///
    /// # Errors
    /// If there is no memory for them.
    pub fn gather(threads: usize) -> Result<(), ThreadPoolBuildError> {
        let places = |place| {
            PLACES.lock().unwrap_or_else(PoisonError::into_inner).push(place);
            Ok(())
        };
        if threads > 0 {
            let crew = ThreadPoolBuilder::new().num_threads(threads).spawn_handler(places);
            let _ = CREW.set(crew.build()?);
        }
        Ok(())
    }

    /// Takes a place; this thread works for the crew from now on.
    pub fn join() {
        let place = PLACES.lock().unwrap_or_else(PoisonError::into_inner).pop();
        if let Some(place) = place {
            place.run();
        }
    }

    /// How many threads there are beside the one that asks.
    pub fn size() -> usize {
        CREW.get().map_or(0, ThreadPool::current_num_threads)
    }

    /// As elsewhere; there are as many threads as there are places.
    pub fn together<R, T: Send>(
        main: impl FnOnce() -> R,
        others: impl Iterator<Item = impl FnOnce() -> T + Send>,
    ) -> (R, Vec<T>) {
        let Some(crew) = CREW.get() else { return (main(), Vec::new()) };
        let results = Mutex::new(Vec::new());
        let found = crew.in_place_scope(|scope| {
            for work in others.take(crew.current_num_threads()) {
                let results = &results;
                scope.spawn(move |_| {
                    let result = work();
                    results.lock().unwrap_or_else(PoisonError::into_inner).push(result);
                });
            }
            main()
        });
        (found, results.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}
