//! A match as its players conduct it: moves, flags, resignations, agreements, claims, and
//! illegal moves. The position decides mates by itself; the rest is declared here, by
//! event, and judged by the rule set. Clocks are data: who keeps time tells when a flag falls.

use super::{BoardEnd, How, Pair, PairVerdict, Seat};
use crate::board::{Color, Man, Move, MoveKind, Role, Set, Silent, Square};
use crate::game::Game;
use crate::game::law::Matter;
use crate::game::rules::{Flags, Illegal, MatchEnd, Resigning};
use crate::game::single::Position;

/// Why an event is refused; the match stays as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum MatchError {
    #[error("the match is over")]
    Over,
    #[error("board {0} is over or unknown")]
    NotPlayed(usize),
    #[error("{0} is not on move")]
    NotOnMove(Seat),
    #[error("the move is not legal")]
    Illegal,
    #[error("the move is legal")]
    Legal,
    #[error("by these rules a player may resign only on his own move")]
    ResignOffMove,
    #[error("no flag has fallen that {0} may note")]
    NoFlag(Seat),
    #[error("there is nothing to claim on board {0}")]
    NothingToClaim(usize),
    #[error("by these rules an illegal move is not taken back")]
    NoTakingBack,
    #[error("there is no illegal move of {0} that could still be taken back")]
    NothingToTakeBack(Seat),
    #[error("{0} is no man of the kind that was captured, of the offender's partner")]
    WrongMan(Square),
    #[error("without the man on {0} the player who is not to move would be in check")]
    ExposesKing(Square),
    #[error(
        "no hand has the man that was captured: one is to be named on the other board, or none"
    )]
    NameAMan,
    #[error("no man can be moved so at all")]
    Impossible,
}

/// What an illegal move led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The offender's team, or his board, is lost.
    Lost,
    /// The dropped man was taken off and went to the opponent's partner; the opponent is on
    /// move.
    ManForfeited,
    /// Nothing has changed on the boards: the offender is to play a legal move.
    PlayAgain,
}

/// An illegal move that nobody has objected to yet.
#[derive(Clone, Debug)]
struct Unnoticed {
    offender: Seat,
    /// The board before the move.
    before: Position,
    /// Hands right after it.
    hands: [crate::board::Hand; 2],
    passed: Option<Man>,
}

/// A pair of boards with its clocks, fallen flags and offences.
#[derive(Clone, Debug)]
pub struct Match {
    pair: Pair,
    clocks: [Option<u64>; 4],
    fallen: [bool; 4],
    offences: [u8; 4],
    unnoticed: [Option<Unnoticed>; 2],
}

impl Match {
    /// A match that starts from these boards.
    pub fn new(pair: Pair) -> Self {
        Self {
            pair,
            clocks: [None; 4],
            fallen: [false; 4],
            offences: [0; 4],
            unnoticed: [const { None }; 2],
        }
    }

    /// The boards.
    pub fn pair(&self) -> &Pair {
        &self.pair
    }

    /// Milliseconds left to a seat, if it has a clock.
    pub fn clock(&self, seat: Seat) -> Option<u64> {
        self.clocks[seat.index()]
    }

    /// Sets a seat's clock.
    pub fn set_clock(&mut self, seat: Seat, milliseconds: Option<u64>) {
        self.clocks[seat.index()] = milliseconds;
    }

    /// How often a seat has moved illegally.
    pub fn offences(&self, seat: Seat) -> u8 {
        self.offences[seat.index()]
    }

    /// How the match stands. While clocks run nothing is drawn unless it is claimed, and if
    /// all wait for each other a flag decides.
    pub fn verdict(&self) -> PairVerdict {
        if self.clocks.iter().any(Option::is_some) {
            self.pair.verdict_on_clock()
        } else {
            self.pair.verdict()
        }
    }

    /// A seat plays a legal move.
    ///
    /// # Errors
    /// If it is not his turn or not legal.
    pub fn play(&mut self, seat: Seat, mv: Move) -> Result<(), MatchError> {
        self.must_be_on_move(seat)?;
        if mv.board() != seat.board || !self.pair.is_legal(mv) || self.takes_king(mv) {
            return Err(MatchError::Illegal);
        }
        self.pair.play(mv, &mut Silent);
        // Whoever moves accepts what was played before.
        self.unnoticed[seat.board] = None;
        Ok(())
    }

    /// A seat has played an illegal move and it is seen at once.
    ///
    /// # Errors
    /// If it is not his turn, or the move is legal.
    pub fn play_illegal(&mut self, seat: Seat, mv: Move) -> Result<Reply, MatchError> {
        self.must_be_on_move(seat)?;
        if mv.board() == seat.board && self.pair.is_legal(mv) {
            return Err(MatchError::Legal);
        }
        let law = self.pair.rules.illegal;
        if law == Illegal::TakenBack {
            return Ok(self.offend(seat));
        }
        let drop = law == Illegal::LosesButDrops && mv.is_drop() && mv.board() == seat.board;
        if drop && self.pair.forfeit_drop(seat.board, mv.role(), mv.to()) {
            return Ok(Reply::ManForfeited);
        }
        self.lose(seat, How::IllegalMove, Matter::IllegalMove);
        Ok(Reply::Lost)
    }

    /// A seat has played an illegal move on the board and nobody has noticed. It counts
    /// until the opponent objects, and for good once he has moved himself.
    ///
    /// # Errors
    /// If it is not his turn, the move is legal, illegal moves are not taken back by these
    /// rules, or the move cannot even be made with the men there are.
    pub fn play_unnoticed(&mut self, seat: Seat, mv: Move) -> Result<(), MatchError> {
        self.must_be_on_move(seat)?;
        if self.pair.rules.illegal != Illegal::TakenBack {
            return Err(MatchError::NoTakingBack);
        }
        if self.pair.is_legal(mv) {
            return Err(MatchError::Legal);
        }
        if !self.can_be_made(seat, mv) {
            return Err(MatchError::Impossible);
        }
        let before = self.pair.boards[seat.board].clone();
        self.pair.play(mv, &mut Silent);
        let passed = self.pair.past.last().and_then(|step| step.passed);
        let board = self.pair.boards[seat.board].board();
        let hands = Color::ALL.map(|color| board.hand(color));
        self.unnoticed[seat.board] = Some(Unnoticed { offender: seat, before, hands, passed });
        Ok(())
    }

    /// The opponent of `offender` objects to the illegal move just played (art. 8C), and it
    /// is taken back. If it captured, a man of that kind comes back out of the hand of the
    /// offender's partner; if there is none, `instead` names the man of that kind which the
    /// objector takes off the other board, from the men of the offender's partner (8E).
    ///
    /// # Errors
    /// If there is nothing to object to, or the man named is not such a man.
    pub fn object(&mut self, offender: Seat, instead: Option<Square>) -> Result<Reply, MatchError> {
        if self.pair.is_over() {
            return Err(MatchError::Over);
        }
        let case = self.unnoticed[offender.board]
            .as_ref()
            .filter(|case| case.offender == offender)
            .ok_or(MatchError::NothingToTakeBack(offender))?
            .clone();
        let beside = 1 - offender.board;
        if let Some(man) = case.passed {
            let other = &self.pair.boards[beside];
            match instead {
                _ if other.board().hand(man.color()).has(man.role()) => {
                    let count = other.board().hand(man.color()).count(man.role());
                    self.pair.boards[beside].set_hand(man, count - 1);
                }
                Some(square) => self.take_instead(beside, man, square)?,
                None if self.has_on_board(beside, man) => return Err(MatchError::NameAMan),
                // It is nowhere any more; the board gets back what stood there all the same.
                None => {}
            }
        }
        // What came into the hands of this board since stays there.
        let now = self.pair.boards[offender.board].board().clone();
        let mut restored = case.before;
        for color in Color::ALL {
            for role in Role::DROPPABLE {
                let came = now
                    .hand(color)
                    .count(role)
                    .saturating_sub(case.hands[color.index()].count(role));
                let held = restored.board().hand(color).count(role);
                restored.set_hand(Man::new(color, role), held + came);
            }
        }
        self.pair.boards[offender.board] = restored;
        self.pair.past.clear();
        self.unnoticed[offender.board] = None;
        let reply = self.offend(offender);
        self.pair.settle();
        Ok(reply)
    }

    /// A seat's flag falls. Nothing follows until somebody notes it.
    pub fn flag_falls(&mut self, seat: Seat) {
        self.fallen[seat.index()] = true;
    }

    /// A seat notes the flags that are down.
    ///
    /// # Errors
    /// If none is down that concerns him.
    pub fn note_flags(&mut self, by: Seat) -> Result<(), MatchError> {
        if self.pair.is_over() {
            return Err(MatchError::Over);
        }
        let down = |seat: Seat| self.fallen[seat.index()];
        if self.pair.rules.flags == Flags::DirectOpponent {
            let flagged = by.opponent();
            if !self.pair.is_running(by.board) {
                return Err(MatchError::NotPlayed(by.board + 1));
            }
            if down(by) && down(flagged) {
                self.draw(by.board, How::Flag, Matter::BothFlags);
            } else if !down(flagged) {
                return Err(MatchError::NoFlag(by));
            } else if self.can_never_mate(by) {
                self.draw(by.board, How::NoMatePossible, Matter::FlagWithoutMate);
            } else {
                self.lose(flagged, How::Flag, Matter::Flag);
            }
            return Ok(());
        }
        let flagged = Seat::ALL.into_iter().filter(|&seat| down(seat));
        let rivals: Vec<Seat> = flagged.clone().filter(|seat| seat.team() != by.team()).collect();
        let own = flagged.clone().any(|seat| seat.team() == by.team());
        match rivals.first() {
            None => Err(MatchError::NoFlag(by)),
            Some(&rival) if own && self.pair.rules.flags == Flags::BothTeamsDraw => {
                self.draw(rival.board, How::Flag, Matter::BothFlags);
                Ok(())
            }
            Some(&rival) => {
                self.lose(rival, How::Flag, Matter::Flag);
                Ok(())
            }
        }
    }

    /// A seat resigns.
    ///
    /// # Errors
    /// If his board is over, or the rules let him resign only on his move.
    pub fn resign(&mut self, seat: Seat) -> Result<(), MatchError> {
        if !self.pair.is_running(seat.board) {
            return Err(MatchError::NotPlayed(seat.board + 1));
        }
        if self.pair.rules.resigning == Resigning::OnMove && !self.pair.is_on_move(seat) {
            return Err(MatchError::ResignOffMove);
        }
        self.lose(seat, How::Resignation, Matter::Resigned);
        Ok(())
    }

    /// The players of a board agree to a draw: of that board where each scores by itself,
    /// else of the match.
    ///
    /// # Errors
    /// If the board is over.
    pub fn agree(&mut self, board: usize) -> Result<(), MatchError> {
        if !self.pair.is_running(board) {
            return Err(MatchError::NotPlayed(board + 1));
        }
        self.draw(board, How::Agreement, Matter::Agreed);
        Ok(())
    }

    /// A player of this board shows that so many moves passed, or that the position stands
    /// for the third time.
    ///
    /// # Errors
    /// If it is not so, or the rules do not know such a draw.
    pub fn claim_draw(&mut self, board: usize) -> Result<(), MatchError> {
        if !self.pair.is_running(board) {
            return Err(MatchError::NotPlayed(board + 1));
        }
        let end = self.pair.drawn_by_count(board);
        self.pair.finish(board, end.ok_or(MatchError::NothingToClaim(board + 1))?);
        Ok(())
    }

    fn must_be_on_move(&self, seat: Seat) -> Result<(), MatchError> {
        if self.pair.is_over() {
            Err(MatchError::Over)
        } else if !self.pair.is_running(seat.board) {
            Err(MatchError::NotPlayed(seat.board + 1))
        } else if !self.pair.is_on_move(seat) {
            Err(MatchError::NotOnMove(seat))
        } else {
            Ok(())
        }
    }

    /// One offence more; from the second on the board is lost.
    fn offend(&mut self, seat: Seat) -> Reply {
        let count = &mut self.offences[seat.index()];
        *count = count.saturating_add(1);
        if *count < 2 {
            return Reply::PlayAgain;
        }
        self.lose(seat, How::IllegalMove, Matter::IllegalAgain);
        Reply::Lost
    }

    fn lose(&mut self, seat: Seat, how: How, matter: Matter) {
        let article = self.pair.rules.article(matter);
        self.pair.finish(seat.board, BoardEnd { winner: Some(!seat.color), how, article });
    }

    fn draw(&mut self, board: usize, how: How, matter: Matter) {
        let article = self.pair.rules.article(matter);
        self.pair.finish(board, BoardEnd { winner: None, how, article });
    }

    fn takes_king(&self, mv: Move) -> bool {
        let board = self.pair.boards[mv.board()].board();
        !mv.is_drop()
            && mv.kind() != MoveKind::Castle
            && board.at(mv.to()).is_some_and(|man| man.role() == Role::King)
    }

    /// Are the men there to make this move, legal or not?
    fn can_be_made(&self, seat: Seat, mv: Move) -> bool {
        let board = self.pair.boards[seat.board].board();
        let (from, to) = (mv.from(), mv.to());
        if mv.board() != seat.board || from.0 > 63 || to.0 > 63 {
            return false;
        }
        match mv.kind() {
            MoveKind::Drop => board.hand(seat.color).has(mv.role()) && board.at(to).is_none(),
            MoveKind::Normal => {
                board.at(from) == Some(Man::new(seat.color, mv.role()))
                    && board
                        .at(to)
                        .is_none_or(|man| man.color() != seat.color && man.role() != Role::King)
            }
            _ => false,
        }
    }

    fn has_on_board(&self, board: usize, man: Man) -> bool {
        !self.men_of_kind(board, man).is_empty()
    }

    /// Men of that kind: one that would go as a pawn is a pawn.
    fn men_of_kind(&self, board: usize, man: Man) -> Set {
        let position = &self.pair.boards[board];
        let men = position.board().color(man.color());
        men.filter(|&square| {
            let promoted = position.board().promoted().has(square);
            position.board().at(square).is_some_and(|here| {
                position.role_when_captured(here.role(), promoted) == man.role()
            })
        })
        .collect()
    }

    fn take_instead(&mut self, board: usize, man: Man, square: Square) -> Result<(), MatchError> {
        if square.0 > 63 || !self.men_of_kind(board, man).has(square) {
            return Err(MatchError::WrongMan(square));
        }
        let position = &mut self.pair.boards[board];
        let gone = position.withdraw(square, &mut Silent);
        let waiting = !position.turn();
        let king = position.board().king(waiting);
        let occupied = position.board().occupied();
        if !position.board().attackers(!waiting, king, occupied).is_empty() {
            position.unwithdraw(square, gone);
            return Err(MatchError::ExposesKing(square));
        }
        Ok(())
    }
}

impl Match {
    /// Could this seat never mate his opponent with what he has on the board and in hand?
    /// While his partner plays on, anything could still come. Only the plain cases are seen:
    /// nothing at all, one knight, or bishops of one colour, against a side that has nothing
    /// to stand in its own king's way.
    pub fn can_never_mate(&self, seat: Seat) -> bool {
        let beside = 1 - seat.board;
        let men_may_come = match self.pair.rules.match_end {
            MatchEnd::FirstBoard => true,
            MatchEnd::BothBoards => self.pair.board_end(beside).is_none(),
        };
        if men_may_come {
            return false;
        }
        let board = self.pair.boards[seat.board].board();
        let count = |color: Color, role: Role| {
            board.men(color, role).len() + u32::from(board.hand(color).count(role))
        };
        let own = |role| count(seat.color, role);
        let theirs = |role| count(!seat.color, role);
        if own(Role::Pawn) + own(Role::Rook) + own(Role::Queen) > 0 {
            return false;
        }
        match (own(Role::Knight), own(Role::Bishop)) {
            (0, 0) => true,
            (1, 0) => [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook]
                .into_iter()
                .all(|role| theirs(role) == 0),
            (0, bishops) => {
                let on_board = board.role(Role::Bishop);
                let one_colour =
                    (on_board & Set::LIGHT).is_empty() || on_board.minus(Set::LIGHT).is_empty();
                let held = bishops + theirs(Role::Bishop) - on_board.len();
                let alone = bishops == 1 && theirs(Role::Bishop) == 0;
                (alone || (held == 0 && one_colour))
                    && theirs(Role::Pawn) == 0
                    && theirs(Role::Knight) == 0
            }
            _ => false,
        }
    }
}
