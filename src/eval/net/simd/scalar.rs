//! The loops without vectors: what all other kinds must agree with to the bit.

use super::{Changes, Kernels, Neurons};

/// Runs everywhere.
pub const KERNELS: Kernels = Kernels { name: "scalar", accumulate, output };

fn accumulate(to: &mut [Neurons], from: &[Neurons], layer: &[Neurons], changes: Changes) {
    to.copy_from_slice(from);
    let width = to.len();
    let row = |index: u16| &layer[usize::from(index) * width..][..width];
    for &index in changes.added {
        each(to, row(index), i16::wrapping_add);
    }
    for &index in changes.removed {
        each(to, row(index), i16::wrapping_sub);
    }
}

fn each(to: &mut [Neurons], row: &[Neurons], change: fn(i16, i16) -> i16) {
    for (to, row) in to.iter_mut().zip(row) {
        for (to, &row) in to.0.iter_mut().zip(&row.0) {
            *to = change(*to, row);
        }
    }
}

fn output(views: &[&[Neurons]], weights: &[Neurons]) -> i64 {
    let lines = views.iter().copied().flatten().zip(weights);
    // A line's sum fits 32 bits: 32 * 255 * 255 * 127.
    lines.map(|(line, weights)| i64::from(line_output(line, weights))).sum()
}

fn line_output(line: &Neurons, weights: &Neurons) -> i32 {
    let neurons = line.0.iter().zip(&weights.0);
    neurons
        .map(|(&neuron, &weight)| {
            let v = i32::from(neuron.clamp(0, 255));
            v * v * i32::from(weight)
        })
        .sum()
}
