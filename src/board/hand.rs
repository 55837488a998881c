//! A hand: how many men of each kind a player may drop. A multiset, never a text.

use super::Role;

/// Counts of the men in hand, up to [`Hand::MOST`] of a kind, packed into a word:
/// equal hands are equal words, and an empty hand is zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Hand(u128);

impl Hand {
    /// Nothing in hand.
    pub const EMPTY: Self = Self(0);
    /// The most men of one kind a hand can hold: more than both boards have.
    pub const MOST: u8 = 127;
    const BITS: usize = 7;

    /// How many of this kind.
    pub const fn count(self, role: Role) -> u8 {
        (self.0 >> (Self::BITS * role.index())) as u8 & Self::MOST
    }

    /// At least one of this kind?
    pub const fn has(self, role: Role) -> bool {
        self.count(role) != 0
    }

    /// Nothing at all?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The hand with so many of this kind, at most [`Hand::MOST`].
    pub const fn with(self, role: Role, count: u8) -> Self {
        debug_assert!(count <= Self::MOST);
        let shift = Self::BITS * role.index();
        Self(self.0 & !((Self::MOST as u128) << shift) | (count as u128) << shift)
    }

    /// All men together.
    pub fn len(self) -> u32 {
        self.roles().map(|role| u32::from(self.count(role))).sum()
    }

    /// The kinds held: men of chess, cheapest first, then superpieces.
    pub fn roles(self) -> impl Iterator<Item = Role> {
        Role::every().filter(move |&role| self.has(role))
    }
}
