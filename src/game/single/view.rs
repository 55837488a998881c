//! What the move generator needs to know of a position, gathered so that it can also be
//! asked about positions that never stand on a board: one after a drop that may be mate,
//! or one whose pawns may take pieces off another board.

use super::Position;
use crate::board::{Board, Color, Piece, Role, Set, Silent, Square, attacks};
use crate::game::rules::{DropMate, MateModel, Rules};

/// The pieces that promoting pawns may take off another board: squares there, by the colour
/// that promotes (which is theirs) and the role.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Takable([[Set; 4]; 2]);

impl Takable {
    /// No other board, or nothing on it.
    pub const NONE: Self = Self([[Set::EMPTY; 4]; 2]);

    /// The piece on this square of the other board may be taken off.
    pub fn add(&mut self, piece: Piece, square: Square) {
        if let Some(slot) = Self::slot(piece.role()) {
            self.0[piece.color().index()][slot] |= Set::of(square);
        }
    }

    /// Where pieces of this role stand that `color` may promote to.
    #[inline]
    pub fn squares(&self, color: Color, role: Role) -> Set {
        Self::slot(role).map_or(Set::EMPTY, |slot| self.0[color.index()][slot])
    }

    /// Every square on which something may be taken.
    #[inline]
    pub fn all(&self) -> Set {
        self.0.as_flattened().iter().fold(Set::EMPTY, |all, &set| all | set)
    }

    const fn slot(role: Role) -> Option<usize> {
        match role {
            Role::Pawn | Role::King => None,
            _ => Some(role.index() - 1),
        }
    }
}

/// What a pawn on its way to the last rank may become.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choices {
    /// Any of these roles, by index.
    Roles(u16),
    /// A piece from one of these squares of the other board, by role.
    Pieces([Set; 4]),
    /// Either.
    Both(u16, [Set; 4]),
}

impl Choices {
    /// How many.
    #[inline]
    pub fn len(&self) -> u32 {
        let (roles, pieces) = self.parts();
        roles.count_ones() + pieces.iter().map(|set| set.len()).sum::<u32>()
    }

    /// The roles, by index, and the squares of the other board, by role.
    #[inline]
    pub fn parts(&self) -> (u16, &[Set; 4]) {
        match self {
            Self::Roles(roles) => (*roles, &[Set::EMPTY; 4]),
            Self::Pieces(pieces) => (0, pieces),
            Self::Both(roles, pieces) => (*roles, pieces),
        }
    }
}

/// A position as the generator sees it.
#[derive(Clone, Copy)]
pub(super) struct TurnView<'a> {
    pub rules: &'a Rules,
    pub board: &'a Board,
    pub turn: Color,
    pub checkers: Set,
    pub rights: Set,
    pub en_passant: Option<Square>,
    pub takable: &'a Takable,
    /// Pieces of `takable` that have been taken since.
    pub gone: Set,
}

impl<'a> TurnView<'a> {
    #[inline]
    pub fn of(position: &'a Position) -> Self {
        Self {
            rules: &position.rules,
            board: &position.board,
            turn: position.turn,
            checkers: position.state.checkers,
            rights: position.state.rights,
            en_passant: position.state.en_passant,
            takable: &position.takable,
            gone: position.state.gone,
        }
    }

    /// The same board beside another one on which these pieces may be taken.
    #[inline]
    pub fn beside(position: &'a Position, takable: &'a Takable) -> Self {
        Self { takable, gone: Set::EMPTY, ..Self::of(position) }
    }

    /// What a pawn of the side to move may become.
    pub fn choices(&self) -> Choices {
        use crate::game::rules::Promotion;
        const ALL: u16 = 1 << Role::Queen.index()
            | 1 << Role::Rook.index()
            | 1 << Role::Bishop.index()
            | 1 << Role::Knight.index();
        match self.rules.promotion {
            Promotion::Piece | Promotion::PawnShaped => Choices::Roles(ALL),
            Promotion::TakeOut => Choices::Pieces(self.takable_now()),
            Promotion::PieceOrTakeOut => Choices::Both(ALL, self.takable_now()),
            Promotion::Pool => {
                let pool = self.board.hand(self.turn);
                let held = Role::FROM_POOL.into_iter().filter(|&role| pool.has(role));
                Choices::Roles(held.fold(0, |roles, role| roles | 1 << role.index()))
            }
        }
    }

    /// Where pieces stand that may be taken off the other board, by role.
    fn takable_now(&self) -> [Set; 4] {
        let squares = |role| self.takable.squares(self.turn, role).minus(self.gone);
        [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].map(squares)
    }

    /// The same without Magicians, which are no part of what pins and checks bind.
    pub fn bound_choices(&self) -> Choices {
        match self.choices() {
            Choices::Roles(roles) => Choices::Roles(roles & !(1 << Role::Magician.index())),
            pieces => pieces,
        }
    }

    /// The squares among empty `targets` onto which the rules let the side to move drop this
    /// piece; with `checking` only those that give check.
    #[inline]
    pub fn drop_squares(&self, role: Role, targets: Set, checking: bool) -> Set {
        let us = self.turn;
        let mut to = targets;
        if role == Role::Pawn {
            to &= self.rules.pawn_drop_squares(us);
        }
        if checking || !self.rules.drop_check || self.rules.drop_mate != DropMate::Allowed {
            to = self.lawful_drops(role, to, checking);
        }
        to
    }

    /// The part of [`TurnView::drop_squares`] that looks at the enemy king.
    fn lawful_drops(&self, role: Role, to: Set, checking: bool) -> Set {
        let king = self.board.king(!self.turn);
        let checks = to & super::check::check_squares(self.turn, role, king, self.board.occupied());
        let allowed = match (self.rules.drop_check, self.rules.drop_mate) {
            (false, _) => Set::EMPTY,
            (true, DropMate::Allowed) => checks,
            (true, DropMate::Forbidden(model)) => {
                checks.into_iter().filter(|&square| !self.drop_mates(role, square, model)).collect()
            }
        };
        if checking { allowed } else { to.minus(checks) | allowed }
    }

    /// Would this drop break the rule against mating drops?
    pub fn is_mating_drop(&self, role: Role, square: Square) -> bool {
        let king = self.board.king(!self.turn);
        let checks = super::check::check_squares(self.turn, role, king, self.board.occupied());
        match self.rules.drop_mate {
            DropMate::Allowed => false,
            DropMate::Forbidden(model) => {
                checks.has(square) && self.drop_mates(role, square, model)
            }
        }
    }

    /// Would this drop, which gives check, be mate under the model? A reply is any move that
    /// this board, the opponent's present hand and what may be taken off the other board now
    /// allow; replies are themselves bound by the rules. The piece need not be in hand.
    pub fn drop_mates(&self, role: Role, square: Square, model: MateModel) -> bool {
        let us = self.turn;
        let gap = !attacks::between(self.board.king(!us), square).is_empty();
        if gap && model == MateModel::Potential {
            return false;
        }
        let mut board = self.board.clone();
        let piece = Piece::new(us, role);
        if board.hand(us).has(role) {
            board.spend(piece, &mut Silent);
        }
        board.put(piece, false, square, &mut Silent);
        let after = TurnView {
            rules: self.rules,
            board: &board,
            turn: !us,
            checkers: Set::of(square),
            rights: Set::EMPTY,
            en_passant: None,
            takable: self.takable,
            gone: self.gone,
        };
        after.count() == 0
    }

    /// Does capturing en passant leave the own king safe? Two pawns leave their rank at once,
    /// so no pin says it: look at the board as it will be.
    pub fn en_passant_is_safe<const SUPER: bool>(&self, from: Square, to: Square) -> bool {
        let us = self.turn;
        let taken = Set::of(to.forward(!us));
        let after = self.board.occupied().minus(Set::of(from) | taken) | Set::of(to);
        let sight = self.board.sight::<SUPER>();
        sight.attackers(!us, self.board.king(us), after).minus(taken).is_empty()
    }

    /// Does a Magician that comes to this square, by a move or as what a pawn becomes, leave
    /// the own king safe? Pieces that it no longer freezes may check, those that it freezes do not.
    pub fn magician_is_safe(&self, from: Square, to: Square) -> bool {
        let us = self.turn;
        let (from, to) = (Set::of(from), Set::of(to));
        let after = self.board.occupied().minus(from) | to;
        let cold = attacks::kings(self.board.pieces(us, Role::Magician).minus(from) | to);
        let aimed = self.board.aimed_at(self.board.king(us), after) & self.board.color(!us);
        aimed.minus(cold | to).is_empty()
    }

    /// May the side to move, which has the right and is not in check, castle with this rook?
    pub fn can_castle<const SUPER: bool>(&self, rook: Square) -> bool {
        let us = self.turn;
        let king = self.board.king(us);
        let both = Set::of(king) | Set::of(rook);
        let sight = self.board.sight::<SUPER>();
        if SUPER && !both.minus(sight.awake(us)).is_empty() {
            return false;
        }
        let king_to = Position::castled_king(us, king, rook);
        let rook_to = Position::castled_rook(us, king, rook);
        let others = self.board.occupied().minus(both);
        let king_path = attacks::between(king, king_to) | Set::of(king_to);
        let rook_path = attacks::between(rook, rook_to) | Set::of(rook_to);
        if !((king_path | rook_path) & others).is_empty() {
            return false;
        }
        // Without the rook where it stood: in Chess960 it may have covered the king.
        let after = others | Set::of(rook_to);
        let crossed = attacks::between(king, king_to);
        sight.attackers(!us, king_to, after).is_empty()
            && crossed
                .into_iter()
                .all(|step| sight.attackers(!us, step, others | Set::of(rook)).is_empty())
    }
}
