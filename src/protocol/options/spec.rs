//! What an option is: its name, what it holds, how a value is read from text, and how it is
//! shown in the answer to `uci`. Which options there are stands in `table`.

use super::{OptionError, Settings, names};
use crate::game::catalogue::BuiltIn;

/// What an option holds.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Yes or no.
    Check {
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
    },
    /// One word of several.
    Combo {
        /// At the start.
        default: &'static str,
        /// All of them.
        choices: fn() -> Vec<&'static str>,
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

/// A value that was read and is in range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Of a check.
    Check(bool),
    /// Of a spin.
    Spin(i64),
    /// Of a combo.
    Choice(&'static str),
    /// Of a button.
    Pressed,
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
    /// Stores a value of the right kind.
    pub(super) set: fn(&mut Settings, Value),
}

impl Value {
    pub(super) const fn number(self) -> i64 {
        match self {
            Self::Spin(number) => number,
            _ => 0,
        }
    }

    pub(super) const fn yes(self) -> bool {
        matches!(self, Self::Check(true))
    }

    pub(super) const fn choice(self) -> &'static str {
        match self {
            Self::Choice(choice) => choice,
            _ => "",
        }
    }
}

impl Kind {
    /// The value at the start; a button has none.
    pub(super) fn default_value(&self) -> Option<Value> {
        match *self {
            Self::Check { default } => Some(Value::Check(default)),
            Self::Spin { default, .. } => Some(Value::Spin(default)),
            Self::Combo { default, .. } => Some(Value::Choice(default)),
            Self::Button | Self::Variant | Self::Rules | Self::Network => None,
        }
    }
}

impl Spec {
    pub(super) fn read(&self, value: Option<&str>) -> Result<Value, OptionError> {
        let name = self.name;
        let value = value.filter(|text| !text.is_empty());
        if let Kind::Button = self.kind {
            return if value.is_none() {
                Ok(Value::Pressed)
            } else {
                Err(OptionError::Button(name))
            };
        }
        let text = value.ok_or(OptionError::NoValue(name))?;
        let read = match self.kind {
            Kind::Check { .. } => match text.to_ascii_lowercase().as_str() {
                "true" => Some(Value::Check(true)),
                "false" => Some(Value::Check(false)),
                _ => None,
            },
            Kind::Spin { least, most, .. } => {
                text.parse().ok().filter(|n| (least..=most).contains(n)).map(Value::Spin)
            }
            Kind::Combo { choices, .. } => choices()
                .into_iter()
                .find(|choice| choice.eq_ignore_ascii_case(text))
                .map(Value::Choice),
            Kind::Button | Kind::Variant | Kind::Rules | Kind::Network => None,
        };
        read.ok_or_else(|| {
            let text = text.to_owned();
            match self.kind {
                Kind::Spin { least, most, .. } => OptionError::Spin { name, least, most, text },
                Kind::Combo { choices, .. } => {
                    OptionError::Choice { name, choices: choices().join(", "), text }
                }
                Kind::Check { .. } | Kind::Button | Kind::Variant | Kind::Rules | Kind::Network => {
                    OptionError::Check { name, text }
                }
            }
        })
    }

    /// The line of the answer to `uci`.
    pub fn uci_line(&self) -> String {
        let name = self.name;
        match self.kind {
            Kind::Check { default } => format!("option name {name} type check default {default}"),
            Kind::Spin { default, least, most } => {
                format!("option name {name} type spin default {default} min {least} max {most}")
            }
            Kind::Combo { default, choices } => choices().iter().fold(
                format!("option name {name} type combo default {default}"),
                |line, choice| line + " var " + choice,
            ),
            Kind::Variant => BuiltIn::ALL.into_iter().fold(
                format!("option name {name} type combo default {}", BuiltIn::Chess.name()),
                |line, game| line + " var " + game.name(),
            ),
            Kind::Button => format!("option name {name} type button"),
            Kind::Rules => format!("option name {name} type string default <empty>"),
            Kind::Network => format!("option name {name} type string default <default>"),
        }
    }

    /// Default and range, for people.
    pub(super) fn range(&self) -> (String, String) {
        match self.kind {
            Kind::Check { default } => (default.to_string(), "true, false".into()),
            Kind::Spin { default, least, most } => {
                (default.to_string(), format!("{least} to {most}"))
            }
            Kind::Combo { default, choices } => (default.into(), choices().join(", ")),
            Kind::Variant => (BuiltIn::Chess.name().into(), names(&[])),
            Kind::Button => ("-".into(), "a button".into()),
            Kind::Rules => ("none".into(), "a path".into()),
            Kind::Network => ("`<default>`".into(), "a path".into()),
        }
    }
}
