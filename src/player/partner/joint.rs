//! Mates over both boards: a search of the few moves by which a team mates on one of two boards,
//! whatever its rivals do there or beside. No search of one board finds them: a piece taken on
//! the one mates on the other, and who leads on the clock of a diagonal may wait while its rival
//! has to move.
//!
//! A node belongs to the team that has to act. If both seats on move are partners, it is theirs.
//! If they are rivals, it belongs to the one that leads on the clock, which may move or wait; if it
//! waits, the other one must move. The attackers try checks, and before their last move captures;
//! their rivals try everything.

use std::collections::HashMap;

use super::patience::{Patience, WaitBudget};
use super::probes::ProbeBudget;
use super::view::BoardView;
use crate::board::{Move, MoveList, Silent};
use crate::game::Playable as _;
use crate::game::pair::{Pair, Seat, Team};
use crate::game::rules::MatchEnd;
use crate::player::event::WaitReason;

/// The teams that lead on the clocks of White's and of Black's diagonal, as far as is known.
pub type Leads = [Option<Team>; 2];

/// A mate by force, for a seat on move of the team that mates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JointMate {
    /// How it begins.
    pub first: FirstStep,
    /// Moves of the team until mate.
    pub moves: u8,
}

/// How a mate begins, for a seat on move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstStep {
    /// With this move of the seat.
    Move(Move),
    /// With a move of the partner, or of a rival that has to move first: the seat waits.
    Wait,
}

impl FirstStep {
    /// The seat's own move, if it begins with that.
    pub const fn own_move(self) -> Option<Move> {
        match self {
            Self::Move(mv) => Some(mv),
            Self::Wait => None,
        }
    }

    /// Whether to move, for a seat that may wait so long; no advice if it cannot wait.
    pub fn advice(self, budget: WaitBudget) -> Option<Patience> {
        match self {
            Self::Move(_) => Some(Patience::Move),
            Self::Wait if budget.ahead.is_zero() => None,
            Self::Wait => Some(Patience::Wait(budget.ahead, WaitReason::Mates)),
        }
    }
}

/// What a seat on move can do against a mate that its move would allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Escape {
    /// Play one of these.
    Moves(Vec<Move>),
    /// Wait: the rivals must move first, and do not mate then.
    Wait,
}

/// A mate takes at most so many moves of the team.
const MOST_MOVES: u8 = 2;
/// All other moves of a seat may cost so many times what one question may.
const ESCAPES: u64 = 3;

/// Both boards, as a seat on move asks about them.
pub struct JointBoards<'a> {
    pair: &'a Pair,
    seat: Seat,
    leads: Leads,
    /// What a question may cost.
    nodes: u64,
}

impl<'a> JointBoards<'a> {
    /// What this seat sees; none if it does not see two boards that are played, if a mate on one
    /// does not end the match, or if there are no nodes for questions.
    pub fn of(view: &'a BoardView, leads: Leads, probes: &ProbeBudget) -> Option<Self> {
        let (pair, nodes) = (view.both.as_deref()?, probes.joint_nodes()?);
        let decides = pair.rules().match_end == MatchEnd::FirstBoard;
        decides.then_some(Self { pair, seat: view.seat, leads, nodes })
    }

    /// How the team mates by force, if that is seen; the seat's own part is one of these moves.
    pub fn mate(&self, moves: &[Move], probes: &mut ProbeBudget) -> Option<JointMate> {
        let mut ours = self.proofs_for(self.seat.team(), self.nodes);
        let mate = (1..=MOST_MOVES).find_map(|left| {
            let first = ours.first_step(self.seat, moves, left).ok().flatten()?;
            Some(JointMate { first, moves: left })
        });
        probes.spent += self.nodes - ours.nodes_left;
        mate
    }

    /// If the rivals mate by force after this move: which of all these moves, or waiting, avoids
    /// it, if anything does.
    pub fn escape(&self, best: Move, moves: &[Move], probes: &mut ProbeBudget) -> Option<Escape> {
        let mut theirs = self.proofs_for(self.seat.team().rival(), self.nodes);
        let is_mated = theirs.is_proved_after(self.seat, best);
        probes.spent += self.nodes - theirs.nodes_left;
        if !is_mated {
            return None;
        }
        let most = ESCAPES * self.nodes;
        theirs.nodes_left = most;
        let safe: Vec<Move> =
            moves.iter().copied().filter(|&mv| !theirs.is_proved_after(self.seat, mv)).collect();
        let escape = if !safe.is_empty() {
            Some(Escape::Moves(safe))
        } else {
            (self.can_wait() && !theirs.is_proved(true)).then_some(Escape::Wait)
        };
        probes.spent += most - theirs.nodes_left;
        escape
    }

    /// Is the seat on move beside a rival that it leads?
    fn can_wait(&self) -> bool {
        let beside = self.pair.on_move(1 - self.seat.board);
        beside.team() != self.seat.team()
            && self.leads[self.seat.color.index()] == Some(self.seat.team())
    }

    fn proofs_for(&self, attackers: Team, nodes_left: u64) -> JointProof {
        let (pair, leads) = (self.pair.clone(), self.leads);
        JointProof { pair, attackers, leads, nodes_left, known: HashMap::new() }
    }
}

/// Proves that a team mates.
struct JointProof {
    pair: Pair,
    attackers: Team,
    leads: Leads,
    nodes_left: u64,
    /// What was found out, by position, moves left and who waits.
    known: HashMap<(u64, u8, bool), bool>,
}

/// There are no nodes left.
struct Undecided;

impl JointProof {
    /// How the attackers mate with so many moves, this seat being one of them and on move.
    fn first_step(
        &mut self,
        seat: Seat,
        moves: &[Move],
        left: u8,
    ) -> Result<Option<FirstStep>, Undecided> {
        for mv in self.attacks(left) {
            let is_own = mv.board() == seat.board;
            let own = mv.on_board(0);
            if (!is_own || moves.contains(&own)) && self.proves_after(mv, left - 1)? {
                return Ok(Some(if is_own { FirstStep::Move(own) } else { FirstStep::Wait }));
            }
        }
        let (team, may_wait) = self.acting(false);
        let waits = team == self.attackers && may_wait && self.proves(left, true)?;
        Ok(waits.then_some(FirstStep::Wait))
    }

    /// Do they mate after this move of a rival?
    fn is_proved_after(&mut self, seat: Seat, mv: Move) -> bool {
        self.pair.play(mv.on_board(seat.board), &mut Silent);
        let is_proved = self.is_proved(false);
        self.pair.undo();
        is_proved
    }

    /// Do they mate, as far as is seen? `waits`: the seat that may wait does.
    fn is_proved(&mut self, waits: bool) -> bool {
        (1..=MOST_MOVES).any(|left| matches!(self.proves(left, waits), Ok(true)))
    }

    /// Do they mate with so many moves?
    fn proves(&mut self, left: u8, waits: bool) -> Result<bool, Undecided> {
        let mut ends = (0..2).filter_map(|board| Some((board, self.pair.board_end(board)?)));
        if let Some((board, end)) = ends.next() {
            return Ok(end.team(board) == Some(self.attackers));
        }
        if left == 0 {
            return Ok(false);
        }
        let key = (self.pair.key(), left, waits);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(Undecided)?;
        let (team, may_wait) = self.acting(waits);
        let attack = team == self.attackers;
        let proved = if may_wait && self.proves(left, true)? == attack {
            attack
        } else if attack {
            self.attack_succeeds(left)?
        } else {
            self.defence_fails(left)?
        };
        self.known.insert(key, proved);
        Ok(proved)
    }

    fn attack_succeeds(&mut self, left: u8) -> Result<bool, Undecided> {
        for mv in self.attacks(left) {
            if self.proves_after(mv, left - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Who has to move and cannot loses on time.
    fn defence_fails(&mut self, left: u8) -> Result<bool, Undecided> {
        for mv in self.moves_of(self.attackers.rival()) {
            if !self.proves_after(mv, left)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn proves_after(&mut self, mv: Move, left: u8) -> Result<bool, Undecided> {
        self.pair.play(mv, &mut Silent);
        let proved = self.proves(left, false);
        self.pair.undo();
        proved
    }

    /// The team that acts, and whether it may wait instead. Where nobody is known to lead nobody
    /// counts on waiting, and the attackers must act.
    fn acting(&self, waits: bool) -> (Team, bool) {
        let [first, second] = [0, 1].map(|board| self.pair.on_move(board));
        if first.team() == second.team() {
            return (first.team(), false);
        }
        match self.leads[first.color.index()] {
            None => (self.attackers, false),
            Some(leader) if waits => (leader.rival(), false),
            Some(leader) => (leader, true),
        }
    }

    fn moves_of(&self, team: Team) -> MoveList {
        let boards = (0..2).filter(|&board| self.pair.on_move(board).team() == team);
        boards.filter_map(|board| self.pair.moves_on(board).ok()).flatten().collect()
    }

    /// Checks, and before the last move captures.
    fn attacks(&self, left: u8) -> MoveList {
        let board = |mv: Move| (self.pair.board(mv.board()), mv.on_board(0));
        let checks = |mv: &Move| matches!(board(*mv), (Some(board), mv) if board.gives_check(mv));
        let takes = |mv: &Move| matches!(board(*mv), (Some(board), mv) if board.is_noisy(mv));
        let (mut attacks, rest): (MoveList, MoveList) =
            self.moves_of(self.attackers).into_iter().partition(checks);
        if left > 1 {
            attacks.extend(rest.into_iter().filter(takes));
        }
        attacks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rules::Rules;
    use crate::notation::PairSetup;
    use crate::notation::uci::{Castling, write};

    const W1: Seat = Seat::ALL[0];
    const B2: Seat = Seat::ALL[3];
    const OURS: Leads = [Some(W1.team()); 2];
    const THEIRS: Leads = [Some(W1.team().rival()); 2];
    const NOBODY: Leads = [None; 2];
    /// A knight on f7 would mate Black.
    const SMOTHERED: &str = "6rk/6pp/8/8/8/8/8/4K3[] w - - 0 1";

    /// Asks a seat of two boards; what it can do as text.
    fn ask<T>(
        fen: &str,
        seat: Seat,
        leads: Leads,
        question: impl FnOnce(&JointBoards<'_>, &[Move], &mut ProbeBudget) -> T,
    ) -> T {
        let setup: PairSetup = fen.parse().unwrap();
        let rules = Rules::BUGHOUSE;
        let pair = Pair::new(&setup.first, setup.second.as_ref(), rules, false).unwrap();
        let view = BoardView::new(&pair, seat, &[]).unwrap();
        let mut probes = ProbeBudget::full();
        let joint = JointBoards::of(&view, leads, &probes).unwrap();
        question(&joint, &view.own.legal_moves(), &mut probes)
    }

    fn text(mv: Move) -> String {
        write(mv, Castling::KingStep).to_string()
    }

    fn mate(fen: &str, seat: Seat, leads: Leads) -> String {
        ask(fen, seat, leads, |joint, moves, probes| match joint.mate(moves, probes) {
            Some(JointMate { first: FirstStep::Move(mv), moves }) => {
                format!("{} {moves}", text(mv))
            }
            Some(JointMate { first: FirstStep::Wait, moves }) => format!("wait {moves}"),
            None => "none".into(),
        })
    }

    fn escape(fen: &str, played: &str, leads: Leads) -> String {
        ask(fen, W1, leads, |joint, moves, probes| {
            let played = moves.iter().find(|&&mv| text(mv) == played).unwrap();
            match joint.escape(*played, moves, probes) {
                Some(Escape::Moves(moves)) => {
                    let moves: Vec<String> = moves.into_iter().map(text).collect();
                    moves.join(" ")
                }
                Some(Escape::Wait) => "wait".into(),
                None => "none".into(),
            }
        })
    }

    #[test]
    fn a_piece_taken_beside_mates_here() {
        let fen = format!("{SMOTHERED} | 4k3/8/8/3p4/4N3/8/8/4K3[] b - - 0 1");
        for leads in [OURS, THEIRS, NOBODY] {
            assert_eq!(mate(&fen, W1, leads), "wait 2");
            assert_eq!(mate(&fen, B2, leads), "d5e4 2");
        }
        let nothing = ask(&fen, B2, OURS, |joint, _, probes| joint.mate(&[], probes));
        assert_eq!(nothing, None, "the move may not be played");
    }

    #[test]
    fn who_leads_on_the_clock_waits_for_a_rival_that_must_move() {
        // White beside has two moves, and either loses the knight.
        let fen = format!("{SMOTHERED} | 8/8/8/8/4b2p/1k2p3/8/K6N[] w - - 0 1");
        assert_eq!(
            [OURS, THEIRS, NOBODY].map(|leads| mate(&fen, W1, leads)),
            ["wait 2", "none", "none"]
        );
    }

    /// White beside, a rival, takes a knight next.
    const TAKES: &str = "4k3/8/8/3n4/4P3/8/8/4K3[] w - - 0 1";

    #[test]
    fn a_move_is_found_after_which_the_rivals_do_not_mate() {
        // A knight on f2 will mate, if the king gets no air.
        let fen = format!("4k3/8/8/8/8/8/1P4PP/6RK[] w - - 0 1 | {TAKES}");
        let safe = "g1a1 g1b1 g1c1 g1d1 g1e1 g1f1 g2g3 h2h3 g2g4 h2h4";
        assert_eq!(escape(&fen, "b2b4", THEIRS), safe);
        assert_eq!(escape(&fen, "g2g3", THEIRS), "none", "nothing is to be escaped");
    }

    #[test]
    fn where_every_move_allows_a_mate_who_leads_waits() {
        let fen = format!("4k3/8/8/8/8/6p1/1P4Pp/7K[] w - - 0 1 | {TAKES}");
        assert_eq!([OURS, THEIRS].map(|leads| escape(&fen, "b2b3", leads)), ["wait", "none"]);
    }
}
