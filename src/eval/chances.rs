//! What a score says of how the game will end, for `UCI_ShowWDL`.

use crate::base::Score;
use crate::game::catalogue::BuiltIn;

/// A logistic model of wins, draws and losses: the chance to win is
/// 1 / (1 + exp((win - cp) / spread)), the chance to lose 1 / (1 + exp((cp - loss) / spread)),
/// the rest is drawn. Mates are certain.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    /// Centipawns at which a win is as likely as not.
    win: f64,
    /// Centipawns at which a loss is.
    loss: f64,
    /// Centipawns over which the odds change by a factor of e.
    spread: f64,
    /// The same, where two boards are seen together: of both scores where the first board that
    /// ends decides, of each where both boards count.
    both: f64,
    /// Where two boards are seen together: the share of games that end against all that the
    /// boards say, by a flag or by what comes from beside, each way.
    upsets: f64,
}

// Fitted to games of the engine against itself; docs/search.md has the figures.
const CHESS: Chances = Chances::level(180.0, 155.0);
const DROPS: Chances = Chances::level(10.0, 350.0);
const TEAMS: Chances = Chances::level(0.0, 680.0);
// Fitted to games of four seats with clocks; docs/analysis.md has the figures.
const BUGHOUSE: Chances = TEAMS.together(400.0, 0.04);
const DOORGEEFSCHAAK: Chances = TEAMS.together(300.0, 0.1);
const TANDEM: Chances = TEAMS.together(500.0, 0.08);
const TANDEMORDNUNG: Chances = TEAMS.together(400.0, 0.09);
const SUPER: Chances = Chances::level(160.0, 320.0);
const FOUR: Chances = Chances::level(500.0, 1_050.0);
const FOUR_TEAMS: Chances = Chances::level(100.0, 750.0);
/// Of three players two lose.
const THREE: Chances =
    Chances { win: 950.0, loss: -500.0, spread: 850.0, both: 850.0, upsets: 0.0 };

// Fitted to games by the evaluation by hand, which says other things than a network.
const FOUR_BY_HAND: Chances = Chances::level(500.0, 800.0);
const THREE_BY_HAND: Chances =
    Chances { win: 1_300.0, loss: -800.0, spread: 900.0, both: 900.0, upsets: 0.0 };

impl Chances {
    /// Of a game in which both sides have the same ones.
    const fn level(win: f64, spread: f64) -> Self {
        Self { win, loss: -win, spread, both: spread, upsets: 0.0 }
    }

    const fn together(self, both: f64, upsets: f64) -> Self {
        Self { both, upsets, ..self }
    }

    /// Those of one of two boards that are seen together.
    #[must_use]
    pub const fn seen_together(self) -> Self {
        Self { spread: self.both, ..self }
    }

    /// Centipawns of both boards over which the odds of the match change by a factor of e.
    pub const fn match_spread(self) -> f64 {
        self.both
    }

    /// What a share of the points, 0 to 1, is worth where two boards are seen together.
    pub fn after_upsets(self, share: f64) -> f64 {
        self.upsets + (1.0 - 2.0 * self.upsets) * share
    }

    /// Those of a game.
    pub const fn of(game: BuiltIn) -> Self {
        match game {
            BuiltIn::Chess => CHESS,
            BuiltIn::Crazyhouse => DROPS,
            BuiltIn::Bughouse => BUGHOUSE,
            BuiltIn::Doorgeefschaak => DOORGEEFSCHAAK,
            BuiltIn::Tandem => TANDEM,
            BuiltIn::Tandemordnung => TANDEMORDNUNG,
            BuiltIn::Superschaak => SUPER,
            BuiltIn::Vierschaak => FOUR,
            BuiltIn::FourPlayerTeams => FOUR_TEAMS,
            BuiltIn::Drieschaak => THREE,
        }
    }

    /// Those of a game where the evaluation by hand gives the scores.
    pub const fn by_hand(game: BuiltIn) -> Self {
        match game {
            BuiltIn::Vierschaak | BuiltIn::FourPlayerTeams => FOUR_BY_HAND,
            BuiltIn::Drieschaak => THREE_BY_HAND,
            _ => Self::of(game),
        }
    }

    /// The share of the game that a score foretells, 0 to 1, where a draw gives this share.
    pub fn share(self, score: Score, even: f32) -> f32 {
        let [win, draw, _] = self.wdl(score).map(|part| part as f32 / 1_000.0);
        win + even * draw
    }

    /// Win, draw and loss in thousandths.
    pub fn wdl(self, score: Score) -> [u32; 3] {
        if score.is_mate() {
            return if score > Score::ZERO { [1000, 0, 0] } else { [0, 0, 1000] };
        }
        let Self { win, loss, spread, .. } = self;
        let cp = f64::from(score.value());
        let chance = |above: f64| (1000.0 / (1.0 + (-above / spread).exp())).round() as u32;
        let win = chance(cp - win);
        // Where nothing is drawn, both may be rounded up.
        let loss = chance(loss - cp).min(1000 - win);
        [win, 1000 - win - loss, loss]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_thousandths_and_turn_with_the_score() {
        for chances in [CHESS, DROPS, TEAMS, SUPER, FOUR, FOUR_TEAMS, FOUR_BY_HAND, THREE] {
            for cp in -30_000..30_000 {
                let [win, draw, loss] = chances.wdl(Score::cp(cp));
                assert_eq!(win + draw + loss, 1000);
                if chances != THREE {
                    assert_eq!(chances.wdl(Score::cp(-cp)), [loss, draw, win]);
                }
            }
            assert_eq!(chances.wdl(Score::mating(3)), [1000, 0, 0]);
            assert_eq!(chances.wdl(-Score::mating(3)), [0, 0, 1000]);
        }
    }

    #[test]
    fn a_level_game_is_drawn_won_or_lost_as_it_is_played() {
        let level = |game| Chances::of(game).wdl(Score::ZERO);
        assert!(level(BuiltIn::Crazyhouse)[1] < 50);
        assert!(level(BuiltIn::Chess)[1] > 200);
        let [win, _, loss] = level(BuiltIn::Vierschaak);
        assert_eq!(win, loss);
        let [win, _, loss] = level(BuiltIn::Drieschaak);
        assert!(loss > win);
    }
}
