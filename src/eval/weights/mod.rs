//! The numbers of the hand-written evaluation: one record for each kind of game, made by
//! `kralle tune eval` from games of the engine against itself (docs/search.md). Values are
//! centipawns, but for the danger to a king, which is counted in units of its own.

mod bughouse;
mod chess;
mod crazyhouse;
mod doorgeefschaak;
mod tandem;

use crate::board::{Role, Square};
use crate::game::rules::{Captures, Rules};

/// (middlegame, endgame). Where men come back there is no endgame, and only the first
/// counts.
pub type Pair = [i32; 2];

/// All weights of one kind of game.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// A man on the board, by role.
    pub board: [Pair; Role::COUNT],
    /// What his file adds, by role: from the edge to the centre.
    pub file: [[Pair; 4]; Role::COUNT],
    /// What his rank adds, by role: from his own first.
    pub rank: [[Pair; 8]; Role::COUNT],
    /// What it adds that he is promoted, by role: the rival would get only a pawn for him.
    pub promoted: [i32; Role::COUNT],
    /// A man in hand, by role: the first, the second, and each further one of a kind.
    pub hand: [[i32; 3]; Role::COUNT],
    /// A square attacked that is not lost to an enemy pawn, by role.
    pub mobility: [Pair; Role::COUNT],
    /// An officer, for each step he is nearer to the enemy king than the length of the
    /// board, by role.
    pub near_enemy: [Pair; Role::COUNT],
    /// The same for his own king.
    pub near_own: [Pair; Role::COUNT],
    /// Two bishops.
    pub bishop_pair: Pair,
    /// A rook on a file without own pawns.
    pub open_file: Pair,
    /// A pawn beside no other of its own.
    pub isolated: Pair,
    /// A pawn behind another of its own.
    pub doubled: Pair,
    /// A passed pawn, by rank.
    pub passed: [Pair; 8],
    /// An officer attacked and not defended.
    pub loose: i32,
    /// An officer attacked by a pawn.
    pub chased: i32,
    /// The move.
    pub tempo: i32,
    /// Danger to a king, for a man that attacks his surroundings, by role; a pawn counts
    /// for each square.
    pub attacker: [i32; Role::COUNT],
    /// Danger for each such square that an officer attacks.
    pub attacked_square: i32,
    /// Danger for each attacked square round the king that only he defends.
    pub weak_square: i32,
    /// Danger for each empty square round the king that no man of his guards.
    pub hole: i32,
    /// Danger for a check that can be given safely next move from the board, by role.
    pub safe_check: [i32; Role::COUNT],
    /// Danger for a check that can be given safely by a drop, by role.
    pub safe_drop_check: [i32; Role::COUNT],
    /// Danger for a check by a drop where the dropped man can be taken, by role.
    pub guarded_drop_check: [i32; Role::COUNT],
    /// Danger for each of the first two men of a kind in the enemy's hand, by role.
    pub hand_attacker: [i32; Role::COUNT],
    /// Danger for each own pawn beside the king.
    pub shield: i32,
    /// Danger for each other own man beside the king.
    pub guard: i32,
    /// Danger by the number of squares the king can step to: none, one, two, more.
    pub flights: [i32; 4],
    /// Danger if the enemy is to move.
    pub initiative: i32,
    /// Is there an endgame?
    pub tapered: bool,
}

/// Centipawns are the square of the danger over this: it sets the unit of danger.
pub const DANGER: i32 = 128;

impl Weights {
    /// The weights that fit these rules.
    pub fn under(rules: &Rules) -> &'static Self {
        use crate::game::rules::DropMate;
        match (rules.captures, rules.drop_mate) {
            (Captures::Nowhere | Captures::OwnPool, _) => &chess::WEIGHTS,
            (Captures::OwnHand, _) => &crazyhouse::WEIGHTS,
            (Captures::Partner, _) if !rules.drop_check => &doorgeefschaak::WEIGHTS,
            (Captures::Partner, DropMate::Forbidden(_)) => &tandem::WEIGHTS,
            (Captures::Partner, DropMate::Allowed) => &bughouse::WEIGHTS,
        }
    }

    /// What a man on a square, seen by his owner, is worth: the sum of these.
    pub fn placed(&self, role: Role, square: Square) -> [Pair; 3] {
        let row = role.index();
        let from_edge = square.file().min(7 - square.file());
        let rank = usize::from(square.rank());
        [self.board[row], self.file[row][usize::from(from_edge)], self.rank[row][rank]]
    }

    /// What the man adds who is the `nth` of his role in hand, counted from 0.
    pub fn held(&self, role: Role, nth: usize) -> i32 {
        self.hand[role.index()][nth.min(2)]
    }

    /// Shows every number, with the name of its field, in the order of the declaration.
    pub fn visit(&mut self, show: &mut dyn FnMut(&'static str, &mut i32)) {
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
            tapered: _,
        } = self;
        let fields: [(&'static str, &mut dyn Numbers); 28] = [
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
        ];
        for (name, numbers) in fields {
            numbers.each(&mut |number| show(name, number));
        }
    }
}

/// A number, or an array of what holds numbers.
trait Numbers {
    fn each(&mut self, show: &mut dyn FnMut(&mut i32));
}

impl Numbers for i32 {
    fn each(&mut self, show: &mut dyn FnMut(&mut i32)) {
        show(self);
    }
}

impl<T: Numbers, const N: usize> Numbers for [T; N] {
    fn each(&mut self, show: &mut dyn FnMut(&mut i32)) {
        for part in self {
            part.each(show);
        }
    }
}
