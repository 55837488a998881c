//! Hidden promotions: promoted pieces in the shape of pawns, as the other board sees them. A
//! player who was not told their roles assumes those that are worst for the own team.

use super::{Pair, Seat};
use crate::board::{Color, Piece, Role, Silent};
use crate::game::single::Position;
use crate::notation::Setup;

impl Pair {
    /// The board beside this seat's, as the seat must judge it. A hidden promotion of an enemy
    /// is taken for the strongest piece possible in this position, the partner's for a pawn.
    /// `None` if nothing is known of that board, or nothing that makes sense.
    pub fn board_beside(&self, seat: Seat) -> Option<Position> {
        let beside = seat.partner();
        let board = self.board(beside.board)?;
        let mut judged = if board.has_hidden_promotion() {
            self.assume_roles(board, beside.color)
        } else {
            board.clone()
        };
        // A partner's piece that as a pawn would take the king is no pawn: its role is unknown.
        let rival_king = judged.board().king(!beside.color);
        let occupied = judged.board().occupied();
        let takes_king = !judged.board().attackers(beside.color, rival_king, occupied).is_empty();
        if judged.turn() == beside.color && takes_king {
            return None;
        }
        judged.set_takable(self.takable(beside.board));
        if self.ends[seat.board].is_some() {
            judged.expect_no_pieces();
        }
        Some(judged)
    }

    /// Gives the hidden promotions of `friend`'s enemy roles, one after another.
    fn assume_roles(&self, board: &Position, friend: Color) -> Position {
        let setup = board.to_setup();
        let castling_anywhere = true;
        let mut judged = board.clone();
        let mut so_far = setup.clone();
        for square in setup.hidden() & setup.board.color(!friend) {
            let as_role = |role: Role| -> Setup {
                let mut changed = so_far.clone();
                changed.board.lift(square, &mut Silent);
                changed.board.put(Piece::new(!friend, role), true, square, &mut Silent);
                changed
            };
            // A queen, unless she would check the king of the side that is not to move.
            let possible = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
                .into_iter()
                .map(as_role)
                .find_map(|setup| {
                    let position = Position::from_setup(&setup, self.rules, castling_anywhere);
                    Some((setup, position.ok()?))
                });
            if let Some((setup, position)) = possible {
                (so_far, judged) = (setup, position);
            }
        }
        judged
    }
}
