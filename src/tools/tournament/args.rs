//! The command line of `kralle match`: what is asked, checked and made into a run.

use std::collections::HashSet;
use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::adjudication::{Adjudication, Draw, Resign};
use super::arbiter::Conduct;
use super::archive::{Archive, FORM, Header};
use super::log::Log;
use super::openings::Book;
use super::output::{Files, Output};
use super::pace::{Control, Pace, seconds};
use super::run::Run;
use super::schedule::{Contestant, Schedule, Tournament};
use super::show::Screen;
use super::spec::{EngineSpec, Launch, tell_apart};
use super::statistics::{Finding, Model, Sprt};
use crate::game::table::GameKind;
use crate::protocol::Settings;
use crate::tools::view::Style;

const EXAMPLE: &str = "For example:
    kralle match --engine name=A option.Hash=64 --engine name=B cmd=./other proto=cecp \\
        --variant crazyhouse --tc 10+0.1 --games 200 --concurrency 2 --pgn games.pgn";

/// Engine against engine, in every game that Kralle knows.
///
/// Without engines Kralle plays itself, one game, drawn as it goes. Engines are told by keys
/// and values, Kralle in this process if there is no cmd.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLE)]
pub struct Orders {
    /// Which game.
    #[arg(long, default_value = "crazyhouse")]
    variant: String,
    /// A file of house rules, whose games can be named too.
    #[arg(long)]
    rules: Option<String>,
    /// Kings and rooks may begin anywhere.
    #[arg(long)]
    chess960: bool,
    /// One board of a game of two by itself: pieces come from outside, the same for both sides,
    /// in an order that each opening has for itself.
    #[arg(long)]
    one_board: bool,
    /// An engine: name, cmd, arg, dir, proto (uci, uci-plain, cecp), option.NAME, init, tc, st,
    /// nodes, depth, cpu, restart.
    #[arg(id = ENGINES, long = "engine", num_args = 0.., value_name = "KEY=VALUE")]
    _engines: Vec<String>,
    /// Keys and values for every engine.
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    each: Vec<String>,
    /// Two engines as one team on two boards: NAME=ENGINE+ENGINE.
    #[arg(long = "team", value_name = "NAME=A+B")]
    teams: Vec<String>,
    /// Seconds for the game and after each move: 10+0.1, 40/60.
    #[arg(long, value_name = "CONTROL")]
    tc: Option<Control>,
    /// Seconds for each move.
    #[arg(long, value_parser = positive_seconds)]
    st: Option<Duration>,
    /// Nodes for each move.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies for each move.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Node clocks: so many nodes cost a second, and real time does not count.
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1000..))]
    node_rate: Option<u64>,
    /// How many games; two of each pairing are a round.
    #[arg(long, conflicts_with = "rounds", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// How many rounds.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    rounds: Option<u64>,
    /// The first engine against all others, not everyone against everyone.
    #[arg(long)]
    gauntlet: bool,
    /// A file of openings: EPD, PGN, BPGN or two-board FEN.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Openings of the file in another order, always the same.
    #[arg(long, requires = "openings")]
    shuffle: bool,
    /// Random plies at the start, on each board; of a file's games, the most that are taken.
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=200))]
    plies: Option<u32>,
    /// The most centipawns that random plies may put anyone ahead.
    #[arg(long, value_name = "CP", conflicts_with = "openings")]
    balance: Option<i32>,
    /// The number of the first opening: runs with other numbers play other games.
    #[arg(long)]
    seed: Option<u64>,
    /// Games at once.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Each game's engines stay on a core of their own.
    #[arg(long)]
    pin: bool,
    /// Seconds by which a move may be late.
    #[arg(long, default_value = "0", value_parser = any_seconds)]
    margin: Duration,
    /// Seconds that an engine without a clock may think.
    #[arg(long, default_value = "60", value_parser = positive_seconds)]
    patience: Duration,
    /// A test that ends the run: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized.
    #[arg(long, num_args = 0.., value_name = "KEY=VALUE")]
    sprt: Option<Vec<String>>,
    /// Who thinks himself so far behind for so many moves has lost: score=600 moves=4.
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    resign: Option<Vec<String>>,
    /// Drawn if all see next to nothing: score=10 moves=8 after=80.
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    draw: Option<Vec<String>>,
    /// A game of so many plies is drawn.
    #[arg(long, value_name = "PLIES")]
    longest: Option<usize>,
    /// Games as PGN, or BPGN for two boards.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Games as JSON lines, from which a run can be resumed.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// The score over the games, drawn.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// All that engines say and are told.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Go on with the run whose JSON file this is.
    #[arg(long, requires = "json")]
    resume: bool,
    /// Play nothing: put together the JSON files of runs of the same match.
    #[arg(long, num_args = 1.., value_name = "JSON", conflicts_with_all = [ENGINES, "resume"])]
    merge: Vec<PathBuf>,
    /// The name of the event, for records.
    #[arg(long, default_value = "kralle match")]
    event: String,
    /// One line a move in plain ASCII, also on a terminal.
    #[arg(long)]
    plain: bool,
}

/// Which pieces come where one board of two is played by itself.
const STREAM: u64 = 1;

/// The name of the words behind `--engine`, which are told apart by [`engine_words`].
const ENGINES: &str = "engine";

/// The words behind each `--engine`.
pub fn engine_words(matches: &clap::ArgMatches) -> Vec<Vec<String>> {
    let found = matches.get_occurrences::<String>(ENGINES);
    found.into_iter().flatten().map(|words| words.cloned().collect()).collect()
}

fn any_seconds(text: &str) -> Result<Duration, String> {
    seconds(text).ok_or_else(|| "this must be a number of seconds, at most a day".into())
}

fn positive_seconds(text: &str) -> Result<Duration, String> {
    any_seconds(text)
        .ok()
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "this must be a number of seconds above 0, at most a day".into())
}

/// Seconds and increment of the one game that is shown where nothing else is said.
const USUAL: &str = "5+0.05";

/// A game by its name, among those of a file of house rules too.
///
/// # Errors
/// If there is none, or it has no other start.
pub fn game_kind(variant: &str, rules: Option<&str>, chess960: bool) -> Result<GameKind, String> {
    let mut settings = Settings::default();
    if let Some(file) = rules {
        settings.set("RulesFile", Some(file)).map_err(|error| error.to_string())?;
    }
    settings.set("UCI_Variant", Some(variant)).map_err(|error| error.to_string())?;
    if chess960 && settings.rules().is_none() {
        return Err(format!("{} has no other start", settings.variant));
    }
    Ok(GameKind { variant: settings.variant, chess960, stream: None })
}

impl Orders {
    /// Carries them out: plays, shows or merges.
    ///
    /// # Errors
    /// What cannot be done, in a sentence.
    pub fn carry_out(&self, engine_words: &[Vec<String>]) -> Result<(), String> {
        if !self.merge.is_empty() {
            return self.merge();
        }
        let mut game = game_kind(&self.variant, self.rules.as_deref(), self.chess960)?;
        if self.one_board {
            if !game.is_pair() {
                return Err(format!("{} has no second board", game.variant));
            }
            game.stream = Some(STREAM);
        }
        let engines = self.read_engines(engine_words)?;
        let contestants = self.contestants(&engines, &game)?;
        let pairings = match contestants.len() {
            n if self.gauntlet => n - 1,
            n => n * (n - 1) / 2,
        };
        let games = match (self.games, self.rounds) {
            (Some(games), _) => games,
            (None, Some(rounds)) => rounds * Schedule::games_a_round(pairings),
            (None, None) => 1,
        };
        let shown = games == 1 && self.json.is_none() && self.pgn.is_none() && self.svg.is_none();
        let seed = self.seed.unwrap_or_else(|| if shown { rand::random::<u64>() >> 11 } else { 1 });
        let tournament = if self.gauntlet { Tournament::Gauntlet } else { Tournament::RoundRobin };
        let header = self.header(&game, &engines, &contestants, seed, games);
        let run = Run {
            schedule: Schedule::new(&game, contestants, tournament, seed, games),
            book: self.book(&game)?,
            conduct: Conduct { patience: self.patience, adjudication: self.adjudication()? },
            rate: self.node_rate,
            margin: self.margin,
            concurrency: usize::from(self.concurrency),
            pin: self.pin,
            event: self.event.clone(),
            log: match &self.log {
                Some(path) => Log::to(path).map_err(|e| format!("`{}`: {e}", path.display()))?,
                None => Log::default(),
            },
            engines,
            game,
        };
        let stop = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&stop);
        // The second time nobody is asked any more.
        let handled = ctrlc::set_handler(move || {
            if told.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        handled.map_err(|error| format!("interrupts cannot be heard: {error}"))?;
        if shown { self.show(&run, seed, &stop) } else { self.play(&run, &header, &stop) }
    }

    fn read_engines(&self, engine_words: &[Vec<String>]) -> Result<Vec<EngineSpec>, String> {
        let alone = [Vec::new(), Vec::new()];
        let words = match engine_words.len() {
            0 => alone.to_vec(),
            1 => [engine_words, &alone[..1]].concat(),
            _ => engine_words.to_vec(),
        };
        let parse = |own: &Vec<String>| EngineSpec::parse(&self.each, own);
        let mut engines: Vec<EngineSpec> =
            words.iter().map(parse).collect::<Result<_, _>>().map_err(|error| error.to_string())?;
        let named: Vec<bool> =
            words.iter().map(|words| words.iter().any(|word| word.starts_with("name="))).collect();
        tell_apart(&mut engines, &named).map_err(|error| error.to_string())?;
        for engine in &mut engines {
            if engine.pace.is_empty() {
                engine.pace = Pace {
                    control: self.tc,
                    move_time: self.st,
                    nodes: self.nodes,
                    depth: self.depth,
                };
            }
            if engine.pace.is_empty() {
                engine.pace.control = USUAL.parse().ok();
            }
            if self.rules.is_some() && engine.launch == Launch::Here {
                engine
                    .options
                    .extend(self.rules.iter().map(|file| ("RulesFile".into(), file.clone())));
            }
        }
        if self.node_rate.is_some() && engines.iter().any(|engine| engine.pace.move_time.is_some())
        {
            return Err(
                "node clocks know no real time for each move (st); use tc, nodes or depth".into()
            );
        }
        Ok(engines)
    }

    /// The teams, or every engine for itself.
    fn contestants(
        &self,
        engines: &[EngineSpec],
        game: &GameKind,
    ) -> Result<Vec<Contestant>, String> {
        if self.teams.is_empty() {
            let alone = |(index, engine): (usize, &EngineSpec)| Contestant {
                name: engine.name.clone(),
                engines: [index, index],
            };
            return Ok(engines.iter().enumerate().map(alone).collect());
        }
        if !game.is_pair() {
            return Err("teams play on two boards".into());
        }
        if self.teams.len() < 2 {
            return Err("one team needs another: there are two or more".into());
        }
        let find = |name: &str| {
            let found = engines.iter().position(|engine| engine.name == name);
            found.ok_or_else(|| format!("there is no engine `{name}`"))
        };
        self.teams
            .iter()
            .map(|text| {
                let form = || format!("`{text}` is not of the form NAME=ENGINE+ENGINE");
                let (name, members) = text.split_once('=').ok_or_else(form)?;
                let (one, two) = members.split_once('+').ok_or_else(form)?;
                Ok(Contestant { name: name.into(), engines: [find(one)?, find(two)?] })
            })
            .collect()
    }

    fn book(&self, game: &GameKind) -> Result<Book, String> {
        match &self.openings {
            Some(path) => {
                Book::load(path, game, self.plies, self.shuffle).map_err(|error| error.to_string())
            }
            None => Ok(Book::Random { plies: self.plies.unwrap_or(2), balance: self.balance }),
        }
    }

    fn adjudication(&self) -> Result<Adjudication, String> {
        let resign = self.resign.as_deref().map(|words| {
            let [score, moves] = numbers(words, "--resign", [("score", 600.0), ("moves", 4.0)])?;
            Ok::<_, String>(Resign { score: score as i32, moves: moves as u32 })
        });
        let draw = self.draw.as_deref().map(|words| {
            let keys = [("score", 10.0), ("moves", 8.0), ("after", 80.0)];
            let [score, moves, after] = numbers(words, "--draw", keys)?;
            Ok::<_, String>(Draw {
                score: score as i32,
                moves: moves as u32,
                after: after as usize,
            })
        });
        Ok(Adjudication {
            resign: resign.transpose()?,
            draw: draw.transpose()?,
            longest: self.longest,
        })
    }

    fn sprt(&self) -> Result<Option<Sprt>, String> {
        let Some(words) = &self.sprt else { return Ok(None) };
        let is_model = |word: &&String| word.starts_with("model=");
        let model = match words.iter().find(is_model).map(|word| &word["model=".len()..]) {
            None | Some("normalized") => Model::Normalized,
            Some("logistic") => Model::Logistic,
            Some(other) => {
                return Err(format!("--sprt: `{other}` is no model; normalized and logistic are"));
            }
        };
        let words: Vec<String> = words.iter().filter(|word| !is_model(word)).cloned().collect();
        let keys = [("elo0", 0.0), ("elo1", 5.0), ("alpha", 0.05), ("beta", 0.05)];
        let [elo0, elo1, alpha, beta] = numbers(&words, "--sprt", keys)?;
        let chances = [alpha, beta].into_iter().all(|chance| (1e-9..0.5).contains(&chance));
        if elo0 >= elo1 || !chances {
            return Err("--sprt: elo0 must be below elo1, alpha and beta between 0 and 0.5".into());
        }
        Ok(Some(Sprt { elo0, elo1, alpha, beta, model }))
    }

    fn files(&self) -> Files {
        Files { pgn: self.pgn.clone(), json: self.json.clone(), svg: self.svg.clone() }
    }

    fn header(
        &self,
        game: &GameKind,
        engines: &[EngineSpec],
        contestants: &[Contestant],
        seed: u64,
        games: u64,
    ) -> Header {
        let file = self.openings.as_ref().map_or_else(
            || format!("{} random plies, balance {:?}", self.plies.unwrap_or(2), self.balance),
            |path| {
                // Of other machines the folders differ, not the file.
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
                format!(
                    "{}, shuffle {}, plies {:?}",
                    name.unwrap_or_default(),
                    self.shuffle,
                    self.plies
                )
            },
        );
        let terms = format!(
            "openings {file}; gauntlet {}; node rate {:?}; margin {:?}; resign {:?}; draw {:?}; longest {:?}; \
             chess960 {}{}",
            self.gauntlet,
            self.node_rate,
            self.margin,
            self.resign,
            self.draw,
            self.longest,
            self.chess960,
            if self.one_board { "; one board" } else { "" }
        );
        Header {
            kralle_match: FORM,
            variant: game.variant.name().into(),
            contestants: contestants.iter().map(|contestant| contestant.name.clone()).collect(),
            engines: engines.iter().map(EngineSpec::describe).collect(),
            terms,
            seed,
            games,
        }
    }

    fn show(&self, run: &Run, seed: u64, stop: &AtomicBool) -> Result<(), String> {
        let out = std::io::stdout();
        let on_terminal = out.is_terminal() && !self.plain;
        let style = if on_terminal { Style::Terminal } else { Style::Plain };
        let game = run.show(&mut Screen::new(out, style, stop))?;
        say(&format!("\n{}  {}  (--seed {seed})\n\n{}", game.result, game.verdict, game.record));
        for note in game.notes {
            say(&format!("{}: {}", note.seat, note.text));
        }
        Ok(())
    }

    fn play(&self, run: &Run, header: &Header, stop: &AtomicBool) -> Result<(), String> {
        let sprt = self.sprt()?;
        if sprt.is_some() && header.contestants.len() != 2 {
            return Err("--sprt tests the first of two contestants".into());
        }
        let resumed = match (&self.json, self.resume) {
            (Some(path), true) if path.exists() => {
                let archive = Archive::read(path).map_err(|error| error.to_string())?;
                let differs = archive
                    .header
                    .difference(header)
                    .or_else(|| (archive.header.seed != header.seed).then_some("the seeds"));
                if let Some(what) = differs {
                    return Err(format!("`{}` is of another match: {what} differ", path.display()));
                }
                Some(archive)
            }
            _ => None,
        };
        let done: HashSet<u64> =
            resumed.iter().flat_map(|archive| &archive.games).map(|game| game.game).collect();
        let mut output = Output::open(&self.files(), header, resumed.as_ref(), sprt, false)?;
        let mut problem = None;
        let played = run.play(&done, stop, &mut |game| match output.add(game) {
            Ok(Finding::Open) => ControlFlow::Continue(()),
            Ok(_) => ControlFlow::Break(()),
            Err(error) => {
                problem = Some(error);
                ControlFlow::Break(())
            }
        });
        say(&output.close()?);
        played?;
        problem.map_or(Ok(()), Err)
    }

    fn merge(&self) -> Result<(), String> {
        let mut archives = Vec::new();
        for path in &self.merge {
            let archive = Archive::read(path).map_err(|error| error.to_string())?;
            archives.push((path, archive));
        }
        let Some((_, first)) = archives.first() else { return Ok(()) };
        let mut header = first.header.clone();
        let mut seen = HashSet::new();
        let mut games = Vec::new();
        for (path, archive) in archives {
            if let Some(what) = header.difference(&archive.header) {
                return Err(format!("`{}` is of another match: {what} differ", path.display()));
            }
            for game in archive.games {
                if !seen.insert((game.pair, game.opening, game.second)) {
                    let (path, opening) = (path.display(), game.opening);
                    return Err(format!("`{path}`: opening {opening} is in another file, too"));
                }
                games.push(game);
            }
            header.seed = header.seed.min(archive.header.seed);
        }
        games.sort_by_key(|game| (game.opening, game.pair, game.second));
        header.games = games.len() as u64;
        let mut output = Output::open(&self.files(), &header, None, self.sprt()?, true)?;
        for (index, mut game) in games.into_iter().enumerate() {
            game.game = index as u64;
            output.add(game)?;
        }
        say(&output.close()?);
        Ok(())
    }
}

/// Nobody need read it.
fn say(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// Numbers by their keys, each with what it is if it is not told.
fn numbers<const N: usize>(
    words: &[String],
    whose: &str,
    keys: [(&str, f64); N],
) -> Result<[f64; N], String> {
    let mut found = keys.map(|(_, usual)| usual);
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let index = keys.iter().position(|(known, _)| *known == key);
        let value = value.parse().ok().filter(|value: &f64| value.is_finite());
        match (index, value) {
            (Some(index), Some(value)) => found[index] = value,
            (None, _) => return Err(format!("{whose} has no `{key}`")),
            (_, None) => return Err(format!("{whose}: `{word}` is not of the form key=number")),
        }
    }
    Ok(found)
}
