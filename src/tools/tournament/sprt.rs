//! The sequential probability ratio test: is one side stronger by so much rather than by so
//! little? It is the generalised one: each hypothesis is the likeliest distribution of outcomes
//! that agrees with it.
//!
//! Sources: Michel Van den Bergh, *Comparing the approximations for the generalized log
//! likelihood ratio of a multinomial distribution* (propositions 1.1 to 1.3) and *Comments on
//! normalized Elo* (section 4.1). The model of Rémi Coulom's BayesElo gives a win the chance that
//! logistic Elo has at `elo - drawelo`, a loss that at `-elo - drawelo`, and a draw the rest.

use super::statistics::{NORMALIZED, OutcomeCounts, score_of};

/// In which Elo the hypotheses are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    /// As rating lists count.
    Logistic,
    /// In units of the spread of results, so that tests at any time control and with any
    /// openings are of about equal length.
    Normalized,
    /// As BayesElo counts, in which wins and losses weigh the less, the more games are drawn; of
    /// single games.
    Bayesian,
}

/// A sequential probability ratio test: is the first side stronger by `elo1` rather than by
/// `elo0`?
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The hypothesis to be rejected.
    pub elo0: f64,
    /// The hypothesis to be accepted; greater.
    pub elo1: f64,
    /// How often a wrong H1 is accepted.
    pub alpha: f64,
    /// How often a true H1 is rejected.
    pub beta: f64,
    /// How both are told.
    pub model: Model,
}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtState {
    /// Go on.
    Open,
    /// It is no better than `elo0`.
    H0,
    /// It is better by `elo1`.
    H1,
}

impl Sprt {
    /// The log likelihood ratios at which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log likelihood ratio of what was seen.
    pub fn ratio(&self, counts: &OutcomeCounts) -> f64 {
        if counts.total() == 0 {
            return 0.0;
        }
        // An outcome never seen may still exist; without it no expectation could be met.
        let seen: Vec<f64> = counts.counts().iter().map(|&n| (n as f64).max(1e-3)).collect();
        let total: f64 = seen.iter().sum();
        let distribution = ScoreDistribution {
            scores: (0..seen.len()).map(|i| counts.score_at(i)).collect(),
            chances: seen.iter().map(|n| n / total).collect(),
        };
        let [null, alternative] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Logistic => distribution.with_mean(score_of(elo)),
            Model::Normalized => {
                distribution.with_strength(f64::from(counts.games()).sqrt() * elo / NORMALIZED)
            }
            Model::Bayesian => distribution.with_mean(bayes_score(elo, draw_elo(counts))),
        });
        let gain = distribution.chances.iter().zip(null.iter().zip(&alternative));
        total * gain.map(|(seen, (p0, p1))| seen * (p1 / p0).ln()).sum::<f64>()
    }

    /// Whether the test has ended.
    pub fn finding(&self, counts: &OutcomeCounts) -> SprtState {
        let (lower, upper) = self.bounds();
        match self.ratio(counts) {
            ratio if ratio >= upper => SprtState::H1,
            ratio if ratio <= lower => SprtState::H0,
            _ => SprtState::Open,
        }
    }
}

/// BayesElo's `drawelo`: the more games are drawn, the greater. Half a game of each kind is added,
/// so that there is one where nothing was lost.
fn draw_elo(counts: &OutcomeCounts) -> f64 {
    let all = counts.total() as f64 + 1.5;
    let odds = |count: Option<&u64>| {
        let share = (count.copied().unwrap_or(0) as f64 + 0.5) / all;
        (1.0 - share) / share
    };
    200.0 * (odds(counts.counts().first()) * odds(counts.counts().last())).log10()
}

/// The expected score at this BayesElo.
fn bayes_score(elo: f64, draw_elo: f64) -> f64 {
    (1.0 + score_of(elo - draw_elo) - score_of(-elo - draw_elo)) / 2.0
}

/// A distribution of scores.
struct ScoreDistribution {
    scores: Vec<f64>,
    chances: Vec<f64>,
}

impl ScoreDistribution {
    /// The likeliest distribution that has this mean (Van den Bergh, proposition 1.1).
    fn with_mean(&self, mean: f64) -> Vec<f64> {
        let features: Vec<f64> = self.scores.iter().map(|score| score - mean).collect();
        self.tilted(&features)
    }

    /// The likeliest distribution whose mean lies so many of its own standard deviations
    /// above a half, by fixed point iteration from the uniform one (section 4.1).
    fn with_strength(&self, strength: f64) -> Vec<f64> {
        let count = self.scores.len();
        let mut distribution = vec![1.0 / count as f64; count];
        for _ in 0..ITERATIONS {
            let mean: f64 = self.scores.iter().zip(&distribution).map(|(score, p)| score * p).sum();
            let spread: f64 =
                self.scores.iter().zip(&distribution).map(|(s, p)| p * (s - mean).powi(2)).sum();
            let sigma = spread.sqrt();
            let feature = |score: &f64| {
                let distance = (score - mean) / sigma;
                score - 0.5 - 0.5 * strength * sigma * (1.0 + distance * distance)
            };
            let features: Vec<f64> = self.scores.iter().map(feature).collect();
            let next = self.tilted(&features);
            let change =
                next.iter().zip(&distribution).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            distribution = next;
            if change < 1e-9 {
                break;
            }
        }
        distribution
    }

    /// The likeliest distribution in which these features have the mean zero: the chances
    /// divided by `1 + theta * feature`, where theta is the root of a falling function.
    fn tilted(&self, features: &[f64]) -> Vec<f64> {
        let most = features.iter().copied().fold(f64::MIN, f64::max);
        let least = features.iter().copied().fold(f64::MAX, f64::min);
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        let slope = |theta: f64| -> f64 {
            self.chances.iter().zip(features).map(|(p, f)| p * f / (1.0 + theta * f)).sum()
        };
        for _ in 0..HALVINGS {
            let middle = (low + high) / 2.0;
            if slope(middle) > 0.0 { low = middle } else { high = middle }
        }
        let theta = (low + high) / 2.0;
        self.chances.iter().zip(features).map(|(p, f)| p / (1.0 + theta * f)).collect()
    }
}

/// Enough for the fixed point to stand still.
const ITERATIONS: usize = 50;
/// More than the bits of a number.
const HALVINGS: usize = 100;

#[cfg(test)]
mod tests {
    use super::*;

    /// As fastchess counts pairs: lost both, lost and drew, won and lost, drew both, won
    /// and drew, won both.
    fn pairs(ll: u64, ld: u64, wl: u64, dd: u64, wd: u64, ww: u64) -> OutcomeCounts {
        OutcomeCounts::of(vec![ll, ld, wl + dd, wd, ww], 2)
    }

    fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    fn near(value: f64, published: f64) -> bool {
        (value - published).abs() <= 0.01 * published.abs().max(1.0)
    }

    /// Source: fastchess (github.com/Disservin/fastchess), `app/tests/sprt_test.cpp` at
    /// 74deac2.
    #[test]
    fn likelihood_ratios_agree_with_twelve_published_results() {
        use Model::{Bayesian, Logistic, Normalized};
        let cases = [
            (OutcomeCounts::of_games(36027, 68692, 36433), sprt(0.0, 2.0, Normalized), 0.92),
            (OutcomeCounts::of_games(10650, 20431, 10871), sprt(-1.75, 0.25, Normalized), 2.30),
            (OutcomeCounts::of_games(0, 0, 4250), sprt(0.0, 10.0, Normalized), 120.56),
            (OutcomeCounts::of_games(21184, 40708, 21404), sprt(0.5, 2.5, Logistic), -1.57),
            (OutcomeCounts::of_games(57030, 106_593, 57433), sprt(0.0, 2.0, Logistic), -2.59),
            (OutcomeCounts::of_games(68526, 128_429, 68965), sprt(0.0, 2.0, Bayesian), -1.26),
            (OutcomeCounts::of_games(21484, 41111, 21629), sprt(0.5, 2.5, Bayesian), -1.13),
            (pairs(365, 16618, 36029, 200, 16974, 390), sprt(0.0, 2.0, Normalized), 2.25),
            (pairs(127, 4883, 10311, 401, 5150, 104), sprt(-1.75, 0.25, Normalized), 3.01),
            (pairs(0, 0, 0, 0, 0, 5550), sprt(0.0, 5.0, Normalized), 111.82),
            (pairs(223, 9863, 20279, 1000, 10037, 246), sprt(0.5, 2.5, Logistic), -3.07),
            (pairs(871, 26175, 55003, 980, 26678, 821), sprt(0.0, 2.0, Logistic), -4.98),
        ];
        for (counts, test, published) in cases {
            let found = test.ratio(&counts);
            assert!(near(found, published), "{counts:?} {test:?}: {found}, not {published}");
        }
    }

    #[test]
    fn bayesian_tests_end_where_nothing_was_lost_and_count_draws() {
        let test = sprt(0.0, 20.0, Model::Bayesian);
        assert_eq!(test.finding(&OutcomeCounts::of_games(0, 0, 400)), SprtState::H1);
        assert_eq!(test.finding(&OutcomeCounts::of_games(400, 0, 0)), SprtState::H0);
        assert_eq!(test.finding(&OutcomeCounts::of_games(0, 0, 0)), SprtState::Open);
        // With more draws the same BayesElo is less of a score.
        let few = draw_elo(&OutcomeCounts::of_games(400, 200, 400));
        let many = draw_elo(&OutcomeCounts::of_games(100, 800, 100));
        assert!(few < many && bayes_score(20.0, many) < bayes_score(20.0, few));
    }

    #[test]
    fn a_test_ends_at_its_bounds() {
        let test = sprt(0.0, 10.0, Model::Logistic);
        let (lower, upper) = test.bounds();
        assert!((lower + 2.944).abs() < 0.001 && (upper - 2.944).abs() < 0.001);
        assert_eq!(test.finding(&OutcomeCounts::of(vec![0; 9], 2)), SprtState::Open);
        assert_eq!(test.finding(&pairs(10, 100, 200, 0, 300, 90)), SprtState::H1);
        assert_eq!(test.finding(&pairs(90, 300, 200, 0, 100, 10)), SprtState::H0);
    }
}
