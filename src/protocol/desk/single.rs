//! The desk of the games on one 8x8 board.

use super::count;
use super::host::{Desk, DeskError, DeskSearch, Job, refused};
use crate::board::{Color, Silent};
use crate::eval::chosen::{AnyEval, EvalChoice};
use crate::game::Playable;
use crate::game::rules::Rules;
use crate::game::single::Position;
use crate::notation::Setup;
use crate::notation::uci::{self, Castling};
use crate::player::EngineHandle;
use crate::protocol::options::Settings;
use crate::protocol::text::draw;
use crate::protocol::text::explain::opinion;
use crate::protocol::uci::command::{Placement, UciCommandError};
use crate::protocol::uci::go::Go;
use crate::search::{Clock, Limits};

/// One position and the engine that thinks about it.
pub struct SingleDesk {
    pub(super) rules: Rules,
    castling: Castling,
    chess960: bool,
    choice: EvalChoice,
    eval: AnyEval,
    pub(super) position: Position,
    engine: EngineHandle<Position, AnyEval>,
}

impl SingleDesk {
    /// The desk for the variant of the settings, at its starting position.
    ///
    /// # Errors
    /// If there is no such game, or no memory for its table.
    pub fn open(settings: &Settings) -> Result<Self, DeskError> {
        let not_here = || DeskError::NotOnOneBoard(settings.variant.to_string());
        let rules = settings.rules().ok_or_else(not_here)?;
        let eval = settings.eval(&rules).map_err(refused)?;
        Ok(Self {
            rules,
            castling: settings.castling(),
            chess960: settings.chess960,
            choice: settings.choice().clone(),
            position: read(rules.start(), rules, settings.chess960)?,
            engine: EngineHandle::new(eval.clone(), settings.engine())?,
            eval,
        })
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
    fn clock(&self, go: &Go) -> Result<Option<Clock>, UciCommandError> {
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

impl Desk for SingleDesk {
    fn configure(&mut self, settings: &Settings) -> Result<(), DeskError> {
        if settings.choice() != &self.choice {
            let eval = settings.eval(&self.rules).map_err(refused)?;
            self.engine.set_eval(&eval);
            (self.choice, self.eval) = (settings.choice().clone(), eval);
        }
        self.engine.configure(settings.engine())?;
        self.chess960 = settings.chess960;
        self.castling = settings.castling();
        Ok(())
    }

    fn forget(&mut self) {
        self.engine.forget();
    }

    fn place(&mut self, placement: &Placement) -> Result<(), DeskError> {
        let fen = placement.fen.as_deref().unwrap_or(self.rules.start());
        let mut position = read(fen, self.rules, self.chess960)?;
        for (index, text) in placement.moves.iter().enumerate() {
            let mv = uci::read(text, &position.legal_moves())
                .map_err(|error| DeskError::Move { number: index + 1, cause: error.into() })?;
            position.play(mv, &mut Silent);
        }
        self.position = position;
        Ok(())
    }

    fn think(&self, go: &Go, settings: &Settings) -> Result<DeskSearch, DeskError> {
        let limits = self.limits(go, settings)?;
        let castling = self.castling;
        let search = self.engine.search(self.position.clone(), limits);
        let write_move = move |mv| uci::write(mv, castling).to_string();
        let remark = self.choice.remark(&settings.variant);
        Ok(DeskSearch::new(search, write_move).remarking(remark, None))
    }

    fn divide(&self, depth: u32, settings: &Settings) -> Job {
        let castling = self.castling;
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
