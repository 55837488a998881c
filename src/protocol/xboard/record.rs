//! What has happened since the game was set up, so that moves can be taken back: the desk
//! is set up anew and everything that is left happens again.

use crate::board::Hand;
use crate::protocol::desk::{Desk, DeskError};

/// Something that changed the board.
#[derive(Clone, PartialEq, Eq, Debug)]
enum RecordEvent {
    Move(String),
    Hands([Hand; 2]),
}

/// The events of a game.
#[derive(Clone, Default, Debug)]
pub struct XboardRecord {
    fen: Option<String>,
    events: Vec<RecordEvent>,
}

impl XboardRecord {
    /// A game that begins here.
    pub fn new(fen: Option<String>) -> Self {
        Self { fen, events: Vec::new() }
    }

    /// A move was played.
    pub fn moved(&mut self, mv: &str) {
        self.events.push(RecordEvent::Move(mv.to_owned()));
    }

    /// The hands are these.
    pub fn held(&mut self, hands: [Hand; 2]) {
        self.events.push(RecordEvent::Hands(hands));
    }

    /// Moves played.
    pub fn moves(&self) -> usize {
        self.events.iter().filter(|event| matches!(event, RecordEvent::Move(_))).count()
    }

    /// Takes the last move and what came after it out of the record; `false` if there is
    /// none.
    pub fn undo(&mut self) -> bool {
        let last = self.events.iter().rposition(|event| matches!(event, RecordEvent::Move(_)));
        last.map(|last| self.events.truncate(last)).is_some()
    }

    /// Lets everything happen again at the desk.
    ///
    /// # Errors
    /// None, since it has happened before; the desk says so itself.
    pub fn replay(&self, desk: &mut Desk) -> Result<(), DeskError> {
        desk.begin(self.fen.as_deref())?;
        for event in &self.events {
            match event {
                RecordEvent::Move(mv) => desk.play(mv)?,
                RecordEvent::Hands(hands) => {
                    desk.hold(*hands)?;
                }
            }
        }
        Ok(())
    }
}
