//! Playing weaker, in the way people do: looking less far, misjudging, overlooking quiet and
//! backward moves above all, and not always choosing what looks best. All mistakes are drawn
//! from a seed, so a game can be played again.

use crate::base::Score;
use crate::base::random::mix;
use crate::board::{Move, MoveList};
use crate::game::Searchable;

/// How strong to play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// From 0, a beginner, to below [`FULL`].
    pub level: f64,
    /// Chooses the mistakes.
    pub seed: u64,
}

/// The level without any mistakes made on purpose.
pub const FULL: f64 = 20.0;

/// Levels and the ratings at which they play chess, by matches against a known program; between
/// them a rating grows evenly. docs/search.md has the matches.
const RATINGS: [(f64, i32); 4] = [(0.0, 1_000), (3.7, 1_400), (7.4, 1_800), (16.1, 2_200)];
/// The lowest rating that can be asked for.
pub const LEAST_RATING: i32 = RATINGS[0].1;
/// The highest rating that can be asked for.
pub const MOST_RATING: i32 = RATINGS[RATINGS.len() - 1].1;

/// Nodes at level 0, and how many times more a level further.
const NODES: f64 = 130.0;
const NODES_GROW: f64 = 1.45;
/// How many of the best lines a beginner chooses from.
const LINES: f64 = 4.0;
/// How far a beginner's choice and judgement are off, in centipawns. Both fall with the cube of
/// the weakness, so that the levels are about equally far apart.
const TEMPERATURE: f64 = 140.0;
const NOISE: f64 = 430.0;
/// How often a beginner overlooks a usual quiet move, and how much more or less often others.
const OVERSIGHT: f64 = 0.3;
const OVERSIGHT_BACKWARD: f64 = 1.5;
const OVERSIGHT_CHECK: f64 = 0.5;
const OVERSIGHT_NOISY: f64 = 0.25;

/// A number from 0 to 1 that belongs to these words.
fn chance(seed: u64, word: u64) -> f64 {
    mix(seed ^ mix(word)) as f64 / u64::MAX as f64
}

impl Strength {
    /// The level that plays at this rating.
    pub fn level_of(rating: i32) -> f64 {
        let rating = rating.clamp(LEAST_RATING, MOST_RATING);
        let above = RATINGS.iter().position(|&(_, r)| r > rating).unwrap_or(RATINGS.len() - 1);
        let [(low, least), (high, most)] = [RATINGS[above - 1], RATINGS[above]];
        low + (high - low) * f64::from(rating - least) / f64::from(most - least)
    }

    /// 1 for a beginner, 0 at full strength.
    fn weakness(&self) -> f64 {
        1.0 - self.level / FULL
    }

    /// How many nodes a search may take.
    pub(super) fn most_nodes(&self) -> u64 {
        (NODES * NODES_GROW.powf(self.level)) as u64
    }

    /// How many of the best lines the move is chosen from.
    pub(super) fn lines(&self) -> usize {
        (1.0 + (LINES - 1.0) * self.weakness()).round() as usize
    }

    /// Strikes out the moves that are overlooked; one is always seen.
    pub(super) fn overlook<G: Searchable>(&self, game: &G, moves: &mut MoveList) {
        let seed = mix(self.seed ^ game.key());
        let sees = |&mv: &Move| {
            let often = if game.is_noisy(mv) {
                OVERSIGHT_NOISY
            } else if game.gives_check(mv) {
                OVERSIGHT_CHECK
            } else if game.retreats(mv) {
                OVERSIGHT_BACKWARD
            } else {
                1.0
            };
            chance(seed, mv.word().into()) >= OVERSIGHT * self.weakness().powi(2) * often
        };
        if moves.iter().any(sees) {
            moves.retain(|mv| sees(mv));
        }
    }

    /// How positions are misjudged.
    pub(super) fn noise(&self) -> EvalNoise {
        EvalNoise { seed: self.seed, width: NOISE * self.weakness().powi(3) }
    }

    /// Which of the best moves is played, given their scores, the best first: the better, the
    /// more often.
    pub(super) fn choose(&self, scores: &[Score], key: u64) -> usize {
        let temperature = TEMPERATURE * self.weakness().powi(3) + 1.0;
        let share = |&score: &Score| (-f64::from(scores[0] - score) / temperature).exp();
        let known = scores.iter().take_while(|&&score| score != -Score::INFINITE);
        let mut left = chance(mix(self.seed), key) * known.clone().map(share).sum::<f64>();
        for (index, score) in known.enumerate() {
            left -= share(score);
            if left <= 0.0 {
                return index;
            }
        }
        0
    }
}

/// Misjudges positions, each always by the same amount.
#[derive(Clone, Copy)]
pub struct EvalNoise {
    seed: u64,
    width: f64,
}

impl EvalNoise {
    /// How far the judgement of this position is off, in centipawns.
    pub fn at(&self, key: u64) -> i32 {
        let two = chance(self.seed, key) + chance(!self.seed, key);
        ((two - 1.0) * self.width) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_and_levels_grow_together() {
        assert_eq!(Strength::level_of(LEAST_RATING), 0.0);
        assert_eq!(Strength::level_of(MOST_RATING), 16.1);
        assert!((Strength::level_of(1_400) - 3.7).abs() < 1e-9);
        let levels: Vec<f64> =
            (LEAST_RATING..=MOST_RATING).step_by(10).map(Strength::level_of).collect();
        assert!(levels.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(levels.iter().all(|&level| level < FULL));
    }

    #[test]
    fn judgement_is_off_by_what_was_said_and_always_the_same() {
        let noise = Strength { level: 0.0, seed: 7 }.noise();
        let off: Vec<i32> = (0..1_000).map(|key| noise.at(key)).collect();
        assert!(off.iter().all(|off| f64::from(off.abs()) <= NOISE));
        assert!(off.iter().any(|&off| off > 100) && off.iter().any(|&off| off < -100));
        assert!(off.iter().sum::<i32>().abs() < 1_000 * 20);
        let again = |seed| {
            let noise = Strength { level: 0.0, seed }.noise();
            (0..1_000).map(|key| noise.at(key)).collect::<Vec<i32>>()
        };
        assert_eq!(again(7), off);
        assert_ne!(again(8), off);
        let strong = Strength { level: FULL, seed: 7 }.noise();
        assert!((0..1_000).all(|key| strong.at(key) == 0));
    }
}
