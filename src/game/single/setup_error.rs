//! Why a set-up of one 8x8 board cannot be played.

use crate::board::{Color, Hand, Role, Square};

/// Why a set-up cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// A side needs exactly one king.
    #[error("{0} has no king")]
    NoKing(Color),
    /// A side needs exactly one king.
    #[error("{0} has {1} kings")]
    ManyKings(Color, u32),
    /// The king could be taken.
    #[error("{0} is not to move but in check")]
    OpponentInCheck(Color),
    /// Where no pawn can be.
    #[error("a pawn stands on {0}, on the first or last rank")]
    PawnOnEdge(Square),
    /// Only where promoted pieces keep the shape of a pawn.
    #[error(
        "the piece on {0} is written P~, but in this game promoted pieces do not look like pawns"
    )]
    HiddenPromotion(Square),
    /// The game has no hands.
    #[error("there are pieces in hand, but this game has no drops")]
    NoHands,
    /// More than any game could bring together.
    #[error("{0} holds {1} pieces of one kind, at most 63 are possible")]
    HandTooFull(Color, u8),
    /// More than any game could bring together.
    #[error("{0} has more than {most} superpieces of one kind", most = Hand::MOST_SUPER)]
    ManySuperpieces(Color),
    /// Only in superschaak.
    #[error("there is {} on the board or in hand, which this game does not have", .0.letter())]
    Superpiece(Role),
    /// Only in superschaak.
    #[error("the FEN speaks of a prelude, which this game does not have")]
    NoPrelude,
    /// A prelude begins from the start, and every step is mirrored.
    #[error("pieces and pool are not those of a prelude with these superpieces")]
    PreludeBoard,
    /// The steps of a prelude are taken in a fixed order.
    #[error("at this stage of the prelude {0} is on move")]
    PreludeTurn(Color),
}
