//! Games of four seats: what is captured on one board comes to the other, and the teams play for
//! both. A record has the moves of both boards in the order in which they were played; so a
//! network learns what each board is worth to the team beside the other one.

use rand::RngExt;
use rand::rngs::SmallRng;

use super::error::DataError;
use super::record::{DatagenRecipe, GameRecord, PlyRecord, ordered, start_of_pair};
use super::selfplay::{HASH_MIB, LEVEL, LONGEST, OPENING, SelfPlay, centipawns};
use crate::board::{MoveList, Silent};
use crate::eval::chosen::EvalChoice;
use crate::eval::team::{Beside, BesideHandle, BoardEvals, TeamEval};
use crate::game::Playable as _;
use crate::game::pair::{Pair, Team};
use crate::game::single::Position;
use crate::game::verdict::Outcome;
use crate::search::{Engine, SearchControl};

/// One thread's engine, which knows the board beside the one it searches.
pub(super) struct PartnersPlayer {
    recipe: DatagenRecipe,
    start: Pair,
    engine: Engine<Position, TeamEval>,
    beside: BesideHandle,
}

impl PartnersPlayer {
    pub(super) fn new(recipe: DatagenRecipe, eval: &EvalChoice) -> Result<Self, DataError> {
        let rules = recipe.board_game()?.rules;
        let start = start_of_pair(rules)?;
        let beside = BesideHandle::default();
        let evals = BoardEvals::of(eval, recipe.game, &rules)?;
        let eval = TeamEval::new(evals, beside.clone(), rules.demotes);
        let engine =
            Engine::new(eval, HASH_MIB, 1).map_err(|error| DataError::Engine(error.to_string()))?;
        Ok(Self { recipe, start, engine, beside })
    }
}

impl SelfPlay for PartnersPlayer {
    fn recipe(&self) -> &DatagenRecipe {
        &self.recipe
    }

    fn clear(&mut self) {
        self.engine.clear();
    }

    /// Both boards, unless an opening ended them or left one far from level. There is no
    /// clock: which board moves next is a matter of chance, so no board keeps step with the other.
    fn try_game(&mut self, chance: &mut SmallRng) -> Option<GameRecord> {
        let mut pair = self.start.clone();
        let mut plies = Vec::new();
        let mut moves = MoveList::new();
        let openings = [(); 2].map(|()| chance.random_range(OPENING) as usize);
        let mut played = [0; 2];
        let limits = self.recipe.limits();
        while let Some(board) = next_board(&pair, chance) {
            let is_random = played[board] < openings[board];
            let (mv, score) = if is_random {
                let moves = pair.moves_on(board).ok()?;
                (moves[chance.random_range(0..moves.len())], None)
            } else {
                let other = pair.board(1 - board).filter(|_| pair.is_running(1 - board));
                self.beside.tell(Beside { board: other.cloned(), ..Beside::default() });
                let alone = pair.board_alone(board).ok()?;
                let found = self.engine.search(&alone, &limits, &SearchControl::default(), &mut ());
                if played[board] == openings[board] && found.score.value().abs() > LEVEL {
                    return None;
                }
                (found.best?.on_board(board), Some(centipawns(found.score)))
            };
            ordered(&pair, &mut moves);
            let place = moves.iter().position(|&other| other == mv)?;
            plies.push(PlyRecord { place, score, ..PlyRecord::default() });
            pair.play(mv, &mut Silent);
            played[board] += 1;
            if played[board] >= LONGEST {
                break;
            }
        }
        let is_early = played.iter().zip(openings).any(|(&played, opening)| played <= opening);
        (!is_early).then(|| GameRecord { plies, result: quarters(&pair) })
    }
}

/// What the team of White of the first board got, in quarters; half of it if nobody has won.
fn quarters(pair: &Pair) -> u8 {
    let verdict = pair.verdict();
    let each = if matches!(verdict.outcome, Outcome::Scored(_)) { 1 } else { 2 };
    verdict.halves(Team::White1).map_or(2, |halves| each * halves)
}

/// A board on which the side to move has a move.
fn next_board(pair: &Pair, chance: &mut SmallRng) -> Option<usize> {
    match [0, 1].map(|board| pair.count_on(board) > 0) {
        [true, true] => Some(chance.random_range(0..2)),
        [true, false] => Some(0),
        [false, true] => Some(1),
        [false, false] => None,
    }
}
