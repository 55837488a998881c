//! A command as `help` and the manual show it.

/// A command, for people.
#[derive(Clone, Copy, Debug)]
pub struct CommandForm {
    /// How it is written.
    pub form: &'static str,
    /// What it does.
    pub help: &'static str,
}
