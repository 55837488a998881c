//! What a side attacks on an 8x8 board, kind by kind: what rows of threats and structure are found
//! from.

use crate::board::{Board, Color, Role, Set, Square, Way, attacks};

/// The kinds that are told apart, the cheapest first; superpieces count as queens.
pub const KINDS: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
pub const PAWN: usize = 0;
pub const KNIGHT: usize = 1;
pub const BISHOP: usize = 2;
pub const ROOK: usize = 3;
pub const QUEEN: usize = 4;

/// What a side attacks.
pub struct AttackMap {
    /// By kind.
    pub kinds: [Set; KINDS.len()],
    /// All kinds together, without the king.
    pub all: Set,
    /// The king.
    pub king: Set,
    /// Pieces, without the king, that attack squares round the rival's king.
    pub near_king: Set,
}

impl AttackMap {
    /// On this board.
    #[inline]
    pub fn of(board: &Board, color: Color) -> Self {
        // A king does not hide what lies behind it: there it cannot flee to.
        let occupied = board.occupied().minus(board.role(Role::King));
        let round = attacks::king(board.king(!color));
        let awake = board.awake(color);
        let [pawns, knights, bishops, rooks, queens] = KINDS.map(|role| awake & board.role(role));
        let superpieces = |way| awake & board.superpieces_attacking(way);
        let straight = queens | superpieces(Way::Straight);
        let diagonal = queens | superpieces(Way::Diagonal);
        let (leap, step) = (superpieces(Way::Leap), superpieces(Way::Step));
        let mut near_king = (attacks::pawns(!color, round) & pawns)
            | (attacks::knights(round) & (knights | leap))
            | (attacks::kings(round) & step);
        let mut sliders = |pieces: Set, attacked: fn(Square, Set) -> Set| {
            let mut all = Set::EMPTY;
            for from in pieces {
                let attacked = attacked(from, occupied);
                all |= attacked;
                if !(attacked & round).is_empty() {
                    near_king |= Set::of(from);
                }
            }
            all
        };
        let kinds = [
            attacks::pawns(color, pawns),
            attacks::knights(knights),
            sliders(bishops, attacks::bishop),
            sliders(rooks, attacks::rook),
            sliders(straight, attacks::rook)
                | sliders(diagonal, attacks::bishop)
                | attacks::knights(leap)
                | attacks::kings(step),
        ];
        let all = kinds.iter().fold(Set::EMPTY, |all, &attacked| all | attacked);
        Self { kinds, all, king: attacks::king(board.king(color)), near_king }
    }
}
