//! A recorded game and what can be learnt from it.

use super::error::DataError;
use crate::base::Score;
use crate::board::{Color, Move, MoveList, Piece, Silent};
use crate::game::catalogue::{BoardGame, BuiltIn};
use crate::game::pair::{Pair, Team};
use crate::game::rules::Rules;
use crate::game::single::{Position, Takable};
use crate::game::{Class, Playable};

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

    /// What the result of a game on 8x8 boards is a part of.
    pub(super) fn whole(&self) -> u8 {
        if self.both_boards { 4 } else { 2 }
    }
}

/// One recorded move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PlyRecord {
    /// Pieces that arrived in hands before it.
    pub arrivals: Vec<Piece>,
    /// Place of the move among the legal moves, of both boards if both are played, sorted by
    /// their words.
    pub place: usize,
    /// The search's score for the mover in centipawns; none for a random move.
    pub score: Option<i16>,
}

/// One recorded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// From the start.
    pub plies: Vec<PlyRecord>,
    /// On an 8x8 board what White got: 0, 1 (a draw) or 2. On two of them what the team of White
    /// of the first one got, in quarters. With more than two players 0 for a draw, else the
    /// winners, a bit each, and from bit 4 on how much they won.
    pub result: u8,
}

/// A recorded position on an 8x8 board, with what it is worth.
pub struct Sample<'a> {
    /// The position.
    pub position: &'a Position,
    /// The other board, where both are played and it is not over.
    pub beside: Option<&'a Position>,
    /// The search's score for the mover, in centipawns; none if the move was random.
    pub score: Option<i16>,
    /// Is the mover White, or of the team of White of the first board?
    pub is_white: bool,
    /// What the mover or its team got: 0 to 1.
    pub result: f32,
    /// Why it is not learnt from, if so.
    pub skipped: Option<Skipped>,
}

#[cfg(test)]
impl<'a> Sample<'a> {
    /// A level position by itself.
    pub fn of(position: &'a Position) -> Self {
        let (beside, score, skipped) = (None, Some(0), None);
        Self { position, beside, score, is_white: true, result: 0.5, skipped }
    }
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

impl Skipped {
    /// Why a position on an 8x8 board is not learnt from, given what its search found.
    pub(super) fn of(position: &Position, best: Move, score: Score) -> Option<Self> {
        if position.in_check() {
            Some(Self::InCheck)
        } else if position.is_noisy(best) || best.is_drop() && position.gives_check(best) {
            Some(Self::Sharp)
        } else if score.value().abs() > DECIDED.into() {
            Some(Self::Decided)
        } else {
            None
        }
    }
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

/// Both boards at the start of a recorded game.
///
/// # Errors
/// If the table of games is wrong.
pub(super) fn start_of_pair(rules: Rules) -> Result<Pair, DataError> {
    let setup = rules.start().parse().map_err(|error| DataError::Engine(format!("{error}")))?;
    Pair::new(&setup, Some(&setup), rules, false)
        .map_err(|error| DataError::Engine(error.to_string()))
}

/// The legal moves in the order of the records.
pub(super) fn ordered(game: &impl Playable, moves: &mut MoveList) {
    moves.clear();
    game.generate(Class::All, moves);
    moves.sort_unstable_by_key(|mv| mv.word());
}

impl GameRecord {
    /// Replays a game on 8x8 boards and shows each position before a move.
    ///
    /// # Errors
    /// If a move is not there to be played.
    pub fn replay(
        &self,
        recipe: &DatagenRecipe,
        visit: impl FnMut(Sample),
    ) -> Result<(), &'static str> {
        let variant = recipe.board_game().map_err(|_| "the game has no 8x8 board")?;
        let white = f32::from(self.result) / f32::from(recipe.whole());
        if recipe.both_boards {
            self.replay_pair(variant.rules, white, visit)
        } else {
            self.replay_board(&variant, white, visit)
        }
    }

    fn replay_board(
        &self,
        variant: &BoardGame,
        white: f32,
        mut visit: impl FnMut(Sample),
    ) -> Result<(), &'static str> {
        let mut position = start(variant).map_err(|_| NO_START)?;
        let mut moves = MoveList::new();
        for ply in &self.plies {
            for &piece in &ply.arrivals {
                position.receive(piece, &mut Silent);
            }
            ordered(&position, &mut moves);
            let &mv = moves.get(ply.place).ok_or(NO_MOVE)?;
            let is_white = position.turn() == Color::White;
            visit(ply.sample(&position, None, mv, is_white, white));
            position.play(mv, &mut Silent);
        }
        Ok(())
    }

    fn replay_pair(
        &self,
        rules: Rules,
        white: f32,
        mut visit: impl FnMut(Sample),
    ) -> Result<(), &'static str> {
        let mut pair = start_of_pair(rules).map_err(|_| NO_START)?;
        let mut moves = MoveList::new();
        for ply in &self.plies {
            ordered(&pair, &mut moves);
            let &mv = moves.get(ply.place).ok_or(NO_MOVE)?;
            let (here, beside) = (mv.board(), 1 - mv.board());
            let is_white = pair.on_move(here).team() == Team::White1;
            let beside = pair.board(beside).filter(|_| pair.is_running(beside));
            let position = pair.board(here).ok_or(NO_MOVE)?;
            visit(ply.sample(position, beside, mv.on_board(0), is_white, white));
            pair.play(mv, &mut Silent);
        }
        Ok(())
    }
}

const NO_START: &str = "the start cannot be set up";
const NO_MOVE: &str = "there is no such move";

impl PlyRecord {
    /// The position before this move; `white` is what White or its team got.
    fn sample<'a>(
        &self,
        position: &'a Position,
        beside: Option<&'a Position>,
        mv: Move,
        is_white: bool,
        white: f32,
    ) -> Sample<'a> {
        let result = if is_white { white } else { 1.0 - white };
        let score = self.score.map(|score| Score::from_value(score.into()));
        let skipped =
            score.map_or(Some(Skipped::Opening), |score| Skipped::of(position, mv, score));
        Sample { position, beside, score: self.score, is_white, result, skipped }
    }
}
