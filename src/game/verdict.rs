//! How a game on one board stands, and the article that says so.

use std::fmt;

use crate::board::Color;

/// The state of a game on one board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It goes on.
    Ongoing,
    /// No legal move and nothing lost: the player waits until a piece reaches his hand.
    Stuck,
    /// In check without a reply now, but a piece that comes could block it.
    StuckInCheck,
    /// In check without a reply; whether it is mate hangs on the partner's move.
    Pending,
    /// The side to move has no move, and loses by that.
    Stalemated {
        /// Who left it none.
        winner: Color,
        /// The article.
        article: &'static str,
    },
    /// This side has mated.
    Mate {
        /// Who gave the mate.
        winner: Color,
        /// The article.
        article: &'static str,
    },
    /// Nobody has won.
    Draw {
        /// Why.
        reason: Draw,
        /// The article.
        article: &'static str,
    },
}

/// Reasons for a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draw {
    /// The player to move has no legal move and is not in check.
    Stalemate,
    /// The same position for the third time.
    Repetition,
    /// So many moves by each player without anything irreversible.
    Moves(u16),
    /// Nobody has the pieces to mate.
    Material,
}

impl Verdict {
    /// Is the game over?
    pub fn is_over(self) -> bool {
        matches!(self, Self::Mate { .. } | Self::Stalemated { .. } | Self::Draw { .. })
    }

    /// Could a piece that comes from the other board still change something?
    pub fn waits(self) -> bool {
        matches!(self, Self::Stuck | Self::StuckInCheck | Self::Pending)
    }

    /// The result in PGN: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub fn result(self) -> &'static str {
        match self {
            Self::Mate { winner, .. } | Self::Stalemated { winner, .. } => match winner {
                Color::White => "1-0",
                Color::Black => "0-1",
            },
            Self::Draw { .. } => "1/2-1/2",
            _ => "*",
        }
    }
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Stalemate => f.write_str("stalemate"),
            Self::Repetition => f.write_str("repetition"),
            Self::Moves(moves) => write!(f, "{moves}-moves"),
            Self::Material => f.write_str("material"),
        }
    }
}

/// The verdict line: `mate:1-0 FIDE 5.1.1`, `draw:stalemate FIDE 5.2.1`, `ongoing`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Ongoing => f.write_str("ongoing"),
            Self::Stuck => f.write_str("stuck"),
            Self::StuckInCheck => f.write_str("stuck-check"),
            Self::Pending => f.write_str("pending"),
            Self::Stalemated { article, .. } => {
                write!(f, "stalemate:{} {article}", self.result())
            }
            Self::Mate { article, .. } => write!(f, "mate:{} {article}", self.result()),
            Self::Draw { reason, article } => write!(f, "draw:{reason} {article}"),
        }
    }
}
