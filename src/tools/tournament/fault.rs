//! What can be wrong with an engine before and while it plays.

use super::link::LinkError;

/// Why an engine cannot play.
#[derive(Debug, thiserror::Error)]
#[error("{name}: {fault}")]
pub struct EngineError {
    /// The engine, as the run names it.
    pub name: String,
    /// What is wrong.
    pub fault: EngineFault,
}

/// What is wrong with an engine.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum EngineFault {
    #[error("{0}")]
    Link(#[from] LinkError),
    #[error("no answer within {seconds} s")]
    NoAnswer { seconds: u64 },
    #[error("crashed: {0}")]
    Crashed(String),
    #[error("{0}")]
    Complaint(String),
    #[error("it has no option `{0}`")]
    NoOption(String),
    #[error("it does not play {0}")]
    NoVariant(String),
    #[error("it does not count its time in nodes: it has no option `nodestime`")]
    NoNodeClock,
    #[error("XBoard's protocol cannot limit nodes; st, depth and tc can be had")]
    NoNodeLimit,
}
