//! The command `analyse`: what is known of the position, for every seat.

use std::time::Duration;

use super::clocks::all_clocks;
use super::error::{AnalysisOrderError, DeskError};
use super::job::{Job, JobLine};
use super::table_desk::Desk;
use crate::eval::chances::Chances;
use crate::game::pair::Seat;
use crate::game::table::{AnyPosition, MOST_SEATS};
use crate::player::analysis::AnalysisOrder;
use crate::protocol::options::Settings;
use crate::protocol::text::analysis::{AnalysisWords, lines};
use crate::protocol::uci::go::Go;

impl Desk {
    /// An analysis of the position, with the words of `go`: `nodes`, `depth`, `movetime`,
    /// `infinite` and clocks.
    ///
    /// # Errors
    /// A word that means nothing here, or a position that cannot be searched.
    pub fn analyse(&self, go: &Go, settings: &Settings) -> Result<Job, DeskError> {
        let refused = [
            (go.ponder, "ponder"),
            (go.mate.is_some(), "mate"),
            (go.perft.is_some(), "perft"),
            (go.moves_to_go.is_some(), "movestogo"),
            (!go.search_moves.is_empty(), "searchmoves"),
        ];
        if let Some((_, word)) = refused.into_iter().find(|(is_given, _)| *is_given) {
            return Err(AnalysisOrderError::Word(word).into());
        }
        if self.table.verdict().is_over() {
            return Err(AnalysisOrderError::Over.into());
        }
        let order = AnalysisOrder {
            nodes: go.nodes,
            time: go.move_time,
            depth: go.depth,
            lines: settings.lines,
            clocks: self.known_clocks(go),
            chances: Chances::of(self.kind.variant.like()),
            mates: None,
        };
        let run = self.player.analyse(&*self.table, order)?;
        let words = self.analysis_words();
        Ok(Box::new(move |control, say| {
            run(control, &mut |analysis| {
                for line in lines(&analysis, &words) {
                    say(JobLine::Line(&line));
                }
            });
            say(JobLine::Last("analysisok"));
        }))
    }

    fn known_clocks(&self, go: &Go) -> [Option<Duration>; MOST_SEATS] {
        match self.table.position() {
            AnyPosition::Pair(_) => {
                let clocks = all_clocks(go, &self.table.fen_clocks(), 0, true);
                Seat::ALL.map(|seat| clocks.left(seat))
            }
            _ => [None; MOST_SEATS],
        }
    }

    fn analysis_words(&self) -> AnalysisWords {
        let both = self.has_digits();
        AnalysisWords {
            seats: (0..self.table.seats()).map(|seat| self.seat_word(seat)).collect(),
            moves: (0..2).map(|board| self.write_move(both.then_some(board))).collect(),
        }
    }
}
