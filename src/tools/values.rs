//! Values that the command lines of several tools have in common.

use crate::game::catalogue::{BuiltIn, UnknownVariant};

/// Why a word of a command line has no meaning.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ValueError {
    #[error("this must be a number from 0 to 1")]
    Share,
}

/// A built-in game, by its name.
///
/// # Errors
/// If there is none, and which there are.
pub fn built_in(name: &str) -> Result<BuiltIn, UnknownVariant> {
    BuiltIn::find(name).ok_or_else(|| UnknownVariant(name.into()))
}

/// A part of a whole.
///
/// # Errors
/// If it is none.
pub fn share(text: &str) -> Result<f64, ValueError> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or(ValueError::Share)
}

/// As many threads as the machine has cores.
pub fn threads() -> u16 {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().min(1024) as u16)
}
