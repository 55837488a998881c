//! The player of any game: an engine for each shape of game, behind one door.

use std::sync::Arc;

use super::engine::{EngineHandle, EngineSettings};
use super::event::{Answer, Search, SearchEvent};
use super::partner::{PartnerPlayer, SeatClocks, SeatOrder};
use crate::board::Move;
use crate::eval::chosen::{AnyEval, EvalChoice, SeatsEval};
use crate::eval::net::error::NetError;
use crate::eval::team::BoardEvals;
use crate::game::catalogue::{Family, Variant};
use crate::game::multi::{Drieschaak, FourPlayerTeams, Paranoid, Vierschaak};
use crate::game::pair::{Pair, PairError};
use crate::game::single::Position;
use crate::game::table::{AnyPosition, Table};
use crate::search::{Limits, MemoryError};

/// An engine for a game of more than two players.
pub type MultiEngine<K> = EngineHandle<Paranoid<K>, SeatsEval<K>>;

/// What plays a game, by the shape of the game.
pub enum AnyPlayer {
    /// One 8x8 board.
    Single(EngineHandle<Position, AnyEval>),
    /// Two of them.
    Pair(PartnerPlayer),
    /// Four seats on one board.
    Four(MultiEngine<Vierschaak>),
    /// Three seats on one board.
    Three(MultiEngine<Drieschaak>),
    /// Four-player teams.
    Teams(MultiEngine<FourPlayerTeams>),
}

/// Why a player cannot be had, or cannot think.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum PlayerError {
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error(transparent)]
    Network(#[from] NetError),
    #[error(transparent)]
    Pair(#[from] PairError),
    #[error("the position is one of another game")]
    OtherGame,
}

/// The evaluation of a game on 8x8 boards; none for the other games.
///
/// # Errors
/// If the program was built with a file that is no network.
pub fn board_eval(game: &Variant, choice: &EvalChoice) -> Result<Option<AnyEval>, NetError> {
    game.board_rules().map(|rules| choice.eval(game.like(), rules)).transpose()
}

impl AnyPlayer {
    /// A player of this game, with the evaluation that somebody wants.
    ///
    /// # Errors
    /// If there is no memory for its tables, or no such evaluation.
    pub fn new(
        game: &Variant,
        choice: &EvalChoice,
        settings: EngineSettings,
    ) -> Result<Self, PlayerError> {
        Ok(match *game.family() {
            Family::Single(rules) => {
                let eval = choice.eval(game.like(), &rules)?;
                Self::Single(EngineHandle::new(eval, settings)?)
            }
            Family::Pair(rules) => {
                let evals = BoardEvals::of(choice, game.like(), &rules)?;
                Self::Pair(PartnerPlayer::new(rules, evals, settings)?)
            }
            Family::Four(_) => Self::Four(EngineHandle::new(choice.seats_eval()?, settings)?),
            Family::Three(_) => Self::Three(EngineHandle::new(choice.seats_eval()?, settings)?),
            Family::Teams(_) => Self::Teams(EngineHandle::new(choice.seats_eval()?, settings)?),
        })
    }

    /// Takes over another size or number of threads.
    ///
    /// # Errors
    /// If there is no memory for the table; the old one stays.
    pub fn configure(&mut self, settings: EngineSettings) -> Result<(), MemoryError> {
        match self {
            Self::Single(engine) => engine.configure(settings),
            Self::Pair(player) => player.configure(settings),
            Self::Four(engine) => engine.configure(settings),
            Self::Three(engine) => engine.configure(settings),
            Self::Teams(engine) => engine.configure(settings),
        }
    }

    /// How the engine is set.
    pub fn settings(&self) -> EngineSettings {
        match self {
            Self::Single(engine) => engine.settings(),
            Self::Pair(player) => player.settings(),
            Self::Four(engine) => engine.settings(),
            Self::Three(engine) => engine.settings(),
            Self::Teams(engine) => engine.settings(),
        }
    }

    /// Another evaluation, of the game that this player plays.
    ///
    /// # Errors
    /// If there is none for it; the old one stays.
    pub fn set_eval(&self, game: &Variant, choice: &EvalChoice) -> Result<(), NetError> {
        match self {
            Self::Four(engine) => engine.set_eval(&choice.seats_eval()?),
            Self::Three(engine) => engine.set_eval(&choice.seats_eval()?),
            Self::Teams(engine) => engine.set_eval(&choice.seats_eval()?),
            Self::Single(engine) => {
                if let Some(eval) = board_eval(game, choice)? {
                    engine.set_eval(&eval);
                }
            }
            Self::Pair(player) => {
                if let Some(rules) = game.board_rules() {
                    player.set_evals(BoardEvals::of(choice, game.like(), rules)?);
                }
            }
        }
        Ok(())
    }

    /// Forgets what was learnt and what was said.
    pub fn forget(&self) {
        match self {
            Self::Single(engine) => engine.forget(),
            Self::Pair(player) => player.forget(),
            Self::Four(engine) => engine.forget(),
            Self::Three(engine) => engine.forget(),
            Self::Teams(engine) => engine.forget(),
        }
    }

    /// The bughouse player, if this is one.
    pub const fn partner(&self) -> Option<&PartnerPlayer> {
        match self {
            Self::Pair(player) => Some(player),
            Self::Single(_) | Self::Four(_) | Self::Three(_) | Self::Teams(_) => None,
        }
    }

    /// Thinks about the position of a game until a limit ends it; on two boards for the seat on
    /// move on the first one that is being played. [`Table::write`] writes the answer's moves.
    ///
    /// # Errors
    /// If the position is one of another shape of game, or cannot be searched.
    ///
    /// # Examples
    /// ```
    /// use kralle::{Engine, EngineSettings, EvalChoice, Limits, Variant};
    ///
    /// let game = Variant::find("crazyhouse")?;
    /// let table = game.set_up("6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1")?;
    /// let engine = Engine::new(&game, &EvalChoice::BuiltIn, EngineSettings::default())?;
    /// let answer = engine.best_move(&*table, Limits { depth: Some(4), ..Limits::default() })?;
    /// assert_eq!(answer.best.map(|mv| table.write(mv)).as_deref(), Some("N@f7"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_move(&self, table: &dyn Table, limits: Limits) -> Result<Answer, PlayerError> {
        let mut answer = Answer::NONE;
        let search = self.think(table.position(), limits)?;
        let mut hear = |event| {
            if let SearchEvent::Answer(last) = event {
                answer = last;
            }
        };
        search(&Arc::default(), &mut hear);
        // A seat of two boards thinks about its own.
        let board = match table.position() {
            AnyPosition::Pair(pair) => first_running(pair),
            _ => 0,
        };
        let placed = |mv: Option<Move>| mv.map(|mv| mv.on_board(board));
        Ok(Answer { best: placed(answer.best), ponder: placed(answer.ponder), ..answer })
    }

    /// A search of a position for the seat on move; on two boards, for the one on move on the
    /// first board that is being played, without words to its partner.
    ///
    /// # Errors
    /// If the position is one of another shape of game, or cannot be searched.
    pub fn think(&self, position: AnyPosition, limits: Limits) -> Result<Search, PlayerError> {
        Ok(match (self, position) {
            (Self::Single(engine), AnyPosition::Single(position)) => {
                engine.search(position.clone(), limits)
            }
            (Self::Pair(player), AnyPosition::Pair(pair)) => {
                let seat = pair.on_move(first_running(pair));
                let clocks = SeatClocks::default();
                let order = SeatOrder { seat, limits, clocks, speaks: false, may_wait: false };
                player.think(pair, order)?
            }
            (Self::Four(engine), AnyPosition::Four(position)) => {
                engine.search(Paranoid::new(position.clone()), limits)
            }
            (Self::Three(engine), AnyPosition::Three(position)) => {
                engine.search(Paranoid::new(position.clone()), limits)
            }
            (Self::Teams(engine), AnyPosition::Teams(position)) => {
                engine.search(Paranoid::new(position.clone()), limits)
            }
            _ => return Err(PlayerError::OtherGame),
        })
    }
}

/// The first board that is being played.
fn first_running(pair: &Pair) -> usize {
    usize::from(!pair.is_running(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::game::catalogue::BuiltIn;
    use crate::game::verdict::Reason;

    #[test]
    fn the_second_board_is_thought_about_where_the_first_is_over() {
        let game = Variant::from(BuiltIn::Doorgeefschaak);
        let mut table = game.start().unwrap();
        table.end_board(0, Some(Color::White), Reason::Resignation).unwrap();
        let player =
            AnyPlayer::new(&game, &EvalChoice::HandWritten, EngineSettings::default()).unwrap();
        let answer = player.best_move(&*table, Limits { nodes: Some(2_000), ..Limits::default() });
        let text = table.write(answer.unwrap().best.unwrap());
        assert!(text.starts_with('2') && table.play(2, &text).is_ok(), "{text}");
    }
}
