//! Why games cannot be recorded or records cannot be read.

use std::io;
use std::path::PathBuf;

use crate::eval::net::NetError;

/// Why game records cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum DataError {
    #[error("{path}: {cause}", path = .path.display())]
    File { path: PathBuf, cause: io::Error },
    #[error("{path}: another process is writing this file", path = .path.display())]
    InUse { path: PathBuf },
    #[error("{path}: this is no file of game records", path = .0.display())]
    Foreign(PathBuf),
    #[error(
        "{path}: version {found} of the record format, this program reads {expected}",
        path = .path.display(),
    )]
    Version { path: PathBuf, found: u32, expected: u32 },
    #[error(
        "{path}: games are played on one board or on two, not on {found}",
        path = .path.display(),
    )]
    Boards { path: PathBuf, found: u32 },
    #[error("{path}: there is no game `{name}`", path = .path.display())]
    Variant { path: PathBuf, name: String },
    #[error(
        "{path}: game {number} is damaged: it ends too soon, at byte {offset}",
        path = .path.display(),
    )]
    Cut { path: PathBuf, number: u64, offset: u64 },
    #[error("{path}: game {number} is damaged: {what}, at byte {offset}", path = .path.display())]
    Damaged { path: PathBuf, number: u64, offset: u64, what: &'static str },
    #[error("{path}: game {number} is damaged: {what}", path = .path.display())]
    Unplayable { path: PathBuf, number: u64, what: &'static str },
    #[error("{path}: these games were made by another recipe ({found})", path = .path.display())]
    DatagenRecipe { path: PathBuf, found: String },
    #[error("{0}")]
    Engine(String),
    #[error("{0}")]
    Net(#[from] NetError),
    #[error("{path}: games of {other}, but {first} before", path = .path.display())]
    Mixed { path: PathBuf, first: &'static str, other: &'static str },
    #[error("{0} is played on one board, not on two")]
    OneBoard(&'static str),
    #[error("{path}: only games on one board can be relabelled", path = .path.display())]
    BothBoards { path: PathBuf },
    #[error("{0} is not played on 8x8 boards")]
    NoBoard(&'static str),
    #[error("--output is missing")]
    NoOutput,
}
