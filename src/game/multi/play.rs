//! Making and unmaking a move, and what follows from it: whose turn comes, and which seats are
//! skipped.

use super::position::{Position, Snapshot};
use super::rules::EnPassantTerm;
use super::variant::{LANES, Layout, MultiGame};
use super::view::MultiView;
use crate::board::multi::{Board, MOST_SEATS, MultiSeat, Piece, Set, Square, keys, squares};
use crate::board::{Move, MoveKind, Observer, Role, Silent};
use crate::game::rule_book::Ruling;

impl<K: MultiGame> Position<K> {
    #[inline]
    pub(super) fn make(&mut self, mv: Move, observer: &mut impl Observer<Piece>) {
        let layout = K::LAYOUT;
        let us = self.turn();
        let (from, to) = squares(mv);
        let victim = self.target(mv).map(|(_, square)| square);
        self.past.push(self.state);
        let mut captured = None;
        if let Some(square) = victim {
            captured = self.board.lift(square, observer);
        }
        let mut irreversible = captured.is_some() || mv.mover() == Role::Pawn;
        // The seat has moved: its rights to capture en passant end (D-18).
        self.state.en_passant[us] = 0;
        match mv.kind() {
            MoveKind::Normal | MoveKind::EnPassant => {
                self.carry(from, to, observer);
                if mv.role() == Role::Pawn && from.index().abs_diff(to.index()).is_multiple_of(2) {
                    self.note_double_step(us, from, to);
                }
            }
            MoveKind::Promotion => {
                self.board.lift(from, observer);
                self.board.put(Piece::new(us, mv.role()), to, observer);
            }
            MoveKind::Castle => {
                let (king_to, rook_to) = Self::castled(from, to);
                self.board.lift(from, observer);
                self.board.lift(to, observer);
                self.board.put(Piece::new(us, Role::King), king_to, observer);
                self.board.put(Piece::new(us, Role::Rook), rook_to, observer);
            }
            // Nothing comes from elsewhere in these games.
            _ => irreversible = false,
        }
        let lost = layout.rights_at[from.index()] | layout.rights_at[to.index()];
        self.state.rights &= !lost;
        self.state.mv = Some(mv);
        self.state.mover = us;
        self.state.captured = captured;
        self.state.quiet_plies =
            if irreversible { 0 } else { self.state.quiet_plies.saturating_add(1) };
        if self.state.en_passant != [0; 4] {
            self.forget_en_passant();
        }
        if captured.is_some_and(|piece| piece.role() == Role::King) {
            return self.end_with_king_taken(us);
        }
        self.advance(layout.next(us));
    }

    /// A king is gone: its team has lost, and nobody is asked for a move any more.
    fn end_with_king_taken(&mut self, us: MultiSeat) {
        let layout = K::LAYOUT;
        self.state.turn = layout.next(us);
        (self.state.checkers, self.state.pinned) = (Set::EMPTY, Set::EMPTY);
        self.state.outcome = Some(self.won_by(layout.team(us), Ruling::KingTaken));
        self.state.key = self.whole_key();
    }

    /// A piece goes to an empty square.
    #[inline]
    fn carry(&mut self, from: Square, to: Square, observer: &mut impl Observer<Piece>) {
        if let Some(piece) = self.board.lift(from, observer) {
            self.board.put(piece, to, observer);
        }
    }

    /// A pawn went two squares, if that is what it was: enemies whose pawns attack the square
    /// between may take it there.
    fn note_double_step(&mut self, us: MultiSeat, from: Square, to: Square) {
        let layout = K::LAYOUT;
        let Some(number) = layout.pawn_number(us, from) else { return };
        let (crossed, pawn) = layout.double_step(number);
        if pawn != to {
            return;
        }
        for taker in layout.enemies(us).each() {
            // On the T two pawns can cross the same square; the later one is taken.
            let pawns = &mut self.state.en_passant[taker];
            for other in 0..u32::BITS {
                if *pawns >> other & 1 != 0 && layout.double_step(other).0 == crossed {
                    *pawns &= !(1 << other);
                }
            }
            *pawns |= 1 << number;
        }
    }

    /// Strikes off the rights to capture en passant that have come to nothing.
    pub(super) fn forget_en_passant(&mut self) {
        for taker in MultiSeat::first(K::SEATS) {
            let pawns = self.state.en_passant[taker];
            self.state.en_passant[taker] = takeable(K::LAYOUT, &self.board, taker, pawns);
        }
    }

    /// Gives the turn to this seat, or, if it has no move, freezes it and asks the next.
    pub(super) fn advance(&mut self, seat: MultiSeat) {
        let (layout, third) = (K::LAYOUT, self.rules.third_king);
        let mut seat = seat;
        let mut idle = 0;
        self.state.outcome = None;
        loop {
            self.state.turn = seat;
            let frozen = self.state.frozen;
            let view = MultiView::new(layout, &self.board, seat, frozen, layout.seats(), third);
            let (checkers, pinned) = (view.checkers, view.pinned);
            let moves = view.has_moves(self.own_rights(seat), self.state.en_passant[seat]);
            self.state.checkers = checkers;
            self.state.pinned = pinned;
            if moves {
                self.state.frozen = frozen.without(seat);
                self.state.checked = self.state.checked.without(seat);
                break;
            }
            // The enemies' kings are judged while this army still counts (D-26).
            let rivals = self.count_mated(layout.enemies(seat));
            idle = if frozen.has(seat) { idle + 1 } else { 0 };
            self.state.frozen = frozen.with(seat);
            self.state.checked = if checkers.is_empty() {
                self.state.checked.without(seat)
            } else {
                self.state.checked.with(seat)
            };
            self.state.outcome = if layout.first_king_ends {
                Some(self.first_without_move(seat))
            } else {
                self.judge(seat, rivals)
            };
            if self.state.outcome.is_none() && idle >= K::SEATS {
                self.state.outcome = Some(self.nobody_moves());
            }
            if self.state.outcome.is_some() {
                break;
            }
            seat = layout.next(seat);
        }
        if self.rules.en_passant == EnPassantTerm::NextMove {
            // Whoever moves next may capture; then the right is gone for all.
            let mover = self.state.turn;
            let pawns = self.state.en_passant[mover];
            self.state.en_passant = [0; MOST_SEATS];
            self.state.en_passant[mover] = pawns;
        }
        self.state.key = self.whole_key();
    }

    fn whole_key(&self) -> u64 {
        let state = &self.state;
        let mut key = self.board.key()
            ^ keys::turn(self.turn())
            ^ keys::rights(state.rights)
            ^ keys::frozen(state.frozen, state.checked);
        if state.en_passant != [0; 4] {
            for (taker, pawns) in MultiSeat::ALL.into_iter().zip(state.en_passant) {
                for pawn in (0..u32::BITS).filter(|pawn| pawns >> pawn & 1 != 0) {
                    key ^= keys::en_passant(taker, pawn);
                }
            }
        }
        key
    }

    /// The key after a plain move, if nobody is skipped and no right is lost.
    pub(super) fn guess_key(&self, mv: Move) -> u64 {
        let us = self.turn();
        let (from, to) = squares(mv);
        let taken = self.board.at(to).map_or(0, |piece| keys::piece(piece, to));
        let mut next = K::LAYOUT.next(us);
        while self.state.frozen.has(next) && next != us {
            next = K::LAYOUT.next(next);
        }
        self.state.key
            ^ keys::piece(Piece::new(us, mv.mover()), from)
            ^ keys::piece(Piece::new(us, mv.role()), to)
            ^ taken
            ^ keys::turn(us)
            ^ keys::turn(next)
    }

    #[inline]
    pub(super) fn unmake(&mut self) {
        let Some(before) = self.past.pop() else { return };
        let Snapshot { mv, mover, captured, .. } = std::mem::replace(&mut self.state, before);
        let Some(mv) = mv else { return };
        let us = mover;
        let (from, to) = squares(mv);
        let observer = &mut Silent;
        match mv.kind() {
            MoveKind::Normal | MoveKind::EnPassant => self.carry(to, from, observer),
            MoveKind::Promotion => {
                self.board.lift(to, observer);
                self.board.put(Piece::new(us, Role::Pawn), from, observer);
            }
            MoveKind::Castle => {
                let (king_to, rook_to) = Self::castled(from, to);
                self.board.lift(king_to, observer);
                self.board.lift(rook_to, observer);
                self.board.put(Piece::new(us, Role::King), from, observer);
                self.board.put(Piece::new(us, Role::Rook), to, observer);
            }
            _ => {}
        }
        if let Some(piece) = captured {
            let square = match mv.kind() {
                MoveKind::EnPassant => self.en_passant_pawn(us, to).unwrap_or(to),
                _ => to,
            };
            self.board.put(piece, square, observer);
        }
    }

    /// A null move: the turn goes to the next seat. Refused in check, and where that seat
    /// would not get it.
    pub(super) fn make_pass(&mut self) -> bool {
        if !self.state.checkers.is_empty() || self.state.outcome.is_some() {
            return false;
        }
        let us = self.turn();
        let next = K::LAYOUT.next(us);
        if self.state.frozen.has(next) {
            return false;
        }
        self.past.push(self.state);
        self.state.mv = None;
        self.state.mover = us;
        self.state.captured = None;
        self.state.en_passant[us] = 0;
        self.state.quiet_plies = self.state.quiet_plies.saturating_add(1);
        self.advance(next);
        if self.turn() == next && self.state.outcome.is_none() {
            return true;
        }
        self.unmake();
        false
    }
}

/// Of these pawns, by number, those that this seat can still capture en passant: the pawn stands
/// where it went, and one of the taker's attacks the square between.
pub(super) fn takeable(layout: &Layout, board: &Board, taker: MultiSeat, pawns: u32) -> u32 {
    let mut left = pawns;
    let mut kept = 0;
    while left != 0 {
        let number = left.trailing_zeros();
        left &= left - 1;
        let (crossed, pawn) = layout.double_step(number);
        let back = layout.shape.forward(taker).back();
        let takers = layout.shape.pawn(back, crossed) & board.pieces(taker, Role::Pawn);
        let owner = Piece::new(MultiSeat::new(number as usize / LANES), Role::Pawn);
        if !takers.is_empty() && board.at(pawn) == Some(owner) {
            kept |= 1 << number;
        }
    }
    kept
}
