//! Lets the margins of the search play each other: simultaneous perturbation stochastic
//! approximation (Spall 1992). All margins are moved at once, each up or down by chance;
//! the engine moved one way plays the engine moved the other way, and all margins take a
//! small step towards the winner. Games are at fixed nodes, or clocks count nodes, so the load of
//! the machine changes nothing; two games share an opening with sides exchanged. A game of two
//! boards is played on one, to which pieces come from outside.

use std::cmp::Ordering;
use std::time::Duration;

use indicatif::ProgressBar;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

use super::error::TuneError;
use crate::base::random::mix;
use crate::base::time::Instant;
use crate::board::{Color, Silent};
use crate::eval::chosen::{AnyEval, EvalChoice};
use crate::game::Playable as _;
use crate::game::catalogue::BoardGame;
use crate::game::rules::START;
use crate::game::single::Position;
use crate::game::table::arrivals::Arrivals;
use crate::game::verdict::BoardState;
use crate::search::margins::{COUNT, MARGINS, Margin, Margins};
use crate::search::{Clock, Decision, Engine, Limits, SearchControl};
use crate::tools::tournament::clocks::GameClocks;
use crate::tools::tournament::pace::{Pace, TimeControl};

/// How to tune.
#[derive(Clone, Debug)]
pub struct SpsaRecipe {
    /// The game to play.
    pub variant: BoardGame,
    /// Steps.
    pub rounds: u32,
    /// Pairs of games for each step.
    pub pairs: u32,
    /// The evaluation of both sides.
    pub eval: EvalChoice,
    /// How long both sides think.
    pub pace: Pace,
    /// Nodes that are a second on their clocks, if they have any.
    pub node_rate: Option<u64>,
    /// How far margins are moved apart at first, as a share of their range.
    pub apart: f64,
    /// How far a step goes at first for a match won to nothing, as a share of that.
    pub step: f64,
    /// Chooses openings and directions.
    pub seed: u64,
    /// Only margins whose name begins with one of these; none: all.
    pub only: Vec<String>,
}

impl SpsaRecipe {
    fn start(&self) -> Result<Position, TuneError> {
        let start = START.parse().map_err(|error| TuneError::Start(format!("{error}")))?;
        let mut start = Position::from_setup(&start, self.variant.rules, false)
            .map_err(|error| TuneError::Start(error.to_string()))?;
        start.expect_anybody();
        Ok(start)
    }

    /// The margins with which the game is played now.
    ///
    /// # Errors
    /// If the game has no start.
    pub fn margins(&self) -> Result<Margins, TuneError> {
        self.start().map(|start| Margins::of(&start))
    }

    fn clocks(&self) -> GameClocks {
        GameClocks::new(&[self.pace; 2], None, [Duration::ZERO; 2].into_iter())
    }

    /// What a side may use for its next move.
    fn limits(&self, clocks: &GameClocks, side: usize) -> Limits {
        let clock = |control: TimeControl| Clock {
            remaining: clocks.left(side).unwrap_or_default(),
            increment: control.increment,
            moves_to_go: clocks.moves_to_go(side),
        };
        let Self { pace, node_rate, .. } = *self;
        let (nodes, clock) = (pace.nodes, pace.control.map(clock));
        Limits { nodes, clock, node_rate, ..Limits::default() }
    }

    fn moves(&self, margin: &Margin) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| margin.name.starts_with(only))
    }
}

/// Random plies before a game.
const OPENING: usize = 8;
/// Openings further from level, in centipawns, are thrown away.
const LEVEL: i32 = 150;
/// Longer games are drawn.
const LONGEST: usize = 300;
/// Table of each side.
const HASH_MIB: usize = 4;
/// Spall's exponents, and the share of the rounds in which steps hardly get smaller.
const STEP_FALL: f64 = 0.602;
const APART_FALL: f64 = 0.101;
const SETTLING: f64 = 0.1;

type Thinker = Engine<Position, AnyEval>;

/// Tunes, and answers with the margins found. After each round `hear` is told those found so far.
///
/// # Errors
/// If there is no memory for the engines.
pub fn tune(
    recipe: &SpsaRecipe,
    bar: &ProgressBar,
    mut hear: impl FnMut(&Margins) -> Result<(), TuneError>,
) -> Result<Margins, TuneError> {
    let start = recipe.start()?;
    let eval = recipe
        .eval
        .eval(recipe.variant.game, start.rules())
        .map_err(|error| TuneError::Engine(error.to_string()))?;
    let mut found = recipe.margins()?.values().map(f64::from);
    let mut chance = SmallRng::seed_from_u64(recipe.seed);
    let settle = SETTLING * f64::from(recipe.rounds);
    let mut balance = 0.0;
    for round in 0..recipe.rounds {
        let number = f64::from(round) + 1.0;
        let apart = recipe.apart / number.powf(APART_FALL);
        let step = recipe.step * ((1.0 + settle) / (number + settle)).powf(STEP_FALL);
        // What each margin is moved by, with its direction.
        let moved: Vec<f64> = MARGINS
            .iter()
            .map(|margin| {
                let range = f64::from(margin.most - margin.least);
                let sign = if chance.random() { 1.0 } else { -1.0 };
                if recipe.moves(margin) { sign * apart * range } else { 0.0 }
            })
            .collect();
        let rounding = chance.random();
        let one = values(&found, &moved, 1.0, rounding);
        let other = values(&found, &moved, -1.0, rounding);
        let first = u64::from(round) * u64::from(recipe.pairs);
        let points: i32 = (0..u64::from(recipe.pairs))
            .into_par_iter()
            .map(|pair| play_pair(&start, &eval, [&one, &other], recipe, first + pair))
            .sum::<Result<i32, TuneError>>()?;
        let score = f64::from(points) / f64::from(2 * recipe.pairs);
        for ((value, moved), margin) in found.iter_mut().zip(&moved).zip(MARGINS) {
            *value = (*value + step * score * moved)
                .clamp(f64::from(margin.least), f64::from(margin.most));
        }
        balance += score;
        bar.set_message(format!("mean advantage {:+.3}", balance / number));
        bar.inc(1);
        hear(&rounded(&found))?;
    }
    Ok(rounded(&found))
}

fn rounded(found: &[f64; COUNT]) -> Margins {
    Margins::from_values(found.map(|value| value.round() as i32))
}

/// Whole numbers near the values found, moved to one side. What is lost by rounding down is
/// made up for by chance, the same for both sides: else a narrow range would never be moved.
fn values(found: &[f64; COUNT], moved: &[f64], side: f64, rounding: f64) -> Margins {
    Margins::from_values(std::array::from_fn(|index| {
        let value = found[index] + side * moved[index];
        let margin = &MARGINS[index];
        ((value + rounding).floor() as i32).clamp(margin.least, margin.most)
    }))
}

/// Two games from one opening; answers what the first side won more than it lost.
fn play_pair(
    start: &Position,
    eval: &AnyEval,
    sides: [&Margins; 2],
    recipe: &SpsaRecipe,
    number: u64,
) -> Result<i32, TuneError> {
    let engine = || {
        Thinker::new(eval.clone(), HASH_MIB, 1)
            .map_err(|error| TuneError::Engine(error.to_string()))
    };
    let mut engines = [engine()?, engine()?];
    let seed = mix(recipe.seed ^ mix(number));
    let mut chance = SmallRng::seed_from_u64(seed);
    let arrivals = start.rules().is_one_of_two().then(|| Arrivals::new(seed));
    let opening = loop {
        if let Some(opening) = opening(start, &mut engines[0], recipe, &mut chance) {
            break opening;
        }
    };
    let mut sum = 0;
    for white in 0..2 {
        for (engine, margins) in engines.iter_mut().zip(sides) {
            engine.clear();
            engine.set_margins(*margins);
        }
        let winner = play(opening.clone(), arrivals.clone(), &mut engines, white, recipe);
        sum += match winner {
            Some(0) => 1,
            Some(_) => -1,
            None => 0,
        };
    }
    Ok(sum)
}

/// A level position some random plies into the game, if chance hits on one.
fn opening(
    start: &Position,
    engine: &mut Thinker,
    recipe: &SpsaRecipe,
    chance: &mut SmallRng,
) -> Option<Position> {
    let mut position = start.clone();
    for _ in 0..OPENING {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        position.play(moves[chance.random_range(0..moves.len())], &mut Silent);
    }
    engine.clear();
    let limits = recipe.limits(&recipe.clocks(), 0);
    let Decision { best, score, .. } =
        engine.search(&position, &limits, &SearchControl::default(), &mut ());
    (best.is_some() && score.value().abs() <= LEVEL).then_some(position)
}

/// A side has thought for so long. Answers whether its move came in time.
fn punch(clocks: &mut GameClocks, side: usize, used: Duration) -> bool {
    clocks.start(side);
    clocks.set_now(clocks.now() + used);
    let in_time = clocks.fall(side).is_none_or(|fall| clocks.now() <= fall);
    clocks.punch(side);
    in_time
}

/// One game; answers which side won, if one did.
fn play(
    mut position: Position,
    mut arrivals: Option<Arrivals>,
    engines: &mut [Thinker; 2],
    white: usize,
    recipe: &SpsaRecipe,
) -> Option<usize> {
    let side_of = |color: Color| if color == Color::White { white } else { 1 - white };
    let mut clocks = recipe.clocks();
    for _ in 0..LONGEST {
        match position.board_state() {
            BoardState::Ongoing => {}
            BoardState::Over(end) => return end.winner.map(side_of),
            // No piece came that could have helped.
            BoardState::StuckCheck | BoardState::Pending => {
                return Some(side_of(!position.turn()));
            }
            BoardState::Stuck => return None,
        }
        let side = side_of(position.turn());
        let limits = recipe.limits(&clocks, side);
        let start = Instant::now();
        let Decision { best, score, nodes, .. } =
            engines[side].search(&position, &limits, &SearchControl::default(), &mut ());
        if !punch(&mut clocks, side, limits.elapsed(start, nodes)) {
            return Some(1 - side);
        }
        // What the search has proved need not be played out.
        if let Some(plies) = score.mate_in() {
            return match plies.cmp(&0) {
                Ordering::Greater => Some(side),
                _ => Some(1 - side),
            };
        }
        position.play(best?, &mut Silent);
        if let Some(arrivals) = &mut arrivals {
            arrivals.receive(&mut position);
        }
    }
    None
}

/// The margins that differ, as `src/search/margins.rs` writes those that a game has of its own.
pub fn patch(before: &Margins, found: &Margins) -> String {
    MARGINS
        .iter()
        .zip(before.values().into_iter().zip(found.values()))
        .filter(|(_, (before, found))| before != found)
        .map(|(margin, (before, found))| {
            format!("        {}: {found}, // was {before}\n", margin.name)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::catalogue::BoardGame;

    fn blitz(control: &str) -> Pace {
        Pace { control: Some(control.parse().unwrap()), ..Pace::default() }
    }

    #[test]
    fn margins_move_within_their_ranges_and_only_those_named() {
        let recipe = SpsaRecipe {
            variant: BoardGame::find("crazyhouse").unwrap(),
            rounds: 3,
            pairs: 2,
            eval: EvalChoice::BuiltIn,
            pace: Pace { nodes: Some(100), ..Pace::default() },
            node_rate: None,
            apart: 0.1,
            step: 1.0,
            seed: 3,
            only: vec!["razor".into()],
        };
        let mut heard = Vec::new();
        let found = tune(&recipe, &ProgressBar::hidden(), |&margins| {
            heard.push(margins);
            Ok(())
        })
        .unwrap();
        assert_eq!((heard.len(), heard.last()), (3, Some(&found)));
        let before = recipe.margins().unwrap();
        for (margin, (value, before)) in
            MARGINS.iter().zip(found.values().into_iter().zip(before.values()))
        {
            assert!((margin.least..=margin.most).contains(&value), "{}", margin.name);
            assert!(margin.name.starts_with("razor") || value == before, "{}", margin.name);
        }
        assert_eq!(found, tune(&recipe, &ProgressBar::hidden(), |_| Ok(())).unwrap());
        assert!(patch(&before, &found).lines().all(|line| line.trim_start().starts_with("razor")));
        let by_hand =
            SpsaRecipe { eval: EvalChoice::HandWritten, only: Vec::new(), ..recipe.clone() };
        let network = SpsaRecipe { only: Vec::new(), ..recipe.clone() };
        let moved = |recipe| tune(recipe, &ProgressBar::hidden(), |_| Ok(())).unwrap();
        assert_ne!(moved(&by_hand), moved(&network), "the evaluation makes a difference");
        let by_clock = SpsaRecipe {
            pace: blitz("0.5+0.005"),
            node_rate: Some(10_000),
            only: vec!["clock".into()],
            ..recipe.clone()
        };
        assert_ne!(moved(&by_clock), before, "games with clocks come to an end");
        assert_eq!(moved(&by_clock), moved(&by_clock));
        let bughouse = SpsaRecipe {
            variant: BoardGame::find("bughouse").unwrap(),
            only: Vec::new(),
            ..recipe
        };
        assert_ne!(moved(&bughouse), bughouse.margins().unwrap(), "one board of two is played");
    }

    #[test]
    fn a_side_has_its_clock() {
        let recipe = SpsaRecipe {
            variant: BoardGame::find("chess").unwrap(),
            rounds: 1,
            pairs: 1,
            eval: EvalChoice::BuiltIn,
            pace: blitz("2/10+0.5"),
            node_rate: Some(1_000),
            apart: 0.1,
            step: 1.0,
            seed: 3,
            only: Vec::new(),
        };
        let mut clocks = recipe.clocks();
        let shown = |clocks: &GameClocks| {
            let shown = recipe.limits(clocks, 0).clock.unwrap();
            (shown.remaining.as_millis(), shown.moves_to_go)
        };
        let press = |clocks: &mut GameClocks, nodes| {
            let used = recipe.limits(clocks, 0).elapsed(Instant::now(), nodes);
            punch(clocks, 0, used)
        };
        assert_eq!(shown(&clocks), (10_000, Some(2)));
        assert!(press(&mut clocks, 4_000));
        assert_eq!(shown(&clocks), (6_500, Some(1)));
        assert!(press(&mut clocks, 6_000));
        assert_eq!(shown(&clocks), (11_000, Some(2)));
        assert!(!press(&mut clocks, 11_001), "the flag falls");
    }
}
