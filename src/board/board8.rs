//! The 8x8 board: who stands where, who is promoted, what is in hand. It can put,
//! lift and count; it does not know whose turn it is.

use super::{Color, Hand, Man, Observer, Role, Set, Square, Way, attacks, keys};

/// Men on 64 squares and two hands. Keeps the key of all that it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    colors: [Set; 2],
    roles: [Set; Role::KINDS],
    superpieces: Superpieces,
    promoted: Set,
    men: [Option<Man>; 64],
    hands: [Hand; 2],
    key: u64,
}

/// What follows from the superpieces. Kept apart, since most games have none.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Superpieces {
    /// Both sides'.
    all: Set,
    /// Those that attack in each [`Way`].
    ways: [Set; Way::COUNT],
    /// The squares next to each side's Magicians.
    cold: [Set; 2],
}

impl Superpieces {
    const NONE: Self =
        Self { all: Set::EMPTY, ways: [Set::EMPTY; Way::COUNT], cold: [Set::EMPTY; 2] };
}

impl Board {
    /// No men.
    pub const EMPTY: Self = Self {
        colors: [Set::EMPTY; 2],
        roles: [Set::EMPTY; Role::KINDS],
        superpieces: Superpieces::NONE,
        promoted: Set::EMPTY,
        men: [None; 64],
        hands: [Hand::EMPTY; 2],
        key: 0,
    };

    /// All men of a side.
    #[inline]
    pub fn color(&self, color: Color) -> Set {
        self.colors[color.index()]
    }

    /// All men of a role, both sides.
    #[inline]
    pub fn role(&self, role: Role) -> Set {
        self.roles[role.index()]
    }

    /// One side's men of a role.
    #[inline]
    pub fn men(&self, color: Color, role: Role) -> Set {
        self.colors[color.index()] & self.roles[role.index()]
    }

    /// Men that go back as pawns.
    #[inline]
    pub fn promoted(&self) -> Set {
        self.promoted
    }

    /// Every man.
    #[inline]
    pub fn occupied(&self) -> Set {
        self.colors[0] | self.colors[1]
    }

    /// Superpieces that attack in this way, both sides, frozen or not.
    #[inline]
    pub(super) fn superpieces_attacking(&self, way: Way) -> Set {
        self.superpieces.ways[way as usize]
    }

    /// All superpieces, both sides.
    #[inline]
    pub fn superpieces(&self) -> Set {
        self.superpieces.all
    }

    /// The squares on which the Magicians of a side freeze its enemies.
    #[inline]
    pub fn cold(&self, magicians: Color) -> Set {
        self.superpieces.cold[magicians.index()]
    }

    /// Who stands here?
    #[inline]
    pub fn at(&self, square: Square) -> Option<Man> {
        self.men[square.index() & 63]
    }

    /// What a side holds.
    #[inline]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color.index()]
    }

    /// The king's square. A position has one king a side; while a board is being
    /// set up there may be none, and a1 is answered.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.men(color, Role::King).first().unwrap_or(Square(0))
    }

    /// Key of men, promotions and hands.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Puts a man on an empty square.
    #[inline(always)]
    pub fn put(&mut self, man: Man, promoted: bool, square: Square, observer: &mut impl Observer) {
        debug_assert!(self.at(square).is_none());
        let here = Set::of(square);
        self.colors[man.color().index()] |= here;
        self.roles[man.role().index()] |= here;
        if man.role().is_super() {
            self.turn_superpiece(man, here);
        }
        if promoted {
            self.promoted |= here;
        }
        self.men[square.index() & 63] = Some(man);
        self.key ^= keys::man(man, promoted, square);
        observer.put(man, promoted, square);
    }

    /// Takes the man off a square; says who it was and whether promoted.
    #[inline(always)]
    pub fn lift(&mut self, square: Square, observer: &mut impl Observer) -> Option<(Man, bool)> {
        let man = self.men[square.index() & 63].take()?;
        let here = Set::of(square);
        let promoted = self.promoted.has(square);
        self.colors[man.color().index()] ^= here;
        self.roles[man.role().index()] ^= here;
        if man.role().is_super() {
            self.turn_superpiece(man, here);
        }
        self.promoted = self.promoted.minus(here);
        self.key ^= keys::man(man, promoted, square);
        observer.lift(man, promoted, square);
        Some((man, promoted))
    }

    /// A superpiece has come to, or gone from, a square.
    #[cold]
    #[inline(never)]
    fn turn_superpiece(&mut self, man: Man, here: Set) {
        let magicians = self.men(man.color(), Role::Magician);
        let superpieces = &mut self.superpieces;
        superpieces.all ^= here;
        for way in [Way::Step, Way::Leap, Way::Diagonal, Way::Straight] {
            if man.role().attacks(way) {
                superpieces.ways[way as usize] ^= here;
            }
        }
        superpieces.cold[man.color().index()] = attacks::kings(magicians);
    }

    /// One man more in his owner's hand.
    #[inline]
    pub fn gain(&mut self, man: Man, observer: &mut impl Observer) {
        let count = self.hand(man.color()).count(man.role());
        self.hold(man, count + 1, observer);
    }

    /// One man less in his owner's hand.
    #[inline]
    pub fn spend(&mut self, man: Man, observer: &mut impl Observer) {
        let count = self.hand(man.color()).count(man.role());
        self.hold(man, count - 1, observer);
    }

    /// So many men of a kind in their owner's hand.
    #[inline]
    pub fn hold(&mut self, man: Man, count: u8, observer: &mut impl Observer) {
        let hand = &mut self.hands[man.color().index()];
        let before = hand.count(man.role());
        *hand = hand.with(man.role(), count);
        self.key ^= keys::held(man, before) ^ keys::held(man, count);
        observer.hold(man, before, count);
    }

    /// Tells a listener all that stands and all that is held, as if just put.
    pub fn announce(&self, observer: &mut impl Observer) {
        for square in self.occupied() {
            if let Some(man) = self.at(square) {
                observer.put(man, self.promoted.has(square), square);
            }
        }
        for color in Color::ALL {
            for role in self.hand(color).roles() {
                observer.hold(Man::new(color, role), 0, self.hand(color).count(role));
            }
        }
    }
}
