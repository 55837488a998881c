//! Games as files: read from any text that tells one ([`read()`]), joined of two halves
//! ([`join()`]), written as BPGN, PGN or the PGN of three and four players ([`write()`]), and
//! turned into each other (`kralle convert`).

#[cfg(feature = "tools")]
pub mod command;
mod halves;
mod read;
mod replay;
mod write;

pub use halves::{JoinError, join};
pub use read::{GameTextError, read, read_file, usual_variant};
pub use write::{moves_text, write};

use crate::game::catalogue::Variant;
use crate::game::table::{GameKind, Played, Table, TableError};

/// A game that was read, checked move by move.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordedGame {
    /// The game, and from which set-up.
    pub kind: GameKind,
    /// Names and values, in order, but for what the fields below tell.
    pub tags: Vec<(String, String)>,
    /// The start, if it is not the usual one.
    pub fen: Option<String>,
    /// Comments before the first move.
    pub intro: Vec<String>,
    /// The moves, in order of play.
    pub plies: Vec<RecordedPly>,
    /// What is said of the end.
    pub ending: Option<String>,
    /// As the record has it; `*` if it does not say.
    pub result: String,
    /// Why the rest of the moves could not be read, if there is a rest.
    pub broken: Option<String>,
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedPly {
    /// Seat, board and move.
    pub played: Played,
    /// The mover's clock after it, in ms, where it is told; below zero where a server lets
    /// flags hang.
    pub clock: Option<i64>,
    /// Marks by number: 4 is `??`.
    pub nags: Vec<u8>,
    /// What stands behind it.
    pub comments: Vec<String>,
    /// A line that could have been played instead, in SAN; empty if there is none.
    pub variation: Vec<String>,
}

/// Why a game cannot be played through.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// It cannot be set up.
    #[error("the start cannot be set up: {0}")]
    Start(#[from] TableError),
    /// A move, from 1, cannot be played.
    #[error("move {0} of the record cannot be played")]
    Move(usize),
}

impl RecordedGame {
    /// A game without moves.
    pub fn new(kind: GameKind) -> Self {
        Self {
            kind,
            tags: Vec::new(),
            fen: None,
            intro: Vec::new(),
            plies: Vec::new(),
            ending: None,
            result: "*".into(),
            broken: None,
        }
    }

    /// The game.
    pub const fn variant(&self) -> &Variant {
        &self.kind.variant
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// The game at its start.
    ///
    /// # Errors
    /// If it cannot be set up.
    pub fn start(&self) -> Result<Box<dyn Table>, TableError> {
        self.kind.set_up(self.fen.as_deref())
    }

    /// The game after so many plies.
    ///
    /// # Errors
    /// If it cannot be set up, or the first ply that cannot be played.
    pub fn table_after(&self, plies: usize) -> Result<Box<dyn Table>, ReplayError> {
        let mut table = self.start()?;
        for index in 0..plies.min(self.plies.len()) {
            self.play_on(&mut *table, index)?;
        }
        Ok(table)
    }

    /// The game before each ply, and after the last one.
    ///
    /// # Errors
    /// If it cannot be set up, or the first ply that cannot be played.
    pub fn tables(&self) -> Result<Vec<Box<dyn Table>>, ReplayError> {
        let mut table = self.start()?;
        let mut tables = Vec::with_capacity(self.plies.len() + 1);
        for index in 0..self.plies.len() {
            tables.push(table.copy());
            self.play_on(&mut *table, index)?;
        }
        tables.push(table);
        Ok(tables)
    }

    fn play_on(&self, table: &mut dyn Table, ply: usize) -> Result<(), ReplayError> {
        let Played { seat, text, .. } = &self.plies[ply].played;
        table.play(*seat, text).map(drop).map_err(|_| ReplayError::Move(ply + 1))
    }

    /// A move in UCI; on two boards with its board's digit.
    pub fn uci(&self, ply: &Played) -> String {
        if self.kind.is_pair() {
            format!("{}{}", ply.board + 1, ply.text)
        } else {
            ply.text.clone()
        }
    }

    /// The name of the player of a seat; its seat's name if nobody says.
    pub fn player(&self, table: &dyn Table, seat: usize) -> String {
        let name = table.seat_name(seat);
        self.tag(&name).map_or_else(|| name.clone(), str::to_owned)
    }

    /// The clocks before a ply, by seat, in ms: what each seat's last move told.
    pub fn clocks_before(&self, ply: usize) -> Vec<Option<i64>> {
        let base = self.base_time();
        let mut clocks = vec![base; self.kind.seats()];
        for ply in &self.plies[..ply.min(self.plies.len())] {
            if let Some(clock) = clocks.get_mut(ply.played.seat) {
                *clock = ply.clock.or(*clock);
            }
        }
        clocks
    }

    /// The time that each player begins with, by the tag `TimeControl`, in ms; only if the
    /// record tells clocks.
    fn base_time(&self) -> Option<i64> {
        self.plies.iter().find_map(|ply| ply.clock)?;
        time_control(self.tag("TimeControl")?).map(|(base, _)| base)
    }
}

/// `180`, `180+2`: what each player begins with, and what is added after each move, in ms.
fn time_control(text: &str) -> Option<(i64, i64)> {
    let (base, increment) = text.trim().split_once('+').unwrap_or((text.trim(), "0"));
    let millis = |text: &str| {
        let seconds: f64 = text.parse().ok()?;
        (0.0..1e7).contains(&seconds).then_some((seconds * 1000.0).round() as i64)
    };
    Some((millis(base)?, millis(increment)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::catalogue::BuiltIn;

    #[test]
    fn time_controls_are_read() {
        assert_eq!(time_control("180"), Some((180_000, 0)));
        assert_eq!(time_control("120+2.5"), Some((120_000, 2_500)));
        assert_eq!(time_control("-"), None);
        assert_eq!(time_control("40/7200"), None);
    }

    #[test]
    fn clocks_are_those_of_each_seats_last_move() {
        let text = "[WhiteA \"a\"]\n[TimeControl \"180\"]\n\n1A. e4{170} 1B. d4{160} 1a. e5 *";
        let game = read(text, &BuiltIn::Bughouse.into()).unwrap().remove(0);
        assert_eq!(game.clocks_before(0), [Some(180_000); 4]);
        let after = [Some(170_000), Some(180_000), Some(160_000), Some(180_000)];
        assert_eq!(game.clocks_before(3), after);
    }
}
