//! Commands that wait for the end of a search, counted in bytes: who sends without end is told
//! so, and fills no memory.

use std::collections::VecDeque;

/// A queue that takes no more than some MiB.
pub struct BoundedQueue<T> {
    items: VecDeque<(T, usize)>,
    bytes: usize,
}

/// No more bytes wait.
const MOST: usize = 4 << 20;
/// What a command takes besides its own bytes.
const OVERHEAD: usize = 256;

impl<T> Default for BoundedQueue<T> {
    fn default() -> Self {
        Self { items: VecDeque::new(), bytes: 0 }
    }
}

impl<T> BoundedQueue<T> {
    /// Adds something of this size; `false` if there is no room.
    pub fn push(&mut self, item: T, bytes: usize) -> bool {
        let bytes = bytes + OVERHEAD;
        let fits = self.bytes + bytes <= MOST;
        if fits {
            self.bytes += bytes;
            self.items.push_back((item, bytes));
        }
        fits
    }

    /// What has waited longest.
    pub fn pop(&mut self) -> Option<T> {
        let (item, bytes) = self.items.pop_front()?;
        self.bytes -= bytes;
        Some(item)
    }

    /// The same, left where it is.
    pub fn front(&self) -> Option<&T> {
        self.items.front().map(|(item, _)| item)
    }

    /// Does nothing wait?
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// All that waits.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.items.iter().map(|(item, _)| item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_waits_than_there_is_room_for() {
        let mut queue = BoundedQueue::default();
        let size = MOST / 2 - OVERHEAD;
        assert!(queue.push(1, size) && queue.push(2, size) && !queue.push(3, 0));
        assert_eq!((queue.pop(), queue.front()), (Some(1), Some(&2)));
        assert!(queue.push(4, 0) && queue.iter().eq(&[2, 4]) && !queue.is_empty());
    }
}
