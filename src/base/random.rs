//! SplitMix64 (Steele, Lea, Flood 2014), usable in constants: the keys of all
//! boards are made by it at compile time. Seeded playouts use the `rand` crate.

use std::hash::{BuildHasher, Hasher, RandomState};

/// The state of a SplitMix64 generator.
#[derive(Clone, Copy, Debug)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// The next word and the generator after it.
    pub const fn next(self) -> (u64, Self) {
        let state = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        (mix(state), Self(state))
    }
}

/// Scrambles one word; a bijection.
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A table of `N` independent words.
pub const fn table<const N: usize>(seed: u64) -> [u64; N] {
    let mut words = [0; N];
    let mut source = SplitMix(seed);
    let mut i = 0;
    while i < N {
        (words[i], source) = source.next();
        i += 1;
    }
    words
}

/// A word that is different at every call: a seed where none is given.
pub fn fresh_seed() -> u64 {
    // The standard library seeds its hash tables from the system.
    RandomState::new().build_hasher().finish()
}
