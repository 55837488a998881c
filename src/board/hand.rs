//! A hand: how many pieces of each kind a player may drop.

use super::Role;

/// Counts of the pieces in hand, up to [`Hand::most`] of a kind, packed into a word: equal
/// hands are equal words, and an empty hand is zero.
///
/// # Examples
/// ```
/// use kralle::board::{Hand, Role};
///
/// let hand = Hand::EMPTY.with(Role::Pawn, 3).with(Role::Queen, 1);
/// assert_eq!((hand.count(Role::Pawn), hand.len()), (3, 4));
/// assert!(!hand.has(Role::Rook));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Hand(u64);

impl Hand {
    /// Nothing in hand.
    pub const EMPTY: Self = Self(0);
    /// The most pieces of chess of one kind a hand can hold: more than both boards have.
    pub const MOST: u8 = 127;
    /// The most superpieces of one kind that can be beside a board.
    pub const MOST_SUPER: u8 = 15;
    const BITS: usize = 7;
    const SUPER_BITS: usize = 4;
    /// Superpieces lie behind the pieces of chess.
    const FIRST_SUPER: usize = Self::BITS * Role::CHESS.len();

    /// Where the count of a role lies.
    const fn shift(role: Role) -> usize {
        if role.is_super() {
            Self::FIRST_SUPER + Self::SUPER_BITS * (role.index() - Role::CHESS.len())
        } else {
            Self::BITS * role.index()
        }
    }

    /// The most pieces of this kind a hand can hold.
    pub const fn most(role: Role) -> u8 {
        if role.is_super() { Self::MOST_SUPER } else { Self::MOST }
    }

    /// How many of this kind.
    pub const fn count(self, role: Role) -> u8 {
        (self.0 >> Self::shift(role)) as u8 & Self::most(role)
    }

    /// At least one of this kind?
    pub const fn has(self, role: Role) -> bool {
        self.count(role) != 0
    }

    /// Nothing at all?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The hand with so many of this kind, at most [`Hand::most`].
    pub const fn with(self, role: Role, count: u8) -> Self {
        debug_assert!(count <= Self::most(role));
        let shift = Self::shift(role);
        Self(self.0 & !((Self::most(role) as u64) << shift) | (count as u64) << shift)
    }

    /// All counts in one word, another for another hand.
    pub const fn word(self) -> u64 {
        self.0
    }

    /// All pieces together.
    pub fn len(self) -> u32 {
        let all =
            |roles: &[Role]| roles.iter().map(|&role| u32::from(self.count(role))).sum::<u32>();
        let superpieces = if self.0 >> Self::FIRST_SUPER == 0 { 0 } else { all(&Role::SUPER) };
        all(&Role::DROPPABLE) + superpieces
    }

    /// The pieces of chess held, as capital letters, the dearest first: `QNPP`.
    pub fn letters(self) -> String {
        let roles = Role::DROPPABLE.iter().rev();
        roles.map(|&role| role.letter().to_string().repeat(self.count(role).into())).collect()
    }

    /// The kinds held: pieces of chess, cheapest first, then superpieces.
    pub fn roles(self) -> impl Iterator<Item = Role> {
        let some_super = self.0 >> Self::FIRST_SUPER != 0;
        let superpieces = if some_super { &Role::SUPER[..] } else { &[] };
        let held = move |role: &Role| self.has(*role);
        Role::DROPPABLE.into_iter().chain(superpieces.iter().copied()).filter(held)
    }
}
