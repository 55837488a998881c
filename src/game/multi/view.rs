//! The board as one seat sees it when it must move: what checks it, which of its pieces are
//! bound, and where each may legally go.

use super::rules::ThirdKing;
use super::variant::Layout;
use crate::board::Role;
use crate::board::multi::{Board, MultiSeat, Seats, Set, Shape, Square};

/// What decides which moves are legal for a seat.
pub(super) struct MultiView<'a> {
    pub layout: &'static Layout,
    pub shape: &'static Shape,
    pub board: &'a Board,
    pub us: MultiSeat,
    pub king: Square,
    /// Enemies whose attacks check.
    pub live: Seats,
    /// Enemies whose attacks bar the king: frozen ones as well (art. 37).
    pub barring: Seats,
    pub occupied: Set,
    /// Squares of the board that are free.
    pub empty: Set,
    /// Pieces that may be captured.
    pub prey: Set,
    /// Pieces that check.
    pub checkers: Set,
    /// Own pieces that alone shield the own king.
    pub pinned: Set,
    /// Three players, art. 41: the king that the next player may not newly attack.
    pub ward: Option<Ward>,
}

/// The king of the player after the next, as long as the next one does not attack it.
#[derive(Clone, Copy)]
pub(super) struct Ward {
    pub king: Square,
    /// The next player.
    pub from: Seats,
    /// Own pieces that alone shield that king.
    pub shields: Set,
    /// Does it bind only a piece that lifts a check by coming between?
    pub only_interposing: bool,
}

/// What is known of the seat's king.
#[derive(Clone, Copy)]
pub(super) struct Known {
    /// Pieces that check it.
    pub checkers: Set,
    /// Own pieces that alone shield it.
    pub pinned: Set,
}

impl<'a> MultiView<'a> {
    /// The view of a seat. Only attacks of the seats in `counted` matter to its king, and the
    /// squares that frozen pieces bar: those are nobody's attack (D-22).
    pub fn new(
        layout: &'static Layout,
        board: &'a Board,
        us: MultiSeat,
        frozen: Seats,
        counted: Seats,
        third: ThirdKing,
    ) -> Self {
        let shape = layout.shape;
        let king = board.king(us);
        let live = layout.enemies(us).minus(frozen).and(counted);
        let (checkers, blockers) = board.threats(shape, live, king);
        let known = Known { checkers, pinned: blockers & board.seat(us) };
        Self::known(layout, board, us, frozen, counted, third, known)
    }

    /// The same where checkers and pinned pieces are known already.
    pub fn known(
        layout: &'static Layout,
        board: &'a Board,
        us: MultiSeat,
        frozen: Seats,
        counted: Seats,
        third: ThirdKing,
        known: Known,
    ) -> Self {
        let Known { checkers, pinned } = known;
        let shape = layout.shape;
        let enemies = layout.enemies(us);
        let occupied = board.occupied();
        // Nobody takes from a frozen army (art. 36), and kings are taken by public rules only.
        let mut prey = board.of(enemies.minus(frozen));
        if !layout.first_king_ends {
            prey = prey.minus(board.role(Role::King));
        }
        Self {
            layout,
            shape,
            board,
            us,
            king: board.king(us),
            live: enemies.minus(frozen).and(counted),
            barring: enemies.and(counted.plus(frozen)),
            occupied,
            empty: shape.squares.minus(occupied),
            prey,
            checkers,
            pinned,
            ward: match third {
                _ if layout.teams => None,
                ThirdKing::EveryMove => ward(layout, board, us, frozen),
                ThirdKing::Interposing if !checkers.is_empty() => ward(layout, board, us, frozen)
                    .map(|ward| Ward { only_interposing: true, ..ward }),
                ThirdKing::Interposing | ThirdKing::Ignore => None,
            },
        }
    }

    /// Where a piece other than the king may go without leaving its king in check.
    #[inline]
    pub fn allowed(&self) -> Set {
        if self.checkers.is_empty() {
            return Set::ALL;
        }
        match self.checkers.first() {
            Some(checker) if !self.checkers.is_many() => {
                self.shape.between(self.king, checker) | self.checkers
            }
            _ => Set::EMPTY,
        }
    }

    /// Own pieces that are not free to go where they like.
    #[inline]
    pub fn bound(&self) -> Set {
        match self.ward {
            Some(ward) => self.pinned | ward.shields,
            None => self.pinned,
        }
    }

    /// Where a piece on this square may go without opening a king that it shields.
    #[inline]
    pub fn tether(&self, from: Square) -> Set {
        let mut set = Set::ALL;
        if self.pinned.has(from) {
            set &= self.shape.line(self.king, from);
        }
        if let Some(ward) = self.ward
            && ward.shields.has(from)
        {
            let line = self.shape.line(ward.king, from);
            set &= match ward.only_interposing {
                false => line,
                // A king that flees and a piece that captures do not come between.
                true if from == self.king => Set::ALL,
                true => line | self.checkers,
            };
        }
        set
    }

    /// Legal targets of a piece other than king and pawn.
    #[inline]
    pub fn targets(&self, role: Role, from: Square, allowed: Set) -> Set {
        let toward = self.shape.forward(self.us);
        let mut to = self.shape.attacks(role, toward, from, self.occupied);
        to &= (self.empty | self.prey) & allowed;
        if self.bound().has(from) { to & self.tether(from) } else { to }
    }

    /// Legal targets of the king, castling apart.
    pub fn king_steps(&self) -> Set {
        let mut to = self.shape.king(self.king) & (self.empty | self.prey);
        if self.bound().has(self.king) {
            to &= self.tether(self.king);
        }
        let without_king = self.occupied.minus(Set::of(self.king));
        for square in to {
            if !self.board.attackers(self.shape, self.barring, square, without_king).is_empty() {
                to ^= Set::of(square);
            }
        }
        to
    }

    /// The rights with which the king may castle now, given those it has.
    pub fn castlings(&self, rights: u8) -> impl Iterator<Item = (Square, usize)> {
        let may = self.checkers.is_empty();
        (0..2).filter(move |_| may).filter_map(move |side| {
            let rook = self.layout.rooks[self.us][side];
            let has = rights & super::variant::right(self.us, side) != 0;
            (has && self.can_castle(rook)).then_some((rook, side))
        })
    }

    fn can_castle(&self, rook: Square) -> bool {
        let between = self.shape.between(self.king, rook);
        let without_king = self.occupied.minus(Set::of(self.king));
        let step = castling_step(self.king, rook);
        let safe = |steps: i8| {
            let square = self.king.offset(step * steps);
            self.board.attackers(self.shape, self.barring, square, without_king).is_empty()
        };
        (between & self.occupied).is_empty() && safe(1) && safe(2)
    }

    /// Does a pawn of ours that captures en passant leave all kings as safe as they must be?
    pub fn en_passant_is_safe(&self, from: Square, to: Square, victim: Square) -> bool {
        let gone = Set::of(victim);
        let occupied = self.occupied.minus(Set::of(from) | gone) | Set::of(to);
        let attackers =
            |seats, king| self.board.attackers(self.shape, seats, king, occupied).minus(gone);
        attackers(self.live, self.king).is_empty()
            && self.ward.is_none_or(|ward| {
                let captures_checker = ward.only_interposing && self.checkers.has(victim);
                captures_checker || attackers(ward.from, ward.king).is_empty()
            })
    }

    /// Legal captures en passant, given the pawns that we may capture so: from, to.
    pub fn en_passants(&self, en_passant: u32) -> impl Iterator<Item = (Square, Square)> {
        let mut left = en_passant;
        let pawns = std::iter::from_fn(move || {
            let pawn = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some(self.layout.double_step(pawn))
        });
        // A pawn that would have to become something does not capture so.
        let open = self.empty.minus(self.layout.promotes[self.us]);
        pawns.filter(move |&(to, victim)| open.has(to) && self.prey.has(victim)).flat_map(
            move |(to, victim)| {
                let back = self.shape.forward(self.us).back();
                let takers = self.shape.pawn(back, to) & self.board.pieces(self.us, Role::Pawn);
                takers
                    .into_iter()
                    .filter(move |&from| self.en_passant_is_safe(from, to, victim))
                    .map(move |from| (from, to))
            },
        )
    }

    /// Where our pawns are promoted on capturing.
    #[inline]
    pub fn promotes_capturing(&self) -> Set {
        self.layout.promotes[self.us] | self.layout.promotes_capturing[self.us]
    }
}

/// From the king towards the rook that it castles with.
#[inline]
pub(super) fn castling_step(king: Square, rook: Square) -> i8 {
    let along = if king.rank() == rook.rank() { 1 } else { 16 };
    if rook > king { along } else { -along }
}

/// Art. 41: if X is to move, then Y, then Z, X must not open Z's king to Y.
fn ward(layout: &'static Layout, board: &Board, us: MultiSeat, frozen: Seats) -> Option<Ward> {
    let next = layout.next(us);
    let king = board.king(layout.next(next));
    let from = Seats::of(next);
    if frozen.has(next) {
        return None;
    }
    let (attackers, blockers) = board.threats(layout.shape, from, king);
    let shields = blockers & board.seat(us);
    attackers.is_empty().then_some(Ward { king, from, shields, only_interposing: false })
}
