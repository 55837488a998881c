//! An engine as the command line names it: `name=A cmd=./x proto=cecp option.Hash=64
//! tc=10+0.1`. Without `cmd` it is Kralle in this process.

use std::path::PathBuf;
use std::time::Duration;

use super::pace::{Pace, PaceError, seconds};
use crate::base::suggest::{did_you_mean, nearest};

/// An engine and how it is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    /// As records name it; unique in a run.
    pub name: String,
    /// What runs.
    pub launch: Launch,
    /// What it speaks.
    pub protocol: Protocol,
    /// Names and values, in order; an empty value presses a button.
    pub options: Vec<(String, String)>,
    /// Names of those that every engine of the run was given: who lacks one plays without it.
    pub shared: Vec<String>,
    /// Lines to be sent as they are, after the options.
    pub init: Vec<String>,
    /// Its own pace; where it has none, that of the run.
    pub pace: Pace,
    /// How late it may be; as the run says without.
    pub margin: Option<Duration>,
    /// The core that its process stays on.
    pub cpu: Option<usize>,
    /// Is a new process started for each game?
    pub restart: bool,
    /// May it think while it is not on move?
    pub ponder: bool,
    /// Are its scores White's, whichever side is to move?
    pub whitepov: bool,
    /// How long it may take to introduce itself, and to be ready; the usual time without.
    pub startup: Option<Duration>,
}

/// What runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Launch {
    /// Kralle, in this process.
    Here,
    /// A program.
    Program {
        /// Its file, or a name that is looked up.
        path: String,
        /// Its arguments.
        arguments: Vec<String>,
        /// Where it runs; its own place if not here.
        directory: Option<PathBuf>,
        /// The file at whose end it writes what is no answer (standard error); nowhere without.
        stderr: Option<PathBuf>,
    },
}

/// What an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// UCI; with both boards if it has the option `Seat`.
    Uci,
    /// UCI, of one board even so.
    UciPlain,
    /// XBoard's protocol.
    Cecp,
}

/// Why an engine cannot be read from the command line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum SpecError {
    #[error("`{0}` is not of the form key=value")]
    NoValue(String),
    #[error("an engine has no `{key}`; {advice}")]
    Key { key: String, advice: String },
    #[error("`{key}` cannot be `{value}`: {reason}")]
    Value { key: String, value: String, reason: &'static str },
    #[error("{0}")]
    Pace(#[from] PaceError),
    #[error("`{0}` is for programs: an engine without `cmd` is Kralle in this process")]
    NoProgram(&'static str),
    #[error("two engines are called `{0}`")]
    SameName(String),
}

/// The keys of an engine, but for its options.
const KEYS: [&str; 17] = [
    "name", "cmd", "arg", "dir", "stderr", "proto", "tc", "st", "nodes", "depth", "margin", "cpu",
    "restart", "ponder", "whitepov", "startup", "init",
];

/// What a time is.
const SECONDS: &str = "it is a number of seconds";

impl SpecError {
    /// No such key.
    fn key(key: &str) -> Self {
        let all = format!("its keys are {} and option.NAME", KEYS.join(", "));
        let meant = match key.split_once('.') {
            Some((word, option)) if nearest(word, ["option"]).is_some() && !option.is_empty() => {
                format!("did you mean `option.{option}`?")
            }
            _ => did_you_mean(key, KEYS, &all),
        };
        Self::Key { key: key.into(), advice: meant }
    }
}

impl EngineSpec {
    /// Kralle in this process.
    pub fn here(name: &str) -> Self {
        Self {
            name: name.into(),
            launch: Launch::Here,
            protocol: Protocol::Uci,
            options: Vec::new(),
            shared: Vec::new(),
            init: Vec::new(),
            pace: Pace::default(),
            margin: None,
            cpu: None,
            restart: false,
            ponder: false,
            whitepov: false,
            startup: None,
        }
    }

    /// Reads keys and values; those in `each` come first, so that an engine's own go over
    /// them.
    ///
    /// # Errors
    /// The first word that is not understood.
    pub fn parse(each: &[String], own: &[String]) -> Result<Self, SpecError> {
        let mut spec = Self::here("");
        let mut draft = ProgramArgs::default();
        for (word, is_shared) in
            each.iter().map(|w| (w, true)).chain(own.iter().map(|w| (w, false)))
        {
            let (key, value) =
                word.split_once('=').ok_or_else(|| SpecError::NoValue(word.clone()))?;
            spec.set(&mut draft, key, value)?;
            if let Some(name) = key.strip_prefix("option.") {
                spec.shared.retain(|known| !known.eq_ignore_ascii_case(name));
                spec.shared.extend(is_shared.then(|| name.to_owned()));
            }
        }
        spec.launch = match draft.path.filter(|path| !path.eq_ignore_ascii_case("kralle")) {
            Some(path) => {
                let ProgramArgs { arguments, directory, stderr, .. } = draft;
                Launch::Program { path, arguments, directory, stderr }
            }
            None if !draft.arguments.is_empty() => return Err(SpecError::NoProgram("arg")),
            None if draft.directory.is_some() => return Err(SpecError::NoProgram("dir")),
            None if draft.stderr.is_some() => return Err(SpecError::NoProgram("stderr")),
            None if spec.cpu.is_some() => return Err(SpecError::NoProgram("cpu")),
            None if spec.protocol == Protocol::Cecp => {
                return Err(SpecError::NoProgram("proto=cecp"));
            }
            None => Launch::Here,
        };
        if spec.name.is_empty() {
            spec.name = spec.usual_name();
        }
        Ok(spec)
    }

    fn set(&mut self, draft: &mut ProgramArgs, key: &str, value: &str) -> Result<(), SpecError> {
        let wrong = |reason| SpecError::Value { key: key.into(), value: value.into(), reason };
        let count = || value.parse().ok().filter(|&n: &u64| n > 0);
        let time = || seconds(value).filter(|time| !time.is_zero());
        match key {
            "name" if value.is_empty() => return Err(wrong("a name has letters")),
            "name" => self.name = value.into(),
            "cmd" => draft.path = Some(value.into()),
            "arg" => draft.arguments.push(value.into()),
            "dir" => draft.directory = Some(value.into()),
            "stderr" => draft.stderr = Some(value.into()),
            "proto" => {
                self.protocol = match value {
                    "uci" => Protocol::Uci,
                    "uci-plain" => Protocol::UciPlain,
                    "cecp" | "xboard" => Protocol::Cecp,
                    _ => return Err(wrong("uci, uci-plain and cecp are known")),
                }
            }
            "tc" => self.pace.set_clock(value)?,
            "st" => self.pace.move_time = Some(time().ok_or_else(|| wrong(SECONDS))?),
            "startup" => self.startup = Some(time().ok_or_else(|| wrong(SECONDS))?),
            "nodes" => {
                self.pace.nodes = Some(count().ok_or_else(|| wrong("it is a number above 0"))?);
            }
            "depth" => {
                let depth = count().and_then(|depth| u32::try_from(depth).ok());
                self.pace.depth = Some(depth.ok_or_else(|| wrong("it is a number above 0"))?);
            }
            "margin" => {
                self.margin = Some(seconds(value).ok_or_else(|| wrong(SECONDS))?);
            }
            "cpu" => {
                let core =
                    value.parse().map_err(|_| wrong("it is the number of a core, from 0"))?;
                self.cpu = Some(core);
            }
            "restart" | "ponder" | "whitepov" => {
                let flag = match key {
                    "restart" => &mut self.restart,
                    "ponder" => &mut self.ponder,
                    _ => &mut self.whitepov,
                };
                *flag = value.parse().map_err(|_| wrong("it is true or false"))?;
            }
            "init" => self.init.push(value.into()),
            _ => match key.strip_prefix("option.") {
                Some(name) if !name.is_empty() => {
                    self.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
                    self.options.push((name.into(), value.into()));
                }
                _ => return Err(SpecError::key(key)),
            },
        }
        Ok(())
    }

    /// Was every engine of the run given this option, and this one nothing of its own?
    pub fn is_shared(&self, name: &str) -> bool {
        self.shared.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    /// All that matters for its play, as text.
    pub fn describe(&self) -> String {
        let program = match &self.launch {
            Launch::Here => "kralle".into(),
            Launch::Program { path, arguments, .. } => format!("{path} {}", arguments.join(" ")),
        };
        let options: Vec<String> =
            self.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let name = &self.name;
        let margin = self.margin.map(|margin| format!(", margin {} s", margin.as_secs_f64()));
        format!(
            "{name}: {program} [{}] {} {}{}",
            options.join(", "),
            self.init.join("; "),
            self.pace,
            margin.unwrap_or_default()
        ) + if self.ponder { ", ponder" } else { "" }
            + if self.whitepov { ", scores of White" } else { "" }
    }

    fn usual_name(&self) -> String {
        match &self.launch {
            Launch::Here => "Kralle".into(),
            Launch::Program { path, .. } => std::path::Path::new(path)
                .file_stem()
                .map_or_else(|| path.clone(), |stem| stem.to_string_lossy().into_owned()),
        }
    }
}

/// What is read of a program before it is known that there is one.
#[derive(Default)]
struct ProgramArgs {
    path: Option<String>,
    arguments: Vec<String>,
    directory: Option<PathBuf>,
    stderr: Option<PathBuf>,
}

/// Gives engines that were not named apart a number each.
///
/// # Errors
/// If two were given the same name.
pub fn tell_apart(engines: &mut [EngineSpec], named: &[bool]) -> Result<(), SpecError> {
    for index in 1..engines.len() {
        let taken = |name: &str, engines: &[EngineSpec]| {
            engines[..index].iter().any(|other| other.name == name)
        };
        if !taken(&engines[index].name, engines) {
            continue;
        }
        if named.get(index).copied().unwrap_or_default() {
            return Err(SpecError::SameName(engines[index].name.clone()));
        }
        let base = engines[index].name.clone();
        let free = (2..).map(|n| format!("{base}-{n}")).find(|name| !taken(name, engines));
        engines[index].name = free.unwrap_or(base);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<EngineSpec, String> {
        let words: Vec<String> = words.iter().map(|&word| word.into()).collect();
        EngineSpec::parse(&["option.Hash=1".into(), "tc=5".into()], &words)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn engines_are_read() {
        let spec = parse(&["cmd=./bin/sj.exe", "proto=cecp", "dir=/tmp", "arg=-x", "tc=10+0.1"]);
        let spec = spec.unwrap();
        assert_eq!((spec.name.as_str(), spec.protocol), ("sj", Protocol::Cecp));
        assert_eq!(spec.pace.control.unwrap().to_string(), "10+0.1");
        assert_eq!(spec.options, [("Hash".to_owned(), "1".to_owned())]);
        let here = parse(&["name=K", "option.hash=64", "nodes=500"]).unwrap();
        assert_eq!((here.name.as_str(), here.launch), ("K", Launch::Here));
        assert_eq!(here.options, [("hash".to_owned(), "64".to_owned())]);
        let free = parse(&["tc=inf", "depth=9", "whitepov=true", "startup=60"]).unwrap();
        assert_eq!((free.pace.control, free.pace.to_string().as_str()), (None, "depth 9"));
        assert!(free.whitepov && free.startup == Some(Duration::from_secs(60)));
        assert_eq!(parse(&["cmd=kralle"]).unwrap().launch, Launch::Here);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (word, reason) in [
            ("fast", "`fast` is not of the form key=value"),
            ("hash=1", "an engine has no `hash`"),
            ("proto=usi", "`proto` cannot be `usi`"),
            ("tc=x", "`x` is no time control"),
            ("nodes=0", "a number above 0"),
            ("dir=/tmp", "`dir` is for programs"),
            ("stderr=log", "`stderr` is for programs"),
            ("startup=0", "`startup` cannot be `0`: it is a number of seconds"),
            ("whitepov=1", "it is true or false"),
            ("name=", "a name has letters"),
            ("option.=1", "an engine has no `option.`"),
        ] {
            let error = parse(&[word]).unwrap_err();
            assert!(error.contains(reason), "{word}: {error}");
        }
    }

    #[test]
    fn engines_of_one_name_are_told_apart() {
        let mut engines = vec![EngineSpec::here("Kralle"); 3];
        tell_apart(&mut engines, &[false; 3]).unwrap();
        let names: Vec<&str> = engines.iter().map(|engine| engine.name.as_str()).collect();
        assert_eq!(names, ["Kralle", "Kralle-2", "Kralle-3"]);
        let mut named = vec![EngineSpec::here("A"); 2];
        assert!(tell_apart(&mut named, &[true; 2]).is_err());
    }
}
