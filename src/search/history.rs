//! What was good before: tables of small numbers that moves earn by refuting and lose by
//! failing. A drop has its own slots everywhere: dropping a knight on f3 and moving one
//! there are different ideas.

use crate::board::{Move, Role};
use crate::game::Game;

/// Histories stay within this, either way.
pub const LIMIT: i32 = 16_384;

/// Half-open slots of a correction table, per seat.
const CORRECTIONS: usize = 16_384;
/// Corrections are kept in this fraction of a centipawn.
const CORRECTION_GRAIN: i32 = 256;
const CORRECTION_LIMIT: i32 = 90 * CORRECTION_GRAIN;

/// One number that drifts towards what it is told and never leaves the limit.
fn push(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    let new = old + bonus - old * bonus.abs() / LIMIT;
    *value = new.clamp(-LIMIT, LIMIT) as i16;
}

/// A move as "this kind of man, from hand or board, to this square": the index by which
/// moves that follow it learn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deed(u32);

impl Deed {
    /// Before the first move, or a pass.
    pub const NONE: Self = Self(0);

    /// The deed of a move on a board of so many squares, with so many kinds of men.
    pub fn of(mv: Move, squares: usize, roles: usize) -> Self {
        let row = mv.role().index() + if mv.is_drop() { roles } else { 0 };
        Self((row * squares + mv.to().index()) as u32)
    }

    /// Only men of chess are ever dropped.
    const fn count(squares: usize, roles: usize) -> usize {
        (roles + Role::COUNT) * squares
    }
}

/// All tables of one thread.
#[derive(Clone)]
pub struct Histories {
    squares: usize,
    roles: usize,
    /// [seat][square left, or role dropped][square reached]
    quiet: Vec<i16>,
    /// [deed before][deed], for the ply before and two plies before.
    follow: [Vec<i16>; 2],
    /// [seat][role][square][victim]
    noisy: Vec<i16>,
    /// [part][seat][key]
    corrections: Vec<i16>,
    seats: usize,
}

impl Histories {
    /// Empty tables for a game.
    pub fn new<G: Game>() -> Self {
        let squares = G::SQUARES;
        let deeds = Deed::count(squares, G::ROLES);
        Self {
            squares,
            roles: G::ROLES,
            quiet: vec![0; G::SEATS * (squares + Role::COUNT) * squares],
            follow: [vec![0; deeds * deeds], vec![0; deeds * deeds]],
            noisy: vec![0; G::SEATS * G::ROLES * squares * VICTIMS],
            corrections: vec![0; PARTS * G::SEATS * CORRECTIONS],
            seats: G::SEATS,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for table in [&mut self.quiet, &mut self.noisy, &mut self.corrections] {
            table.fill(0);
        }
        for table in &mut self.follow {
            table.fill(0);
        }
    }

    fn quiet_slot(&self, seat: usize, mv: Move) -> usize {
        let row = if mv.is_drop() { self.squares + mv.role().index() } else { mv.from().index() };
        (seat * (self.squares + Role::COUNT) + row) * self.squares + mv.to().index()
    }

    fn follow_slot(&self, before: Deed, mv: Move) -> usize {
        let deed = Deed::of(mv, self.squares, self.roles);
        before.0 as usize * Deed::count(self.squares, self.roles) + deed.0 as usize
    }

    fn noisy_slot(&self, seat: usize, mv: Move, victim: usize) -> usize {
        let row = seat * self.roles + mv.role().index();
        (row * self.squares + mv.to().index()) * VICTIMS + victim.min(VICTIMS - 1)
    }

    /// What a quiet move or drop has earned, after the deeds one and two plies before.
    #[inline]
    pub fn quiet(&self, seat: usize, mv: Move, before: [Deed; 2]) -> i32 {
        i32::from(self.quiet[self.quiet_slot(seat, mv)])
            + i32::from(self.follow[0][self.follow_slot(before[0], mv)])
            + i32::from(self.follow[1][self.follow_slot(before[1], mv)])
    }

    /// What a noisy move has earned.
    #[inline]
    pub fn noisy(&self, seat: usize, mv: Move, victim: usize) -> i32 {
        i32::from(self.noisy[self.noisy_slot(seat, mv, victim)])
    }

    /// A quiet move earns or loses.
    pub fn reward_quiet(&mut self, seat: usize, mv: Move, before: [Deed; 2], bonus: i32) {
        let slot = self.quiet_slot(seat, mv);
        push(&mut self.quiet[slot], bonus);
        for (table, deed) in before.into_iter().enumerate() {
            let slot = self.follow_slot(deed, mv);
            push(&mut self.follow[table][slot], bonus);
        }
    }

    /// A noisy move earns or loses.
    pub fn reward_noisy(&mut self, seat: usize, mv: Move, victim: usize, bonus: i32) {
        let slot = self.noisy_slot(seat, mv, victim);
        push(&mut self.noisy[slot], bonus);
    }

    fn correction_slot(&self, part: usize, seat: usize, key: u64) -> usize {
        (part * self.seats + seat) * CORRECTIONS + key as usize % CORRECTIONS
    }

    /// How far the evaluation has been off, in centipawns, where these parts stood.
    pub fn correction(&self, seat: usize, keys: [u64; PARTS]) -> i32 {
        let sum: i32 = keys
            .into_iter()
            .enumerate()
            .map(|(part, key)| i32::from(self.corrections[self.correction_slot(part, seat, key)]))
            .sum();
        sum / (2 * CORRECTION_GRAIN)
    }

    /// A search to this depth found the evaluation off by so many centipawns.
    pub fn learn_correction(&mut self, seat: usize, keys: [u64; PARTS], off: i32, depth: i32) {
        let weight = (depth + 1).min(16);
        let target = (off * CORRECTION_GRAIN).clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT);
        for (part, key) in keys.into_iter().enumerate() {
            let slot = self.correction_slot(part, seat, key);
            let old = i32::from(self.corrections[slot]);
            let new = (old * (256 - weight) + target * weight) / 256;
            self.corrections[slot] = new.clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT) as i16;
        }
    }
}

/// Kinds of victim that are told apart: none, and one for each role.
const VICTIMS: usize = 1 + Role::KINDS;
/// Parts of a position that are corrected for: see [`Game::part_keys`].
const PARTS: usize = 4;

/// What a refutation at this depth earns.
pub fn bonus(depth: i32) -> i32 {
    (170 * depth - 60).min(1_800)
}
