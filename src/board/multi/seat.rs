//! The seats of a board for more than two players, and sets of them.

use std::ops::{Index, IndexMut};

use super::MOST_SEATS;

/// A seat, counted from 0 in order of turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MultiSeat(u8);

impl MultiSeat {
    /// As many as a board has at most.
    pub const ALL: [Self; MOST_SEATS] = [Self(0), Self(1), Self(2), Self(3)];

    /// The seat with this number, 0 to 3.
    #[inline]
    pub const fn new(index: usize) -> Self {
        Self(index as u8 & 3)
    }

    /// For arrays: 0 to 3.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 3) as usize
    }

    /// The seats of a board with so many.
    #[inline]
    pub fn first(count: usize) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..count).map(Self::new)
    }
}

/// Arrays with a place for each seat are indexed by seats.
impl<T> Index<MultiSeat> for [T; MOST_SEATS] {
    type Output = T;

    #[inline]
    fn index(&self, seat: MultiSeat) -> &T {
        &self[seat.index()]
    }
}

impl<T> IndexMut<MultiSeat> for [T; MOST_SEATS] {
    #[inline]
    fn index_mut(&mut self, seat: MultiSeat) -> &mut T {
        &mut self[seat.index()]
    }
}

/// A set of seats, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Seats(pub u8);

impl Seats {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// Just this one.
    #[inline]
    pub const fn of(seat: MultiSeat) -> Self {
        Self(1 << seat.0)
    }

    /// Is the seat among them?
    #[inline]
    pub const fn has(self, seat: MultiSeat) -> bool {
        self.0 >> seat.0 & 1 != 0
    }

    /// Nobody at all?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// This seat too.
    #[inline]
    pub const fn with(self, seat: MultiSeat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// All but this seat.
    #[inline]
    pub const fn without(self, seat: MultiSeat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// Those of this set that are not of the other.
    #[inline]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The seats of both sets.
    #[inline]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those of both.
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// One after another.
    #[inline]
    pub fn each(self) -> impl Iterator<Item = MultiSeat> {
        MultiSeat::ALL.into_iter().filter(move |&seat| self.has(seat))
    }
}
