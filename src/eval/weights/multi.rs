//! The weights of the games for four and for three players, in centipawns unless it is said
//! otherwise: fitted by `kralle tune seats` to games of the engine (docs/search.md).

use super::{Tunable, TunableNumbers};
use crate::board::Role;

/// All weights of one of these games.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatedWeights {
    /// Pieces on the board, by role.
    pub material: [i32; Role::CHESS.len()],
    /// What a piece's place adds, by role and by how far to the side of the middle of its own
    /// army it stands, in whole squares.
    pub aside: [[i32; 7]; Role::CHESS.len()],
    /// The same by rows from the edge behind its own king.
    pub ahead: [[i32; 14]; Role::CHESS.len()],
    /// A square that a piece reaches, by role.
    pub mobility: [i32; Role::CHESS.len()],
    /// Danger to a king for a piece that attacks its surroundings, and once more for each of
    /// these squares, by role. Centipawns are the square of the danger over
    /// [`DANGER`](super::DANGER).
    pub attacker: [i32; Role::CHESS.len()],
    /// All this danger, in percent, if two enemies look at the same king.
    pub two_sides: i32,
    /// Danger for each square beside the king that an enemy attacks and only the king defends.
    pub weak_square: i32,
    /// Danger for each square from where a piece could give check and not be taken, by role.
    pub safe_check: [i32; Role::CHESS.len()],
    /// Danger by the number of squares the king can step to: none, one, two, more.
    pub flights: [i32; 4],
    /// Danger by the number of enemies that move before the king's seat does.
    pub awaited: [i32; 3],
    /// Danger for each own pawn beside the king.
    pub shelter: i32,
    /// An army that cannot move keeps this much of its value, in percent.
    pub frozen: i32,
    /// That a king stands mated, for its own camp, or stalemated.
    pub mated: i32,
    /// See `mated`.
    pub stalemated: i32,
    /// Of the pieces that may be taken before their seat can move: how much of the dearest is
    /// lost, in percent, and how much of the others.
    pub threatened: [i32; 2],
    /// The same for pieces that only the seat on move attacks: the search sees what comes of it.
    pub attacked: i32,
    /// To be on move.
    pub tempo: i32,
    /// To be in check before one's turn has come.
    pub awaiting_check: i32,
}

impl Tunable for SeatedWeights {
    fn visit(&mut self, show: &mut dyn FnMut(&'static str, &mut i32)) {
        // Taken apart in full, so that no field can be forgotten.
        let Self {
            material,
            aside,
            ahead,
            mobility,
            attacker,
            two_sides,
            weak_square,
            safe_check,
            flights,
            awaited,
            shelter,
            frozen,
            mated,
            stalemated,
            threatened,
            attacked,
            tempo,
            awaiting_check,
        } = self;
        let fields: [(&'static str, &mut dyn TunableNumbers); 18] = [
            ("material", material),
            ("aside", aside),
            ("ahead", ahead),
            ("mobility", mobility),
            ("attacker", attacker),
            ("two_sides", two_sides),
            ("weak_square", weak_square),
            ("safe_check", safe_check),
            ("flights", flights),
            ("awaited", awaited),
            ("shelter", shelter),
            ("frozen", frozen),
            ("mated", mated),
            ("stalemated", stalemated),
            ("threatened", threatened),
            ("attacked", attacked),
            ("tempo", tempo),
            ("awaiting_check", awaiting_check),
        ];
        for (name, numbers) in fields {
            numbers.each(&mut |number| show(name, number));
        }
    }
}

/// Four players.
pub const VIERSCHAAK: SeatedWeights = SeatedWeights {
    material: [133, 287, 401, 575, 1187, -202],
    aside: [
        [-16, -10, 12, -28, -37, 27, -5],
        [-22, -2, 11, -10, 23, 27, -69],
        [41, 31, 14, -7, 2, -19, -14],
        [18, -10, -14, -22, 40, 43, -5],
        [24, 40, 9, 24, 60, -17, 43],
        [4, -31, -29, -58, -26, -35, -82],
    ],
    ahead: [
        [0, -36, -12, -32, -23, 20, 38, 58, 53, 114, 81, 151, 374, 116],
        [-83, 33, -30, 12, -8, 25, 23, 9, 47, 46, 20, 47, 0, 4],
        [-19, 16, 10, -6, 44, 4, 44, 22, 38, 21, 13, -52, -13, -6],
        [-28, -5, -62, 72, -26, -3, -12, -44, 20, -2, -7, 57, 36, 52],
        [-58, -11, -9, 11, 85, 5, 4, 34, 37, -6, -34, 106, 33, 57],
        [-107, -104, -116, -103, -107, -66, -44, -55, -76, -106, -131, -164, -183, -208],
    ],
    mobility: [0, 8, 4, 6, 0, 0],
    attacker: [0, 5, 7, 11, 14, 0],
    two_sides: 186,
    weak_square: -3,
    safe_check: [0, 34, 43, 5, -6, 0],
    flights: [41, 4, 5, -10],
    awaited: [-7, 18, 17],
    shelter: 1,
    frozen: 59,
    mated: -440,
    stalemated: -161,
    threatened: [48, 38],
    attacked: 28,
    tempo: 8,
    awaiting_check: -203,
};

/// Four players where the first king that falls ends the game.
pub const FOUR_PLAYER_TEAMS: SeatedWeights = SeatedWeights {
    material: [119, 311, 356, 504, 1158, -202],
    aside: [
        [4, 12, 18, -3, 7, 73, -15],
        [-40, -20, 5, -18, 28, 19, -47],
        [21, 11, -14, -8, 32, 9, -5],
        [18, -14, -28, -25, 59, 91, 62],
        [-30, -20, -41, -41, 80, 68, 86],
        [-7, -30, -22, -62, -12, -27, -94],
    ],
    ahead: [
        [0, -53, -32, -48, -46, 7, 33, 159, 170, 265, 81, 151, 374, 116],
        [-130, -11, -26, 14, 16, 44, 14, 51, 75, 20, 45, -1, 26, 10],
        [5, 32, 0, -22, 5, -20, 14, 5, -16, 2, -11, 13, 88, 27],
        [-18, 12, -32, 55, -19, 1, -9, 10, 9, -7, 23, -10, 47, 99],
        [3, 32, 35, -13, 10, -3, -63, -3, 3, 6, -21, 57, 71, -30],
        [-94, -115, -103, -107, -106, -56, -22, -17, -95, -155, -140, -169, -192, -202],
    ],
    mobility: [0, 0, 7, 10, 5, 0],
    attacker: [0, 4, 3, 5, 7, 0],
    two_sides: 246,
    weak_square: 3,
    safe_check: [0, 32, 26, 24, 9, 0],
    flights: [62, 64, 64, 63],
    awaited: [70, 81, 75],
    shelter: -6,
    frozen: 59,
    mated: -440,
    stalemated: -161,
    threatened: [47, 43],
    attacked: 27,
    tempo: 23,
    awaiting_check: -261,
};

/// Three players.
pub const DRIESCHAAK: SeatedWeights = SeatedWeights {
    material: [151, 246, 348, 485, 1140, -107],
    aside: [
        [-3, -7, -15, 19, -1, -36, -5],
        [29, 23, -2, 12, -73, -10, -30],
        [-22, -23, -4, 15, 0, -25, -18],
        [-8, -46, -7, -36, -22, 53, -6],
        [-15, -21, 10, 45, 6, 49, -10],
        [-45, 0, 15, -38, -16, -30, 0],
    ],
    ahead: [
        [0, -25, -24, -31, -52, -3, 33, 51, 118, 125, 113, 92, 104, 116],
        [-40, 4, -10, -10, -14, 11, 6, 36, 43, 26, 21, 3, -10, -20],
        [-24, 30, 27, 3, 1, 11, -3, -3, -18, -28, -12, 0, -12, -18],
        [-39, -29, -40, -28, -51, -17, -2, 21, 48, 48, 3, 13, 0, 0],
        [64, 25, 19, -27, -3, 2, -13, -19, 23, 25, -2, 2, -6, -10],
        [-59, -18, -73, -63, -73, -83, -96, -111, -121, -137, -157, -175, -192, -208],
    ],
    mobility: [0, -21, -3, 1, 6, 0],
    attacker: [0, 8, 0, 6, 8, 0],
    two_sides: 22,
    weak_square: 5,
    safe_check: [0, 11, 10, 15, 7, 0],
    flights: [125, 126, 120, 126],
    awaited: [153, 148, 146],
    shelter: -13,
    frozen: 43,
    mated: -475,
    stalemated: -257,
    threatened: [41, 66],
    attacked: 29,
    tempo: 36,
    awaiting_check: -56,
};
