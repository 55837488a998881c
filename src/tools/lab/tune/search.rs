//! Lets the margins of the search play each other: simultaneous perturbation stochastic
//! approximation (Spall 1992). All margins are moved at once, each up or down by chance;
//! the engine moved one way plays the engine moved the other way, and all margins take a
//! small step towards the winner. Games are at fixed nodes, or clocks count nodes, so the load of
//! the machine changes nothing; two games share an opening with sides exchanged. Which games are
//! played is said by [`contest`](super::contest).

use std::time::Duration;

use indicatif::ProgressBar;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

use super::contest::{BoardContest, Contest, SeatsContest};
use super::error::TuneError;
use crate::base::random::mix;
use crate::base::time::Instant;
use crate::board::MoveList;
use crate::eval::chosen::EvalChoice;
use crate::game::catalogue::{BoardGame, BuiltIn, Family};
use crate::game::multi::{Drieschaak, FourPlayerTeams, Vierschaak};
use crate::game::{Class, Playable as _, Searchable as _};
use crate::search::margins::{COUNT, MARGINS, Margin, Margins};
use crate::search::{Clock, Decision, Engine, Limits, SearchControl};
use crate::tools::tournament::clocks::GameClocks;
use crate::tools::tournament::pace::{Pace, TimeControl};

/// Runs this with the contest of a recipe.
macro_rules! with_contest {
    ($recipe:expr, $start:ident => $run:expr) => {
        match $recipe.variant.family() {
            Family::Single(rules) | Family::Pair(rules) => {
                let $start = BoardContest::new(BoardGame { game: $recipe.variant, rules })?;
                $run
            }
            Family::Four(_) => {
                let $start = SeatsContest::<Vierschaak>::new();
                $run
            }
            Family::Three(_) => {
                let $start = SeatsContest::<Drieschaak>::new();
                $run
            }
            Family::Teams(_) => {
                let $start = SeatsContest::<FourPlayerTeams>::new();
                $run
            }
        }
    };
}

/// How to tune.
#[derive(Clone, Debug)]
pub struct SpsaRecipe {
    /// The game to play.
    pub variant: BuiltIn,
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
    /// The margins with which the game is played now.
    ///
    /// # Errors
    /// If the game has no start.
    pub fn margins(&self) -> Result<Margins, TuneError> {
        with_contest!(self, start => Ok(Margins::of(&start.seen())))
    }

    fn clocks(&self, seats: usize) -> GameClocks {
        GameClocks::new(&vec![self.pace; seats], None, vec![Duration::ZERO; seats].into_iter())
    }

    /// What a seat may use for its next move.
    fn limits(&self, clocks: &GameClocks, seat: usize) -> Limits {
        let clock = |control: TimeControl| Clock {
            remaining: clocks.left(seat).unwrap_or_default(),
            increment: control.increment,
            moves_to_go: clocks.moves_to_go(seat),
        };
        let Self { pace, node_rate, .. } = *self;
        let (nodes, clock) = (pace.nodes, pace.control.map(clock));
        Limits { nodes, clock, node_rate, ..Limits::default() }
    }

    fn moves(&self, margin: &Margin) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| margin.name.starts_with(only))
    }
}

/// Table of each side.
const HASH_MIB: usize = 4;
/// Spall's exponents, and the share of the rounds in which steps hardly get smaller.
const STEP_FALL: f64 = 0.602;
const APART_FALL: f64 = 0.101;
const SETTLING: f64 = 0.1;

type Thinker<C> = Engine<<C as Contest>::Game, <C as Contest>::Eval>;

/// Tunes, and answers with the margins found. After each round `hear` is told those found so far.
///
/// # Errors
/// If no margin has a name that is asked for, or there is no memory for the engines.
pub fn tune(
    recipe: &SpsaRecipe,
    bar: &ProgressBar,
    hear: impl FnMut(&Margins) -> Result<(), TuneError>,
) -> Result<Margins, TuneError> {
    let is_known = |only: &&String| MARGINS.iter().any(|margin| margin.name.starts_with(*only));
    if let Some(unknown) = recipe.only.iter().find(|only| !is_known(only)) {
        return Err(TuneError::NoMargin(unknown.clone()));
    }
    with_contest!(recipe, start => tune_by(&start, recipe, bar, hear))
}

fn tune_by<C: Contest>(
    start: &C,
    recipe: &SpsaRecipe,
    bar: &ProgressBar,
    mut hear: impl FnMut(&Margins) -> Result<(), TuneError>,
) -> Result<Margins, TuneError> {
    let eval = start.eval(&recipe.eval)?;
    let mut found = Margins::of(&start.seen()).values().map(f64::from);
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
        let points = (0..u64::from(recipe.pairs))
            .into_par_iter()
            .map(|pair| play_pair(start, &eval, [&one, &other], recipe, first + pair))
            .collect::<Result<Vec<f64>, TuneError>>()?;
        // One after the other, so that a sum does not depend on which game ended first.
        let score = points.iter().sum::<f64>() / f64::from(2 * recipe.pairs);
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

/// Two games from one opening; answers by how much the first side's seats had more of them than
/// the second's.
fn play_pair<C: Contest>(
    start: &C,
    eval: &C::Eval,
    margins: [&Margins; 2],
    recipe: &SpsaRecipe,
    number: u64,
) -> Result<f64, TuneError> {
    let engine = || {
        Thinker::<C>::new(eval.clone(), HASH_MIB, 1)
            .map_err(|error| TuneError::Engine(error.to_string()))
    };
    let mut engines = [engine()?, engine()?];
    let seed = mix(recipe.seed ^ mix(number));
    let mut chance = SmallRng::seed_from_u64(seed);
    let opening = loop {
        if let Some(opening) = opening(start, &mut engines[0], recipe, &mut chance) {
            break opening.after_opening(seed);
        }
    };
    let mut sum = 0.0;
    for game in 0..2 {
        for (engine, margins) in engines.iter_mut().zip(margins) {
            engine.clear();
            engine.set_margins(*margins);
        }
        let side_of = |seat| C::side(number, seat) ^ game;
        let shares = play(opening.clone(), &mut engines, side_of, recipe);
        let mean = |side| {
            let own = (0..C::SEATS).filter(|&seat| side_of(seat) == side);
            let (count, sum) =
                own.fold((0.0, 0.0), |(count, sum), seat| (count + 1.0, sum + shares[seat]));
            sum / count
        };
        sum += mean(0) - mean(1);
    }
    Ok(sum)
}

/// A level position some random plies into the game, if chance hits on one.
fn opening<C: Contest>(
    start: &C,
    engine: &mut Thinker<C>,
    recipe: &SpsaRecipe,
    chance: &mut SmallRng,
) -> Option<C> {
    let mut contest = start.clone();
    for _ in 0..C::OPENING {
        let mut moves = MoveList::new();
        contest.seen().generate(Class::All, &mut moves);
        if contest.shares().is_some() || moves.is_empty() {
            return None;
        }
        contest.play(moves[chance.random_range(0..moves.len())]);
    }
    engine.clear();
    let limits = recipe.limits(&recipe.clocks(C::SEATS), 0);
    let Decision { best, score, .. } =
        engine.search(&contest.seen(), &limits, &SearchControl::default(), &mut ());
    (best.is_some() && score.value().abs() <= C::LEVEL).then_some(contest)
}

/// A seat has thought for so long. Answers whether its move came in time.
fn punch(clocks: &mut GameClocks, seat: usize, used: Duration) -> bool {
    clocks.start(seat);
    clocks.set_now(clocks.now() + used);
    let in_time = clocks.fall(seat).is_none_or(|fall| clocks.now() <= fall);
    clocks.punch(seat);
    in_time
}

/// One game; answers what each seat has of it.
fn play<C: Contest>(
    mut contest: C,
    engines: &mut [Thinker<C>; 2],
    side_of: impl Fn(usize) -> usize,
    recipe: &SpsaRecipe,
) -> Vec<f64> {
    let mut clocks = recipe.clocks(C::SEATS);
    for _ in 0..C::LONGEST {
        if let Some(shares) = contest.shares() {
            return shares;
        }
        let game = contest.seen();
        let seat = game.seat();
        let limits = recipe.limits(&clocks, seat);
        let start = Instant::now();
        let Decision { best, score, nodes, .. } =
            engines[side_of(seat)].search(&game, &limits, &SearchControl::default(), &mut ());
        if !punch(&mut clocks, seat, limits.elapsed(start, nodes)) {
            return contest.decided(false);
        }
        // What the search has proved need not be played out.
        match score.mate_in() {
            Some(1..) => return contest.decided(true),
            // Of three players the one that loses does not say to which.
            Some(_) if C::CAMPS == 2 => return contest.decided(false),
            _ => {}
        }
        let Some(mv) = best else { break };
        contest.play(mv);
    }
    vec![1.0 / C::CAMPS as f64; C::SEATS]
}

/// The margins that differ, as `src/search/margins/games.rs` writes those of a game.
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

    fn blitz(control: &str) -> Pace {
        Pace { control: Some(control.parse().unwrap()), ..Pace::default() }
    }

    #[test]
    fn margins_move_within_their_ranges_and_only_those_named() {
        let recipe = SpsaRecipe {
            variant: BuiltIn::Crazyhouse,
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
        let unknown = SpsaRecipe { only: vec!["razor".into(), "blade".into()], ..recipe.clone() };
        let refused = tune(&unknown, &ProgressBar::hidden(), |_| Ok(())).unwrap_err();
        assert_eq!(refused.to_string(), "no margin has a name that begins with `blade`");
        let bughouse = SpsaRecipe { variant: BuiltIn::Bughouse, only: Vec::new(), ..recipe };
        assert_ne!(moved(&bughouse), bughouse.margins().unwrap(), "one board of two is played");
    }

    #[test]
    fn games_for_four_and_three_can_be_tuned() {
        for variant in [BuiltIn::Vierschaak, BuiltIn::Drieschaak, BuiltIn::FourPlayerTeams] {
            let recipe = SpsaRecipe {
                variant,
                rounds: 2,
                pairs: 4,
                eval: EvalChoice::HandWritten,
                pace: Pace { nodes: Some(60), ..Pace::default() },
                node_rate: None,
                apart: 0.1,
                step: 1.0,
                seed: 5,
                only: Vec::new(),
            };
            let moved = || tune(&recipe, &ProgressBar::hidden(), |_| Ok(())).unwrap();
            let before = recipe.margins().unwrap();
            let found = moved();
            assert_ne!(found, before, "{}", variant.name());
            assert_eq!(found, moved());
        }
    }

    #[test]
    fn a_side_has_its_clock() {
        let recipe = SpsaRecipe {
            variant: BuiltIn::Chess,
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
        let mut clocks = recipe.clocks(2);
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
