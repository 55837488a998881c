//! A recorded game and what can be learnt from it.

use super::error::DataError;
use crate::board::{Color, Move, Piece, Silent};
use crate::eval::net::architecture::SCALE;
use crate::game::catalogue::{BoardGame, BuiltIn};
use crate::game::single::{Position, Takable};
use crate::game::{Class, Playable as _};

/// How the games of a file were made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DatagenRecipe {
    /// The game.
    pub game: BuiltIn,
    /// Both boards of a pair are played and feed each other; otherwise, where pieces come from
    /// another board, they come by chance.
    pub both_boards: bool,
    /// Nodes for each move.
    pub nodes: u64,
    /// Chooses openings and arriving pieces.
    pub seed: u64,
    /// Which network evaluated, by its fingerprint; 0 for none.
    pub network: u64,
}

impl DatagenRecipe {
    /// The game, on an 8x8 board.
    ///
    /// # Errors
    /// If it is another one.
    pub fn board_game(&self) -> Result<BoardGame, DataError> {
        BoardGame::of(self.game).ok_or_else(|| DataError::NoBoard(self.game.name()))
    }
}

/// One recorded move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PlyRecord {
    /// Pieces that arrived in hands before it.
    pub arrivals: Vec<Piece>,
    /// Place of the move among the legal moves, sorted by their words.
    pub place: usize,
    /// The search's score for the mover in centipawns; none for a random move.
    pub score: Option<i16>,
}

/// One recorded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// From the start.
    pub plies: Vec<PlyRecord>,
    /// On an 8x8 board what White got: 0, 1 (a draw) or 2. With more than two players 0 for a
    /// draw, else the winners, a bit each, and from bit 4 on how much they won.
    pub result: u8,
}

/// A position on an 8x8 board to learn from, with what it is worth.
pub struct Sample<'a> {
    /// The position.
    pub position: &'a Position,
    /// The search's score for the mover, in centipawns.
    pub score: i16,
    /// For the mover: 0, 0.5 or 1.
    pub result: f32,
}

/// Scores beyond this are not learnt: the game is decided, and how much does not matter.
pub const DECIDED: i16 = 2_500;

/// Why a recorded position is not learnt from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skipped {
    /// The move was random.
    Opening,
    /// In check.
    InCheck,
    /// The best move captures, promotes or checks by a drop: the position is not quiet.
    Sharp,
    /// See [`DECIDED`].
    Decided,
}

/// The starting position of a recorded game. What other boards hold is not known: pawns
/// that need a piece from there find those of the starting position.
///
/// # Errors
/// If the table of games is wrong.
pub(super) fn start(variant: &BoardGame) -> Result<Position, DataError> {
    let setup =
        variant.rules.start().parse().map_err(|error| DataError::Engine(format!("{error}")))?;
    let mut position = Position::from_setup(&setup, variant.rules, false)
        .map_err(|error| DataError::Engine(error.to_string()))?;
    let mut takable = Takable::NONE;
    for square in position.board().occupied() {
        if let Some(piece) = position.board().at(square) {
            takable.add(piece, square);
        }
    }
    position.set_takable(takable);
    position.expect_anybody();
    Ok(position)
}

/// The legal moves in the order of the records.
pub(super) fn ordered(position: &Position, moves: &mut Vec<Move>) {
    moves.clear();
    position.generate(Class::All, moves);
    moves.sort_unstable_by_key(|mv| mv.word());
}

impl GameRecord {
    /// Replays the game and shows what can be learnt from, and why the rest is left out.
    ///
    /// # Errors
    /// If a move is not there to be played.
    pub fn replay(
        &self,
        variant: &BoardGame,
        mut visit: impl FnMut(Result<Sample, Skipped>),
    ) -> Result<(), &'static str> {
        let mut position = start(variant).map_err(|_| "the start cannot be set up")?;
        let mut moves = Vec::with_capacity(256);
        for ply in &self.plies {
            for &piece in &ply.arrivals {
                position.receive(piece, &mut Silent);
            }
            ordered(&position, &mut moves);
            let &mv = moves.get(ply.place).ok_or("there is no such move")?;
            visit(self.judge(&position, mv, ply.score));
            position.play(mv, &mut Silent);
        }
        Ok(())
    }

    /// By ply, the share of the game that searches from there on expected for the mover, as in
    /// TD(lambda) (Sutton 1988): each search weighs `lambda` times what the one before did, and
    /// the result has the rest.
    pub fn expected(&self, lambda: f64) -> Vec<f64> {
        let white = f64::from(self.result) / 2.0;
        let ends_with_black = self.plies.len().is_multiple_of(2);
        // The share of who is to move behind the last ply.
        let mut later = if ends_with_black { white } else { 1.0 - white };
        let mut expected = vec![0.0; self.plies.len()];
        for (ply, expected) in self.plies.iter().zip(&mut expected).rev() {
            later = 1.0 - later;
            if let Some(score) = ply.score {
                let now = 1.0 / (1.0 + (-f64::from(score) / f64::from(SCALE)).exp());
                later = now + lambda * (later - now);
            }
            *expected = later;
        }
        expected
    }

    fn judge<'a>(
        &self,
        position: &'a Position,
        mv: Move,
        score: Option<i16>,
    ) -> Result<Sample<'a>, Skipped> {
        let score = score.ok_or(Skipped::Opening)?;
        if position.in_check() {
            Err(Skipped::InCheck)
        } else if position.is_noisy(mv) || (mv.is_drop() && position.gives_check(mv)) {
            Err(Skipped::Sharp)
        } else if score.saturating_abs() > DECIDED {
            Err(Skipped::Decided)
        } else {
            let white = f32::from(self.result) / 2.0;
            let result = if position.turn() == Color::White { white } else { 1.0 - white };
            Ok(Sample { position, score, result })
        }
    }
}
