//! Sums that follow the moves of a search: kept when a move is about to be played, and as
//! they were when it is taken back.

/// Sums of one kind, and those of the plies before.
#[derive(Clone)]
pub(super) struct Stacked<T> {
    /// As the board stands.
    pub now: T,
    before: Vec<T>,
}

impl<T: Copy + Default> Stacked<T> {
    /// Nothing summed yet, nothing kept.
    pub fn reset(&mut self) {
        self.before.clear();
        self.now = T::default();
    }

    /// How many moves have been played since the root.
    #[inline]
    pub fn ply(&self) -> usize {
        self.before.len()
    }

    /// A move is about to be played.
    #[inline]
    pub fn push(&mut self) {
        self.before.push(self.now);
    }

    /// The last move was taken back.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(sums) = self.before.pop() {
            self.now = sums;
        }
    }
}

impl<T: Default> Default for Stacked<T> {
    fn default() -> Self {
        Self { now: T::default(), before: Vec::with_capacity(256) }
    }
}
