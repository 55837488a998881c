//! What an engine is told of its game, and what its lines mean: the words that both dialects
//! (`super::uci`, `super::cecp`) translate.

use super::clocks::GameClocks;
use crate::board::Role;
use crate::game::table::Table;

/// What a line means to the arbiter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// Nothing.
    Nothing,
    /// A move.
    Move(String),
    /// It has nothing to play now.
    Pass,
    /// It has answered an order that is void; it can be asked again.
    Free,
    /// It gives up.
    Resign,
    /// It offers a draw.
    OfferDraw,
    /// A word to its partner.
    Tell(String),
    /// It keeps back what its last move captured.
    Withhold,
    /// It hands a piece over that it has kept back.
    HandOver(Role),
    /// A move while it is not on move.
    OutOfTurn(String),
    /// A word that is noted and changes nothing: a false claim, a complaint.
    Remark(String),
    /// It speaks no more.
    Gone,
}

/// What an engine told of its last search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SearchSummary {
    /// Depth in plies.
    pub depth: u32,
    /// The deepest line, in plies; 0 if it does not say.
    pub seldepth: u32,
    /// The reply that it expects and would ponder on, as it writes moves.
    pub reply: Option<String>,
    /// The line that it expects, as it writes moves; cut after 400 bytes.
    pub pv: String,
    /// Nodes searched.
    pub nodes: u64,
    /// The score in centipawns, from its own view.
    pub cp: Option<i32>,
    /// Moves to mate, below zero to be mated.
    pub mate: Option<i32>,
    /// How long it says that it took, in milliseconds.
    pub millis: Option<u64>,
    /// How full its hash table is, in thousandths.
    pub hashfull: Option<u64>,
    /// Positions that it found in tablebases.
    pub tbhits: Option<u64>,
    /// It would wait so long for something to happen before it moves, in milliseconds.
    pub sits: u64,
}

/// No more of a line is kept, in bytes: an engine that talks without end fills no memory.
const LONGEST_PV: usize = 400;

impl SearchSummary {
    /// Keeps the line that it expects.
    pub fn set_pv<'a>(&mut self, moves: impl Iterator<Item = &'a str>) {
        self.pv.clear();
        for mv in moves {
            if self.pv.len() + mv.len() >= LONGEST_PV {
                break;
            }
            if !self.pv.is_empty() {
                self.pv.push(' ');
            }
            self.pv += mv;
        }
    }

    /// The same, seen by the opponent.
    pub fn turn_round(&mut self) {
        (self.cp, self.mate) = (self.cp.map(|cp| -cp), self.mate.map(|mate| -mate));
    }

    /// `+0.31`, `-M3`, as match programs write scores.
    pub fn score(&self) -> String {
        match (self.mate, self.cp) {
            (Some(mate), _) if mate > 0 => format!("+M{mate}"),
            (Some(mate), _) => format!("-M{}", -mate),
            (None, Some(cp)) => format!("{:+.2}", f64::from(cp) / 100.0),
            (None, None) => "0.00".into(),
        }
    }
}

/// What an engine at a seat can know of the game.
pub struct SeatContext<'a> {
    /// The seat.
    pub seat: usize,
    /// The game.
    pub table: &'a dyn Table,
    /// What the clocks show now.
    pub clocks: &'a GameClocks,
}
