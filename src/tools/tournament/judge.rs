//! Is an opening in balance? Kralle looks at it for a moment.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use super::player::Thought;
use super::telling;
use super::uci::Uci;
use crate::game::table::{GameKind, Table};
use crate::protocol::Out;
use crate::protocol::uci::Session;

/// Looks at positions.
pub struct Judge {
    session: Session,
    heard: Heard,
}

/// Enough to see what hangs and what mates.
const NODES: u32 = 5_000;

impl Judge {
    /// A judge of this game.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn new(game: &GameKind) -> Result<Self, String> {
        let heard = Heard::default();
        let mut session =
            Session::new(Out::new(heard.clone())).map_err(|error| error.to_string())?;
        session.obey("setoption name Hash value 1");
        session.obey(&format!("setoption name UCI_Variant value {}", game.variant));
        session.obey(&format!("setoption name UCI_Chess960 value {}", game.chess960));
        Ok(Self { session, heard })
    }

    /// How far whoever is on move is ahead or behind, in centipawns; on two boards the
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
        let mut thought = Thought::default();
        let uci = Uci::new(false);
        for line in self.heard.take().lines() {
            uci.understand(line, &mut thought);
        }
        match thought {
            Thought { mate: Some(_), .. } => i32::MAX,
            Thought { cp, .. } => cp.map_or(0, i32::abs),
        }
    }
}

/// What the session said.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Heard {
    fn take(&self) -> String {
        let bytes = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
