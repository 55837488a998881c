//! The transposition table: what was found out about positions, shared by all threads
//! without locks. A slot is two words; the second holds a check over the first, so a torn or
//! foreign entry is not recognised instead of being believed (after Hyatt and Mann 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::api::Bound;
use super::depth::Depth;
use crate::base::memory::ask_for_large_pages;
use crate::base::random::mix;
use crate::base::{Score, Window};
use crate::board::Move;

/// Depth that outweighs having been written one search earlier.
const AGE_WORTH: i32 = 8;
/// The depth of an entry whose position was evaluated and not searched, the least there is.
const UNSEARCHED: Depth = Depth::new(-2);
/// A bound so many plies shallower does not replace an entry of the same position.
const KEPT: i32 = 3;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// The best move found, or the one that refuted.
    pub mv: Option<Move>,
    /// From the view of the camp to move, as seen from this ply.
    pub score: Score,
    /// The static evaluation, in centipawns.
    pub eval: i32,
    /// How deep it was searched.
    pub depth: Depth,
    /// How the score is meant.
    pub bound: Bound,
    /// Was the position once on a principal variation?
    pub was_pv: bool,
}

impl TtEntry {
    /// Of a position that was evaluated and not searched: it decides nothing.
    pub fn unsearched(eval: i32) -> Self {
        Self {
            mv: None,
            score: Score::mated(0),
            eval,
            depth: UNSEARCHED,
            bound: Bound::Lower,
            was_pv: false,
        }
    }

    /// Does the score answer what the window asks?
    pub fn decides(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        }
    }
}

/// There is no memory for what was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MemoryError {
    /// The table.
    #[error("there is no memory for a hash table of {0} MiB")]
    Table(usize),
    /// What threads learn, each for itself.
    #[error("there is no memory for {threads} threads, which need {mib} MiB")]
    Threads {
        /// So many were asked for.
        threads: usize,
        /// Of all of them together.
        mib: usize,
    },
}

/// The first word of a slot: move 32 | score 16 | evaluation 16.
#[derive(Clone, Copy)]
struct SlotContent(u64);

impl SlotContent {
    fn new(mv: Option<Move>, score: Score, eval: i32, ply: usize) -> Self {
        Self(
            u64::from(mv.map_or(0, Move::word)) << 32
                | u64::from(score.to_table(ply) as u16) << 16
                | u64::from(eval.clamp(-32_000, 32_000) as i16 as u16),
        )
    }

    fn mv(self) -> Option<Move> {
        Move::from_word((self.0 >> 32) as u32)
    }

    fn score(self, ply: usize) -> Score {
        Score::from_table((self.0 >> 16) as i16, ply)
    }

    fn eval(self) -> i32 {
        i32::from(self.0 as i16)
    }
}

/// The second word of a slot: check 48 | depth 8 | age 5 | was on a PV 1 | bound 2. A slot
/// that was never written has the word 0.
#[derive(Clone, Copy)]
struct SlotLabel(u64);

impl SlotLabel {
    const CHECK: u64 = !0 << 16;
    /// Ages begin anew after so many searches.
    const AGES: u8 = 32;
    /// Depths below zero belong to quiescence; stored ones begin at 0.
    const DEPTH_SHIFT: i32 = -UNSEARCHED.plies();

    fn new(key: u64, content: SlotContent, entry: &TtEntry, age: u8) -> Self {
        let bound = match entry.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        let depth = (entry.depth.plies() + Self::DEPTH_SHIFT).clamp(0, 255) as u64;
        Self(
            Self::check(key, content)
                | depth << 8
                | u64::from(age) << 3
                | u64::from(entry.was_pv) << 2
                | bound,
        )
    }

    /// The upper bits of the key choose the bucket; the lower ones tell its entries apart.
    fn check(key: u64, content: SlotContent) -> u64 {
        (key << 16) ^ (mix(content.0) & Self::CHECK)
    }

    fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn belongs_to(self, key: u64, content: SlotContent) -> bool {
        self.0 & Self::CHECK == Self::check(key, content) && !self.is_empty()
    }

    fn depth(self) -> Depth {
        Depth::new(i32::from((self.0 >> 8) as u8) - Self::DEPTH_SHIFT)
    }

    fn age(self) -> u8 {
        (self.0 >> 3) as u8 % Self::AGES
    }

    fn was_pv(self) -> bool {
        self.0 & 4 != 0
    }

    fn bound(self) -> Bound {
        match self.0 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        }
    }

    /// What the entry is worth keeping, given the age of the table: an entry loses with every
    /// search that did not write it again.
    fn worth(self, age: u8) -> i32 {
        if self.is_empty() {
            return i32::MIN;
        }
        let searches = i32::from((Self::AGES + age - self.age()) % Self::AGES);
        self.depth().plies() - AGE_WORTH * searches
    }
}

#[derive(Default)]
struct Slot {
    content: AtomicU64,
    label: AtomicU64,
}

impl Slot {
    fn load(&self) -> (SlotContent, SlotLabel) {
        let content = SlotContent(self.content.load(Ordering::Relaxed));
        (content, SlotLabel(self.label.load(Ordering::Relaxed)))
    }

    fn store(&self, content: SlotContent, label: SlotLabel) {
        self.content.store(content.0, Ordering::Relaxed);
        self.label.store(label.0, Ordering::Relaxed);
    }
}

/// One cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// A fixed number of entries.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

impl TranspositionTable {
    /// A table of so many MiB.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn new(mib: usize) -> Result<Self, MemoryError> {
        let count = (mib << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| MemoryError::Table(mib))?;
        ask_for_large_pages(buckets.spare_capacity_mut());
        buckets.resize_with(count, Bucket::default);
        Ok(Self { buckets, age: AtomicU8::new(0) })
    }

    /// Its size in MiB.
    pub fn mib(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()).div_ceil(1 << 20)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
    }

    /// A new search begins: older entries go first.
    pub fn grow_older(&self) {
        self.age.store((self.age() + 1) % SlotLabel::AGES, Ordering::Relaxed);
    }

    fn age(&self) -> u8 {
        self.age.load(Ordering::Relaxed)
    }

    /// How full of entries of this search, in thousandths, judged by a sample.
    pub fn fullness(&self) -> u32 {
        let age = self.age();
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let is_fresh = |slot: &&Slot| {
            let (_, label) = slot.load();
            !label.is_empty() && label.age() == age
        };
        let used = sample.iter().flat_map(|bucket| &bucket.0).filter(is_fresh).count();
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
    pub fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let (content, label) = slot.load();
            label.belongs_to(key, content).then(|| TtEntry {
                mv: content.mv(),
                score: content.score(ply),
                eval: content.eval(),
                depth: label.depth(),
                bound: label.bound(),
                was_pv: label.was_pv(),
            })
        })
    }

    /// Remembers. Keeps the old move where none is given, and the old entry where it knows
    /// clearly more about the same position.
    pub fn store(&self, key: u64, ply: usize, entry: TtEntry) {
        let age = self.age();
        let bucket = self.bucket(key);
        let mut place = &bucket.0[0];
        let mut least = i32::MAX;
        let mut mv = entry.mv;
        for slot in &bucket.0 {
            let (content, label) = slot.load();
            if label.belongs_to(key, content) {
                let is_shallow = entry.depth + KEPT < label.depth();
                if entry.bound != Bound::Exact && is_shallow && label.age() == age {
                    return;
                }
                mv = mv.or(content.mv());
                place = slot;
                break;
            }
            let worth = label.worth(age);
            if worth < least {
                least = worth;
                place = slot;
            }
        }
        let content = SlotContent::new(mv, entry.score, entry.eval, ply);
        place.store(content, SlotLabel::new(key, content, &entry, age));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Role, Square};

    const ENTRY: TtEntry = TtEntry {
        mv: Some(Move::drop(Role::Knight, Square(42))),
        score: Score::mating(9),
        eval: -123,
        depth: Depth::new(7),
        bound: Bound::Lower,
        was_pv: true,
    };

    #[test]
    fn remembers_and_recognises() {
        let table = TranspositionTable::new(1).expect("one MiB");
        table.store(0xdead_beef_0000_1234, 4, ENTRY);
        assert_eq!(table.probe(0xdead_beef_0000_1234, 4), Some(ENTRY));
        assert_eq!(table.probe(0xdead_beef_0000_1235, 4), None);
        // Without a move the old one is kept; clearly shallower bounds are not.
        table.store(0xdead_beef_0000_1234, 4, TtEntry { mv: None, eval: 9, ..ENTRY });
        assert_eq!(table.probe(0xdead_beef_0000_1234, 4), Some(TtEntry { eval: 9, ..ENTRY }));
        table.store(0xdead_beef_0000_1234, 4, TtEntry { depth: Depth::new(1), ..ENTRY });
        assert_eq!(table.probe(0xdead_beef_0000_1234, 4), Some(TtEntry { eval: 9, ..ENTRY }));
    }

    #[test]
    fn an_evaluation_decides_nothing() {
        let table = TranspositionTable::new(1).expect("one MiB");
        let entry = TtEntry::unsearched(-77);
        table.store(5, 0, entry);
        assert_eq!(table.probe(5, 0), Some(entry));
        for beta in [Score::mated(2), Score::cp(-3_000), Score::ZERO, Score::mating(1)] {
            assert!(!entry.decides(Window::null(beta - 1)));
        }
        // Whatever a search finds replaces it.
        table.store(5, 0, TtEntry { depth: Depth::new(-1), ..ENTRY });
        assert_eq!(table.probe(5, 0).map(|entry| entry.depth.plies()), Some(-1));
    }

    #[test]
    fn fullness_counts_what_this_search_has_written() {
        let mut table = TranspositionTable::new(1).expect("one MiB");
        assert_eq!(table.fullness(), 0);
        // Small keys share the first bucket, which has four slots of the sample's thousand.
        for key in 1..=3 {
            table.store(key, 0, ENTRY);
            assert_eq!(table.fullness(), key as u32);
        }
        for key in 4..=9 {
            table.store(key, 0, ENTRY);
            assert_eq!(table.fullness(), 4);
        }
        table.grow_older();
        assert_eq!(table.fullness(), 0);
        table.store(1 << 63, 0, ENTRY);
        assert_eq!(table.fullness(), 0, "outside the sample");
        table.store(1, 0, ENTRY);
        assert_eq!(table.fullness(), 1);
        table.clear();
        assert_eq!(table.fullness(), 0);
    }

    #[test]
    fn too_much_memory_is_an_error() {
        let mib = usize::MAX >> 21;
        assert_eq!(TranspositionTable::new(mib).err(), Some(MemoryError::Table(mib)));
    }
}
