//! What happens to a board from outside: pieces come into its hands, a piece is taken off it,
//! a badly dropped piece is taken away. A match of two boards does these things; each is
//! undone in the reverse order of doing.

use super::view::TurnView;
use super::{Position, Takable};
use crate::board::{Color, Observer, Piece, Role, Set, Silent, Square};
use crate::game::rules::{MateModel, Stalemate};

impl Position {
    /// A piece comes into its owner's hand.
    #[inline]
    pub fn receive(&mut self, piece: Piece, observer: &mut impl Observer) {
        self.past.push(self.state);
        self.board.gain(piece, observer);
        self.refresh(self.state.en_passant);
    }

    /// The position with one more piece in its owner's hand.
    #[must_use]
    pub fn receiving(&self, piece: Piece) -> Self {
        let mut richer = self.clone();
        richer.receive(piece, &mut Silent);
        richer
    }

    /// Takes [`Position::receive`] back.
    #[inline]
    pub fn unreceive(&mut self, piece: Piece) {
        self.board.spend(piece, &mut Silent);
        if let Some(before) = self.past.pop() {
            self.state = before;
        }
    }

    /// Takes a piece off the board, and the right to castle that hangs on it; says whether
    /// it was promoted.
    pub fn withdraw(
        &mut self,
        square: Square,
        observer: &mut impl Observer,
    ) -> Option<(Piece, bool)> {
        self.past.push(self.state);
        let gone = self.board.lift(square, observer);
        self.state.rights = self.state.rights.minus(Set::of(square));
        self.refresh(self.state.en_passant);
        gone
    }

    /// Takes [`Position::withdraw`] back.
    pub fn unwithdraw(&mut self, square: Square, gone: Option<(Piece, bool)>) {
        if let Some((piece, promoted)) = gone {
            self.board.put(piece, promoted, square, &mut Silent);
        }
        if let Some(before) = self.past.pop() {
            self.state = before;
        }
    }

    /// The side to move has dropped a piece where the rules forbid it, and the opponent has
    /// taken it away: the piece and the move are gone. Refused in check, where the king
    /// would be left to be taken, and without such a piece.
    pub fn forfeit_drop(&mut self, role: Role, keeps_piece: bool) -> bool {
        if !self.state.checkers.is_empty() || !self.board.hand(self.turn).has(role) {
            return false;
        }
        self.past.push(self.state);
        if !keeps_piece {
            self.board.spend(Piece::new(self.turn, role), &mut Silent);
        }
        self.turn = !self.turn;
        self.state.mv = None;
        self.state.captured = None;
        self.state.plies += 1;
        self.state.quiet_plies = 0;
        self.refresh(None);
        true
    }

    /// Is dropping this piece, which is in hand, on this empty square one of the drops that the
    /// opponent may answer by taking it away: a mate, or a pawn where none may be dropped? What
    /// may be taken off the other board is asked because a promotion may answer the check.
    pub fn is_bad_drop(&self, takable: &Takable, role: Role, square: Square) -> bool {
        let placed = self.board.hand(self.turn).has(role) && self.board.at(square).is_none();
        let misplaced = role == Role::Pawn && !self.rules.pawn_drop_squares(self.turn).has(square);
        placed && (misplaced || TurnView::beside(self, takable).is_mating_drop(role, square))
    }

    /// Sets how many pieces of a kind their owner holds: for games that are told so from
    /// outside. What was played before can no longer be taken back.
    pub fn set_hand(&mut self, piece: Piece, count: u8) {
        self.board.hold(piece, count, &mut Silent);
        self.refresh(self.state.en_passant);
    }

    /// Says which pieces of another board, unseen by this one, promoting pawns may take.
    pub fn set_takable(&mut self, takable: Takable) {
        self.takable = takable;
        self.state.gone = Set::EMPTY;
        self.refresh(self.state.en_passant);
    }

    /// From now on no piece comes from anywhere: stuck in check is mate, and a side that waits in
    /// stalemate waits for ever, which is a draw.
    pub fn expect_no_pieces(&mut self) {
        self.rules.mate = MateModel::Hand;
        self.rules.stalemate = Stalemate::Draw;
        self.expects_anybody = false;
    }

    /// From now on pieces may come at any moment from a board of which nothing is known: a search
    /// counts on them. Where that board is known it says better what will come.
    pub fn expect_anybody(&mut self) {
        self.expects_anybody = self.rules.is_one_of_two();
    }

    /// Which pieces of another board promoting pawns may take.
    pub fn takable(&self) -> &Takable {
        &self.takable
    }

    /// May the piece on this square be taken off? Not a king or a pawn, and not where it
    /// alone keeps a slider from either king.
    pub fn may_be_withdrawn(&self, square: Square) -> bool {
        let may_be_taken = |piece: Piece| Role::PROMOTIONS.contains(&piece.role());
        self.board.at(square).is_some_and(may_be_taken)
            && Color::ALL
                .into_iter()
                .all(|color| !self.board.blockers(!color, self.board.king(color)).has(square))
    }

    /// The pieces of this colour that may be taken off.
    pub fn withdrawable(&self, color: Color) -> Set {
        let board = &self.board;
        let non_pawns = board.color(color).minus(board.role(Role::Pawn) | board.role(Role::King));
        let held = Color::ALL
            .into_iter()
            .fold(Set::EMPTY, |held, king| held | board.blockers(!king, board.king(king)));
        non_pawns.minus(held)
    }

    /// Does this side have a pawn one step before its last rank?
    #[inline]
    pub fn has_pawn_before_goal(&self, color: Color) -> bool {
        !(self.board.pieces(color, Role::Pawn) & Set::rank_of(color, 6)).is_empty()
    }

    /// Does this position, board and hands, stand for the third time?
    pub fn is_third_time(&self) -> bool {
        self.past.occurrences(self.state.key).nth(1).is_some()
    }

    /// Is there a promoted piece on the board whose role is not known here?
    pub fn has_hidden_promotion(&self) -> bool {
        !(self.board.promoted() & self.board.role(Role::Pawn)).is_empty()
    }
}
