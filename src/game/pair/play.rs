//! Making and unmaking a move on either board, and the pair as a game.

use super::{Pair, PairSnapshot};
use crate::base::random::mix;
use crate::board::{Color, Move, MoveKind, MoveList, Observer, Piece, Role, Silent, Square};
use crate::game::{Class, Playable};

/// Reports the second board as squares 64 to 127. Hands are reported as they are: an observer
/// that sums over pieces need not know to which board a hand belongs.
struct Second<'a, O>(&'a mut O);

impl<O: Observer> Observer for Second<'_, O> {
    fn put(&mut self, piece: Piece, promoted: bool, square: Square) {
        self.0.put(piece, promoted, Square(square.0 + 64));
    }
    fn lift(&mut self, piece: Piece, promoted: bool, square: Square) {
        self.0.lift(piece, promoted, Square(square.0 + 64));
    }
    fn hold(&mut self, piece: Piece, from: u8, to: u8) {
        self.0.hold(piece, from, to);
    }
}

/// Calls a method of one board with the observer that fits it.
macro_rules! tell {
    ($pair:expr, $board:expr, $method:ident ( $($argument:expr),* ), $observer:expr) => {
        if $board == 0 {
            $pair.boards[0].$method($($argument,)* $observer)
        } else {
            $pair.boards[1].$method($($argument,)* &mut Second($observer))
        }
    };
}

impl Pair {
    fn make(&mut self, mv: Move, observer: &mut impl Observer) {
        let here = mv.board();
        let beside = 1 - here;
        let us = self.boards[here].turn();
        let mut step =
            PairSnapshot { board: here, taken: None, pawn: None, handed_on: None, ends: self.ends };
        let reaches = self.is_known(beside) && self.ends[beside].is_none();
        if mv.kind() == MoveKind::TakeOut && reaches {
            let square = mv.extra();
            step.taken = Some((square, tell!(self, beside, withdraw(square), observer)));
            step.pawn = Some(Piece::new(us, Role::Pawn));
        }
        tell!(self, here, play(mv.on_board(0)), observer);
        if reaches {
            // A piece keeps its colour: the partner plays the other one.
            step.handed_on = self.boards[here].last_captured().map(|(piece, promoted)| {
                let role = self.boards[here].role_when_captured(piece.role(), promoted);
                Piece::new(piece.color(), role)
            });
        }
        for piece in [step.handed_on, step.pawn].into_iter().flatten() {
            tell!(self, beside, receive(piece), observer);
        }
        self.past.push(step);
        self.settle_after_move();
    }

    /// The side to move on this board has made a bad drop: a mating one, or a pawn on a rank
    /// where none may be. The opponent takes the piece off, gives it to the partner like a
    /// captured piece, unless the offender `keeps_piece`, and is on move. Returns whether it was
    /// such a drop. Cannot be undone.
    pub fn forfeit_drop(
        &mut self,
        board: usize,
        role: Role,
        square: Square,
        keeps_piece: bool,
    ) -> bool {
        let color = self.boards[board].turn();
        if !self.is_running(board)
            || !self.boards[board].is_bad_drop(&self.takable(board), role, square)
            || !self.boards[board].forfeit_drop(role, keeps_piece)
        {
            return false;
        }
        let beside = 1 - board;
        if !keeps_piece && self.is_known(beside) && self.ends[beside].is_none() {
            self.boards[beside].receive(Piece::new(color, role), &mut Silent);
        }
        self.past.clear();
        self.settle();
        true
    }

    /// The captured piece that the last move has handed on to the other board.
    pub fn last_handed_on(&self) -> Option<Piece> {
        self.past.last()?.handed_on
    }

    fn unmake(&mut self) {
        let Some(step) = self.past.pop() else { return };
        let beside = 1 - step.board;
        for piece in [step.pawn, step.handed_on].into_iter().flatten() {
            self.boards[beside].unreceive(piece);
        }
        self.boards[step.board].undo();
        if let Some((square, gone)) = step.taken {
            self.boards[beside].unwithdraw(square, gone);
        }
        self.ends = step.ends;
    }

    /// Are the moves of this board the same as before the last move, made on the other one?
    fn is_left_alone(&self, index: usize) -> bool {
        let takes_out = self.rules.promotion.takes_out();
        self.past.last().is_some_and(|step| {
            let nothing_came = step.handed_on.is_none() && step.pawn.is_none();
            nothing_came && step.ends == self.ends
        }) && !(takes_out && Color::ALL.iter().any(|&c| self.boards[index].has_pawn_before_goal(c)))
    }
}

/// The moves of both boards together, for the sides on move there. The boards have no common
/// order of turns, so nothing searches a pair: a seat is searched on its own board alone.
impl Playable for Pair {
    type Piece = Piece;

    fn key(&self) -> u64 {
        let over = u64::from(self.ends[0].is_some()) | u64::from(self.ends[1].is_some()) << 1;
        let second = if self.known { mix(self.boards[1].key() ^ 2) } else { 0 };
        self.boards[0].key() ^ second ^ mix(over)
    }

    fn generate(&self, class: Class, moves: &mut MoveList) {
        self.generate_on(0, class, moves);
        self.generate_on(1, class, moves);
    }

    fn count_moves(&self) -> u64 {
        self.count_on(0) + self.count_on(1)
    }

    fn count_two_plies(&mut self, moves: &mut MoveList) -> u64 {
        moves.clear();
        self.generate(Class::All, moves);
        let counts = [self.count_on(0), self.count_on(1)];
        let mut lines = 0;
        for &mv in moves.iter() {
            let beside = 1 - mv.board();
            self.play(mv, &mut Silent);
            lines += self.count_on(mv.board());
            lines +=
                if self.is_left_alone(beside) { counts[beside] } else { self.count_on(beside) };
            self.undo();
        }
        lines
    }

    fn is_legal(&self, mv: Move) -> bool {
        let board = mv.board();
        self.is_playable(board)
            && self.boards[board].is_legal_beside(&self.takable(board), mv.on_board(0))
    }

    fn play(&mut self, mv: Move, observer: &mut impl Observer) {
        self.make(mv, observer);
    }

    fn undo(&mut self) {
        self.unmake();
    }
}
