//! Sitting: whether to move now, or to let the clock run until a piece comes. Moving first is
//! never better where the other side could wait; a seat that is ahead of the partner's
//! opponent on the clock can outwait that opponent. What is asked for is said elsewhere; here
//! it is decided.

use std::time::Duration;

use super::pace::Diagonal;
use super::probes::ProbeBudget;
use super::view::{BoardEngine, BoardView, OtherBoard};
use crate::base::Score;
use crate::board::{Move, MoveList, Piece, Role, Silent};
use crate::game::pair::Word;
use crate::game::single::Position;
use crate::game::{Class, Playable, Searchable};
use crate::player::event::WaitReason;
use crate::search::{Decision, Limits, SearchControl};

/// Whether to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// Now.
    Move,
    /// Not before something has changed, or this time is over.
    Wait(Duration, WaitReason),
}

/// How long a seat can afford to wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WaitBudget {
    /// As long as it stays ahead of its partner's opponent, and some time is left: nothing if
    /// that is not known.
    pub ahead: Duration,
    /// If its partner asks it to.
    pub asked: Duration,
    /// If every move loses: what is left is for no more than a move.
    pub lost: Duration,
}

/// Time that is never spent on waiting: what is left must do for the rest of the game.
const LEAST_LEFT: Duration = Duration::from_secs(2);
/// See [`LEAST_LEFT`]: at least one in so many.
const SHARE_LEFT: u32 = 4;
/// Where every move loses, only the time for a move is kept.
const LAST_MOVE: Duration = Duration::from_millis(300);

impl WaitBudget {
    /// From the clocks of a seat and of its partner's opponent, as far as they are known.
    pub fn of(diagonal: Diagonal) -> Self {
        let Some(own) = diagonal.own else { return Self::default() };
        let room = own.saturating_sub((own / SHARE_LEFT).max(LEAST_LEFT));
        match diagonal.rival {
            Some(rival) => {
                let lead = own.saturating_sub(rival);
                let ahead = lead.min(room);
                Self { ahead, asked: ahead, lost: lead.min(own.saturating_sub(LAST_MOVE)) }
            }
            None => Self { ahead: Duration::ZERO, asked: room / 2, lost: room / 2 },
        }
    }

    /// The part of it that this reason allows.
    pub const fn because(self, reason: WaitReason) -> Duration {
        match reason {
            WaitReason::Asked => self.asked,
            WaitReason::Lost => self.lost,
            WaitReason::Mates | WaitReason::Better(_) => self.ahead,
        }
    }
}

/// What waiting must gain, in centipawns, if the piece comes.
const GAIN: i32 = 170;
/// Waiting for a piece is for seats that can afford this.
const WORTH_IT: Duration = Duration::from_millis(500);

/// Whether to play what was decided, or to wait.
pub fn patience(
    engine: &mut BoardEngine,
    view: &BoardView,
    decision: &Decision,
    budget: WaitBudget,
    probes: &mut ProbeBudget,
    control: &SearchControl,
) -> Patience {
    let wins = decision.score.value() > Score::LIMIT;
    let Some(best) = decision.best else { return Patience::Move };
    if wins || view.heard.contains(&Word::Go) {
        return Patience::Move;
    }
    if view.heard.contains(&Word::Sit) && !budget.asked.is_zero() {
        return Patience::Wait(budget.asked, WaitReason::Asked);
    }
    if matches!(view.other, OtherBoard::Over) {
        return Patience::Move;
    }
    // A seat that loses by every move risks nothing, even if nobody knows who is ahead.
    if decision.score.value() < -Score::LIMIT && !budget.lost.is_zero() {
        return Patience::Wait(budget.lost, WaitReason::Lost);
    }
    // Two seats that wait for each other wait in vain.
    let is_awaited = view.heard.iter().any(|word| matches!(word, Word::Need(_)));
    if budget.ahead < WORTH_IT || is_awaited {
        return Patience::Move;
    }
    coming(view)
        .find(|coming| {
            now_and_later(engine, view, best, coming.role, probes, control)
                .is_some_and(|(now, later)| coming.is_worth(now) && now - later > GAIN)
        })
        .map_or(Patience::Move, |coming| {
            Patience::Wait(budget.ahead, WaitReason::Better(coming.role))
        })
}

/// A kind of piece that the partner can take now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComingPiece {
    /// What it is.
    pub role: Role,
    /// Does taking it lose nothing on the partner's board?
    pub is_free: bool,
}

impl ComingPiece {
    /// Will the partner take it, if it is worth so much here? For a mate any price is paid.
    pub fn is_worth(self, now: Score) -> bool {
        self.is_free || now.mates_in().is_some()
    }
}

/// The seat's score with this piece in hand before its next move, and with `best` played first
/// and the piece after it; none if that would cost too much.
pub fn now_and_later(
    engine: &mut BoardEngine,
    view: &BoardView,
    best: Move,
    role: Role,
    probes: &mut ProbeBudget,
    control: &SearchControl,
) -> Option<(Score, Score)> {
    let limits = Limits { nodes: Some(probes.wait_nodes()?), ..Limits::default() };
    let piece = Piece::new(view.seat.color, role);
    let now = view.own.receiving(piece);
    let mut later = view.own.clone();
    later.play(best, &mut Silent);
    later.receive(piece, &mut Silent);
    let mut ask = |position: &Position| {
        let decision = engine.probe(position, &limits, control);
        probes.spent += decision.nodes;
        decision.score
    };
    Some((ask(&now), -ask(&later)))
}

/// Captures of the side to move, each with what it takes.
pub fn captures(board: &Position) -> impl Iterator<Item = (Move, Role)> {
    let mut moves = MoveList::new();
    board.generate(Class::Noisy, &mut moves);
    moves.into_iter().filter_map(|mv| Some((mv, board.victim(mv)?)))
}

/// Kinds of pieces that the partner can take now.
pub fn coming(view: &BoardView) -> impl Iterator<Item = ComingPiece> + use<> {
    // Can it be taken, and for nothing?
    let mut kinds = [(false, false); Role::CHESS.len()];
    if let OtherBoard::Known(board) = &view.other
        && board.turn() == view.seat.partner().color
    {
        for (mv, role) in captures(board) {
            let (is_there, is_free) = &mut kinds[role.index()];
            *is_there = true;
            *is_free |= board.exchange(mv, 0);
        }
    }
    let known = |role: Role| (role, kinds[role.index()]);
    Role::DROPPABLE
        .map(known)
        .into_iter()
        .filter_map(|(role, (is_there, is_free))| is_there.then_some(ComingPiece { role, is_free }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::chosen::EvalChoice;
    use crate::eval::team::{BesideHandle, BoardEvals, TeamEval};
    use crate::game::catalogue::BuiltIn;
    use crate::game::pair::Pair;
    use crate::game::rules::Rules;
    use crate::notation::PairSetup;
    use crate::search::Engine;

    const SECOND: Duration = Duration::from_secs(1);
    const A_SECOND: WaitBudget = WaitBudget { ahead: SECOND, asked: SECOND, lost: SECOND };
    const FREE: &str = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";

    fn advised(fen: &str, heard: &[Word], budget: WaitBudget) -> Patience {
        let rules = Rules::BUGHOUSE;
        let setup: PairSetup = fen.parse().unwrap();
        let pair = Pair::new(&setup.first, setup.second.as_ref(), rules, false).unwrap();
        let view = BoardView::new(&pair, pair.on_move(0), heard).unwrap();
        let evals = BoardEvals::of(&EvalChoice::HandWritten, BuiltIn::Bughouse, &rules).unwrap();
        let mut engine =
            Engine::new(TeamEval::new(evals, BesideHandle::default(), true), 1, 1).unwrap();
        let limits = Limits { depth: Some(6), ..Limits::default() };
        let control = SearchControl::default();
        let decision = engine.search(&view.own, &limits, &control, &mut ());
        patience(&mut engine, &view, &decision, budget, &mut ProbeBudget::full(), &control)
    }

    #[test]
    fn spare_time_is_the_lead_within_the_own_clock() {
        let of = |own: Option<u64>, rival: Option<u64>| {
            let [own, rival] = [own, rival].map(|left| left.map(|n| SECOND * n as u32));
            let budget = WaitBudget::of(Diagonal { own, rival });
            (budget.ahead.as_secs(), budget.asked.as_secs(), budget.lost.as_secs())
        };
        assert_eq!(of(Some(60), Some(50)), (10, 10, 10));
        assert_eq!(of(Some(60), Some(70)), (0, 0, 0), "who is behind cannot wait");
        assert_eq!(of(Some(60), Some(1)), (45, 45, 59), "a quarter of the clock is kept");
        assert_eq!(of(Some(3), Some(0)), (1, 1, 2), "and never less than two seconds");
        assert_eq!(of(Some(60), None), (0, 22, 22), "without the other clock only if asked");
        assert_eq!(of(None, Some(5)), (0, 0, 0));
    }

    #[test]
    fn sit_and_go_are_obeyed() {
        let fen = format!("{FREE} | {FREE}");
        let budget = A_SECOND;
        assert_eq!(advised(&fen, &[], budget), Patience::Move);
        assert_eq!(advised(&fen, &[Word::Sit], budget), Patience::Wait(SECOND, WaitReason::Asked));
        assert_eq!(advised(&fen, &[Word::Sit], WaitBudget::default()), Patience::Move);
        // A seat that mates does not wait.
        let mates = format!("6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1 | {FREE}");
        assert_eq!(advised(&mates, &[Word::Sit], budget), Patience::Move);
    }

    /// Black must move and is mated next move whatever is played.
    const LOST: &str = "7k/8/6K1/8/8/8/8/R7[QQ] b - - 0 1";

    #[test]
    fn a_lost_board_waits_while_it_is_ahead() {
        let budget = A_SECOND;
        let fen = format!("{LOST} | {FREE}");
        assert_eq!(advised(&fen, &[], budget), Patience::Wait(SECOND, WaitReason::Lost));
        assert_eq!(advised(&fen, &[], WaitBudget::default()), Patience::Move);
        assert_eq!(advised(&fen, &[Word::Go], budget), Patience::Move);
    }

    #[test]
    fn a_piece_that_mates_now_and_not_later_is_waited_for() {
        // A knight would mate on f7; White's partner, Black of board 2, can take one.
        let here = "6rk/6pp/8/8/8/8/8/4K3[] w - - 0 1";
        let budget = A_SECOND;
        let fen = format!("{here} | 4k3/8/8/3p4/4N3/8/8/4K3[] b - - 0 1");
        assert_eq!(
            advised(&fen, &[], budget),
            Patience::Wait(SECOND, WaitReason::Better(Role::Knight))
        );
        assert_eq!(advised(&fen, &[Word::Need(Role::Pawn)], budget), Patience::Move);
        // The partner is not on move there, or there is no knight to take.
        let fen = format!("{here} | 4k3/8/8/3p4/4N3/8/8/4K3[] w - - 0 1");
        assert_eq!(advised(&fen, &[], budget), Patience::Move);
        let fen = format!("{here} | {FREE}");
        assert_eq!(advised(&fen, &[], budget), Patience::Move);
        // For a mate the partner gives its queen for the knight, but not for less.
        let dear = "3qk3/8/8/8/3N4/2P5/8/4K3[] b - - 0 1";
        let fen = format!("{here} | {dear}");
        assert_eq!(
            advised(&fen, &[], budget),
            Patience::Wait(SECOND, WaitReason::Better(Role::Knight))
        );
        let fen = format!("{FREE} | {dear}");
        assert_eq!(advised(&fen, &[], budget), Patience::Move);
    }
}
