//! The desk of the games on one 8x8 board.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::command::Placement;
use super::desk::{Desk, DeskError, Job};
use super::opinion::opinion;
use super::report::Teller;
use super::{CommandError, Go, Settings, count, draw};
use crate::board::{Color, Silent};
use crate::eval::chosen::{Choice, Chosen};
use crate::game::Game;
use crate::game::rules::{Rules, START};
use crate::game::single::Position;
use crate::notation::Setup;
use crate::notation::uci::{self, Castling};
use crate::search::{Clock, Engine, Limits};

type Thinker = Engine<Position, Chosen>;

/// One position and the engine that thinks about it.
pub struct SingleDesk {
    rules: Rules,
    chess960: bool,
    hash_mib: usize,
    threads: usize,
    choice: Choice,
    eval: Chosen,
    position: Position,
    /// Held by a job while it thinks.
    engine: Arc<Mutex<Thinker>>,
}

impl SingleDesk {
    /// The desk for the variant of the settings, at its starting position.
    ///
    /// # Errors
    /// If there is no such game, or no memory for its table.
    pub fn open(settings: &Settings) -> Result<Self, DeskError> {
        let name = settings.variant;
        let rules = settings
            .rules()
            .ok_or_else(|| DeskError::Engine(format!("there is no game `{name}`")))?;
        let eval = settings.eval(&rules).map_err(refused)?;
        let engine = Engine::new(eval.clone(), settings.hash_mib, settings.threads);
        Ok(Self {
            rules,
            chess960: settings.chess960,
            hash_mib: settings.hash_mib,
            threads: settings.threads,
            choice: settings.choice().clone(),
            eval,
            position: read(START, rules, settings.chess960)?,
            engine: Arc::new(Mutex::new(engine.map_err(DeskError::Engine)?)),
        })
    }

    fn engine(&self) -> MutexGuard<'_, Thinker> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn castling(&self) -> Castling {
        if self.chess960 { Castling::KingTakesRook } else { Castling::KingStep }
    }

    fn limits(&self, go: &Go, settings: &Settings) -> Result<Limits, DeskError> {
        let legal = self.position.legal_moves();
        let read = |text: &String| {
            uci::read(text, &legal).map_err(|error| DeskError::SearchMove(error.into()))
        };
        let moves = go.search_moves.iter().map(read).collect::<Result<_, _>>()?;
        Ok(go.limits(moves, self.clock(go)?, settings))
    }

    /// The clock of the side to move. Half a clock is an error, not a guess.
    fn clock(&self, go: &Go) -> Result<Option<Clock>, CommandError> {
        let (time, increment) = match self.position.turn() {
            Color::White => ("wtime", "winc"),
            Color::Black => ("btime", "binc"),
        };
        go.own_clock(time, increment)
    }
}

/// A position from a FEN.
fn read(fen: &str, rules: Rules, chess960: bool) -> Result<Position, DeskError> {
    let setup: Setup = fen.parse().map_err(refused)?;
    Position::from_setup(&setup, rules, chess960).map_err(refused)
}

fn refused(error: impl std::error::Error + Send + Sync + 'static) -> DeskError {
    DeskError::Position(error.into())
}

impl Desk for SingleDesk {
    fn configure(&mut self, settings: &Settings) -> Result<(), DeskError> {
        if settings.choice() != &self.choice {
            let eval = settings.eval(&self.rules).map_err(refused)?;
            self.engine().set_eval(&eval);
            (self.choice, self.eval) = (settings.choice().clone(), eval);
        }
        if settings.hash_mib != self.hash_mib {
            self.engine().resize(settings.hash_mib).map_err(DeskError::Engine)?;
            self.hash_mib = settings.hash_mib;
        }
        if settings.threads != self.threads {
            self.engine().set_threads(settings.threads);
            self.threads = settings.threads;
        }
        self.chess960 = settings.chess960;
        Ok(())
    }

    fn forget(&mut self) {
        self.engine().clear();
    }

    fn place(&mut self, placement: &Placement) -> Result<(), DeskError> {
        let fen = placement.fen.as_deref().unwrap_or(START);
        let mut position = read(fen, self.rules, self.chess960)?;
        for (index, text) in placement.moves.iter().enumerate() {
            let mv = uci::read(text, &position.legal_moves())
                .map_err(|error| DeskError::Move { number: index + 1, cause: error.into() })?;
            position.play(mv, &mut Silent);
        }
        self.position = position;
        Ok(())
    }

    fn think(&self, go: &Go, settings: &Settings) -> Result<Job, DeskError> {
        let limits = self.limits(go, settings)?;
        let engine = Arc::clone(&self.engine);
        let position = self.position.clone();
        let (castling, wdl) = (self.castling(), settings.show_wdl);
        let remark = self.choice.remark(settings.variant);
        Ok(Box::new(move |signal, say| {
            if let Some(remark) = remark {
                say(&format!("info string {remark}"));
            }
            let write_move = move |mv| uci::write(mv, castling).to_string();
            let mut teller = Teller { say, wdl, write_move };
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            let decision = engine.search(&position, &limits, signal, &mut teller);
            drop(engine);
            let Some(best) = decision.best else {
                (teller.say)(&format!("info depth 0 score {}", decision.score));
                return "bestmove (none)".into();
            };
            match decision.ponder {
                Some(reply) => {
                    format!("bestmove {} ponder {}", write_move(best), write_move(reply))
                }
                None => format!("bestmove {}", write_move(best)),
            }
        }))
    }

    fn divide(&self, depth: u32, settings: &Settings) -> Job {
        let castling = self.castling();
        let write_move = move |mv| uci::write(mv, castling).to_string();
        count::divide(self.position.clone(), depth, settings.threads, write_move)
    }

    fn perft(&self, depth: u32, settings: &Settings) -> Job {
        count::perft(self.position.clone(), depth, settings.threads)
    }

    fn display(&self) -> String {
        draw::single(&self.position)
    }

    fn explain(&self) -> String {
        opinion(self.eval.clone(), &self.position)
    }

    fn verdict(&self) -> String {
        self.position.verdict().to_string()
    }
}
