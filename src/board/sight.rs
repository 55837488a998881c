//! Attackers on the 8x8 board. Everything here exists twice: for boards that may
//! hold superpieces, and for those that hold none and pay nothing for them. Which it is,
//! is known when this is compiled.

use super::{Board, Color, Role, Set, Square, Way, attacks};

/// A board where it is known at compile time whether there may be superpieces on it.
#[derive(Clone, Copy)]
pub struct Sight<'a, const SUPER: bool>(&'a Board);

impl Board {
    /// The board, with or without superpieces.
    #[inline]
    pub fn sight<const SUPER: bool>(&self) -> Sight<'_, SUPER> {
        debug_assert!(SUPER || self.superpieces().is_empty());
        Sight(self)
    }

    /// See [`Sight::way`].
    #[inline]
    pub fn way(&self, way: Way) -> Set {
        self.sight::<true>().way(way)
    }

    /// See [`Sight::awake`].
    #[inline]
    pub fn awake(&self, color: Color) -> Set {
        self.sight::<true>().awake(color)
    }

    /// Pieces of a side that attack along diagonals now.
    #[inline]
    pub fn diagonals(&self, color: Color) -> Set {
        self.awake(color) & self.way(Way::Diagonal)
    }

    /// Pieces of a side that attack along ranks and files now.
    #[inline]
    pub fn straights(&self, color: Color) -> Set {
        self.awake(color) & self.way(Way::Straight)
    }

    /// See [`Sight::attackers`].
    pub fn attackers(&self, color: Color, square: Square, occupied: Set) -> Set {
        self.sight::<true>().attackers(color, square, occupied)
    }

    /// Pieces of both sides, frozen or not, that would attack a square if `occupied` were all
    /// that stands in the way.
    #[inline]
    pub fn aimed_at(&self, square: Square, occupied: Set) -> Set {
        let pawns = (attacks::pawn(Color::White, square) & self.color(Color::Black))
            | (attacks::pawn(Color::Black, square) & self.color(Color::White));
        (pawns & self.role(Role::Pawn))
            | (attacks::knight(square) & self.way(Way::Leap))
            | (attacks::king(square) & self.way(Way::Step))
            | (attacks::bishop(square, occupied) & self.way(Way::Diagonal))
            | (attacks::rook(square, occupied) & self.way(Way::Straight))
    }

    /// See [`Sight::snipers`].
    #[inline]
    pub fn snipers(&self, attacker: Color, square: Square) -> Set {
        self.sight::<true>().snipers(attacker, square)
    }

    /// See [`Sight::blockers`].
    #[inline]
    pub fn blockers(&self, attacker: Color, square: Square) -> Set {
        self.sight::<true>().blockers(attacker, square)
    }
}

impl<const SUPER: bool> Sight<'_, SUPER> {
    /// All pieces that attack in this way, both sides, frozen or not.
    #[inline(always)]
    pub fn way(self, way: Way) -> Set {
        let board = self.0;
        let pieces = match way {
            Way::Step => board.role(Role::King),
            Way::Leap => board.role(Role::Knight),
            Way::Diagonal => board.role(Role::Bishop) | board.role(Role::Queen),
            Way::Straight => board.role(Role::Rook) | board.role(Role::Queen),
        };
        if SUPER { pieces | board.superpieces_attacking(way) } else { pieces }
    }

    /// The pieces of a side that are not frozen. A piece next to an enemy Magician is: it does
    /// not move, does not check and guards nothing, but a frozen Magician freezes still.
    #[inline(always)]
    pub fn awake(self, color: Color) -> Set {
        let pieces = self.0.color(color);
        if SUPER { pieces.minus(self.0.cold(!color)) } else { pieces }
    }

    /// Pieces of a side that attack a square, as if `occupied` were all that stands in the way.
    /// Asked of one square after another, most of it need be worked out but once.
    #[inline(always)]
    pub fn attackers(self, color: Color, square: Square, occupied: Set) -> Set {
        let pieces = self.awake(color);
        (attacks::pawn(!color, square) & pieces & self.0.role(Role::Pawn))
            | (attacks::knight(square) & pieces & self.way(Way::Leap))
            | (attacks::king(square) & pieces & self.way(Way::Step))
            | (attacks::bishop(square, occupied) & pieces & self.way(Way::Diagonal))
            | (attacks::rook(square, occupied) & pieces & self.way(Way::Straight))
    }

    /// Sliders of a side on a line with this square, whatever stands between.
    #[inline(always)]
    pub fn snipers(self, attacker: Color, square: Square) -> Set {
        let sliders = (attacks::bishop_rays(square) & self.way(Way::Diagonal))
            | (attacks::rook_rays(square) & self.way(Way::Straight));
        sliders & self.awake(attacker)
    }

    /// Pieces, of either side, that alone stand between a slider of `attacker` and this square.
    #[inline]
    pub fn blockers(self, attacker: Color, square: Square) -> Set {
        let occupied = self.0.occupied();
        self.snipers(attacker, square).into_iter().fold(Set::EMPTY, |blockers, sniper| {
            let between = attacks::between(square, sniper) & occupied;
            if between.is_many() { blockers } else { blockers | between }
        })
    }
}
