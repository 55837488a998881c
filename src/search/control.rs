//! Orders from outside to a running search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

use crate::base::time::Instant;

/// Orders from outside to a running search; shared between threads. A search reads the
/// flags; threads that only wait sleep until an order or another change wakes them.
#[derive(Default, Debug)]
pub struct SearchControl {
    /// All a running search looks at.
    end: AtomicBool,
    stop: AtomicBool,
    ponder_hit: AtomicBool,
    /// Held while flags change and while a waiting thread looks at its condition, so that
    /// no change is missed.
    changing: Mutex<()>,
    changed: Condvar,
}

impl SearchControl {
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
