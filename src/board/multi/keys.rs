//! Zobrist keys of the boards for more than two players. See the keys of the 8x8 board for the
//! idea.

use super::{MOST_SEATS, MultiSeat, Piece, SQUARES, Seats, Square};
use crate::base::random;
use crate::board::Role;

const PIECES: usize = MOST_SEATS * Role::CHESS.len();

static PIECES_ON: [[u64; SQUARES]; PIECES] = {
    let mut rows = [[0; SQUARES]; PIECES];
    let mut i = 0;
    while i < PIECES {
        rows[i] = random::table(7001 + i as u64);
        i += 1;
    }
    rows
};
static RIGHTS: [u64; 256] = random::table(8001);
static TURN: [u64; MOST_SEATS] = random::table(8101);
static FROZEN: [u64; 16] = random::table(8201);
static CHECKED: [u64; 16] = random::table(8301);
static EN_PASSANT: [u64; MOST_SEATS * 32] = random::table(8401);
static ROOT: [u64; MOST_SEATS] = random::table(8501);

/// A piece on a square.
#[inline]
pub fn piece(piece: Piece, square: Square) -> u64 {
    PIECES_ON[piece.index()][square.index()]
}

/// Castling rights, one bit each.
#[inline]
pub fn rights(bits: u8) -> u64 {
    RIGHTS[bits as usize]
}

/// The seat to move.
#[inline]
pub fn turn(seat: MultiSeat) -> u64 {
    TURN[seat]
}

/// Seats that cannot move, and those of them that were in check on their last turn.
#[inline]
pub fn frozen(frozen: Seats, checked: Seats) -> u64 {
    if frozen.is_empty() {
        0
    } else {
        FROZEN[frozen.0 as usize & 15] ^ CHECKED[checked.0 as usize & 15]
    }
}

/// A seat may capture the pawn with this number en passant.
#[inline]
pub fn en_passant(taker: MultiSeat, pawn: u32) -> u64 {
    EN_PASSANT[taker.index() * 32 + pawn as usize]
}

/// The seat for which a search speaks, where that makes a difference.
#[inline]
pub fn root(seat: MultiSeat) -> u64 {
    ROOT[seat]
}
