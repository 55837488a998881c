//! Fits the weights of the games for more than two players to games of the engine against
//! itself. That evaluation is not linear, so its slopes are measured: for each position and
//! weight, and again after each fit (Gauss-Newton).

use std::ops::Range;

use indicatif::ProgressBar;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

use super::error::TuneError;
use super::eval::{self, FitData, Fitted, fit, flat};
use super::positions::VALIDATION;
use crate::base::random::mix;
use crate::board::multi::MultiSeat;
use crate::board::{Move, Silent};
use crate::eval::Eval;
use crate::eval::multi::MultiEval;
use crate::eval::weights::Tunable;
use crate::eval::weights::multi::SeatedWeights;
use crate::game::multi::{MultiGame, Paranoid, Position, Rules, even_share};
use crate::game::{Playable, Searchable};
use crate::search::{Engine, Limits, SearchControl};
use crate::tools::lab::data::DECIDED;

/// What to play and how to fit.
#[derive(Clone, Debug)]
pub struct SeatsRecipe {
    /// Games to play.
    pub games: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// Chooses openings.
    pub seed: u64,
    /// How often the slopes are taken anew.
    pub rounds: u32,
    /// Each fit.
    pub fit: eval::FitRecipe,
}

/// The result.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// Positions to learn from, and those to measure by.
    pub positions: [usize; 2],
    /// Of each round.
    pub fits: Vec<Fitted<SeatedWeights>>,
}

/// Random plies of each seat before a game.
const OPENING: usize = 2;
/// Table of each engine.
const HASH_MIB: usize = 2;
/// How far a weight is moved to see what changes.
const STEP: i32 = 4;

/// One move of a game, with the score of the search that chose it.
struct Turn {
    mv: Move,
    seat: MultiSeat,
    score: i16,
    quiet: bool,
}

/// A game of the engine against itself.
struct SeatsTuneGame {
    opening: Vec<Move>,
    turns: Vec<Turn>,
    /// What each seat has of it, 0 to 1.
    results: Vec<f32>,
}

/// Plays the games with the weights as they are, and fits these to them.
///
/// # Errors
/// If there is no memory for the engines, or too few games to measure by.
pub fn tune<K: MultiGame>(
    recipe: &SeatsRecipe,
    start: &SeatedWeights,
    bar: &ProgressBar,
) -> Result<Found, TuneError> {
    let games: Vec<SeatsTuneGame> = (0..recipe.games)
        .into_par_iter()
        .map_init(
            || Engine::new(MultiEval::new(), HASH_MIB, 1),
            |engine, number| {
                let engine = engine.as_mut();
                let engine = engine.map_err(|error| TuneError::Engine(error.to_string()))?;
                let played = play::<K>(engine, recipe, number);
                bar.inc(1);
                Ok(played)
            },
        )
        .collect::<Result<_, TuneError>>()?;
    let mut weights = start.clone();
    let mut found = Found { positions: [0; 2], fits: Vec::new() };
    for _ in 0..recipe.rounds {
        let [training, validation] = rows::<K>(&games, &weights);
        found.positions = [training.len(), validation.len()];
        if found.positions.contains(&0) {
            return Err(TuneError::FewGames(recipe.games));
        }
        let fitted = fit([&training, &validation], &weights, &recipe.fit, &ProgressBar::hidden());
        bar.set_message(format!("loss {:.6} -> {:.6}", fitted.before, fitted.after));
        weights = fitted.weights.clone();
        found.fits.push(fitted);
    }
    Ok(found)
}

fn play<K: MultiGame>(
    engine: &mut Engine<Paranoid<K>, MultiEval<K>>,
    recipe: &SeatsRecipe,
    number: u64,
) -> SeatsTuneGame {
    let mut chance = SmallRng::seed_from_u64(mix(recipe.seed ^ mix(number)));
    let mut position = Position::<K>::start(Rules::default());
    let mut opening = Vec::new();
    engine.clear();
    for _ in 0..OPENING * K::SEATS {
        let moves = position.legal_moves();
        let mv = moves[chance.random_range(0..moves.len())];
        opening.push(mv);
        position.play(mv, &mut Silent);
    }
    let limits = Limits { nodes: Some(recipe.nodes), ..Limits::default() };
    let mut turns = Vec::new();
    let results = loop {
        if let Some(outcome) = position.outcome() {
            break MultiSeat::first(K::SEATS).map(|seat| outcome.share::<K>(seat)).collect();
        }
        let game = Paranoid::new(position.clone());
        let decision = engine.search(&game, &limits, &SearchControl::default(), &mut ());
        // A position that is not over has a move.
        let Some(mv) = decision.best else { break vec![even_share::<K>(); K::SEATS] };
        let score = decision.score.value() as i16;
        let quiet = !game.in_check() && !game.is_noisy(mv);
        turns.push(Turn { mv, seat: position.turn(), score, quiet });
        position.play(mv, &mut Silent);
    };
    SeatsTuneGame { opening, turns, results }
}

/// How many opponents a seat or its team has.
fn rivals<K: MultiGame>() -> f32 {
    if K::LAYOUT.teams { 1.0 } else { (K::SEATS - 1) as f32 }
}

/// Positions as the fit sees them: near the weights that they were looked at with, a value
/// changes evenly with each weight.
struct Rows {
    rivals: f32,
    heads: Vec<Head>,
    slopes: Vec<(u16, f32)>,
}

struct Head {
    slopes: Range<usize>,
    /// What is left of the value if all weights were nothing, by these slopes.
    base: f32,
    result: f32,
    score: f32,
}

impl FitData for Rows {
    fn len(&self) -> usize {
        self.heads.len()
    }

    fn result(&self, index: usize) -> f32 {
        self.heads[index].result
    }

    fn score(&self, index: usize) -> f32 {
        self.heads[index].score
    }

    fn rivals(&self) -> f32 {
        self.rivals
    }

    fn value(&self, index: usize, weights: &[f32]) -> f32 {
        let head = &self.heads[index];
        let slopes = self.slopes[head.slopes.clone()].iter();
        head.base + slopes.map(|&(serial, slope)| weights[usize::from(serial)] * slope).sum::<f32>()
    }

    fn spread(&self, index: usize, _: &[f32], slope: f32, slopes: &mut [f32]) {
        for &(serial, by) in &self.slopes[self.heads[index].slopes.clone()] {
            slopes[usize::from(serial)] += slope * by;
        }
    }
}

impl Rows {
    fn of<K: MultiGame>() -> Self {
        Self { rivals: rivals::<K>(), heads: Vec::new(), slopes: Vec::new() }
    }

    fn append(&mut self, other: Self) {
        let before = self.slopes.len();
        self.slopes.extend(other.slopes);
        self.heads.extend(other.heads.into_iter().map(|head| Head {
            slopes: head.slopes.start + before..head.slopes.end + before,
            ..head
        }));
    }
}

/// The evaluation with one weight moved down, and with it moved up.
fn neighbours<K: MultiGame>(weights: &SeatedWeights) -> Vec<[MultiEval<K>; 2]> {
    let moved = |serial: usize, by: i32| {
        let mut weights = weights.clone();
        let mut next = 0;
        weights.visit(&mut |_, number| {
            *number += if next == serial { by } else { 0 };
            next += 1;
        });
        MultiEval::with(weights)
    };
    (0..flat(weights).len()).map(|serial| [-STEP, STEP].map(|by| moved(serial, by))).collect()
}

/// Quiet positions of the games, to train and to measure by, with their slopes.
fn rows<K: MultiGame>(games: &[SeatsTuneGame], weights: &SeatedWeights) -> [Rows; 2] {
    let numbers = flat(weights);
    let parts: Vec<Rows> = games
        .par_iter()
        .enumerate()
        .map_init(
            || (MultiEval::<K>::with(weights.clone()), neighbours::<K>(weights)),
            |(eval, neighbours), (number, game)| {
                let mut rows = Rows::of::<K>();
                samples::<K>(game, number as u64, |position, sign, score, result| {
                    let of = |eval: &mut MultiEval<K>| {
                        eval.reset(position);
                        sign * eval.evaluate(position) as f32
                    };
                    let start = rows.slopes.len();
                    let mut base = of(eval);
                    for (serial, [down, up]) in neighbours.iter_mut().enumerate() {
                        let slope = (of(up) - of(down)) / (2 * STEP) as f32;
                        if slope != 0.0 {
                            rows.slopes.push((serial as u16, slope));
                            base -= slope * numbers[serial];
                        }
                    }
                    let slopes = start..rows.slopes.len();
                    rows.heads.push(Head { slopes, base, result, score });
                });
                rows
            },
        )
        .collect();
    let mut both = [Rows::of::<K>(), Rows::of::<K>()];
    for (number, part) in parts.into_iter().enumerate() {
        both[usize::from(number.is_multiple_of(VALIDATION))].append(part);
    }
    both
}

/// Shows the positions of a game that can be learnt from: each as one seat sees it, chosen
/// by chance where each plays alone, with the sign that turns the evaluation to that seat's
/// side, the score of the seat's next search and its result.
fn samples<K: MultiGame>(
    game: &SeatsTuneGame,
    number: u64,
    mut visit: impl FnMut(&Paranoid<K>, f32, f32, f32),
) {
    let mut chance = SmallRng::seed_from_u64(number);
    let mut position = Position::<K>::start(Rules::default());
    for &mv in &game.opening {
        position.play(mv, &mut Silent);
    }
    for (index, turn) in game.turns.iter().enumerate() {
        let viewer = if K::LAYOUT.teams {
            turn.seat
        } else {
            MultiSeat::new(chance.random_range(0..K::SEATS))
        };
        let own = game.turns[index..].iter().find(|later| later.seat == viewer);
        if let Some(own) = own.filter(|own| turn.quiet && own.score.abs() < DECIDED) {
            let seen = Paranoid::seen_by(viewer, position.clone());
            let same = seen.camp_of(turn.seat) == seen.camp_of(viewer);
            let sign = if same { 1.0 } else { -1.0 };
            visit(&seen, sign, own.score.into(), game.results[viewer.index()]);
        }
        position.play(turn.mv, &mut Silent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Role;
    use crate::eval::weights::multi::{DRIESCHAAK, VIERSCHAAK};
    use crate::game::multi::{Drieschaak, Vierschaak};

    fn recipe() -> SeatsRecipe {
        let fit = eval::FitRecipe { epochs: 12, batch: 256, rate: 2.0, result: 0.0, hold: 0.0 };
        SeatsRecipe { games: 34, nodes: 30, seed: 3, rounds: 2, fit }
    }

    fn rows_are_the_evaluation<K: MultiGame>(weights: &SeatedWeights) {
        let mut engine = Engine::new(MultiEval::<K>::new(), HASH_MIB, 1).unwrap();
        let games: Vec<SeatsTuneGame> =
            (0..2).map(|game| play(&mut engine, &recipe(), game)).collect();
        let mut eval = MultiEval::<K>::new();
        let numbers = flat(weights);
        let [training, validation] = rows::<K>(&games, weights);
        // One game in sixteen is kept apart, and the first is such a one.
        for (number, rows) in [validation, training].into_iter().enumerate() {
            let mut index = 0;
            samples::<K>(&games[number], number as u64, |position, sign, score, result| {
                eval.reset(position);
                let value = sign * eval.evaluate(position) as f32;
                assert!((rows.value(index, &numbers) - value).abs() < 0.1);
                assert_eq!((rows.score(index), rows.result(index)), (score, result));
                index += 1;
            });
            assert!(index > 10);
            assert_eq!(index, rows.len());
        }
    }

    #[test]
    fn rows_say_what_the_evaluation_says() {
        rows_are_the_evaluation::<Vierschaak>(&VIERSCHAAK);
        rows_are_the_evaluation::<Drieschaak>(&DRIESCHAAK);
    }

    #[test]
    fn a_fit_lessens_the_loss_and_is_the_same_every_time() {
        // Weights that are no good to begin with.
        let mut start = DRIESCHAAK;
        start.material = [200; Role::CHESS.len()];
        let tune =
            |recipe: &SeatsRecipe| tune::<Drieschaak>(recipe, &start, &ProgressBar::hidden());
        let found = tune(&recipe()).unwrap();
        let [first, last] = found.fits.as_slice() else { panic!("two rounds") };
        assert!(last.after < 0.9 * first.before, "{} {}", first.before, last.after);
        let [pawn, .., queen, _] = last.weights.material;
        assert!(queen > pawn);
        assert_eq!(tune(&recipe()).unwrap(), found);
        assert!(tune(&SeatsRecipe { games: 1, ..recipe() }).is_err());
    }
}
