//! What it means that a player cannot move: mate, waiting, or a verdict that hangs on the
//! partner's move; and how the match stands. All of it follows from the two positions and
//! the boards that have ended before.

use super::{Pair, Team};
use crate::board::{MoveKind, MoveList, Silent};
use crate::game::rule_book::Ruling;
use crate::game::rules::{MatchEnd, MateModel, Stalemate};
use crate::game::verdict::{BoardEnd, BoardState, Boards, Outcome, Reason, Verdict, Victory};
use crate::game::{Class, Playable};

impl Pair {
    /// Is the match over, by mate or because somebody ended it?
    #[inline]
    pub fn is_over(&self) -> bool {
        match self.rules.match_end {
            MatchEnd::FirstBoard => self.ends[0].is_some() || self.ends[1].is_some(),
            MatchEnd::BothBoards => {
                self.ends[0].is_some() && (self.ends[1].is_some() || !self.known)
            }
        }
    }

    /// Ends a board, as players and arbiters do. The other board is looked at anew: there
    /// a piece that could have come may now never come. Forgets what could be taken back.
    pub fn finish(&mut self, index: usize, end: BoardEnd) {
        self.ends[index & 1] = Some(end);
        self.past.clear();
        if self.rules.match_end == MatchEnd::BothBoards {
            self.settle();
        }
    }

    /// After a move: nothing can have ended if nobody stands in check and stalemates wait.
    #[inline]
    pub(super) fn settle_after_move(&mut self) {
        let waits = self.rules.stalemate == Stalemate::Wait;
        if !waits || self.boards[0].in_check() || self.boards[1].in_check() {
            self.settle();
        }
    }

    /// Ends the boards on which the side to move is mated.
    pub(super) fn settle(&mut self) {
        loop {
            // Both are judged before either ends: two mates of one move count together.
            let states = [self.judge(0), self.judge(1)];
            let before = self.ends;
            for (end, state) in self.ends.iter_mut().zip(states) {
                if let BoardState::Over(over) = state {
                    *end = Some(over);
                }
            }
            // Where each board scores by itself, the end of one may leave the other
            // without any piece that could still come.
            if self.ends == before || self.rules.match_end == MatchEnd::FirstBoard {
                return;
            }
        }
    }

    /// How a board stands, but for draws by count or repetition.
    fn judge(&self, index: usize) -> BoardState {
        if let Some(end) = self.ends[index] {
            return BoardState::Over(end);
        }
        let position = &self.boards[index];
        if !self.is_known(index) || position.has_hidden_promotion() || self.replies(index) != 0 {
            return BoardState::Ongoing;
        }
        if position.in_check() {
            return self.judge_check(index);
        }
        let winner = match self.rules.stalemate {
            Stalemate::Wait => return BoardState::Stuck,
            Stalemate::Draw => None,
            Stalemate::Loss => Some(!position.turn()),
        };
        let article = self.rules.article(Ruling::Stalemate);
        BoardState::Over(BoardEnd { winner, reason: Reason::Stalemate, article })
    }

    /// The side to move stands in check and has no reply. Is it mated?
    fn judge_check(&self, index: usize) -> BoardState {
        let position = &self.boards[index];
        let beside = 1 - index;
        let mate = |ruling| {
            let article = self.rules.article(ruling);
            BoardState::Over(BoardEnd {
                winner: Some(!position.turn()),
                reason: Reason::Mate,
                article,
            })
        };
        if self.is_over() {
            // The other board has ended the match: nothing is decided here any more.
            return BoardState::StuckCheck;
        }
        match self.rules.mate {
            MateModel::Hand => mate(Ruling::Mate),
            // A piece from an unknown board may always avert the mate.
            MateModel::Pending if !self.is_known(beside) => BoardState::Pending,
            MateModel::Pending => {
                let partner = self.on_move(index).partner();
                if self.is_on_move(partner) && self.count_on(beside) != 0 {
                    BoardState::Pending
                } else {
                    mate(Ruling::Mate)
                }
            }
            MateModel::Potential if position.check_has_gap() => {
                if self.ends[beside].is_some() && self.is_known(beside) {
                    mate(Ruling::NoPieceCanCome)
                } else {
                    BoardState::StuckCheck
                }
            }
            MateModel::Potential => {
                if self.rules.take_out_averts && self.partner_takes_checker(index) {
                    BoardState::StuckCheck
                } else {
                    mate(Ruling::Mate)
                }
            }
        }
    }

    /// Can the partner, with the move at hand, promote by taking the checking piece away, so
    /// that it is no mate any more?
    fn partner_takes_checker(&self, index: usize) -> bool {
        let beside = 1 - index;
        let partner = self.on_move(index).partner();
        if !self.is_on_move(partner) || !self.boards[beside].has_pawn_before_goal(partner.color) {
            return false;
        }
        let checkers = self.boards[index].checkers();
        let mut moves = MoveList::new();
        self.generate_on(beside, Class::Noisy, &mut moves);
        moves
            .into_iter()
            .filter(|mv| mv.kind() == MoveKind::TakeOut && checkers.has(mv.extra()))
            .any(|mv| {
                let mut after = self.clone();
                after.play(mv, &mut Silent);
                after.ends[index].is_none()
            })
    }

    /// Is a board drawn by count or repetition, where its rules know that?
    pub(super) fn drawn_by_count(&self, index: usize) -> Option<BoardEnd> {
        if !self.is_known(index) || self.ends[index].is_some() {
            return None;
        }
        let position = &self.boards[index];
        let (reason, ruling) = match self.rules.move_draw {
            Some(moves) if position.halfmove_clock() >= 2 * moves => {
                (Reason::Moves(moves), Ruling::Moves)
            }
            _ if self.rules.repetition && position.is_third_time() => {
                (Reason::Repetition, Ruling::Repetition)
            }
            _ => return None,
        };
        Some(BoardEnd { winner: None, reason, article: self.rules.article(ruling) })
    }

    /// How the match stands. Draws by count and repetition are counted as claimed, and if
    /// all who are on move wait for each other it is drawn: no clock runs here.
    pub fn verdict(&self) -> Verdict {
        let mut boards = [self.judge(0), self.judge(1)];
        let mate_ends_match = self.is_over();
        if !mate_ends_match {
            for (index, state) in boards.iter_mut().enumerate() {
                if let Some(end) = self.drawn_by_count(index) {
                    *state = BoardState::Over(end);
                }
            }
        }
        self.with_waiting(boards)
    }

    /// The verdict while clocks run, where nobody claims anything: the flag goes first.
    pub fn verdict_on_clock(&self) -> Verdict {
        self.verdict_of([self.judge(0), self.judge(1)])
    }

    fn with_waiting(&self, mut boards: [BoardState; 2]) -> Verdict {
        let waits =
            |state: &BoardState| matches!(state, BoardState::Stuck | BoardState::StuckCheck);
        let over = |state: &BoardState| matches!(state, BoardState::Over(_));
        let any_waits = boards.iter().any(waits);
        let all_wait = self.known && boards.iter().all(|state| waits(state) || over(state));
        let first_is_over = boards.iter().any(over);
        if !any_waits || !all_wait {
            return self.verdict_of(boards);
        }
        let article = self.rules.article(Ruling::AllWait);
        match self.rules.match_end {
            MatchEnd::FirstBoard if first_is_over => self.verdict_of(boards),
            MatchEnd::FirstBoard => Verdict {
                outcome: Outcome::Drawn(Reason::AllWait),
                boards: Boards::Two(boards),
                articles: vec![article],
            },
            MatchEnd::BothBoards => {
                for state in boards.iter_mut().filter(|state| waits(state)) {
                    let end = BoardEnd { winner: None, reason: Reason::AllWait, article };
                    *state = BoardState::Over(end);
                }
                self.verdict_of(boards)
            }
        }
    }

    /// The outcome that these boards make.
    fn verdict_of(&self, boards: [BoardState; 2]) -> Verdict {
        let ends = boards.map(|state| match state {
            BoardState::Over(end) => Some(end),
            _ => None,
        });
        let outcome = match (self.rules.match_end, ends) {
            (_, [None, None]) => Outcome::Ongoing,
            (MatchEnd::FirstBoard, _) => first_board(ends),
            (MatchEnd::BothBoards, [Some(first), Some(second)]) => {
                Outcome::Scored(halves(first, 0) + halves(second, 1))
            }
            (MatchEnd::BothBoards, _) => Outcome::Ongoing,
        };
        // Nobody waits any more once the match is over.
        let boards = boards.map(|state| match state {
            _ if outcome == Outcome::Ongoing || state.is_over() => state,
            _ => BoardState::Ongoing,
        });
        let mut articles = Vec::new();
        let mut quote = |article| {
            if !articles.contains(&article) {
                articles.push(article);
            }
        };
        if outcome == Outcome::Drawn(Reason::BothMated) {
            quote(self.rules.article(Ruling::BothMated));
        }
        ends.into_iter().flatten().for_each(|end| quote(end.article));
        match outcome {
            Outcome::Scored(_) => quote(self.rules.article(Ruling::Score)),
            Outcome::Ongoing => {
                for state in boards {
                    match state {
                        BoardState::Stuck => quote(self.rules.article(Ruling::Stalemate)),
                        BoardState::StuckCheck => quote(self.rules.article(Ruling::CheckAverted)),
                        BoardState::Pending => quote(self.rules.article(Ruling::CheckPending)),
                        BoardState::Ongoing | BoardState::Over(_) => {}
                    }
                }
            }
            Outcome::Won { .. } | Outcome::Drawn(_) => {}
        }
        Verdict { outcome, boards: Boards::Two(boards), articles }
    }
}

/// The match ends with the first board; if both end at once, for different teams, nobody
/// wins it. A mate goes before a draw by count.
fn first_board(ends: [Option<BoardEnd>; 2]) -> Outcome {
    let winners = [0, 1].map(|index| ends[index].and_then(|end| end.team(index)));
    match winners {
        [Some(one), Some(two)] if one != two => Outcome::Drawn(Reason::BothMated),
        [Some(team), _] | [None, Some(team)] => {
            let end = ends.into_iter().flatten().find(|end| end.winner.is_some());
            let reason = end.map_or(Reason::Mate, |end| end.reason);
            Outcome::Won { winners: team.seats(), victory: Victory::Full, reason }
        }
        [None, None] => {
            let reason =
                ends.into_iter().flatten().next().map_or(Reason::AllWait, |end| end.reason);
            Outcome::Drawn(reason)
        }
    }
}

/// Half points of team White-1 from a board.
fn halves(end: BoardEnd, board: usize) -> u8 {
    match end.team(board) {
        Some(Team::White1) => 2,
        Some(Team::Black1) => 0,
        None => 1,
    }
}
