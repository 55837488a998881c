//! What men are worth when they are exchanged, in centipawns. The evaluation has its own,
//! finer opinion; these plain figures order captures and decide exchanges.

use crate::board::Role;
use crate::game::rules::Rules;

/// Exchange values by role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth([i32; Role::COUNT]);

/// A king is never given up for anything.
const KING: i32 = 10_000;

static CHESS: Worth = Worth([100, 320, 330, 500, 980, KING]);

/// Where every man can be dropped, long-range men lose their advantage.
static DROPS: Worth = Worth([100, 230, 230, 270, 480, KING]);

impl Worth {
    /// The values that fit these rules.
    pub fn under(rules: &Rules) -> &'static Self {
        if rules.has_hands() { &DROPS } else { &CHESS }
    }

    /// In centipawns.
    #[inline]
    pub fn of(&self, role: Role) -> i32 {
        self.0[role.index()]
    }
}
