//! Illegal moves: lost at once, or only the badly dropped piece lost, or taken back, as the
//! rule set has it. Taking back includes the duty to bring back a piece that was captured
//! illegally and handed on (Doorgeefschaakreglement 1988 art. 8).

use super::referee::Unnoticed;
use super::{Match, MatchError, Seat};
use crate::board::{Color, Move, MoveKind, Piece, Role, Set, Silent, Square};
use crate::game::Playable;
use crate::game::rule_book::Ruling;
use crate::game::rules::Illegal;
use crate::game::verdict::Reason;

/// What an illegal move led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The offender's team, or the offender's board, is lost.
    Lost,
    /// The dropped piece was taken off and went to the opponent's partner; the opponent is on
    /// move.
    PieceForfeited,
    /// The dropped piece went back to the hand; the opponent is on move.
    MoveForfeited,
    /// Nothing has changed on the boards: the offender is to play a legal move.
    PlayAgain,
}

impl Match {
    /// A seat has played an illegal move and it is seen at once.
    ///
    /// # Errors
    /// If the seat is not on move, or the move is legal.
    pub fn play_illegal(&mut self, seat: Seat, mv: Move) -> Result<Reply, MatchError> {
        self.must_be_on_move(seat)?;
        if mv.board() == seat.board && self.pair.is_legal(mv) {
            return Err(MatchError::Legal);
        }
        let illegal = self.pair.rules.illegal;
        if illegal == Illegal::TakenBack {
            return Ok(self.offend(seat));
        }
        let is_own_drop = mv.is_drop() && mv.board() == seat.board;
        let drop = is_own_drop && illegal != Illegal::Loses;
        let keeps_piece = illegal == Illegal::DropsCostMove;
        if drop && self.pair.forfeit_drop(seat.board, mv.role(), mv.to(), keeps_piece) {
            let piece_stays = Reply::MoveForfeited;
            return Ok(if keeps_piece { piece_stays } else { Reply::PieceForfeited });
        }
        self.lose(seat, Reason::IllegalMove, Ruling::IllegalMove);
        Ok(Reply::Lost)
    }

    /// A seat has played an illegal move and nobody has noticed. The move counts until the
    /// opponent objects, and for good once the opponent has moved.
    ///
    /// # Errors
    /// If the seat is not on move, the move is legal, these rules do not take illegal moves
    /// back, or the move cannot even be made with the pieces there are.
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
        let handed_on = self.pair.past.last().and_then(|step| step.handed_on);
        let board = self.pair.boards[seat.board].board();
        let hands = Color::ALL.map(|color| board.hand(color));
        self.unnoticed[seat.board] = Some(Unnoticed { offender: seat, before, hands, handed_on });
        Ok(())
    }

    /// The opponent of `offender` objects to the illegal move just played (art. 8C), and it
    /// is taken back. If it captured, a piece of that kind comes back out of the hand of the
    /// offender's partner; if there is none, `instead` names the piece of that kind which the
    /// objector takes off the other board, from the pieces of the offender's partner (8E).
    ///
    /// # Errors
    /// If there is nothing to object to, or the piece named is not such a piece.
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
        if let Some(piece) = case.handed_on {
            let other = &self.pair.boards[beside];
            match instead {
                _ if other.board().hand(piece.color()).has(piece.role()) => {
                    let count = other.board().hand(piece.color()).count(piece.role());
                    self.pair.boards[beside].set_hand(piece, count - 1);
                }
                Some(square) => self.take_instead(beside, piece, square)?,
                None if self.has_on_board(beside, piece) => return Err(MatchError::PieceNotNamed),
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
                restored.set_hand(Piece::new(color, role), held + came);
            }
        }
        self.pair.boards[offender.board] = restored;
        self.pair.past.clear();
        self.unnoticed[offender.board] = None;
        let reply = self.offend(offender);
        self.pair.settle();
        Ok(reply)
    }

    /// One offence more; from the second on the board is lost.
    fn offend(&mut self, seat: Seat) -> Reply {
        let count = &mut self.offences[seat.index()];
        *count = count.saturating_add(1);
        if *count < 2 {
            return Reply::PlayAgain;
        }
        self.lose(seat, Reason::IllegalMove, Ruling::IllegalAgain);
        Reply::Lost
    }

    /// Are the pieces there to make this move, legal or not?
    fn can_be_made(&self, seat: Seat, mv: Move) -> bool {
        let board = self.pair.boards[seat.board].board();
        let (from, to) = (mv.from(), mv.to());
        if mv.board() != seat.board || from.0 > 63 || to.0 > 63 {
            return false;
        }
        match mv.kind() {
            MoveKind::Drop => board.hand(seat.color).has(mv.role()) && board.at(to).is_none(),
            MoveKind::Normal => {
                board.at(from) == Some(Piece::new(seat.color, mv.role()))
                    && board.at(to).is_none_or(|piece| {
                        piece.color() != seat.color && piece.role() != Role::King
                    })
            }
            _ => false,
        }
    }

    fn has_on_board(&self, board: usize, piece: Piece) -> bool {
        !self.pieces_of_kind(board, piece).is_empty()
    }

    /// Pieces of that kind: one that would go as a pawn is a pawn.
    fn pieces_of_kind(&self, board: usize, piece: Piece) -> Set {
        let position = &self.pair.boards[board];
        let pieces = position.board().color(piece.color());
        pieces
            .into_iter()
            .filter(|&square| {
                let promoted = position.board().promoted().has(square);
                position.board().at(square).is_some_and(|here| {
                    position.role_when_captured(here.role(), promoted) == piece.role()
                })
            })
            .collect()
    }

    fn take_instead(
        &mut self,
        board: usize,
        piece: Piece,
        square: Square,
    ) -> Result<(), MatchError> {
        if square.0 > 63 || !self.pieces_of_kind(board, piece).has(square) {
            return Err(MatchError::WrongPiece(square));
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
