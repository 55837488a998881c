//! Sliders on wide boards without tables of occupancies. On a rank or diagonal each file occurs
//! once, so the men on it fold into sixteen bits by one multiplication; a file is gathered
//! from four words in the same way. The free stretch round the slider is found in those
//! sixteen bits and spread back over the line.

use super::{Set, file, rank};
use crate::board::Square;

/// The four lines through a square, as indices.
pub(super) const RANK: usize = 0;
pub(super) const FILE: usize = 1;
pub(super) const RISING: usize = 2;
pub(super) const FALLING: usize = 3;

/// One bit in each rank of a word.
const LANES: u64 = 0x0001_0001_0001_0001;
/// Gathers those four bits at the top of the word.
const GATHER: u64 = 1 << 60 | 1 << 45 | 1 << 30 | 1 << 15;
/// The inverse: four bits, one into each rank.
const SPREAD: [u64; 16] = {
    let mut table = [0; 16];
    let mut bits = 0;
    while bits < 16 {
        let mut rank = 0;
        while rank < 4 {
            table[bits] |= ((bits >> rank & 1) as u64) << (16 * rank);
            rank += 1;
        }
        bits += 1;
    }
    table
};

/// On which of the four lines through `one` the other lies.
#[inline]
pub(super) fn direction(one: Square, other: Square) -> Option<usize> {
    let files = file(other) as i8 - file(one) as i8;
    let ranks = rank(other) as i8 - rank(one) as i8;
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
    let reach = u64::from(stretch(row, u32::from(file(from))) & 0xffff).wrapping_mul(LANES);
    Set([reach; 4]) & line
}

/// A slider on a file.
#[inline]
pub(super) fn along(line: Set, from: Square, occupied: Set) -> Set {
    let file = file(from);
    let mut column = 0;
    for (word, bits) in occupied.0.into_iter().enumerate() {
        let four = (bits >> file & LANES).wrapping_mul(GATHER) >> 60;
        column |= (four as u32) << (4 * word);
    }
    let reach = stretch(column, u32::from(rank(from)));
    Set(std::array::from_fn(|word| SPREAD[(reach >> (4 * word) & 15) as usize] << file)) & line
}
