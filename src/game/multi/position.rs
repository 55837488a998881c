//! A position of a game for more than two: what it keeps and what can be asked of it.

use std::marker::PhantomData;

use super::ending::MultiEnd;
use super::rules::Rules;
use super::variant::MultiGame;
use super::view::castling_step;
use crate::board::multi::{Board, MOST_SEATS, MultiSeat, Piece, Seats, Set, Square, squares};
use crate::board::{Move, MoveKind, MoveList, Observer};
use crate::game::{Class, Playable};

/// A position of a game for more than two.
#[derive(Clone)]
pub struct Position<K: MultiGame> {
    pub(super) rules: Rules,
    pub(super) board: Board,
    pub(super) state: Snapshot,
    pub(super) past: Vec<Snapshot>,
    pub(super) first_ply: u32,
    pub(super) kind: PhantomData<K>,
}

/// What a move changes and cannot be computed backwards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Snapshot {
    /// Everything that future play depends on, but for counts of plies.
    pub(super) key: u64,
    pub(super) turn: MultiSeat,
    /// Live enemy pieces that check the seat to move.
    pub(super) checkers: Set,
    /// Pieces of the seat to move that alone shield its king.
    pub(super) pinned: Set,
    pub(super) rights: u8,
    /// By seat: the pawns, by number, that it may capture en passant.
    pub(super) en_passant: [u32; MOST_SEATS],
    /// Seats that had no move on their last turn.
    pub(super) frozen: Seats,
    /// Those of them that were in check then.
    pub(super) checked: Seats,
    pub(super) outcome: Option<MultiEnd>,
    /// Plies since the last capture or pawn move.
    pub(super) quiet_plies: u16,
    /// The move that led here, if it was one, and whose it was.
    pub(super) mv: Option<Move>,
    pub(super) mover: MultiSeat,
    pub(super) captured: Option<Piece>,
}

impl<K: MultiGame> Position<K> {
    /// The rules that are played.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The pieces.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The seat to move; if the game is over, the one that could not.
    #[inline]
    pub fn turn(&self) -> MultiSeat {
        self.state.turn
    }

    /// Seats that had no move on their last turn.
    pub fn frozen(&self) -> Seats {
        self.state.frozen
    }

    /// Those of the frozen that were in check on their last turn.
    pub fn checked(&self) -> Seats {
        self.state.checked
    }

    /// Live enemy pieces that check the seat to move.
    pub fn checkers(&self) -> Set {
        self.state.checkers
    }

    /// Is the seat to move in check?
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.state.checkers.is_empty()
    }

    /// Plies since the last capture or pawn move.
    pub fn quiet_count(&self) -> u16 {
        self.state.quiet_plies
    }

    /// The number of the ply to be played; a skip is none.
    pub fn ply(&self) -> u32 {
        self.first_ply + self.past.len() as u32
    }

    /// The last move played, if any.
    pub fn last_move(&self) -> Option<Move> {
        self.state.mv
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate_into(Class::All, &mut moves);
        moves
    }

    /// The piece that a legal move captures, and its square.
    pub(super) fn target(&self, mv: Move) -> Option<(Piece, Square)> {
        let (_, to) = squares(mv);
        let square = match mv.kind() {
            MoveKind::Normal | MoveKind::Promotion => to,
            MoveKind::EnPassant => self.en_passant_pawn(self.turn(), to)?,
            _ => return None,
        };
        Some((self.board.at(square)?, square))
    }

    /// The pawn that this seat may capture en passant on this square.
    pub(super) fn en_passant_pawn(&self, taker: MultiSeat, to: Square) -> Option<Square> {
        let pawns = self.state.en_passant[taker];
        (0..u32::BITS)
            .filter(|pawn| pawns >> pawn & 1 != 0)
            .map(|pawn| K::LAYOUT.double_step(pawn))
            .find_map(|(crossed, pawn)| (crossed == to).then_some(pawn))
    }

    /// Where king and rook come to stand.
    pub(super) fn castled(king: Square, rook: Square) -> (Square, Square) {
        let step = castling_step(king, rook);
        (king.offset(2 * step), king.offset(step))
    }
}

impl<K: MultiGame> Playable for Position<K> {
    type Piece = Piece;

    #[inline]
    fn key(&self) -> u64 {
        self.state.key
    }

    fn generate(&self, class: Class, moves: &mut MoveList) {
        self.generate_into(class, moves);
    }

    fn count_moves(&self) -> u64 {
        self.count_legal()
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.allows(mv)
    }

    fn play(&mut self, mv: Move, observer: &mut impl Observer<Piece>) {
        self.make(mv, observer);
    }

    fn undo(&mut self) {
        self.unmake();
    }
}
