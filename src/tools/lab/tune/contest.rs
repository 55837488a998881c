//! Games in which engines with different margins meet.

use super::error::TuneError;
use crate::board::multi::MultiSeat;
use crate::board::{Color, Move, Silent};
use crate::eval::Eval;
use crate::eval::chosen::{AnyEval, EvalChoice, SeatsEval};
use crate::game::catalogue::BoardGame;
use crate::game::multi::{self, MultiGame, Paranoid};
use crate::game::rules::START;
use crate::game::single::Position;
use crate::game::table::arrivals::Arrivals;
use crate::game::verdict::BoardState;
use crate::game::{Playable as _, Searchable};

/// A game under way.
pub trait Contest: Clone + Sync {
    /// As a seat searches it.
    type Game: Searchable;
    /// How it is evaluated.
    type Eval: Eval<Self::Game> + Clone + Send + Sync;

    /// Seats.
    const SEATS: usize;
    /// Camps that play for themselves.
    const CAMPS: usize;
    /// Random plies before a game.
    const OPENING: usize;
    /// Openings further from level, in centipawns, are thrown away.
    const LEVEL: i32;
    /// A game of more plies is drawn.
    const LONGEST: usize;

    /// The evaluation that was chosen.
    ///
    /// # Errors
    /// If there is none for this game.
    fn eval(&self, choice: &EvalChoice) -> Result<Self::Eval, TuneError>;

    /// Which of two engines has a seat in the first game of a pair; in the second it is the other.
    fn side(pair: u64, seat: usize) -> usize;

    /// The opening has been played; chance in the game itself goes by this seed.
    fn after_opening(self, seed: u64) -> Self;

    /// As the seat to move sees it.
    fn seen(&self) -> Self::Game;

    /// Plays a legal move.
    fn play(&mut self, mv: Move);

    /// What each seat has of the game, 0 to 1, once it is over.
    fn shares(&self) -> Option<Vec<f64>>;

    /// What each has if the seat to move wins, or loses.
    fn decided(&self, mover_wins: bool) -> Vec<f64>;
}

/// A game on one 8x8 board; one of two boards is played by itself, with pieces from outside.
#[derive(Clone)]
pub struct BoardContest {
    variant: BoardGame,
    position: Position,
    arrivals: Option<Arrivals>,
}

impl BoardContest {
    /// At its start.
    ///
    /// # Errors
    /// If the game has none.
    pub fn new(variant: BoardGame) -> Result<Self, TuneError> {
        let start = START.parse().map_err(|error| TuneError::Start(format!("{error}")))?;
        let mut position = Position::from_setup(&start, variant.rules, false)
            .map_err(|error| TuneError::Start(error.to_string()))?;
        position.expect_anybody();
        Ok(Self { variant, position, arrivals: None })
    }

    fn won_by(winner: Option<Color>) -> Vec<f64> {
        let share = |color| winner.map_or(0.5, |winner| f64::from(u8::from(winner == color)));
        Color::ALL.map(share).to_vec()
    }
}

impl Contest for BoardContest {
    type Game = Position;
    type Eval = AnyEval;

    const SEATS: usize = 2;
    const CAMPS: usize = 2;
    const OPENING: usize = 8;
    const LEVEL: i32 = 150;
    const LONGEST: usize = 300;

    fn eval(&self, choice: &EvalChoice) -> Result<AnyEval, TuneError> {
        choice
            .eval(self.variant.game, &self.variant.rules)
            .map_err(|error| TuneError::Engine(error.to_string()))
    }

    fn side(_: u64, seat: usize) -> usize {
        seat
    }

    fn after_opening(self, seed: u64) -> Self {
        let arrivals = self.variant.rules.is_one_of_two().then(|| Arrivals::new(seed));
        Self { arrivals, ..self }
    }

    fn seen(&self) -> Position {
        self.position.clone()
    }

    fn play(&mut self, mv: Move) {
        self.position.play(mv, &mut Silent);
        if let Some(arrivals) = &mut self.arrivals {
            arrivals.receive(&mut self.position);
        }
    }

    fn shares(&self) -> Option<Vec<f64>> {
        match self.position.board_state() {
            BoardState::Ongoing => None,
            BoardState::Over(end) => Some(Self::won_by(end.winner)),
            // No piece came that could have helped.
            BoardState::StuckCheck | BoardState::Pending => Some(self.decided(false)),
            BoardState::Stuck => Some(Self::won_by(None)),
        }
    }

    fn decided(&self, mover_wins: bool) -> Vec<f64> {
        let turn = self.position.turn();
        Self::won_by(Some(if mover_wins { turn } else { !turn }))
    }
}

/// A game for more than two.
#[derive(Clone)]
pub struct SeatsContest<K: MultiGame> {
    position: multi::Position<K>,
}

impl<K: MultiGame> SeatsContest<K> {
    /// At its start.
    pub fn new() -> Self {
        Self { position: multi::Position::start(multi::Rules::default()) }
    }
}

impl<K: MultiGame> Contest for SeatsContest<K> {
    type Game = Paranoid<K>;
    type Eval = SeatsEval<K>;

    const SEATS: usize = K::SEATS;
    const CAMPS: usize = if K::LAYOUT.teams { 2 } else { K::SEATS };
    const OPENING: usize = 2 * K::SEATS;
    const LEVEL: i32 = 900;
    const LONGEST: usize = 250 * K::SEATS;

    fn eval(&self, choice: &EvalChoice) -> Result<SeatsEval<K>, TuneError> {
        choice.seats_eval().map_err(|error| TuneError::Engine(error.to_string()))
    }

    /// Of three seats one has the first engine alone, in turn.
    fn side(pair: u64, seat: usize) -> usize {
        if K::LAYOUT.teams { seat % 2 } else { usize::from(seat as u64 != pair % K::SEATS as u64) }
    }

    fn after_opening(self, _: u64) -> Self {
        self
    }

    fn seen(&self) -> Paranoid<K> {
        Paranoid::new(self.position.clone())
    }

    fn play(&mut self, mv: Move) {
        self.position.play(mv, &mut Silent);
    }

    fn shares(&self) -> Option<Vec<f64>> {
        let end = self.position.outcome()?;
        Some(MultiSeat::first(K::SEATS).map(|seat| f64::from(end.share::<K>(seat))).collect())
    }

    fn decided(&self, mover_wins: bool) -> Vec<f64> {
        let game = self.seen();
        let (mover, winners) = (game.camp(), Self::CAMPS - 1);
        let won = if mover_wins { 1.0 } else { 1.0 / winners as f64 };
        let share = |seat| if (game.camp_of(seat) == mover) == mover_wins { won } else { 0.0 };
        MultiSeat::first(K::SEATS).map(share).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::multi::{Drieschaak, Vierschaak};

    #[test]
    fn a_game_is_shared_by_those_who_win() {
        let chess = BoardContest::new(BoardGame::find("chess").unwrap()).unwrap();
        assert_eq!(chess.decided(true), [1.0, 0.0]);
        assert_eq!(chess.decided(false), [0.0, 1.0]);
        let four = SeatsContest::<Vierschaak>::new();
        assert_eq!(four.decided(true), [1.0, 0.0, 1.0, 0.0]);
        assert_eq!(four.decided(false), [0.0, 1.0, 0.0, 1.0]);
        let three = SeatsContest::<Drieschaak>::new();
        assert_eq!(three.decided(true), [1.0, 0.0, 0.0]);
        assert_eq!(three.decided(false), [0.0, 0.5, 0.5]);
    }

    #[test]
    fn of_three_seats_each_is_alone_in_turn() {
        let sides = |pair| [0, 1, 2].map(|seat| SeatsContest::<Drieschaak>::side(pair, seat));
        assert_eq!([0, 1, 2, 3].map(sides), [[0, 1, 1], [1, 0, 1], [1, 1, 0], [0, 1, 1]]);
        let four = [0, 1, 2, 3].map(|seat| SeatsContest::<Vierschaak>::side(7, seat));
        assert_eq!(four, [0, 1, 0, 1]);
    }

    #[test]
    fn a_fools_mate_is_a_game_to_nothing() {
        let mut chess = BoardContest::new(BoardGame::find("chess").unwrap()).unwrap();
        for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
            assert_eq!(chess.shares(), None);
            let mv = crate::notation::uci::read(text, &chess.seen().legal_moves()).unwrap();
            chess.play(mv);
        }
        assert_eq!(chess.shares(), Some(vec![0.0, 1.0]));
    }
}
