//! What can be wrong with an engine before and while it plays.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use super::edit::EditError;
use super::link::LinkError;
use super::spec::EngineSpec;
use crate::base::suggest::nearest;

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
    NoAnswer { seconds: f64 },
    #[error("it says more than {mib} MiB and never that it is there")]
    TalksOn { mib: usize },
    #[error("crashed: {0}")]
    Crashed(String),
    #[error("{0}")]
    Complaint(String),
    #[error("it has no option `{name}`{advice}")]
    NoOption { name: String, advice: String },
    #[error("it does not play {0}")]
    NoVariant(String),
    #[error("it does not count its time in nodes: it has no option `nodestime`")]
    NoNodeClock,
    #[error("it knows no `setboard`, and `edit` cannot say: {0}")]
    NoSetBoard(#[from] EditError),
    #[error("XBoard's protocol cannot limit nodes; st, depth and tc can be had")]
    NoNodeLimit,
}

/// An engine has no such option. What every engine of a run was given is only warned about.
///
/// # Errors
/// If the option was meant for this engine.
pub fn lacks_option(spec: &EngineSpec, name: &str, offered: &[String]) -> Result<(), EngineFault> {
    if !spec.is_shared(name) {
        let meant = nearest(name, offered.iter().map(String::as_str));
        let advice = meant.map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
        return Err(EngineFault::NoOption { name: name.to_owned(), advice });
    }
    warn_once(&format!("{} has no option `{name}` and plays without it", spec.name));
    Ok(())
}

/// Warns on standard error, of each thing once in a run.
pub fn warn_once(text: &str) {
    static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    if SAID.lock().unwrap_or_else(PoisonError::into_inner).insert(text.to_owned()) {
        eprintln!("kralle: warning: {text}");
    }
}
