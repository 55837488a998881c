//! Exact legal moves. One generator emits whole target sets to a sink, which makes a list of
//! moves of them, or only counts them without making a move.

use super::view::{Choices, TurnView};
use super::{Class, Position, Takable};
use crate::board::{Board, Color, Move, MoveList, Role, Set, Sight, Square, attacks};

/// Receives groups of legal moves.
trait Sink {
    /// One piece, not a pawn, to each of these squares.
    fn piece(&mut self, role: Role, from: Square, to: Set);
    /// Pawns that come to these squares by a step of this many indices.
    fn pawns(&mut self, step: i8, to: Set);
    /// The same onto the last rank, with a choice of what to become.
    fn promotions(&mut self, step: i8, to: Set, choices: &Choices);
    /// A piece from the hand onto each of these squares.
    fn drops(&mut self, role: Role, to: Set);
    /// A single move that is none of the above.
    fn one(&mut self, mv: Move);
}

impl Sink for MoveList {
    #[inline]
    fn piece(&mut self, role: Role, from: Square, to: Set) {
        self.extend(to.into_iter().map(|to| Move::normal(role, from, to)));
    }

    #[inline]
    fn pawns(&mut self, step: i8, to: Set) {
        self.extend(to.into_iter().map(|to| Move::normal(Role::Pawn, origin(to, step), to)));
    }

    #[inline]
    fn promotions(&mut self, step: i8, to: Set, choices: &Choices) {
        for to in to {
            let from = origin(to, step);
            let (roles, pieces) = choices.parts();
            let open = |role: &Role| roles >> role.index() & 1 != 0;
            let open = Role::FROM_POOL.into_iter().filter(open);
            self.extend(open.map(|role| Move::promotion(role, from, to)));
            for (pieces, role) in pieces.iter().zip(&Role::CHESS[1..]) {
                let taken = pieces.into_iter();
                self.extend(taken.map(|taken| Move::take_out(*role, from, to, taken)));
            }
        }
    }

    #[inline]
    fn drops(&mut self, role: Role, to: Set) {
        self.extend(to.into_iter().map(|to| Move::drop(role, to)));
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }
}

const fn origin(to: Square, step: i8) -> Square {
    Square(to.0.wrapping_add_signed(-step))
}

/// Counts and forgets.
struct Count(u64);

impl Sink for Count {
    #[inline]
    fn piece(&mut self, _: Role, _: Square, to: Set) {
        self.0 += u64::from(to.len());
    }

    #[inline]
    fn pawns(&mut self, _: i8, to: Set) {
        self.0 += u64::from(to.len());
    }

    #[inline]
    fn promotions(&mut self, _: i8, to: Set, choices: &Choices) {
        self.0 += u64::from(to.len() * choices.len());
    }

    #[inline]
    fn drops(&mut self, _: Role, to: Set) {
        self.0 += u64::from(to.len());
    }

    #[inline]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Appends the legal moves of a class.
pub(super) fn generate(position: &Position, class: Class, moves: &mut MoveList) {
    TurnView::of(position).generate(class, moves);
}

impl TurnView<'_> {
    /// Appends the legal moves of a class.
    #[inline]
    pub fn generate(&self, class: Class, moves: &mut MoveList) {
        self.announce(class, moves);
    }

    /// The number of legal moves, without making one.
    #[inline]
    pub fn count(&self) -> u64 {
        let mut count = Count(0);
        self.announce(Class::All, &mut count);
        count.0
    }

    /// Everything is compiled in here, once for each sink, with superpieces and without.
    #[inline(always)]
    fn announce(&self, class: Class, sink: &mut impl Sink) {
        if self.rules.superpieces {
            Generator::<true>::new(self).run(class, sink);
        } else {
            Generator::<false>::new(self).run(class, sink);
        }
    }
}

impl Position {
    /// The number of legal moves, without making one.
    pub fn count_moves(&self) -> u64 {
        if self.in_prelude() { self.count_steps() } else { TurnView::of(self).count() }
    }

    /// The same beside another board on which these pieces may be taken.
    pub fn count_moves_beside(&self, takable: &Takable) -> u64 {
        TurnView::beside(self, takable).count()
    }

    /// Appends the legal moves beside another board on which these pieces may be taken.
    pub fn generate_beside(&self, takable: &Takable, class: Class, moves: &mut MoveList) {
        TurnView::beside(self, takable).generate(class, moves);
    }

    /// Is there any legal move?
    pub fn has_moves(&self) -> bool {
        self.count_moves() != 0
    }
}

/// What all moves of a position share; with superpieces or without, see [`Sight`].
struct Generator<'a, const SUPER: bool> {
    view: &'a TurnView<'a>,
    board: &'a Board,
    sight: Sight<'a, SUPER>,
    us: Color,
    king: Square,
    occupied: Set,
    /// Own pieces that are not frozen.
    awake: Set,
    /// Own pieces that must stay on their line with the king.
    pinned: Set,
    /// Where a piece other than the king must go: anywhere, or where it answers the check.
    answers: Set,
}

impl<'a, const SUPER: bool> Generator<'a, SUPER> {
    #[inline]
    fn new(view: &'a TurnView<'a>) -> Self {
        let board = view.board;
        let us = view.turn;
        let king = board.king(us);
        let checkers = view.checkers;
        let answers = match checkers.first() {
            None => Set::ALL,
            Some(_) if checkers.is_many() => Set::EMPTY,
            Some(checker) => attacks::between(king, checker) | checkers,
        };
        let sight = board.sight();
        let pinned = sight.blockers(!us, king) & board.color(us);
        let awake = sight.awake(us);
        Self { view, board, sight, us, king, occupied: board.occupied(), awake, pinned, answers }
    }

    #[inline(always)]
    fn run(&self, class: Class, sink: &mut impl Sink) {
        let (targets, noisy, quiet) = match class {
            Class::All => (!self.board.color(self.us), true, true),
            Class::Noisy => (self.board.color(!self.us), true, false),
            Class::Quiet => (!self.occupied, false, true),
            _ => (Set::EMPTY, false, false),
        };
        if noisy || quiet {
            self.moves(targets, noisy, quiet, sink);
        }
        match class {
            Class::Noisy | Class::Quiet => {}
            Class::All | Class::Drops => {
                self.drops(|role, targets| self.view.drop_squares(role, targets, false), sink);
            }
            Class::CheckingDrops => {
                self.drops(|role, targets| self.view.drop_squares(role, targets, true), sink);
            }
            Class::ForcingDrops => {
                let near = self.near_kings();
                let forcing = |role, targets: Set| targets & self.forcing_squares(role, near);
                self.drops(|role, to| self.view.drop_squares(role, forcing(role, to), false), sink);
            }
            Class::QuietDrops => {
                let near = self.near_kings();
                let quiet = |role, targets: Set| targets.minus(self.forcing_squares(role, near));
                self.drops(|role, to| self.view.drop_squares(role, quiet(role, to), false), sink);
            }
        }
    }

    /// Moves on the board to `targets`. Promotions and captures en passant belong to the
    /// noisy ones, castling to the quiet ones, whatever the targets.
    #[inline(always)]
    fn moves(&self, targets: Set, noisy: bool, quiet: bool, sink: &mut impl Sink) {
        self.king_steps(targets, sink);
        if SUPER {
            self.magicians(targets, noisy, sink);
        }
        if self.answers.is_empty() {
            return;
        }
        let targets_now = targets & self.answers;
        let occupied = self.occupied;
        let diagonal = |from| attacks::bishop(from, occupied);
        let straight = |from| attacks::rook(from, occupied);
        self.piece_moves(Role::Knight, attacks::knight, targets_now, sink);
        self.piece_moves(Role::Bishop, diagonal, targets_now, sink);
        self.piece_moves(Role::Rook, straight, targets_now, sink);
        self.piece_moves(Role::Queen, |from| diagonal(from) | straight(from), targets_now, sink);
        if SUPER {
            self.superpieces(targets_now, sink);
        }
        let pawns = self.awake & self.board.role(Role::Pawn);
        self.pawn_moves(pawns.minus(self.pinned), self.answers, noisy, quiet, sink);
        for from in pawns & self.pinned {
            let answers = self.answers & attacks::line(self.king, from);
            self.pawn_moves(Set::of(from), answers, noisy, quiet, sink);
        }
        if noisy {
            self.en_passant(sink);
        }
        if quiet && self.view.checkers.is_empty() {
            self.castling(sink);
        }
    }

    #[inline(never)]
    fn superpieces(&self, targets: Set, sink: &mut impl Sink) {
        for role in [Role::Veteran, Role::Princess, Role::Empress, Role::Amazon] {
            let reach = |from| attacks::by_role(role, from, self.occupied);
            self.piece_moves(role, reach, targets, sink);
        }
    }

    #[inline(always)]
    fn piece_moves(
        &self,
        role: Role,
        reach: impl Fn(Square) -> Set,
        targets: Set,
        sink: &mut impl Sink,
    ) {
        for from in self.awake & self.board.role(role) {
            let mut to = reach(from) & targets;
            if self.pinned.has(from) {
                to &= attacks::line(self.king, from);
            }
            sink.piece(role, from, to);
        }
    }

    /// Moves of Magicians, and pawns that become Magicians. Both change what is frozen, so
    /// that neither pins nor the answers to a check bind them.
    #[inline(never)]
    fn magicians(&self, targets: Set, noisy: bool, sink: &mut impl Sink) {
        let them = self.board.color(!self.us);
        for from in self.awake & self.board.role(Role::Magician) {
            let to = attacks::magician(from, self.occupied) & targets;
            // If no enemy piece aims at the king once this Magician has gone, every move is legal.
            let without = self.occupied.minus(Set::of(from));
            let exposed = self.board.aimed_at(self.king, without) & them;
            let safe = |to: &Square| self.view.magician_is_safe(from, *to);
            let to = if exposed.is_empty() { to } else { to.into_iter().filter(safe).collect() };
            sink.piece(Role::Magician, from, to);
        }
        if noisy && self.board.hand(self.us).has(Role::Magician) {
            let before_goal = self.awake & self.board.role(Role::Pawn) & Set::rank_of(self.us, 6);
            for from in before_goal {
                let ahead = Set::of(from).forward(self.us).minus(self.occupied);
                let goals = ahead | (attacks::pawn(self.us, from) & them);
                for to in goals.into_iter().filter(|&to| self.view.magician_is_safe(from, to)) {
                    sink.one(Move::promotion(Role::Magician, from, to));
                }
            }
        }
    }

    #[inline]
    fn king_steps(&self, targets: Set, sink: &mut impl Sink) {
        let candidates = attacks::king(self.king) & targets;
        if candidates.is_empty() || !self.awake.has(self.king) {
            return;
        }
        let them = !self.us;
        let pawns = self.sight.awake(them) & self.board.role(Role::Pawn);
        let without_king = self.occupied.minus(Set::of(self.king));
        let candidates = candidates.minus(attacks::pawns(them, pawns));
        let safe = candidates.into_iter().fold(Set::EMPTY, |safe, to| {
            let attacked = !self.sight.attackers(them, to, without_king).is_empty();
            if attacked { safe } else { safe | Set::of(to) }
        });
        sink.piece(Role::King, self.king, safe);
    }

    #[inline]
    fn pawn_moves(&self, pawns: Set, answers: Set, noisy: bool, quiet: bool, sink: &mut impl Sink) {
        let us = self.us;
        let step = us.forward();
        let last = Set::rank_of(us, 7);
        let empty = !self.occupied;
        let once = pawns.forward(us) & empty;
        if quiet {
            // A pawn on its first rank, where some clubs drop them, moves one square.
            let twice = (once & Set::rank_of(us, 2)).forward(us) & empty;
            sink.pawns(step, (once & answers).minus(last));
            sink.pawns(2 * step, twice & answers);
        }
        if noisy {
            let enemies = self.board.color(!us) & answers;
            let west = attacks::west(pawns.forward(us)) & enemies;
            let east = attacks::east(pawns.forward(us)) & enemies;
            sink.pawns(step - 1, west.minus(last));
            sink.pawns(step + 1, east.minus(last));
            if !(pawns & Set::rank_of(us, 6)).is_empty() {
                let choices = self.view.bound_choices();
                sink.promotions(step, once & answers & last, &choices);
                sink.promotions(step - 1, west & last, &choices);
                sink.promotions(step + 1, east & last, &choices);
            }
        }
    }

    #[inline]
    fn en_passant(&self, sink: &mut impl Sink) {
        let Some(target) = self.view.en_passant else { return };
        for from in attacks::pawn(!self.us, target) & self.board.role(Role::Pawn) & self.awake {
            if self.view.en_passant_is_safe::<SUPER>(from, target) {
                sink.one(Move::en_passant(from, target));
            }
        }
    }

    #[inline]
    fn castling(&self, sink: &mut impl Sink) {
        for rook in self.view.rights & Set::rank_of(self.us, 0) {
            if self.view.can_castle::<SUPER>(rook) {
                sink.one(Move::castle(self.king, rook));
            }
        }
    }

    /// Drops of each piece held onto the squares that `choose` finds among the open ones.
    #[inline]
    fn drops(&self, choose: impl Fn(Role, Set) -> Set, sink: &mut impl Sink) {
        let hand = self.board.hand(self.us);
        if hand.is_empty() || self.answers.is_empty() || !self.view.rules.has_hands() {
            return;
        }
        let targets = self.answers.minus(self.occupied);
        for role in Role::DROPPABLE.into_iter().filter(|&role| hand.has(role)) {
            sink.drops(role, choose(role, targets));
        }
    }

    /// The squares round both kings; everything while in check, where few squares answer.
    fn near_kings(&self) -> Set {
        if !self.view.checkers.is_empty() {
            return Set::ALL;
        }
        let theirs = self.board.king(!self.us);
        attacks::king(self.king) | attacks::king(theirs)
    }

    /// Squares that are near a king, or from which a piece of this role checks or attacks
    /// what is dearer.
    #[inline]
    fn forcing_squares(&self, role: Role, near: Set) -> Set {
        let them = !self.us;
        let king = self.board.king(them);
        let checks = super::check::check_squares(self.us, role, king, self.occupied);
        let attacked_from = match role {
            Role::Pawn => {
                let pieces = self.board.color(them).minus(self.board.pieces(them, Role::Pawn));
                attacks::pawns(them, pieces)
            }
            Role::Knight => attacks::knights(self.board.straights(them)),
            Role::Bishop => {
                self.board.straights(them).into_iter().fold(Set::EMPTY, |squares, prey| {
                    squares | attacks::bishop(prey, self.occupied)
                })
            }
            _ => Set::EMPTY,
        };
        near | checks | attacked_from
    }
}
