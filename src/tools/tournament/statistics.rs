//! What results prove: Elo with its error and the likelihood of superiority, from counts of
//! outcomes. Games of a pair, which share their opening, count as one outcome (the pentanomial
//! model), or as one in nine where a game has quarter points.
//!
//! Source: Michel Van den Bergh, *Comments on normalized Elo*.

/// Elo of one natural unit of normalised score: 800 / ln 10.
pub(super) const NORMALIZED: f64 = 347.435_585_522_601_44;
/// Two-sided 95 % of a normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// How often each outcome was seen. An outcome is the mean score of one or two games, from
/// 0 to 1 in equal steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutcomeCounts {
    counts: Vec<u64>,
    /// Games in one outcome.
    games: u32,
}

/// An estimate with the half width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The middle.
    pub value: f64,
    /// To either side.
    pub error: f64,
}

/// What results say of a difference in Elo, with 95 % confidence.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum EloRange {
    /// A value with its interval.
    Within(Estimate),
    /// One side won so much that only a lower bound means something.
    AtLeast(f64),
    /// It lost so much that only an upper bound does.
    AtMost(f64),
}

/// Fewer outcomes have no interval: their spread is not known.
const FEW: u64 = 5;

impl OutcomeCounts {
    /// Single games: losses, draws, wins.
    pub fn of_games(losses: u64, draws: u64, wins: u64) -> Self {
        Self { counts: vec![losses, draws, wins], games: 1 }
    }

    /// Outcomes by their score, from none to all in equal steps, of so many games each.
    /// Steps that were never needed are left out: pairs of games that are won, drawn or lost
    /// have five outcomes, though there could be nine where quarter points are given.
    pub fn of(mut counts: Vec<u64>, games: u32) -> Self {
        let most = 2 * games as usize + 1;
        let odd_steps = counts.iter().skip(1).step_by(2).any(|&count| count > 0);
        if counts.len() > most && !odd_steps {
            counts = counts.into_iter().step_by(2).collect();
        }
        Self { counts, games }
    }

    /// The counts, least score first.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// How many games are in one outcome.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// How many outcomes there are.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The score of an outcome, by its place.
    pub(super) fn score_at(&self, index: usize) -> f64 {
        index as f64 / (self.counts.len() - 1) as f64
    }

    fn mean_of(&self, value: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 =
            (0..self.counts.len()).map(|i| self.counts[i] as f64 * value(self.score_at(i))).sum();
        sum / self.total().max(1) as f64
    }

    /// The mean score, from 0 to 1; a half where nothing was seen.
    pub fn score(&self) -> f64 {
        if self.total() == 0 { 0.5 } else { self.mean_of(|score| score) }
    }

    fn variance(&self) -> f64 {
        let mean = self.score();
        self.mean_of(|score| (score - mean).powi(2))
    }

    /// The score's standard error.
    fn deviation(&self) -> f64 {
        (self.variance() / self.total().max(1) as f64).sqrt()
    }

    /// The logistic difference in Elo; `None` where one side has won everything or nothing
    /// was seen, so that no number can be given.
    pub fn elo(&self) -> Option<Estimate> {
        let (score, reach) = (self.score(), Z95 * self.deviation());
        if self.total() == 0 || score <= 0.0 || score >= 1.0 {
            return None;
        }
        let error = (elo_of(score + reach) - elo_of(score - reach)) / 2.0;
        Some(Estimate { value: elo_of(score), error })
    }

    /// What can be said of the difference in Elo; nothing of few or always equal outcomes, or
    /// where the interval would have no end on either side.
    pub fn elo_range(&self) -> Option<EloRange> {
        let (score, reach, total) = (self.score(), Z95 * self.deviation(), self.total());
        if total < FEW {
            return None;
        }
        if reach == 0.0 {
            // All won: so many wins in a row are seen once in twenty at this score.
            let bound = 0.05_f64.powf(1.0 / total as f64);
            return match score {
                1.0 => Some(EloRange::AtLeast(elo_of(bound))),
                0.0 => Some(EloRange::AtMost(-elo_of(bound))),
                _ => None,
            };
        }
        match (score - reach > 0.0, score + reach < 1.0) {
            (true, true) => self.elo().map(EloRange::Within),
            (true, false) => Some(EloRange::AtLeast(elo_of(score - reach))),
            (false, true) => Some(EloRange::AtMost(elo_of(score + reach))),
            (false, false) => None,
        }
    }

    /// The difference in normalised Elo, in units of the spread of one game's result.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let spread = (f64::from(self.games) * self.variance()).sqrt();
        if self.total() == 0 || spread == 0.0 {
            return None;
        }
        let value = (self.score() - 0.5) / spread * NORMALIZED;
        let error = Z95 * self.deviation() / spread * NORMALIZED;
        Some(Estimate { value, error })
    }

    /// How likely it is that the first side is the stronger one, from 0 to 1.
    pub fn superiority(&self) -> f64 {
        let deviation = self.deviation();
        if deviation == 0.0 {
            return match self.score() {
                score if score > 0.5 => 1.0,
                score if score < 0.5 => 0.0,
                _ => 0.5,
            };
        }
        (1.0 - libm::erf(-(self.score() - 0.5) / (2.0_f64.sqrt() * deviation))) / 2.0
    }
}

/// The Elo difference of an expected score.
fn elo_of(score: f64) -> f64 {
    // Beyond the ends an interval has no number: the last that can be told is given.
    let score = score.clamp(1e-6, 1.0 - 1e-6);
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected score of an Elo difference.
pub(super) fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As fastchess counts pairs: lost both, lost and drew, won and lost, drew both, won
    /// and drew, won both.
    fn pairs(ll: u64, ld: u64, wl: u64, dd: u64, wd: u64, ww: u64) -> OutcomeCounts {
        OutcomeCounts::of(vec![ll, ld, wl + dd, wd, ww], 2)
    }

    fn near(value: f64, published: f64) -> bool {
        (value - published).abs() <= 0.01 * published.abs().max(1.0)
    }

    /// Source: fastchess (github.com/Disservin/fastchess), `app/tests/elo_test.cpp` at
    /// 74deac2: score, Elo with error, normalised Elo with error, likelihood in percent.
    #[test]
    fn elo_agrees_with_six_published_results() {
        let cases = [
            (OutcomeCounts::of_games(89, 123, 76), 0.477, None, (-20.76, 40.13), Some(15.53)),
            (
                OutcomeCounts::of_games(96, 111, 136),
                0.558,
                Some((40.70, 30.43)),
                (49.77, 36.77),
                Some(99.60),
            ),
            (OutcomeCounts::of_games(356, 0, 34), 0.087, None, (-508.44, 34.48), None),
            (
                pairs(34, 54, 31, 32, 64, 75),
                0.579,
                Some((55.58, 27.65)),
                (57.94, 28.28),
                Some(100.0),
            ),
            (
                pairs(332, 433, 457, 41, 333, 334),
                0.488,
                Some((-8.64, 10.33)),
                (-9.17, 10.96),
                Some(5.05),
            ),
            (
                pairs(7895, 8757, 5485, 200, 568, 9999),
                0.470,
                Some((-21.04, 2.95)),
                (-19.01, 2.65),
                Some(0.0),
            ),
        ];
        for (counts, score, elo, normalized, likelihood) in cases {
            assert!(near(counts.score(), score), "{counts:?}: {}", counts.score());
            if let Some((value, error)) = elo {
                let found = counts.elo().unwrap();
                assert!(near(found.value, value) && near(found.error, error), "{found:?}");
            }
            let found = counts.normalized_elo().unwrap();
            assert!(
                near(found.value, normalized.0) && near(found.error, normalized.1),
                "{found:?}"
            );
            if let Some(percent) = likelihood {
                let found = 100.0 * counts.superiority();
                assert!((found - percent).abs() < 0.01, "{counts:?}: {found}");
            }
        }
    }

    #[test]
    fn intervals_are_told_where_they_mean_something() {
        let range = |losses, draws, wins| OutcomeCounts::of_games(losses, draws, wins).elo_range();
        assert_eq!(range(0, 0, 0), None);
        assert_eq!(range(1, 0, 3), None, "too few");
        assert_eq!(range(0, 40, 0), None, "always drawn: nothing is known of the spread");
        assert!(matches!(range(0, 1, 9), Some(EloRange::AtLeast(elo)) if elo > 100.0));
        assert!(matches!(range(9, 1, 0), Some(EloRange::AtMost(elo)) if elo < -100.0));
        assert!(matches!(range(9, 0, 0), Some(EloRange::AtMost(elo)) if elo < -100.0));
        assert!(matches!(range(3, 4, 4), Some(EloRange::Within(found)) if found.error > 50.0));
    }

    #[test]
    fn quarter_points_and_whole_victories_have_numbers_too() {
        let quarters = OutcomeCounts::of(vec![1, 0, 2, 1, 4, 3, 2, 0, 2], 2);
        assert!(quarters.elo().is_some() && quarters.counts().len() == 9);
        assert_eq!(OutcomeCounts::of(vec![1, 0, 2, 0, 4, 0, 2, 0, 2], 2).counts(), [1, 2, 4, 2, 2]);
        let sweep = OutcomeCounts::of_games(0, 0, 12);
        assert!(matches!(sweep.elo_range(), Some(EloRange::AtLeast(elo)) if elo > 200.0));
        assert_eq!((sweep.elo(), sweep.superiority()), (None, 1.0));
        assert_eq!(OutcomeCounts::of_games(0, 0, 0).superiority(), 0.5);
    }
}
