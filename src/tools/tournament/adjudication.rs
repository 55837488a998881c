//! Games ended before their rules end them, by what the engines think of them. Off unless
//! asked for.

use super::dialog::SearchSummary;
use crate::game::table::Table;

/// When a game is ended early; nothing is unless it is set.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Adjudication {
    /// A side that thinks itself so many centipawns behind, in so many moves running, has lost.
    pub resign: Option<ResignRule>,
    /// A game in which both sides see next to nothing for so long is drawn.
    pub draw: Option<DrawRule>,
    /// A game of so many plies is drawn.
    pub longest: Option<usize>,
}

/// When a side has lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// Centipawns behind.
    pub score: i32,
    /// Moves of that side running.
    pub moves: u32,
}

/// When nobody will win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// At most so many centipawns, to either side.
    pub score: i32,
    /// Moves of each seat running.
    pub moves: u32,
    /// Not before so many plies.
    pub after: usize,
}

/// Watches the scores of a game.
pub struct ScoreWatch {
    rules: Adjudication,
    seats: usize,
    /// By camp: moves running in which it thought itself lost.
    lost: [u32; 3],
    quiet: u32,
}

impl ScoreWatch {
    /// Nothing was seen yet.
    pub fn new(rules: Adjudication, seats: usize) -> Self {
        Self { rules, seats, lost: [0; 3], quiet: 0 }
    }

    /// A seat has moved; who has won by now, and why, if the game is to end.
    pub fn see(
        &mut self,
        table: &dyn Table,
        seat: usize,
        thought: &SearchSummary,
    ) -> Option<(Option<usize>, &'static str)> {
        let score = match (thought.mate, thought.cp) {
            (Some(mate), _) => {
                Some(30_000 * mate.signum().max(-1) + i32::from(mate == 0) * -30_000)
            }
            (None, cp) => cp,
        };
        let camp = table.team(seat);
        let two_camps = self.seats != 3;
        if let Some(ResignRule { score: least, moves }) = self.rules.resign.filter(|_| two_camps) {
            let behind = score.is_some_and(|score| score <= -least);
            self.lost[camp] = if behind { self.lost[camp] + 1 } else { 0 };
            if self.lost[camp] >= moves {
                return Some((Some(1 - camp), "adjudication:score"));
            }
        }
        if let Some(DrawRule { score: most, moves, after }) = self.rules.draw {
            let level = score.is_some_and(|score| score.abs() <= most);
            self.quiet = if level { self.quiet + 1 } else { 0 };
            if self.quiet >= moves * self.seats as u32 && table.plies() >= after {
                return Some((None, "adjudication:draw"));
            }
        }
        let longest = self.rules.longest.is_some_and(|plies| table.plies() >= plies);
        longest.then_some((None, "adjudication:length"))
    }
}
