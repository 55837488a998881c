//! The loops with the 128-bit vectors of WebAssembly: four to a line. A module that has them
//! runs only where they are, so nothing is asked at run time.

use std::arch::wasm32::*;

use super::{Changes, Kernels, Neurons};

/// Vectors in a line.
const PARTS: usize = 4;

/// Runs wherever the module does.
pub const KERNELS: Kernels = Kernels { name: "simd128", accumulate, output };

#[inline]
fn load(line: &Neurons) -> [v128; PARTS] {
    let (parts, _) = line.0.as_chunks::<8>();
    // SAFETY: a part is eight numbers, as long as a vector; it need not be aligned.
    std::array::from_fn(|index| unsafe { v128_load(parts[index].as_ptr().cast()) })
}

fn accumulate(to: &mut [Neurons], from: &[Neurons], layer: &[Neurons], changes: Changes) {
    let width = to.len();
    for (place, (to, from)) in to.iter_mut().zip(from).enumerate() {
        let mut sums = load(from);
        let row = |index: u16| load(&layer[usize::from(index) * width + place]);
        for &index in changes.added {
            for (sum, part) in sums.iter_mut().zip(row(index)) {
                *sum = i16x8_add(*sum, part);
            }
        }
        for &index in changes.removed {
            for (sum, part) in sums.iter_mut().zip(row(index)) {
                *sum = i16x8_sub(*sum, part);
            }
        }
        let (parts, _) = to.0.as_chunks_mut::<8>();
        for (part, sum) in parts.iter_mut().zip(sums) {
            // SAFETY: a part is eight numbers, as long as a vector.
            unsafe { v128_store(part.as_mut_ptr().cast(), sum) }
        }
    }
}

/// There are 16 lanes. Each gets at most 2 * 1024 / 16 products of at most 255 * 255 * 127:
/// that fits, but not when lanes are added.
fn output(views: &[&[Neurons]], weights: &[Neurons]) -> i64 {
    let (zero, one) = (i16x8_splat(0), i16x8_splat(255));
    let mut sums = [i32x4_splat(0); PARTS];
    let mut rest = weights;
    for neurons in views {
        let (own, others) = rest.split_at(neurons.len());
        rest = others;
        for (line, weights) in neurons.iter().zip(own) {
            for ((sum, neurons), weights) in sums.iter_mut().zip(load(line)).zip(load(weights)) {
                let v = i16x8_min(i16x8_max(neurons, zero), one);
                let product = i16x8_mul(v, weights);
                *sum = i32x4_add(*sum, i32x4_dot_i16x8(v, product));
            }
        }
    }
    let lanes = sums.map(|sum| {
        let halves = i64x2_add(i64x2_extend_low_i32x4(sum), i64x2_extend_high_i32x4(sum));
        i64x2_extract_lane::<0>(halves) + i64x2_extract_lane::<1>(halves)
    });
    lanes.into_iter().sum()
}
