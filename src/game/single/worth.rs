//! What pieces are worth when they are exchanged, in centipawns. The evaluation has its own,
//! finer opinion; these plain figures order captures and decide exchanges.

use crate::board::Role;
use crate::game::rules::Rules;

/// Exchange values by role, and the pieces that can capture, cheapest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth {
    values: [i32; Role::ALL.len()],
    order: &'static [Role],
}

/// A king is never given up for anything.
const KING: i32 = 10_000;

static CHESS: Worth =
    Worth { values: classic([100, 320, 330, 500, 980, KING]), order: &Role::CHESS };

/// Where every piece can be dropped, long-range pieces lose their advantage.
static DROPS: Worth =
    Worth { values: classic([100, 230, 230, 270, 480, KING]), order: &Role::CHESS };

/// With superpieces, which leap out of every attack.
static SUPER: Worth = Worth {
    values: [100, 320, 330, 500, 980, KING, 400, 650, 800, 900, 1_300],
    order: &[
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Veteran,
        Role::Princess,
        Role::Empress,
        Role::Queen,
        Role::Amazon,
        Role::King,
    ],
};

/// Superpieces do not occur.
const fn classic(values: [i32; Role::CHESS.len()]) -> [i32; Role::ALL.len()] {
    let [pawn, knight, bishop, rook, queen, king] = values;
    [pawn, knight, bishop, rook, queen, king, 0, 0, 0, 0, 0]
}

impl Worth {
    /// The values that fit these rules.
    pub fn under(rules: &Rules) -> &'static Self {
        if rules.superpieces {
            &SUPER
        } else if rules.has_hands() {
            &DROPS
        } else {
            &CHESS
        }
    }

    /// In centipawns.
    #[inline]
    pub fn of(&self, role: Role) -> i32 {
        self.values[role.index()]
    }

    /// The pieces that can capture, cheapest first, the king last.
    #[inline]
    pub fn order(&self) -> &'static [Role] {
        self.order
    }
}
