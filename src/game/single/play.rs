//! Making and unmaking a move. The board tells the observer what changes; unmaking is
//! silent, since listeners keep stacks of their own.

use super::view::TurnView;
use super::{Position, State};
use crate::base::random::mix;
use crate::board::{Move, MoveKind, Observer, Piece, Role, Set, Silent, Square, attacks, keys};
use crate::game::rules::{Captures, Promotion, Resets};

impl Position {
    #[inline]
    pub(super) fn make(&mut self, mv: Move, observer: &mut impl Observer) {
        if self.in_prelude() {
            return self.take_step(mv, observer);
        }
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let before = self.state;
        self.past.push(before);

        let mut captured = None;
        let mut crossed = None;
        let mut rights = before.rights.minus(Set::of(from) | Set::of(to));
        let mut kings = before.kings;
        let mut gone = before.gone;
        let mut irreversible = false;
        match mv.kind() {
            MoveKind::Normal => {
                captured = self.board.lift(to, observer);
                self.carry(from, to, observer);
                if mv.role() == Role::Pawn {
                    irreversible = true;
                    if from.0.abs_diff(to.0) == 16 {
                        crossed = Some(from.forward(us));
                    }
                } else if mv.role() == Role::King {
                    rights = rights.minus(Set::rank_of(us, 0));
                    kings = kings.minus(Set::of(from));
                }
            }
            MoveKind::Drop => {
                let piece = Piece::new(us, mv.role());
                self.board.spend(piece, observer);
                self.board.put(piece, false, to, observer);
                irreversible = mv.role() == Role::Pawn || self.rules.resets == Resets::EveryDrop;
                // Usually a rook dropped where one stood at the start has no right to
                // castle, and there is none left to lose on an empty square.
                if self.rules.dropped_rook_castles && mv.role() == Role::Rook {
                    rights |= self.right_of_dropped_rook(to);
                }
            }
            MoveKind::Promotion => {
                captured = self.board.lift(to, observer);
                self.board.lift(from, observer);
                if self.rules.promotion == Promotion::Pool {
                    self.board.spend(Piece::new(us, mv.role()), observer);
                }
                let marked = self.rules.marks_promoted();
                self.board.put(Piece::new(us, mv.role()), marked, to, observer);
                irreversible = true;
            }
            MoveKind::TakeOut => {
                // The piece is a real one: it comes from the other board.
                captured = self.board.lift(to, observer);
                self.board.lift(from, observer);
                self.board.put(Piece::new(us, mv.role()), false, to, observer);
                gone |= self.takable.all() & Set::of(mv.extra());
                irreversible = true;
            }
            MoveKind::EnPassant => {
                captured = self.board.lift(to.forward(!us), observer);
                self.carry(from, to, observer);
                irreversible = true;
            }
            MoveKind::Castle => {
                let king = Piece::new(us, Role::King);
                let rook = Piece::new(us, Role::Rook);
                self.board.lift(from, observer);
                self.board.lift(to, observer);
                self.board.put(king, false, Self::castled_king(us, from, to), observer);
                self.board.put(rook, false, Self::castled_rook(us, from, to), observer);
                rights = rights.minus(Set::rank_of(us, 0));
                kings = kings.minus(Set::of(from));
            }
            MoveKind::Prelude => {}
        }
        if let Some((piece, promoted)) = captured {
            irreversible = true;
            if let Some(piece) = self.kept_here(piece, promoted) {
                self.board.gain(piece, observer);
            }
        }

        self.turn = !us;
        self.state = State {
            rights,
            kings,
            gone,
            mv: Some(mv),
            captured,
            plies: before.plies.wrapping_add(1),
            quiet_plies: if irreversible { 0 } else { before.quiet_plies.saturating_add(1) },
            ..before
        };
        self.refresh(crossed);
    }

    /// The key after a move, right but for castling, rights and en passant.
    #[inline]
    pub(super) fn guess_key(&self, mv: Move) -> u64 {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let mut key = self.state.key ^ keys::turn(us) ^ keys::turn(!us);
        if let Some(target) = self.state.en_passant {
            key ^= keys::en_passant(target);
        }
        let held = |piece: Piece| self.board.hand(piece.color()).count(piece.role());
        if mv.is_drop() {
            let piece = Piece::new(us, mv.role());
            let count = held(piece);
            key ^= keys::held(piece, count) ^ keys::held(piece, count - 1);
        } else if let Some(piece) = self.board.at(from) {
            key ^= keys::piece(piece, self.board.promoted().has(from), from);
        }
        if let Some((role, promoted)) = self.target(mv) {
            key ^= keys::piece(Piece::new(!us, role), promoted, to);
            if let Some(piece) = self.kept_here(Piece::new(!us, role), promoted) {
                let count = held(piece);
                key ^= keys::held(piece, count) ^ keys::held(piece, count + 1);
            }
        }
        let promotes = mv.kind() == MoveKind::Promotion && self.rules.demotes;
        let promoted = promotes || (!mv.is_drop() && self.board.promoted().has(from));
        key ^ keys::piece(Piece::new(us, mv.role()), promoted, to)
    }

    /// The piece that a capture adds to what is held on this board, if any.
    #[inline]
    fn kept_here(&self, piece: Piece, promoted: bool) -> Option<Piece> {
        match self.rules.captures {
            Captures::OwnHand => {
                let role = self.role_when_captured(piece.role(), promoted);
                Some(Piece::new(!piece.color(), role))
            }
            Captures::OwnPool => (!promoted && piece.role() != Role::Pawn).then_some(piece),
            Captures::Nowhere | Captures::Partner => None,
        }
    }

    /// The right that a rook dropped here brings where dropped rooks may castle: on the
    /// corner of a king that has never moved.
    fn right_of_dropped_rook(&self, to: Square) -> Set {
        let us = self.turn;
        let king = self.state.kings & Set::rank_of(us, 0);
        let corner = matches!(to.file(), 0 | 7) && Set::rank_of(us, 0).has(to);
        if corner && !king.is_empty() { Set::of(to) } else { Set::EMPTY }
    }

    /// A piece goes to an empty square.
    #[inline]
    fn carry(&mut self, from: Square, to: Square, observer: &mut impl Observer) {
        if let Some((piece, promoted)) = self.board.lift(from, observer) {
            self.board.put(piece, promoted, to, observer);
        }
    }

    /// Computes what follows from board, turn and rights: checkers, the en passant square if it
    /// means anything, the key.
    #[inline]
    pub(super) fn refresh(&mut self, crossed: Option<Square>) {
        if self.rules.superpieces {
            self.refresh_with::<true>(crossed);
        } else {
            self.refresh_with::<false>(crossed);
        }
    }

    /// The same, with superpieces or without.
    fn refresh_with<const SUPER: bool>(&mut self, crossed: Option<Square>) {
        let us = self.turn;
        let king = self.board.king(us);
        let sight = self.board.sight::<SUPER>();
        self.state.checkers = sight.attackers(!us, king, self.board.occupied());
        self.state.en_passant = crossed.filter(|&to| self.en_passant_matters::<SUPER>(to));
        let mut key = self.board.key() ^ keys::turn(us);
        for rook in self.state.rights {
            key ^= keys::castling(rook);
        }
        if let Some(square) = self.state.en_passant {
            key ^= keys::en_passant(square);
        }
        if self.rules.dropped_rook_castles {
            for king in self.state.kings {
                key ^= keys::castling(king);
            }
        }
        if SUPER && let Some(chosen) = self.state.prelude {
            key ^= chosen.roles().fold(PRELUDE, |key, role| key ^ mix(role as u64));
        }
        if !self.state.gone.is_empty() {
            key ^= mix(self.state.gone.0);
        }
        self.state.key = key;
    }

    /// The right to capture en passant is part of the position only if it can be used: now,
    /// or, on a board of two, as soon as a pawn attacks the square, since a piece may come
    /// or go while the board waits.
    fn en_passant_matters<const SUPER: bool>(&self, to: Square) -> bool {
        let awake = self.board.sight::<SUPER>().awake(self.turn);
        let pawns = awake & self.board.role(Role::Pawn);
        let takers = attacks::pawn(!self.turn, to) & pawns;
        if self.rules.is_one_of_two() {
            !takers.is_empty()
        } else {
            takers.into_iter().any(|from| TurnView::of(self).en_passant_is_safe::<SUPER>(from, to))
        }
    }

    #[inline]
    pub(super) fn unmake(&mut self) {
        let Some(before) = self.past.pop() else { return };
        let State { mv, captured, .. } = std::mem::replace(&mut self.state, before);
        if self.in_prelude() {
            if let Some(mv) = mv {
                self.untake_step(mv);
            }
            return;
        }
        self.turn = !self.turn;
        let Some(mv) = mv else { return };
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let observer = &mut Silent;
        if let Some((piece, promoted)) = captured
            && let Some(piece) = self.kept_here(piece, promoted)
        {
            self.board.spend(piece, observer);
        }
        match mv.kind() {
            MoveKind::Normal | MoveKind::EnPassant => self.carry(to, from, observer),
            MoveKind::Drop => {
                self.board.lift(to, observer);
                self.board.gain(Piece::new(us, mv.role()), observer);
            }
            MoveKind::Promotion | MoveKind::TakeOut => {
                self.board.lift(to, observer);
                self.board.put(Piece::new(us, Role::Pawn), false, from, observer);
                if self.rules.promotion == Promotion::Pool {
                    self.board.gain(Piece::new(us, mv.role()), observer);
                }
            }
            MoveKind::Prelude => return,
            MoveKind::Castle => {
                self.board.lift(Self::castled_king(us, from, to), observer);
                self.board.lift(Self::castled_rook(us, from, to), observer);
                self.board.put(Piece::new(us, Role::King), false, from, observer);
                self.board.put(Piece::new(us, Role::Rook), false, to, observer);
            }
        }
        if let Some((piece, promoted)) = captured {
            let square = if mv.kind() == MoveKind::EnPassant { to.forward(!us) } else { to };
            self.board.put(piece, promoted, square, observer);
        }
    }

    /// Nothing but king and pawns: zugzwang is likely, and to pass is better than to move.
    fn has_only_pawns(&self) -> bool {
        let pawns = self.board.role(Role::Pawn) | self.board.role(Role::King);
        self.board.hand(self.turn).is_empty() && self.board.color(self.turn).minus(pawns).is_empty()
    }

    /// The other side moves twice: a search's null move. Refused in check, and where it would
    /// be a gift.
    pub(super) fn make_pass(&mut self) -> bool {
        if !self.state.checkers.is_empty() || self.in_prelude() || self.has_only_pawns() {
            return false;
        }
        self.past.push(self.state);
        self.turn = !self.turn;
        self.state.plies = self.state.plies.wrapping_add(1);
        self.state.mv = None;
        self.state.captured = None;
        self.state.quiet_plies = self.state.quiet_plies.saturating_add(1);
        self.refresh(None);
        true
    }
}

/// The key of being in a prelude.
const PRELUDE: u64 = mix(0x0050_5245_4c55_4445);
