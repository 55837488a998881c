//! What differs from club to club in the games for more than two: choices that the booklet
//! leaves open, and the house rules that a rules file may set.

/// What a club may settle for itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Three players, art. 33: is it illegal to mate or stalemate the next player together
    /// with the third?
    pub forbid_joint_mates: bool,
    /// Three players, art. 41: which moves may not open the king of the player after the next.
    pub third_king: ThirdKing,
    /// How long a pawn may be captured en passant (D-18).
    pub en_passant: EnPassantTerm,
    /// Moves of each player without a capture or pawn move that end the game (D-20), 0 for
    /// never; `None` for the number of the game's own text.
    pub move_draw: Option<u16>,
    /// Four players: what one enemy mated and the other stalemated is worth (D-33).
    pub mate_with_stalemate: MateWithStalemate,
}

/// Three players, art. 41: X moves, then Y, then Z. Which moves of X may not open Z's king to Y?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "rules-files", derive(serde::Deserialize))]
#[cfg_attr(feature = "rules-files", serde(rename_all = "kebab-case"))]
pub enum ThirdKing {
    /// None may (D-23).
    EveryMove,
    /// Only a piece that lifts a check by coming between may not, as the article says.
    Interposing,
    /// All may.
    Ignore,
}

/// How long a pawn that went two squares may be captured en passant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "rules-files", derive(serde::Deserialize))]
#[cfg_attr(feature = "rules-files", serde(rename_all = "kebab-case"))]
pub enum EnPassantTerm {
    /// By each enemy until that enemy has moved once.
    EachEnemy,
    /// By the next player only, with the very next move.
    NextMove,
}

/// What one enemy mated and the other stalemated is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "rules-files", derive(serde::Deserialize))]
#[cfg_attr(feature = "rules-files", serde(rename_all = "kebab-case"))]
pub enum MateWithStalemate {
    /// A half win, at once.
    HalfWin,
    /// A draw.
    Draw,
}

impl Rules {
    /// As the booklet has them.
    pub const DEFAULT: Self = Self {
        forbid_joint_mates: true,
        third_king: ThirdKing::EveryMove,
        en_passant: EnPassantTerm::EachEnemy,
        move_draw: None,
        mate_with_stalemate: MateWithStalemate::HalfWin,
    };
}

impl Default for Rules {
    fn default() -> Self {
        Self::DEFAULT
    }
}
