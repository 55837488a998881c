//! Why a training makes no network.

use std::io;
use std::path::PathBuf;

use crate::eval::net::NetError;
use crate::eval::net::architecture::LINE;
use crate::tools::lab::data::DataError;

/// Why there is no network.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum TrainError {
    #[error("{0}")]
    Data(#[from] DataError),
    #[error(
        "{path}: games of {other}, but {first} before; --game says what the network is for",
        path = .path.display(),
    )]
    Mixed { first: &'static str, other: &'static str, path: PathBuf },
    #[error("rows are written of games on 8x8 boards, not of {0}")]
    NoRows(&'static str),
    #[error("there is no position to learn from in these files")]
    NoPositions,
    #[error("{path}: {other} is played on another board than {first}", path = .path.display())]
    OtherBoard { first: &'static str, other: &'static str, path: PathBuf },
    #[error("{hidden} neurons: it must be a multiple of {LINE} from {LINE} to {most}")]
    Hidden { hidden: usize, most: usize },
    #[error("{0}")]
    Net(#[from] NetError),
    #[error("{path}: {found} neurons, but --hidden {asked}", path = .path.display())]
    StartHidden { path: PathBuf, found: usize, asked: usize },
    #[error("{path}: it sees threats that this training would forget", path = .0.display())]
    StartThreats(PathBuf),
    #[error("{path}: cannot be read: {cause}", path = .path.display())]
    Unreadable { path: PathBuf, cause: io::Error },
    #[error("{path}: cannot be written: {cause}", path = .path.display())]
    Unwritable { path: PathBuf, cause: io::Error },
    #[error("{path}: this is no checkpoint of a training", path = .0.display())]
    Foreign(PathBuf),
    #[error(
        "{path}: a checkpoint of version {found}, which this program does not read",
        path = .path.display(),
    )]
    Version { path: PathBuf, found: u32 },
    #[error("{path}: this checkpoint is damaged", path = .0.display())]
    Damaged(PathBuf),
    #[error("{path}: a checkpoint of a training with {what}", path = .path.display())]
    OtherRecipe { path: PathBuf, what: String },
    #[error("{path}: a checkpoint of a training on other positions", path = .0.display())]
    OtherPositions(PathBuf),
    #[error("the loss is no number any more: try a lower --rate")]
    Diverged,
    #[error("no threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}
