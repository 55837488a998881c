//! The evaluation trace: what the evaluation counts into. The evaluation names no numbers; it says
//! which weight counts for which side, and how often. In play that becomes a [`Sum`];
//! for the tuner it becomes [`WeightCounts`], from the very same code, so that the two cannot
//! drift apart.

use super::weights::{DANGER, PhasePair};
use crate::board::Color;

/// Takes what the evaluation finds.
pub trait Trace {
    /// A weight of middlegame and endgame counts so many times for a side.
    fn pair(&mut self, color: Color, weight: PhasePair, times: i32);
    /// A weight that is the same in all phases.
    fn plain(&mut self, color: Color, weight: i32, times: i32);
    /// Danger to the king of a side.
    fn danger(&mut self, color: Color, weight: i32, times: i32);
}

/// The sums themselves, for each side.
#[derive(Clone, Copy, Default)]
pub struct Sum {
    /// By phase.
    pub pair: [PhasePair; 2],
    /// The same in all phases.
    pub plain: [i32; 2],
    /// Units of danger to the king.
    pub danger: [i32; 2],
}

impl Trace for Sum {
    #[inline(always)]
    fn pair(&mut self, color: Color, weight: PhasePair, times: i32) {
        let pair = &mut self.pair[color.index()];
        pair[0] += weight[0] * times;
        pair[1] += weight[1] * times;
    }

    #[inline(always)]
    fn plain(&mut self, color: Color, weight: i32, times: i32) {
        self.plain[color.index()] += weight * times;
    }

    #[inline(always)]
    fn danger(&mut self, color: Color, weight: i32, times: i32) {
        self.danger[color.index()] += weight * times;
    }
}

impl Sum {
    /// What the danger to a side's king costs it, in centipawns.
    #[inline]
    pub fn cost_of_danger(&self, color: Color) -> i32 {
        let units = self.danger[color.index()].max(0);
        units * units / DANGER
    }
}

/// How often each weight counts, if the evaluation is asked with weights that are their own
/// serial numbers.
#[derive(Clone, Default, Debug)]
pub struct WeightCounts {
    /// For White less for Black, middlegame and endgame.
    pub pairs: [Vec<i32>; 2],
    /// For White less for Black, in all phases.
    pub plain: Vec<i32>,
    /// Danger to White's king and to Black's.
    pub danger: [Vec<i32>; 2],
}

impl WeightCounts {
    /// For so many weights.
    pub fn new(weights: usize) -> Self {
        let none = || vec![0; weights];
        Self { pairs: [none(), none()], plain: none(), danger: [none(), none()] }
    }

    /// Begins anew.
    pub fn clear(&mut self) {
        let Self { pairs: [middle, end], plain, danger: [white, black] } = self;
        for counts in [middle, end, plain, white, black] {
            counts.fill(0);
        }
    }
}

/// 1 for White, -1 for Black: values are kept from White's point of view.
#[inline]
pub(super) const fn sign(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

impl Trace for WeightCounts {
    fn pair(&mut self, color: Color, weight: PhasePair, times: i32) {
        for (counts, serial) in self.pairs.iter_mut().zip(weight) {
            counts[serial as usize] += sign(color) * times;
        }
    }

    fn plain(&mut self, color: Color, weight: i32, times: i32) {
        self.plain[weight as usize] += sign(color) * times;
    }

    fn danger(&mut self, color: Color, weight: i32, times: i32) {
        self.danger[color.index()][weight as usize] += times;
    }
}
