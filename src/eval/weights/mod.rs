//! The numbers of the hand-written evaluation: one set for each kind of game, set by hand
//! or fitted by `kralle tune eval` to games of the engine (docs/search.md). Values are
//! centipawns, but for the danger to a king, which is counted in units of its own.

mod chess;
mod crazyhouse;
pub mod multi;
mod superschaak;
mod team;

use crate::board::{Role, Square};
use crate::game::rules::{Captures, Rules};

/// (middlegame, endgame). Where pieces come back there is no endgame, and only the first
/// counts.
pub type PhasePair = [i32; 2];

/// All weights of one kind of game.
#[derive(Clone, PartialEq, Debug)]
pub struct ClassicalWeights {
    /// A piece on the board, by role.
    pub board: [PhasePair; Role::CHESS.len()],
    /// What its file adds, by role: from the edge to the centre.
    pub file: [[PhasePair; 4]; Role::CHESS.len()],
    /// What its rank adds, by role: from its own first.
    pub rank: [[PhasePair; 8]; Role::CHESS.len()],
    /// What a promoted piece adds, by role: captured, it is only a pawn to the enemy.
    pub promoted: [i32; Role::CHESS.len()],
    /// A piece in hand, by role: the first, the second, and each further one of a kind.
    pub hand: [[i32; 3]; Role::CHESS.len()],
    /// A square attacked that is not lost to an enemy pawn, by role.
    pub mobility: [PhasePair; Role::CHESS.len()],
    /// A non-pawn piece, for each step it is nearer to the enemy king than the length of the
    /// board, by role.
    pub near_enemy: [PhasePair; Role::CHESS.len()],
    /// The same for its own king.
    pub near_own: [PhasePair; Role::CHESS.len()],
    /// Two bishops.
    pub bishop_pair: PhasePair,
    /// A rook on a file without own pawns.
    pub open_file: PhasePair,
    /// A pawn beside no other of its own.
    pub isolated: PhasePair,
    /// A pawn behind another of its own.
    pub doubled: PhasePair,
    /// A passed pawn, by rank.
    pub passed: [PhasePair; 8],
    /// A non-pawn piece attacked and not defended: while its side is to move, and else.
    pub loose: [i32; 2],
    /// A non-pawn piece attacked by a pawn: while its side is to move, and else.
    pub chased: [i32; 2],
    /// The move.
    pub tempo: i32,
    /// Danger to a king, for a piece that attacks its surroundings, by role; a pawn counts
    /// for each square.
    pub attacker: [i32; Role::CHESS.len()],
    /// Danger for each such square that a non-pawn piece attacks.
    pub attacked_square: i32,
    /// Danger for each attacked square round the king that only the king defends.
    pub weak_square: i32,
    /// Danger for each empty square round the king that no piece of its side guards.
    pub hole: i32,
    /// Danger for a check that can be given safely next move from the board, by role.
    pub safe_check: [i32; Role::CHESS.len()],
    /// Danger for a check that can be given safely by a drop, by role.
    pub safe_drop_check: [i32; Role::CHESS.len()],
    /// Danger for a check by a drop where the dropped piece can be taken, by role.
    pub guarded_drop_check: [i32; Role::CHESS.len()],
    /// Danger for each of the first two pieces of a kind in the enemy's hand, by role.
    pub hand_attacker: [i32; Role::CHESS.len()],
    /// Danger for each own pawn beside the king.
    pub shield: i32,
    /// Danger for each other own piece beside the king.
    pub guard: i32,
    /// Danger by the number of squares the king can step to: none, one, two, more.
    pub flights: [i32; 4],
    /// Danger if the enemy is to move.
    pub initiative: i32,
    /// What superpieces and freezing are worth.
    pub superpieces: SuperpieceWeights,
    /// Is there an endgame?
    pub tapered: bool,
}

/// The weights of superpieces, in the order of [`Role::SUPER`], named as in [`ClassicalWeights`].
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct SuperpieceWeights {
    pub board: [PhasePair; Role::SUPER.len()],
    pub file: [[PhasePair; 4]; Role::SUPER.len()],
    pub rank: [[PhasePair; 8]; Role::SUPER.len()],
    pub mobility: [PhasePair; Role::SUPER.len()],
    pub attacker: [i32; Role::SUPER.len()],
    pub safe_check: [i32; Role::SUPER.len()],
    /// A piece dearer than a bishop, attacked by a knight or bishop and neither loose nor
    /// chased: while its side is to move, and else.
    pub hunted: [i32; 2],
    /// A piece of any role that is frozen.
    pub frozen: [i32; Role::ALL.len()],
}

impl SuperpieceWeights {
    /// For the games that do not have them.
    pub const ABSENT: Self = Self {
        board: [[0; 2]; Role::SUPER.len()],
        file: [[[0; 2]; 4]; Role::SUPER.len()],
        rank: [[[0; 2]; 8]; Role::SUPER.len()],
        mobility: [[0; 2]; Role::SUPER.len()],
        attacker: [0; Role::SUPER.len()],
        safe_check: [0; Role::SUPER.len()],
        hunted: [0; 2],
        frozen: [0; Role::ALL.len()],
    };
}

/// Centipawns are the square of the danger over this: it sets the unit of danger.
pub const DANGER: i32 = 128;

impl ClassicalWeights {
    /// The weights that fit these rules.
    pub fn under(rules: &Rules) -> &'static Self {
        match rules.captures {
            _ if rules.superpieces => &superschaak::WEIGHTS,
            Captures::Nowhere | Captures::OwnPool => &chess::WEIGHTS,
            Captures::OwnHand => &crazyhouse::WEIGHTS,
            Captures::Partner => &team::WEIGHTS,
        }
    }

    /// What a piece on a square, seen by its owner, is worth: the sum of these.
    pub fn placed(&self, role: Role, square: Square) -> [PhasePair; 3] {
        let from_edge = usize::from(square.file().min(7 - square.file()));
        let rank = usize::from(square.rank());
        let row = role.index();
        match row.checked_sub(Role::CHESS.len()) {
            None => [self.board[row], self.file[row][from_edge], self.rank[row][rank]],
            Some(row) => {
                let SuperpieceWeights { board, file, rank: ranks, .. } = &self.superpieces;
                [board[row], file[row][from_edge], ranks[row][rank]]
            }
        }
    }

    /// What a promoted piece adds; superpieces add nothing.
    pub fn promotion(&self, role: Role) -> i32 {
        self.promoted.get(role.index()).copied().unwrap_or(self.promoted[0])
    }

    /// What the `nth` piece of a role in hand adds, counted from 0; superpieces
    /// in a pool add as little as a king would.
    pub fn held(&self, role: Role, nth: usize) -> i32 {
        self.hand[role.index().min(Role::CHESS.len() - 1)][nth.min(2)]
    }
}

/// A set of weights that can be fitted.
pub trait Tunable: Clone {
    /// Shows every number, with the name of its field, in the order of the declaration.
    fn visit(&mut self, show: &mut dyn FnMut(&'static str, &mut i32));
}

impl Tunable for ClassicalWeights {
    fn visit(&mut self, show: &mut dyn FnMut(&'static str, &mut i32)) {
        // Taken apart in full, so that no field can be forgotten.
        let Self {
            board,
            file,
            rank,
            promoted,
            hand,
            mobility,
            near_enemy,
            near_own,
            bishop_pair,
            open_file,
            isolated,
            doubled,
            passed,
            loose,
            chased,
            tempo,
            attacker,
            attacked_square,
            weak_square,
            hole,
            safe_check,
            safe_drop_check,
            guarded_drop_check,
            hand_attacker,
            shield,
            guard,
            flights,
            initiative,
            superpieces,
            tapered: _,
        } = self;
        let fields: [(&'static str, &mut dyn TunableNumbers); 29] = [
            ("board", board),
            ("file", file),
            ("rank", rank),
            ("promoted", promoted),
            ("hand", hand),
            ("mobility", mobility),
            ("near_enemy", near_enemy),
            ("near_own", near_own),
            ("bishop_pair", bishop_pair),
            ("open_file", open_file),
            ("isolated", isolated),
            ("doubled", doubled),
            ("passed", passed),
            ("loose", loose),
            ("chased", chased),
            ("tempo", tempo),
            ("attacker", attacker),
            ("attacked_square", attacked_square),
            ("weak_square", weak_square),
            ("hole", hole),
            ("safe_check", safe_check),
            ("safe_drop_check", safe_drop_check),
            ("guarded_drop_check", guarded_drop_check),
            ("hand_attacker", hand_attacker),
            ("shield", shield),
            ("guard", guard),
            ("flights", flights),
            ("initiative", initiative),
            ("superpieces", superpieces),
        ];
        for (name, numbers) in fields {
            numbers.each(&mut |number| show(name, number));
        }
    }
}

/// A number, or an array of what holds numbers.
trait TunableNumbers {
    fn each(&mut self, show: &mut dyn FnMut(&mut i32));
}

impl TunableNumbers for SuperpieceWeights {
    fn each(&mut self, show: &mut dyn FnMut(&mut i32)) {
        let Self { board, file, rank, mobility, attacker, safe_check, hunted, frozen } = self;
        let parts: [&mut dyn TunableNumbers; 8] =
            [board, file, rank, mobility, attacker, safe_check, hunted, frozen];
        for part in parts {
            part.each(show);
        }
    }
}

impl TunableNumbers for i32 {
    fn each(&mut self, show: &mut dyn FnMut(&mut i32)) {
        show(self);
    }
}

impl<T: TunableNumbers, const N: usize> TunableNumbers for [T; N] {
    fn each(&mut self, show: &mut dyn FnMut(&mut i32)) {
        for part in self {
            part.each(show);
        }
    }
}
