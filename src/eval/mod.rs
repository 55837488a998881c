//! Floor 4: what a position is worth. An evaluation listens to the board (see
//! [`Observer`]), keeps a stack of what it has summed, and answers when asked.

pub mod chances;
pub mod chosen;
pub mod classical;
pub mod corrected;
pub mod multi;
pub mod net;
mod pawns;
mod positional;
mod stacked;
pub mod team;
pub mod trace;
pub mod weights;

use crate::board::Observer;
use crate::game::Playable;
use crate::game::single::Position;

/// Terms by name, each for both sides, in centipawns.
pub type Terms = Vec<(&'static str, [i32; 2])>;

/// An evaluation of one game. It hears every change between `push` and the next, and
/// `pop` forgets what it heard since the last `push`.
pub trait Eval<G: Playable>: Observer<G::Piece> + Clone + Send + 'static {
    /// Starts anew from this position.
    fn reset(&mut self, game: &G);
    /// A move is about to be played.
    fn push(&mut self);
    /// The last move was taken back.
    fn pop(&mut self);
    /// Centipawns for the team to move. The game is the one listened to.
    fn evaluate(&mut self, game: &G) -> i32;
    /// What else than the position values depend on, as a number that changes with it: 0 if
    /// nothing. Where it is another one, nothing that was remembered holds.
    fn salt(&self) -> u64 {
        0
    }
    /// The evaluation taken apart: terms by name, for each seat, in centipawns.
    ///
    /// # Examples
    /// ```
    /// use kralle::eval::Eval;
    /// use kralle::eval::chosen::EvalChoice;
    /// use kralle::game::catalogue::BuiltIn;
    /// use kralle::game::rules::Rules;
    /// use kralle::game::single::Position;
    ///
    /// let rules = Rules::CRAZYHOUSE;
    /// let fen = "4k3/8/8/8/8/8/8/4K3[QP] w - - 0 1";
    /// let position = Position::from_setup(&fen.parse()?, rules, false)?;
    /// let mut eval = EvalChoice::HandWritten.eval(BuiltIn::Crazyhouse, &rules)?;
    /// eval.reset(&position);
    /// // Centipawns, White's share and Black's.
    /// let terms = eval.explain(&position);
    /// assert!(terms.iter().any(|(_, [white, black])| white > black));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn explain(&mut self, game: &G) -> Terms;
}

/// The value of an advantage that is not used: it fades as the draw by count comes nearer.
fn faded(value: i32, game: &Position) -> i32 {
    let Some(moves) = game.rules().move_draw else { return value };
    let plies = i32::from(game.halfmove_clock().min(2 * moves));
    value - value * plies / (4 * i32::from(moves))
}
