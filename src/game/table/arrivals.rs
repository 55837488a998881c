//! Pieces that come to one board of two where nobody plays the other: which kind, by chance.

use rand::rngs::SmallRng;
use rand::{Rng, RngExt, SeedableRng};

use crate::board::{Color, Piece, Role, Silent};
use crate::game::single::Position;

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

/// Pieces that come from outside, the same for both sides; the same seed brings the same.
#[derive(Clone)]
pub struct Arrivals(SmallRng);

impl Arrivals {
    /// Those that this seed chooses.
    pub fn new(seed: u64) -> Self {
        Self(SmallRng::seed_from_u64(seed))
    }

    /// Brings what is due after a ply: now and then a piece, and while the side to move has no
    /// move but may wait, one by one as many as it waits for. Returns the kinds.
    pub fn receive(&mut self, position: &mut Position) -> Vec<Role> {
        let mut arrived = Vec::new();
        let mut due = self.0.random_ratio(1, ARRIVAL);
        for _ in 0..=PATIENCE {
            let state = position.board_state();
            let waits = state.waits() && position.legal_moves().is_empty();
            if state.is_over() || !(due || waits) {
                break;
            }
            due = false;
            let role = next_role(&mut self.0);
            for color in Color::ALL {
                position.receive(Piece::new(color, role), &mut Silent);
            }
            arrived.push(role);
        }
        arrived
    }
}
