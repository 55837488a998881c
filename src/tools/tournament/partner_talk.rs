//! What partners say to each other, between engines that speak in signals and engines that
//! speak in plain words.

use super::arbiter::Arbiter;
use super::dialog::SeatContext;
use super::transcript::TalkRecord;
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
        self.talk.push(TalkRecord { seat, ply: self.plies.len(), text, refused });
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
