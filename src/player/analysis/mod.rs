//! Analysis: what a person wants to know of a position, in numbers. For each seat on move its
//! best lines; the chances of every team; on two boards also what each piece would bring to
//! each seat and to its opponent, whether to sit or to move, what must not be lost, and lines
//! that cross the boards. The searches are those of the player, so nothing is said here that
//! Kralle would not play by.
//!
//! An analysis runs in rounds, each with twice the nodes of the one before, and every round
//! gives a whole [`Analysis`]. With one thread and a limit in nodes it is the same every time.

mod boards;
mod chance;
mod lines;
mod seats;

use std::sync::Arc;
use std::time::Duration;

pub use chance::Outlook;
pub use lines::PvLine;

use crate::base::Score;
use crate::base::time::Instant;
use crate::board::{Move, Role};
use crate::eval::chances::Chances;
use crate::game::table::{AnyPosition, MOST_SEATS, Table};
use crate::player::any::{AnyPlayer, PlayerError};
use crate::player::engine::lock;
use crate::player::partner::JointMate;
use crate::search::{Limits, MateProof, SearchControl};

/// How long to analyse, and what is known beside the position.
#[derive(Clone, Debug)]
pub struct AnalysisOrder {
    /// Nodes of all searches together.
    pub nodes: Option<u64>,
    /// So long.
    pub time: Option<Duration>,
    /// Plies of the searches for lines.
    pub depth: Option<u32>,
    /// Best lines for each seat on move; 0 is taken as 1.
    pub lines: usize,
    /// Time left, by seat, where it is known: who leads on a diagonal may sit.
    pub clocks: [Option<Duration>; MOST_SEATS],
    /// What scores say of results in this game.
    pub chances: Chances,
    /// By board, what [`AnyPlayer::prove_mate`] has found for the seat on move; without, each
    /// round spends some of its nodes on proofs of its own.
    pub mates: Option<[Option<MateProof>; 2]>,
}

/// What is known of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The chances of each team: two, or three of one seat each.
    pub outlooks: Vec<Outlook>,
    /// What is known of each seat, in order of turn.
    pub seats: Vec<SeatAnalysis>,
    /// Nodes so far, of all searches.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
}

/// What is known of a seat.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatAnalysis {
    /// The seat.
    pub seat: usize,
    /// Its board, 0 or 1.
    pub board: usize,
    /// What its board is worth to it; none where the board is over or unknown.
    pub score: Option<Score>,
    /// Its best lines, if it is on move.
    pub lines: Vec<PvLine>,
    /// Two boards: what one more piece would do, by kind.
    pub pieces: Vec<PieceEffect>,
    /// Two boards, and it is on move: sit or move?
    pub sitting: Option<Sitting>,
    /// Two boards: kinds of pieces that it must not lose, since its partner's opponent would
    /// mate with them.
    pub keep: Vec<Role>,
    /// Two boards: captures here that give the partner a piece to mate with.
    pub crossings: Vec<Crossing>,
    /// Two boards, and it is on move: its team mates by force, but not on this board alone.
    pub joint_mate: Option<JointMate>,
}

/// What one more piece in a hand does, right now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceEffect {
    /// The piece.
    pub role: Role,
    /// The score of the seat with this piece in its own hand.
    pub with: Score,
    /// The score of the seat with this piece in its opponent's hand.
    pub against: Score,
}

/// Two numbers: for moving now, and for waiting first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sitting {
    /// The seat's score if it plays its best move now, and the piece comes after that.
    pub moving: Score,
    /// The seat's score if the piece comes before it moves.
    pub waiting: Score,
    /// The piece that the partner can take now, for which waiting is worth most.
    pub piece: Option<Role>,
    /// How far the seat is ahead of its partner's opponent, in ms, negative if it is behind;
    /// none if a clock is unknown. Waiting holds only while it is ahead.
    pub lead: Option<i64>,
    /// Is it better to wait? Without clocks: if it could.
    pub sits: bool,
}

/// A capture on one board, and the mate on the other one that it makes possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crossing {
    /// The capture.
    pub capture: Move,
    /// What it gives to the partner.
    pub piece: Role,
    /// Plies on the partner's board until mate.
    pub mate: i32,
}

/// An analysis that is ready to run on a thread of its own: it obeys the control and gives one
/// [`Analysis`] after another, each better than the one before.
pub type AnalysisRun = Box<dyn FnOnce(&Arc<SearchControl>, &mut AnalysisSink<'_>) + Send>;

/// Hears an analysis.
pub type AnalysisSink<'a> = dyn FnMut(Analysis) + Send + 'a;

/// Nodes of the first round.
const FIRST_ROUND: u64 = 10_000;
/// After so many plies nothing more is to be found.
const DEEPEST: u32 = 100;

impl SeatAnalysis {
    /// A seat of which nothing is known yet.
    fn new(seat: usize, board: usize) -> Self {
        Self {
            seat,
            board,
            score: None,
            lines: Vec::new(),
            pieces: Vec::new(),
            sitting: None,
            keep: Vec::new(),
            crossings: Vec::new(),
            joint_mate: None,
        }
    }
}

impl AnyPlayer {
    /// An analysis of a position.
    ///
    /// # Errors
    /// If the position is one of another shape of game.
    ///
    /// # Examples
    /// A knight would mate on the first board:
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kralle::board::Role;
    /// use kralle::eval::chances::Chances;
    /// use kralle::player::analysis::AnalysisOrder;
    /// use kralle::{Engine, EngineSettings, EvalChoice, Variant};
    ///
    /// let game = Variant::find("bughouse")?;
    /// let free = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    /// let table = game.set_up(&format!("6rk/6pp/8/8/8/8/8/4K3[] w - - 0 1 | {free}"))?;
    /// let engine = Engine::new(&game, &EvalChoice::BuiltIn, EngineSettings::default())?;
    /// let order = AnalysisOrder {
    ///     nodes: Some(20_000),
    ///     time: None,
    ///     depth: None,
    ///     lines: 1,
    ///     clocks: [None; 4],
    ///     chances: Chances::of(game.like()),
    ///     mates: None,
    /// };
    /// let mut last = None;
    /// engine.analyse(&*table, order)?(&Arc::default(), &mut |analysis| last = Some(analysis));
    /// let white = &last.ok_or("no round has ended")?.seats[0];
    /// let knight = white.pieces.iter().find(|effect| effect.role == Role::Knight);
    /// assert_eq!(knight.and_then(|effect| effect.with.mate_in()), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn analyse(
        &self,
        table: &dyn Table,
        order: AnalysisOrder,
    ) -> Result<AnalysisRun, PlayerError> {
        Ok(match (self, table.position()) {
            (Self::Single(engine), AnyPosition::Single(position)) => {
                rounds(order, seats::two(engine.share(), position.clone()))
            }
            (Self::Four(engine), AnyPosition::Four(position)) => {
                rounds(order, seats::many(engine.share(), position.clone()))
            }
            (Self::Three(engine), AnyPosition::Three(position)) => {
                rounds(order, seats::many(engine.share(), position.clone()))
            }
            (Self::Pair(player), AnyPosition::Pair(pair)) => {
                rounds(order, boards::two(player, pair.clone()))
            }
            (Self::Teams(engine), AnyPosition::Teams(position)) => {
                rounds(order, seats::many(engine.share(), position.clone()))
            }
            _ => return Err(PlayerError::OtherGame),
        })
    }
}

impl AnyPlayer {
    /// A mate by checks alone for the seat on move at a board, looked for with these nodes or
    /// this time. That none is found proves nothing; in games of more than two seats at a board
    /// none is.
    ///
    /// # Errors
    /// If the position is one of another shape of game.
    pub fn prove_mate(
        &self,
        table: &dyn Table,
        board: usize,
        limits: &Limits,
    ) -> Result<Option<MateProof>, PlayerError> {
        let control = SearchControl::default();
        match (self, table.position()) {
            (Self::Single(engine), AnyPosition::Single(position)) => {
                Ok(lock(&engine.share()).prove_mate(position, limits, &control, &mut 0))
            }
            (Self::Pair(player), AnyPosition::Pair(pair)) => {
                Ok(boards::prove_mate(player, pair, board, limits, &control))
            }
            (Self::Four(_), AnyPosition::Four(_))
            | (Self::Teams(_), AnyPosition::Teams(_))
            | (Self::Three(_), AnyPosition::Three(_)) => Ok(None),
            _ => Err(PlayerError::OtherGame),
        }
    }
}

/// What a round may use.
struct Round<'a> {
    order: &'a AnalysisOrder,
    /// Nodes of all its searches.
    nodes: u64,
    /// When it must end.
    deadline: Option<Instant>,
    control: &'a SearchControl,
}

/// What a round has found.
struct Findings {
    outlooks: Vec<Outlook>,
    seats: Vec<SeatAnalysis>,
    nodes: u64,
}

/// Runs round after round.
fn rounds(
    order: AnalysisOrder,
    mut run: impl FnMut(&Round<'_>) -> Findings + Send + 'static,
) -> AnalysisRun {
    Box::new(move |control, sink| {
        let start = Instant::now();
        let deadline = order.time.map(|time| start + time);
        let (mut spent, mut size) = (0, FIRST_ROUND);
        loop {
            let left = order.nodes.map_or(u64::MAX, |most| most.saturating_sub(spent));
            // What is left is not worth a round of its own.
            let nodes = if left < 2 * size { left } else { size };
            let round = Round { order: &order, nodes, deadline, control };
            let found = run(&round);
            spent += found.nodes.max(1);
            let deepest = depth_reached(&found.seats);
            let Findings { outlooks, seats, .. } = found;
            let cut = control.must_end();
            // A round that was cut short is worth less than the one before it.
            if !cut || size == FIRST_ROUND {
                sink(Analysis { outlooks, seats, nodes: spent, time: start.elapsed() });
            }
            let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            let is_deep = deepest >= order.depth.unwrap_or(DEEPEST).min(DEEPEST);
            let is_spent = order.nodes.is_some_and(|most| spent >= most);
            if cut || is_late || is_deep || is_spent || nodes == left {
                return;
            }
            size *= 2;
        }
    })
}

/// The least depth of the seats that have lines; the greatest possible if none has.
fn depth_reached(seats: &[SeatAnalysis]) -> u32 {
    let first = seats.iter().filter_map(|seat| seat.lines.first());
    first.map(|line| line.depth).min().unwrap_or(u32::MAX)
}
