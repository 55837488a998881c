//! What a network thinks of each piece of an 8x8 board: the value with it less the value
//! without it.

use super::features::Inputs8x8;
use super::inputs::Inputs;
use crate::board::{Board, Color, Piece, Role, Silent, Square};

/// A network's opinion of a position, in centipawns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inspection {
    /// For the mover.
    pub value: i32,
    /// The output bucket that the value is from.
    pub bucket: usize,
    /// What each bucket would say, for the mover.
    pub buckets: Vec<i32>,
    /// What each piece on the board but the kings is worth to its owner.
    pub pieces: Vec<(Piece, Square, i32)>,
    /// The pieces in hand, how many of a kind, and what the last of them is worth to its owner.
    pub held: Vec<(Piece, u8, i32)>,
}

/// Takes apart what `judge` says to a board in an output bucket, for the mover.
pub(super) fn inspect(
    board: &Board,
    mover: Color,
    bucket: usize,
    judge: impl Fn(&Board, usize) -> i32,
) -> Inspection {
    let value = judge(board, bucket);
    let buckets = (0..Inputs8x8::SET.buckets).map(|bucket| judge(board, bucket)).collect();
    // What a piece is worth to its owner is what is lost with it.
    let worth = |piece: Piece, without: Board| {
        let lost = value - judge(&without, bucket);
        if piece.color() == mover { lost } else { -lost }
    };
    let pieces = board.occupied().minus(board.role(Role::King)).into_iter().filter_map(|square| {
        let mut without = board.clone();
        let (piece, _) = without.lift(square, &mut Silent)?;
        Some((piece, square, worth(piece, without)))
    });
    let held = Color::ALL
        .into_iter()
        .flat_map(|color| board.hand(color).roles().map(move |role| Piece::new(color, role)));
    let held = held.map(|piece| {
        let mut without = board.clone();
        without.spend(piece, &mut Silent);
        (piece, board.hand(piece.color()).count(piece.role()), worth(piece, without))
    });
    Inspection { value, bucket, buckets, pieces: pieces.collect(), held: held.collect() }
}
