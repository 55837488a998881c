//! What every game can do: list its moves, play them and take them back.

use crate::board::{Move, MoveList, Observer, OnBoard, Silent};

/// Which moves to generate. `Noisy`, `Quiet` and `Drops` are disjoint and together are `All`.
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
    /// Drops that give check.
    CheckingDrops,
    /// Drops that check, attack or come near a king: worth trying at any node.
    ForcingDrops,
    /// All other drops.
    QuietDrops,
}

/// A move is not legal in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the move is not legal here: {0:?}")]
pub struct IllegalMove(pub Move);

/// A game that can be played: all that perft, records, tables and tests need to know. The
/// searcher needs more: see [`Searchable`](super::Searchable).
///
/// Moves given to [`play`](Playable::play) are legal; ask [`is_legal`](Playable::is_legal)
/// where that is not certain.
///
/// # Examples
/// ```
/// use kralle::board::Silent;
/// use kralle::game::Playable;
/// use kralle::game::rules::Rules;
/// use kralle::game::single::Position;
/// use kralle::notation::uci;
///
/// let rules = Rules::CRAZYHOUSE;
/// let mut position = Position::from_setup(&rules.start().parse()?, rules, false)?;
/// let before = position.key();
/// let mv = uci::read("e2e4", &position.legal_moves())?;
/// position.play(mv, &mut Silent);
/// assert!(position.key() != before && position.count_moves() == 20);
/// position.undo();
/// assert_eq!(position.key(), before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Playable: Clone + Send + 'static {
    /// What stands on a square, as observers hear of it.
    type Piece: OnBoard;

    /// A key of everything that future play depends on, except counts of plies.
    fn key(&self) -> u64;

    /// Appends the legal moves of a class.
    fn generate(&self, class: Class, moves: &mut MoveList);

    /// The number of legal moves. A game that can count without a list does so.
    fn count_moves(&self) -> u64 {
        let mut moves = MoveList::new();
        self.generate(Class::All, &mut moves);
        moves.len() as u64
    }

    /// The number of lines of two plies. `moves` is room for a list. A game whose boards do
    /// not all change with a move need not count the others again.
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

    /// Is this move legal here? It may come from another position, or be no real move at all.
    fn is_legal(&self, mv: Move) -> bool;

    /// Plays a legal move and tells the observer what changed.
    fn play(&mut self, mv: Move, observer: &mut impl Observer<Self::Piece>);

    /// Plays a move if it is legal here; see [`play`](Self::play), which trusts its caller.
    ///
    /// # Errors
    /// If it is not; nothing has changed.
    fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.play(mv, &mut Silent);
        Ok(())
    }

    /// Takes back the last move.
    fn undo(&mut self);
}
