//! How progress bars look.

use indicatif::ProgressStyle;

/// A bar in the words of a template; a template that is none gives a plain bar.
pub fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
