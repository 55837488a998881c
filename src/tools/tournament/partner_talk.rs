//! What partners say to each other, between engines that speak in signals and engines that
//! speak in plain words.

use super::arbiter::Arbiter;
use super::dialog::SeatContext;
use super::player::EnginePlayer;
use super::transcript::TalkRecord;
use crate::board::Role;
use crate::game::pair::PartnerMessage;
use crate::protocol::text::talk::{self, Heard};

impl Arbiter<'_> {
    /// Passes a word on to the partner, if the rules let it through. Between an engine that
    /// speaks in plain words and one that speaks in signals it is translated; two engines that
    /// speak in plain words hear every word.
    pub(super) fn relay(&mut self, seat: usize, text: String) {
        let plain = self.players[seat].speaks_plainly();
        let signals = if plain { signals_in(&text) } else { vec![text.clone()] };
        // Words without a meaning are still words to the rules.
        let said = if signals.is_empty() { vec![text.clone()] } else { signals.clone() };
        let refused = said.iter().find_map(|word| self.table.tell(seat, word).err());
        let refused = refused.map(|error| error.to_string());
        if let Some(partner) = self.table.listener(seat).filter(|_| refused.is_none()) {
            let heard = match (plain, self.players[partner].speaks_plainly()) {
                (true, true) => vec![text.clone()],
                (false, true) => vec![plain_words(&text)],
                (_, false) => signals,
            };
            for word in heard {
                let place =
                    SeatContext { seat: partner, table: &*self.table, clocks: &self.clocks };
                self.players[partner].hear(&place, seat, &word);
            }
            self.told[partner] = true;
        }
        if refused.is_none() {
            self.spectator.hear(&self.table.seat_name(seat), &text);
        }
        if let Some(text) = self.kept.keep(text) {
            self.talk.push(TalkRecord { seat, ply: self.plies.len(), text, refused });
        }
    }
}

impl Arbiter<'_> {
    /// A seat keeps back the piece that its last move captured (`info string withhold`).
    pub(super) fn withhold(&mut self, seat: usize) {
        let done = self
            .may_withhold()
            .and_then(|()| self.table.withhold(seat).map_err(|error| error.to_string()));
        self.hands_changed(seat, done.map(|letter| format!("withholds {letter}")));
    }

    /// A seat hands over what it has kept back (`info string hand-over n`).
    pub(super) fn hand_over(&mut self, seat: usize, role: Role) {
        let done = self
            .may_withhold()
            .and_then(|()| self.table.hand_over(seat, role).map_err(|error| error.to_string()));
        self.hands_changed(seat, done.map(|()| format!("hands over {}", role.letter())));
    }

    fn may_withhold(&self) -> Result<(), String> {
        let off = || "this match is played without withholding".to_owned();
        self.conduct.withholding.then_some(()).ok_or_else(off)
    }

    /// Notes what a seat did with a piece; all others look at the hands anew.
    fn hands_changed(&mut self, seat: usize, done: Result<String, String>) {
        match done {
            Err(reason) => self.note(seat, reason),
            Ok(text) => {
                self.note(seat, text);
                self.happened();
                for other in (0..self.players.len()).filter(|&other| other != seat) {
                    self.tell(other, EnginePlayer::saw_change);
                }
            }
        }
    }
}

/// The signals in plain words.
fn signals_in(text: &str) -> Vec<String> {
    let message = |heard| match heard {
        Heard::Said(message) => Some(message.to_string()),
        _ => None,
    };
    talk::hear(text).into_iter().filter_map(message).collect()
}

/// A message in plain words.
fn plain_words(text: &str) -> String {
    text.parse::<PartnerMessage>().map_or_else(|_| text.to_owned(), |message| talk::utter(&message))
}
