//! The options as one slice of data: the answer to `uci`, `help`, the table in the manual
//! and the setting itself all come from it. To add an option, add a field to [`Settings`]
//! and an entry to [`OPTIONS`].

#[cfg(feature = "tune")]
pub mod margins;

use std::fmt::Write;
use std::time::Duration;

use crate::eval::chosen::{Choice, Chosen};
use crate::eval::net::file::NetError;
use crate::game::house;
use crate::game::many::{Drieschaak, Kind as _, Vierschaak};
use crate::game::rules::{self, Rules, Variant};
use crate::notation::uci::Castling;
use crate::search::strength::{FULL, LEAST_RATING, MOST_RATING, Strength};

/// All that can be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Size of the table, in MiB.
    pub hash_mib: usize,
    /// Searching threads.
    pub threads: usize,
    /// How many best lines to report.
    pub lines: usize,
    /// The level to play at, [`FULL`] being all it can.
    pub level: i64,
    /// Play at a rating instead?
    pub limit_strength: bool,
    /// That rating.
    pub rating: i64,
    /// Chooses the mistakes of a weak player; 0: others each time.
    pub mistakes: u64,
    /// Kept back from every clock.
    pub overhead: Duration,
    /// Nodes that count as a millisecond; 0 where time is real.
    pub node_time: u64,
    /// The game, by its name.
    pub variant: &'static str,
    /// Kings and rooks may begin anywhere; castling is written as king takes own rook.
    pub chess960: bool,
    /// Castling is written `O-O`, as CECP has it where kings and rooks begin anywhere. Not
    /// an option: the language decides.
    pub letters_castle: bool,
    /// Report win, draw and loss in thousandths.
    pub show_wdl: bool,
    /// For whom the engine plays where there are two boards; `auto`: whoever is on move.
    pub seat: &'static str,
    /// Give up when so many centipawns behind; 0 for never.
    pub resign: i32,
    /// What positions of games on 8x8 boards are judged by, if networks may be used.
    pub judge: Choice,
    /// May they?
    pub use_networks: bool,
    /// Does a seat of two boards look at the other board for what men are worth?
    pub prices: bool,
    /// Games of the rules file.
    pub house: Vec<Variant>,
    /// Three players: may two not mate the third together (art. 33)?
    pub art33: bool,
    /// Three players: search by best replies, not paranoid.
    pub best_reply: bool,
}

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
    /// The path of a file of house rules, which is read at once.
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
pub enum Effect {
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
    pub effect: Effect,
    /// Stores a value of the right kind.
    set: fn(&mut Settings, Value),
}

fn variant_names() -> Vec<&'static str> {
    let wide = [Vierschaak::LAYOUT.name, Drieschaak::LAYOUT.name];
    rules::VARIANTS.iter().map(|variant| variant.name).chain(wide).collect()
}

/// Every option, in the order in which `uci` names them.
pub const OPTIONS: &[Spec] = &[
    Spec {
        name: "Hash",
        kind: Kind::Spin { default: 16, least: 1, most: 262_144 },
        help: "size of the table of positions, in MiB",
        effect: Effect::Configure,
        set: |settings, value| settings.hash_mib = value.number() as usize,
    },
    Spec {
        name: "Clear Hash",
        kind: Kind::Button,
        help: "empties the table",
        effect: Effect::Forget,
        set: |_, _| (),
    },
    Spec {
        name: "Threads",
        kind: Kind::Spin { default: 1, least: 1, most: 256 },
        help: "threads that search",
        effect: Effect::Configure,
        set: |settings, value| settings.threads = value.number() as usize,
    },
    Spec {
        name: "MultiPV",
        kind: Kind::Spin { default: 1, least: 1, most: 500 },
        help: "how many of the best lines are reported",
        effect: Effect::Stored,
        set: |settings, value| settings.lines = value.number() as usize,
    },
    Spec {
        name: "Skill Level",
        kind: Kind::Spin { default: FULL as i64, least: 0, most: FULL as i64 },
        help: "how strong to play: 0 is a beginner, 20 all it can",
        effect: Effect::Stored,
        set: |settings, value| settings.level = value.number(),
    },
    Spec {
        name: "UCI_LimitStrength",
        kind: Kind::Check { default: false },
        help: "play at the strength of UCI_Elo instead of Skill Level",
        effect: Effect::Stored,
        set: |settings, value| settings.limit_strength = value.yes(),
    },
    Spec {
        name: "UCI_Elo",
        kind: Kind::Spin {
            default: MOST_RATING as i64,
            least: LEAST_RATING as i64,
            most: MOST_RATING as i64,
        },
        help: "the rating to play at, on Kralle's own scale",
        effect: Effect::Stored,
        set: |settings, value| settings.rating = value.number(),
    },
    Spec {
        name: "Mistakes",
        kind: Kind::Spin { default: 0, least: 0, most: 1_000_000_000 },
        help: "chooses the mistakes of a weak player; 0 makes others each time",
        effect: Effect::Stored,
        set: |settings, value| settings.mistakes = value.number().unsigned_abs(),
    },
    Spec {
        name: "Ponder",
        kind: Kind::Check { default: false },
        help: "tells that the program may send `go ponder`; changes nothing here",
        effect: Effect::Stored,
        set: |_, _| (),
    },
    Spec {
        name: "Move Overhead",
        kind: Kind::Spin { default: 10, least: 0, most: 5_000 },
        help: "milliseconds that a move loses on its way, kept back from the clock",
        effect: Effect::Stored,
        set: |settings, value| {
            settings.overhead = Duration::from_millis(value.number().unsigned_abs());
        },
    },
    Spec {
        name: "nodestime",
        kind: Kind::Spin { default: 0, least: 0, most: 1_000_000 },
        help: "nodes that count as a millisecond, so that a game can be played again; 0 is real time",
        effect: Effect::Stored,
        set: |settings, value| settings.node_time = value.number().unsigned_abs(),
    },
    Spec {
        name: "UCI_Variant",
        kind: Kind::Combo { default: "chess", choices: variant_names },
        help: "the game; a new one begins at its starting position",
        effect: Effect::NewDesk,
        set: |settings, value| settings.variant = value.choice(),
    },
    Spec {
        name: "RulesFile",
        kind: Kind::Rules,
        help: "a file of house rules (TOML); its games can then be named as UCI_Variant",
        effect: Effect::Stored,
        set: |_, _| (),
    },
    Spec {
        name: "EvalFile",
        kind: Kind::Network,
        help: "a network for games on 8x8 boards; `<default>` is the one that the program has \
               for the game, if any, `<none>` the hand-written evaluation",
        effect: Effect::Configure,
        set: |_, _| (),
    },
    Spec {
        name: "Use NNUE",
        kind: Kind::Check { default: true },
        help: "false: the hand-written evaluation, whatever EvalFile says",
        effect: Effect::Configure,
        set: |settings, value| settings.use_networks = value.yes(),
    },
    Spec {
        name: "Seat",
        kind: Kind::Combo { default: "auto", choices: || vec!["auto", "1w", "1b", "2w", "2b"] },
        help: "for whom to play on two boards: board and colour; auto is whoever is on move",
        effect: Effect::Configure,
        set: |settings, value| settings.seat = value.choice(),
    },
    Spec {
        name: "Resign",
        kind: Kind::Spin { default: 0, least: 0, most: 20_000 },
        help: "in XBoard's language: gives up when so many centipawns behind for four moves; 0 never",
        effect: Effect::Stored,
        set: |settings, value| settings.resign = value.number() as i32,
    },
    Spec {
        name: "Prices",
        kind: Kind::Check { default: true },
        help: "two boards: search the other board briefly for what men are worth there",
        effect: Effect::Configure,
        set: |settings, value| settings.prices = value.yes(),
    },
    Spec {
        name: "UCI_Chess960",
        kind: Kind::Check { default: false },
        help: "king and rooks may begin anywhere; castling is written king takes rook",
        effect: Effect::Configure,
        set: |settings, value| settings.chess960 = value.yes(),
    },
    Spec {
        name: "UCI_AnalyseMode",
        kind: Kind::Check { default: false },
        help: "tells that nobody plays; changes nothing here, every search is honest",
        effect: Effect::Stored,
        set: |_, _| (),
    },
    Spec {
        name: "UCI_ShowWDL",
        kind: Kind::Check { default: false },
        help: "adds win, draw and loss in thousandths to the score",
        effect: Effect::Stored,
        set: |settings, value| settings.show_wdl = value.yes(),
    },
    Spec {
        name: "Art33",
        kind: Kind::Combo { default: "forbid", choices: || vec!["forbid", "ignore"] },
        help: "drieschaak: may two players not mate the third together?",
        effect: Effect::NewDesk,
        set: |settings, value| settings.art33 = value.choice() == "forbid",
    },
    Spec {
        name: "ThreeSearch",
        kind: Kind::Combo { default: "paranoid", choices: || vec!["paranoid", "best-reply"] },
        help: "drieschaak: do both others answer a move, or only the one with the best reply?",
        effect: Effect::Forget,
        set: |settings, value| settings.best_reply = value.choice() == "best-reply",
    },
];

/// Why an option was not set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum OptionError {
    #[error("there is no option `{0}`; `uci` lists all")]
    Unknown(String),
    #[error("option {0} needs a value")]
    NoValue(&'static str),
    #[error("option {name} is true or false, not `{text}`")]
    Check { name: &'static str, text: String },
    #[error("option {name} is a number from {least} to {most}, not `{text}`")]
    Spin { name: &'static str, least: i64, most: i64, text: String },
    #[error("option {name} has no choice `{text}`, only {choices}")]
    Choice { name: &'static str, choices: String, text: String },
    #[error("{0}")]
    Network(#[from] NetError),
    #[error("the rules file `{path}` cannot be read: {reason}")]
    File { path: String, reason: String },
    #[error("{0}")]
    Rules(String),
    #[error("the game in use, {0}, is not in that rules file")]
    InUse(&'static str),
    #[error("option {0} is a button and takes no value")]
    Button(&'static str),
}

impl Value {
    const fn number(self) -> i64 {
        match self {
            Self::Spin(number) => number,
            _ => 0,
        }
    }

    const fn yes(self) -> bool {
        matches!(self, Self::Check(true))
    }

    const fn choice(self) -> &'static str {
        match self {
            Self::Choice(choice) => choice,
            _ => "",
        }
    }
}

impl Default for Settings {
    /// What the slice says, so that no default stands in two places.
    fn default() -> Self {
        let mut settings = Self {
            hash_mib: 1,
            threads: 1,
            lines: 1,
            level: 0,
            limit_strength: false,
            rating: 0,
            mistakes: 0,
            overhead: Duration::ZERO,
            node_time: 0,
            variant: "chess",
            chess960: false,
            letters_castle: false,
            show_wdl: false,
            seat: "auto",
            resign: 0,
            prices: true,
            judge: Choice::Default,
            use_networks: true,
            house: Vec::new(),
            art33: true,
            best_reply: false,
        };
        for spec in OPTIONS {
            if let Some(value) = spec.kind.default_value() {
                (spec.set)(&mut settings, value);
            }
        }
        settings
    }
}

impl Settings {
    /// Sets an option by its name, in any case, from text.
    ///
    /// # Errors
    /// If there is no such option or the value is not one of its values.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        #[cfg(feature = "tune")]
        if let Some(index) = margins::find(name) {
            return margins::set(index, value);
        }
        let spec = OPTIONS
            .iter()
            .find(|spec| spec.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown(name.into()))?;
        let house = |house: &&Variant| value.is_some_and(|v| v.eq_ignore_ascii_case(house.name));
        if let Kind::Rules = spec.kind {
            return self.read_rules(value);
        }
        if let Kind::Network = spec.kind {
            self.judge = Choice::read(value.unwrap_or_default())?;
            return Ok(spec.effect);
        }
        if spec.effect == Effect::NewDesk
            && let Some(game) = self.house.iter().find(house)
        {
            self.variant = game.name;
            return Ok(spec.effect);
        }
        (spec.set)(self, spec.read(value)?);
        Ok(spec.effect)
    }
}

impl Settings {
    /// How strong to play, if not with all it can.
    pub fn strength(&self) -> Option<Strength> {
        let level = if self.limit_strength {
            Strength::level_of(self.rating as i32)
        } else {
            self.level as f64
        };
        let seed = if self.mistakes == 0 { rand::random() } else { self.mistakes };
        (level < FULL).then_some(Strength { level, seed })
    }

    /// Nodes that count as a second, where time is not real.
    pub fn node_rate(&self) -> Option<u64> {
        (self.node_time > 0).then(|| self.node_time * 1000)
    }

    /// The rules of the game that is set, if it is one on 8x8 boards.
    pub fn rules(&self) -> Option<Rules> {
        let house = self.house.iter().find(|game| game.name == self.variant).copied();
        house.or_else(|| rules::variant(self.variant)).map(|game| game.rules)
    }

    /// How castling is written.
    pub fn castling(&self) -> Castling {
        match (self.letters_castle, self.chess960) {
            (true, _) => Castling::Letters,
            (false, true) => Castling::KingTakesRook,
            (false, false) => Castling::KingStep,
        }
    }

    /// What positions of games on 8x8 boards are judged by.
    pub fn choice(&self) -> &Choice {
        if self.use_networks { &self.judge } else { &Choice::HandWritten }
    }

    /// The evaluation for the game that is set, under its rules.
    ///
    /// # Errors
    /// If there is none to be had.
    pub fn eval(&self, rules: &Rules) -> Result<Chosen, NetError> {
        self.choice().eval(self.variant, rules)
    }

    /// Reads a file of house rules in place of the one before. If the game that is set
    /// comes from it, its desk is opened anew.
    fn read_rules(&mut self, path: Option<&str>) -> Result<Effect, OptionError> {
        let games = match path.filter(|path| !path.is_empty() && *path != "<empty>") {
            None => Vec::new(),
            Some(path) => {
                let text = std::fs::read_to_string(path).map_err(|error| OptionError::File {
                    path: path.into(),
                    reason: error.to_string(),
                })?;
                house::read(&text).map_err(|error| OptionError::Rules(error.to_string()))?
            }
        };
        let was_house = self.house.iter().any(|game| game.name == self.variant);
        if was_house && !games.iter().any(|game| game.name == self.variant) {
            return Err(OptionError::InUse(self.variant));
        }
        self.house = games
            .into_iter()
            // A game's name lives as long as the program, like those built in.
            .map(|game| Variant { name: game.name.leak(), rules: game.rules })
            .collect();
        let same_name = self.house.iter().find(|game| game.name == self.variant);
        if let Some(game) = same_name {
            self.variant = game.name;
        }
        Ok(if was_house { Effect::NewDesk } else { Effect::Stored })
    }
}

impl Kind {
    /// The value at the start; a button has none.
    fn default_value(&self) -> Option<Value> {
        match *self {
            Self::Check { default } => Some(Value::Check(default)),
            Self::Spin { default, .. } => Some(Value::Spin(default)),
            Self::Combo { default, .. } => Some(Value::Choice(default)),
            Self::Button | Self::Rules | Self::Network => None,
        }
    }
}

impl Spec {
    fn read(&self, value: Option<&str>) -> Result<Value, OptionError> {
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
            Kind::Button | Kind::Rules | Kind::Network => None,
        };
        read.ok_or_else(|| {
            let text = text.to_owned();
            match self.kind {
                Kind::Spin { least, most, .. } => OptionError::Spin { name, least, most, text },
                Kind::Combo { choices, .. } => {
                    OptionError::Choice { name, choices: choices().join(", "), text }
                }
                Kind::Check { .. } | Kind::Button | Kind::Rules | Kind::Network => {
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
            Kind::Button => format!("option name {name} type button"),
            Kind::Rules => format!("option name {name} type string default <empty>"),
            Kind::Network => format!("option name {name} type string default <default>"),
        }
    }

    /// Default and range, for people.
    fn range(&self) -> (String, String) {
        match self.kind {
            Kind::Check { default } => (default.to_string(), "true, false".into()),
            Kind::Spin { default, least, most } => {
                (default.to_string(), format!("{least} to {most}"))
            }
            Kind::Combo { default, choices } => (default.into(), choices().join(", ")),
            Kind::Button => ("-".into(), "a button".into()),
            Kind::Rules => ("none".into(), "a path".into()),
            Kind::Network => ("`<default>`".into(), "a path".into()),
        }
    }
}

/// The table of options as the manual has it, in Markdown.
pub fn manual_table() -> String {
    let mut table = String::from("| option | default | values | what for |\n|---|---|---|---|\n");
    for spec in OPTIONS {
        let (default, values) = spec.range();
        let _ = writeln!(table, "| `{}` | {default} | {values} | {} |", spec.name, spec.help);
    }
    table
}

/// The options as `help` shows them.
pub fn help_lines() -> String {
    let mut text = String::new();
    for spec in OPTIONS {
        let (default, values) = spec.range();
        let _ = writeln!(text, "  {:<16} {} ({values}; {default})", spec.name, spec.help);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_out_of_range_is_refused_and_changes_nothing() {
        let mut settings = Settings::default();
        let before = settings.clone();
        for (name, value) in [
            ("Hash", Some("0")),
            ("Hash", Some("1e3")),
            ("Hash", Some("99999999999999999999")),
            ("Threads", None),
            ("UCI_Variant", Some("atomic")),
            ("UCI_ShowWDL", Some("yes")),
            ("Clear Hash", Some("now")),
            ("Contempt", Some("0")),
        ] {
            assert!(settings.set(name, value).is_err(), "{name}");
            assert_eq!(settings, before);
        }
    }

    #[test]
    fn names_are_read_in_any_case() {
        let mut settings = Settings::default();
        assert_eq!(settings.set("uci_variant", Some("CrazyHouse")), Ok(Effect::NewDesk));
        assert_eq!(settings.set("MOVE OVERHEAD", Some("25")), Ok(Effect::Stored));
        assert_eq!(settings.set("clear hash", None), Ok(Effect::Forget));
        assert_eq!((settings.variant, settings.overhead.as_millis()), ("crazyhouse", 25));
    }

    #[test]
    fn every_default_is_in_its_range() {
        for spec in OPTIONS {
            let (default, _) = spec.range();
            let value = if matches!(spec.kind, Kind::Button) { None } else { Some(default) };
            if matches!(spec.kind, Kind::Rules | Kind::Network) {
                continue;
            }
            assert!(spec.read(value.as_deref()).is_ok(), "{}", spec.name);
        }
    }
}
