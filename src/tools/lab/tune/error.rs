//! Why nothing can be tuned.

use std::path::PathBuf;

use super::positions::PositionsError;

/// Why there are no better numbers.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum TuneError {
    #[error("{0}")]
    Positions(#[from] PositionsError),
    #[error("{0}")]
    Engine(String),
    #[error("{0} games are too few to fit to")]
    FewGames(u64),
    #[error("{path}: {error}", path = .0.display(), error = .1)]
    Output(PathBuf, std::io::Error),
    #[error("{0}")]
    Start(String),
    #[error("the network is for another board than that of {0}")]
    OtherBoard(&'static str),
    #[error("no margin has a name that begins with `{0}`")]
    NoMargin(String),
}
