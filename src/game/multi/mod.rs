//! More than two players on one board: vierschaak (four in two teams) and drieschaak (three,
//! each for itself). Mate and stalemate exist only on a seat's own turn and are not the
//! end: the army freezes, is skipped, cannot be taken, and still bars enemy kings.
//!
//! A position always stands at a seat that can move, unless the game is over: a seat without a
//! move is frozen and skipped as part of the move before.
//!
//! Four-player teams, as public servers play it, is the same board with other ends: the first
//! king that is mated or taken decides, and the first stalemate draws.

mod check;
mod end;
mod ending;
mod exchange;
mod generate;
mod joint;
mod legal;
mod paranoid;
mod play;
mod position;
mod rules;
mod setup;
mod talk;
mod text;
mod variant;
mod view;

pub use ending::{MultiEnd, even_share};
pub use paranoid::Paranoid;
pub use position::Position;
pub use rules::{EnPassantTerm, MateWithStalemate, Rules, ThirdKing};
pub use setup::SetupError;
pub use talk::AllyTalkError;
pub use text::MultiMoveError;
pub use variant::{Drieschaak, FourPlayerTeams, Layout, MultiGame, Vierschaak};
