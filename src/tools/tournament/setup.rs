//! What the command line of `kralle match` means: the game, the engines and their pace, the
//! pairings, openings, adjudication and test.

use super::adjudication::{Adjudication, DrawRule, ResignRule};
use super::archive::{FORM, RunHeader};
use super::args::MatchArgs;
use super::error::TournamentError;
use super::openings::Book;
use super::pace::Pace;
use super::schedule::{Contestant, Sides};
use super::spec::{EngineSpec, Launch, tell_apart};
use super::sprt::{Model, Sprt};
use crate::base::suggest::did_you_mean;
use crate::game::table::GameKind;
use crate::protocol::Settings;

/// Seconds and increment of the one game that is shown where nothing else is said.
const USUAL: &str = "5+0.05";

/// A game by its name, among those of a file of custom rules too.
///
/// # Errors
/// If there is none, or it has no other start.
pub fn game_kind(
    variant: &str,
    rules: Option<&str>,
    chess960: bool,
) -> Result<GameKind, TournamentError> {
    let mut settings = Settings::default();
    if let Some(file) = rules {
        settings.set("RulesFile", Some(file))?;
    }
    settings.set("UCI_Variant", Some(variant))?;
    if chess960 && settings.rules().is_none() {
        return Err(TournamentError::NoOtherStart(settings.variant.to_string()));
    }
    Ok(GameKind { variant: settings.variant, chess960, stream: None })
}

impl MatchArgs {
    /// Terms that few matches have.
    fn further_terms(&self) -> String {
        let mut text = String::new();
        if self.one_board {
            text += "; one board";
        }
        if let Some(first) = self.gauntlet.filter(|&first| first > 1) {
            text += &format!("; the first {first} against the others");
        }
        if self.pyramid {
            text += "; pyramid";
        }
        if self.sides != Sides::Swap {
            text += &format!("; sides {:?}", self.sides);
        }
        text
    }

    pub(super) fn read_engines(
        &self,
        engine_words: &[Vec<String>],
    ) -> Result<Vec<EngineSpec>, TournamentError> {
        let alone = [Vec::new(), Vec::new()];
        let words = match engine_words.len() {
            0 => alone.to_vec(),
            1 => [engine_words, &alone[..1]].concat(),
            _ => engine_words.to_vec(),
        };
        let parse = |own: &Vec<String>| EngineSpec::parse(&self.each, own);
        let mut engines: Vec<EngineSpec> = words.iter().map(parse).collect::<Result<_, _>>()?;
        let named: Vec<bool> =
            words.iter().map(|words| words.iter().any(|word| word.starts_with("name="))).collect();
        tell_apart(&mut engines, &named)?;
        for engine in &mut engines {
            if engine.pace.is_empty() {
                engine.pace = Pace {
                    move_time: self.st,
                    nodes: self.nodes,
                    depth: self.depth,
                    ..self.tc.unwrap_or_default()
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
        let real = |pace: &Pace| pace.move_time.is_some() || pace.is_endless();
        if self.node_rate.is_some() && engines.iter().any(|engine| real(&engine.pace)) {
            return Err(TournamentError::RealTimeOnNodeClock);
        }
        let ponder = |engine: &EngineSpec| {
            engine.ponder && (self.node_rate.is_some() || !engine.pace.is_timed())
        };
        if let Some(engine) = engines.iter().find(|engine| ponder(engine)) {
            return Err(TournamentError::NoTimeToPonder(engine.name.clone()));
        }
        Ok(engines)
    }

    /// The teams, or every engine for itself.
    pub(super) fn contestants(
        &self,
        engines: &[EngineSpec],
        game: &GameKind,
    ) -> Result<Vec<Contestant>, TournamentError> {
        if self.teams.is_empty() {
            let alone = |(index, engine): (usize, &EngineSpec)| Contestant {
                name: engine.name.clone(),
                engines: [index, index],
            };
            return Ok(engines.iter().enumerate().map(alone).collect());
        }
        if !game.is_pair() {
            return Err(TournamentError::TeamsNeedTwoBoards);
        }
        if self.teams.len() < 2 {
            return Err(TournamentError::OneTeam);
        }
        let find = |name: &str| {
            let found = engines.iter().position(|engine| engine.name == name);
            found.ok_or_else(|| TournamentError::NoEngine(name.to_owned()))
        };
        self.teams
            .iter()
            .map(|text| {
                let form = || TournamentError::TeamForm(text.clone());
                let (name, members) = text.split_once('=').ok_or_else(form)?;
                let (one, two) = members.split_once('+').ok_or_else(form)?;
                Ok(Contestant { name: name.into(), engines: [find(one)?, find(two)?] })
            })
            .collect()
    }

    pub(super) fn book(&self, game: &GameKind) -> Result<Book, TournamentError> {
        match &self.openings {
            Some(path) => Ok(Book::load(path, game, self.plies, self.shuffle)?),
            None => Ok(Book::Random { plies: self.plies.unwrap_or(2), balance: self.balance }),
        }
    }

    pub(super) fn adjudication(&self) -> Result<Adjudication, TournamentError> {
        let resign = self.resign.as_deref().map(|words| {
            let keys = [("score", 600.0), ("moves", 4.0), ("twosided", 0.0)];
            let [score, moves, twosided] = numbers(words, "--resign", keys)?;
            Ok::<_, TournamentError>(ResignRule {
                score: score as i32,
                moves: moves as u32,
                twosided: twosided != 0.0,
            })
        });
        let draw = self.draw.as_deref().map(|words| {
            let keys = [("score", 10.0), ("moves", 8.0), ("after", 80.0)];
            let [score, moves, after] = numbers(words, "--draw", keys)?;
            Ok::<_, TournamentError>(DrawRule {
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

    pub(super) fn sprt(&self) -> Result<Option<Sprt>, TournamentError> {
        let Some(words) = &self.sprt else { return Ok(None) };
        let is_model = |word: &&String| word.starts_with("model=");
        let model = match words.iter().find(is_model).map(|word| &word["model=".len()..]) {
            None | Some("normalized") => Model::Normalized,
            Some("logistic") => Model::Logistic,
            Some("bayesian") => Model::Bayesian,
            Some(other) => {
                return Err(TournamentError::Model(other.to_owned()));
            }
        };
        let words: Vec<String> = words.iter().filter(|word| !is_model(word)).cloned().collect();
        let keys = [("elo0", 0.0), ("elo1", 5.0), ("alpha", 0.05), ("beta", 0.05)];
        let [elo0, elo1, alpha, beta] = numbers(&words, "--sprt", keys)?;
        let chances = [alpha, beta].into_iter().all(|chance| (1e-9..0.5).contains(&chance));
        if elo0 >= elo1 || !chances {
            return Err(TournamentError::Hypotheses);
        }
        Ok(Some(Sprt { elo0, elo1, alpha, beta, model }))
    }

    pub(super) fn header(
        &self,
        game: &GameKind,
        engines: &[EngineSpec],
        contestants: &[Contestant],
        seed: u64,
        games: u64,
    ) -> RunHeader {
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
            "openings {file}; gauntlet {}; node rate {:?}; margin {:?}; resign {:?}; draw {:?}; \
             longest {:?}; chess960 {}{}",
            self.gauntlet.is_some(),
            self.node_rate,
            self.margin,
            self.resign,
            self.draw,
            self.longest,
            self.chess960,
            self.further_terms()
        );
        RunHeader {
            kralle_match: FORM,
            variant: game.variant.name().into(),
            contestants: contestants.iter().map(|contestant| contestant.name.clone()).collect(),
            engines: engines.iter().map(EngineSpec::describe).collect(),
            terms,
            seed,
            games,
        }
    }
}

/// Numbers by their keys, each with its default.
fn numbers<const N: usize>(
    words: &[String],
    option: &'static str,
    keys: [(&str, f64); N],
) -> Result<[f64; N], TournamentError> {
    let mut found = keys.map(|(_, usual)| usual);
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let index = keys.iter().position(|(known, _)| *known == key);
        let value = value.parse().ok().filter(|value: &f64| value.is_finite());
        match (index, value) {
            (Some(index), Some(value)) => found[index] = value,
            (None, _) => {
                let known = keys.map(|(name, _)| name);
                let all = format!("its keys are {}", known.join(", "));
                let advice = did_you_mean(key, known, &all);
                return Err(TournamentError::NoKey { option, key: key.to_owned(), advice });
            }
            (_, None) => return Err(TournamentError::NotANumber { option, word: word.clone() }),
        }
    }
    Ok(found)
}
