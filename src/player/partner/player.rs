//! The bughouse player.

use std::sync::{Arc, Mutex};

use super::appraiser::Appraiser;
use super::clocks::SeatClocks;
use super::live::LiveBoards;
use super::search::SeatSearch;
use crate::eval::team::{BesideHandle, BoardEvals, TeamEval};
use crate::game::pair::{MessageError, Pair, PairError, PartnerMessage, Seat, Word};
use crate::game::rules::Rules;
use crate::game::single::Position;
use crate::player::engine::{EngineHandle, EngineSettings, SharedEngine, lock};
use crate::player::event::Search;
use crate::search::{Limits, MemoryError};

/// Plays any of the four seats of a pair of boards. The player searches the seat's own board
/// deep, with prices for the pieces that may cross to the other one; it hears its partner and
/// asks for pieces; it waits where waiting is better than moving; and it follows what happens
/// on the boards while it thinks. The owner of the boards tells it of changes by
/// [`update`](Self::update).
pub struct PartnerPlayer {
    rules: Rules,
    engine: EngineHandle<Position, TeamEval>,
    beside: BesideHandle,
    appraiser: Arc<Mutex<Appraiser>>,
    live: Arc<LiveBoards>,
}

/// What a search for a seat is told.
#[derive(Clone, Debug)]
pub struct SeatOrder {
    /// The seat.
    pub seat: Seat,
    /// How long and how deep. Moves are those of a board on its own.
    pub limits: Limits,
    /// All clocks that are known.
    pub clocks: SeatClocks,
    /// Is there a partner that listens?
    pub speaks: bool,
    /// May the seat wait for something to change instead of moving?
    pub may_wait: bool,
}

impl PartnerPlayer {
    /// A player of these rules, with evaluations that know no prices.
    ///
    /// # Errors
    /// If there is no memory for its tables.
    pub fn new(
        rules: Rules,
        evals: BoardEvals,
        settings: EngineSettings,
    ) -> Result<Self, MemoryError> {
        let beside = BesideHandle::default();
        let alone = evals.alone.clone();
        let team = TeamEval::new(evals, beside.clone(), rules.demotes);
        Ok(Self {
            rules,
            engine: EngineHandle::new(team, settings)?,
            appraiser: Arc::new(Mutex::new(Appraiser::new(alone, beside.clone())?)),
            beside,
            live: Arc::default(),
        })
    }

    /// The engine and what sets its prices, for an analysis.
    pub(in crate::player) fn share(
        &self,
    ) -> (SharedEngine<Position, TeamEval>, Arc<Mutex<Appraiser>>) {
        (self.engine.share(), Arc::clone(&self.appraiser))
    }

    /// Takes over another size or number of threads.
    ///
    /// # Errors
    /// If there is no memory for the table; the old one stays.
    pub fn configure(&mut self, settings: EngineSettings) -> Result<(), MemoryError> {
        self.engine.configure(settings)
    }

    /// How the engine is set.
    pub fn settings(&self) -> EngineSettings {
        self.engine.settings()
    }

    /// Is the other board searched for what pieces are worth there?
    pub fn look_at_other_board(&self, looks: bool) {
        lock(&self.appraiser).looks_at_other = looks;
    }

    /// Other evaluations, which know no prices.
    pub fn set_evals(&self, evals: BoardEvals) {
        lock(&self.appraiser).set_eval(&evals.alone);
        let team = TeamEval::new(evals, self.beside.clone(), self.rules.demotes);
        self.engine.set_eval(&team);
    }

    /// Forgets what was learnt and what was said.
    pub fn forget(&self) {
        self.engine.forget();
        lock(&self.appraiser).clear();
        self.hush();
    }

    /// The partner of a seat says something.
    ///
    /// # Errors
    /// If the rules do not allow it.
    pub fn hear(&self, seat: Seat, message: &PartnerMessage) -> Result<(), MessageError> {
        self.live.hear(&self.rules, seat, message)
    }

    /// What holds of what the partner of a seat has said.
    pub fn heard(&self, seat: Seat) -> Vec<Word> {
        self.live.heard(seat)
    }

    /// All that has been said is void.
    pub fn hush(&self) {
        self.live.hush();
    }

    /// A seat has moved: requests that ended with its move are void.
    pub fn moved(&self, seat: Seat) {
        self.live.moved(seat);
    }

    /// The boards are like this now. A search that sees a difference begins anew.
    pub fn update(&self, pair: &Pair) {
        self.live.update(pair);
    }

    /// Is a search of this board under way?
    pub fn thinks_about(&self, board: usize) -> bool {
        self.live.thinks_about(board)
    }

    /// A search for a seat of the pair. Until it has answered it follows what
    /// [`update`](Self::update) and [`hear`](Self::hear) tell; its answer is of the boards as
    /// they are when it is given.
    ///
    /// # Errors
    /// If the seat's board is unknown, or holds a piece whose value is unknown.
    pub fn think(&self, pair: &Pair, order: SeatOrder) -> Result<Search, PairError> {
        let SeatOrder { seat, limits, clocks, speaks, may_wait } = order;
        self.live.begin(pair, seat, clocks)?;
        let search = SeatSearch {
            engine: self.engine.share(),
            appraiser: Arc::clone(&self.appraiser),
            live: Arc::clone(&self.live),
            seat,
            speaks,
            may_wait,
            rules: self.rules,
            limits,
        };
        Ok(Box::new(move |control, sink| search.run(control, sink)))
    }
}
