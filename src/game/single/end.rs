//! When a game on one board is over, and why.

use super::Position;
use crate::base::Score;
use crate::board::{Color, Role, Set, Square, attacks};
use crate::game::rule_book::Ruling;
use crate::game::rules::{MateModel, Stalemate};
use crate::game::verdict::{BoardEnd, BoardState, Reason, Verdict};

impl Position {
    /// How the game stands, played on this board alone. A mate goes before every draw.
    pub fn verdict(&self) -> Verdict {
        Verdict::of_board(self.board_state())
    }

    /// How the board stands.
    pub fn board_state(&self) -> BoardState {
        if !self.has_moves() {
            return self.state_without_moves();
        }
        let rules = &self.rules;
        // A dead position ends the game as it arises, before anything can be counted.
        if rules.dead_material && self.nobody_can_mate() {
            return self.drawn_by(Reason::Material, Ruling::Material);
        }
        if rules.repetition && self.is_third_time() {
            return self.drawn_by(Reason::Repetition, Ruling::Repetition);
        }
        match rules.move_draw {
            Some(moves) if self.state.quiet_plies >= 2 * moves => {
                return self.drawn_by(Reason::Moves(moves), Ruling::Moves);
            }
            _ => {}
        }
        BoardState::Ongoing
    }

    fn drawn_by(&self, reason: Reason, ruling: Ruling) -> BoardState {
        BoardState::Over(BoardEnd { winner: None, reason, article: self.rules.article(ruling) })
    }

    fn state_without_moves(&self) -> BoardState {
        let lost_by = |reason, ruling| {
            let article = self.rules.article(ruling);
            BoardState::Over(BoardEnd { winner: Some(!self.turn), reason, article })
        };
        if self.state.checkers.is_empty() {
            match self.rules.stalemate {
                Stalemate::Draw => self.drawn_by(Reason::Stalemate, Ruling::Stalemate),
                Stalemate::Wait => BoardState::Stuck,
                Stalemate::Loss => lost_by(Reason::Stalemate, Ruling::Stalemate),
            }
        } else if self.check_can_be_blocked() {
            BoardState::StuckCheck
        } else if self.rules.mate == MateModel::Pending {
            // The partner, of which nothing is known here, may have the saving move.
            BoardState::Pending
        } else {
            lost_by(Reason::Mate, Ruling::Mate)
        }
    }

    /// Under the rules in force, could a piece that comes save the king in check? The check
    /// must be single and come from a slider that does not touch the king.
    pub fn check_can_be_blocked(&self) -> bool {
        self.rules.mate == MateModel::Potential && self.check_has_gap()
    }

    /// Is the check single, and from a slider that does not touch the king?
    pub fn check_has_gap(&self) -> bool {
        let king = self.board.king(self.turn);
        let gap = |checker: Square| !attacks::between(king, checker).is_empty();
        !self.state.checkers.is_many() && self.state.checkers.first().is_some_and(gap)
    }

    /// Neither side has the pieces to mate, by any play: bare kings, and beside them one knight
    /// in all, or nothing but bishops of one colour of square, or nothing but Magicians, which
    /// never check (D-35). A pool brings nothing back without a pawn, a hand does.
    fn nobody_can_mate(&self) -> bool {
        let board = &self.board;
        let [knights, bishops, magicians] =
            [Role::Knight, Role::Bishop, Role::Magician].map(|role| board.role(role));
        let others = board.occupied().minus(board.role(Role::King) | knights | bishops | magicians);
        if !others.is_empty() {
            return false;
        }
        let bishops_alone = || {
            let light = bishops & Set::LIGHT;
            light.is_empty() || light == bishops
        };
        let kinds = [knights, bishops, magicians].iter().filter(|set| !set.is_empty()).count();
        kinds <= 1
            && !knights.is_many()
            && bishops_alone()
            && (!self.rules.has_hands()
                || Color::ALL.into_iter().all(|color| board.hand(color).is_empty()))
    }
}

/// What the searcher believes: a repetition inside the tree will be repeated again.
pub(super) fn drawn(position: &Position, ply: usize) -> bool {
    let rules = &position.rules;
    if rules.repetition {
        let mut before = position.past.occurrences(position.state.key);
        if before.next().is_some_and(|back| back < ply || before.next().is_some()) {
            return true;
        }
    }
    let by_count = rules.move_draw.is_some_and(|moves| position.state.quiet_plies >= 2 * moves);
    // The last move of the count may be mate, which goes before.
    (by_count && (position.state.checkers.is_empty() || position.has_moves()))
        || (rules.dead_material && position.nobody_can_mate())
}

pub(super) fn stuck(position: &Position, ply: usize, waiting: Score) -> Score {
    let in_check = !position.state.checkers.is_empty();
    match (in_check, position.rules.stalemate) {
        (true, _) if position.rules.mate != MateModel::Hand && position.check_has_gap() => {
            Score::stuck(ply)
        }
        (true, _) => Score::mated(ply),
        (false, Stalemate::Draw) => Score::ZERO,
        (false, Stalemate::Loss) => Score::mated(ply),
        (false, Stalemate::Wait) => waiting,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Searchable;
    use crate::game::rules::Rules;

    /// The searcher knows no number of moves: each game says how near its draw by count is.
    #[test]
    fn a_draw_by_count_is_as_near_as_the_rules_say() {
        let left = |rules: Rules, quiet: u16| {
            let fen = format!("r3k3/8/8/8/8/8/8/R3K3 w - - {quiet} 80");
            let position = Position::from_setup(&fen.parse().unwrap(), rules, false).unwrap();
            position.plies_to_draw()
        };
        assert_eq!(left(Rules::CHESS, 0), Some(100));
        assert_eq!(left(Rules::CHESS, 85), Some(15));
        assert_eq!(left(Rules::CHESS, 101), Some(0));
        assert_eq!(left(Rules::DOORGEEFSCHAAK, 45), Some(15));
        assert_eq!(left(Rules::BUGHOUSE, 99), None);
    }

    #[test]
    fn fide_5_2_2_a_dead_position_goes_before_fifty_moves() {
        let fen = "8/8/8/4k3/8/8/8/K7 w - - 100 90";
        let position = Position::from_setup(&fen.parse().unwrap(), Rules::CHESS, false).unwrap();
        assert_eq!(position.verdict().to_string(), "draw:material FIDE 5.2.2");
    }
}
