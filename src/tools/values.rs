//! Values that the command lines of several tools have in common.

use crate::game::catalogue::{BuiltIn, UnknownVariant};

/// Why a word of a command line has no meaning.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ValueError {
    #[error("this must be a number from 0 to 1")]
    Share,
    #[error("this must be a number above 0")]
    Positive,
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

/// A number above 0.
///
/// # Errors
/// If it is none.
pub fn positive(text: &str) -> Result<f64, ValueError> {
    // Some are used in single precision, where they must be such numbers, too.
    let is_positive = |&number: &f64| number as f32 > 0.0 && (number as f32).is_finite();
    text.parse().ok().filter(is_positive).ok_or(ValueError::Positive)
}

/// As many threads as the machine has cores.
pub fn threads() -> u16 {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().min(1024) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_or_refused() {
        assert_eq!(share("0.25"), Ok(0.25));
        assert_eq!(positive("1e-9"), Ok(1e-9));
        for text in ["", "x", "-0.1", "nan", "inf", "1e999"] {
            assert_eq!(share(text), Err(ValueError::Share), "{text}");
            assert_eq!(positive(text), Err(ValueError::Positive), "{text}");
        }
        assert_eq!(share("0"), Ok(0.0));
        assert_eq!(positive("0"), Err(ValueError::Positive));
        assert_eq!(positive("1e39"), Err(ValueError::Positive));
        assert_eq!(positive("1e-50"), Err(ValueError::Positive));
    }
}
