//! Promoted pieces in the shape of pawns, seen from the other board: whoever was not told
//! what they are judges that board as if they were what hurts his team most.

use super::{Pair, Seat};
use crate::board::{Color, Piece, Role, Silent};
use crate::game::single::Position;
use crate::notation::Setup;

impl Pair {
    /// The board beside this seat's, as he must judge it: of the pieces whose value he does not
    /// know, an enemy's is the strongest that he can be in this position, and his partner's
    /// is worth a pawn. `None` if nothing is known of that board, or nothing that makes sense.
    pub fn board_beside(&self, seat: Seat) -> Option<Position> {
        let beside = seat.partner();
        let board = self.board(beside.board)?;
        let mut judged =
            if board.is_veiled() { self.unveil(board, beside.color) } else { board.clone() };
        // A partner's piece that as a pawn would take the king is no pawn: who knows what he is?
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

    /// Gives the hidden pieces of `friend`'s enemy a value, one after another.
    fn unveil(&self, board: &Position, friend: Color) -> Position {
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
