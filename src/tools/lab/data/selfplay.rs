//! `kralle datagen`: games of the engine against itself at fixed nodes. A game depends on
//! its recipe and its number alone, never on threads or on where the work was interrupted.
//!
//! A game on one board of two has no partner here: pieces arrive from outside by chance, now
//! for one side, now for the other, now for both, so that the games also show what it is
//! worth to hold more than the rival. With both boards played they come as in life: see
//! [`super::partners`].

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use indicatif::ProgressBar;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::error::DataError;
use super::file::GameWriter;
use super::record::{DatagenRecipe, GameRecord, PlyRecord, ordered, start};
use crate::base::Score;
use crate::base::random::mix;
use crate::board::{Color, Move, Piece, Silent};
use crate::eval::chosen::{AnyEval, EvalChoice};
use crate::game::Playable as _;
use crate::game::single::Position;
use crate::game::table::arrivals::{ARRIVAL, PATIENCE, next_role};
use crate::game::verdict::{BoardEnd, BoardState};
use crate::search::{Decision, Engine, Limits, SearchControl};
use crate::tools::progress;

/// What is to be made.
#[derive(Clone, Debug)]
pub struct DatagenOrder {
    /// Game, nodes, seed, network.
    pub recipe: DatagenRecipe,
    /// The evaluation that the recipe's fingerprint belongs to.
    pub eval: EvalChoice,
    /// How many games there shall be in the file in the end.
    pub games: u64,
    /// Threads at work.
    pub threads: usize,
    /// The file.
    pub output: PathBuf,
}

/// Random plies at the start: from so many to so many, so that both sides begin.
pub(super) const OPENING: std::ops::RangeInclusive<u32> = 6..=11;
/// An opening that is further from level, in centipawns, is thrown away.
pub(super) const LEVEL: i32 = 350;
/// Longer games are drawn.
pub(super) const LONGEST: usize = 400;
const HASH_MIB: usize = 4;

/// Plays the games that are still missing in the file, and shows how it goes.
///
/// # Errors
/// If the file cannot be read or written, or there is no memory for the engines.
pub fn generate(order: &DatagenOrder, bar: &ProgressBar) -> Result<u64, DataError> {
    let (mut writer, present) = GameWriter::resume(&order.output, &order.recipe)?;
    bar.set_length(order.games);
    bar.set_style(progress::style("{bar:30} {pos}/{len} games, {msg}, {per_sec}, {eta} left"));
    bar.set_position(present);
    bar.reset_eta();
    let boards = order.recipe.boards();
    let next = AtomicU64::new(present / boards);
    let failed = AtomicBool::new(false);
    let (sender, receiver) = mpsc::sync_channel(64);
    std::thread::scope(|scope| {
        for _ in 0..order.threads.max(1) {
            let (sender, next, failed) = (sender.clone(), &next, &failed);
            scope.spawn(move || {
                let mut player = SelfPlayer::new(order.recipe, &order.eval);
                while !failed.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number * boards >= order.games {
                        break;
                    }
                    let games = player.as_mut().map(|player| player.play(number));
                    let games = games.map_err(|error| DataError::Engine(error.to_string()));
                    let last = games.is_err();
                    if sender.send((number, games)).is_err() || last {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = present;
        let mut positions = 0;
        let mut write = || {
            for (number, games) in &receiver {
                waiting.insert(number, games?);
                while let Some(games) = waiting.remove(&(due / boards)) {
                    // Of a pair the file may have the first board, or want no more than that.
                    let (first, wanted) = (due % boards, (order.games - due).min(boards));
                    for game in games.into_iter().skip(first as usize).take(wanted as usize) {
                        let game: GameRecord = game;
                        positions += game.plies.len();
                        writer.write(&game)?;
                        due += 1;
                    }
                    bar.set_position(due);
                    bar.set_message(format!("{positions} positions"));
                }
            }
            Ok(due)
        };
        let result = write();
        failed.store(true, Ordering::Relaxed);
        // Nothing is received any more: a thread that waits to send must not wait for ever.
        drop(receiver);
        result
    })
}

/// One thread's engine and starting position.
pub(super) struct SelfPlayer {
    pub recipe: DatagenRecipe,
    pub start: Position,
    pub engine: Engine<Position, AnyEval>,
}

impl SelfPlayer {
    fn new(recipe: DatagenRecipe, eval: &EvalChoice) -> Result<Self, DataError> {
        let start = start(&recipe.variant)?;
        let eval = eval
            .eval(recipe.variant.game, start.rules())
            .map_err(|error| DataError::Engine(error.to_string()))?;
        let engine =
            Engine::new(eval, HASH_MIB, 1).map_err(|error| DataError::Engine(error.to_string()))?;
        Ok(Self { recipe, start, engine })
    }

    /// The game of this number, or the two games of a pair; always the same.
    fn play(&mut self, number: u64) -> Vec<GameRecord> {
        let seed = mix(self.recipe.seed ^ mix(number));
        let mut chance = SmallRng::seed_from_u64(seed);
        loop {
            self.engine.clear();
            let games = if self.recipe.both_boards {
                self.try_pair(&mut chance).map(Vec::from)
            } else {
                self.try_game(&mut chance).map(|game| vec![game])
            };
            if let Some(games) = games {
                return games;
            }
        }
    }

    /// What a search may cost.
    pub(super) fn limits(&self) -> Limits {
        Limits { nodes: Some(self.recipe.nodes), ..Limits::default() }
    }

    /// A game, unless its opening ended it or left it far from level.
    fn try_game(&mut self, chance: &mut SmallRng) -> Option<GameRecord> {
        let mut game = SelfPlayGame::new(&self.start);
        for _ in 0..chance.random_range(OPENING) {
            let arrivals = game.arrivals(chance);
            let count = game.legal_moves();
            if count == 0 {
                return None;
            }
            let mv = game.moves[chance.random_range(0..count)];
            game.record(mv, arrivals, None);
        }
        let opening = game.plies.len();
        let limits = self.limits();
        let result = loop {
            let mut arrivals = game.arrivals(chance);
            let mut patience = PATIENCE;
            while game.legal_moves() == 0 && game.position.verdict().waits() && patience > 0 {
                arrivals.extend(game.receive(chance));
                patience -= 1;
            }
            if let Some(result) = game.result() {
                break result;
            }
            let Decision { best, score, .. } =
                self.engine.search(&game.position, &limits, &SearchControl::default(), &mut ());
            if game.plies.len() == opening && score.value().abs() > LEVEL {
                return None;
            }
            let Some(mv) = best else { break 1 };
            let mover = game.position.turn();
            game.record(mv, arrivals, Some(score));
            if let Some(plies) = score.mate_in() {
                // What the search has proved need not be played out.
                break result_for(if plies > 0 { mover } else { !mover });
            }
        };
        Some(GameRecord { plies: game.plies, result })
    }
}

/// A game under way.
pub(super) struct SelfPlayGame {
    pub position: Position,
    pub plies: Vec<PlyRecord>,
    pub moves: Vec<Move>,
}

impl SelfPlayGame {
    pub fn new(start: &Position) -> Self {
        Self { position: start.clone(), plies: Vec::new(), moves: Vec::new() }
    }

    /// Fills the list of legal moves and counts it.
    pub fn legal_moves(&mut self) -> usize {
        ordered(&self.position, &mut self.moves);
        self.moves.len()
    }

    /// Pieces that arrive before this ply, if any.
    fn arrivals(&mut self, chance: &mut SmallRng) -> Vec<Piece> {
        let from_outside = self.position.rules().is_one_of_two();
        if from_outside && chance.random_ratio(1, ARRIVAL) {
            self.receive(chance)
        } else {
            Vec::new()
        }
    }

    /// A piece for one side or the same for both.
    fn receive(&mut self, chance: &mut SmallRng) -> Vec<Piece> {
        let arriving = next_role(chance);
        let lucky = [&Color::ALL[..1], &Color::ALL[1..], &Color::ALL];
        let lucky = lucky[chance.random_range(0..lucky.len())];
        let pieces: Vec<Piece> = lucky.iter().map(|&color| Piece::new(color, arriving)).collect();
        for &piece in &pieces {
            self.position.receive(piece, &mut Silent);
        }
        pieces
    }

    /// The result for White, if the game is over.
    fn result(&self) -> Option<u8> {
        match self.position.board_state() {
            BoardState::Over(BoardEnd { winner: Some(winner), .. }) => Some(result_for(winner)),
            BoardState::StuckCheck | BoardState::Pending => Some(result_for(!self.position.turn())),
            BoardState::Over(_) | BoardState::Stuck => Some(1),
            BoardState::Ongoing => (self.plies.len() >= LONGEST).then_some(1),
        }
    }

    pub fn record(&mut self, mv: Move, arrivals: Vec<Piece>, score: Option<Score>) {
        self.legal_moves();
        let place = self.moves.iter().position(|&other| other == mv).unwrap_or_default();
        // Scores stay within 32 000 by their type.
        let score = score.map(|score| score.value() as i16);
        self.plies.push(PlyRecord { arrivals, place, score });
        self.position.play(mv, &mut Silent);
    }
}

const fn result_for(winner: Color) -> u8 {
    match winner {
        Color::White => 2,
        Color::Black => 0,
    }
}

/// Plays one round of a recipe.
#[cfg(test)]
pub(super) fn games(recipe: DatagenRecipe, number: u64) -> Vec<GameRecord> {
    SelfPlayer::new(recipe, &EvalChoice::HandWritten).unwrap().play(number)
}

/// Where two runs of a recipe are compared.
#[cfg(test)]
pub(super) fn file(
    recipe: DatagenRecipe,
    games: u64,
    threads: usize,
    output: &std::path::Path,
) -> Vec<u8> {
    let eval = EvalChoice::HandWritten;
    let order = DatagenOrder { recipe, eval, games, threads, output: output.into() };
    generate(&order, &ProgressBar::hidden()).unwrap();
    std::fs::read(output).unwrap()
}
