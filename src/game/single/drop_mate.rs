//! Mates by one drop, found without playing it: where pieces are in hand, they are what a
//! quiet-looking position hides. Beside a board of which nothing is known a piece may come at any
//! moment: a side that would mate with it is well off, and a side that would be mated is not safe.

use super::Position;
use super::check::check_squares;
use super::view::TurnView;
use crate::board::{Color, Hand, Move, Role, Set, attacks};
use crate::game::rules::{DropMate, MateModel};

impl Position {
    /// A drop of one of these pieces by which `by` mates, if it were, or is, its turn. Only
    /// drops beside the king and by a knight are looked at: others can be answered by dropping
    /// between. What is found is mate; that nothing is found proves nothing. A king with more
    /// than `flights` squares to go to is hardly mated by one piece and is not looked at.
    pub(super) fn drop_mate(&self, by: Color, hand: Hand, flights: u32) -> Option<Move> {
        let board = &self.board;
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
        if free.len() > flights {
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
            .into_iter()
            .filter(|&square| !board.attackers(by, square, through_king).is_empty())
            .fold(Set::EMPTY, |guarded, square| guarded | Set::of(square));
        let unguarded = free.minus(guarded);
        for role in hand.roles() {
            // A piece dropped beside the king must be guarded, and a knight's square is out of
            // the king's reach; neither may be taken by another piece.
            let squares = match role {
                Role::Knight => checks(role),
                _ => checks(role) & guarded,
            };
            for square in squares {
                let covers = attacks::of(role, by, square, through_king);
                if unguarded.minus(covers | Set::of(square)).is_empty()
                    && (board.attackers(them, square, occupied).minus(Set::of(king))).is_empty()
                    && (TurnView { turn: by, ..TurnView::of(self) }).drop_mates(
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

    /// A piece that the side to move has not got and that would mate, if it came from the other
    /// board.
    pub(super) fn mate_to_come(&self, flights: u32) -> Option<Role> {
        if !self.expects_anybody {
            return None;
        }
        let held = self.board.hand(self.turn);
        let lacking = Role::DROPPABLE.into_iter().filter(|&role| !held.has(role));
        let lacking = lacking.fold(Hand::EMPTY, |hand, role| hand.with(role, 1));
        self.drop_mate(self.turn, lacking, flights).map(Move::role)
    }

    /// Could this side mate by a drop, now or with a piece that may come?
    pub(super) fn may_drop_mate(&self, by: Color, flights: u32) -> bool {
        let hand = if self.expects_anybody { ANYBODY } else { self.board.hand(by) };
        self.drop_mate(by, hand, flights).is_some()
    }
}

/// One piece of each kind.
const ANYBODY: Hand = Hand::EMPTY
    .with(Role::Pawn, 1)
    .with(Role::Knight, 1)
    .with(Role::Bishop, 1)
    .with(Role::Rook, 1)
    .with(Role::Queen, 1);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rules::Rules;
    use crate::game::{Playable, Searchable};

    fn position(fen: &str, rules: Rules) -> Position {
        Position::from_setup(&fen.parse().unwrap(), rules, false).unwrap()
    }

    const FLIGHTS: u32 = 4;

    /// With what is in hand.
    fn drop_mate(position: &Position, by: Color) -> Option<Move> {
        position.drop_mate(by, position.board.hand(by), FLIGHTS)
    }

    #[test]
    fn what_is_found_is_mate() {
        let fens = [
            "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1",
            "7k/5K2/8/8/8/8/8/8[Q] w - - 0 1",
            "6bk/7p/5K2/8/8/8/8/8[P] w - - 0 1",
        ];
        for fen in fens {
            let mut position = position(fen, Rules::CRAZYHOUSE);
            let mv = drop_mate(&position, Color::White).expect(fen);
            assert!(position.is_legal(mv), "{fen}");
            position.play(mv, &mut crate::board::Silent);
            assert!(position.verdict().is_mate(), "{fen}");
        }
        // A flight square, and a piece that takes the one dropped.
        for fen in ["7k/7p/5K2/8/8/8/8/8[P] w - - 0 1", "6rk/7p/5K2/8/8/8/8/8[P] w - - 0 1"] {
            assert_eq!(drop_mate(&position(fen, Rules::CRAZYHOUSE), Color::White), None, "{fen}");
        }
    }

    #[test]
    fn it_keeps_to_the_rules() {
        let fen = "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1";
        for rules in [Rules::DOORGEEFSCHAAK, Rules::TANDEM] {
            assert_eq!(drop_mate(&position(fen, rules), Color::White), None);
        }
        assert!(drop_mate(&position(fen, Rules::BUGHOUSE), Color::White).is_some());
        // The knight that would mate can be taken.
        let taken = "6rk/6pp/8/8/2B5/8/8/K7[n] b - - 0 1";
        assert_eq!(drop_mate(&position(taken, Rules::CRAZYHOUSE), Color::Black), None);
    }

    #[test]
    fn a_piece_who_may_come_mates_beside_an_unknown_board_alone() {
        let (empty, queen, held) = (
            "6rk/6pp/8/8/8/8/8/K7[] w - - 0 1",
            "7k/5K2/8/8/8/8/8/8[] w - - 0 1",
            "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1",
        );
        let beside_unknown = |fen, rules| {
            let mut position = position(fen, rules);
            position.expect_anybody();
            position
        };
        let awaited = |fen, rules| beside_unknown(fen, rules).mate_to_come(FLIGHTS);
        assert_eq!(awaited(empty, Rules::BUGHOUSE), Some(Role::Knight));
        assert_eq!(awaited(queen, Rules::BUGHOUSE), Some(Role::Queen));
        // A piece in hand is not waited for, and rules without mates by drops have none to come.
        assert_eq!(awaited(held, Rules::BUGHOUSE), None);
        for rules in [Rules::CRAZYHOUSE, Rules::DOORGEEFSCHAAK, Rules::TANDEM] {
            assert_eq!(awaited(empty, rules), None);
        }
        let rival = "6rk/6pp/8/8/8/8/8/K7[] b - - 0 1";
        assert!(beside_unknown(rival, Rules::BUGHOUSE).is_threatened(FLIGHTS));
        assert!(!position(rival, Rules::BUGHOUSE).is_threatened(FLIGHTS));
        assert!(!beside_unknown(rival, Rules::CRAZYHOUSE).is_threatened(FLIGHTS));
    }
}
