//! Floor 3: rules. [`Game`] is what the searcher knows of any game; below it stand the
//! games themselves, one folder for each shape of board.
//!
//! * [`single`]: one 8x8 board, two seats. Which of its games is played is data: one row
//!   of [`rules::Rules`].
//!
//! * [`many`]: four or three players on boards of 160 or 112 squares; more seats than camps.
//!
//! What is to come fits in here without a new searcher: `pair` holds two `single` boards
//! (its moves carry the board bit of the move word, its camps are the teams, and a team
//! may move twice running).

pub mod catalogue;
pub mod custom;
pub mod law;
pub mod multi;
pub mod pair;
pub mod perft;
pub mod rules;
pub mod single;
mod verdict;

pub use verdict::{Draw, Verdict};

use crate::base::Score;
use crate::board::{Move, MoveList, Observer, Role, Silent};

/// Who wins together: the sign of a score. Games of two camps have 0 and 1.
pub type Camp = u8;

/// Which moves a searcher asks for. `Noisy` and `Quiet` and `Drops` are disjoint and
/// together are `All`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Every legal move.
    All,
    /// Captures and promotions.
    Noisy,
    /// Moves on the board that are neither.
    Quiet,
    /// Pieces from the hand.
    Drops,
    /// Those of `Drops` that give check.
    CheckingDrops,
    /// Those of `Drops` that check, attack or come near a king: worth a look at any node.
    KeenDrops,
    /// The rest of `Drops`.
    IdleDrops,
}

/// A game as the searcher sees it. Moves given to `play` are legal; whoever is not sure
/// asks `is_legal` first.
pub trait Game: Clone + Send + 'static {
    /// What a piece is on its board, for those who listen.
    type Piece;
    /// Seats at the board.
    const SEATS: usize;
    /// Squares, for history tables.
    const SQUARES: usize;
    /// Kinds of pieces, for history tables.
    const ROLES: usize = Role::COUNT;

    /// A key of everything that future play depends on, but for counts of plies.
    fn key(&self) -> u64;
    /// A guess at the key after a legal move, made before it is played, so that the table's
    /// memory can be on its way. Being wrong costs time, nothing else.
    fn key_after(&self, mv: Move) -> u64;
    /// Keys of parts of the position, for tables that learn how far the evaluation is off:
    /// pawns, each side's other pieces, kings and hands.
    fn part_keys(&self) -> [u64; 4];
    /// Whose turn it is, from 0.
    fn seat(&self) -> usize;
    /// For whom that seat plays.
    fn camp(&self) -> Camp;
    /// Plies since the last irreversible move, for the table and the evaluation.
    fn quiet_plies(&self) -> usize;

    /// Are pieces still being placed, so that nothing can be said of the position before all
    /// stand? Such plies are quiet, and no search prunes there.
    fn in_prelude(&self) -> bool {
        false
    }

    /// Are there usually far more moves than in chess?
    fn is_wide(&self) -> bool {
        true
    }

    /// A search starts here: games whose camps depend on who asks take note.
    fn begin_search(&mut self) {}

    /// Appends the legal moves of a class.
    fn generate(&self, class: Class, moves: &mut MoveList);
    /// The number of legal moves; a game that can count without making them does so.
    fn count_moves(&self) -> u64 {
        let mut moves = MoveList::new();
        self.generate(Class::All, &mut moves);
        moves.len() as u64
    }
    /// The number of lines of two plies; `moves` is room for a list. A game of parts that a
    /// move leaves alone need not count them again.
    fn count_two_plies(&mut self, moves: &mut MoveList) -> u64 {
        moves.clear();
        self.generate(Class::All, moves);
        let mut lines = 0;
        for &mv in moves.iter() {
            self.play(mv, &mut Silent);
            lines += self.count_moves();
            self.undo();
        }
        lines
    }
    /// Is this move, which may come from another position or from noise, legal here?
    fn is_legal(&self, mv: Move) -> bool;
    /// Plays a legal move and tells the observer what changed.
    fn play(&mut self, mv: Move, observer: &mut impl Observer<Self::Piece>);
    /// Takes back the last move or pass.
    fn undo(&mut self);
    /// Hands the turn to the other camp without a move, or refuses (and says `false`) where
    /// that would prove nothing.
    fn pass(&mut self) -> bool;

    /// Is the seat to move in check?
    fn in_check(&self) -> bool;
    /// Would this legal move give check?
    fn gives_check(&self, mv: Move) -> bool;
    /// Does this move go backwards, as its player sees it? Only asked to play like people,
    /// who overlook such moves; a game may leave it unanswered.
    fn retreats(&self, _mv: Move) -> bool {
        false
    }
    /// Does this legal move belong to [`Class::Noisy`]?
    fn is_noisy(&self, mv: Move) -> bool;
    /// What the move wins at once, in centipawns: the captured piece, the promotion.
    fn gain(&self, mv: Move) -> i32;
    /// The captured piece as an index below [`Game::SQUARES`], 0 for none: ordering only.
    fn victim(&self, mv: Move) -> usize;
    /// Static exchange evaluation: does the mover come out of it with at least `least`
    /// centipawns?
    fn exchange(&self, mv: Move, least: i32) -> bool;

    /// A move that mates, if one is to be seen at a glance; only asked when not in check.
    /// That there is none proves nothing.
    fn mate_at_once(&self) -> Option<Move> {
        None
    }
    /// What it is worth at least, in centipawns, that a piece that may come at any moment from
    /// elsewhere would mate at once, as can be seen at a glance; only asked when not in check.
    fn awaits_mate(&self) -> Option<i32> {
        None
    }
    /// Could the rival mate if the seat to move passed, or would a piece that may come, as can be
    /// seen at a glance?
    fn is_threatened(&self) -> bool {
        false
    }

    /// Has the game ended here by count or repetition, as far as a search should believe
    /// it? `ply` is the distance from the root: a position seen once since the root is
    /// treated as if it would be seen again.
    fn drawn(&self, ply: usize) -> bool;
    /// What a draw is worth to the camp on move.
    fn draw(&self) -> Score {
        Score::ZERO
    }
    /// The score of a position without legal moves, `ply` plies from the root.
    fn stuck(&self, ply: usize) -> Score;
}
