//! From files of game records to positions in memory. Whole games are kept apart for
//! validation: positions of one game are too much alike to measure by.

use std::path::PathBuf;

use rayon::prelude::*;

use super::error::TrainError;
use super::samples::{SampleBlock, SampleLabel, SampleSet};
use crate::base::random::mix;
use crate::eval::net::Inputs8x8;
use crate::eval::net::inputs::Inputs;
use crate::game::catalogue::BoardGame;
use crate::tools::lab::data::{DataError, GameReader, GameRecord, Sample};

/// Games that one thread replays at a time, and games read at a time.
const GROUP: usize = 64;
const READ: usize = 64 * GROUP;

/// Positions to learn from and to measure by.
#[derive(Debug)]
pub struct Records {
    /// The game that all files are of; the first file's if they may differ.
    pub variant: Option<BoardGame>,
    /// How many games there are.
    pub games: u64,
    /// To learn from.
    pub training: SampleSet,
    /// To measure by.
    pub validation: SampleSet,
}

impl Records {
    /// Reads these files. They must be of one game, or `mixed`. A share of the games,
    /// chosen by the seed, is kept apart. `progress` hears how many games there were so far.
    ///
    /// # Errors
    /// If a file cannot be read, a game cannot be played, or the games differ.
    pub fn read(
        paths: &[PathBuf],
        mixed: bool,
        validation: f64,
        seed: u64,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Self, TrainError> {
        let none = || SampleSet::new(Inputs8x8::SET);
        let mut records = Self { variant: None, games: 0, training: none(), validation: none() };
        for path in paths {
            let mut reader = GameReader::open(path)?;
            let variant = reader.recipe().variant;
            let first = *records.variant.get_or_insert(variant);
            if first.name() != variant.name() && !mixed {
                let (first, other, path) = (first.name(), variant.name(), path.clone());
                return Err(TrainError::Mixed { first, other, path });
            }
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
                    .map(|(group, games)| replay(games, &variant, |at| chosen(group * GROUP + at)))
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
        Ok(records)
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
    variant: &BoardGame,
    kept_apart: impl Fn(usize) -> bool,
) -> Result<[SampleBlock; 2], (usize, &'static str)> {
    let has_hands = variant.rules.has_hands();
    let mut parts = [(); 2].map(|()| SampleBlock::new(Inputs8x8::SET));
    let mut rows = vec![Vec::new(); Inputs8x8::SET.views];
    for (at, game) in games.iter().enumerate() {
        let part = &mut parts[usize::from(kept_apart(at))];
        game.replay(variant, |seen| {
            // What the records leave out is not learnt from.
            let Ok(sample) = seen else { return };
            let label = look(&sample, has_hands, &mut rows);
            part.push(&rows, label);
        })
        .map_err(|what| (at, what))?;
    }
    Ok(parts)
}

/// The rows that a position lights in all views, the mover's first, and its label.
pub fn look(sample: &Sample, has_hands: bool, rows: &mut [Vec<usize>]) -> SampleLabel {
    let board = sample.position.board();
    let mover = sample.position.turn().index();
    for (nth, rows) in rows.iter_mut().enumerate() {
        rows.clear();
        let from = Inputs8x8::perspective(board, Inputs8x8::view(mover, nth));
        Inputs8x8::lit(from, board, |row| rows.push(row));
    }
    SampleLabel {
        score: sample.score,
        result: (2.0 * sample.result) as u8,
        bucket: Inputs8x8::bucket(board, has_hands) as u8,
    }
}
