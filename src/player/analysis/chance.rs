//! What scores say of how a game ends, for each team.

use crate::base::Score;
use crate::eval::chances::Chances;

/// The chances of a team. They add up to 1; among three players the chances to win do.
#[derive(Clone, PartialEq, Debug)]
pub struct Outlook {
    /// The seats that win together.
    pub seats: Vec<usize>,
    /// To win, 0 to 1; where both boards score, more than half of the points.
    pub win: f64,
    /// To draw.
    pub draw: f64,
    /// To lose.
    pub loss: f64,
}

impl Outlook {
    /// Half a draw beside the wins: the expected share of the points.
    pub fn share(&self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// The same for the other team of two.
    fn turned(&self, seats: Vec<usize>) -> Self {
        Self { seats, win: self.loss, draw: self.draw, loss: self.win }
    }
}

/// Both teams at one board, from a score of the first one.
pub(super) fn of_two(chances: Chances, score: Score, seats: [Vec<usize>; 2]) -> Vec<Outlook> {
    let [win, draw, loss] = chances.wdl(score).map(|thousandths| f64::from(thousandths) / 1000.0);
    let [first, second] = seats;
    let outlook = Outlook { seats: first, win, draw, loss };
    let other = outlook.turned(second);
    vec![outlook, other]
}

/// No board says more than this, in spreads: the other one may end first.
const MOST_SAID: f64 = 4.0;
/// A mate in one says so much more, in spreads, than one that is far.
const NEAR_MATE: f64 = 4.0;

/// Both teams of a match that the first board to end decides. The scores are those of the
/// seats of the first team, on the boards that are known.
pub(super) fn of_first_board(
    chances: Chances,
    scores: &[Score],
    seats: [Vec<usize>; 2],
) -> Vec<Outlook> {
    let spread = chances.match_spread();
    let said = scores.iter().map(|&score| said(score, spread)).sum();
    let win = chances.after_upsets(logistic(said));
    let [first, second] = seats;
    let outlook = Outlook { seats: first, win, draw: 0.0, loss: 1.0 - win };
    let other = outlook.turned(second);
    vec![outlook, other]
}

/// Both teams of a match in which each board scores by itself: `won` has what the first team's
/// seat has won on each board, in points, where it is over, and its chances where it is not.
pub(super) fn of_both_boards(boards: [[f64; 3]; 2], seats: [Vec<usize>; 2]) -> Vec<Outlook> {
    let mut of_points = [0.0; 5];
    for (i, one) in boards[0].iter().enumerate() {
        for (j, other) in boards[1].iter().enumerate() {
            // Index 0 is a win: two half points.
            of_points[(2 - i) + (2 - j)] += one * other;
        }
    }
    let [first, second] = seats;
    let outlook = Outlook {
        seats: first,
        win: of_points[3] + of_points[4],
        draw: of_points[2],
        loss: of_points[0] + of_points[1],
    };
    let other = outlook.turned(second);
    vec![outlook, other]
}

/// Three players, from the chance to win of each: what they say together.
pub(super) fn of_three(wins: [f64; 3]) -> Vec<Outlook> {
    let sum: f64 = wins.iter().sum::<f64>().max(1e-9);
    let outlook = |(seat, win): (usize, f64)| {
        let win = win / sum;
        Outlook { seats: vec![seat], win, draw: 0.0, loss: 1.0 - win }
    };
    wins.into_iter().enumerate().map(outlook).collect()
}

/// What a board's score says of the match, in spreads.
fn said(score: Score, spread: f64) -> f64 {
    let far = (f64::from(score.value()) / spread).clamp(-MOST_SAID, MOST_SAID);
    match score.mate_in() {
        Some(plies) => far + far.signum() * NEAR_MATE / f64::from(plies.abs().max(1)),
        None => far,
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::catalogue::BuiltIn;

    fn teams() -> [Vec<usize>; 2] {
        [vec![0, 3], vec![1, 2]]
    }

    #[test]
    fn a_match_by_the_first_board_is_won_by_the_nearer_mate() {
        let chances = Chances::of(BuiltIn::Bughouse);
        let win = |scores: &[Score]| of_first_board(chances, scores, teams())[0].win;
        assert!((win(&[Score::ZERO, Score::ZERO]) - 0.5).abs() < 1e-9);
        assert!(win(&[Score::mating(1), Score::mated(6)]) > 0.8);
        assert!(win(&[Score::mating(9), Score::mated(2)]) < 0.35);
        // All but the upsets.
        assert!(chances.after_upsets(1.0) - win(&[Score::mating(1)]) < 0.01);
        let both = of_first_board(chances, &[Score::cp(200), Score::cp(-50)], teams());
        assert!((both[0].win - both[1].loss).abs() < 1e-9 && both[1].seats == [1, 2]);
    }

    #[test]
    fn boards_that_score_by_themselves_are_added() {
        let sure = [1.0, 0.0, 0.0];
        let even = [0.25, 0.5, 0.25];
        let outlook = &of_both_boards([sure, even], teams())[0];
        assert!((outlook.win - 0.75).abs() < 1e-9 && (outlook.draw - 0.25).abs() < 1e-9);
        assert!((outlook.share() - 0.875).abs() < 1e-9);
    }

    #[test]
    fn three_shares_make_one_game() {
        let three = of_three([0.5, 0.25, 0.5]);
        assert!((three.iter().map(|outlook| outlook.win).sum::<f64>() - 1.0).abs() < 1e-9);
        assert!((three[0].win - 0.4).abs() < 1e-9);
    }
}
