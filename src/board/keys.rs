//! Zobrist keys of the 8x8 board (Zobrist 1970): one random word for each fact, and
//! a position's key is their exclusive or. Hands count, as the same board with other
//! hands is another position.

use super::{Color, Hand, Piece, Role, Square};
use crate::base::random;

const PIECES: usize = 2 * Role::ALL.len();
const COUNTS: usize = Hand::MOST as usize + 1;

static PIECES_ON: [[u64; 64]; PIECES] = matrix(1);
static PROMOTED: [u64; 64] = random::table(1001);
static HELD: [[u64; COUNTS]; PIECES] = matrix(2001);
static ROOK_RIGHTS: [u64; 64] = random::table(3001);
static EN_PASSANT_FILE: [u64; 8] = random::table(4001);
static TURN: [u64; 1] = random::table(5001);

/// One row for each piece. The pieces of chess have the seeds from `seed` on, the superpieces
/// those behind.
const fn matrix<const N: usize>(seed: u64) -> [[u64; N]; PIECES] {
    let mut rows = [[0; N]; PIECES];
    let mut piece = 0;
    while piece < PIECES {
        let (role, color) = (piece / 2, piece % 2);
        let place = if role < Role::CHESS.len() {
            color * Role::CHESS.len() + role
        } else {
            Role::CHESS.len() + color * Role::SUPER.len() + role
        };
        rows[piece] = random::table(seed + place as u64);
        piece += 1;
    }
    rows
}

/// A piece on a square, promoted or not.
#[inline(always)]
pub fn piece(piece: Piece, promoted: bool, square: Square) -> u64 {
    let plain = PIECES_ON[piece.index()][square.index()];
    if promoted { plain ^ PROMOTED[square.index()] } else { plain }
}

/// So many pieces of a kind in a hand; zero for none.
#[inline]
pub fn held(piece: Piece, count: u8) -> u64 {
    if count == 0 { 0 } else { HELD[piece.index()][count as usize] }
}

/// The right to castle with the rook on this square.
#[inline]
pub fn castling(rook: Square) -> u64 {
    ROOK_RIGHTS[rook.index()]
}

/// A pawn may be captured en passant on this file.
#[inline]
pub fn en_passant(square: Square) -> u64 {
    EN_PASSANT_FILE[square.file() as usize]
}

/// The side to move.
#[inline]
pub fn turn(color: Color) -> u64 {
    match color {
        Color::White => 0,
        Color::Black => TURN[0],
    }
}
