//! Is an opening in balance? A short search of Kralle tells.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use super::dialog::SearchSummary;
use super::telling;
use super::uci::Uci;
use crate::game::table::{GameKind, Table};
use crate::protocol::Out;
use crate::protocol::desk::DeskError;
use crate::protocol::uci::UciSession;

/// Looks at positions.
pub struct Judge {
    session: UciSession,
    heard: SessionOutput,
}

/// Enough to see what hangs and what mates.
const NODES: u32 = 5_000;

impl Judge {
    /// A judge of this game.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn new(game: &GameKind) -> Result<Self, DeskError> {
        let heard = SessionOutput::default();
        let mut session = UciSession::new(Out::new(heard.clone()))?;
        session.obey("setoption name Hash value 1");
        session.obey(&format!("setoption name UCI_Variant value {}", game.variant));
        session.obey(&format!("setoption name UCI_Chess960 value {}", game.chess960));
        Ok(Self { session, heard })
    }

    /// How far the side to move is ahead or behind, in centipawns; on two boards the
    /// greater of both.
    pub fn imbalance(&mut self, table: &dyn Table) -> i32 {
        (0..2)
            .filter_map(|board| table.on_move(board))
            .map(|seat| self.look(table, seat))
            .max()
            .unwrap_or(0)
    }

    fn look(&mut self, table: &dyn Table, seat: usize) -> i32 {
        self.heard.take();
        self.session.obey("ucinewgame");
        self.session.obey(&telling::placement(table, seat, false));
        self.session.obey(&format!("go nodes {NODES}"));
        self.session.wait();
        let mut thought = SearchSummary::default();
        let uci = Uci::new(false);
        for line in self.heard.take().lines() {
            uci.understand(line, &mut thought);
        }
        match thought {
            SearchSummary { mate: Some(_), .. } => i32::MAX,
            SearchSummary { cp, .. } => cp.map_or(0, i32::abs),
        }
    }
}

/// What the session wrote.
#[derive(Clone, Default)]
struct SessionOutput(Arc<Mutex<Vec<u8>>>);

impl SessionOutput {
    fn take(&self) -> String {
        let bytes = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Write for SessionOutput {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
