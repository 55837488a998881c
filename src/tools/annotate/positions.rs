//! The positions of a game, each analysed by itself, so that the order does not matter and
//! several can be analysed at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::{AnnotateError, AnnotateOrder};
use crate::base::Score;
use crate::board::Move;
use crate::eval::chances::Chances;
use crate::eval::chosen::EvalChoice;
use crate::game::table::{MOST_SEATS, Played, Table};
use crate::player::analysis::{Analysis, AnalysisOrder, PvLine, SeatAnalysis};
use crate::player::{AnyPlayer, EngineSettings};
use crate::tools::json::san_line;
use crate::tools::records::RecordedGame;

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

/// Lines for each seat.
const LINES: usize = 1;

impl PositionView {
    /// What is known of a seat.
    pub fn seat(&self, seat: usize) -> Option<&SeatAnalysis> {
        self.analysis.as_ref()?.seats.get(seat)
    }

    /// What a seat's board is worth to it.
    pub fn score(&self, seat: usize) -> Option<Score> {
        self.seat(seat)?.score
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

    /// The game is over.
    fn of_end(table: &dyn Table) -> Self {
        let verdict = table.verdict();
        let share = |seat: usize| f64::from(verdict.points(seat)) / 4.0;
        let shares = (0..table.seats()).map(share).collect();
        Self { shares, analysis: None, lines: Vec::new(), crossings: Vec::new() }
    }

    fn of(analysis: Analysis, table: &dyn Table, lines: Vec<(usize, Vec<String>)>) -> Self {
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
        Self { shares, analysis: Some(analysis), lines, crossings }
    }
}

/// Mates that were played are known before they are seen: from the end of the game back, each
/// position of two sides learns from the one after it.
///
/// # Errors
/// If the game cannot be played through.
pub fn carry_back(
    game: &RecordedGame,
    positions: &mut [PositionView],
) -> Result<(), AnnotateError> {
    for (index, ply) in game.plies.iter().enumerate().rev() {
        let [.., before, after] = &mut positions[..=index + 1] else { continue };
        let Some(score) = before.mate_played(after, &ply.played) else { continue };
        let table = game.table_after(index)?;
        if let Ok(mv) = table.read(ply.played.board, &ply.played.text) {
            before.learn(after, &ply.played, mv.on_board(0), score);
        }
    }
    Ok(())
}

/// Analyses positions, which are named by the plies before them.
///
/// # Errors
/// If the game cannot be played through, or there is no memory for the players.
pub fn look(
    game: &RecordedGame,
    which: &[usize],
    order: &AnnotateOrder,
    heard: &(dyn Fn(usize, usize) + Sync),
) -> Result<Vec<PositionView>, AnnotateError> {
    let found = Mutex::new(vec![None; which.len()]);
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let mut worker = PositionWorker::new(game, order)?;
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(&plies) = which.get(index) else { return Ok(()) };
            let view = worker.look(plies)?;
            found.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(view);
            heard(done.fetch_add(1, Ordering::Relaxed) + 1, which.len());
        }
    };
    std::thread::scope(|scope| {
        let threads = order.threads.clamp(1, which.len().max(1));
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        // A worker that panics takes the others' findings with it.
        let ended = running.into_iter().map(|thread| match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        ended.collect::<Result<Vec<()>, AnnotateError>>()
    })?;
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(found.into_iter().flatten().collect())
}

/// Analyses positions of a game, one after another.
struct PositionWorker<'a> {
    game: &'a RecordedGame,
    order: &'a AnnotateOrder,
    player: AnyPlayer,
}

impl<'a> PositionWorker<'a> {
    fn new(game: &'a RecordedGame, order: &'a AnnotateOrder) -> Result<Self, AnnotateError> {
        let settings = EngineSettings { hash_mib: order.hash_mib, threads: 1 };
        let player = AnyPlayer::new(game.variant(), &EvalChoice::BuiltIn, settings)?;
        Ok(Self { game, order, player })
    }

    /// Analyses the position after so many plies.
    fn look(&mut self, plies: usize) -> Result<PositionView, AnnotateError> {
        let table = self.game.table_after(plies)?;
        if table.verdict().is_over() {
            return Ok(PositionView::of_end(&*table));
        }
        let mut clocks = [None; MOST_SEATS];
        for (clock, known) in clocks.iter_mut().zip(self.game.clocks_before(plies)) {
            *clock = known.map(|millis| Duration::from_millis(millis.max(0) as u64));
        }
        let order = AnalysisOrder {
            nodes: self.order.nodes,
            time: self.order.time,
            depth: None,
            lines: LINES,
            clocks,
            chances: Chances::of(self.game.variant().like()),
        };
        // What was learnt elsewhere would make the result depend on the order of the work.
        self.player.forget();
        let mut last = None;
        self.player.analyse(&*table, order)?(&Arc::default(), &mut |found| last = Some(found));
        let Some(analysis) = last else { return Ok(PositionView::of_end(&*table)) };
        let again = || self.game.table_after(plies).ok();
        let best = analysis.seats.iter().filter_map(|seat| Some((seat, seat.lines.first()?)));
        let lines = best
            .map(|(seat, line)| (seat.seat, san_line(&again, seat.board, &line.moves)))
            .collect();
        Ok(PositionView::of(analysis, &*table, lines))
    }
}
