//! What was good before: tables of small numbers that moves earn by refuting and lose by
//! failing. A drop has its own slots everywhere: dropping a knight on f3 and moving one
//! there are different ideas.

use std::marker::PhantomData;
use std::ops::Range;

use crate::base::memory::ask_for_large_pages;
use crate::board::{Move, Role};
use crate::game::Searchable;

/// Histories stay within this, either way.
pub const LIMIT: i32 = 16_384;

/// Half-open slots of a correction table, per seat.
const CORRECTIONS: usize = 16_384;
/// Corrections are kept in this fraction of a centipawn.
const CORRECTION_GRAIN: i32 = 32;
/// No table corrects by more.
const CORRECTION_LIMIT: i32 = 32 * CORRECTION_GRAIN;

/// One number that drifts towards what it is told and never leaves the limit.
fn push(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    let new = old + bonus - old * bonus.abs() / LIMIT;
    *value = new.clamp(-LIMIT, LIMIT) as i16;
}

/// A move as "this kind of piece, from hand or board, to this square": the index by which
/// moves that follow it learn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deed(u32);

impl Deed {
    /// Before the first move, or a pass.
    pub const NONE: Self = Self(0);

    /// The deed of a move.
    #[inline]
    pub fn of<G: Searchable>(mv: Move) -> Self {
        let row = mv.role().index() + if mv.is_drop() { G::ROLES } else { 0 };
        Self((row * G::SQUARES + mv.to_cell().index()) as u32)
    }

    /// Only pieces of chess are ever dropped.
    const fn count<G: Searchable>() -> usize {
        (G::ROLES + Role::CHESS.len()) * G::SQUARES
    }
}

/// All tables of one thread.
#[derive(Clone)]
pub struct Histories<G> {
    /// [seat][square left, or role dropped][square reached]
    quiet: Vec<i16>,
    /// [plies before][deed before][deed]
    follow: Vec<i16>,
    /// [seat][role][square][victim]
    noisy: Vec<i16>,
    /// [part][seat][key]
    corrections: Vec<i16>,
    game: PhantomData<G>,
}

/// What quiet moves of a seat have earned, after the deeds one and two plies before.
pub struct Earned<'a, G> {
    quiet: &'a [i16],
    follow: [&'a [i16]; 2],
    game: PhantomData<G>,
}

impl<G: Searchable> Earned<'_, G> {
    /// What this one has.
    #[inline]
    pub fn of(&self, mv: Move) -> i32 {
        let deed = Deed::of::<G>(mv).0 as usize;
        i32::from(self.quiet[quiet_slot::<G>(mv)])
            + i32::from(self.follow[0][deed])
            + i32::from(self.follow[1][deed])
    }
}

fn quiet_slot<G: Searchable>(mv: Move) -> usize {
    let row = if mv.is_drop() { G::SQUARES + mv.role().index() } else { mv.from_cell().index() };
    row * G::SQUARES + mv.to_cell().index()
}

const fn quiet_slots<G: Searchable>() -> usize {
    (G::SQUARES + Role::CHESS.len()) * G::SQUARES
}

impl<G: Searchable> Histories<G> {
    /// Empty tables.
    pub fn new() -> Self {
        let rows = 2 * Deed::count::<G>();
        let mut follow = Vec::with_capacity(rows * Deed::count::<G>());
        ask_for_large_pages(follow.spare_capacity_mut());
        follow.resize(rows * Deed::count::<G>(), 0);
        Self {
            quiet: vec![0; G::SEATS * quiet_slots::<G>()],
            follow,
            noisy: vec![0; G::SEATS * G::ROLES * G::SQUARES * VICTIMS],
            corrections: vec![0; PARTS * G::SEATS * CORRECTIONS],
            game: PhantomData,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for table in [&mut self.quiet, &mut self.follow, &mut self.noisy, &mut self.corrections] {
            table.fill(0);
        }
    }

    /// What followed a deed one or two plies before.
    fn follow_row(plies: usize, before: Deed) -> Range<usize> {
        let count = Deed::count::<G>();
        let start = ((plies - 1) * count + before.0 as usize) * count;
        start..start + count
    }

    fn noisy_slot(seat: usize, mv: Move, victim: Option<Role>) -> usize {
        let row = seat * G::ROLES + mv.role().index();
        (row * G::SQUARES + mv.to_cell().index()) * VICTIMS
            + victim.map_or(0, |role| 1 + role.index())
    }

    /// What quiet moves and drops have earned, after the deeds one and two plies before.
    #[inline]
    pub fn after(&self, seat: usize, [one, two]: [Deed; 2]) -> Earned<'_, G> {
        Earned {
            quiet: &self.quiet[seat * quiet_slots::<G>()..][..quiet_slots::<G>()],
            follow: [
                &self.follow[Self::follow_row(1, one)],
                &self.follow[Self::follow_row(2, two)],
            ],
            game: PhantomData,
        }
    }

    /// What a noisy move has earned.
    #[inline]
    pub fn noisy(&self, seat: usize, mv: Move, victim: Option<Role>) -> i32 {
        i32::from(self.noisy[Self::noisy_slot(seat, mv, victim)])
    }

    /// A quiet move earns or loses.
    pub fn reward_quiet(&mut self, seat: usize, mv: Move, before: [Deed; 2], bonus: i32) {
        push(&mut self.quiet[seat * quiet_slots::<G>() + quiet_slot::<G>(mv)], bonus);
        let deed = Deed::of::<G>(mv).0 as usize;
        for (plies, before) in (1..).zip(before) {
            push(&mut self.follow[Self::follow_row(plies, before)][deed], bonus);
        }
    }

    /// A noisy move earns or loses.
    pub fn reward_noisy(&mut self, seat: usize, mv: Move, victim: Option<Role>, bonus: i32) {
        let slot = Self::noisy_slot(seat, mv, victim);
        push(&mut self.noisy[slot], bonus);
    }

    fn correction_slot(part: usize, seat: usize, key: u64) -> usize {
        (part * G::SEATS + seat) * CORRECTIONS + key as usize % CORRECTIONS
    }

    /// How far the evaluation has been off, in centipawns, where these parts stood.
    pub fn correction(&self, seat: usize, keys: [u64; PARTS]) -> i32 {
        let mut sum = 0;
        for (part, &key) in keys.iter().enumerate() {
            sum += i32::from(self.corrections[Self::correction_slot(part, seat, key)]);
        }
        sum / CORRECTION_GRAIN
    }

    /// A search to this depth found the corrected evaluation off by so many centipawns. What is
    /// learnt is what the corrections have missed, never what they say already: scores
    /// come from corrected evaluations, and would drive themselves to the limit.
    pub fn learn_correction(&mut self, seat: usize, keys: [u64; PARTS], off: i32, depth: i32) {
        let most = CORRECTION_LIMIT / 4;
        let bonus = (off * depth / 3).clamp(-most, most);
        for (part, key) in keys.into_iter().enumerate() {
            let slot = Self::correction_slot(part, seat, key);
            let old = i32::from(self.corrections[slot]);
            self.corrections[slot] = (old + bonus - old * bonus.abs() / CORRECTION_LIMIT) as i16;
        }
    }
}

/// Kinds of victim that are told apart: none, and one for each role.
const VICTIMS: usize = 1 + Role::ALL.len();
/// Parts of a position that are corrected for: see [`Searchable::part_keys`].
const PARTS: usize = 4;

/// What a refutation at this depth earns.
pub fn bonus(depth: i32) -> i32 {
    (170 * depth - 60).min(1_800)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::single::Position;

    /// What searches return rests on corrected evaluations: the correction must come to what
    /// the evaluation lacks, and stay there.
    #[test]
    fn corrections_come_to_rest_at_what_is_missed() {
        let mut histories = Histories::<Position>::new();
        let keys = [1, 2, 3, 4];
        for missed in [40, -25, 0] {
            for _ in 0..200 {
                let off = missed - histories.correction(0, keys);
                histories.learn_correction(0, keys, off, 6);
            }
            let correction = histories.correction(0, keys);
            assert!((correction - missed).abs() <= 3, "{correction} for {missed}");
            assert_eq!(histories.correction(1, keys), 0);
        }
        // A search that finds what the correction has put there has found nothing new.
        let before = histories.correction(0, keys);
        histories.learn_correction(0, keys, 0, 20);
        assert_eq!(histories.correction(0, keys), before);
    }
}
