//! Games for more than two players against itself.

use rand::RngExt;
use rand::rngs::SmallRng;

use super::error::DataError;
use super::record::{DatagenRecipe, GameRecord, PlyRecord};
use super::seats_record::{ordered, written};
use super::selfplay::{HASH_MIB, SelfPlay};
use crate::board::Silent;
use crate::board::multi::MultiSeat;
use crate::eval::chosen::{EvalChoice, SeatsEval};
use crate::game::Playable as _;
use crate::game::multi::{MultiEnd, MultiGame, Paranoid, Position, Rules};
use crate::game::verdict::{Reason, Victory};
use crate::search::{Engine, SearchControl};

/// Random moves of each seat at the start.
const OPENING: std::ops::RangeInclusive<usize> = 2..=3;
/// An opening that is further from level, in centipawns, is thrown away.
const LEVEL: i32 = 900;
/// Moves of each seat after which a game is drawn.
const LONGEST: usize = 250;
/// One thread's engine.
pub(super) struct SeatsPlayer<K: MultiGame> {
    recipe: DatagenRecipe,
    engine: Engine<Paranoid<K>, SeatsEval<K>>,
}

impl<K: MultiGame> SeatsPlayer<K> {
    pub(super) fn new(recipe: DatagenRecipe, eval: &EvalChoice) -> Result<Self, DataError> {
        let engine = Engine::new(eval.seats_eval()?, HASH_MIB, 1)
            .map_err(|error| DataError::Engine(error.to_string()))?;
        Ok(Self { recipe, engine })
    }
}

impl<K: MultiGame> SelfPlay for SeatsPlayer<K> {
    fn recipe(&self) -> &DatagenRecipe {
        &self.recipe
    }

    fn clear(&mut self) {
        self.engine.clear();
    }

    fn try_game(&mut self, chance: &mut SmallRng) -> Option<GameRecord> {
        let mut position = Position::<K>::start(Rules::default());
        let mut plies = Vec::new();
        for _ in 0..chance.random_range(OPENING) * K::SEATS {
            let moves = ordered(&position);
            let place = chance.random_range(0..moves.len());
            plies.push(PlyRecord { place, ..PlyRecord::default() });
            position.play(moves[place], &mut Silent);
            if position.outcome().is_some() {
                return None;
            }
        }
        let opening = plies.len();
        let limits = self.recipe.limits();
        let end = loop {
            if let Some(end) = position.outcome() {
                break end;
            }
            if plies.len() >= LONGEST * K::SEATS {
                break MultiEnd::Draw { reason: Reason::Adjudication("it is long"), article: "" };
            }
            let game = Paranoid::new(position.clone());
            let found = self.engine.search(&game, &limits, &SearchControl::default(), &mut ());
            if plies.len() == opening && found.score.value().abs() > LEVEL {
                return None;
            }
            // A position that is not over has a move.
            let mv = found.best?;
            let place = ordered(&position).iter().position(|&other| other == mv)?;
            // Scores stay within 32 000 by their type.
            plies.push(PlyRecord {
                place,
                score: Some(found.score.value() as i16),
                ..PlyRecord::default()
            });
            if let Some(end) = proved::<K>(position.turn(), found.score.mate_in()) {
                break end;
            }
            position.play(mv, &mut Silent);
        };
        Some(GameRecord { plies, result: written(end) })
    }
}

/// What a search has proved need not be played out. Of three players the one that loses to the
/// other two does not say to which.
fn proved<K: MultiGame>(turn: MultiSeat, mate_in: Option<i32>) -> Option<MultiEnd> {
    let layout = K::LAYOUT;
    let winners = match mate_in? {
        1.. => layout.team(turn),
        _ if layout.teams => layout.enemies(turn),
        _ => return None,
    };
    Some(MultiEnd::Won { winners, victory: Victory::Full, article: "" })
}
