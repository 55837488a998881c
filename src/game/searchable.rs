//! What the searcher asks of a game beyond its rules.

use super::Playable;
use crate::base::Score;
use crate::board::{Move, Role};

/// Seats that win together: the sign of a score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Camp {
    /// White, the first team, or of three players the one that searches.
    First,
    /// Everybody else.
    Second,
}

impl Camp {
    /// 0 or 1, for arrays and keys.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// What makes the moves of a game many. The margins of a search go by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Breadth {
    /// Nothing: there are as many as in chess.
    Chess,
    /// Pieces are dropped.
    Drops,
    /// Pieces are dropped, and more come from a board that is known.
    Beside,
    /// Pieces are dropped, and any may come from a board of which nothing is known.
    Arrivals,
    /// There are more kinds of pieces.
    Superpieces,
    /// Four armies of two teams.
    Vierschaak,
    /// The same, and the first mate ends the game.
    FourPlayerTeams,
    /// Three armies, each for itself.
    Drieschaak,
}

/// Where lesser pieces of the rival could take those of the seat to move.
pub trait Danger {
    /// How much more this quiet move puts in danger than it saves, as many times as a knight or
    /// bishop counts.
    fn added(&self, mv: Move) -> i32;
}

/// A game that does not know.
impl Danger for () {
    #[inline]
    fn added(&self, _mv: Move) -> i32 {
        0
    }
}

/// A game as the searcher sees it: whose turn it is, what its moves look like, and what it is
/// worth when it ends.
pub trait Searchable: Playable {
    /// What it knows of squares where pieces are in danger: nothing, or where they are.
    type Danger: Danger;

    /// Seats at the board.
    const SEATS: usize;
    /// Squares, for history tables.
    const SQUARES: usize;
    /// Kinds of pieces, for history tables.
    const ROLES: usize = Role::CHESS.len();
    /// Does a mate end the game, and do the camps move in strict turn? Then a mate can be
    /// proved by checks alone.
    const MATE_ENDS_GAME: bool;
    /// How many moves a seat makes in a game, beside one of crazyhouse: a clock must last for
    /// them.
    const LENGTH: f64 = 1.0;

    /// A guess at the key after a legal move, made before the move is played, so that the
    /// table's memory can be fetched early. A wrong guess costs time, nothing else.
    fn key_after(&self, mv: Move) -> u64;

    /// Keys of parts of the position, for tables that learn how far the evaluation is off:
    /// pawns, each side's other pieces, kings and hands.
    fn part_keys(&self) -> [u64; 4];

    /// The seat to move, from 0.
    fn seat(&self) -> usize;

    /// The camp of the seat to move.
    fn camp(&self) -> Camp;

    /// Plies that may still be played before the game is drawn by count, or none if it never
    /// is.
    fn plies_to_draw(&self) -> Option<usize>;

    /// Do all pieces stand? While they are still being placed nothing can be said of the
    /// position: such plies are quiet, and no search prunes there.
    fn is_settled(&self) -> bool {
        true
    }

    /// Are there usually far more moves than in chess, and why?
    fn breadth(&self) -> Breadth;

    /// Hands the turn to the other camp without a move, or refuses (and says `false`) where
    /// that would prove nothing. Taken back like a move.
    fn pass(&mut self) -> bool;

    /// Is the seat to move in check?
    fn in_check(&self) -> bool;

    /// Where lesser pieces of the rival could take those of the seat to move.
    fn danger(&self) -> Self::Danger;

    /// Would this legal move give check?
    fn gives_check(&self, mv: Move) -> bool;

    /// Does this move go backwards, as its player sees it? Weakened play overlooks such moves
    /// more often; a game may leave it unanswered.
    fn retreats(&self, _mv: Move) -> bool {
        false
    }

    /// Does this legal move belong to [`Class::Noisy`](super::Class::Noisy)?
    fn is_noisy(&self, mv: Move) -> bool;

    /// What the move wins at once, in centipawns: the captured piece, the promotion.
    fn gain(&self, mv: Move) -> i32;

    /// The captured piece as its taker gets it, for move ordering.
    fn victim(&self, mv: Move) -> Option<Role>;

    /// Static exchange evaluation: does the mover come out of it with at least `least`
    /// centipawns?
    fn exchange(&self, mv: Move, least: i32) -> bool;

    /// A move that mates, if one is found at a glance. Only asked when not in check. `None`
    /// proves nothing. A king with more than `flights` squares to go to need not be looked at.
    fn mate_at_once(&self, _flights: u32) -> Option<Move> {
        None
    }

    /// A piece that may come at any moment from another board and would mate at once. Found at
    /// a glance, like [`mate_at_once`](Self::mate_at_once); only asked when not in check.
    fn awaits_mate(&self, _flights: u32) -> Option<Role> {
        None
    }

    /// Could the rival mate if the seat to move passed, now or with a piece that may come?
    /// Found at a glance, like [`mate_at_once`](Self::mate_at_once).
    fn is_threatened(&self, _flights: u32) -> bool {
        false
    }

    /// Has the game ended here by count or repetition, as far as a search should believe
    /// it? `ply` is the distance from the root: a position seen once since the root is
    /// treated as if it would be seen again.
    fn drawn(&self, ply: usize) -> bool;

    /// The score of a position without legal moves, `ply` plies from the root. `waiting` is
    /// what it is worth where the player only waits for a piece.
    fn stuck(&self, ply: usize, waiting: Score) -> Score;
}
