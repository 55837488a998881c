//! What an option is: its name, what it holds, how a value is read from text, and how it is
//! shown in the answer to `uci`. Which options there are stands in `table`.

use super::{OptionError, Settings};
use crate::eval::chosen::EvalChoice;
use crate::game::catalogue::BuiltIn;

/// What an option holds.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Yes or no.
    Check {
        /// At the start.
        default: bool,
        /// Stores it.
        set: fn(&mut Settings, bool),
    },
    /// Yes or no, accepted and ignored: nothing here depends on it.
    Remark {
        /// At the start.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// At the start.
        default: i64,
        /// The smallest.
        least: i64,
        /// The largest.
        most: i64,
        /// Stores it.
        set: fn(&mut Settings, i64),
    },
    /// One word of several.
    Combo {
        /// At the start.
        default: &'static str,
        /// All of them.
        choices: fn() -> Vec<&'static str>,
        /// Stores it.
        set: fn(&mut Settings, &'static str),
    },
    /// An act, without a value.
    Button,
    /// The name of a game, built in or of the rules file.
    Variant,
    /// The path of a rules file, which is read at once.
    Rules,
    /// The path of a network, which is read at once.
    Network,
}

/// What a new value asks of the session beyond being stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionEffect {
    /// Nothing: it is looked up when needed.
    Stored,
    /// The desk must be told.
    Configure,
    /// The desk forgets what it learnt.
    Forget,
    /// Another game: another desk.
    NewDesk,
}

/// One option.
pub struct Spec {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// What it is for.
    pub help: &'static str,
    /// What a new value asks for.
    pub effect: OptionEffect,
}

impl Spec {
    /// Gives the option the value that it has at the start.
    pub(super) fn set_default(&self, settings: &mut Settings) {
        match self.kind {
            Kind::Check { default, set } => set(settings, default),
            Kind::Spin { default, set, .. } => set(settings, default),
            Kind::Combo { default, set, .. } => set(settings, default),
            Kind::Remark { .. } | Kind::Button | Kind::Variant | Kind::Rules | Kind::Network => {}
        }
    }

    /// Reads a value and stores it; says what that asks for.
    pub(super) fn set(
        &self,
        settings: &mut Settings,
        value: Option<&str>,
    ) -> Result<OptionEffect, OptionError> {
        let name = self.name;
        let value = value.filter(|text| !text.is_empty());
        let text = value.ok_or(OptionError::NoValue(name));
        match self.kind {
            Kind::Button if value.is_some() => return Err(OptionError::Button(name)),
            Kind::Button => {}
            Kind::Check { set, .. } => set(settings, check(name, text?)?),
            Kind::Remark { .. } => drop(check(name, text?)?),
            Kind::Spin { least, most, set, .. } => set(settings, spin(name, least, most, text?)?),
            Kind::Combo { choices, set, .. } => set(settings, combo(name, &choices(), text?)?),
            Kind::Variant => settings.variant = settings.named(text?)?,
            Kind::Rules => return settings.read_rules(value),
            Kind::Network => settings.judge = EvalChoice::read(value.unwrap_or_default())?,
        }
        Ok(self.effect)
    }

    /// The line of the answer to `uci`.
    pub fn uci_line(&self) -> String {
        let name = self.name;
        match self.kind {
            Kind::Check { default, .. } | Kind::Remark { default } => {
                format!("option name {name} type check default {default}")
            }
            Kind::Spin { default, least, most, .. } => {
                format!("option name {name} type spin default {default} min {least} max {most}")
            }
            Kind::Combo { default, choices, .. } => choices().iter().fold(
                format!("option name {name} type combo default {default}"),
                |line, choice| line + " var " + choice,
            ),
            Kind::Variant => BuiltIn::every().fold(
                format!("option name {name} type combo default {}", BuiltIn::Chess.name()),
                |line, game| line + " var " + game.name(),
            ),
            Kind::Button => format!("option name {name} type button"),
            Kind::Rules => format!("option name {name} type string default <empty>"),
            Kind::Network => format!("option name {name} type string default <built-in>"),
        }
    }

    /// Default and range, for people.
    pub(super) fn range(&self) -> (String, String) {
        match self.kind {
            Kind::Check { default, .. } | Kind::Remark { default } => {
                (default.to_string(), "true, false".into())
            }
            Kind::Spin { default, least, most, .. } => {
                (default.to_string(), format!("{least} to {most}"))
            }
            Kind::Combo { default, choices, .. } => (default.into(), choices().join(", ")),
            Kind::Variant => (BuiltIn::Chess.name().into(), BuiltIn::names().join(", ")),
            Kind::Button => ("-".into(), "a button".into()),
            Kind::Rules => ("none".into(), "a path".into()),
            Kind::Network => ("`<built-in>`".into(), "a path".into()),
        }
    }
}

/// `true` or `false`, in any case of letters.
fn check(name: &'static str, text: &str) -> Result<bool, OptionError> {
    match text.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(OptionError::Check { name, text: text.to_owned() }),
    }
}

/// A whole number in its range.
pub(super) fn spin(
    name: &'static str,
    least: i64,
    most: i64,
    text: &str,
) -> Result<i64, OptionError> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| OptionError::Spin { name, least, most, text: text.to_owned() })
}

/// One of the choices, in any case of letters.
fn combo(
    name: &'static str,
    choices: &[&'static str],
    text: &str,
) -> Result<&'static str, OptionError> {
    let choice = choices.iter().copied().find(|choice| choice.eq_ignore_ascii_case(text));
    choice.ok_or_else(|| OptionError::choice(name, text, choices))
}
