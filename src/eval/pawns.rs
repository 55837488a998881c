//! What pawns alone say of a side's structure: where a pawn stands by itself, before another, or
//! with nothing of the rival's ahead.

use crate::board::{Board, Color, Role, Set, attacks};

/// The pawns of a side, and squares they have to do with.
pub struct PawnStructure {
    pub pawns: Set,
    /// Squares that they have left behind.
    behind: Set,
    /// Squares that they may come to.
    path: Set,
    /// Squares that they may attack on the way.
    pub swept: Set,
}

impl PawnStructure {
    /// Of this side.
    #[inline]
    pub fn of(board: &Board, side: Color) -> Self {
        let pawns = board.pieces(side, Role::Pawn);
        let path = pawns.ahead(side);
        Self { pawns, behind: pawns.ahead(!side), path, swept: attacks::beside(path) }
    }

    /// The files on which they stand.
    #[inline]
    pub fn files(&self) -> Set {
        self.behind | self.pawns | self.path
    }

    /// Pawns that have none beside them, before or behind.
    #[inline]
    pub fn isolated(&self) -> Set {
        self.pawns.minus(attacks::beside(self.files()))
    }

    /// Pawns with another one ahead on their file: all but the first.
    #[inline]
    pub fn doubled(&self) -> Set {
        self.pawns & self.behind
    }

    /// The first ones on their files that no pawn of the rival can stop or take.
    #[inline]
    pub fn passed(&self, rival: &Self) -> Set {
        self.pawns.minus(self.behind | rival.path | rival.swept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Setup;

    fn squares(set: Set) -> Vec<String> {
        set.into_iter().map(|square| square.to_string()).collect()
    }

    #[test]
    fn pawns_are_told_apart() {
        let setup: Setup = "4k3/7p/1p6/8/3P1p2/3P4/PP4P1/4K3 w - - 0 1".parse().unwrap();
        let [white, black] = Color::ALL.map(|side| PawnStructure::of(&setup.board, side));
        assert_eq!(squares(white.isolated()), ["g2", "d3", "d4"]);
        assert_eq!(squares(white.doubled()), ["d3"]);
        assert_eq!(squares(white.passed(&black)), ["d4"]);
        assert_eq!(squares(black.isolated()), ["f4", "b6", "h7"]);
        assert_eq!(squares(black.doubled()), [""; 0]);
        assert_eq!(squares(black.passed(&white)), [""; 0]);
        assert_eq!(white.files(), Set::file(0) | Set::file(1) | Set::file(3) | Set::file(6));
        assert_eq!(black.swept, attacks::beside(black.path));
    }
}
