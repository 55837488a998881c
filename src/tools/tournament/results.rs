//! The results of a run so far: points of everyone, pairs of games for the statistics, how
//! games ended, and what engines spent.

use std::collections::BTreeMap;

use super::archive::{EngineUsage, GameLine};
use super::sprt::{Model, Sprt};
use super::statistics::OutcomeCounts;

/// All results.
#[derive(Clone, Default, Debug)]
pub struct Results {
    /// By contestant.
    pub standings: Vec<ContestantScore>,
    /// How boards ended, with the article, and how often.
    pub endings: BTreeMap<String, u64>,
    /// What engines spent, by name.
    pub spent: BTreeMap<String, EngineUsage>,
    /// Faults and lost flags by engine and kind.
    pub offences: BTreeMap<String, u64>,
    /// Finished games.
    pub games: u64,
    /// Pairs of which one game is finished: who, opening, and the first one's quarter points.
    open: BTreeMap<([usize; 2], u64), u8>,
    /// By pairing: how often each sum of quarter points of the first one, 0 to 8.
    pairs: BTreeMap<[usize; 2], [u64; 9]>,
    /// The same of single games, 0 to 4.
    single: BTreeMap<[usize; 2], [u64; 5]>,
}

/// How one contestant stands.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ContestantScore {
    /// Games with more than half of the points.
    pub wins: u64,
    /// With half of them.
    pub draws: u64,
    /// With less.
    pub losses: u64,
    /// Quarter points.
    pub quarters: u64,
}

impl ContestantScore {
    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points, of one a game.
    pub fn points(&self) -> f64 {
        self.quarters as f64 / 4.0
    }
}

impl Results {
    /// Nothing has been played by so many.
    pub fn new(contestants: usize) -> Self {
        Self { standings: vec![ContestantScore::default(); contestants], ..Self::default() }
    }

    /// A game has ended.
    pub fn add(&mut self, game: &GameLine) {
        self.games += 1;
        for (&who, &points) in game.pair.iter().zip(&game.points) {
            let Some(standing) = self.standings.get_mut(who) else { continue };
            standing.quarters += u64::from(points);
            match points {
                3.. => standing.wins += 1,
                2 => standing.draws += 1,
                _ => standing.losses += 1,
            }
        }
        let points = game.points[0].min(4);
        self.single.entry(game.pair).or_default()[usize::from(points)] += 1;
        match self.open.remove(&(game.pair, game.opening)) {
            Some(first) => {
                self.pairs.entry(game.pair).or_default()[usize::from(first + points)] += 1;
            }
            None => {
                self.open.insert((game.pair, game.opening), points);
            }
        }
        for ending in &game.endings {
            *self.endings.entry(ending.clone()).or_default() += 1;
        }
        if let Some(offence) = &game.offender {
            *self.offences.entry(offence.clone()).or_default() += 1;
        }
        for spent in &game.spent {
            let sum = self.spent.entry(spent.engine.clone()).or_default();
            sum.engine.clone_from(&spent.engine);
            sum.moves += spent.moves;
            sum.nodes += spent.nodes;
            sum.depths += spent.depths;
            sum.micros += spent.micros;
        }
    }

    /// Games of a pairing that the first one lost, drew and won.
    pub fn games_of(&self, pair: [usize; 2]) -> [u64; 3] {
        let [none, quarter, half, more, all] = self.single.get(&pair).copied().unwrap_or_default();
        [none + quarter, half, more + all]
    }

    /// Quarter points of the two of a pairing against each other.
    pub fn match_score(&self, pair: [usize; 2]) -> [u64; 2] {
        let counts = self.single.get(&pair).copied().unwrap_or_default();
        let own: u64 = (0..).zip(counts).map(|(points, count)| points * count).sum();
        [own, 4 * counts.iter().sum::<u64>() - own]
    }

    /// What a test of the first contestant looks at.
    pub fn sample(&self, test: &Sprt) -> OutcomeCounts {
        match (test.model, self.standings.first()) {
            (Model::Bayesian, Some(first)) => {
                OutcomeCounts::of_games(first.losses, first.draws, first.wins)
            }
            _ => self.counts(0),
        }
    }

    /// The outcomes of one contestant against all others, by pairs of games, or by single
    /// ones while no pair is complete.
    pub fn counts(&self, who: usize) -> OutcomeCounts {
        let pairs = OutcomeCounts::of(counted(&self.pairs, who).to_vec(), 2);
        if pairs.total() > 0 {
            pairs
        } else {
            OutcomeCounts::of(counted(&self.single, who).to_vec(), 1)
        }
    }
}

/// Sums the pairings of one contestant, seen from its side.
fn counted<const N: usize>(pairings: &BTreeMap<[usize; 2], [u64; N]>, who: usize) -> [u64; N] {
    let mut sum = [0; N];
    for (pair, counts) in pairings {
        for (index, count) in counts.iter().enumerate() {
            if pair[0] == who {
                sum[index] += count;
            } else if pair[1] == who {
                sum[N - 1 - index] += count;
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(pair: [usize; 2], opening: u64, second: bool, first_points: u8) -> GameLine {
        GameLine {
            game: 0,
            opening,
            pair,
            second,
            seats: Vec::new(),
            points: [first_points, 4 - first_points],
            result: String::new(),
            verdict: String::new(),
            endings: vec!["mate".into()],
            plies: 1,
            spent: Vec::new(),
            notes: Vec::new(),
            talk: Vec::new(),
            offender: None,
            position: String::new(),
            record: String::new(),
        }
    }

    #[test]
    fn pairs_are_counted_when_they_are_whole() {
        let mut results = Results::new(3);
        results.add(&game([0, 1], 1, false, 4));
        assert_eq!(results.counts(0).counts(), [0, 0, 1]);
        results.add(&game([0, 2], 1, false, 2));
        results.add(&game([0, 1], 1, true, 2));
        assert_eq!(results.counts(0).counts(), [0, 0, 0, 1, 0]);
        assert_eq!(results.counts(1).counts(), [0, 1, 0, 0, 0]);
        results.add(&game([0, 2], 1, true, 0));
        assert_eq!(results.counts(0).counts(), [0, 1, 0, 1, 0]);
        assert_eq!((results.standings[0].wins, results.standings[0].draws), (1, 2));
        assert_eq!((results.standings[0].points(), results.standings[2].points()), (2.0, 1.5));
        assert_eq!(results.endings["mate"], 4);
    }
}
