//! The loops with 512-bit vectors of x86-64: one to a line.

use std::arch::x86_64::*;

use super::{Changes, Kernels, Neurons, TILE, tiles};

/// If this processor has them, with words of 16 bits.
pub fn kernels() -> Option<Kernels> {
    let here = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
    here.then_some(Kernels { name: "avx512", accumulate, output })
}

fn accumulate(to: &mut [Neurons], from: &[Neurons], layer: &[Neurons], changes: Changes) {
    // SAFETY: only `kernels` hands this function out, and only where there is AVX-512.
    unsafe { accumulate_here(to, from, layer, changes) }
}

fn output(views: &[&[Neurons]], weights: &[Neurons]) -> i64 {
    // SAFETY: as above.
    unsafe { output_here(views, weights) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load(line: &Neurons) -> __m512i {
    // SAFETY: a line is 64 bytes, aligned to 64.
    unsafe { _mm512_load_si512(line.0.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f,avx512bw")]
fn accumulate_here(to: &mut [Neurons], from: &[Neurons], layer: &[Neurons], changes: Changes) {
    let width = to.len();
    for tile in tiles(width) {
        let mut sums = [_mm512_setzero_si512(); TILE];
        for (sum, line) in sums.iter_mut().zip(&from[tile.clone()]) {
            *sum = load(line);
        }
        let row = |index: u16| &layer[usize::from(index) * width..][..width][tile.clone()];
        for &index in changes.added {
            for (sum, line) in sums.iter_mut().zip(row(index)) {
                *sum = _mm512_add_epi16(*sum, load(line));
            }
        }
        for &index in changes.removed {
            for (sum, line) in sums.iter_mut().zip(row(index)) {
                *sum = _mm512_sub_epi16(*sum, load(line));
            }
        }
        for (line, sum) in to[tile].iter_mut().zip(sums) {
            // SAFETY: a line is 64 bytes, aligned to 64.
            unsafe { _mm512_store_si512(line.0.as_mut_ptr().cast(), sum) }
        }
    }
}

/// A lane gets at most 1024 / 8 products of at most 255 * 255 * 127: that fits.
#[target_feature(enable = "avx512f,avx512bw")]
fn output_here(views: &[&[Neurons]], weights: &[Neurons]) -> i64 {
    let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(255));
    let weigh = |sum, line: &Neurons, weights: &Neurons| {
        let v = _mm512_min_epi16(_mm512_max_epi16(load(line), zero), one);
        let product = _mm512_madd_epi16(v, _mm512_mullo_epi16(v, load(weights)));
        _mm512_add_epi32(sum, product)
    };
    // Two sums that do not wait for each other.
    let mut sums = [zero; 2];
    let mut rest = weights;
    for neurons in views {
        let (own, others) = rest.split_at(neurons.len());
        rest = others;
        let (pairs, last) = neurons.as_chunks::<2>();
        let (own_pairs, own_last) = own.as_chunks::<2>();
        for ([first, second], [for_first, for_second]) in pairs.iter().zip(own_pairs) {
            sums = [weigh(sums[0], first, for_first), weigh(sums[1], second, for_second)];
        }
        if let ([line], [weights]) = (last, own_last) {
            sums[0] = weigh(sums[0], line, weights);
        }
    }
    let sum = _mm512_add_epi32(sums[0], sums[1]);
    let low = _mm512_cvtepi32_epi64(_mm512_castsi512_si256(sum));
    let high = _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64(sum, 1));
    _mm512_reduce_add_epi64(_mm512_add_epi64(low, high))
}
