//! The move word of all games: one plain 32-bit value, so that tables, pickers,
//! killers, lines and logs are written once. What it means is the game's affair.
//!
//! | bits | field | |
//! |---|---|---|
//! | 0-7 | from | square left; equals `to` for a drop |
//! | 8-15 | to | square reached; castling: the own rook's square |
//! | 16-21 | extra | a square of the other board, or which [`PreludeStep`] it is |
//! | 22-23 | grid | which squares these are: see [`Grid`] |
//! | 24-27 | role | what stands on `to` afterwards |
//! | 28-30 | kind | see [`MoveKind`] |
//! | 31 | board | second board of a pair |

use std::fmt;
use std::num::NonZeroU32;

use super::cell::{Cell, Grid};
use super::piece::Role;
use super::square::Square;

/// What sort of move a word holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// A piece goes from square to square, capturing what stands there.
    Normal,
    /// A pawn captures another en passant.
    EnPassant,
    /// King and rook; `to` is the rook's square.
    Castle,
    /// A pawn reaches the last rank and becomes `role`.
    Promotion,
    /// A piece comes from the hand.
    Drop,
    /// A pawn reaches the last rank and becomes the piece of `role` that stands on the
    /// third square, on the other board of a pair (Herauswünschen).
    TakeOut,
    /// A step of the prelude to superschaak: see [`PreludeStep`].
    Prelude,
}

/// What a player does in the prelude to superschaak.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PreludeStep {
    /// Chooses a superpiece that will be played with.
    Choose(Role),
    /// Puts one in the place of the piece on this square; the mirror square follows.
    Replace(Role, Square),
    /// Lets two of them, the one on the lower square first, change places, and their mirror
    /// images too.
    Swap(Square, Square),
    /// Swaps nothing.
    Keep,
}

impl MoveKind {
    const COUNT: usize = 7;
    /// By the three bits that are stored; the unused code is filled so that no look-up can fail.
    const BY_STORED_BITS: [Self; 8] = {
        let mut kinds = [Self::Normal; 8];
        kinds[Self::EnPassant.stored()] = Self::EnPassant;
        kinds[Self::Castle.stored()] = Self::Castle;
        kinds[Self::Promotion.stored()] = Self::Promotion;
        kinds[Self::Drop.stored()] = Self::Drop;
        kinds[Self::TakeOut.stored()] = Self::TakeOut;
        kinds[Self::Prelude.stored()] = Self::Prelude;
        kinds
    };

    /// The field of a stored word: turned over.
    const fn stored(self) -> usize {
        (KIND_BITS >> KIND_SHIFT) as usize ^ self as usize
    }
}

/// Roles by the field's four bits, filled up like the kinds.
const ROLE_BY_BITS: [Role; 16] = {
    let mut roles = [Role::Pawn; 16];
    let mut i = 0;
    while let Some(role) = Role::from_index(i) {
        roles[i] = role;
        i += 1;
    }
    roles
};

/// A move. Equal moves are equal words. What is stored is the word with its kind turned over,
/// which is never 0: so `Option<Move>` takes four bytes.
///
/// # Examples
/// ```
/// use kralle::board::{Move, Role, Square};
///
/// let drop = Move::drop(Role::Knight, Square::new(5, 6));
/// assert!(drop.is_drop() && drop.board() == 0);
/// assert_eq!(drop.on_board(1).board(), 1);
/// // A word from a shared table may be none of a move.
/// assert_eq!(Move::from_word(drop.word()), Some(drop));
/// assert_eq!(Move::from_word(0), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU32);

const _: () = assert!(size_of::<Option<Move>>() == 4);

/// Where the kind stands.
const KIND_SHIFT: u32 = 28;
/// Turns over the three bits of the kind. No kind has them all.
const KIND_BITS: u32 = 7 << KIND_SHIFT;

/// Moves of one position. Crazyhouse positions with 303 legal moves are reachable, and
/// pairs of boards have more: the list grows as needed, and callers reuse it.
pub type MoveList = Vec<Move>;

impl Move {
    const fn of_word(word: u32) -> Self {
        match NonZeroU32::new(word ^ KIND_BITS) {
            Some(stored) => Self(stored),
            // Only a word with all three bits of the kind comes here, and no kind has them.
            None => Self(NonZeroU32::MIN),
        }
    }

    const fn build(from: Square, to: Square, role: Role, kind: MoveKind) -> Self {
        Self::on_grid(Grid::Eight, kind, role, from.cell(), to.cell())
    }

    /// A move of a board that numbers its squares by this grid.
    #[inline]
    pub const fn on_grid(grid: Grid, kind: MoveKind, role: Role, from: Cell, to: Cell) -> Self {
        let cells = from.0 as u32 | (to.0 as u32) << 8;
        Self::of_word(
            cells | (grid as u32) << 22 | (role as u32) << 24 | (kind as u32) << KIND_SHIFT,
        )
    }

    /// A piece of this role goes from square to square.
    pub const fn normal(role: Role, from: Square, to: Square) -> Self {
        Self::build(from, to, role, MoveKind::Normal)
    }

    /// A pawn captures en passant.
    pub const fn en_passant(from: Square, to: Square) -> Self {
        Self::build(from, to, Role::Pawn, MoveKind::EnPassant)
    }

    /// The king castles with the rook on this square.
    pub const fn castle(king: Square, rook: Square) -> Self {
        Self::build(king, rook, Role::King, MoveKind::Castle)
    }

    /// A pawn becomes `role` on `to`.
    pub const fn promotion(role: Role, from: Square, to: Square) -> Self {
        Self::build(from, to, role, MoveKind::Promotion)
    }

    /// A piece of this role comes from the hand.
    pub const fn drop(role: Role, to: Square) -> Self {
        Self::build(to, to, role, MoveKind::Drop)
    }

    /// A pawn goes to `to` and becomes the piece of this role that stands on `taken`, on the
    /// other board.
    pub const fn take_out(role: Role, from: Square, to: Square, taken: Square) -> Self {
        let mv = Self::build(from, to, role, MoveKind::TakeOut);
        Self::of_word(mv.word() | (taken.0 as u32) << 16)
    }

    /// A step of a prelude.
    pub const fn prelude(step: PreludeStep) -> Self {
        const NOWHERE: Square = Square(0);
        let (from, to, role, sort) = match step {
            PreludeStep::Choose(role) => (NOWHERE, NOWHERE, role, 0),
            PreludeStep::Replace(role, square) => (square, square, role, 1),
            PreludeStep::Swap(one, other) => (one, other, Role::Pawn, 2),
            PreludeStep::Keep => (NOWHERE, NOWHERE, Role::Pawn, 3),
        };
        Self::of_word(Self::build(from, to, role, MoveKind::Prelude).word() | sort << 16)
    }

    /// The step of a prelude that this is, if it is one.
    pub const fn step(self) -> Option<PreludeStep> {
        let step = match self.extra().0 {
            0 => PreludeStep::Choose(self.role()),
            1 => PreludeStep::Replace(self.role(), self.to()),
            2 => PreludeStep::Swap(self.from(), self.to()),
            _ => PreludeStep::Keep,
        };
        if matches!(self.kind(), MoveKind::Prelude) { Some(step) } else { None }
    }

    /// The same move on the first (0) or second (1) board of a pair. Moves of a game on
    /// one board are those of the first.
    pub const fn on_board(self, board: usize) -> Self {
        Self::of_word(self.word() & !(1 << 31) | ((board & 1) as u32) << 31)
    }

    /// The board of a pair: 0 or 1.
    pub const fn board(self) -> usize {
        (self.word() >> 31) as usize
    }

    /// Which board's squares the move names.
    pub const fn grid(self) -> Grid {
        Grid::BY_BITS[(self.word() >> 22) as usize & 3]
    }

    /// On the 8x8 board, the third square, where the kind of move has one: that of the piece
    /// taken off the other board.
    pub const fn extra(self) -> Square {
        Square((self.word() >> 16) as u8 & 63)
    }

    /// The cell left, for tables; the target itself for a drop.
    #[inline]
    pub const fn from_cell(self) -> Cell {
        Cell(self.word() as u8)
    }

    /// The cell reached, for tables; for castling the own rook's.
    #[inline]
    pub const fn to_cell(self) -> Cell {
        Cell((self.word() >> 8) as u8)
    }

    /// On the 8x8 board, the square left; the target itself for a drop.
    #[inline]
    pub const fn from(self) -> Square {
        Square(self.from_cell().0)
    }

    /// On the 8x8 board, the square reached; for castling the own rook's square.
    #[inline]
    pub const fn to(self) -> Square {
        Square(self.to_cell().0)
    }

    /// What stands on the target afterwards; the king for castling.
    pub const fn role(self) -> Role {
        ROLE_BY_BITS[(self.word() >> 24) as usize & 15]
    }

    /// What leaves its square: a pawn where a pawn is promoted.
    pub const fn mover(self) -> Role {
        match self.kind() {
            MoveKind::Promotion | MoveKind::TakeOut => Role::Pawn,
            _ => self.role(),
        }
    }

    /// The bits of its kind, as they are stored.
    #[inline]
    const fn kind_bits(self) -> usize {
        ((self.0.get() & KIND_BITS) >> KIND_SHIFT) as usize
    }

    /// Its sort.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        MoveKind::BY_STORED_BITS[self.kind_bits()]
    }

    /// From the hand?
    #[inline]
    pub const fn is_drop(self) -> bool {
        self.kind_bits() == MoveKind::Drop.stored()
    }

    /// The word itself, for tables.
    #[inline]
    pub const fn word(self) -> u32 {
        self.0.get() ^ KIND_BITS
    }

    /// A word that [`Move::word`] gave, or `None` for one that no move has, 0 among them: what
    /// comes out of a shared table may be anything.
    pub fn from_word(word: u32) -> Option<Self> {
        let role = (word >> 24) as usize & 15;
        let kind = (word >> 28) as usize & 7;
        let known = role < Role::ALL.len() && kind < MoveKind::COUNT;
        (word != 0 && known).then_some(Self::of_word(word))
    }
}

/// For logs and failed assertions, in the coordinates of the move's own board: `Normal Pawn
/// d13d12`. The games write moves for people and protocols.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [from, to] = [self.from_cell(), self.to_cell()].map(|cell| self.grid().name(cell));
        write!(f, "{:?} {:?} {from}{to}", self.kind(), self.role())?;
        match (self.board(), self.kind()) {
            (0, MoveKind::TakeOut) => write!(f, " taking {}", self.extra()),
            (_, MoveKind::TakeOut) => write!(f, " taking {} on board 2", self.extra()),
            (0, _) => Ok(()),
            _ => f.write_str(" on board 2"),
        }
    }
}
