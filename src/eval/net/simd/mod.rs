//! The inner loops of a network, once for every kind of processor: what is added up over
//! thousands of numbers, and nothing else. All kinds give the same bits; which is used is
//! asked of the processor when a network is set up.
//!
//! This folder is one of three places of the program with `unsafe` code: vector
//! instructions may run only where the processor has them, and registers are filled from
//! memory by address.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

use super::architecture::LINE;

/// Neurons as registers and cache lines have them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Neurons(pub [i16; LINE]);

impl Neurons {
    /// All zero.
    pub const ZERO: Self = Self([0; LINE]);

    /// This and the named lines of a layer together, wrapping. A function of its own, so that
    /// the sum stays in registers.
    #[inline(never)]
    pub fn plus(self, layer: &[Self], rows: &[u16]) -> Self {
        let mut sum = self.0;
        for &row in rows {
            let line = &layer[usize::from(row)].0;
            sum = std::array::from_fn(|neuron| sum[neuron].wrapping_add(line[neuron]));
        }
        Self(sum)
    }

    /// Numbers in lines; the last one is filled up with zeros.
    pub fn of(numbers: &[i16]) -> Vec<Self> {
        let mut lines = vec![Self::ZERO; numbers.len().div_ceil(LINE)];
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
    /// `to` = `from` + the added rows of `layer` - the removed ones, wrapping. A row is as long
    /// as `to` and `from`.
    pub accumulate: fn(to: &mut [Neurons], from: &[Neurons], layer: &[Neurons], changes: Changes),
    /// The sum over all views, which are equally long, of v * v * weight, where v is the
    /// neuron cut to 0..=255. `weights` has those of the first view first.
    pub output: fn(views: &[&[Neurons]], weights: &[Neurons]) -> i64,
}

/// Rows of the first layer that come and go.
#[derive(Clone, Copy, Debug)]
pub struct Changes<'a> {
    /// Those that are lit now.
    pub added: &'a [u16],
    /// Those that no longer are.
    pub removed: &'a [u16],
}

/// All kinds that this machine can run, the best one first.
pub fn all() -> Vec<Kernels> {
    let mut kinds = Vec::new();
    #[cfg(target_arch = "x86_64")]
    kinds.extend([avx512::kernels(), avx2::kernels()].into_iter().flatten());
    #[cfg(target_arch = "aarch64")]
    kinds.extend(neon::kernels());
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    kinds.push(wasm::KERNELS);
    kinds.push(scalar::KERNELS);
    kinds
}

/// The best kind that this machine can run.
pub fn best() -> Kernels {
    all()[0]
}

/// Lines that are summed up together, in registers.
#[cfg(target_arch = "x86_64")]
const TILE: usize = 4;

/// Cuts lines into tiles.
#[cfg(target_arch = "x86_64")]
fn tiles(width: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    (0..width).step_by(TILE).map(move |start| start..width.min(start + TILE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::SplitMix;

    /// Numbers from the whole range, the extremes often among them.
    fn lines(count: usize, most: i16, source: &mut SplitMix) -> Vec<Neurons> {
        let mut number = || {
            let word;
            (word, *source) = source.next();
            match word % 8 {
                0 => most,
                1 => -most,
                _ => ((word >> 8) as i16) % most.max(1),
            }
        };
        (0..count).map(|_| Neurons(std::array::from_fn(|_| number()))).collect()
    }

    #[test]
    fn every_kind_sums_rows_alike() {
        let mut source = SplitMix(3);
        for width in [1, 2, 3, 4, 5, 8, 32] {
            let layer = lines(40 * width, i16::MAX, &mut source);
            let from = lines(width, i16::MAX, &mut source);
            let indices: Vec<u16> = (0..40).collect();
            for (added, removed) in [(1, 1), (0, 0), (2, 2), (1, 2), (3, 2), (16, 16), (39, 1)] {
                let changes =
                    Changes { added: &indices[..added], removed: &indices[40 - removed..] };
                let run = |kind: Kernels| {
                    let mut to = vec![Neurons::ZERO; width];
                    (kind.accumulate)(&mut to, &from, &layer, changes);
                    to
                };
                let expected = run(scalar::KERNELS);
                for kind in all() {
                    assert!(run(kind) == expected, "{}, {width} lines, {changes:?}", kind.name);
                }
            }
        }
    }

    #[test]
    fn every_kind_weighs_neurons_alike() {
        let mut source = SplitMix(4);
        for width in [1, 2, 3, 4, 7, 8, 32] {
            for (most, weight) in [(i16::MAX, 127), (255, 127), (300, 40)] {
                for count in [1, 2, 4] {
                    let neurons: Vec<_> =
                        (0..count).map(|_| lines(width, most, &mut source)).collect();
                    let views: Vec<&[Neurons]> = neurons.iter().map(Vec::as_slice).collect();
                    let weights = lines(count * width, weight, &mut source);
                    let expected = (scalar::KERNELS.output)(&views, &weights);
                    for kind in all() {
                        let found = (kind.output)(&views, &weights);
                        assert_eq!(found, expected, "{}, {count} views of {width}", kind.name);
                    }
                }
            }
        }
    }

    /// All neurons full and all weights extreme: nothing may overflow on the way.
    #[test]
    fn the_largest_sum_fits() {
        let full =
            vec![Neurons([i16::MAX; LINE]); super::super::architecture::MOST_NEURONS / LINE / 2];
        for weight in [127, -127] {
            let weights = vec![Neurons([weight; LINE]); 2 * full.len()];
            let expected = i64::from(weight) * 255 * 255 * (2 * full.len() * LINE) as i64;
            for kind in all() {
                assert_eq!((kind.output)(&[&full, &full], &weights), expected, "{}", kind.name);
            }
        }
    }

    #[test]
    fn the_kinds_of_this_machine_are_there() {
        let names: Vec<&str> = all().iter().map(|kind| kind.name).collect();
        assert_eq!(names.last(), Some(&"scalar"));
        let vectors = cfg!(any(target_feature = "avx2", target_feature = "neon"));
        assert!(names.len() > 1 || !vectors, "{names:?}");
    }
}
