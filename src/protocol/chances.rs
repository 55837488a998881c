//! What a score says of how the game will end, for `UCI_ShowWDL`.

use crate::base::Score;
use crate::game::rules::Rules;

/// A logistic model of wins, draws and losses: the chance to win is
/// 1 / (1 + exp((even - cp) / spread)), the chance to lose the same of -cp, the rest is
/// drawn. Mates are certain.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    /// Centipawns at which a win is as likely as not.
    even: f64,
    /// Centipawns over which the odds of a win change by a factor of e.
    spread: f64,
}

// Fitted to games of the engine against itself; docs/search.md has the figures.
const CHESS: Chances = Chances { even: 280.0, spread: 240.0 };
const DROPS: Chances = Chances { even: 0.0, spread: 340.0 };
const TEAMS: Chances = Chances { even: 0.0, spread: 680.0 };
const SUPER: Chances = Chances { even: 380.0, spread: 500.0 };

impl Chances {
    /// Those under these rules; those of chess where there are none, in games on other boards.
    pub const fn under(rules: Option<&Rules>) -> Self {
        match rules {
            Some(rules) if rules.superpieces => SUPER,
            Some(rules) if rules.is_one_of_two() => TEAMS,
            Some(rules) if rules.has_hands() => DROPS,
            _ => CHESS,
        }
    }

    /// Win, draw and loss in thousandths.
    pub fn wdl(self, score: Score) -> [u32; 3] {
        if score.is_mate() {
            return if score > Score::ZERO { [1000, 0, 0] } else { [0, 0, 1000] };
        }
        let Self { even, spread } = self;
        let chance = |cp: f64| (1000.0 / (1.0 + ((even - cp) / spread).exp())).round() as u32;
        let win = chance(score.value().into());
        // Where nothing is drawn, both may be rounded up.
        let loss = chance((-score.value()).into()).min(1000 - win);
        [win, 1000 - win - loss, loss]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_thousandths_and_turn_with_the_score() {
        for chances in [CHESS, DROPS, TEAMS, SUPER] {
            for cp in -30_000..30_000 {
                let [win, draw, loss] = chances.wdl(Score::cp(cp));
                assert_eq!(win + draw + loss, 1000);
                assert_eq!(chances.wdl(Score::cp(-cp)), [loss, draw, win]);
            }
            assert_eq!(chances.wdl(Score::mating(3)), [1000, 0, 0]);
            assert_eq!(chances.wdl(-Score::mating(3)), [0, 0, 1000]);
        }
    }

    #[test]
    fn drop_games_are_hardly_ever_drawn() {
        let draws = |rules| Chances::under(Some(&rules)).wdl(Score::ZERO)[1];
        assert!(draws(Rules::CRAZYHOUSE) < 50);
        assert!(draws(Rules::CHESS) > 200);
    }
}
