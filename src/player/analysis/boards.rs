//! Analysis of two boards: each is searched at the prices of the other, then once more with
//! one more piece of each kind in each hand.

use std::time::Duration;

use super::chance::{of_both_boards, of_first_board};
use super::lines::LinesFound;
use super::{Crossing, Findings, Outlook, PieceEffect, Round, SeatAnalysis, Sitting};
use crate::base::Score;
use crate::board::{Color, Piece, Role};
use crate::game::Searchable as _;
use crate::game::pair::{Pair, Seat};
use crate::game::rules::MatchEnd;
use crate::game::single::Position;
use crate::player::engine::lock;
use crate::player::partner::{
    BoardEngine, BoardView, Diagonal, JointBoards, JointMate, OtherBoard, PartnerPlayer, Patience,
    ProbeBudget, SeatClocks, WaitBudget, captures, coming, now_and_later, patience,
};
use crate::search::{Decision, Limits, MateProof, SearchControl};

/// Of a hundred nodes of a round so many go to the lines of each board ...
const LINES_SHARE: u64 = 36;
/// ... and to each of the twenty questions what a piece would do. The rest is for sitting.
const PIECE_SHARE: u64 = 1;
/// Even a short round asks properly what a piece does, in nodes.
const LEAST_PROBE: u64 = 400;
/// Where clocks are unknown: what a seat could wait, if it could.
const IF_IT_COULD: Duration = Duration::from_secs(60);

/// Two boards.
pub(super) fn two(
    player: &PartnerPlayer,
    pair: Pair,
) -> impl FnMut(&Round<'_>) -> Findings + use<> {
    let (engine, appraiser) = player.share();
    move |round| {
        let mut engine = lock(&engine);
        let mut nodes = 0;
        let mut seats: Vec<SeatAnalysis> =
            Seat::ALL.iter().map(|seat| SeatAnalysis::new(seat.index(), seat.board)).collect();
        for board in 0..2 {
            let mover = pair.on_move(board);
            let Some(view) = view(&pair, mover) else { continue };
            let mut probes = ProbeBudget::full();
            lock(&appraiser).set_prices(&view, &mut probes, round.control);
            let board = BoardAnalysis { round, view: &view };
            nodes += board.look(&mut engine, &mut seats, &mut probes) + probes.spent;
        }
        keep_and_cross(&pair, &mut seats);
        let outlooks = outlooks(&pair, round, &seats);
        Findings { outlooks, seats, nodes }
    }
}

/// What a seat sees, if its board is played and can be searched: one with a piece of unknown
/// value cannot.
fn view(pair: &Pair, seat: Seat) -> Option<BoardView> {
    let is_played = pair.board(seat.board).is_some() && pair.board_end(seat.board).is_none();
    BoardView::new(pair, seat, &[]).ok().filter(|_| is_played)
}

/// A mate by checks alone for the seat on move at a board.
pub(super) fn prove_mate(
    player: &PartnerPlayer,
    pair: &Pair,
    board: usize,
    limits: &Limits,
    control: &SearchControl,
) -> Option<MateProof> {
    let view = view(pair, pair.on_move(board))?;
    let (engine, _) = player.share();
    lock(&engine).prove_mate(&view.own, limits, control, &mut 0)
}

/// One of two boards, seen by the seat on move.
struct BoardAnalysis<'a> {
    round: &'a Round<'a>,
    view: &'a BoardView,
}

impl BoardAnalysis<'_> {
    /// Finds all that is known of the seats of this board; the nodes that it took beside those of
    /// the probes.
    fn look(
        &self,
        engine: &mut BoardEngine,
        seats: &mut [SeatAnalysis],
        probes: &mut ProbeBudget,
    ) -> u64 {
        let Self { round, view, .. } = self;
        let (mover, waits) = (view.seat, view.seat.opponent());
        // Unlike the small searches of the rest it must not outgrow a short round.
        let mut asked = ProbeBudget::of(&round.limits(round.nodes));
        let joint_mate = self.joint_mate(&mut asked);
        let LinesFound { decision, lines, score } = self.lines(engine, joint_mate);
        let mut spent = decision.nodes + asked.spent;
        let is_alone = score.mates_in().is_some();
        seats[mover.index()].joint_mate = joint_mate.filter(|_| !is_alone);
        seats[mover.index()].score = Some(score);
        seats[waits.index()].score = Some(-score);
        seats[mover.index()].lines = lines;
        let effects = self.effects(engine, score, &mut spent);
        seats[mover.index()].pieces = effects.clone();
        seats[waits.index()].pieces = effects.into_iter().map(turned).collect();
        seats[mover.index()].sitting = self.sitting(engine, &decision, joint_mate, probes);
        spent
    }

    /// The best lines. The first one begins a mate over both boards, if there is one and none on
    /// this board alone.
    fn lines(&self, engine: &mut BoardEngine, joint_mate: Option<JointMate>) -> LinesFound {
        let Self { round, view, .. } = self;
        let nodes = round.nodes * LINES_SHARE / 100;
        let mut among =
            |moves, nodes| round.lines(engine, &view.own, view.seat.board, moves, nodes);
        let Some(first) = joint_mate.and_then(|mate| mate.first.own_move()) else {
            return among(Vec::new(), nodes);
        };
        let most = round.order.lines.max(1);
        if most == 1 {
            return among(vec![first], nodes);
        }
        let mut found = among(Vec::new(), nodes);
        if found.score.mates_in().is_none() {
            let line = found.line_of(first).or_else(|| {
                let alone = among(vec![first], nodes / most as u64);
                found.decision.nodes += alone.decision.nodes;
                alone.lines.into_iter().next()
            });
            if let Some(line) = line {
                found.begin_with(line, most);
            }
        }
        found
    }

    /// How the team of the seat on move mates over both boards.
    fn joint_mate(&self, probes: &mut ProbeBudget) -> Option<JointMate> {
        let leads = self.clocks().leads(self.view.seat.team());
        let joint = JointBoards::of(self.view, leads, probes)?;
        joint.mate(&self.view.own.legal_moves(), probes)
    }

    /// What each piece does, seen by the seat on move. Nobody must drop a piece: one more in the
    /// own hand is never worth less than nothing, whatever these small searches overlook of what
    /// the great one saw.
    fn effects(&self, engine: &mut BoardEngine, score: Score, spent: &mut u64) -> Vec<PieceEffect> {
        let nodes = (self.round.nodes * PIECE_SHARE / 100).max(LEAST_PROBE);
        let mut effects = Vec::new();
        for role in Role::DROPPABLE {
            let mut with = |color: Color| {
                let richer = self.view.own.receiving(Piece::new(color, role));
                self.round.score(engine, &richer, nodes, spent)
            };
            let us = self.view.seat.color;
            let (with, against) = (with(us).max(score), with(!us).min(score));
            effects.push(PieceEffect { role, with, against });
        }
        effects
    }

    /// Sit or move? None where there is nothing to move, or nobody who could bring a piece.
    fn sitting(
        &self,
        engine: &mut BoardEngine,
        decision: &Decision,
        joint_mate: Option<JointMate>,
        probes: &mut ProbeBudget,
    ) -> Option<Sitting> {
        let Self { round, view, .. } = self;
        let best = decision.best.filter(|_| matches!(view.other, OtherBoard::Known(_)))?;
        let mut sitting = Sitting {
            moving: decision.score,
            waiting: decision.score,
            piece: None,
            lead: self.lead(),
            sits: false,
        };
        for coming in coming(view) {
            let role = coming.role;
            let Some((now, later)) = now_and_later(engine, view, best, role, probes, round.control)
            else {
                continue;
            };
            let is_more = now - later > sitting.waiting - sitting.moving || sitting.piece.is_none();
            if coming.is_worth(now) && is_more {
                (sitting.waiting, sitting.moving, sitting.piece) = (now, later, Some(role));
            }
        }
        let budget = match self.clocks().diagonal(view.seat) {
            known @ Diagonal { own: Some(_), rival: Some(_) } => WaitBudget::of(known),
            _ => WaitBudget { ahead: IF_IT_COULD, asked: IF_IT_COULD, lost: IF_IT_COULD },
        };
        let patience = joint_mate
            .and_then(|mate| mate.first.advice(budget))
            .unwrap_or_else(|| patience(engine, view, decision, budget, probes, round.control));
        sitting.sits = matches!(patience, Patience::Wait(..));
        Some(sitting)
    }

    /// The clocks, as far as they are known; they do not run.
    fn clocks(&self) -> SeatClocks {
        SeatClocks::new(self.round.order.clocks, [Duration::ZERO; 4], true)
    }

    fn lead(&self) -> Option<i64> {
        let Diagonal { own, rival } = self.clocks().diagonal(self.view.seat);
        let millis = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        Some(millis(own?) - millis(rival?))
    }
}

/// The same effect, seen by the other seat of the board.
fn turned(effect: PieceEffect) -> PieceEffect {
    PieceEffect { role: effect.role, with: -effect.against, against: -effect.with }
}

/// Kinds with which this seat mates, and in how many plies, though it does not without them.
fn mates(seat: &SeatAnalysis) -> Vec<(Role, i32)> {
    if seat.score.and_then(Score::mates_in).is_some() {
        return Vec::new();
    }
    let pieces = seat.pieces.iter();
    pieces.filter_map(|effect| Some((effect.role, effect.with.mates_in()?))).collect()
}

/// Who must keep what, and which captures let the partner mate.
fn keep_and_cross(pair: &Pair, seats: &mut [SeatAnalysis]) {
    for seat in Seat::ALL {
        let partner = seat.partner();
        let rival = partner.opponent();
        seats[seat.index()].keep =
            mates(&seats[rival.index()]).into_iter().map(|(role, _)| role).collect();
        if !pair.is_on_move(seat) {
            continue;
        }
        let Ok(board) = pair.board_alone(seat.board) else { continue };
        let wanted = mates(&seats[partner.index()]);
        seats[seat.index()].crossings =
            wanted.into_iter().filter_map(|(role, mate)| crossing(&board, role, mate)).collect();
    }
}

/// The best capture of a piece of this kind, if there is one.
fn crossing(board: &Position, piece: Role, mate: i32) -> Option<Crossing> {
    let of_piece = captures(board).filter(|&(_, role)| role == piece);
    let mut takes = of_piece.map(|(mv, _)| mv).peekable();
    let first = *takes.peek()?;
    // One that loses nothing, if there is one; but a mate is worth any price.
    let capture = takes.find(|&mv| board.exchange(mv, 0)).unwrap_or(first);
    Some(Crossing { capture, piece, mate })
}

/// What a mate over both boards is worth to the first team. Where clocks are unknown it hangs on
/// who moves first.
fn joint_score(round: &Round<'_>, seats: &[SeatAnalysis]) -> Option<Score> {
    let are_timed = round.order.clocks.iter().all(Option::is_some);
    let mut mating = Seat::ALL.into_iter().filter(|_| are_timed);
    let (seat, mate) = mating.find_map(|seat| Some((seat, seats[seat.index()].joint_mate?)))?;
    let score = Score::mating(2 * usize::from(mate.moves) - 1);
    Some(if seat.team() == Seat::ALL[0].team() { score } else { -score })
}

/// The chances of both teams.
fn outlooks(pair: &Pair, round: &Round<'_>, seats: &[SeatAnalysis]) -> Vec<Outlook> {
    let team = |first: Seat| vec![first.index(), first.partner().index()];
    let teams = [team(Seat::ALL[0]), team(Seat::ALL[1])];
    let first = [Seat::ALL[0], Seat::ALL[0].partner()];
    let verdict = pair.verdict();
    if pair.rules().match_end == MatchEnd::FirstBoard {
        if verdict.is_over() {
            let points = verdict.points(0);
            let [win, loss] = [points > 2, points < 2].map(|so| f64::from(u8::from(so)));
            let [ours, theirs] = teams;
            let draw = 1.0 - win - loss;
            return vec![
                Outlook { seats: ours, win, draw, loss },
                Outlook { seats: theirs, win: loss, draw, loss: win },
            ];
        }
        let joint = joint_score(round, seats);
        let each = first.iter().filter_map(|seat| seats[seat.index()].score);
        let scores = joint.map_or_else(|| each.collect(), |score| vec![score]);
        return of_first_board(round.order.chances, &scores, teams);
    }
    let boards = first.map(|seat| match pair.board_end(seat.board) {
        Some(end) => match end.winner {
            Some(color) if color == seat.color => [1.0, 0.0, 0.0],
            Some(_) => [0.0, 0.0, 1.0],
            None => [0.0, 1.0, 0.0],
        },
        None => {
            let score = seats[seat.index()].score.unwrap_or_default();
            let chances = round.order.chances.seen_together();
            let [win, _, loss] = chances.wdl(score).map(|part| f64::from(part) / 1000.0);
            let [win, loss] = [win, loss].map(|share| chances.after_upsets(share));
            [win, (1.0 - win - loss).max(0.0), loss]
        }
    });
    of_both_boards(boards, teams)
}
