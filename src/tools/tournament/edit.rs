//! Positions for engines of XBoard's protocol that know no `setboard`: its older command `edit`
//! says where the pieces stand, and nothing else.

use crate::board::{Color, Role, Set};
use crate::notation::Setup;

/// What `edit` has no words for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum EditError {
    #[error("pieces in hand")]
    Hands,
    #[error("a pawn that may be captured en passant")]
    EnPassant,
    #[error("a king or rook that stands at home and may not castle, or castles from elsewhere")]
    Castling,
}

/// The lines that set the pieces up. The side to move stays what it is.
///
/// # Errors
/// If that would not be the position.
pub fn edit(setup: &Setup, has_drops: bool) -> Result<Vec<String>, EditError> {
    let board = &setup.board;
    if has_drops && Color::ALL.iter().any(|&color| !board.hand(color).is_empty()) {
        return Err(EditError::Hands);
    }
    if setup.en_passant.is_some() {
        return Err(EditError::EnPassant);
    }
    if setup.rights != at_home(setup) {
        return Err(EditError::Castling);
    }
    let mut orders = ["edit", "#"].map(str::to_owned).to_vec();
    for color in Color::ALL {
        for square in board.color(color) {
            if let Some(piece) = board.at(square) {
                let role = piece.letter().to_ascii_uppercase();
                orders.push(format!("{role}{square}"));
            }
        }
        orders.push(if color == Color::White { "c" } else { "." }.to_owned());
    }
    Ok(orders)
}

/// The rooks with which an engine lets a king castle that sees where pieces stand.
fn at_home(setup: &Setup) -> Set {
    let board = &setup.board;
    let mut rooks = Set::EMPTY;
    for color in Color::ALL {
        let home = Set::rank_of(color, 0);
        if !(board.pieces(color, Role::King) & home & Set::file(4)).is_empty() {
            rooks |= board.pieces(color, Role::Rook) & home & (Set::file(0) | Set::file(7));
        }
    }
    rooks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(fen: &str) -> Result<String, EditError> {
        edit(&fen.parse().unwrap(), true).map(|orders| orders.join(" "))
    }

    #[test]
    fn pieces_are_placed_by_color() {
        assert_eq!(
            told("4k2r/p7/8/8/8/8/8/R3K3 w Qk - 0 1").unwrap(),
            "edit # Ra1 Ke1 c Pa7 Ke8 Rh8 ."
        );
    }

    #[test]
    fn what_it_cannot_say_is_refused() {
        assert_eq!(told("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), Err(EditError::Castling));
        assert_eq!(told("4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1"), Err(EditError::Castling));
        assert_eq!(told("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"), Err(EditError::Hands));
        let passing = "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1";
        assert_eq!(told(passing), Err(EditError::EnPassant));
    }
}
