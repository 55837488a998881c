//! The options: what can be set ([`Settings`]), what an option is (`spec`), and all of them as
//! one slice of data (`table`), from which come the answer to `uci`, `help`, the table in the
//! manual and the setting itself.

#[cfg(feature = "tune")]
pub mod margins;
mod spec;
mod table;

use std::io::Read;
use std::time::Duration;

pub use spec::{Kind, OptionEffect, Spec};
pub use table::{OPTIONS, help_lines, manual_table};

use crate::base::random::fresh_seed;
use crate::base::suggest::{did_you_mean, one_of};
use crate::eval::chances::Chances;
use crate::eval::chosen::{AnyEval, EvalChoice};
use crate::eval::net::NetError;
use crate::game::catalogue::{BuiltIn, Variant};
use crate::game::custom;
use crate::game::rules::Rules;
use crate::notation::uci::Castling;
use crate::player::EngineSettings;
use crate::search::strength::{FULL, Strength};

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
    /// The game.
    pub variant: Variant,
    /// Kings and rooks may begin anywhere; castling is written as king takes own rook.
    pub chess960: bool,
    /// Castling is written `O-O`, as CECP has it where kings and rooks begin anywhere. Not
    /// an option: the language decides.
    pub letters_castle: bool,
    /// Report win, draw and loss in thousandths.
    pub show_wdl: bool,
    /// The seat that the engine plays on two boards; `auto`: the seat on move.
    pub seat: &'static str,
    /// Give up when so many centipawns behind; 0 for never.
    pub resign: i32,
    /// What positions of games on 8x8 boards are judged by, if networks may be used.
    pub judge: EvalChoice,
    /// May they?
    pub use_networks: bool,
    /// Does a seat of two boards count what captured pieces do on the other board?
    pub prices: bool,
    /// Games of the rules file.
    pub custom: Vec<Variant>,
    /// Three players: may two not mate the third together (art. 33)?
    pub art33: bool,
}

/// Why an option was not set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum OptionError {
    #[error("there is no option `{name}`; {advice}")]
    Unknown { name: String, advice: String },
    #[error("option {0} needs a value")]
    NoValue(&'static str),
    #[error("option {name} is true or false, not `{text}`")]
    Check { name: &'static str, text: String },
    #[error("option {name} is a number from {least} to {most}, not `{text}`")]
    Spin { name: &'static str, least: i64, most: i64, text: String },
    #[error("option {name} has no choice `{text}`; {advice}")]
    Choice { name: &'static str, text: String, advice: String },
    #[error("{0}")]
    Network(#[from] NetError),
    #[error("the rules file `{path}` cannot be read: {reason}")]
    File { path: String, reason: String },
    #[error("{0}")]
    Rules(String),
    #[error("the game in use, {0}, is not in that rules file")]
    InUse(Variant),
    #[error("option {0} is a button and takes no value")]
    Button(&'static str),
}

impl OptionError {
    /// No such option.
    pub fn unknown(name: &str) -> Self {
        let known = OPTIONS.iter().map(|spec| spec.name);
        let advice = did_you_mean(name, known, "`uci` lists all");
        Self::Unknown { name: name.into(), advice }
    }

    /// None of the choices that there are.
    fn choice(name: &'static str, text: &str, choices: &[&str]) -> Self {
        Self::Choice { name, text: text.into(), advice: one_of(text, choices) }
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
            variant: Variant::default(),
            chess960: false,
            letters_castle: false,
            show_wdl: false,
            seat: "auto",
            resign: 0,
            prices: true,
            judge: EvalChoice::BuiltIn,
            use_networks: true,
            custom: Vec::new(),
            art33: true,
        };
        for spec in OPTIONS {
            spec.set_default(&mut settings);
        }
        settings
    }
}

impl Settings {
    /// Sets an option by its name, in any case, from text.
    ///
    /// # Errors
    /// If there is no such option or the value is not one of its values.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<OptionEffect, OptionError> {
        #[cfg(feature = "tune")]
        if let Some(index) = margins::find(name) {
            return margins::set(index, value);
        }
        let spec = OPTIONS
            .iter()
            .find(|spec| spec.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::unknown(name))?;
        spec.set(self, value)
    }
}

impl Settings {
    /// What an engine is made of.
    pub fn engine(&self) -> EngineSettings {
        EngineSettings { hash_mib: self.hash_mib, threads: self.threads }
    }

    /// How strong to play, if not with all it can.
    pub fn strength(&self) -> Option<Strength> {
        let level = if self.limit_strength {
            Strength::level_of(self.rating as i32)
        } else {
            self.level as f64
        };
        let seed = if self.mistakes == 0 { fresh_seed() } else { self.mistakes };
        (level < FULL).then_some(Strength { level, seed })
    }

    /// Nodes that count as a second, where time is not real.
    pub fn node_rate(&self) -> Option<u64> {
        (self.node_time > 0).then(|| self.node_time * 1000)
    }

    /// The game of this name, from the rules file or built in.
    ///
    /// # Errors
    /// If there is none; the error says which there are.
    pub fn named(&self, name: &str) -> Result<Variant, OptionError> {
        let custom = self.custom.iter().find(|game| game.name().eq_ignore_ascii_case(name));
        let found = custom.cloned().or_else(|| Variant::find(name).ok());
        found.ok_or_else(|| {
            let mut games = BuiltIn::names();
            games.extend(self.custom.iter().map(Variant::name));
            OptionError::choice("UCI_Variant", name, &games)
        })
    }

    /// The rules of the game that is set, if it is one on 8x8 boards.
    pub fn rules(&self) -> Option<Rules> {
        self.variant.board_rules().copied()
    }

    /// By what scores are read as wins, draws and losses, if they are to be.
    pub fn chances(&self) -> Option<Chances> {
        self.show_wdl.then(|| Chances::of(self.variant.like()))
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
    pub fn choice(&self) -> &EvalChoice {
        if self.use_networks { &self.judge } else { &EvalChoice::HandWritten }
    }

    /// The evaluation for the game that is set, under its rules.
    ///
    /// # Errors
    /// If there is none to be had.
    pub fn eval(&self, rules: &Rules) -> Result<AnyEval, NetError> {
        self.choice().eval(self.variant.like(), rules)
    }

    /// Reads a file of house rules in place of the one before. If the game that is set
    /// comes from it, its desk is opened anew.
    fn read_rules(&mut self, path: Option<&str>) -> Result<OptionEffect, OptionError> {
        let games = match path.filter(|path| !path.is_empty() && *path != "<empty>") {
            None => Vec::new(),
            Some(path) => {
                let text = read_file(path).map_err(|error| OptionError::File {
                    path: path.into(),
                    reason: error.to_string(),
                })?;
                custom::read(&text).map_err(|error| OptionError::Rules(error.to_string()))?
            }
        };
        let was_custom = self.variant.is_custom();
        if was_custom {
            let same = games.iter().find(|game| game.name() == self.variant.name());
            self.variant = same.ok_or_else(|| OptionError::InUse(self.variant.clone()))?.clone();
        }
        self.custom = games;
        Ok(if was_custom { OptionEffect::NewDesk } else { OptionEffect::Stored })
    }
}

/// Longer files of rules are refused, in bytes.
const LONGEST_FILE: u64 = 1 << 20;

/// The text of a file. What is no regular file may have no end, or never begin.
fn read_file(path: &str) -> std::io::Result<String> {
    let refused = |reason: &str| std::io::Error::other(reason.to_owned());
    if !std::fs::metadata(path)?.is_file() {
        return Err(refused("it is no regular file"));
    }
    let mut text = String::new();
    std::fs::File::open(path)?.take(LONGEST_FILE + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LONGEST_FILE {
        return Err(refused("it is longer than 1 MiB"));
    }
    Ok(text)
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
        assert_eq!(settings.set("uci_variant", Some("CrazyHouse")), Ok(OptionEffect::NewDesk));
        assert_eq!(settings.set("MOVE OVERHEAD", Some("25")), Ok(OptionEffect::Stored));
        assert_eq!(settings.set("clear hash", None), Ok(OptionEffect::Forget));
        assert_eq!((settings.variant.name(), settings.overhead.as_millis()), ("crazyhouse", 25));
    }

    #[test]
    fn every_default_is_in_its_range() {
        let before = Settings::default();
        for spec in OPTIONS {
            let (default, _) = spec.range();
            let value = match spec.kind {
                Kind::Button => None,
                Kind::Rules | Kind::Network => continue,
                _ => Some(default.as_str()),
            };
            let mut settings = before.clone();
            assert!(spec.set(&mut settings, value).is_ok(), "{}", spec.name);
            assert_eq!(settings, before, "{}", spec.name);
        }
    }
}
