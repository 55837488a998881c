//! The transposition table: what was found out about positions, shared by all threads
//! without locks. An entry is two words; the second holds a check over the first, so a
//! torn or foreign entry is not recognised instead of being believed
//! (after Hyatt and Mann 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::Bound;
use crate::base::memory::ask_for_large_pages;
use crate::base::random::mix;
use crate::base::{Score, Window};
use crate::board::Move;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The best move found, or the one that refuted.
    pub mv: Option<Move>,
    /// From the view of the camp to move, as seen from this ply.
    pub score: Score,
    /// The static evaluation, in centipawns.
    pub eval: i32,
    /// Plies searched.
    pub depth: i32,
    /// How the score is meant.
    pub bound: Bound,
    /// Was the position once on a principal variation?
    pub was_pv: bool,
}

impl Known {
    /// Does the score answer what the window asks?
    pub fn decides(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        }
    }
}

#[derive(Default)]
struct Entry {
    /// move 32 | score 16 | evaluation 16
    content: AtomicU64,
    /// check 48 | depth 8 | age 5, pv 1, bound 2
    label: AtomicU64,
}

/// One cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// A fixed number of entries.
pub struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

const AGES: u8 = 32;
const CHECK: u64 = !0 << 16;

impl Table {
    /// A table of so many MiB.
    ///
    /// # Errors
    /// If the memory is not to be had.
    pub fn new(mib: usize) -> Result<Self, String> {
        let count = (mib << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets
            .try_reserve_exact(count)
            .map_err(|_| format!("there is no memory for a hash table of {mib} MiB"))?;
        ask_for_large_pages(buckets.spare_capacity_mut());
        buckets.resize_with(count, Bucket::default);
        Ok(Self { buckets, age: AtomicU8::new(0) })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
    }

    /// A new search begins: older entries go first.
    pub fn grow_older(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// How full, in thousandths, judged by a sample.
    pub fn fullness(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let fresh = |entry: &&Entry| {
            let label = entry.label.load(Ordering::Relaxed);
            label != 0 && age_of(label) == age
        };
        let used = sample.iter().flat_map(|bucket| &bucket.0).filter(fresh).count();
        (used * 1000 / (sample.len() * 4).max(1)) as u32
    }

    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Asks the memory for what will be probed in a moment.
    #[inline]
    #[allow(unsafe_code)]
    pub fn prefetch(&self, key: u64) {
        let bucket: *const Bucket = self.bucket(key);
        // SAFETY: a prefetch reads nothing and faults on nothing, and the pointer is to a
        // live bucket anyway.
        #[cfg(target_arch = "x86_64")]
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(bucket.cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = bucket;
    }

    /// What is known of the position with this key, met `ply` plies from the root.
    pub fn probe(&self, key: u64, ply: usize) -> Option<Known> {
        self.bucket(key).0.iter().find_map(|entry| {
            let content = entry.content.load(Ordering::Relaxed);
            let label = entry.label.load(Ordering::Relaxed);
            if label & CHECK != check(key, content) || label == 0 {
                return None;
            }
            Some(Known {
                mv: Move::from_word((content >> 32) as u32),
                score: Score::from_table((content >> 16) as i16, ply),
                eval: i32::from(content as i16),
                depth: i32::from((label >> 8) as u8) - DEPTH_SHIFT,
                bound: match label & 3 {
                    1 => Bound::Upper,
                    2 => Bound::Lower,
                    _ => Bound::Exact,
                },
                was_pv: label & 4 != 0,
            })
        })
    }

    /// Remembers. Keeps the old move where none is given, and the old entry where it knows
    /// clearly more about the same position.
    pub fn store(&self, key: u64, ply: usize, known: Known) {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let mut place = &bucket.0[0];
        let mut least = i32::MAX;
        let mut mv = known.mv;
        for entry in &bucket.0 {
            let content = entry.content.load(Ordering::Relaxed);
            let label = entry.label.load(Ordering::Relaxed);
            if label != 0 && label & CHECK == check(key, content) {
                let depth = i32::from((label >> 8) as u8) - DEPTH_SHIFT;
                if known.bound != Bound::Exact && known.depth + 3 < depth && age_of(label) == age {
                    return;
                }
                mv = mv.or(Move::from_word((content >> 32) as u32));
                place = entry;
                break;
            }
            let years = i32::from((AGES + age - age_of(label)) % AGES);
            let worth =
                if label == 0 { i32::MIN } else { i32::from((label >> 8) as u8) - 8 * years };
            if worth < least {
                least = worth;
                place = entry;
            }
        }
        let content = u64::from(mv.map_or(0, Move::word)) << 32
            | u64::from(known.score.to_table(ply) as u16) << 16
            | u64::from(known.eval.clamp(-32_000, 32_000) as i16 as u16);
        let bound = match known.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        let depth = (known.depth + DEPTH_SHIFT).clamp(0, 255) as u64;
        let label = check(key, content)
            | depth << 8
            | u64::from(age) << 3
            | u64::from(known.was_pv) << 2
            | bound;
        place.content.store(content, Ordering::Relaxed);
        place.label.store(label, Ordering::Relaxed);
    }
}

/// Depths below zero belong to quiescence.
const DEPTH_SHIFT: i32 = 2;

fn age_of(label: u64) -> u8 {
    (label >> 3) as u8 % AGES
}

fn check(key: u64, content: u64) -> u64 {
    // The upper bits of the key choose the bucket; the lower ones tell its guests apart.
    (key << 16) ^ (mix(content) & CHECK)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Role, Square};

    #[test]
    fn remembers_and_recognises() {
        let table = Table::new(1).expect("one MiB");
        let known = Known {
            mv: Some(Move::drop(Role::Knight, Square(42))),
            score: Score::mating(9),
            eval: -123,
            depth: 7,
            bound: Bound::Lower,
            was_pv: true,
        };
        table.store(0xdead_beef_0000_1234, 4, known);
        assert_eq!(table.probe(0xdead_beef_0000_1234, 4), Some(known));
        assert_eq!(table.probe(0xdead_beef_0000_1235, 4), None);
        assert!(table.fullness() <= 1000);
    }

    #[test]
    fn too_much_memory_is_an_error() {
        assert!(Table::new(usize::MAX >> 21).is_err());
    }
}
