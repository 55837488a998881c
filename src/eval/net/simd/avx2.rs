//! The loops with 256-bit vectors of x86-64: two to a line.

use std::arch::x86_64::*;

use super::{Changes, Kernels, Neurons, TILE, tiles};

/// If this processor has them.
pub fn kernels() -> Option<Kernels> {
    let here = is_x86_feature_detected!("avx2");
    here.then_some(Kernels { name: "avx2", accumulate, output })
}

fn accumulate(to: &mut [Neurons], from: &[Neurons], layer: &[Neurons], changes: Changes) {
    // SAFETY: only `kernels` hands this function out, and only where there is AVX2.
    unsafe { accumulate_here(to, from, layer, changes) }
}

fn output(views: &[&[Neurons]], weights: &[Neurons]) -> i64 {
    // SAFETY: as above.
    unsafe { output_here(views, weights) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(line: &Neurons) -> [__m256i; 2] {
    let address = line.0.as_ptr().cast::<__m256i>();
    // SAFETY: a line is 64 bytes, aligned to 64.
    unsafe { [_mm256_load_si256(address), _mm256_load_si256(address.add(1))] }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(line: &mut Neurons, [low, high]: [__m256i; 2]) {
    let address = line.0.as_mut_ptr().cast::<__m256i>();
    // SAFETY: a line is 64 bytes, aligned to 64.
    unsafe {
        _mm256_store_si256(address, low);
        _mm256_store_si256(address.add(1), high);
    }
}

#[target_feature(enable = "avx2")]
fn accumulate_here(to: &mut [Neurons], from: &[Neurons], layer: &[Neurons], changes: Changes) {
    let width = to.len();
    for tile in tiles(width) {
        let mut sums = [[_mm256_setzero_si256(); 2]; TILE];
        for (sum, line) in sums.iter_mut().zip(&from[tile.clone()]) {
            *sum = load(line);
        }
        let row = |index: u16| &layer[usize::from(index) * width..][..width][tile.clone()];
        for &index in changes.added {
            for (sum, line) in sums.iter_mut().zip(row(index)) {
                let [low, high] = load(line);
                *sum = [_mm256_add_epi16(sum[0], low), _mm256_add_epi16(sum[1], high)];
            }
        }
        for &index in changes.removed {
            for (sum, line) in sums.iter_mut().zip(row(index)) {
                let [low, high] = load(line);
                *sum = [_mm256_sub_epi16(sum[0], low), _mm256_sub_epi16(sum[1], high)];
            }
        }
        for (line, sum) in to[tile].iter_mut().zip(sums) {
            store(line, sum);
        }
    }
}

/// A lane gets at most 2 * 1024 / 8 products of at most 255 * 255 * 127: that fits.
#[target_feature(enable = "avx2")]
fn output_here(views: &[&[Neurons]], weights: &[Neurons]) -> i64 {
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(255));
    let mut sums = [zero; 2];
    let mut rest = weights;
    for neurons in views {
        let (own, others) = rest.split_at(neurons.len());
        rest = others;
        for (line, weights) in neurons.iter().zip(own) {
            for ((sum, neurons), weights) in sums.iter_mut().zip(load(line)).zip(load(weights)) {
                let v = _mm256_min_epi16(_mm256_max_epi16(neurons, zero), one);
                let product = _mm256_madd_epi16(v, _mm256_mullo_epi16(v, weights));
                *sum = _mm256_add_epi32(*sum, product);
            }
        }
    }
    let sum = _mm256_add_epi32(sums[0], sums[1]);
    let low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(sum));
    let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256(sum, 1));
    let four = _mm256_add_epi64(low, high);
    let two = _mm_add_epi64(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
    _mm_extract_epi64(two, 0) + _mm_extract_epi64(two, 1)
}
