//! How deep a node is searched: a type of its own, so that it is never taken for a distance
//! from the root or for a score.

use std::ops::{Add, Sub};

/// The plies that a node is still to be searched. At 0 and below quiescence begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Depth(i32);

impl Depth {
    /// So many plies.
    pub const fn new(plies: i32) -> Self {
        Self(plies)
    }

    /// The number of plies, for formulas.
    pub const fn plies(self) -> i32 {
        self.0
    }

    /// Does quiescence begin here?
    pub const fn is_leaf(self) -> bool {
        self.0 <= 0
    }
}

impl Add<i32> for Depth {
    type Output = Self;
    fn add(self, plies: i32) -> Self {
        Self(self.0 + plies)
    }
}

impl Sub<i32> for Depth {
    type Output = Self;
    fn sub(self, plies: i32) -> Self {
        Self(self.0 - plies)
    }
}
