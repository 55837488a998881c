//! What changes on the boards while a search of one of them runs. The owner of the boards
//! tells of a change here; the search that it concerns is interrupted at once, and cannot
//! give an answer that was found on older boards.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::clocks::SeatClocks;
use super::joint::Leads;
use super::pace::Diagonal;
use super::requests;
use super::view::BoardView;
use crate::game::pair::{Mailbox, MessageError, Pair, PairError, PartnerMessage, Seat, Word};
use crate::game::rules::Rules;
use crate::search::SearchControl;

/// What the owner of the boards and a running search share.
#[derive(Default)]
pub(super) struct LiveBoards(Mutex<LiveState>);

#[derive(Default)]
struct LiveState {
    /// What has been said between partners.
    mailbox: Mailbox,
    /// The search that is about to run, or runs.
    search: Option<LiveSearch>,
}

struct LiveSearch {
    /// What the seat sees now.
    view: BoardView,
    /// Counts changes of the view.
    version: u64,
    clocks: SeatClocks,
    /// Ends the search of the view, once it runs.
    control: Option<Arc<SearchControl>>,
}

impl LiveSearch {
    /// The seat sees this now.
    fn show(&mut self, view: BoardView) {
        if self.view.is_like(&view) {
            return;
        }
        self.view = view;
        self.version += 1;
        if let Some(control) = &self.control {
            control.interrupt();
        }
    }

    fn hears(&mut self, heard: &[Word]) {
        self.show(BoardView { heard: heard.to_vec(), ..self.view.clone() });
    }
}

impl LiveBoards {
    fn state(&self) -> MutexGuard<'_, LiveState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A seat hears its partner.
    pub fn hear(
        &self,
        rules: &Rules,
        seat: Seat,
        message: &PartnerMessage,
    ) -> Result<(), MessageError> {
        let LiveState { mailbox, search } = &mut *self.state();
        mailbox.say(rules, seat.partner(), message)?;
        if let Some(search) = search.as_mut().filter(|search| search.view.seat == seat) {
            search.hears(mailbox.heard(seat));
        }
        Ok(())
    }

    /// What holds of what a seat's partner has said.
    pub fn heard(&self, seat: Seat) -> Vec<Word> {
        self.state().mailbox.heard(seat).to_vec()
    }

    /// A seat has moved.
    pub fn moved(&self, seat: Seat) {
        self.state().mailbox.moved(seat);
    }

    /// All that has been said is void.
    pub fn hush(&self) {
        let LiveState { mailbox, search } = &mut *self.state();
        *mailbox = Mailbox::default();
        if let Some(search) = search {
            search.hears(&[]);
        }
    }

    /// A search for this seat will run, while these clocks do.
    pub fn begin(&self, pair: &Pair, seat: Seat, mut clocks: SeatClocks) -> Result<(), PairError> {
        let mut state = self.state();
        let view = BoardView::new(pair, seat, state.mailbox.heard(seat))?;
        clocks.run(pair);
        state.search = Some(LiveSearch { view, version: 0, clocks, control: None });
        Ok(())
    }

    /// Is a search of this board under way?
    pub fn thinks_about(&self, board: usize) -> bool {
        self.state().search.as_ref().is_some_and(|search| search.view.seat.board == board)
    }

    /// The boards are like this now.
    pub fn update(&self, pair: &Pair) {
        let LiveState { mailbox, search } = &mut *self.state();
        let Some(search) = search else { return };
        search.clocks.run(pair);
        let seat = search.view.seat;
        if let Ok(view) = BoardView::new(pair, seat, mailbox.heard(seat)) {
            search.show(view);
        }
    }

    /// Says to the partner what these findings ask for; what the partner is to be told.
    pub fn speak(&self, rules: &Rules, seat: Seat, words: &[Word]) -> Vec<PartnerMessage> {
        requests::speak(&mut self.state().mailbox, rules, seat, words)
    }

    /// What the seat sees now, and its version. From here on every change interrupts the
    /// control.
    pub fn watch(&self, control: &Arc<SearchControl>) -> Option<(BoardView, u64)> {
        let mut state = self.state();
        let search = state.search.as_mut()?;
        control.resume();
        search.control = Some(Arc::clone(control));
        Some((search.view.clone(), search.version))
    }

    /// The clocks that say whether a seat can afford to wait, as the search knows them.
    pub fn diagonal(&self, seat: Seat) -> Diagonal {
        let state = self.state();
        state.search.as_ref().map_or(Diagonal::default(), |search| search.clocks.diagonal(seat))
    }

    /// Who leads on the diagonals, as the team of a seat sees it and the search knows the clocks.
    pub fn leads(&self, seat: Seat) -> Leads {
        let state = self.state();
        state.search.as_ref().map_or([None; 2], |search| search.clocks.leads(seat.team()))
    }

    /// Answers, if the answer was found on the boards as they are: then no change can come
    /// in between, and the search is over. A search that was stopped may answer as well if
    /// only the other board has changed. Says whether it has answered.
    pub fn answer(
        &self,
        (view, version): &(BoardView, u64),
        was_stopped: bool,
        answer: impl FnOnce(),
    ) -> bool {
        let mut state = self.state();
        let holds = state.search.as_ref().is_none_or(|search| {
            search.version == *version || was_stopped && search.view.has_same_board(view)
        });
        if holds {
            state.search = None;
            answer();
        }
        holds
    }
}
