//! Many games at once. Workers take the games of a schedule one by one. Each worker has
//! engines of its own and keeps them from game to game. Finished games are handed over in the
//! order of the schedule, not in that of their ends.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use super::arbiter::{Arbiter, Conduct, Spectator};
use super::archive::{EngineUsage, GameLine, NoteLine, TalkLine};
use super::clocks::GameClocks;
use super::cutechess;
use super::error::TournamentError;
use super::fault::{EngineError, warn_once};
use super::link::{Event, pin_to_own};
use super::log::Log;
use super::openings::{self, Book};
use super::pace::Pace;
use super::player::EnginePlayer;
use super::record::{self, PgnExtra, RecordInfo};
use super::schedule::{GamePlan, Schedule};
use super::showcase::{Both, Exhibitor, Showcase};
use super::spec::EngineSpec;
use super::telling::GameResult;
use super::transcript::MoveRecord;
use crate::base::random::mix;
use crate::game::table::{GameKind, Table};

/// What is played, and how.
pub struct Run {
    /// The game.
    pub game: GameKind,
    /// The engines, each with its pace.
    pub engines: Vec<EngineSpec>,
    /// All games.
    pub schedule: Schedule,
    /// Where they begin.
    pub book: Book,
    /// Nodes that cost a second, where games have their own time.
    pub rate: Option<u64>,
    /// After a flag nothing is lost for so long.
    pub margin: Duration,
    /// Are records without comments?
    pub bare: bool,
    /// What comments in PGN tell besides.
    pub extras: Vec<PgnExtra>,
    /// Is a line printed where a game begins?
    pub tells_starts: bool,
    /// How games are conducted.
    pub conduct: Conduct,
    /// Games at once.
    pub concurrency: usize,
    /// Each worker stays on a core of its own.
    pub pin: bool,
    /// How long nothing happens between two games.
    pub wait: Duration,
    /// The name of the event, for records.
    pub event: String,
    /// Where it is played, for records.
    pub site: String,
    /// What is said to engines and by them.
    pub log: Log,
    /// Shows the run to spectators outside.
    pub showcase: Option<Arc<Showcase>>,
}

/// A clock that seats without one have on two boards, so that every match has an end: enough
/// for so many moves.
const HIDDEN_MOVES: u64 = 400;
/// What a move is reckoned to cost at least, in nodes.
const LEAST_NODES: u64 = 5_000;
/// The same where it is not known what a move costs.
const HIDDEN_TIME: Duration = Duration::from_secs(3600);

impl Run {
    /// Plays all games but those that are done, and hands each to `sink` in order, until it
    /// breaks or `stop` is set.
    ///
    /// # Errors
    /// If an engine cannot be started at all, or openings run out.
    pub fn play(
        &self,
        done: &HashSet<u64>,
        stop: &AtomicBool,
        sink: &mut dyn FnMut(GameLine) -> ControlFlow<()>,
    ) -> Result<(), TournamentError> {
        let next = AtomicU64::new(0);
        let (sender, finished) = mpsc::channel();
        let mut broken_off = false;
        let result = std::thread::scope(|scope| {
            for worker in 0..self.concurrency {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    if self.pin && !pin_to_own(worker) {
                        let _ = sender.send((0, Err(TournamentError::Core(worker))));
                        return;
                    }
                    self.work(done, stop, next, &sender);
                });
            }
            drop(sender);
            let result = in_order(done, &finished, sink);
            broken_off = stop.swap(true, Ordering::Relaxed);
            result
        });
        // Now that nobody plays, it says again whether somebody else broke off.
        stop.store(broken_off, Ordering::Relaxed);
        result
    }

    /// Plays one game in front of a spectator.
    ///
    /// # Errors
    /// If an engine cannot be started, or it was broken off.
    pub fn show(&self, spectator: &mut dyn Spectator) -> Result<GameLine, TournamentError> {
        let mut pool = EnginePool::new(self);
        pool.check()?;
        let plan = self.schedule.plan(0);
        let never = AtomicBool::new(false);
        let mut both = Both(spectator, &mut self.exhibitor(0, &plan, &never));
        let game = pool.game(&plan, &mut both)?.ok_or(TournamentError::BrokenOff)?;
        self.exhibit_end(&game);
        Ok(game)
    }

    /// Shows a game to spectators.
    fn exhibitor<'a>(&'a self, game: u64, plan: &GamePlan, stop: &'a AtomicBool) -> Exhibitor<'a> {
        let names = plan.engines.iter().map(|&engine| self.engines[engine].name.clone()).collect();
        Exhibitor::new(stop, self.showcase.as_deref(), game, &self.game.variant, names)
    }

    fn start_of(&self, plan: &GamePlan) -> String {
        let names: Vec<&str> =
            plan.engines.iter().map(|&engine| self.engines[engine].name.as_str()).collect();
        cutechess::started(plan.index + 1, self.schedule.last_game(), &names)
    }

    fn exhibit_end(&self, game: &GameLine) {
        if let Some(showcase) = &self.showcase {
            showcase.end(game);
        }
    }

    fn work(
        &self,
        done: &HashSet<u64>,
        stop: &AtomicBool,
        next: &AtomicU64,
        sender: &Sender<(u64, Result<GameLine, TournamentError>)>,
    ) {
        let mut pool = EnginePool::new(self);
        let mut checked = false;
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= self.schedule.games() || stop.load(Ordering::Relaxed) {
                return;
            }
            if done.contains(&index) {
                continue;
            }
            let ready = if checked { Ok(()) } else { pool.check() };
            if checked {
                std::thread::sleep(self.wait);
            }
            checked = true;
            let played = ready
                .and_then(|()| {
                    let plan = self.schedule.plan(index);
                    if self.tells_starts {
                        let _ = writeln!(std::io::stdout(), "{}", self.start_of(&plan));
                    }
                    pool.game(&plan, &mut self.exhibitor(plan.index, &plan, stop))
                })
                .transpose();
            // Broken off: there is nothing to hand over.
            let Some(played) = played else { return };
            match &played {
                Ok(game) => self.exhibit_end(game),
                Err(_) => stop.store(true, Ordering::Relaxed),
            }
            if sender.send((index, played)).is_err() {
                return;
            }
        }
    }

    /// Must games be played in their own time?
    pub fn simulated_rate(&self) -> Option<u64> {
        const USUAL: u64 = 1_000_000;
        // Who is stopped needs real time, too.
        let needs_time = |pace: &Pace| pace.is_timed() || pace.is_endless();
        let timed = self.engines.iter().any(|engine| needs_time(&engine.pace));
        self.rate.or((!timed).then_some(USUAL))
    }

    fn clocks(&self, plan: &GamePlan) -> GameClocks {
        let paces: Vec<_> = plan.engines.iter().map(|&engine| self.engines[engine].pace).collect();
        let most = paces.iter().filter_map(|pace| pace.nodes).max();
        // A search takes some nodes before it looks at its limit.
        let most = most.map(|nodes| nodes.max(LEAST_NODES));
        let hidden = self.simulated_rate().filter(|_| self.game.is_pair()).map(|rate| match most {
            Some(nodes) => Duration::from_secs_f64((HIDDEN_MOVES * nodes) as f64 / rate as f64),
            None => HIDDEN_TIME,
        });
        let margin = |&engine: &usize| match self.rate {
            Some(_) => Duration::ZERO,
            None => self.engines[engine].margin.unwrap_or(self.margin),
        };
        GameClocks::new(&paces, hidden, plan.engines.iter().map(margin))
    }

    fn control(&self, plan: &GamePlan) -> String {
        let pace = self.engines[plan.engines[0]].pace;
        pace.control.map_or_else(|| "-".into(), |control| control.to_string())
    }
}

/// The engines that can be started. Those that cannot are named in a warning, so that one of
/// many does not end everyone's run.
///
/// # Errors
/// Why the first cannot be started, if fewer than two can.
pub fn startable(
    engines: Vec<EngineSpec>,
    game: &GameKind,
    rate: Option<u64>,
    log: &Log,
) -> Result<Vec<EngineSpec>, EngineError> {
    let (sender, events) = mpsc::channel();
    let mut first = None;
    let mut found = Vec::new();
    for spec in engines {
        match EnginePlayer::open(&spec, game, rate, (&sender, &events), log) {
            Ok(_) => found.push(spec),
            Err(error) => {
                warn_once(&format!("{error}; it is left out"));
                first.get_or_insert(error);
            }
        }
    }
    match first {
        Some(error) if found.len() < 2 => Err(error),
        _ => Ok(found),
    }
}

/// Hands games over in the order of their numbers.
fn in_order(
    done: &HashSet<u64>,
    finished: &Receiver<(u64, Result<GameLine, TournamentError>)>,
    sink: &mut dyn FnMut(GameLine) -> ControlFlow<()>,
) -> Result<(), TournamentError> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (index, game) in finished {
        waiting.insert(index, game?);
        loop {
            while done.contains(&next) {
                next += 1;
            }
            let Some(game) = waiting.remove(&next) else { break };
            next += 1;
            if sink(game).is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// An engine by its index, and by number where one engine plays several seats.
type EngineKey = (usize, usize);

/// A worker's engines.
struct EnginePool<'a> {
    run: &'a Run,
    sender: Sender<Event>,
    events: Receiver<Event>,
    players: HashMap<EngineKey, EnginePlayer>,
}

impl<'a> EnginePool<'a> {
    fn new(run: &'a Run) -> Self {
        let (sender, events) = mpsc::channel();
        Self { run, sender, events, players: HashMap::new() }
    }

    /// Starts every engine once: what cannot be started at all is an error of the order,
    /// not a lost game.
    fn check(&mut self) -> Result<(), TournamentError> {
        for engine in 0..self.run.engines.len() {
            let player = self.open(engine)?;
            self.players.insert((engine, 0), player);
        }
        Ok(())
    }

    fn open(&self, engine: usize) -> Result<EnginePlayer, EngineError> {
        let run = self.run;
        let spec = &run.engines[engine];
        EnginePlayer::open(spec, &run.game, run.rate, (&self.sender, &self.events), &run.log)
    }

    /// Plays a game; `None` if it was broken off.
    fn game(
        &mut self,
        plan: &GamePlan,
        spectator: &mut dyn Spectator,
    ) -> Result<Option<GameLine>, TournamentError> {
        let run = self.run;
        // Both games of an opening have the same pieces coming.
        let stream = run.game.stream.map(|stream| mix(stream ^ mix(plan.opening)));
        let game = GameKind { stream, ..run.game.clone() };
        let opening = run.book.opening(plan.opening, &game)?;
        let (mut table, played) = openings::set_up(&opening, &game)?;
        // Lines that engines wrote since the last game ended are void.
        while self.events.try_recv().is_ok() {}
        let (keys, players) = match self.take(plan) {
            Ok(seated) => seated,
            Err((seat, error)) => {
                lose_unplayed(&mut *table, seat);
                let text = error.to_string();
                let note = NoteLine { seat: table.seat_name(seat), ply: 0, text };
                return Ok(self.line(plan, &*table, &[], Vec::new(), vec![note]));
            }
        };
        let unplayed = |played| MoveRecord { played, left: None, micros: 0, thought: None };
        let plies = played.into_iter().map(unplayed).collect();
        let clocks = run.clocks(plan);
        let mut arbiter =
            Arbiter::new(table, players, clocks, plies, &self.events, &run.conduct, spectator);
        arbiter.open();
        let whole = match run.simulated_rate() {
            Some(rate) => arbiter.play_simulated(rate),
            None => arbiter.play_live(),
        };
        arbiter.close();
        let Arbiter { table, players, plies, talk, notes, .. } = arbiter;
        self.put_back(keys, players);
        let name = |seat: usize| table.seat_name(seat);
        let talk = talk
            .into_iter()
            .map(|t| TalkLine { seat: name(t.seat), ply: t.ply, text: t.text, refused: t.refused })
            .collect();
        let notes = notes
            .into_iter()
            .map(|n| NoteLine { seat: name(n.seat), ply: n.ply, text: n.text })
            .collect();
        Ok(if whole { self.line(plan, &*table, &plies, talk, notes) } else { None })
    }

    /// The engines of a game by seat, started where they do not run yet; or the first seat
    /// whose engine cannot be started, and why.
    #[allow(clippy::type_complexity)]
    fn take(
        &mut self,
        plan: &GamePlan,
    ) -> Result<(Vec<EngineKey>, Vec<EnginePlayer>), (usize, EngineError)> {
        let mut players = Vec::with_capacity(plan.engines.len());
        let mut keys = Vec::with_capacity(plan.engines.len());
        for (seat, &engine) in plan.engines.iter().enumerate() {
            let number = plan.engines[..seat].iter().filter(|&&other| other == engine).count();
            let key = (engine, number);
            let player = match self.players.remove(&key) {
                Some(player) => Ok(player),
                None => self.open(engine),
            };
            match player {
                Ok(player) => {
                    players.push(player);
                    keys.push(key);
                }
                Err(error) => {
                    self.players.extend(keys.into_iter().zip(players));
                    return Err((seat, error));
                }
            }
        }
        Ok((keys, players))
    }

    /// Keeps the engines that can play another game.
    fn put_back(&mut self, keys: Vec<EngineKey>, players: Vec<EnginePlayer>) {
        for (key, player) in keys.into_iter().zip(players) {
            let restart = self.run.engines[key.0].restart || player.must_restart();
            if !player.is_dead() && !restart {
                self.players.insert(key, player);
            }
        }
    }

    fn line(
        &self,
        plan: &GamePlan,
        table: &dyn Table,
        plies: &[MoveRecord],
        talk: Vec<TalkLine>,
        notes: Vec<NoteLine>,
    ) -> Option<GameLine> {
        let run = self.run;
        let outcome = GameResult::of(table)?;
        let names: Vec<String> =
            plan.engines.iter().map(|&engine| run.engines[engine].name.clone()).collect();
        let about = RecordInfo {
            kind: &run.game,
            event: &run.event,
            site: &run.site,
            bare: run.bare,
            round: plan.index + 1,
            names: &names,
            control: run.control(plan),
            extras: &run.extras,
            dated: run.simulated_rate().is_none(),
        };
        let sides = [plan.seats_of(0), plan.seats_of(1)];
        Some(GameLine {
            game: plan.index,
            opening: plan.opening,
            pair: plan.pair,
            second: plan.second,
            points: [0, 1].map(|side| outcome.points_of(&sides[side], &sides[1 - side])),
            result: outcome.result.clone(),
            verdict: outcome.verdict.clone(),
            endings: outcome.endings.clone(),
            plies: plies.len(),
            spent: spent(plies, &names),
            notes,
            talk,
            offender: offence(&outcome, &names),
            position: table.fen(),
            record: record::write(&about, table, plies, &outcome),
            seats: names,
        })
    }
}

/// An engine that could not be started has lost all that it was to play.
fn lose_unplayed(table: &mut dyn Table, seat: usize) {
    table.forfeit(seat);
    if !table.verdict().is_over() {
        table.adjudicate(Some(1 - table.team(seat)), "forfeit");
    }
}

/// `Sjeng: flag`, where an act of one seat ended the game.
fn offence(outcome: &GameResult, names: &[String]) -> Option<String> {
    let name = names.get(outcome.offender?)?;
    let kinds = ["flag", "illegal-move", "forfeit", "resignation"];
    let ended = |kind: &str| outcome.endings.iter().any(|ending| ending.starts_with(kind));
    let kind = kinds.into_iter().find(|kind| ended(kind))?;
    Some(format!("{name}: {kind}"))
}

fn spent(plies: &[MoveRecord], names: &[String]) -> Vec<EngineUsage> {
    let mut sums: BTreeMap<&str, EngineUsage> = BTreeMap::new();
    for ply in plies {
        let (Some(thought), Some(name)) = (&ply.thought, names.get(ply.played.seat)) else {
            continue;
        };
        let sum = sums.entry(name).or_default();
        sum.engine.clone_from(name);
        sum.moves += 1;
        sum.nodes += thought.nodes;
        sum.depths += u64::from(thought.depth);
        sum.micros += ply.micros;
    }
    sums.into_values().collect()
}
