//! The positions that weights are fitted to: how often each weight counts in them, so that
//! no position is set up twice.

use std::path::PathBuf;

use indicatif::ProgressBar;
use rayon::prelude::*;

use super::eval::FitData;
use crate::board::Color;
use crate::eval::classical::trace_position;
use crate::eval::trace::WeightCounts;
use crate::eval::weights::{ClassicalWeights, DANGER, Tunable as _};
use crate::game::catalogue::BoardGame;
#[cfg(test)]
use crate::game::single::Position;
use crate::tools::lab::data::{DataError, DatagenRecipe, GameReader, GameRecord, Sample};

/// Why positions could not be had.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum PositionsError {
    #[error("{0}")]
    Data(#[from] DataError),
    #[error("{path}: these games are {found}, those before {wanted}", path = .path.display())]
    Mixed { path: PathBuf, found: &'static str, wanted: &'static str },
    #[error("{path}: game {number}: {what}", path = .path.display())]
    Game { path: PathBuf, number: usize, what: &'static str },
    #[error("there is no position to learn from")]
    None,
}

/// A weight by its serial number, and how often it counts: a pair in parts of
/// [`PARTS`] by the phase, everything for White less for Black.
#[derive(Clone, Copy, Debug)]
struct WeightCount {
    serial: u16,
    times: i16,
}

/// A linear count of one is so many parts.
const PARTS: f32 = 24.0;

/// One position; its entries end where it says and begin where those before end.
#[derive(Clone, Copy, Debug)]
struct PositionHead {
    linear_end: usize,
    danger_end: [usize; 2],
    left: f32,
    /// For White: 0, 0.5 or 1.
    result: f32,
    /// Of the search, for White.
    score: f32,
}

/// Many positions.
#[derive(Default)]
pub struct TracedPositions {
    heads: Vec<PositionHead>,
    entries: Vec<WeightCount>,
}

/// One position among many.
#[derive(Clone, Copy)]
pub struct TracedPosition<'a> {
    linear: &'a [WeightCount],
    danger: [&'a [WeightCount]; 2],
    left: f32,
}

impl TracedPosition<'_> {
    fn units(&self, color: Color, weights: &[f32]) -> f32 {
        let entries = self.danger[color.index()];
        let sum = entries.iter().map(|e| weights[usize::from(e.serial)] * f32::from(e.times));
        sum.sum::<f32>().max(0.0)
    }

    /// What these weights make of the position, for White.
    pub fn value(&self, weights: &[f32]) -> f32 {
        let linear = self.linear.iter();
        let linear = linear.map(|e| weights[usize::from(e.serial)] * f32::from(e.times));
        let [white, black] = Color::ALL.map(|color| self.units(color, weights).powi(2));
        (linear.sum::<f32>() / PARTS + (black - white) / DANGER as f32) * self.left
    }

    /// Adds `slope`, by which something changes with the value, to the slope of each weight.
    pub fn spread(&self, weights: &[f32], slope: f32, slopes: &mut [f32]) {
        let slope = slope * self.left;
        for entry in self.linear {
            slopes[usize::from(entry.serial)] += slope * f32::from(entry.times) / PARTS;
        }
        for (color, sign) in [(Color::White, -1.0), (Color::Black, 1.0)] {
            let by_unit = sign * slope * 2.0 * self.units(color, weights) / DANGER as f32;
            for entry in self.danger[color.index()] {
                slopes[usize::from(entry.serial)] += by_unit * f32::from(entry.times);
            }
        }
    }
}

impl FitData for TracedPositions {
    fn len(&self) -> usize {
        self.heads.len()
    }

    fn result(&self, index: usize) -> f32 {
        self.heads[index].result
    }

    fn score(&self, index: usize) -> f32 {
        self.heads[index].score
    }

    fn value(&self, index: usize, weights: &[f32]) -> f32 {
        self.at(index).value(weights)
    }

    fn spread(&self, index: usize, weights: &[f32], slope: f32, slopes: &mut [f32]) {
        self.at(index).spread(weights, slope, slopes);
    }
}

impl TracedPositions {
    /// One of them.
    pub fn at(&self, index: usize) -> TracedPosition<'_> {
        let head = &self.heads[index];
        let start = if index == 0 { 0 } else { self.heads[index - 1].danger_end[1] };
        let [white_end, black_end] = head.danger_end;
        TracedPosition {
            linear: &self.entries[start..head.linear_end],
            danger: [
                &self.entries[head.linear_end..white_end],
                &self.entries[white_end..black_end],
            ],
            left: head.left,
        }
    }

    /// Adds the position, unless it is not learnt from.
    fn add(&mut self, sample: &Sample, serials: &ClassicalWeights, counts: &mut WeightCounts) {
        let (None, Some(score)) = (sample.skipped, sample.score) else { return };
        counts.clear();
        let shape = trace_position(sample.position, serials, counts);
        let phase = (shape.phase * PARTS) as i32;
        let [middle, end] = &counts.pairs;
        let linear = (0..counts.plain.len()).map(|serial| {
            middle[serial] * phase
                + end[serial] * (PARTS as i32 - phase)
                + counts.plain[serial] * PARTS as i32
        });
        append(&mut self.entries, linear);
        let linear_end = self.entries.len();
        let danger_end = Color::ALL.map(|color| {
            append(&mut self.entries, counts.danger[color.index()].iter().copied());
            self.entries.len()
        });
        let white = sample.position.turn() == Color::White;
        self.heads.push(PositionHead {
            linear_end,
            danger_end,
            left: shape.left,
            result: if white { sample.result } else { 1.0 - sample.result },
            score: f32::from(if white { score } else { -score }),
        });
    }

    fn append(&mut self, other: Self) {
        let before = self.entries.len();
        self.entries.extend(other.entries);
        self.heads.extend(other.heads.into_iter().map(|head| PositionHead {
            linear_end: head.linear_end + before,
            danger_end: head.danger_end.map(|end| end + before),
            ..head
        }));
    }

    /// One position, for tests.
    #[cfg(test)]
    pub fn of(position: &Position, serials: &ClassicalWeights) -> Self {
        let mut positions = Self::default();
        let mut counts = WeightCounts::new(count(serials));
        positions.add(&Sample::of(position), serials, &mut counts);
        positions
    }
}

fn append(entries: &mut Vec<WeightCount>, counts: impl Iterator<Item = i32>) {
    let counted = counts.enumerate().filter(|&(_, times)| times != 0);
    entries.extend(
        counted.map(|(serial, times)| WeightCount { serial: serial as u16, times: times as i16 }),
    );
}

/// How many numbers there are.
pub fn count(weights: &ClassicalWeights) -> usize {
    let mut count = 0;
    weights.clone().visit(&mut |_, _| count += 1);
    count
}

/// Weights whose numbers are their own serial numbers.
pub fn serials(weights: &ClassicalWeights) -> ClassicalWeights {
    let mut serials = weights.clone();
    let mut next = 0;
    serials.visit(&mut |_, number| {
        *number = next;
        next += 1;
    });
    serials
}

/// Positions to fit to, and others to see whether it helped.
pub struct Lessons {
    /// Of which game.
    pub variant: BoardGame,
    /// To fit to.
    pub training: TracedPositions,
    /// To measure by.
    pub validation: TracedPositions,
}

/// Games that are replayed together.
const CHUNK: usize = 2_048;
/// One game in so many is kept to measure by.
pub const VALIDATION: usize = 16;

/// Reads files of games, of each at most so many.
///
/// # Errors
/// If one cannot be read, or they are of different games.
pub fn read(paths: &[PathBuf], most: usize, bar: &ProgressBar) -> Result<Lessons, PositionsError> {
    let mut lessons: Option<Lessons> = None;
    for path in paths {
        let mut reader = GameReader::open(path)?;
        let recipe = *reader.recipe();
        let variant = recipe.board_game()?;
        let lessons = lessons.get_or_insert_with(|| Lessons {
            variant,
            training: TracedPositions::default(),
            validation: TracedPositions::default(),
        });
        if lessons.variant != variant {
            let (path, wanted) = (path.clone(), lessons.variant.name());
            return Err(PositionsError::Mixed { path, found: variant.name(), wanted });
        }
        let serials = serials(ClassicalWeights::under(&variant.rules));
        let mut number = 0;
        while number < most {
            let games: Vec<GameRecord> =
                (&mut reader).take(CHUNK.min(most - number)).collect::<Result<_, _>>()?;
            if games.is_empty() {
                break;
            }
            let parts: Vec<[TracedPositions; 2]> = games
                .par_iter()
                .enumerate()
                .chunks(CHUNK / 32)
                .map(|games| replay(&games, number, &recipe, &serials))
                .collect::<Result<_, _>>()
                .map_err(|(number, what)| PositionsError::Game {
                    path: path.clone(),
                    number,
                    what,
                })?;
            for [training, validation] in parts {
                lessons.training.append(training);
                lessons.validation.append(validation);
            }
            number += games.len();
            bar.set_message(format!("{} positions", lessons.training.len()));
            bar.inc(games.len() as u64);
        }
    }
    lessons
        .filter(|lessons| lessons.training.len() > 0 && lessons.validation.len() > 0)
        .ok_or(PositionsError::None)
}

/// Positions of these games, to train and to measure by; or which game is wrong.
fn replay(
    games: &[(usize, &GameRecord)],
    first: usize,
    recipe: &DatagenRecipe,
    serials: &ClassicalWeights,
) -> Result<[TracedPositions; 2], (usize, &'static str)> {
    let mut parts = [TracedPositions::default(), TracedPositions::default()];
    let mut counts = WeightCounts::new(count(serials));
    for &(index, game) in games {
        let number = first + index;
        let part = &mut parts[usize::from(number.is_multiple_of(VALIDATION))];
        game.replay(recipe, |sample| part.add(&sample, serials, &mut counts))
            .map_err(|what| (number + 1, what))?;
    }
    Ok(parts)
}
