//! The 8x8 board: what stands where, what is promoted, what is in hand. It can put,
//! lift and count; it does not know whose turn it is.

use super::{Color, Hand, Observer, Piece, Role, Set, Square, Way, attacks, keys};

/// Pieces on 64 squares and two hands. Keeps the key of all that it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    colors: [Set; 2],
    roles: [Set; Role::ALL.len()],
    superpieces: Superpieces,
    promoted: Set,
    pieces: [Option<Piece>; 64],
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
    /// No pieces.
    pub const EMPTY: Self = Self {
        colors: [Set::EMPTY; 2],
        roles: [Set::EMPTY; Role::ALL.len()],
        superpieces: Superpieces::NONE,
        promoted: Set::EMPTY,
        pieces: [None; 64],
        hands: [Hand::EMPTY; 2],
        key: 0,
    };

    /// All pieces of a side.
    #[inline]
    pub fn color(&self, color: Color) -> Set {
        self.colors[color.index()]
    }

    /// All pieces of a role, both sides.
    #[inline]
    pub fn role(&self, role: Role) -> Set {
        self.roles[role.index()]
    }

    /// One side's pieces of a role.
    #[inline]
    pub fn pieces(&self, color: Color, role: Role) -> Set {
        self.colors[color.index()] & self.roles[role.index()]
    }

    /// Pieces that go back as pawns.
    #[inline]
    pub fn promoted(&self) -> Set {
        self.promoted
    }

    /// Every piece.
    #[inline]
    pub fn occupied(&self) -> Set {
        self.colors[0] | self.colors[1]
    }

    /// Superpieces that attack in this way, both sides, frozen or not.
    #[inline]
    pub(crate) fn superpieces_attacking(&self, way: Way) -> Set {
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

    /// The piece on this square, if any.
    #[inline]
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index() & 63]
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
        self.pieces(color, Role::King).first().unwrap_or(Square(0))
    }

    /// Key of pieces, promotions and hands.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub fn put(
        &mut self,
        piece: Piece,
        promoted: bool,
        square: Square,
        observer: &mut impl Observer,
    ) {
        debug_assert!(self.at(square).is_none());
        let here = Set::of(square);
        self.colors[piece.color().index()] |= here;
        self.roles[piece.role().index()] |= here;
        if piece.role().is_super() {
            self.turn_superpiece(piece, here);
        }
        if promoted {
            self.promoted |= here;
        }
        self.pieces[square.index() & 63] = Some(piece);
        self.key ^= keys::piece(piece, promoted, square);
        observer.put(piece, promoted, square);
    }

    /// Takes the piece off a square; returns it and whether it was promoted.
    #[inline(always)]
    pub fn lift(&mut self, square: Square, observer: &mut impl Observer) -> Option<(Piece, bool)> {
        let piece = self.pieces[square.index() & 63].take()?;
        let here = Set::of(square);
        let promoted = self.promoted.has(square);
        self.colors[piece.color().index()] ^= here;
        self.roles[piece.role().index()] ^= here;
        if piece.role().is_super() {
            self.turn_superpiece(piece, here);
        }
        self.promoted = self.promoted.minus(here);
        self.key ^= keys::piece(piece, promoted, square);
        observer.lift(piece, promoted, square);
        Some((piece, promoted))
    }

    /// A superpiece has come to, or gone from, a square.
    #[cold]
    #[inline(never)]
    fn turn_superpiece(&mut self, piece: Piece, here: Set) {
        let magicians = self.pieces(piece.color(), Role::Magician);
        let superpieces = &mut self.superpieces;
        superpieces.all ^= here;
        for way in [Way::Step, Way::Leap, Way::Diagonal, Way::Straight] {
            if piece.role().attacks(way) {
                superpieces.ways[way as usize] ^= here;
            }
        }
        superpieces.cold[piece.color().index()] = attacks::kings(magicians);
    }

    /// One piece more in its owner's hand.
    #[inline]
    pub fn gain(&mut self, piece: Piece, observer: &mut impl Observer) {
        let count = self.hand(piece.color()).count(piece.role());
        self.hold(piece, count + 1, observer);
    }

    /// One piece less in its owner's hand.
    #[inline]
    pub fn spend(&mut self, piece: Piece, observer: &mut impl Observer) {
        let count = self.hand(piece.color()).count(piece.role());
        self.hold(piece, count - 1, observer);
    }

    /// So many pieces of a kind in their owner's hand.
    #[inline]
    pub fn hold(&mut self, piece: Piece, count: u8, observer: &mut impl Observer) {
        let hand = &mut self.hands[piece.color().index()];
        let before = hand.count(piece.role());
        *hand = hand.with(piece.role(), count);
        self.key ^= keys::held(piece, before) ^ keys::held(piece, count);
        observer.hold(piece, before, count);
    }

    /// Tells a listener all that stands and all that is held, as if just put.
    pub fn announce(&self, observer: &mut impl Observer) {
        for square in self.occupied() {
            if let Some(piece) = self.at(square) {
                observer.put(piece, self.promoted.has(square), square);
            }
        }
        for color in Color::ALL {
            for role in self.hand(color).roles() {
                observer.hold(Piece::new(color, role), 0, self.hand(color).count(role));
            }
        }
    }
}
