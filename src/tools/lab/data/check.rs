//! `kralle datagen --check`: what is in files of game records, as numbers and histograms.

use std::collections::HashSet;
use std::fmt;
use std::path::PathBuf;

use super::error::DataError;
use super::file::GameReader;
use super::record::{DECIDED, DatagenRecipe, GameRecord, Skipped};
use super::seats_record::{self, ScoreScale};
use crate::base::random::mix;
use crate::board::multi::{CLOCKWISE, FOUR, MultiSeat, THREE};
use crate::eval::net::inputs::Inputs;
use crate::eval::net::{Inputs8x8, SeatInputs, inputs_of};
use crate::game::catalogue::{BoardGame, BuiltIn, Family};
use crate::game::multi::{Drieschaak, FourPlayerTeams, MultiEnd, MultiGame, Vierschaak};

/// What files of games hold.
#[derive(Clone, Debug)]
pub struct Statistics {
    game: BuiltIn,
    games: u64,
    plies: u64,
    bytes: u64,
    /// By seat, what they made of all games.
    shares: Vec<f64>,
    drawn: u64,
    /// How games ended, each way once.
    endings: HashSet<u64>,
    /// Left out: random, in check, sharp, decided.
    left: [u64; 4],
    /// To learn from.
    kept: u64,
    /// Of those, by output bucket.
    buckets: Vec<u64>,
    /// By score, in steps of 250 centipawns; what lies outside is in the first and the last.
    scores: [u64; SCORES],
    /// Of these, what the mover made of the game.
    made: [f64; SCORES],
    /// Games by length, in steps of 20 plies.
    lengths: [u64; LENGTHS],
    /// Rows lit in one view, all positions together, and the most.
    lit: u64,
    most_lit: u64,
}

const STEP: i32 = 250;
const SCORES: usize = (2 * DECIDED as i32 / STEP) as usize + 1;
const LENGTHS: usize = 11;
/// Games with as many last plies in common, scores and all, are the same one from some ply on.
const ENDING: usize = 16;

/// Reads all games of these files and counts.
///
/// # Errors
/// If one cannot be read, if a game in it cannot be played, or if they are of several games.
pub fn check(paths: &[PathBuf]) -> Result<Statistics, DataError> {
    let mut sum: Option<Statistics> = None;
    for path in paths {
        let mut reader = GameReader::open(path)?;
        let recipe = *reader.recipe();
        let game = recipe.game;
        let sum = sum.get_or_insert_with(|| Statistics::of(game));
        if sum.game != game {
            let (path, first, other) = (path.clone(), sum.game.name(), game.name());
            return Err(DataError::Mixed { path, first, other });
        }
        while let Some(record) = reader.read()? {
            sum.add(&record, &recipe).map_err(|what| reader.unplayable(what))?;
        }
        sum.bytes += reader.end;
    }
    // The command line asks for at least one file.
    sum.ok_or(DataError::NoOutput)
}

/// What is counted of a position to learn from.
struct Counted {
    bucket: usize,
    lit: u64,
    score: i16,
    /// What the mover made of the game.
    made: f32,
}

/// The last plies of a game, as a number.
fn ending(record: &GameRecord) -> u64 {
    record.plies.iter().rev().take(ENDING).fold(record.result.into(), |hash, ply| {
        let score = ply.score.map_or(u64::MAX, |score| score.cast_unsigned().into());
        mix(mix(hash ^ ply.place as u64) ^ score)
    })
}

impl Statistics {
    fn of(game: BuiltIn) -> Self {
        Self {
            game,
            games: 0,
            plies: 0,
            bytes: 0,
            shares: Vec::new(),
            drawn: 0,
            endings: HashSet::new(),
            left: [0; 4],
            kept: 0,
            buckets: vec![0; inputs_of(game).buckets],
            scores: [0; SCORES],
            made: [0.0; SCORES],
            lengths: [0; LENGTHS],
            lit: 0,
            most_lit: 0,
        }
    }

    fn add(&mut self, record: &GameRecord, recipe: &DatagenRecipe) -> Result<(), &'static str> {
        self.games += 1;
        self.plies += record.plies.len() as u64;
        self.lengths[(record.plies.len() / 20).min(LENGTHS - 1)] += 1;
        self.endings.insert(ending(record));
        match self.game.family() {
            Family::Single(_) | Family::Pair(_) => self.add_board(record, recipe),
            Family::Four(_) => self.add_seats::<Vierschaak>(record),
            Family::Three(_) => self.add_seats::<Drieschaak>(record),
            Family::Teams(_) => self.add_seats::<FourPlayerTeams>(record),
        }
    }

    fn add_board(
        &mut self,
        record: &GameRecord,
        recipe: &DatagenRecipe,
    ) -> Result<(), &'static str> {
        let variant = BoardGame::of(self.game).ok_or("the game has no 8x8 board")?;
        let has_hands = variant.rules.has_hands();
        let white = f64::from(record.result) / f64::from(recipe.whole());
        self.add_shares(&[white, 1.0 - white], 2 * record.result == recipe.whole());
        record.replay(recipe, |sample| {
            let board = sample.position.board();
            let from = Inputs8x8::perspective(board, sample.position.turn().index());
            let mut lit = 0;
            Inputs8x8::lit(from, board, |_| lit += 1);
            let bucket = Inputs8x8::bucket(board, has_hands);
            let score = sample.score.unwrap_or_default();
            let counted = Counted { bucket, lit, score, made: sample.result };
            self.count(sample.skipped.map_or(Ok(counted), Err));
        })
    }

    fn add_seats<K: MultiGame>(&mut self, record: &GameRecord) -> Result<(), &'static str> {
        let end = seats_record::end::<K>(record.result).ok_or("the result is none")?;
        let teams = if K::LAYOUT.teams { 2.0 } else { 1.0 };
        let shares: Vec<f64> = MultiSeat::first(K::SEATS)
            .map(|seat| f64::from(end.share::<K>(seat)) / teams)
            .collect();
        self.add_shares(&shares, matches!(end, MultiEnd::Draw { .. }));
        record.replay_seats::<K>(ScoreScale::Network, 0.0, |seen| {
            self.count(seen.map(|sample| {
                let turn = sample.position.turn();
                let mut lit = 0;
                SeatInputs::<K>::lit_on(turn, sample.position.board(), |_| lit += 1);
                let bucket = SeatInputs::bucket_of(sample.position, turn);
                Counted { bucket, lit, score: sample.score, made: sample.result[turn] }
            }));
        })
    }

    fn add_shares(&mut self, shares: &[f64], drawn: bool) {
        self.shares.resize(shares.len(), 0.0);
        self.shares.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
        self.drawn += u64::from(drawn);
    }

    fn count(&mut self, seen: Result<Counted, Skipped>) {
        let counted = match seen {
            Ok(counted) => counted,
            Err(left) => return self.left[left as usize] += 1,
        };
        self.kept += 1;
        self.buckets[counted.bucket] += 1;
        self.lit += counted.lit;
        self.most_lit = self.most_lit.max(counted.lit);
        let slot = (i32::from(counted.score) + i32::from(DECIDED)) / STEP;
        let slot = slot.clamp(0, SCORES as i32 - 1) as usize;
        self.scores[slot] += 1;
        self.made[slot] += f64::from(counted.made);
    }

    /// What each seat is called.
    fn names(&self) -> Vec<String> {
        let letters = |letters: &[u8]| letters.iter().map(|&name| (name as char).into()).collect();
        match self.game.family() {
            Family::Single(_) | Family::Pair(_) => vec!["White".into(), "Black".into()],
            Family::Four(_) => letters(FOUR.letters),
            Family::Three(_) => letters(THREE.letters),
            Family::Teams(_) => letters(CLOCKWISE.letters),
        }
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
        let repeated = self.games - self.endings.len() as u64;
        if repeated > 0 {
            let percent = percent(repeated, self.games);
            writeln!(f, "{repeated} of them ({percent:.1} %) end as an earlier one")?;
        }
        for (name, share) in self.names().iter().zip(&self.shares) {
            write!(f, "{name} made {:.1} %, ", 100.0 * share / self.games.max(1) as f64)?;
        }
        writeln!(f, "drawn {:.1} %", percent(self.drawn, self.games))?;
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
            "rows of pieces lit in a view: {:.1}, at most {}",
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
            let made = format!("{:.0} %", 100.0 * self.made[slot] / count.max(1) as f64);
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
