//! Legal moves, by class. What is done with them is the sink's affair: listed, counted, or
//! only asked for one.

use super::position::{Position, Snapshot};
use super::variant::{MultiGame, right};
use super::view::{Known, MultiView};
use crate::board::multi::{MultiSeat, Seats, Set, Shape, Square, Toward};
use crate::board::{Move, MoveList, Role};
use crate::game::Class;

/// Takes the moves in as sets of targets.
pub(super) trait MultiSink {
    /// Has it heard enough?
    fn is_sated(&self) -> bool {
        false
    }
    /// A piece other than a pawn.
    fn piece(&mut self, role: Role, from: Square, to: Set);
    /// Pawns, each `back` indices away from its target.
    fn pawns(&mut self, to: Set, back: i8, promotes: bool);
    /// Any other move.
    fn single(&mut self, mv: Move);
}

/// Lists.
struct Listed<'a> {
    shape: &'static Shape,
    moves: &'a mut MoveList,
}

impl MultiSink for Listed<'_> {
    #[inline]
    fn piece(&mut self, role: Role, from: Square, to: Set) {
        self.moves.extend(to.into_iter().map(|to| self.shape.normal(role, from, to)));
    }

    #[inline]
    fn pawns(&mut self, to: Set, back: i8, promotes: bool) {
        for to in to {
            let from = to.offset(back);
            if promotes {
                let shape = self.shape;
                self.moves.extend(Role::PROMOTIONS.map(|role| shape.promotion(role, from, to)));
            } else {
                self.moves.push(self.shape.normal(Role::Pawn, from, to));
            }
        }
    }

    fn single(&mut self, mv: Move) {
        self.moves.push(mv);
    }
}

/// Counts.
struct MultiCount(u64);

impl MultiSink for MultiCount {
    #[inline]
    fn piece(&mut self, _: Role, _: Square, to: Set) {
        self.0 += u64::from(to.len());
    }

    #[inline]
    fn pawns(&mut self, to: Set, _: i8, promotes: bool) {
        self.0 += u64::from(to.len()) * if promotes { Role::PROMOTIONS.len() as u64 } else { 1 };
    }

    fn single(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Asks only whether there is one.
struct Any(bool);

impl MultiSink for Any {
    fn is_sated(&self) -> bool {
        self.0
    }

    #[inline]
    fn piece(&mut self, _: Role, _: Square, to: Set) {
        self.0 |= !to.is_empty();
    }

    #[inline]
    fn pawns(&mut self, to: Set, _: i8, _: bool) {
        self.0 |= !to.is_empty();
    }

    fn single(&mut self, _: Move) {
        self.0 = true;
    }
}

/// Which classes are wanted.
#[derive(Clone, Copy)]
struct Wanted {
    noisy: bool,
    quiet: bool,
}

const BOTH: Wanted = Wanted { noisy: true, quiet: true };

impl MultiView<'_> {
    fn moves(&self, wanted: Wanted, rights: u8, en_passant: u32, sink: &mut impl MultiSink) {
        let mut targets = Set::EMPTY;
        if wanted.quiet {
            targets |= self.empty;
        }
        if wanted.noisy {
            targets |= self.prey;
        }
        if !self.checkers.is_many() {
            let allowed = self.allowed();
            let bound = self.bound();
            let pawns = self.board.pieces(self.us, Role::Pawn);
            self.pawn_moves(wanted, pawns.minus(bound), allowed, sink);
            for from in pawns & bound {
                self.pawn_moves(wanted, Set::of(from), allowed & self.tether(from), sink);
            }
            if wanted.noisy && en_passant != 0 {
                for (from, to) in self.en_passants(en_passant) {
                    sink.single(self.shape.en_passant(from, to));
                }
            }
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                if sink.is_sated() {
                    return;
                }
                for from in self.board.pieces(self.us, role) {
                    sink.piece(role, from, self.targets(role, from, allowed) & targets);
                }
            }
        } else if wanted.noisy && en_passant != 0 {
            // A capture en passant can lift two checks at once.
            for (from, to) in self.en_passants(en_passant) {
                sink.single(self.shape.en_passant(from, to));
            }
        }
        if sink.is_sated() {
            return;
        }
        sink.piece(Role::King, self.king, self.king_steps() & targets);
        if wanted.quiet && rights != 0 {
            for (rook, _) in self.castlings(rights) {
                sink.single(self.shape.castle(self.king, rook));
            }
        }
    }

    /// Moves of these pawns to these squares, without captures en passant.
    #[inline]
    fn pawn_moves(&self, wanted: Wanted, pawns: Set, allowed: Set, sink: &mut impl MultiSink) {
        let forward = self.shape.forward(self.us);
        let step = forward.step();
        let promotes = self.layout.promotes[self.us];
        let ahead = pawns.stepped(forward) & self.empty;
        let one = ahead & allowed;
        if wanted.quiet {
            let crossed = ahead & self.layout.crossed[self.us];
            let two = crossed.stepped(forward) & self.empty & allowed;
            sink.pawns(one.minus(promotes), -step, false);
            sink.pawns(two, -2 * step, false);
        }
        if wanted.noisy {
            sink.pawns(one & promotes, -step, true);
            let promotes = self.promotes_capturing();
            let prey = self.prey & allowed;
            let right = forward.right_hand();
            for side in [right, right.back()] {
                let taken = pawns.stepped(forward).stepped(side) & prey;
                let back = -step - Toward::step(side);
                sink.pawns(taken.minus(promotes), back, false);
                sink.pawns(taken & promotes, back, true);
            }
        }
    }

    /// Has the seat a legal move, given its rights and the pawns it may capture en passant?
    pub fn has_moves(&self, rights: u8, en_passant: u32) -> bool {
        let mut any = Any(false);
        self.moves(BOTH, rights, en_passant, &mut any);
        any.0
    }
}

impl<K: MultiGame> Position<K> {
    /// The view of the seat to move.
    pub(super) fn view(&self) -> MultiView<'_> {
        let Snapshot { frozen, checkers, pinned, .. } = self.state;
        let layout = K::LAYOUT;
        let known = Known { checkers, pinned };
        let third = self.rules.third_king;
        MultiView::known(layout, &self.board, self.turn(), frozen, layout.seats(), third, known)
    }

    pub(super) fn generate_into(&self, class: Class, moves: &mut MoveList) {
        if self.state.outcome.is_some() {
            return;
        }
        let wanted = match class {
            Class::All => BOTH,
            Class::Noisy => Wanted { noisy: true, quiet: false },
            Class::Quiet => Wanted { noisy: false, quiet: true },
            Class::Drops | Class::CheckingDrops | Class::ForcingDrops | Class::QuietDrops => return,
        };
        let start = moves.len();
        self.list(wanted, moves);
        if self.forbids_joint_mates() {
            self.drop_joint_mates(class, moves, start);
        }
    }

    /// A legal move that takes a king, where kings are taken.
    pub(super) fn takes_king(&self) -> Option<Move> {
        let layout = K::LAYOUT;
        if !layout.first_king_ends || self.state.outcome.is_some() {
            return None;
        }
        let (us, board) = (self.turn(), &self.board);
        layout.enemies(us).each().find_map(|enemy| {
            let king = board.king(enemy);
            let takers = board.attackers(layout.shape, Seats::of(us), king, board.occupied());
            takers.into_iter().find_map(|from| {
                let role = board.at(from)?.role();
                let promotes = role == Role::Pawn && layout.promotes[us].has(king);
                let mv = match promotes {
                    true => layout.shape.promotion(Role::Queen, from, king),
                    false => layout.shape.normal(role, from, king),
                };
                self.allows(mv).then_some(mv)
            })
        })
    }

    /// Every move that is legal but for art. 33.
    pub(super) fn list_all(&self, moves: &mut MoveList) {
        self.list(BOTH, moves);
    }

    fn list(&self, wanted: Wanted, moves: &mut MoveList) {
        let us = self.turn();
        let (rights, en_passant) = (self.own_rights(us), self.state.en_passant[us]);
        let mut listed = Listed { shape: K::LAYOUT.shape, moves };
        self.view().moves(wanted, rights, en_passant, &mut listed);
    }

    /// How many legal moves there are.
    pub(super) fn count_legal(&self) -> u64 {
        if self.state.outcome.is_some() {
            return 0;
        }
        if self.forbids_joint_mates() {
            let mut moves = MoveList::new();
            self.generate_into(Class::All, &mut moves);
            return moves.len() as u64;
        }
        let us = self.turn();
        let mut count = MultiCount(0);
        self.view().moves(BOTH, self.own_rights(us), self.state.en_passant[us], &mut count);
        count.0
    }

    /// A seat's castling rights.
    pub(super) fn own_rights(&self, seat: MultiSeat) -> u8 {
        self.state.rights & (right(seat, 0) | right(seat, 1))
    }
}
