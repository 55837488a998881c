//! `kralle datagen --check`: what is in files of game records, as numbers and histograms.

use std::fmt;
use std::path::PathBuf;

use super::error::DataError;
use super::file::GameReader;
use super::record::{DECIDED, Skipped};
use crate::eval::net::Inputs8x8;
use crate::eval::net::inputs::Inputs;
use crate::game::single::Position;

/// What files of games hold.
#[derive(Clone, Default, Debug)]
pub struct Statistics {
    games: u64,
    plies: u64,
    bytes: u64,
    /// Won by Black, drawn, won by White.
    results: [u64; 3],
    /// Left out: random, in check, sharp, decided.
    left: [u64; 4],
    /// To learn from.
    kept: u64,
    /// Of those, by output bucket.
    buckets: [u64; Inputs8x8::SET.buckets],
    /// By score, in steps of 250 centipawns from the lowest that is learnt.
    scores: [u64; SCORES],
    /// Of these, what the mover scored, in half points.
    halves: [u64; SCORES],
    /// Games by length, in steps of 20 plies.
    lengths: [u64; LENGTHS],
    /// Rows lit in one view, all positions together, and the most.
    lit: u64,
    most_lit: u64,
}

const STEP: i32 = 250;
const SCORES: usize = (2 * DECIDED as i32 / STEP) as usize + 1;
const LENGTHS: usize = 11;

/// Reads all games of these files and counts.
///
/// # Errors
/// If one cannot be read, or a game in it cannot be played.
pub fn check(paths: &[PathBuf]) -> Result<Statistics, DataError> {
    let mut sum = Statistics::default();
    for path in paths {
        let mut reader = GameReader::open(path)?;
        let variant = reader.recipe().variant;
        let has_hands = variant.rules.has_hands();
        while let Some(game) = reader.read()? {
            sum.games += 1;
            sum.plies += game.plies.len() as u64;
            sum.results[usize::from(game.result)] += 1;
            sum.lengths[(game.plies.len() / 20).min(LENGTHS - 1)] += 1;
            game.replay(&variant, |sample| match sample {
                Ok(sample) => {
                    sum.kept += 1;
                    sum.add(sample.position, has_hands);
                    let slot = (i32::from(sample.score) + i32::from(DECIDED)) / STEP;
                    sum.scores[slot as usize] += 1;
                    sum.halves[slot as usize] += (2.0 * sample.result) as u64;
                }
                Err(left) => sum.left[left as usize] += 1,
            })
            .map_err(|what| DataError::Unplayable {
                path: path.clone(),
                number: sum.games,
                what,
            })?;
        }
        sum.bytes += reader.end;
    }
    Ok(sum)
}

impl Statistics {
    fn add(&mut self, position: &Position, has_hands: bool) {
        let board = position.board();
        self.buckets[Inputs8x8::bucket(board, has_hands)] += 1;
        let mut lit = 0;
        let from = Inputs8x8::perspective(board, position.turn().index());
        Inputs8x8::lit(from, board, |_| lit += 1);
        self.lit += lit;
        self.most_lit = self.most_lit.max(lit);
    }

    /// Positions to learn from.
    pub fn kept(&self) -> u64 {
        self.kept
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let per = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
        let percent = |part, whole| 100.0 * per(part, whole);
        writeln!(
            f,
            "{} games, {} plies, {:.2} bytes a ply",
            self.games,
            self.plies,
            per(self.bytes, self.plies)
        )?;
        let [black, drawn, white] = self.results;
        writeln!(
            f,
            "White won {:.1} %, Black {:.1} %, drawn {:.1} %",
            percent(white, self.games),
            percent(black, self.games),
            percent(drawn, self.games)
        )?;
        writeln!(
            f,
            "{} positions to learn from ({:.1} %)",
            self.kept,
            percent(self.kept, self.plies)
        )?;
        for (left, name) in [
            (Skipped::Opening, "random opening move"),
            (Skipped::InCheck, "in check"),
            (Skipped::Sharp, "best move captures, promotes or checks by a drop"),
            (Skipped::Decided, "decided"),
        ] {
            let count = self.left[left as usize];
            writeln!(f, "  left out: {count:>9} ({:>4.1} %) {name}", percent(count, self.plies))?;
        }
        writeln!(
            f,
            "rows lit in a view: {:.1}, at most {}",
            per(self.lit, self.kept),
            self.most_lit
        )?;
        writeln!(f, "\nscore of the mover, and the share of the points it made")?;
        let bars = |f: &mut fmt::Formatter, name: String, count, most: u64, tail: String| {
            let stars = "#".repeat((40.0 * per(count, most)).ceil() as usize);
            writeln!(f, "  {name:>7} {count:>9} {tail:>6} {stars}")
        };
        let most = self.scores.iter().copied().max().unwrap_or(0);
        for (slot, &count) in self.scores.iter().enumerate() {
            let made = format!("{:.0} %", percent(self.halves[slot], 2 * count));
            let from = slot as i32 * STEP - i32::from(DECIDED);
            bars(f, format!("{from:+}"), count, most, made)?;
        }
        writeln!(f, "\noutput bucket")?;
        let most = self.buckets.iter().copied().max().unwrap_or(0);
        for (bucket, &count) in self.buckets.iter().enumerate() {
            bars(
                f,
                bucket.to_string(),
                count,
                most,
                format!("{:.1} %", percent(count, self.kept)),
            )?;
        }
        writeln!(f, "\nplies of a game")?;
        let most = self.lengths.iter().copied().max().unwrap_or(0);
        for (slot, &count) in self.lengths.iter().enumerate() {
            let tail = format!("{:.1} %", percent(count, self.games));
            bars(f, format!("{}-", 20 * slot), count, most, tail)?;
        }
        Ok(())
    }
}
