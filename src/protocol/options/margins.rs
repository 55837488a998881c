//! The margins of the search as options, in builds with the feature `tune`: a new value
//! holds for the searches that begin after it. The manual does not list these.

use super::{Kind, OptionEffect, OptionError, Spec};
use crate::search::params::{MARGINS, Margin, tuning};

fn spec(margin: &Margin) -> Spec {
    let [default, least, most] = [margin.value, margin.least, margin.most].map(i64::from);
    Spec {
        name: margin.name,
        kind: Kind::Spin { default, least, most },
        help: "a margin of the search",
        effect: OptionEffect::Forget,
        set: |_, _| (),
    }
}

pub(super) fn find(name: &str) -> Option<usize> {
    MARGINS.iter().position(|margin| margin.name.eq_ignore_ascii_case(name))
}

pub(super) fn set(index: usize, value: Option<&str>) -> Result<OptionEffect, OptionError> {
    let spec = spec(&MARGINS[index]);
    let value = spec.read(value)?.number();
    tuning::set_for_process(index, value as i32);
    Ok(spec.effect)
}

/// Their lines of the answer to `uci`.
pub fn uci_lines() -> impl Iterator<Item = String> {
    MARGINS.iter().map(|margin| spec(margin).uci_line())
}
