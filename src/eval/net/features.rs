//! What a network sees of an 8x8 board: which of its input rows are lit. The trainer and
//! the engine both read this file and nothing else, so they cannot disagree. It knows no
//! weights.
//!
//! A position has two views, one for each side. Each lights a row for every piece on the
//! board (whose, which, where), one more if it goes back as a pawn, and as many rows of a
//! "thermometer" as there are pieces of a kind in a hand.

use super::architecture::{InputSet, layout_hash};
use super::inputs::Inputs;
use super::threats::{self, BoardThreats};
use crate::board::{Board, Color, Piece, Role, Set, Square};

/// Kinds of pieces of chess, king last.
const KINDS: usize = 6;
const BOARD: usize = 2 * KINDS * 64;
/// How many pieces of a kind in one hand are told apart: pawns, knights, bishops, rooks, queens.
const CAPS: [u8; KINDS - 1] = [16, 4, 4, 4, 2];
const HAND: usize = 30;
const HANDS: usize = 2 * HAND;
const PROMOTED: usize = 2 * 4 * 64;
/// Superpieces on the board, last, and so out of the way of the games that have none.
const SUPER: usize = 2 * Role::SUPER.len() * 64;
const FIRST_SUPER: usize = BOARD + HANDS + PROMOTED;
const ROWS: usize = FIRST_SUPER + SUPER;
/// What both sides fear, behind all else. Some networks lack these rows, or those of structure.
const THREATS: usize = 2 * threats::ROWS;
const FIRST_THREATS: usize = 2 * threats::FIRST_ROWS;
const ALL_ROWS: usize = ROWS + THREATS;
/// Positions of different fullness are different games.
const BUCKETS: usize = 8;

/// The hash of the layout without threats, as all files of version 1 have it.
const HASH_OF_PIECES: u32 =
    layout_hash(&[BOARD, HANDS, PROMOTED, BUCKETS, CAPS[0] as usize, CAPS[4] as usize, 2, SUPER]);
/// The hash of this layout.
const HASH: u32 = layout_hash(&[HASH_OF_PIECES as usize, THREATS, threats::LIT]);
/// The hash of the layout without structure.
const HASH_WITHOUT_STRUCTURE: u32 =
    layout_hash(&[HASH_OF_PIECES as usize, FIRST_THREATS, threats::FIRST_LIT]);

/// The rows of one side's view as the other side sees them, if both kings stand on the same
/// half of the board.
const OVER_RANKS: [u16; ALL_ROWS] = beyond(0b111_000);
/// See [`OVER_RANKS`]: if they do not.
const OVER_BOTH: [u16; ALL_ROWS] = beyond(0b111_111);

/// The rows of one side's view as the other side sees them, with squares turned over by this.
const fn beyond(turn: usize) -> [u16; ALL_ROWS] {
    let mut rows = [0; ALL_ROWS];
    let mut row = 0;
    while row < ALL_ROWS {
        let (first, len, turn) = match row {
            _ if row < BOARD => (0, BOARD, turn),
            _ if row < BOARD + HANDS => (BOARD, HANDS, 0),
            _ if row < FIRST_SUPER => (BOARD + HANDS, PROMOTED, turn),
            _ if row < ROWS => (FIRST_SUPER, SUPER, turn),
            _ => (ROWS, THREATS, 0),
        };
        // The first half of each is one's own.
        rows[row] = (first + (((row - first + len / 2) % len) ^ turn)) as u16;
        row += 1;
    }
    rows
}

/// The inputs of all games on one 8x8 board.
#[derive(Clone, Copy, Debug)]
pub struct Inputs8x8;

impl Inputs8x8 {
    /// Pieces alone.
    pub const PIECES: InputSet =
        InputSet { hash: HASH_OF_PIECES, threats: 0, most_threats: 0, ..Self::SET };
    /// Pieces, and what the next moves may bring.
    pub const WITHOUT_STRUCTURE: InputSet = InputSet {
        hash: HASH_WITHOUT_STRUCTURE,
        threats: FIRST_THREATS,
        most_threats: 2 * threats::FIRST_LIT,
        ..Self::SET
    };
}

impl Inputs for Inputs8x8 {
    type Board = Board;
    type Piece = Piece;
    type Perspective = Perspective;
    type Threats = BoardThreats;

    const SET: InputSet = InputSet {
        name: "mirrored-8x8",
        hash: HASH,
        rows: ROWS,
        views: 2,
        buckets: BUCKETS,
        // Two kings, 62 other pieces on two boards' worth of sets, all of them promoted if
        // need be.
        most_lit: 128,
        usually_lit: 34,
        threats: THREATS,
        most_threats: 2 * threats::LIT,
        turns: &[&OVER_RANKS, &OVER_BOTH],
    };
    const NARROWER: &'static [InputSet] = &[Self::PIECES, Self::WITHOUT_STRUCTURE];

    fn first_perspective(view: usize) -> Perspective {
        Perspective::of(Color::ALL[view], Square(0))
    }

    #[inline]
    fn perspective(board: &Board, view: usize) -> Perspective {
        let side = Color::ALL[view];
        Perspective::of(side, board.king(side))
    }

    #[inline]
    fn after(from: Perspective, piece: Piece, at: Square) -> Option<Perspective> {
        let own_king = piece.role() == Role::King && piece.color() == from.side;
        own_king.then(|| Perspective::of(from.side, at))
    }

    #[inline]
    fn rows_of_piece(
        from: Perspective,
        piece: Piece,
        promoted: bool,
        at: Square,
        mut row: impl FnMut(usize),
    ) {
        row(from.piece(piece, at));
        if promoted && let Some(promoted) = from.promoted(piece, at) {
            row(promoted);
        }
    }

    #[inline]
    fn row_in_hand(from: Perspective, piece: Piece, nth: u8) -> Option<usize> {
        from.held(piece, nth)
    }

    fn lit(from: Perspective, board: &Board, mut row: impl FnMut(usize)) {
        for square in board.occupied() {
            let Some(piece) = board.at(square) else { continue };
            Self::rows_of_piece(from, piece, board.promoted().has(square), square, &mut row);
        }
        for color in Color::ALL {
            let hand = board.hand(color);
            for role in hand.roles() {
                let piece = Piece::new(color, role);
                (0..hand.count(role)).filter_map(|nth| from.held(piece, nth)).for_each(&mut row);
            }
        }
    }

    #[inline]
    fn threats(board: &Board, set: &InputSet) -> BoardThreats {
        BoardThreats::of(board, set.most_threats / 2)
    }

    #[inline]
    fn rows_of_threats(from: Perspective, threats: &BoardThreats) -> [&[u16]; 2] {
        [from.side, !from.side].map(|side| threats.feared_by(side))
    }

    #[inline]
    fn view(mover: usize, nth: usize) -> usize {
        mover ^ nth
    }

    /// By pieces in hand where there are hands, else by pieces gone.
    #[inline]
    fn bucket(board: &Board, has_hands: bool) -> usize {
        let steps = if has_hands {
            // Most positions have few pieces in hand: dropping them is what the game is about.
            (board.hand(Color::White).len() + board.hand(Color::Black).len()) / 2
        } else {
            32_u32.saturating_sub(Set::len(board.occupied())) / 4
        };
        (steps as usize).min(BUCKETS - 1)
    }
}

/// The board as one side sees it: its own first rank below, and its own king on the left
/// half, so that what is learnt on one wing holds for the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perspective {
    side: Color,
    /// What the indices of squares are turned over by: ranks for Black, files if the king is on
    /// the right half.
    turn: u8,
}

impl Perspective {
    /// The perspective of this side with its king here.
    #[inline]
    pub const fn of(side: Color, king: Square) -> Self {
        let files = if king.file() >= 4 { 7 } else { 0 };
        Self { side, turn: Square(0).relative(side).0 ^ files }
    }

    #[inline]
    fn square(self, square: Square) -> usize {
        Square(square.0 ^ self.turn).index()
    }

    #[inline]
    fn whose(self, piece: Piece) -> usize {
        piece.color().index() ^ self.side.index()
    }

    /// The row of a piece on the board, promoted or not.
    #[inline]
    pub fn piece(self, piece: Piece, square: Square) -> usize {
        let (whose, kind) = (self.whose(piece), piece.role().index());
        let first = match kind.checked_sub(KINDS) {
            None => (whose * KINDS + kind) * 64,
            Some(kind) => FIRST_SUPER + (whose * Role::SUPER.len() + kind) * 64,
        };
        first + self.square(square)
    }

    /// The row that a promoted piece lights besides.
    ///
    /// A pawn-shaped piece of unknown value looks like a pawn, and lights none.
    #[inline]
    pub fn promoted(self, piece: Piece, square: Square) -> Option<usize> {
        let kind = match piece.role() {
            Role::Knight => 0,
            Role::Bishop => 1,
            Role::Rook => 2,
            Role::Queen => 3,
            _ => return None,
        };
        Some(BOARD + HANDS + (self.whose(piece) * 4 + kind) * 64 + self.square(square))
    }

    /// The row of the `nth` piece of a kind in its owner's hand, from 0; more pieces than the
    /// thermometer has marks light no more.
    #[inline]
    pub fn held(self, piece: Piece, nth: u8) -> Option<usize> {
        const FIRST: [usize; KINDS - 1] = [0, 16, 20, 24, 28];
        let kind = piece.role().index();
        (kind < CAPS.len() && nth < CAPS[kind])
            .then(|| BOARD + self.whose(piece) * HAND + FIRST[kind] + usize::from(nth))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::notation::Setup;

    fn rows(fen: &str, side: Color) -> Vec<usize> {
        let setup: Setup = fen.parse().unwrap();
        let mut rows = Vec::new();
        let from = Perspective::of(side, setup.board.king(side));
        Inputs8x8::lit(from, &setup.board, |row| rows.push(row));
        rows.sort_unstable();
        rows
    }

    #[test]
    fn every_fact_has_a_row_of_its_own() {
        let mut seen = HashSet::new();
        let view = Perspective::of(Color::White, Square::new(0, 0));
        for color in Color::ALL {
            for role in Role::CHESS.into_iter().chain(Role::SUPER) {
                let piece = Piece::new(color, role);
                for square in Square::all() {
                    assert!(seen.insert(view.piece(piece, square)));
                    assert!(view.promoted(piece, square).is_none_or(|row| seen.insert(row)));
                }
                assert!(
                    (0..127).filter_map(|nth| view.held(piece, nth)).all(|row| seen.insert(row))
                );
            }
        }
        assert_eq!(seen.len(), Inputs8x8::SET.rows);
        assert!(seen.into_iter().all(|row| row < Inputs8x8::SET.rows));
    }

    #[test]
    fn a_mirrored_position_looks_the_same() {
        let white = "r1b1k3/ppQ~p4/8/8/4N3/8/PPP5/1K6[QNPPnbr] w - - 0 1";
        let turned = "6k1/5ppp/8/3n4/8/8/4Pq~PP/3K1B1R[qnppNBR] b - - 0 1";
        for side in Color::ALL {
            assert_eq!(rows(white, side), rows(turned, !side), "{side}");
        }
        assert_ne!(rows(white, Color::White), rows(white, Color::Black));
    }

    #[test]
    fn buckets_grow_with_the_hands_or_with_the_pieces_gone() {
        let full: Setup = "4k3/8/8/8/8/8/8/4K3[QNPPnbrp] w - - 0 1".parse().unwrap();
        assert_eq!(Inputs8x8::bucket(&full.board, true), 4);
        assert_eq!(Inputs8x8::bucket(&full.board, false), 7);
        let start: Setup = crate::game::rules::START.parse().unwrap();
        assert_eq!(Inputs8x8::bucket(&start.board, true), 0);
        assert_eq!(Inputs8x8::bucket(&start.board, false), 0);
    }
}
