//! The inner loops of a network, once for every kind of processor: what is added up over
//! thousands of numbers, and nothing else. All kinds give the same bits; which is used is
//! asked of the processor when a network is set up.
//!
//! This folder is one of the two places of the program with `unsafe` code: vector
//! instructions may run only where the processor has them, and registers are filled from
//! memory by address.

mod scalar;

pub use scalar::KERNELS as SCALAR;

/// Neurons as registers and cache lines have them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Line(pub [i16; super::file::LINE]);

impl Line {
    /// All zero.
    pub const ZERO: Self = Self([0; super::file::LINE]);

    /// Numbers in lines; the last one is filled up with zeros.
    pub fn of(numbers: &[i16]) -> Vec<Self> {
        let mut lines = vec![Self::ZERO; numbers.len().div_ceil(super::file::LINE)];
        for (place, &number) in lines.iter_mut().flat_map(|line| &mut line.0).zip(numbers) {
            *place = number;
        }
        lines
    }
}

/// The loops of one kind of processor.
#[derive(Clone, Copy, Debug)]
pub struct Kernels {
    /// What it is called.
    pub name: &'static str,
    /// `to` = `from` + the rows `add` of `layer` - the rows `subtract`, wrapping. A row is
    /// as long as `to` and `from`.
    pub accumulate: fn(to: &mut [Line], from: &[Line], layer: &[Line], rows: Rows),
    /// The sum over both views of v * v * weight, where v is the neuron cut to 0..=255.
    /// `weights` is as long as both views together, the mover's half first.
    pub output: fn(mover: &[Line], other: &[Line], weights: &[Line]) -> i64,
}

/// Rows to be added and subtracted.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    /// Those that are lit now.
    pub add: &'a [u16],
    /// Those that no longer are.
    pub subtract: &'a [u16],
}

/// All kinds that this machine can run, the best one first.
pub fn all() -> Vec<Kernels> {
    vec![SCALAR]
}

/// The best kind that this machine can run.
pub fn best() -> Kernels {
    all()[0]
}
