//! What an annotation is asked for, and why there is none.

use std::time::Duration;

use crate::player::PlayerError;
use crate::tools::records::ReplayError;

/// How hard to look.
#[derive(Clone, Copy, Debug)]
pub struct AnnotateOrder {
    /// Nodes for each position.
    pub nodes: Option<u64>,
    /// Time for each position.
    pub time: Option<Duration>,
    /// Positions analysed at once.
    pub threads: usize,
    /// Table of each of them, in MiB.
    pub hash_mib: usize,
}

/// Why a game cannot be annotated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum AnnotateError {
    #[error(transparent)]
    Replay(#[from] ReplayError),
    #[error(transparent)]
    Player(#[from] PlayerError),
}
