//! The margins of the search as options, in builds with the feature `tune`: a new value
//! holds for the searches that begin after it, in place of what the game has. The manual does
//! not list these.

use super::spec::spin;
use super::{Kind, OptionEffect, OptionError, Spec};
use crate::search::margins::{MARGINS, Margin, Margins, options};

fn spec((margin, value): (&Margin, i32)) -> Spec {
    let [default, least, most] = [value, margin.least, margin.most].map(i64::from);
    Spec {
        name: margin.name,
        // Margins are no part of the settings: they hold for the whole process.
        kind: Kind::Spin { default, least, most, set: |_, _| () },
        help: "a margin of the search",
        effect: OptionEffect::Forget,
    }
}

pub(super) fn find(name: &str) -> Option<usize> {
    MARGINS.iter().position(|margin| margin.name.eq_ignore_ascii_case(name))
}

pub(super) fn set(index: usize, value: Option<&str>) -> Result<OptionEffect, OptionError> {
    let Margin { name, least, most, .. } = MARGINS[index];
    let text = value.ok_or(OptionError::NoValue(name))?;
    let value = spin(name, i64::from(least), i64::from(most), text)?;
    options::set(index, value as i32);
    Ok(OptionEffect::Forget)
}

/// Their lines of the answer to `uci`.
pub fn uci_lines() -> impl Iterator<Item = String> {
    MARGINS.iter().zip(Margins::COMMON.values()).map(|margin| spec(margin).uci_line())
}
