//! Talk at one board. Four players: who is mated may advise the ally (art. 38), and nobody else
//! says anything. Three players: nobody speaks about the game (art. 39).

use super::end::Fate;
use super::position::Position;
use super::text::split;
use super::variant::{MultiGame, partner};
use crate::board::multi::MultiSeat;
use crate::game::pair::{MessageError, PartnerMessage, Word};
use crate::game::rule_book::Ruling;

/// Why a seat may not say something.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum AllyTalkError {
    #[error("nobody speaks about the game ({0})")]
    Silent(&'static str),
    #[error("only a player who is mated may advise the ally (vierschaak 38)")]
    NotMated,
    #[error("`{0}` means nothing in a game of one board; say move, fast, slow, trade or no-trade")]
    Meaningless(String),
    #[error("`move` needs one move like d2d4")]
    NoMove,
    #[error(transparent)]
    Message(#[from] MessageError),
}

impl<K: MultiGame> Position<K> {
    /// The seat that plays together with this one, if there are teams.
    pub fn ally(&self, seat: MultiSeat) -> Option<MultiSeat> {
        K::LAYOUT.teams.then(|| partner(seat))
    }

    /// Does this seat stand mated?
    pub fn is_mated(&self, seat: MultiSeat) -> bool {
        self.fate(seat) == Fate::Mated
    }

    /// What a seat says to its ally, if it may.
    ///
    /// # Errors
    /// Why it may not, or what is no message.
    pub fn hear(&self, seat: MultiSeat, text: &str) -> Result<PartnerMessage, AllyTalkError> {
        if self.ally(seat).is_none() || K::LAYOUT.first_king_ends {
            return Err(AllyTalkError::Silent(K::LAYOUT.book.article(Ruling::Talk)));
        }
        if !self.is_mated(seat) {
            return Err(AllyTalkError::NotMated);
        }
        let shape = K::LAYOUT.shape;
        let is_move = |text: &str| {
            split(text).is_some_and(|(from, to, _)| {
                shape.parse(from).is_some() && shape.parse(to).is_some()
            })
        };
        let message = PartnerMessage::read(text, is_move).map_err(|error| match error {
            MessageError::NoMove => AllyTalkError::NoMove,
            error => error.into(),
        })?;
        match message.word {
            Word::Move(_) | Word::Fast | Word::Slow | Word::Trade | Word::NoTrade => Ok(message),
            _ => Err(AllyTalkError::Meaningless(text.into())),
        }
    }
}
