//! Bishops and rooks by magic multiplication (Pradyumna Kannan 2007): one multiply and
//! one load on every processor. The multipliers were found by our own random search
//! (SplitMix64 from the seed "Kralle", sparse candidates); a test checks each of them
//! against plain rays over every occupancy that matters.

use super::{Set, Square};

/// One square's share of the table.
#[derive(Clone, Copy)]
struct Magic {
    mask: u64,
    factor: u64,
    offset: u32,
    shift: u32,
}

impl Magic {
    #[inline]
    const fn index(self, occupied: u64) -> usize {
        ((occupied & self.mask).wrapping_mul(self.factor) >> self.shift) as usize
            + self.offset as usize
    }
}

/// Attacks of one kind of slider for every square and occupancy.
struct Slider<const SIZE: usize> {
    magics: [Magic; 64],
    attacks: [u64; SIZE],
}

static ROOKS: Slider<102_400> = Slider::new(&ROOK_MAGICS, &ROOK_STEPS);
static BISHOPS: Slider<5_248> = Slider::new(&BISHOP_MAGICS, &BISHOP_STEPS);

/// (files, ranks) of one step.
type Steps = [(i8, i8); 4];
const ROOK_STEPS: Steps = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP_STEPS: Steps = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The squares a rook sees from here.
#[inline]
pub fn rook(square: Square, occupied: Set) -> Set {
    ROOKS.attacks(square, occupied)
}

/// The squares a bishop sees from here.
#[inline]
pub fn bishop(square: Square, occupied: Set) -> Set {
    BISHOPS.attacks(square, occupied)
}

static BISHOP_RAYS: [Set; 64] = open(&BISHOP_STEPS);
static ROOK_RAYS: [Set; 64] = open(&ROOK_STEPS);

const fn open(steps: &Steps) -> [Set; 64] {
    let mut table = [Set::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Set(rays(square as u8, 0, steps));
        square += 1;
    }
    table
}

/// The squares a bishop sees from here on an empty board. With the squares between, this says
/// as much of one pair of squares as [`bishop`] does, out of a table that stays in the cache.
#[inline]
pub fn bishop_rays(square: Square) -> Set {
    BISHOP_RAYS[square.index() & 63]
}

/// The squares a rook sees from here on an empty board.
#[inline]
pub fn rook_rays(square: Square) -> Set {
    ROOK_RAYS[square.index() & 63]
}

impl<const SIZE: usize> Slider<SIZE> {
    #[inline]
    fn attacks(&self, square: Square, occupied: Set) -> Set {
        Set(self.attacks[self.magics[square.index() & 63].index(occupied.0)])
    }

    const fn new(factors: &[u64; 64], steps: &Steps) -> Self {
        let empty = Magic { mask: 0, factor: 0, offset: 0, shift: 0 };
        let mut slider = Self { magics: [empty; 64], attacks: [0; SIZE] };
        let mut offset = 0;
        let mut square = 0;
        while square < 64 {
            let mask = relevant(square as u8, steps);
            let bits = mask.count_ones();
            let magic = Magic { mask, factor: factors[square], offset, shift: 64 - bits };
            slider.magics[square] = magic;
            let mut occupied = 0u64;
            loop {
                slider.attacks[magic.index(occupied)] = rays(square as u8, occupied, steps);
                occupied = occupied.wrapping_sub(mask) & mask;
                if occupied == 0 {
                    break;
                }
            }
            offset += 1 << bits;
            square += 1;
        }
        slider
    }
}

/// Walks from the square until something stands in the way.
const fn rays(square: u8, occupied: u64, steps: &Steps) -> u64 {
    let mut seen = 0;
    let mut i = 0;
    while i < 4 {
        let (files, ranks) = steps[i];
        let mut file = (square & 7) as i8 + files;
        let mut rank = (square >> 3) as i8 + ranks;
        while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            let here = 1 << (rank * 8 + file);
            seen |= here;
            if occupied & here != 0 {
                break;
            }
            file += files;
            rank += ranks;
        }
        i += 1;
    }
    seen
}

/// The squares whose occupancy matters: a ray's last square never does.
const fn relevant(square: u8, steps: &Steps) -> u64 {
    let mut edges = 0;
    if square & 7 != 0 {
        edges |= Set::FILE_A.0;
    }
    if square & 7 != 7 {
        edges |= Set::FILE_H.0;
    }
    if square >> 3 != 0 {
        edges |= Set::rank(0).0;
    }
    if square >> 3 != 7 {
        edges |= Set::rank(7).0;
    }
    rays(square, 0, steps) & !edges
}

#[rustfmt::skip]
const ROOK_MAGICS: [u64; 64] = [
    0x9880_0020_c008_82b0, 0x4040_0010_0020_0040, 0x0100_1040_2001_000a, 0x2080_0800_8010_0004,
    0x0280_1a04_0080_0800, 0x6200_0110_0802_0004, 0x0880_0200_1100_0080, 0x0200_0108_2400_4086,
    0x0c00_8000_8020_4012, 0x0824_4010_0040_2000, 0x1149_0010_4820_0102, 0x1000_8010_0008_0080,
    0x02c8_8008_0044_0080, 0x2000_8080_0200_0400, 0x8014_8080_1100_0200, 0x0002_0028_8401_0042,
    0x1480_8c80_01c0_04a4, 0x8010_1240_0120_0240, 0x0410_0020_0028_0400, 0x2088_0080_8010_0008,
    0x200a_0200_2004_1008, 0x1600_8080_0200_0400, 0x0000_0101_0004_0200, 0x0000_0200_00c4_10a7,
    0x10c0_1020_8000_8042, 0x8120_2000_8040_0086, 0x3060_0820_8010_0080, 0x0800_1000_8008_0084,
    0x0000_0501_0010_0800, 0x0042_0002_0008_0410, 0x0004_0804_0010_0281, 0x1420_0046_0000_8409,
    0x4800_4000_8080_0020, 0x0010_0020_0040_4002, 0x0040_4100_1100_2000, 0x1200_2100_0900_1001,
    0x0002_0802_8080_0400, 0x0014_0200_8080_0400, 0xe001_0024_0900_0200, 0x0410_0c81_0600_0054,
    0x2244_c002_2084_8010, 0x3010_0040_a000_c000, 0x0000_2000_1000_8080, 0x0480_2010_0a02_0040,
    0xa002_0004_0812_0020, 0x84a2_0028_3122_0004, 0x0000_0210_0804_0001, 0x0004_0081_0042_0004,
    0x0002_4005_8001_2480, 0x0330_4010_0020_0040, 0x4820_0110_0248_0440, 0x2f10_0008_0080_1080,
    0x8000_0801_0010_0500, 0x000a_0148_1004_6200, 0x9000_1008_4102_0400, 0x0116_0050_8401_0200,
    0x0040_4010_2080_0101, 0x2008_9040_0185_a101, 0x0009_0020_0008_1041, 0x0101_0004_1000_600b,
    0x0002_005c_2890_200a, 0x0005_0008_0400_8201, 0x8b00_4486_0811_1004, 0x8780_1242_2400_8502,
];
#[rustfmt::skip]
const BISHOP_MAGICS: [u64; 64] = [
    0x0004_0800_a102_0200, 0x4882_8888_0080_8008, 0x0084_0104_1102_0400, 0x0008_0841_0020_8089,
    0x0101_1040_9068_4101, 0x84a2_0804_0600_2060, 0x0084_0082_1090_0034, 0x4400_8208_0104_8200,
    0x8000_3104_101c_0040, 0x0000_0808_0884_124a, 0x4230_a200_8400_8418, 0x8200_a804_8512_4910,
    0x0804_0110_4040_0087, 0x9000_0201_1068_5000, 0x0004_0084_01a0_1008, 0x0000_0042_4a08_2000,
    0x2940_0020_0409_8230, 0x3009_0002_0808_0080, 0x0001_0108_0044_0081, 0x2100_8008_0200_4020,
    0x0402_0254_1202_022c, 0x4000_2021_1008_2000, 0x2004_0100_80a8_0800, 0x0043_0092_0282_2110,
    0x1011_1014_0420_0202, 0x0504_0250_0410_1404, 0x1004_0100_0212_0c00, 0x1012_0805_0400_4008,
    0x0801_0010_1300_4000, 0x1048_1200_1121_8c0a, 0x0ac8_2100_0044_1200, 0x8000_4500_0a00_8200,
    0x6010_8210_4020_0414, 0x8404_1074_1408_0102, 0x0440_1288_00d0_0a41, 0x1000_4008_200a_0200,
    0x0c40_0042_004b_0090, 0xa042_0082_0141_0042, 0x0408_0110_4001_0802, 0x4000_a202_0000_8080,
    0x0004_0203_c000_1051, 0x0000_8210_5002_4200, 0x8300_8400_4440_0800, 0x8160_2020_1800_0900,
    0x0000_0444_0820_0400, 0x0002_0411_0200_1409, 0x0020_a280_8202_0100, 0x0070_1202_1022_4042,
    0x0000_4210_0421_0008, 0x2802_0042_2210_00c0, 0x0601_0821_1808_4800, 0x0000_0804_8404_0800,
    0x0040_c410_8202_0104, 0x14a4_0410_0292_0a00, 0x0022_208d_0200_8a04, 0x4002_140c_1092_0000,
    0x1090_1a08_0108_0804, 0x1002_2104_0201_4410, 0x0000_4800_8048_0862, 0x0020_4002_2042_0200,
    0x0000_0000_34a5_0400, 0x0008_0840_0448_4080, 0x8440_6020_0129_2100, 0x1004_2040_b408_8480,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn magics_agree_with_rays() {
        for (steps, look_up) in
            [(&ROOK_STEPS, rook as fn(Square, Set) -> Set), (&BISHOP_STEPS, bishop)]
        {
            for square in Square::all() {
                let mask = relevant(square.0, steps);
                let mut occupied = 0u64;
                loop {
                    assert_eq!(look_up(square, Set(occupied)).0, rays(square.0, occupied, steps));
                    occupied = occupied.wrapping_sub(mask) & mask;
                    if occupied == 0 {
                        break;
                    }
                }
            }
        }
    }
}
