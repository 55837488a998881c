//! `kralle match` carried out: one game shown, many played, or runs merged.

use std::collections::HashSet;
use std::io::{ErrorKind, IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::arbiter::Conduct;
use super::archive::{Archive, ArchiveError, RunHeader};
use super::args::MatchArgs;
use super::compliance;
use super::error::TournamentError;
use super::fault::{EngineError, warn_once};
use super::knockout::{Cup, CupStage, Knockout};
use super::link::LinkError;
use super::log::Log;
use super::output::{Files, Output, OutputForm};
use super::run::{Run, startable};
use super::schedule::{Schedule, Tournament};
use super::setup::game_kind;
use super::show::GameScreen;
use super::spec::Launch;
use super::sprt::SprtState;
use crate::base::random::fresh_seed;
use crate::game::rules::Rules;
use crate::game::table::GameKind;
#[cfg(feature = "serve")]
use crate::tools::serve::watch::Broadcast;
use crate::tools::view::DrawStyle;

/// Which pieces come where one board of two is played by itself.
const STREAM: u64 = 1;

impl MatchArgs {
    /// Plays, shows or merges.
    ///
    /// # Errors
    /// What cannot be done, in a sentence.
    pub fn carry_out(&self, engine_words: &[Vec<String>]) -> Result<(), TournamentError> {
        if !self.merge.is_empty() {
            return self.merge();
        }
        if let Some((program, arguments)) = self.compliance.split_first() {
            return check_compliance(program, arguments);
        }
        let game = self.game()?;
        let mut engines = self.read_engines(engine_words)?;
        let log = match &self.log {
            Some(path) => Log::to(path).map_err(TournamentError::write(path))?,
            None => Log::default(),
        };
        if engines.iter().any(|engine| engine.ponder) && game.seats() != 2 {
            return Err(TournamentError::NoPondering(game.variant.to_string()));
        }
        if engines.len() > 2 && self.teams.is_empty() {
            engines = startable(engines, &game, self.node_rate, &log)?;
        }
        let contestants = self.contestants(&engines, &game)?;
        let pairings = self.pairings(contestants.len())?;
        let wanted = self.number_of_games(pairings.len());
        let shown = wanted == 1 && contestants.len() == 2 && !self.keeps_games();
        let seed = self.seed.unwrap_or_else(|| if shown { fresh_seed() >> 11 } else { 1 });
        let schedule = Schedule::new(&game, contestants.clone(), pairings, seed, wanted)
            .with_sides(self.sides);
        if schedule.games() != wanted && self.games.is_some() {
            say(&format!("{} games, so that no pairing is left out", schedule.games()))?;
        }
        let games = match self.knockout {
            true => self.games_a_match() * (contestants.len() as u64 - 1),
            false => schedule.games(),
        };
        let header = self.header(&game, &engines, &contestants, seed, games);
        #[cfg(feature = "serve")]
        let broadcast = self.broadcast()?;
        let mut run = Run {
            schedule,
            book: self.book(&game)?,
            conduct: self.conduct()?,
            rate: self.node_rate,
            margin: self.margin,
            bare: self.pgn_bare,
            extras: self.pgn_extras.clone(),
            tells_starts: self.output == OutputForm::Cutechess,
            concurrency: usize::from(self.concurrency),
            pin: self.pin,
            wait: self.wait,
            event: self.event.clone(),
            site: self.site.clone(),
            log,
            #[cfg(feature = "serve")]
            showcase: broadcast.as_ref().map(|broadcast| Arc::clone(broadcast.showcase())),
            #[cfg(not(feature = "serve"))]
            showcase: None,
            engines,
            game,
        };
        let stop = break_off_on_interrupt()?;
        if let Some(sentence) = run.game.seating() {
            say(&sentence)?;
        }
        self.warn_of_endless_games(&run.game);
        let played =
            if shown { self.show(&run, seed, &stop) } else { self.play(&mut run, &header, &stop) };
        // The games are written by now, whatever became of the log.
        let logged = self
            .log
            .as_ref()
            .map_or(Ok(()), |path| run.log.finish().map_err(TournamentError::write(path)));
        played.and(logged)
    }

    /// What is played.
    fn game(&self) -> Result<GameKind, TournamentError> {
        let mut game = game_kind(&self.variant, self.rules.as_deref(), self.chess960)?;
        if self.one_board {
            if !game.is_pair() {
                return Err(TournamentError::NoSecondBoard(game.variant.to_string()));
            }
            game.stream = Some(STREAM);
        }
        Ok(game)
    }

    /// By the rules of some games two programs may move to and fro for ever.
    fn warn_of_endless_games(&self, game: &GameKind) {
        let endless = |rules: &Rules| rules.move_draw.is_none() && !rules.repetition;
        if self.longest.is_none() && game.variant.board_rules().is_some_and(endless) {
            warn_once(&format!(
                "{} knows no draw by repetition or by counting moves, so a game need not end; \
                 --longest PLIES ends it",
                game.variant
            ));
        }
    }

    fn conduct(&self) -> Result<Conduct, TournamentError> {
        Ok(Conduct {
            patience: self.patience,
            adjudication: self.adjudication()?,
            withholding: self.withholding,
        })
    }

    /// The page for who looks on, if one is wanted.
    #[cfg(feature = "serve")]
    fn broadcast(&self) -> Result<Option<Broadcast>, TournamentError> {
        if !self.watch {
            return Ok(None);
        }
        let broadcast = Broadcast::start().map_err(TournamentError::Watch)?;
        say(&format!("watch at {}", broadcast.url()))?;
        Ok(Some(broadcast))
    }

    /// Who meets whom first.
    fn pairings(&self, contestants: usize) -> Result<Vec<[usize; 2]>, TournamentError> {
        let kind = match self.gauntlet.map(usize::from) {
            _ if self.knockout => return Ok(Knockout::new(contestants).pairings()),
            Some(first) if first >= contestants => return Err(TournamentError::NobodyElse(first)),
            Some(first) => Tournament::Gauntlet(first),
            None if self.pyramid => Tournament::Pyramid,
            None => Tournament::RoundRobin,
        };
        Ok(kind.pairings(contestants))
    }

    /// Without a number one game is played.
    fn number_of_games(&self, pairings: usize) -> u64 {
        match (self.games, self.rounds) {
            _ if self.knockout => self.games_a_match() * pairings as u64,
            (Some(games), _) => games,
            (None, Some(rounds)) => rounds * Schedule::games_a_round(pairings),
            (None, None) => 1,
        }
    }

    /// Of a knockout, both sides of each opening.
    fn games_a_match(&self) -> u64 {
        let games = self.games.unwrap_or(2 * self.rounds.unwrap_or(1));
        games.next_multiple_of(2)
    }

    /// Are games wanted for later, or for a test?
    fn keeps_games(&self) -> bool {
        let files = [&self.json, &self.pgn, &self.svg, &self.epd];
        let others = self.sprt.is_some() || self.knockout || self.output != OutputForm::Kralle;
        others || files.into_iter().any(Option::is_some)
    }

    fn files(&self) -> Files {
        Files {
            pgn: self.pgn.clone(),
            json: self.json.clone(),
            epd: self.epd.clone(),
            svg: self.svg.clone(),
            append: self.append,
            form: self.output,
            interval: self.rating_interval,
        }
    }

    fn show(&self, run: &Run, seed: u64, stop: &AtomicBool) -> Result<(), TournamentError> {
        let out = std::io::stdout();
        let on_terminal = out.is_terminal() && !self.plain;
        let style = if on_terminal { DrawStyle::Terminal } else { DrawStyle::Plain };
        let game = run.show(&mut GameScreen::new(out, style, stop))?;
        say(&format!("\n{}  {}  (--seed {seed})\n\n{}", game.result, game.verdict, game.record))?;
        for note in game.notes {
            say(&format!("{}: {}", note.seat, note.text))?;
        }
        Ok(())
    }

    fn play(
        &self,
        run: &mut Run,
        header: &RunHeader,
        stop: &AtomicBool,
    ) -> Result<(), TournamentError> {
        let sprt = self.sprt()?;
        if sprt.is_some() && header.contestants.len() != 2 {
            return Err(TournamentError::SprtOfTwo);
        }
        let resumed = self.resumed(header)?;
        let done: HashSet<u64> =
            resumed.iter().flat_map(|archive| &archive.games).map(|game| game.game).collect();
        let mut output = Output::open(&self.files(), header, resumed.as_ref(), sprt, false)?;
        let mut played = play_schedule(run, &done, stop, &mut output);
        if self.knockout {
            let mut cup = Cup::new(&header.contestants, self.games_a_match());
            while played.is_ok()
                && !stop.load(Ordering::Relaxed)
                && let Some(CupStage { pairings, games }) =
                    cup.next_stage(output.results(), &mut say)?
            {
                run.schedule = run.schedule.followed_by(pairings, games);
                played = play_schedule(run, &HashSet::new(), stop, &mut output);
            }
        }
        say(&output.close()?)?;
        played
    }

    /// The run that is resumed, if one is: of the same match.
    fn resumed(&self, header: &RunHeader) -> Result<Option<Archive>, TournamentError> {
        let Some(path) = self.json.as_ref().filter(|path| self.resume && path.exists()) else {
            return Ok(None);
        };
        let archive = Archive::read(path)?;
        let seeds = || (archive.header.seed != header.seed).then_some("the seeds");
        match archive.header.difference(header).or_else(seeds) {
            Some(what) => {
                Err(ArchiveError::Other { path: path.display().to_string(), what }.into())
            }
            None => Ok(Some(archive)),
        }
    }

    fn merge(&self) -> Result<(), TournamentError> {
        let mut archives = Vec::new();
        for path in &self.merge {
            let archive = Archive::read(path)?;
            archives.push((path, archive));
        }
        let Some((_, first)) = archives.first() else { return Ok(()) };
        let mut header = first.header.clone();
        let mut seen = HashSet::new();
        let mut games = Vec::new();
        for (path, archive) in archives {
            if let Some(what) = header.difference(&archive.header) {
                let path = path.display().to_string();
                return Err(ArchiveError::Other { path, what }.into());
            }
            for game in archive.games {
                if !seen.insert((game.pair, game.opening, game.second)) {
                    let (path, opening) = (path.display().to_string(), game.opening);
                    return Err(TournamentError::PlayedTwice { path, opening });
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
        say(&output.close()?)
    }
}

/// Takes a program through the steps of UCI.
fn check_compliance(program: &str, arguments: &[String]) -> Result<(), TournamentError> {
    let (path, arguments) = (program.to_owned(), arguments.to_vec());
    let launch = Launch::Program { path, arguments, directory: None, stderr: None };
    let failed = |fault: LinkError| EngineError { name: program.into(), fault: fault.into() };
    let mut unheard = Ok(());
    let mut tell = |line: &str| {
        if unheard.is_ok() {
            unheard = say(line);
        }
    };
    let failures = compliance::check(&launch, &mut tell).map_err(failed)?;
    unheard?;
    match failures {
        0 => Ok(()),
        _ => Err(TournamentError::NotCompliant(program.into())),
    }
}

/// Plays the games of a schedule but those that are done.
fn play_schedule(
    run: &Run,
    done: &HashSet<u64>,
    stop: &AtomicBool,
    output: &mut Output,
) -> Result<(), TournamentError> {
    let mut problem = None;
    run.play(done, stop, &mut |game| match output.add(game) {
        Ok(SprtState::Open) => ControlFlow::Continue(()),
        Ok(_) => ControlFlow::Break(()),
        Err(error) => {
            problem = Some(error);
            ControlFlow::Break(())
        }
    })?;
    problem.map_or(Ok(()), Err)
}

/// A flag that the first interrupt sets. The second one ends the program at once.
fn break_off_on_interrupt() -> Result<Arc<AtomicBool>, TournamentError> {
    let stop = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if told.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })?;
    Ok(stop)
}

/// Prints a line. A reader that has gone is no error.
fn say(text: &str) -> Result<(), TournamentError> {
    let mut out = std::io::stdout();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(TournamentError::Print(error)),
        _ => Ok(()),
    }
}
