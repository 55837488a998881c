//! What is known of a position of a game.

use crate::base::Score;
use crate::board::Move;
use crate::game::table::{Played, Table};
use crate::player::analysis::{Analysis, PvLine, SeatAnalysis};
use crate::tools::json::san_line;
use crate::tools::records::RecordedGame;

/// A seat on move that is so far ahead, in centipawns, often mates.
const FAR_AHEAD: i32 = 800;

/// A position, and what was found.
#[derive(Clone, Debug)]
pub struct PositionView {
    /// The share of the points that each seat's team can expect, 0 to 1.
    pub shares: Vec<f64>,
    /// None where the game is over.
    pub analysis: Option<Analysis>,
    /// The best line of each seat on move, in SAN.
    pub lines: Vec<(usize, Vec<String>)>,
    /// What a capture that lets the partner mate is called, in SAN, with its seat.
    pub crossings: Vec<(usize, String)>,
}

impl PositionView {
    /// What is known of a seat.
    pub fn seat(&self, seat: usize) -> Option<&SeatAnalysis> {
        self.analysis.as_ref()?.seats.get(seat)
    }

    /// What a seat's board is worth to it.
    pub fn score(&self, seat: usize) -> Option<Score> {
        self.seat(seat)?.score
    }

    /// What seats on move can reach.
    fn best(&self) -> impl Iterator<Item = Score> {
        let seats = self.analysis.iter().flat_map(|analysis| &analysis.seats);
        seats.filter_map(|seat| Some(seat.lines.first()?.score))
    }

    /// Is a seat on move so far ahead that it often mates, but no mate is known?
    pub fn may_mate(&self) -> bool {
        self.best().any(|score| score.value() >= FAR_AHEAD && score.mate_in().is_none())
    }

    /// Does it know of each mate, and of each board that is won otherwise, that the other view
    /// knows of?
    pub fn knows_mates_of(&self, other: &Self) -> bool {
        let rank = |view: &Self, seat: usize| {
            let best = view.seat(seat).and_then(|seat| seat.lines.first());
            best.map_or(0, |best| match best.score {
                score if score.mates_in().is_some() => 2,
                score => u8::from(score.value() > Score::LIMIT),
            })
        };
        (0..other.shares.len()).all(|seat| rank(self, seat) >= rank(other, seat))
    }

    /// A seat's best line in SAN; empty if it is not on move.
    pub fn line(&self, seat: usize) -> &[String] {
        self.lines.iter().find(|(owner, _)| *owner == seat).map_or(&[], |(_, line)| line)
    }

    /// The mate that a seat had here, as it was played and is known of the position after it;
    /// none if it was known here already.
    fn mate_played(&self, after: &Self, played: &Played) -> Option<Score> {
        let score = Score::mating(after.score(played.seat)?.mates_in()? as usize + 1);
        let seats = &self.analysis.as_ref()?.seats;
        // What one of three or four loses is not what another one wins.
        let sides = seats.iter().filter(|seat| seat.board == played.board).count();
        let is_known = seats[played.seat].score.is_some_and(|known| known >= score);
        (sides == 2 && !is_known).then_some(score)
    }

    /// Learns of the mate that begins with the move that was played.
    fn learn(&mut self, after: &Self, played: &Played, mv: Move, score: Score) {
        let (Some(analysis), Some(later)) = (&mut self.analysis, &after.analysis) else { return };
        let (seat, opponent) = (played.seat, played.seat ^ 1);
        let replies = later.seats[opponent].lines.first().map_or(&[][..], |line| &line.moves);
        let moves: Vec<Move> = [&[mv], replies].concat();
        let depth = score.mates_in().unwrap_or_default() as u32;
        analysis.seats[seat].lines = vec![PvLine { score, depth, moves }];
        analysis.seats[seat].score = Some(score);
        analysis.seats[opponent].score = Some(-score);
        analysis.outlooks.clone_from(&later.outlooks);
        self.shares.clone_from(&after.shares);
        let sans = [std::slice::from_ref(&played.san), after.line(opponent)].concat();
        self.lines.retain(|(owner, _)| *owner != seat);
        self.lines.push((seat, sans));
    }

    /// Learns of what the best move of a seat leads to: nobody has more than that.
    pub fn learn_of_best(&mut self, after: &Self, seat: usize) {
        if after.shares[seat] >= self.shares[seat] {
            return;
        }
        self.shares.clone_from(&after.shares);
        if let (Some(analysis), Some(later)) = (&mut self.analysis, &after.analysis) {
            analysis.outlooks.clone_from(&later.outlooks);
        }
    }

    /// The game is over.
    pub(super) fn of_end(table: &dyn Table) -> Self {
        let verdict = table.verdict();
        let share = |seat: usize| f64::from(verdict.points(seat)) / 4.0;
        let shares = (0..table.seats()).map(share).collect();
        Self { shares, analysis: None, lines: Vec::new(), crossings: Vec::new() }
    }

    /// What an analysis has found.
    pub(super) fn of(analysis: Analysis, table: &dyn Table) -> Self {
        let share = |seat: usize| {
            let team = analysis.outlooks.iter().find(|outlook| outlook.seats.contains(&seat));
            team.map_or(0.5, |outlook| outlook.share())
        };
        let shares = (0..table.seats()).map(share).collect();
        let crossings = analysis.seats.iter().filter_map(|seat| {
            let capture = seat.crossings.first()?.capture.on_board(seat.board);
            Some((seat.seat, table.san(capture)))
        });
        let crossings = crossings.collect();
        let best = analysis.seats.iter().filter_map(|seat| Some((seat, seat.lines.first()?)));
        let lines = best
            .map(|(seat, line)| (seat.seat, san_line(table, seat.board, &line.moves)))
            .collect();
        Self { shares, analysis: Some(analysis), lines, crossings }
    }
}

/// Mates that were played are known before they are seen: from the end of the game back, each
/// position of two sides learns from the one after it. The tables are those of the positions.
pub fn carry_back(game: &RecordedGame, tables: &[Box<dyn Table>], positions: &mut [PositionView]) {
    for (index, ply) in game.plies.iter().enumerate().rev() {
        let [.., before, after] = &mut positions[..=index + 1] else { continue };
        let Some(score) = before.mate_played(after, &ply.played) else { continue };
        if let Ok(mv) = tables[index].read(ply.played.board, &ply.played.text) {
            before.learn(after, &ply.played, mv.on_board(0), score);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_best_move_that_keeps_less_than_was_foretold_is_believed() {
        let view = |share: f64| PositionView {
            shares: vec![share, 1.0 - share],
            analysis: None,
            lines: Vec::new(),
            crossings: Vec::new(),
        };
        for (known, after, seat, share) in
            [(0.9, 0.6, 0, 0.6), (0.5, 0.6, 0, 0.5), (0.3, 0.4, 1, 0.4)]
        {
            let mut before = view(known);
            before.learn_of_best(&view(after), seat);
            assert_eq!(before.shares[0], share);
        }
    }
}
