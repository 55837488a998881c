//! From files of game records to positions in memory. Whole games are kept apart for
//! validation: positions of one game are too much alike to measure by.

use std::path::Path;

use rayon::prelude::*;

use super::boards::{BoardTeacher, look_at_board};
use super::error::TrainError;
use super::recipe::{TrainOrder, TrainRecipe};
use super::samples::{AddSample, SampleBlock, SampleLabel, SampleSet, centipawns, twelfths};
use crate::base::random::mix;
use crate::board::multi::MultiSeat;
use crate::eval::corrected::CorrectedEval;
use crate::eval::multi::MultiEval;
use crate::eval::net::architecture::InputSet;
use crate::eval::net::inputs::Inputs;
use crate::eval::net::{Inputs8x8, SeatInputs, inputs_of};
use crate::game::catalogue::{BuiltIn, Family};
use crate::game::multi::{Drieschaak, FourPlayerTeams, MultiGame, Paranoid, Vierschaak};
use crate::tools::lab::data::{DataError, DatagenRecipe, GameReader, GameRecord, ScoreScale};

/// Games that one thread replays at a time, and games read at a time.
const GROUP: usize = 64;
const READ: usize = 64 * GROUP;

/// Positions to learn from and to measure by.
#[derive(Debug)]
pub struct Records {
    /// The game that all files are of; the first file's if they may differ.
    pub game: BuiltIn,
    /// How many games there are.
    pub games: u64,
    /// To learn from.
    pub training: SampleSet,
    /// To measure by.
    pub validation: SampleSet,
}

impl Records {
    /// Reads the files of an order. They must be of one game, or of games on the same board if
    /// the order says what the network is for. A share of the games, chosen by the seed, is kept
    /// apart. `progress` hears how many games there were so far.
    ///
    /// # Errors
    /// If a file cannot be read, a game cannot be played, or the games differ.
    pub fn read(order: &TrainOrder, progress: &mut dyn FnMut(u64)) -> Result<Self, TrainError> {
        let TrainRecipe { validation, seed, lambda, threats, .. } = order.recipe;
        let mut records: Option<Self> = None;
        for path in &order.data {
            let mut reader = GameReader::open(path)?;
            let recipe = *reader.recipe();
            let game = recipe.game;
            let records = records.get_or_insert_with(|| Self::of(game, threats));
            records.must_take(game, order, path)?;
            let inputs = *records.training.inputs();
            let teacher = BoardTeacher::new(&recipe, inputs, order.start.as_deref(), lambda)?;
            let mut number = 0;
            loop {
                let games = reader.by_ref().take(READ).collect::<Result<Vec<_>, _>>()?;
                if games.is_empty() {
                    break;
                }
                let chosen =
                    |game: usize| kept_apart(seed, records.games + game as u64, validation);
                let groups: Vec<_> = games
                    .par_chunks(GROUP)
                    .enumerate()
                    .map(|(group, games)| {
                        replay(games, &recipe, &mut teacher.clone(), |at| {
                            chosen(group * GROUP + at)
                        })
                    })
                    .collect();
                for (group, parts) in groups.into_iter().enumerate() {
                    let [training, validation] = parts.map_err(|(at, what)| {
                        let number = number + (group * GROUP + at) as u64 + 1;
                        DataError::Unplayable { path: path.clone(), number, what }
                    })?;
                    records.training.push(training);
                    records.validation.push(validation);
                }
                number += games.len() as u64;
                records.games += games.len() as u64;
                progress(records.games);
            }
        }
        records.ok_or(TrainError::NoPositions)
    }

    /// Nothing yet, of a game like this one.
    fn of(game: BuiltIn, threats: bool) -> Self {
        let none = || SampleSet::new(seen(game, threats));
        Self { game, games: 0, training: none(), validation: none() }
    }

    /// Can a file of this game be learnt from too?
    fn must_take(&self, game: BuiltIn, order: &TrainOrder, path: &Path) -> Result<(), TrainError> {
        let (first, other, path) = (self.game.name(), game.name(), path.into());
        let wanted = order.game.unwrap_or(self.game);
        if [game, wanted].map(board_of) != [board_of(self.game); 2] {
            return Err(TrainError::OtherBoard { first: wanted.name(), other, path });
        }
        if game != self.game && order.game.is_none() {
            return Err(TrainError::Mixed { first, other, path });
        }
        Ok(())
    }
}

/// The board of a game, as inputs are named for it.
fn board_of(game: BuiltIn) -> &'static str {
    inputs_of(game).name
}

/// What a network for this game sees, with threats or without.
fn seen(game: BuiltIn, threats: bool) -> InputSet {
    match game.family() {
        Family::Single(_) | Family::Pair(_) if !threats => Inputs8x8::PIECES,
        _ => inputs_of(game),
    }
}

/// Is this game, counted over all files, kept apart?
fn kept_apart(seed: u64, game: u64, share: f64) -> bool {
    let chance = mix(seed ^ mix(game)) >> 11;
    (chance as f64) < share * (1_u64 << 53) as f64
}

/// The positions of some games, those of the games kept apart in the second part; or which
/// game could not be played, and why.
fn replay(
    games: &[GameRecord],
    recipe: &DatagenRecipe,
    teacher: &mut BoardTeacher,
    kept_apart: impl Fn(usize) -> bool,
) -> Result<[SampleBlock; 2], (usize, &'static str)> {
    let inputs = teacher.inputs;
    let mut parts = [(); 2].map(|()| SampleBlock::new(inputs));
    let mut rows = vec![Vec::new(); inputs.views];
    for (at, record) in games.iter().enumerate() {
        let part = &mut parts[usize::from(kept_apart(at))];
        let mut add = |rows: &[Vec<usize>], label| part.push(rows, label);
        match recipe.game.family() {
            Family::Single(_) | Family::Pair(_) => {
                look_at_board(record, recipe, teacher, &mut rows, &mut add)
            }
            Family::Four(_) => {
                look_at_seats::<Vierschaak>(record, recipe, teacher.lambda, &mut rows, &mut add)
            }
            Family::Three(_) => {
                look_at_seats::<Drieschaak>(record, recipe, teacher.lambda, &mut rows, &mut add)
            }
            Family::Teams(_) => look_at_seats::<FourPlayerTeams>(
                record,
                recipe,
                teacher.lambda,
                &mut rows,
                &mut add,
            ),
        }
        .map_err(|what| (at, what))?;
    }
    Ok(parts)
}

/// The positions of a game for more than two players. Of three each position is seen by one, in
/// turn.
fn look_at_seats<K: MultiGame>(
    record: &GameRecord,
    recipe: &DatagenRecipe,
    lambda: f64,
    rows: &mut [Vec<usize>],
    add: &mut AddSample<'_>,
) -> Result<(), &'static str> {
    let mut by_hand = MultiEval::<K>::new();
    let mut number = 0;
    record.replay_seats::<K>(ScoreScale::of(recipe), lambda as f32, |seen| {
        number += 1;
        let Ok(sample) = seen else { return };
        let position = sample.position;
        let turn = position.turn();
        let others = if K::LAYOUT.teams { 0 } else { number / K::SEATS };
        let root = (0..others % K::SEATS).fold(turn, |seat, _| K::LAYOUT.next(seat));
        for (nth, rows) in rows.iter_mut().enumerate() {
            rows.clear();
            let from = MultiSeat::new(SeatInputs::<K>::view(turn.index(), nth));
            SeatInputs::<K>::lit_on(from, position.board(), |row| rows.push(row));
        }
        let label = SampleLabel {
            score: centipawns(f64::from(sample.expected[root])),
            result: twelfths(sample.result[root]),
            bucket: SeatInputs::bucket_of(position, root) as u8,
            base: CorrectedEval::base(&mut by_hand, &Paranoid::seen_by(root, position.clone())),
        };
        add(rows, label);
    })
}
