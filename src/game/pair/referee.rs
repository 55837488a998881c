//! A match as its players conduct it: moves, flags, resignations, agreements and claims. The
//! position decides mates by itself. The rest is declared here, event by event, and judged by
//! the rules. Clocks are data: the caller keeps time and tells when a flag falls.

use super::{Pair, PairError, Seat};
use crate::board::{Color, Hand, Move, MoveKind, Piece, Role, Set, Silent, Square};
use crate::game::Playable;
use crate::game::rule_book::Ruling;
use crate::game::rules::{Flags, MatchEnd, Resigning};
use crate::game::single::Position;
use crate::game::verdict::{BoardEnd, Reason, Verdict};

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
    #[error("by these rules a player may resign only when on move")]
    ResignOffMove,
    #[error("no flag has fallen that {0} may note")]
    NoFlag(Seat),
    #[error("there is nothing to claim on board {0}")]
    NothingToClaim(usize),
    #[error("by these rules an illegal move is not taken back")]
    NoTakingBack,
    #[error("there is no illegal move of {0} that could still be taken back")]
    NothingToTakeBack(Seat),
    #[error("{0} is no piece of the kind that was captured, of the offender's partner")]
    WrongPiece(Square),
    #[error("without the piece on {0} the player who is not to move would be in check")]
    ExposesKing(Square),
    #[error(
        "no hand has the piece that was captured: one is to be named on the other board, or none"
    )]
    PieceNotNamed,
    #[error("no piece can be moved so at all")]
    Impossible,
    #[error("by these rules a captured piece is always handed on")]
    NoWithholding,
    #[error("{0} has captured nothing that could still be kept back")]
    NothingToWithhold(Seat),
    #[error("{0} keeps no such piece back")]
    NotWithheld(Seat),
}

/// An illegal move that nobody has objected to yet.
#[derive(Clone, Debug)]
pub(super) struct Unnoticed {
    pub(super) offender: Seat,
    /// The board before the move.
    pub(super) before: Position,
    /// Hands right after it.
    pub(super) hands: [Hand; 2],
    pub(super) handed_on: Option<Piece>,
}

/// What a seat has captured and not handed on.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Withheld {
    /// Pieces kept back.
    pub(super) kept: Hand,
    /// What its last move has handed on, and could still be kept back.
    pub(super) last: Option<Piece>,
}

/// A pair of boards with its clocks, fallen flags and offences.
#[derive(Clone, Debug)]
pub struct Match {
    pub(super) pair: Pair,
    clocks: [Option<u64>; 4],
    fallen: [bool; 4],
    pub(super) offences: [u8; 4],
    pub(super) unnoticed: [Option<Unnoticed>; 2],
    pub(super) withheld: [Withheld; 4],
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
            withheld: [Withheld::default(); 4],
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
    pub fn verdict(&self) -> Verdict {
        if self.clocks.iter().any(Option::is_some) {
            self.pair.verdict_on_clock()
        } else {
            self.pair.verdict()
        }
    }

    /// A seat plays a legal move.
    ///
    /// # Errors
    /// If the seat is not on move, or the move is not legal.
    pub fn play(&mut self, seat: Seat, mv: Move) -> Result<(), MatchError> {
        self.check(seat, mv)?;
        self.push(mv);
        Ok(())
    }

    /// May a seat play this move now?
    ///
    /// # Errors
    /// If it is not the seat's turn, or the move is not legal.
    pub fn check(&self, seat: Seat, mv: Move) -> Result<(), MatchError> {
        self.must_be_on_move(seat)?;
        if mv.board() != seat.board || !self.pair.is_legal(mv) || self.takes_king(mv) {
            return Err(MatchError::Illegal);
        }
        Ok(())
    }

    /// Plays a legal move without asking whether it is one.
    pub fn push(&mut self, mv: Move) {
        let mover = self.pair.on_move(mv.board());
        self.pair.play(mv, &mut Silent);
        self.withheld[mover.index()].last = self.pair.last_handed_on();
        // A player that moves accepts what was played before.
        self.unnoticed[mv.board()] = None;
    }

    /// Sets what a seat holds, for those who are told so from outside.
    ///
    /// # Errors
    /// If nothing is known of that board.
    pub fn set_hand(&mut self, seat: Seat, hand: Hand) -> Result<(), PairError> {
        self.pair.set_hand(seat, hand)
    }

    /// A board has ended otherwise than by mate, as players and arbiters say.
    ///
    /// # Errors
    /// If the board is not being played.
    pub fn end_board(
        &mut self,
        board: usize,
        winner: Option<Color>,
        reason: Reason,
    ) -> Result<(), MatchError> {
        if !self.pair.is_running(board) {
            return Err(MatchError::NotPlayed(board + 1));
        }
        let ruling = match (reason, winner) {
            (Reason::Flag, None) => Ruling::BothFlags,
            (Reason::Flag, Some(_)) => Ruling::Flag,
            (Reason::Agreement, _) => Ruling::Agreed,
            (Reason::IllegalMove, _) => Ruling::IllegalMove,
            _ => Ruling::Resigned,
        };
        let article = self.pair.rules.article(ruling);
        self.pair.finish(board, BoardEnd { winner, reason, article });
        Ok(())
    }

    /// A seat's flag falls. Nothing follows until somebody notes it.
    pub fn flag_falls(&mut self, seat: Seat) {
        self.fallen[seat.index()] = true;
    }

    /// A seat notes the flags that are down.
    ///
    /// # Errors
    /// If no flag that concerns the seat is down.
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
                self.draw(by.board, Reason::Flag, Ruling::BothFlags);
            } else if !down(flagged) {
                return Err(MatchError::NoFlag(by));
            } else if self.can_never_mate(by) {
                self.draw(by.board, Reason::NoMatePossible, Ruling::FlagWithoutMate);
            } else {
                self.lose(flagged, Reason::Flag, Ruling::Flag);
            }
            return Ok(());
        }
        let flagged = Seat::ALL.into_iter().filter(|&seat| down(seat));
        let rivals: Vec<Seat> = flagged.clone().filter(|seat| seat.team() != by.team()).collect();
        let own = flagged.clone().any(|seat| seat.team() == by.team());
        match rivals.first() {
            None => Err(MatchError::NoFlag(by)),
            Some(&rival) if own && self.pair.rules.flags == Flags::BothTeamsDraw => {
                self.draw(rival.board, Reason::Flag, Ruling::BothFlags);
                Ok(())
            }
            Some(&rival) => {
                self.lose(rival, Reason::Flag, Ruling::Flag);
                Ok(())
            }
        }
    }

    /// A seat resigns.
    ///
    /// # Errors
    /// If the seat's board is over, or the rules allow resigning only when on move.
    pub fn resign(&mut self, seat: Seat) -> Result<(), MatchError> {
        if !self.pair.is_running(seat.board) {
            return Err(MatchError::NotPlayed(seat.board + 1));
        }
        if self.pair.rules.resigning == Resigning::OnMove && !self.pair.is_on_move(seat) {
            return Err(MatchError::ResignOffMove);
        }
        self.lose(seat, Reason::Resignation, Ruling::Resigned);
        Ok(())
    }

    /// A seat has stopped playing, as a program does that has died, and the arbiter gives its
    /// board to the opponent.
    ///
    /// # Errors
    /// If its board is over.
    pub fn forfeit(&mut self, seat: Seat) -> Result<(), MatchError> {
        if !self.pair.is_running(seat.board) {
            return Err(MatchError::NotPlayed(seat.board + 1));
        }
        self.lose(seat, Reason::Forfeit, Ruling::Forfeit);
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
        self.draw(board, Reason::Agreement, Ruling::Agreed);
        Ok(())
    }

    /// A player of this board claims a draw by the move count or by the third repetition.
    ///
    /// # Errors
    /// If the claim is wrong, or the rules do not know such a draw.
    pub fn claim_draw(&mut self, board: usize) -> Result<(), MatchError> {
        if !self.pair.is_running(board) {
            return Err(MatchError::NotPlayed(board + 1));
        }
        let end = self.pair.drawn_by_count(board);
        self.pair.finish(board, end.ok_or(MatchError::NothingToClaim(board + 1))?);
        Ok(())
    }

    pub(super) fn must_be_on_move(&self, seat: Seat) -> Result<(), MatchError> {
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

    pub(super) fn lose(&mut self, seat: Seat, reason: Reason, ruling: Ruling) {
        let article = self.pair.rules.article(ruling);
        self.pair.finish(seat.board, BoardEnd { winner: Some(!seat.color), reason, article });
    }

    fn draw(&mut self, board: usize, reason: Reason, ruling: Ruling) {
        let article = self.pair.rules.article(ruling);
        self.pair.finish(board, BoardEnd { winner: None, reason, article });
    }

    fn takes_king(&self, mv: Move) -> bool {
        let board = self.pair.boards[mv.board()].board();
        !mv.is_drop()
            && mv.kind() != MoveKind::Castle
            && board.at(mv.to()).is_some_and(|piece| piece.role() == Role::King)
    }
}

impl Match {
    /// Could this seat never mate with what it has on the board and in hand? While the
    /// partner plays on, anything could still come. Only the plain cases are seen:
    /// nothing at all, one knight, or bishops of one colour, against a side that has nothing
    /// to stand in its own king's way.
    pub fn can_never_mate(&self, seat: Seat) -> bool {
        let beside = 1 - seat.board;
        let pieces_may_come = match self.pair.rules.match_end {
            MatchEnd::FirstBoard => true,
            MatchEnd::BothBoards => self.pair.board_end(beside).is_none(),
        };
        if pieces_may_come {
            return false;
        }
        let board = self.pair.boards[seat.board].board();
        let count = |color: Color, role: Role| {
            board.pieces(color, role).len() + u32::from(board.hand(color).count(role))
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
