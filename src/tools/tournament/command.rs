//! `kralle match` carried out: one game shown, many played, or runs merged.

use std::collections::HashSet;
use std::io::{ErrorKind, IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::arbiter::Conduct;
use super::archive::{Archive, ArchiveError, RunHeader};
use super::args::MatchArgs;
use super::error::TournamentError;
use super::log::Log;
use super::output::{Files, Output};
use super::run::{Run, startable};
use super::schedule::{Schedule, Tournament};
use super::setup::game_kind;
use super::show::GameScreen;
use super::statistics::SprtState;
use crate::base::random::fresh_seed;
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
        let mut game = game_kind(&self.variant, self.rules.as_deref(), self.chess960)?;
        if self.one_board {
            if !game.is_pair() {
                return Err(TournamentError::NoSecondBoard(game.variant.to_string()));
            }
            game.stream = Some(STREAM);
        }
        let mut engines = self.read_engines(engine_words)?;
        let log = match &self.log {
            Some(path) => Log::to(path).map_err(TournamentError::write(path))?,
            None => Log::default(),
        };
        if engines.len() > 2 && self.teams.is_empty() {
            engines = startable(engines, &game, self.node_rate, &log)?;
        }
        let contestants = self.contestants(&engines, &game)?;
        let games = self.number_of_games(contestants.len());
        let keeps = self.json.is_some() || self.pgn.is_some() || self.svg.is_some();
        let shown = games == 1 && !keeps && self.sprt.is_none();
        let seed = self.seed.unwrap_or_else(|| if shown { fresh_seed() >> 11 } else { 1 });
        let header = self.header(&game, &engines, &contestants, seed, games);
        let tournament = if self.gauntlet { Tournament::Gauntlet } else { Tournament::RoundRobin };
        #[cfg(feature = "serve")]
        let broadcast = self.broadcast()?;
        let run = Run {
            schedule: Schedule::new(&game, contestants, tournament, seed, games),
            book: self.book(&game)?,
            conduct: Conduct {
                patience: self.patience,
                adjudication: self.adjudication()?,
                withholding: self.withholding,
            },
            rate: self.node_rate,
            margin: self.margin,
            extras: self.pgn_extras.clone(),
            concurrency: usize::from(self.concurrency),
            pin: self.pin,
            event: self.event.clone(),
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
        let played =
            if shown { self.show(&run, seed, &stop) } else { self.play(&run, &header, &stop) };
        // The games are written by now, whatever became of the log.
        let logged = self
            .log
            .as_ref()
            .map_or(Ok(()), |path| run.log.finish().map_err(TournamentError::write(path)));
        played.and(logged)
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

    /// Without a number one game is played.
    fn number_of_games(&self, contestants: usize) -> u64 {
        let pairings = match contestants {
            n if self.gauntlet => n - 1,
            n => n * (n - 1) / 2,
        };
        match (self.games, self.rounds) {
            (Some(games), _) => games,
            (None, Some(rounds)) => rounds * Schedule::games_a_round(pairings),
            (None, None) => 1,
        }
    }

    fn files(&self) -> Files {
        Files {
            pgn: self.pgn.clone(),
            json: self.json.clone(),
            svg: self.svg.clone(),
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
        run: &Run,
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
        let mut problem = None;
        let played = run.play(&done, stop, &mut |game| match output.add(game) {
            Ok(SprtState::Open) => ControlFlow::Continue(()),
            Ok(_) => ControlFlow::Break(()),
            Err(error) => {
                problem = Some(error);
                ControlFlow::Break(())
            }
        });
        say(&output.close()?)?;
        played?;
        problem.map_or(Ok(()), Err)
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
