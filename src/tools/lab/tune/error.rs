//! Why nothing can be tuned.

#[cfg(feature = "tune")]
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
    #[cfg(feature = "tune")]
    #[error("{path}: {error}", path = .0.display(), error = .1)]
    Output(PathBuf, std::io::Error),
    #[cfg(feature = "tune")]
    #[error("{0}")]
    Start(String),
    #[cfg(feature = "tune")]
    #[error("{0} needs two boards: tune on one")]
    TwoBoards(&'static str),
    #[cfg(feature = "tune")]
    #[error("the network is for another board than that of {0}")]
    OtherBoard(&'static str),
    #[cfg(not(feature = "tune"))]
    #[error("the margins of this build are constants: build with `--features tune`")]
    Constants,
}
