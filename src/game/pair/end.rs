//! Who has won a board or a match, by teams.

use super::{Seat, Team};
use crate::game::verdict::{BoardEnd, Outcome, SeatSet, Verdict};

impl Team {
    /// Both seats of the team.
    pub fn seats(self) -> SeatSet {
        Seat::ALL.into_iter().filter(|seat| seat.team() == self).map(Seat::index).collect()
    }
}

impl Verdict {
    /// Half points of a team, of two, or of four where each board scores; `None` while the
    /// match goes on.
    pub fn halves(&self, team: Team) -> Option<u8> {
        match self.outcome {
            Outcome::Ongoing => None,
            Outcome::Won { winners, .. } => Some(if winners == team.seats() { 2 } else { 0 }),
            Outcome::Drawn(_) => Some(1),
            Outcome::Scored(halves) => Some(if team == Team::White1 { halves } else { 4 - halves }),
        }
    }
}

impl BoardEnd {
    /// The team that won this board, which is that number of the pair.
    pub fn team(&self, board: usize) -> Option<Team> {
        self.winner.map(|color| Seat { board, color }.team())
    }
}
