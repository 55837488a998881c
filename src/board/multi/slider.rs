//! Slider attacks without tables of occupancies. On a rank or diagonal each file occurs
//! once, so the pieces on it fold into sixteen bits by one multiplication; a file is gathered
//! from four words in much the same way. The free stretch round the slider is found in those
//! sixteen bits and spread back over the line.

use super::{Set, Square};

/// The four lines through a square, as indices.
pub(super) const RANK: usize = 0;
pub(super) const FILE: usize = 1;
pub(super) const RISING: usize = 2;
pub(super) const FALLING: usize = 3;

/// One bit in each rank of a word.
const LANES: u64 = 0x0001_0001_0001_0001;
/// Where a file's ranks stand once its words lie over each other, each four bits on: rank
/// `4 * word + lane` at bit `16 * lane + 4 * word`. This puts them in order, from bit 48 up.
const GATHER: u64 = 1 << 48 | 1 << 33 | 1 << 18 | 1 << 3;
/// The inverse, for ranks in order from bit 0 up: fewer than fifteen, or they would overlap.
const SPREAD: u64 = 1 | 1 << 15 | 1 << 30 | 1 << 45;
/// As many ranks as a board has at most.
const RANKS: u64 = (1 << 14) - 1;

/// On which of the four lines through `one` the other lies.
#[inline]
pub(super) fn direction(one: Square, other: Square) -> Option<usize> {
    let files = other.file() as i8 - one.file() as i8;
    let ranks = other.rank() as i8 - one.rank() as i8;
    if ranks == 0 {
        Some(RANK)
    } else if files == 0 {
        Some(FILE)
    } else if files == ranks {
        Some(RISING)
    } else if files == -ranks {
        Some(FALLING)
    } else {
        None
    }
}

/// The free stretch round a place in a row of sixteen, up to and with what ends it.
#[inline]
pub(super) fn stretch(row: u32, place: u32) -> u32 {
    let below = (1u32 << place) - 1;
    let above = !(below << 1 | 1);
    let next = row & above;
    let nearest = next & next.wrapping_neg();
    let up = (nearest | nearest.wrapping_sub(1)) & above;
    let farthest_down = 0x8000_0000u32 >> ((row & below) | 1).leading_zeros();
    let down = below & farthest_down.wrapping_neg();
    up | down
}

/// A slider on a line on which no file occurs twice.
#[inline]
pub(super) fn across(line: Set, from: Square, occupied: Set) -> Set {
    let Set([a, b, c, d]) = occupied & line;
    let row = ((a | b | c | d).wrapping_mul(LANES) >> 48) as u32;
    let reach = u64::from(stretch(row, u32::from(from.file())) & 0xffff).wrapping_mul(LANES);
    Set([reach; 4]) & line
}

/// A slider on a file.
#[inline]
pub(super) fn along(line: Set, from: Square, occupied: Set) -> Set {
    let file = from.file();
    let lanes: [u64; 4] =
        std::array::from_fn(|word| (occupied.0[word] >> file & LANES) << (4 * word));
    let column = (lanes[0] | lanes[1] | lanes[2] | lanes[3]).wrapping_mul(GATHER) >> 48;
    let reach = stretch(column as u32, u32::from(from.rank()));
    let ranks = (u64::from(reach) & RANKS).wrapping_mul(SPREAD);
    Set(std::array::from_fn(|word| (ranks >> (4 * word) & LANES) << file)) & line
}
