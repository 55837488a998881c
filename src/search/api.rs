//! What a search is asked and what it answers.

use std::time::Duration;

use super::strength::Strength;
use crate::base::Score;
use crate::base::time::Instant;
use crate::board::Move;

/// How long and how deep to search. All limits given hold at once; the default searches
/// until stopped and reports its best line.
///
/// # Examples
/// ```
/// use std::time::Duration;
///
/// use kralle::search::{Clock, Limits};
///
/// // A depth counts plies, times are durations. Limits given together hold together.
/// let limits = Limits { depth: Some(8), nodes: Some(100_000), ..Limits::default() };
/// assert!(limits.clock.is_none() && limits.lines == 1);
/// let clock = Clock {
///     remaining: Duration::from_secs(60),
///     increment: Duration::from_millis(100),
///     moves_to_go: None,
/// };
/// let blitz = Limits { clock: Some(clock), ..Limits::default() };
/// assert!(blitz.depth.is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    /// Search only these root moves (empty: all).
    pub moves: Vec<Move>,
    /// The mover's clock.
    pub clock: Option<Clock>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes, all threads together.
    pub nodes: Option<u64>,
    /// Stop when a mate in so many moves is found.
    pub mate: Option<u32>,
    /// Do not answer before a stop or a ponder hit, whatever the limits.
    pub wait: bool,
    /// How many best lines to report; 0 is taken as 1.
    pub lines: usize,
    /// Play weaker than possible: with one thread, within the other limits.
    pub strength: Option<Strength>,
    /// Time lost on the way to the GUI, kept back from every budget.
    pub overhead: Duration,
    /// So many nodes count as a second, and the clock is not looked at: with one thread the
    /// same search every time.
    pub node_rate: Option<u64>,
    /// Time that has gone into this move before this search, on the same clock.
    pub spent: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            moves: Vec::new(),
            clock: None,
            move_time: None,
            depth: None,
            nodes: None,
            mate: None,
            wait: false,
            lines: 1,
            strength: None,
            overhead: Duration::ZERO,
            node_rate: None,
            spent: Duration::ZERO,
        }
    }
}

impl Limits {
    /// The time since then, after so many nodes: measured, or counted in nodes where
    /// [`node_rate`](Self::node_rate) says so.
    pub fn elapsed(&self, since: Instant, nodes: u64) -> Duration {
        elapsed(since, nodes, self.node_rate)
    }
}

/// See [`Limits::elapsed`].
pub(super) fn elapsed(since: Instant, nodes: u64, node_rate: Option<u64>) -> Duration {
    match node_rate {
        Some(rate) => Duration::from_nanos(nodes.saturating_mul(1_000_000_000 / rate.max(1))),
        None => since.elapsed(),
    }
}

/// The mover's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until time is added, if that is how it is played.
    pub moves_to_go: Option<u32>,
}

/// Is a score exact?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Yes.
    Exact,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
}

/// One line of thought, as UCI's `info` has it. Its moves are move words, or written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report<Moves> {
    /// Plies searched in full.
    pub depth: u32,
    /// Deepest line, in plies.
    pub deepest: u32,
    /// Which of the best lines, from 1.
    pub line: usize,
    /// From the view of the camp to move.
    pub score: Score,
    /// How the score is meant.
    pub bound: Bound,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub table_full: u32,
    /// The moves.
    pub moves: Moves,
}

impl Report<&[Move]> {
    /// The same with its moves as a game writes them.
    pub fn written(&self, write: impl Fn(Move) -> String) -> Report<Vec<String>> {
        let Self { depth, deepest, line, score, bound, nodes, time, table_full, moves } = *self;
        let moves = moves.iter().map(|&mv| write(mv)).collect();
        Report { depth, deepest, line, score, bound, nodes, time, table_full, moves }
    }
}

/// Hears what a search thinks.
///
/// # Examples
/// The three best lines of a mate in one, as MultiPV has them:
///
/// ```
/// use kralle::board::Move;
/// use kralle::eval::chosen::EvalChoice;
/// use kralle::game::catalogue::BuiltIn;
/// use kralle::game::rules::Rules;
/// use kralle::game::single::Position;
/// use kralle::search::{Engine, Limits, Listener, Report, SearchControl};
///
/// /// The score of each line, best first.
/// struct Scores([String; 3]);
///
/// impl Listener for Scores {
///     fn report(&mut self, report: &Report<&[Move]>) {
///         self.0[report.line - 1] = report.score.to_string();
///     }
/// }
///
/// let rules = Rules::CHESS;
/// let fen = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
/// let position = Position::from_setup(&fen.parse()?, rules, false)?;
/// let mut engine = Engine::new(EvalChoice::HandWritten.eval(BuiltIn::Chess, &rules)?, 1, 1)?;
/// let limits = Limits { depth: Some(3), lines: 3, ..Limits::default() };
/// let mut scores = Scores(Default::default());
/// engine.search(&position, &limits, &SearchControl::default(), &mut scores);
/// assert_eq!(scores.0[0], "mate 1");
/// assert!(scores.0[2].starts_with("cp"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Listener {
    /// A line of thought.
    fn report(&mut self, report: &Report<&[Move]>);
}

/// Does not listen.
impl Listener for () {
    fn report(&mut self, _: &Report<&[Move]>) {}
}

/// What a search decided.
///
/// # Examples
/// A search for a mate in at most two moves:
///
/// ```
/// use kralle::eval::chosen::EvalChoice;
/// use kralle::game::catalogue::BuiltIn;
/// use kralle::game::rules::Rules;
/// use kralle::game::single::Position;
/// use kralle::search::{Engine, Limits, SearchControl};
///
/// let rules = Rules::CRAZYHOUSE;
/// let fen = "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1";
/// let position = Position::from_setup(&fen.parse()?, rules, false)?;
/// let eval = EvalChoice::HandWritten.eval(BuiltIn::Crazyhouse, &rules)?;
/// let mut engine = Engine::new(eval, 1, 1)?;
/// let limits = Limits { mate: Some(2), nodes: Some(100_000), ..Limits::default() };
/// let decision = engine.search(&position, &limits, &SearchControl::default(), &mut ());
/// // The score counts plies: a mate in one move.
/// assert_eq!(decision.score.mate_in(), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The move, or none if there is no legal one.
    pub best: Option<Move>,
    /// The reply expected.
    pub ponder: Option<Move>,
    /// From the view of the camp to move.
    pub score: Score,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Plies completed.
    pub depth: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_the_time_where_a_rate_says_so() {
        let limits = Limits { node_rate: Some(1_000), ..Limits::default() };
        assert_eq!(limits.elapsed(Instant::now(), 2_500), Duration::from_millis(2_500));
    }
}
