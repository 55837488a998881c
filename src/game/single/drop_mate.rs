//! Mates by one drop, found without playing it: where men are in hand, they are what a
//! quiet-looking position hides.

use super::Position;
use super::check::check_squares;
use super::view::View;
use crate::board::{Color, Move, Role, Set, attacks};
use crate::game::rules::{DropMate, MateModel};

impl Position {
    /// A drop by which `by` mates, if it were, or is, its turn. Only drops beside the king
    /// and by a knight are looked at: others can be answered by dropping between. What is
    /// found is mate; that nothing is found proves nothing.
    pub(super) fn drop_mate(&self, by: Color) -> Option<Move> {
        let board = &self.board;
        let hand = board.hand(by);
        let rules = &self.rules;
        if hand.is_empty()
            || !rules.has_hands()
            || !rules.drop_check
            || rules.drop_mate != DropMate::Allowed
        {
            return None;
        }
        let them = !by;
        let king = board.king(them);
        let beside = attacks::king(king);
        let free = beside.minus(board.color(them));
        if free.len() > MOST_FREE {
            return None;
        }
        let occupied = board.occupied();
        let empty = !occupied;
        let near = |role| match role {
            Role::Pawn => beside & rules.pawn_drop_squares(by),
            Role::Knight => Set::ALL,
            _ => beside,
        };
        let checks = |role| check_squares(by, role, king, occupied) & near(role) & empty;
        // Most positions have no such square, and to know what is guarded costs more.
        if hand.roles().all(|role| checks(role).is_empty()) {
            return None;
        }
        let through_king = occupied.minus(Set::of(king));
        let guarded = free
            .filter(|&square| !board.attackers(by, square, through_king).is_empty())
            .fold(Set::EMPTY, |guarded, square| guarded | Set::of(square));
        let flights = free.minus(guarded);
        for role in hand.roles() {
            // A man dropped beside the king must be guarded, and a knight's square is out of
            // the king's reach; neither may be taken by another man.
            let squares = match role {
                Role::Knight => checks(role),
                _ => checks(role) & guarded,
            };
            for square in squares {
                let covers = attacks::of(role, by, square, through_king);
                if flights.minus(covers | Set::of(square)).is_empty()
                    && (board.attackers(them, square, occupied).minus(Set::of(king))).is_empty()
                    && (View { turn: by, ..View::of(self) }).drop_mates(
                        role,
                        square,
                        MateModel::Hand,
                    )
                {
                    return Some(Move::drop(role, square));
                }
            }
        }
        None
    }
}

/// A king with more squares to go to is hardly mated by one man.
const MOST_FREE: u32 = 4;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rules::Rules;
    use crate::game::{Game, Verdict};

    fn position(fen: &str, rules: Rules) -> Position {
        Position::from_setup(&fen.parse().unwrap(), rules, false).unwrap()
    }

    #[test]
    fn what_is_found_is_mate() {
        let fens = [
            "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1",
            "7k/5K2/8/8/8/8/8/8[Q] w - - 0 1",
            "7k/7p/5K2/8/8/8/8/8[P] w - - 0 1",
        ];
        for fen in fens {
            let mut position = position(fen, Rules::CRAZYHOUSE);
            let Some(mv) = position.drop_mate(Color::White) else {
                assert!(fen.contains("[P]"), "{fen}");
                continue;
            };
            assert!(position.is_legal(mv), "{fen}");
            position.play(mv, &mut crate::board::Silent);
            assert!(matches!(position.verdict(), Verdict::Mate { .. }), "{fen}");
        }
    }

    #[test]
    fn it_keeps_to_the_law() {
        let fen = "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1";
        for rules in [Rules::DOORGEEFSCHAAK, Rules::TANDEM] {
            assert_eq!(position(fen, rules).drop_mate(Color::White), None);
        }
        assert!(position(fen, Rules::BUGHOUSE).drop_mate(Color::White).is_some());
        // The knight that would mate can be taken.
        let taken = "6rk/6pp/8/8/2B5/8/8/K7[n] b - - 0 1";
        assert_eq!(position(taken, Rules::CRAZYHOUSE).drop_mate(Color::Black), None);
    }
}
