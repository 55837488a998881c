//! One move of Kralle for a seat at a table where others sit: persons, other Kralles.

use std::time::Duration;

use crate::game::pair::{PartnerMessage, Seat};
use crate::game::table::AnyPosition;
use crate::player::partner::{SeatClocks, SeatOrder};
use crate::player::{AnyPlayer, PlayerError, Search};
use crate::search::strength::{FULL, Strength};
use crate::search::{Clock, Limits};

/// What a seat is asked.
#[derive(Clone, Debug)]
pub struct SeatRequest {
    /// Who is to move.
    pub seat: usize,
    /// How strong, 0 to 20.
    pub level: f64,
    /// Chooses the mistakes of a weak player.
    pub seed: u64,
    /// So long, where there is no clock.
    pub time: Duration,
    /// Clocks by seat; empty where there are none.
    pub clocks: Vec<Duration>,
    /// Added after each move.
    pub increment: Duration,
    /// What the partner has said, and still holds.
    pub heard: Vec<PartnerMessage>,
}

impl SeatRequest {
    /// The search that is asked for.
    ///
    /// # Errors
    /// If the position is one of another game, or cannot be searched.
    pub fn search(
        &self,
        player: &AnyPlayer,
        position: AnyPosition<'_>,
    ) -> Result<Search, PlayerError> {
        let Self { increment, .. } = *self;
        let left = |seat: usize| self.clocks.get(seat).copied();
        let clock =
            left(self.seat).map(|remaining| Clock { remaining, increment, moves_to_go: None });
        let strength = Strength { level: self.level.max(0.0), seed: self.seed };
        let limits = Limits {
            move_time: clock.is_none().then_some(self.time),
            clock,
            strength: (self.level < FULL).then_some(strength),
            overhead: Duration::from_millis(20),
            ..Limits::default()
        };
        let (Some(partner), AnyPosition::Pair(pair)) = (player.partner(), position) else {
            return player.think(position, limits);
        };
        let seat = Seat::ALL[self.seat & 3];
        partner.hush();
        for message in &self.heard {
            // A word that these rules do not let through is not heard.
            let _ = partner.hear(seat, message);
        }
        let clocks = Seat::ALL.map(|seat| left(seat.index()));
        let clocks = SeatClocks::new(clocks, [increment; 4], false);
        let may_wait = limits.clock.is_some();
        Ok(partner.think(pair, SeatOrder { seat, limits, clocks, speaks: true, may_wait })?)
    }
}

/// What a partner has said and still holds, after one more word: `never-mind` takes one back.
pub fn remember(heard: &mut Vec<PartnerMessage>, message: PartnerMessage) {
    let text = message.to_string();
    let said = text.strip_prefix("never-mind ").unwrap_or(&text);
    heard.retain(|known| known.to_string() != said);
    if !text.starts_with("never-mind ") {
        heard.push(message);
    }
}
