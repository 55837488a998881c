//! The weights of the games for four and for three players, in centipawns unless it is said
//! otherwise. Set by matches at fixed nodes (docs/search.md).

use crate::board::Role;

/// All weights of one of these games.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatedWeights {
    /// Men on the board, by role.
    pub material: [i32; Role::COUNT],
    /// What a square that a man reaches is worth, by role; queens see so many that each is
    /// worth little.
    pub mobility: [i32; Role::COUNT],
    /// How much a man adds to the danger of a king whose surroundings he attacks, by role.
    pub attacker: [i32; Role::COUNT],
    /// A second enemy that looks at the same king makes everything so much worse, in percent.
    pub two_sides: i32,
    /// What the danger to a king costs, in percent of the usual.
    pub danger: i32,
    /// A pawn that stands right before its king.
    pub shelter: i32,
    /// A step of a pawn; a step of it beyond the middle.
    pub pawn_step: [i32; 2],
    /// An army that cannot move keeps this much of its value, in percent.
    pub frozen: i32,
    /// What it costs a camp that one of its kings stands mated, or stalemated.
    pub mated: i32,
    /// See `mated`.
    pub stalemated: i32,
    /// Of the men that may be taken before their seat can move: how much of the dearest is
    /// lost, in percent, and how much of the others.
    pub threatened: [i32; 2],
    /// The same for men that only the seat on move attacks: the search sees what comes of it.
    pub attacked: i32,
    /// To be on move.
    pub tempo: i32,
    /// To be in check before one's turn has come.
    pub awaiting_check: i32,
}

/// Four players.
pub const VIERSCHAAK: SeatedWeights = SeatedWeights {
    material: [100, 290, 430, 560, 1_080, 0],
    mobility: [0, 7, 5, 3, 2, 0],
    attacker: [6, 16, 18, 24, 40, 0],
    two_sides: 160,
    danger: 100,
    shelter: 14,
    pawn_step: [5, 12],
    frozen: 45,
    mated: 700,
    stalemated: 250,
    threatened: [50, 15],
    attacked: 15,
    tempo: 14,
    awaiting_check: -35,
};

/// Three players.
pub const DRIESCHAAK: SeatedWeights = VIERSCHAAK;
