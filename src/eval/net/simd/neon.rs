//! The loops with the 128-bit vectors of AArch64: four to a line.

use std::arch::aarch64::*;

use super::{Changes, Kernels, Neurons};

/// Vectors in a line.
const PARTS: usize = 4;

/// If this processor has them.
pub fn kernels() -> Option<Kernels> {
    let here = std::arch::is_aarch64_feature_detected!("neon");
    here.then_some(Kernels { name: "neon", accumulate, output })
}

fn accumulate(to: &mut [Neurons], from: &[Neurons], layer: &[Neurons], changes: Changes) {
    // SAFETY: only `kernels` hands this function out, and only where there is Neon.
    unsafe { accumulate_here(to, from, layer, changes) }
}

fn output(views: &[&[Neurons]], weights: &[Neurons]) -> i64 {
    // SAFETY: as above.
    unsafe { output_here(views, weights) }
}

#[inline]
#[target_feature(enable = "neon")]
fn load(line: &Neurons) -> [int16x8_t; PARTS] {
    let (parts, _) = line.0.as_chunks::<8>();
    // SAFETY: a part is eight numbers.
    std::array::from_fn(|index| unsafe { vld1q_s16(parts[index].as_ptr()) })
}

#[target_feature(enable = "neon")]
fn accumulate_here(to: &mut [Neurons], from: &[Neurons], layer: &[Neurons], changes: Changes) {
    let width = to.len();
    for (place, (to, from)) in to.iter_mut().zip(from).enumerate() {
        let mut sums = load(from);
        let row = |index: u16| load(&layer[usize::from(index) * width + place]);
        for &index in changes.added {
            for (sum, part) in sums.iter_mut().zip(row(index)) {
                *sum = vaddq_s16(*sum, part);
            }
        }
        for &index in changes.removed {
            for (sum, part) in sums.iter_mut().zip(row(index)) {
                *sum = vsubq_s16(*sum, part);
            }
        }
        let (parts, _) = to.0.as_chunks_mut::<8>();
        for (part, sum) in parts.iter_mut().zip(sums) {
            // SAFETY: a part is eight numbers.
            unsafe { vst1q_s16(part.as_mut_ptr(), sum) }
        }
    }
}

/// There are 16 lanes. Each gets at most 2 * 1024 / 16 products of at most 255 * 255 * 127:
/// that fits, but not when lanes are added.
#[target_feature(enable = "neon")]
fn output_here(views: &[&[Neurons]], weights: &[Neurons]) -> i64 {
    let (zero, one) = (vdupq_n_s16(0), vdupq_n_s16(255));
    let mut sums = [vdupq_n_s32(0); PARTS];
    let mut rest = weights;
    for neurons in views {
        let (own, others) = rest.split_at(neurons.len());
        rest = others;
        for (line, weights) in neurons.iter().zip(own) {
            for ((sum, neurons), weights) in sums.iter_mut().zip(load(line)).zip(load(weights)) {
                let v = vminq_s16(vmaxq_s16(neurons, zero), one);
                let product = vmulq_s16(v, weights);
                let low = vmlal_s16(*sum, vget_low_s16(v), vget_low_s16(product));
                *sum = vmlal_high_s16(low, v, product);
            }
        }
    }
    sums.into_iter().map(|sum| vaddlvq_s32(sum)).sum()
}
