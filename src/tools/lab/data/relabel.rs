//! Recorded games with new scores. The positions of older games are as good to learn from as new
//! ones, what an older network made of them is not. Only what is learnt from is searched again, a
//! third of a game, so a position costs a third of one in a new game.

use std::path::Path;

use super::error::DataError;
use super::file::GameReader;
use super::record::{DatagenRecipe, GameRecord};
use super::selfplay::{GameMaker, SelfPlay as _, SelfPlayer, centipawns};
use crate::eval::chosen::EvalChoice;

/// Searches the positions of a file again.
pub(super) struct Relabeller {
    old: GameReader,
    player: SelfPlayer,
}

impl Relabeller {
    /// For the games of this file, searched anew by this recipe.
    ///
    /// # Errors
    /// If it cannot be read or has other games, or there is no memory for the engine.
    pub(super) fn new(
        path: &Path,
        recipe: DatagenRecipe,
        eval: &EvalChoice,
    ) -> Result<Self, DataError> {
        Ok(Self { old: GameReader::open(path)?, player: SelfPlayer::new(recipe, eval)? })
    }

    /// The recipe of a file's games searched anew, and how many they are.
    ///
    /// # Errors
    /// If it cannot be read, or its games are on two boards or no 8x8 board.
    pub(super) fn order(
        path: &Path,
        nodes: u64,
        eval: &EvalChoice,
    ) -> Result<(DatagenRecipe, u64), DataError> {
        let mut old = GameReader::open(path)?;
        let recipe = *old.recipe();
        recipe.board_game()?;
        if recipe.both_boards {
            return Err(DataError::BothBoards { path: path.into() });
        }
        let network = eval.fingerprint(recipe.game)?;
        let games = old.try_fold(0, |games, game| game.map(|_| games + 1))?;
        Ok((DatagenRecipe { nodes, network, ..recipe }, games))
    }
}

impl GameMaker for Relabeller {
    fn make(&mut self, number: u64) -> Result<GameRecord, DataError> {
        let mut record = None;
        while self.old.games() <= number {
            record =
                Some(self.old.read()?.ok_or_else(|| self.old.unplayable("no game follows it"))?);
        }
        let mut record = record.ok_or_else(|| self.old.unplayable("it has been read before"))?;
        let mut scores = Vec::with_capacity(record.plies.len());
        self.player.clear();
        let recipe = *self.player.recipe();
        record
            .replay(&recipe, |sample| {
                let is_learnt = sample.skipped.is_none();
                let found = is_learnt.then(|| centipawns(self.player.judge(sample.position)));
                scores.push(found.or(sample.score));
            })
            .map_err(|what| self.old.unplayable(what))?;
        for (ply, score) in record.plies.iter_mut().zip(scores) {
            ply.score = score;
        }
        Ok(record)
    }
}
