//! A knockout: the loser of a match is out, until one is left.

use super::results::Results;

/// Those who are still in it, in the order in which they were named: the earlier, the better
/// placed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Knockout {
    left: Vec<usize>,
}

impl Knockout {
    /// So many contestants.
    pub fn new(contestants: usize) -> Self {
        Self { left: (0..contestants).collect() }
    }

    /// Who meets whom next: the first the last, the second the last but one. While their number
    /// is no power of two, the first ones have nobody to beat and go on. None when it is over.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.left.len();
        if count < 2 {
            return Vec::new();
        }
        let places = count.next_power_of_two();
        let free = places - count;
        (free..places / 2).map(|place| [self.left[place], self.left[places - 1 - place]]).collect()
    }

    /// The loser of a match is out.
    pub fn drop(&mut self, loser: usize) {
        self.left.retain(|&who| who != loser);
    }

    /// Who has won everything.
    pub fn winner(&self) -> Option<usize> {
        match self.left.as_slice() {
            &[winner] => Some(winner),
            _ => None,
        }
    }
}

/// A knockout that is being played.
pub struct Cup<'a> {
    names: &'a [String],
    field: Knockout,
    /// Those who play now, and how often they have had to play on.
    stage: Vec<[usize; 2]>,
    extra: u32,
    games_a_match: u64,
}

/// Matches to be played side by side.
pub struct CupStage {
    /// Who meets whom.
    pub pairings: Vec<[usize; 2]>,
    /// In all.
    pub games: u64,
}

/// So often a tied match goes on with another two games; then the better placed goes on.
const MOST_EXTRA: u32 = 5;

impl<'a> Cup<'a> {
    /// Its first stage is about to be played.
    pub fn new(names: &'a [String], games_a_match: u64) -> Self {
        let field = Knockout::new(names.len());
        Self { names, stage: field.pairings(), field, extra: 0, games_a_match }
    }

    /// What is to be played after these results, if anything; `say` hears how matches ended.
    ///
    /// # Errors
    /// Those of `say`.
    pub fn next_stage<E>(
        &mut self,
        results: &Results,
        say: &mut dyn FnMut(&str) -> Result<(), E>,
    ) -> Result<Option<CupStage>, E> {
        let mut tied = Vec::new();
        for &pair in &self.stage {
            let [own, other] = results.match_score(pair);
            if own == other && self.extra < MOST_EXTRA {
                tied.push(pair);
                continue;
            }
            let [better, worse] = if own >= other { pair } else { [pair[1], pair[0]] };
            let tie = if own == other { ", placed better" } else { "" };
            let points = |quarters: u64| quarters as f64 / 4.0;
            let (high, low) = (points(own.max(other)), points(own.min(other)));
            let [winner, loser] = [better, worse].map(|who| self.names[who].as_str());
            say(&format!("{winner} beats {loser} {high} : {low}{tie}"))?;
            self.field.drop(worse);
        }
        if !tied.is_empty() {
            self.extra += 1;
            self.stage.clone_from(&tied);
            let games = 2 * tied.len() as u64;
            return Ok(Some(CupStage { pairings: tied, games }));
        }
        self.extra = 0;
        self.stage = self.field.pairings();
        if let Some(winner) = self.field.winner() {
            say(&format!("{} has won", self.names[winner]))?;
            return Ok(None);
        }
        let games = self.games_a_match * self.stage.len() as u64;
        Ok(Some(CupStage { pairings: self.stage.clone(), games }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_placed_meet_the_worse_until_one_is_left() {
        let mut cup = Knockout::new(5);
        // Five of eight places: the first three go on.
        assert_eq!(cup.pairings(), [[3, 4]]);
        cup.drop(4);
        assert_eq!(cup.pairings(), [[0, 3], [1, 2]]);
        cup.drop(0);
        cup.drop(1);
        assert_eq!(cup.pairings(), [[2, 3]]);
        assert_eq!(cup.winner(), None);
        cup.drop(2);
        assert_eq!((cup.pairings(), cup.winner()), (Vec::new(), Some(3)));
    }

    #[test]
    fn every_field_has_one_match_less_than_contestants() {
        for count in 1..40 {
            let (mut cup, mut matches) = (Knockout::new(count), 0);
            while cup.winner().is_none() {
                for [_, worse] in cup.pairings() {
                    cup.drop(worse);
                    matches += 1;
                }
            }
            assert_eq!((matches, cup.winner()), (count - 1, Some(0)));
        }
    }
}
