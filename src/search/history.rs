//! What was good before: tables of small numbers that moves gain by refuting and lose by
//! failing. A drop has its own slots everywhere: dropping a knight on f3 and moving one
//! there are different ideas.

use std::marker::PhantomData;
use std::ops::Range;

use super::depth::Depth;
use super::margins::Margins;
use crate::base::memory::ask_for_large_pages;
use crate::board::{Move, Role};
use crate::game::Searchable;

/// Histories stay within this, either way.
pub const LIMIT: i32 = 16_384;

/// Slots of a correction table, per seat.
const CORRECTIONS: usize = 16_384;
/// Spreads pairs of moves over the slots.
const MOVE_SPREAD: u64 = 2_654_435_761;
/// Corrections are kept in this fraction of a centipawn.
const CORRECTION_GRAIN: i32 = 32;
/// Kinds of victim that are told apart: none, and one for each role.
const VICTIMS: usize = 1 + Role::ALL.len();
/// Parts of a position that are corrected for (see [`Searchable::part_keys`]), and the moves
/// before.
const PARTS: usize = 5;

/// One number that drifts towards what it is told and never leaves the limit.
fn push(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    let new = old + bonus - old * bonus.abs() / LIMIT;
    *value = new.clamp(-LIMIT, LIMIT) as i16;
}

/// A move as "this kind of piece, from hand or board, to this square": the index by which
/// continuation histories learn what follows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContinuationKey(u32);

impl ContinuationKey {
    /// Before the first move, or a null move.
    pub const NONE: Self = Self(0);

    /// The key of a move.
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

/// How many earlier moves a quiet move's history looks at.
pub const FOLLOWED: usize = 3;

/// The moves one, two and four plies before.
pub type Followed = [ContinuationKey; FOLLOWED];

/// What the evaluation is corrected by.
#[derive(Clone, Copy)]
pub struct CorrectionKeys {
    seat: usize,
    keys: [u64; PARTS],
}

impl CorrectionKeys {
    /// Those of a position, after these moves.
    #[inline]
    pub fn of<G: Searchable>(game: &G, [one, two, _]: Followed) -> Self {
        let [first, second, third, fourth] = game.part_keys();
        let moves = u64::from(one.0) * MOVE_SPREAD + u64::from(two.0);
        Self { seat: game.seat(), keys: [first, second, third, fourth, moves] }
    }
}

/// All history tables of one thread.
#[derive(Clone)]
pub struct Histories<G> {
    /// Quiet moves: [seat][square left, or role dropped][square reached].
    quiet: Vec<i16>,
    /// Continuation histories: [one or two plies before][side][key before][key].
    continuation: Vec<i16>,
    /// Captures and promotions: [seat][role][square][victim].
    noisy: Vec<i16>,
    /// How far the evaluation is off: [part][seat][key].
    corrections: Vec<i16>,
    game: PhantomData<G>,
}

/// The histories of a seat's quiet moves at a node, after the moves before.
pub struct QuietHistories<'a, G> {
    quiet: &'a [i16],
    continuation: [&'a [i16]; FOLLOWED],
    /// Hundredths of what followed the move four plies before.
    four: i32,
    game: PhantomData<G>,
}

impl<G: Searchable> QuietHistories<'_, G> {
    /// The history of this move.
    #[inline]
    pub fn of(&self, mv: Move) -> i32 {
        let key = ContinuationKey::of::<G>(mv).0 as usize;
        let [one, two, four] = self.continuation.map(|row| i32::from(row[key]));
        i32::from(self.quiet[quiet_slot::<G>(mv)]) + one + two + four * self.four / 100
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
    /// Sides that continuation histories tell apart: where four play, tables would get too large.
    const SIDES: usize = if G::SEATS == 2 { 2 } else { 1 };
    /// Parts that are corrected for. Where more than two play, it has not been measured what the
    /// moves before are worth for that, and they come last.
    const CORRECTED: usize = if G::SEATS == 2 { PARTS } else { PARTS - 1 };

    /// Empty tables.
    pub fn new() -> Self {
        let rows = 2 * Self::SIDES * ContinuationKey::count::<G>();
        // Not written before it is used, so that a thread costs what its games fill.
        let mut continuation = vec![0; rows * ContinuationKey::count::<G>()];
        ask_for_large_pages(&mut continuation);
        Self {
            quiet: vec![0; G::SEATS * quiet_slots::<G>()],
            continuation,
            noisy: vec![0; G::SEATS * G::ROLES * G::SQUARES * VICTIMS],
            corrections: vec![0; PARTS * G::SEATS * CORRECTIONS],
            game: PhantomData,
        }
    }

    /// Bytes of all tables.
    pub fn bytes(&self) -> usize {
        let Self { quiet, continuation, noisy, corrections, .. } = self;
        [quiet, continuation, noisy, corrections].map(|table| size_of_val(&table[..])).iter().sum()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        let Self { quiet, continuation, noisy, corrections, .. } = self;
        for table in [quiet, continuation, noisy, corrections] {
            table.fill(0);
        }
    }

    /// What this seat did after a move: the rows of [`Followed`], in its order. Moves two and
    /// four plies before share a table.
    #[inline]
    fn continuation_rows(seat: usize, before: Followed) -> [Range<usize>; FOLLOWED] {
        let count = ContinuationKey::count::<G>();
        let row = |table: usize, key: ContinuationKey| {
            let side = table * Self::SIDES + seat % Self::SIDES;
            let start = (side * count + key.0 as usize) * count;
            start..start + count
        };
        let [one, two, four] = before;
        [row(0, one), row(1, two), row(1, four)]
    }

    fn noisy_slot(seat: usize, mv: Move, victim: Option<Role>) -> usize {
        let row = seat * G::ROLES + mv.role().index();
        let victim = victim.map_or(0, |role| 1 + role.index());
        (row * G::SQUARES + mv.to_cell().index()) * VICTIMS + victim
    }

    /// The histories of quiet moves and drops, after these moves.
    #[inline]
    pub fn quiet(&self, seat: usize, before: Followed, margins: &Margins) -> QuietHistories<'_, G> {
        QuietHistories {
            quiet: &self.quiet[seat * quiet_slots::<G>()..][..quiet_slots::<G>()],
            continuation: Self::continuation_rows(seat, before).map(|row| &self.continuation[row]),
            four: margins.history_four,
            game: PhantomData,
        }
    }

    /// The history of a noisy move.
    #[inline]
    pub fn noisy(&self, seat: usize, mv: Move, victim: Option<Role>) -> i32 {
        i32::from(self.noisy[Self::noisy_slot(seat, mv, victim)])
    }

    /// Adds to the histories of a quiet move, or takes off.
    pub fn update_quiet(&mut self, seat: usize, mv: Move, before: Followed, bonus: i32) {
        self.update_butterfly(seat, mv, bonus);
        let key = ContinuationKey::of::<G>(mv).0 as usize;
        for row in Self::continuation_rows(seat, before) {
            push(&mut self.continuation[row][key], bonus);
        }
    }

    /// Adds to the history of a quiet move whatever came before, or takes off.
    pub fn update_butterfly(&mut self, seat: usize, mv: Move, bonus: i32) {
        push(&mut self.quiet[seat * quiet_slots::<G>() + quiet_slot::<G>(mv)], bonus);
    }

    /// Adds to the history of a noisy move, or takes off.
    pub fn update_noisy(&mut self, seat: usize, mv: Move, victim: Option<Role>, bonus: i32) {
        let slot = Self::noisy_slot(seat, mv, victim);
        push(&mut self.noisy[slot], bonus);
    }

    fn correction_slot(part: usize, seat: usize, key: u64) -> usize {
        (part * G::SEATS + seat) * CORRECTIONS + key as usize % CORRECTIONS
    }

    /// How far the evaluation has been off, in centipawns, where these parts stood.
    pub fn correction(&self, keys: &CorrectionKeys) -> i32 {
        let mut sum = 0;
        for (part, &key) in keys.keys[..Self::CORRECTED].iter().enumerate() {
            sum += i32::from(self.corrections[Self::correction_slot(part, keys.seat, key)]);
        }
        sum / CORRECTION_GRAIN
    }

    /// A search to this depth found the corrected evaluation off by so many centipawns. What
    /// is learnt is what the corrections have missed, never what they say already: scores
    /// come from corrected evaluations, and would drive themselves to the limit.
    pub fn update_correction(
        &mut self,
        keys: &CorrectionKeys,
        off: i32,
        depth: Depth,
        margins: &Margins,
    ) {
        let limit = margins.correction_limit * CORRECTION_GRAIN;
        let most = limit / margins.correction_step;
        let bonus = (off * depth.plies() / margins.correction_divisor).clamp(-most, most);
        for (part, &key) in keys.keys[..Self::CORRECTED].iter().enumerate() {
            let slot = Self::correction_slot(part, keys.seat, key);
            let old = i32::from(self.corrections[slot]);
            self.corrections[slot] = (old + bonus - old * bonus.abs() / limit) as i16;
        }
    }
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
        let keys = &CorrectionKeys { seat: 0, keys: [1, 2, 3, 4, 5] };
        let others = &CorrectionKeys { seat: 1, ..*keys };
        for missed in [40, -25, 0] {
            for _ in 0..200 {
                let off = missed - histories.correction(keys);
                histories.update_correction(keys, off, Depth::new(6), &Margins::COMMON);
            }
            let correction = histories.correction(keys);
            assert!((correction - missed).abs() <= 3, "{correction} for {missed}");
            assert_eq!(histories.correction(others), 0);
        }
        // A search that finds what the correction has put there has found nothing new.
        let before = histories.correction(keys);
        histories.update_correction(keys, 0, Depth::new(20), &Margins::COMMON);
        assert_eq!(histories.correction(keys), before);
    }
}
