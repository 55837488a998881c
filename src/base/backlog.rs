//! What was read and is not yet dealt with, counted in bytes: a reader that is faster than who
//! it reads for waits instead of filling the memory.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Bytes that are read and not yet dealt with.
#[derive(Default, Debug)]
pub struct Backlog {
    bytes: Mutex<usize>,
    changed: Condvar,
}

/// Something that was read; it counts until it is dropped.
#[derive(Debug)]
pub struct Held<T> {
    /// What it is.
    pub item: T,
    bytes: usize,
    backlog: Arc<Backlog>,
}

/// A reader waits while so many bytes are not dealt with.
const MOST: usize = 4 << 20;
/// What a thing takes besides its own bytes.
const OVERHEAD: usize = 64;

impl Backlog {
    /// Counts something of this size.
    pub fn hold<T>(self: &Arc<Self>, item: T, bytes: usize) -> Held<T> {
        let bytes = bytes + OVERHEAD;
        self.change(|held| held + bytes);
        Held { item, bytes, backlog: Arc::clone(self) }
    }

    /// Sleeps while there is too much.
    pub fn wait_for_room(&self) {
        let held = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(held, |held| *held > MOST));
    }

    fn change(&self, change: impl FnOnce(usize) -> usize) {
        let mut held = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let was_full = *held > MOST;
        *held = change(*held);
        if was_full {
            self.changed.notify_all();
        }
    }
}

impl<T> Drop for Held<T> {
    fn drop(&mut self) {
        self.backlog.change(|held| held.saturating_sub(self.bytes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    #[test]
    fn a_reader_waits_until_something_is_dealt_with() {
        let backlog = Arc::new(Backlog::default());
        let first = backlog.hold("first", MOST);
        let (sender, receiver) = channel();
        let reader = Arc::clone(&backlog);
        let thread = std::thread::spawn(move || {
            reader.wait_for_room();
            sender.send(()).unwrap();
        });
        assert!(receiver.recv_timeout(Duration::from_millis(50)).is_err());
        drop(first);
        receiver.recv_timeout(Duration::from_secs(10)).expect("there is room");
        thread.join().unwrap();
    }
}
