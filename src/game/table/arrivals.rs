//! Pieces that come to one board of two where nobody plays the other: which kind, by chance.

use rand::{Rng, RngExt};

use crate::board::Role;

/// How often pieces of each kind come, in percent: what is captured on a board.
const SHARES: [(Role, u32); 5] =
    [(Role::Pawn, 47), (Role::Knight, 18), (Role::Bishop, 17), (Role::Rook, 10), (Role::Queen, 8)];

/// One ply in so many brings a piece from the other board. It comes after either side's plies:
/// the side on move then has the first use of it, and after full moves alone that was White,
/// which won 69 % so.
pub const ARRIVAL: u32 = 4;
/// A player without a move waits for so many pieces.
pub const PATIENCE: u32 = 4;

/// The kind of the next piece.
pub fn next_role(chance: &mut impl Rng) -> Role {
    let mut percent = chance.random_range(0..100);
    let mut role = Role::Pawn;
    for (kind, share) in SHARES {
        role = kind;
        if percent < share {
            break;
        }
        percent -= share;
    }
    role
}
