//! The numbers of the hand-written evaluation, in centipawns: one record for each kind of
//! game. Middlegame and endgame values are a pair; where men come back there is no
//! endgame, and only the first counts.

use crate::board::{Role, Square};
use crate::game::rules::{Captures, Rules};

/// (middlegame, endgame)
pub type Pair = [i32; 2];

/// All weights of one kind of game.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// A man on the board, by role.
    pub board: [Pair; Role::COUNT],
    /// What is lost of that for each file from the centre, and for each rank from it, in
    /// half steps, by role.
    pub centre: [Pair; Role::COUNT],
    /// For each rank gone forward, by role.
    pub advance: [Pair; Role::COUNT],
    /// A promoted man is worth this much less than he looks, in percent of the difference
    /// to a pawn: the rival gets only a pawn for him.
    pub promoted_bonus: i32,
    /// A man in hand, by role; each further one of a kind brings `hand_decay` percent of
    /// the one before.
    pub hand: [i32; Role::COUNT],
    /// See `hand`.
    pub hand_decay: i32,
    /// A square attacked that is not lost to an enemy pawn, by role.
    pub mobility: [Pair; Role::COUNT],
    /// Two bishops.
    pub bishop_pair: Pair,
    /// A rook on a file without own pawns.
    pub open_file: Pair,
    /// A pawn beside no other of its own, and one behind another.
    pub isolated: Pair,
    /// See `isolated`.
    pub doubled: Pair,
    /// A passed pawn, for the square of each rank gone forward.
    pub passed: Pair,
    /// Danger units for a man that attacks the king's surroundings, by role, and for each
    /// square of them attacked.
    pub attacker: [i32; Role::COUNT],
    /// See `attacker`.
    pub attacked_square: i32,
    /// Danger units for each square round the king that only he defends.
    pub weak_square: i32,
    /// Danger units for a check that can be given safely next move, from the board and from
    /// the hand, by role.
    pub safe_check: [i32; Role::COUNT],
    /// See `safe_check`.
    pub safe_drop_check: [i32; Role::COUNT],
    /// Danger units for a man in the enemy's hand, by role.
    pub hand_attacker: [i32; Role::COUNT],
    /// Danger units taken off for each own pawn before the king, and for each own man
    /// beside him.
    pub shield: i32,
    /// See `shield`.
    pub guard: i32,
    /// Danger units for a king without a flight square.
    pub no_flight: i32,
    /// Centipawns are the square of the danger units over this.
    pub danger_divisor: i32,
    /// A man attacked by an enemy pawn, or by anything and not defended.
    pub hanging: i32,
    /// The move.
    pub tempo: i32,
    /// Is there an endgame?
    pub tapered: bool,
    /// What superpieces and freezing are worth.
    pub superpieces: Superpieces,
}

/// The weights of superpieces, in the order of [`Role::SUPER`], named as in [`Weights`].
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct Superpieces {
    pub board: [Pair; Role::SUPER.len()],
    pub centre: [Pair; Role::SUPER.len()],
    pub advance: [Pair; Role::SUPER.len()],
    pub mobility: [Pair; Role::SUPER.len()],
    pub attacker: [i32; Role::SUPER.len()],
    pub safe_check: [i32; Role::SUPER.len()],
    /// A man of any role that is frozen.
    pub frozen: [i32; Role::KINDS],
}

const NONE: Pair = [0, 0];

impl Superpieces {
    /// For the games that do not have them.
    const ABSENT: Self = Self {
        board: [NONE; Role::SUPER.len()],
        centre: [NONE; Role::SUPER.len()],
        advance: [NONE; Role::SUPER.len()],
        mobility: [NONE; Role::SUPER.len()],
        attacker: [0; Role::SUPER.len()],
        safe_check: [0; Role::SUPER.len()],
        frozen: [0; Role::KINDS],
    };
}

/// Chess: men leave for good, and the king walks out in the end.
pub static CHESS: Weights = Weights {
    board: [[88, 112], [330, 305], [345, 325], [470, 540], [970, 1_000], NONE],
    centre: [[3, 1], [9, 6], [4, 3], [2, 0], [2, 4], [-6, 7]],
    advance: [[4, 9], [3, 1], [2, 1], [3, 4], [1, 4], [-14, 5]],
    promoted_bonus: 0,
    hand: [0; Role::COUNT],
    hand_decay: 100,
    mobility: [NONE, [5, 5], [5, 5], [3, 5], [2, 4], NONE],
    bishop_pair: [28, 48],
    open_file: [22, 8],
    isolated: [-10, -12],
    doubled: [-8, -16],
    passed: [2, 5],
    attacker: [0, 9, 9, 12, 16, 0],
    attacked_square: 4,
    weak_square: 6,
    safe_check: [0, 22, 16, 26, 22, 0],
    safe_drop_check: [0; Role::COUNT],
    hand_attacker: [0; Role::COUNT],
    shield: 7,
    guard: 2,
    no_flight: 4,
    danger_divisor: 34,
    hanging: -28,
    tempo: 18,
    tapered: true,
    superpieces: Superpieces::ABSENT,
};

/// Superschaak: chess with four more strong men, so that kings are never safe, and a pawn
/// that comes through finds more in the pool as the game goes on.
pub static SUPERSCHAAK: Weights = Weights {
    hand: [0, 2, 2, 5, 12, 0],
    attacked_square: 5,
    superpieces: Superpieces {
        board: [[390, 330], [640, 660], [790, 790], [880, 930], [1_330, 1_380]],
        centre: [[8, 4], [8, 8], [5, 4], [3, 3], [4, 5]],
        advance: [[10, 4], [4, 4], [3, 2], [2, 3], [2, 3]],
        mobility: [[4, 3], [4, 4], [4, 4], [3, 4], [2, 3]],
        attacker: [8, 14, 17, 18, 26],
        safe_check: [0, 24, 24, 28, 32],
        frozen: [-6, -45, -45, -65, -120, -45, -50, -80, -100, -110, -160],
    },
    ..CHESS
};

/// Crazyhouse: what is lost on the board is in the enemy's hand, so values are about half
/// and the attack on the king is everything.
pub static CRAZYHOUSE: Weights = Weights {
    board: [[62, 0], [165, 0], [170, 0], [190, 0], [340, 0], NONE],
    centre: [[2, 0], [8, 0], [3, 0], [1, 0], [2, 0], [-10, 0]],
    advance: [[4, 0], [6, 0], [4, 0], [3, 0], [3, 0], [-22, 0]],
    promoted_bonus: 30,
    hand: [78, 195, 180, 205, 375, 0],
    hand_decay: 92,
    mobility: [NONE, [5, 0], [5, 0], [3, 0], [3, 0], NONE],
    bishop_pair: [10, 0],
    open_file: [8, 0],
    isolated: [-4, 0],
    doubled: [-4, 0],
    passed: [2, 0],
    attacker: [6, 13, 11, 13, 18, 0],
    attacked_square: 5,
    weak_square: 9,
    safe_check: [0, 24, 18, 24, 24, 0],
    safe_drop_check: [10, 26, 20, 28, 34, 0],
    hand_attacker: [4, 9, 7, 9, 14, 0],
    shield: 7,
    guard: 4,
    no_flight: 10,
    danger_divisor: 26,
    hanging: -34,
    tempo: 40,
    tapered: false,
    superpieces: Superpieces::ABSENT,
};

/// One board of two: what is lost here goes to the partner's enemy, and what is in hand
/// has come from outside, so neither is worth twice.
pub static TEAM: Weights = Weights {
    board: [[70, 0], [185, 0], [190, 0], [215, 0], [390, 0], NONE],
    hand: [80, 190, 175, 200, 350, 0],
    ..CRAZYHOUSE
};

impl Weights {
    /// The weights that fit these rules.
    pub fn under(rules: &Rules) -> &'static Self {
        match rules.captures {
            _ if rules.superpieces => &SUPERSCHAAK,
            Captures::Nowhere | Captures::OwnPool => &CHESS,
            Captures::OwnHand => &CRAZYHOUSE,
            Captures::Partner => &TEAM,
        }
    }

    /// The weights `board`, `centre` and `advance` of a role.
    fn of(&self, role: Role) -> [Pair; 3] {
        let row = role.index();
        let superpieces = &self.superpieces;
        match row.checked_sub(Role::COUNT) {
            None => [self.board[row], self.centre[row], self.advance[row]],
            Some(row) => {
                [superpieces.board[row], superpieces.centre[row], superpieces.advance[row]]
            }
        }
    }

    /// A man of this role on a square, seen by his owner.
    pub fn placed(&self, role: Role, square: Square, promoted: bool) -> Pair {
        let from_centre = |coordinate: u8| (2 * i32::from(coordinate) - 7).abs() - 1;
        let distance = from_centre(square.file()) + from_centre(square.rank());
        let [board, centre, advance] = self.of(role);
        // Pawns care for files only, their ranks are counted by `advance`.
        let distance = if role == Role::Pawn { from_centre(square.file()) } else { distance };
        let mut value = [0; 2];
        for (phase, value) in value.iter_mut().enumerate() {
            *value = board[phase] + advance[phase] * i32::from(square.rank())
                - centre[phase] * distance / 2;
            if promoted {
                let surplus = board[phase] - self.board[Role::Pawn.index()][phase];
                *value += surplus * self.promoted_bonus / 100;
            }
        }
        value
    }

    /// So many men of a role in hand.
    pub fn held(&self, role: Role, count: u8) -> i32 {
        let first = f64::from(self.hand.get(role.index()).copied().unwrap_or(0));
        let decay = f64::from(self.hand_decay) / 100.0;
        (0..i32::from(count)).map(|n| first * decay.powi(n)).sum::<f64>() as i32
    }
}
