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
    /// Must the other side have thought itself as far ahead for as long?
    pub twosided: bool,
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
    /// By camp: moves running in which it thought itself the winner.
    won: [u32; 3],
    quiet: u32,
}

impl ScoreWatch {
    /// Nothing was seen yet.
    pub fn new(rules: Adjudication, seats: usize) -> Self {
        Self { rules, seats, lost: [0; 3], won: [0; 3], quiet: 0 }
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
        if let Some(rule) = self.rules.resign.filter(|_| two_camps) {
            let ResignRule { score: least, moves, twosided } = rule;
            let behind = score.is_some_and(|score| score <= -least);
            let ahead = score.is_some_and(|score| score >= least);
            self.lost[camp] = if behind { self.lost[camp] + 1 } else { 0 };
            self.won[camp] = if ahead { self.won[camp] + 1 } else { 0 };
            let has_lost = |camp: &usize| {
                self.lost[*camp] >= moves && (!twosided || self.won[1 - camp] >= moves)
            };
            if let Some(loser) = (0..2).find(has_lost) {
                return Some((Some(1 - loser), "adjudication:score"));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::catalogue::{BuiltIn, Variant};

    /// After which of these scores, White's first, the game is ended, and who has won.
    fn ended(twosided: bool, scores: &[i32]) -> Option<(usize, Option<usize>)> {
        let table = Variant::from(BuiltIn::Chess).start().unwrap();
        let resign = Some(ResignRule { score: 600, moves: 2, twosided });
        let mut watch = ScoreWatch::new(Adjudication { resign, ..Adjudication::default() }, 2);
        scores.iter().enumerate().find_map(|(ply, &cp)| {
            let thought = SearchSummary { cp: Some(cp), ..SearchSummary::default() };
            watch.see(&*table, ply % 2, &thought).map(|(winner, _)| (ply, winner))
        })
    }

    #[test]
    fn a_side_that_thinks_itself_lost_has_lost_if_need_be_with_the_other_ones_word() {
        assert_eq!(ended(false, &[-700, 0, -700, 0]), Some((2, Some(1))));
        assert_eq!(ended(false, &[-700, 0, 0, 0, -700]), None);
        assert_eq!(ended(true, &[-700, 0, -700, 0, -700]), None);
        // The winner's second word ends it as well as the loser's.
        assert_eq!(ended(true, &[-700, 0, -700, 650, -700, 650]), Some((5, Some(1))));
        assert_eq!(ended(true, &[700, -700, 700, -700]), Some((3, Some(0))));
    }
}
