//! Where a side's pieces stand to be taken by lesser ones, for the order of quiet moves.

use super::Position;
use crate::board::{Move, Role, Set, Square, attacks};
use crate::game::Danger;

/// Squares that the rival attacks, by what attacks them.
#[derive(Clone, Copy)]
pub struct Danger8x8 {
    pawns: Set,
    /// Pawns, knights and bishops.
    minors: Set,
    /// Those and rooks.
    rooks: Set,
}

impl Danger8x8 {
    /// For the side to move.
    pub fn of(position: &Position) -> Self {
        let rival = !position.turn;
        let board = &position.board;
        let occupied = board.occupied();
        let awake = board.awake(rival);
        let of = |role| awake & board.role(role);
        let pawns = attacks::pawns(rival, of(Role::Pawn));
        let minors = pawns
            | attacks::knights(of(Role::Knight))
            | attacked(of(Role::Bishop), |square| attacks::bishop(square, occupied));
        let rooks = minors | attacked(of(Role::Rook), |square| attacks::rook(square, occupied));
        Self { pawns, minors, rooks }
    }
}

/// The squares that any of these pieces attacks.
fn attacked(pieces: Set, attacks: impl Fn(Square) -> Set) -> Set {
    pieces.into_iter().fold(Set::EMPTY, |sum, square| sum | attacks(square))
}

impl Danger for Danger8x8 {
    #[inline]
    fn added(&self, mv: Move) -> i32 {
        let (attacked, weight) = match mv.role() {
            Role::Pawn | Role::King => return 0,
            Role::Knight | Role::Bishop => (self.pawns, 1),
            Role::Rook => (self.minors, 2),
            // Superpieces are worth a queen or so, too.
            _ => (self.rooks, 3),
        };
        let escapes = !mv.is_drop() && attacked.has(mv.from());
        weight * (i32::from(attacked.has(mv.to())) - i32::from(escapes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rules::Rules;
    use crate::notation::uci;

    fn added(rules: Rules, fen: &str, mv: &str) -> i32 {
        let position = Position::from_setup(&fen.parse().unwrap(), rules, false).unwrap();
        Danger8x8::of(&position).added(uci::read(mv, &position.legal_moves()).unwrap())
    }

    #[test]
    fn pieces_fear_lesser_ones_only() {
        // Black's pawn on e6 attacks d5 and f5, the knight on b6 d5, the rook on h8 the file.
        let fen = "4k2r/8/1n2p3/3Q4/8/2N5/8/R3K3[Nn] w - - 0 1";
        let chess = |mv| added(Rules::CRAZYHOUSE, fen, mv);
        assert_eq!(chess("c3e4"), 0);
        assert_eq!(chess("N@f5"), 1, "a pawn takes it");
        assert_eq!(chess("N@c4"), 0, "a knight takes a knight");
        assert_eq!(chess("a1a4"), 2, "the knight takes the rook");
        assert_eq!(chess("d5d4"), -3, "the queen escapes");
        assert_eq!(chess("d5h5"), 0, "from one danger into another");
        assert_eq!(chess("e1e2"), 0);
    }
}
