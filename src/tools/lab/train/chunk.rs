//! A few hundred positions side by side, as the network works through them: the rows of
//! every view, and the same list turned round, the views of every row.

use super::samples::{SamplePlace, SampleSet};
use crate::eval::net::architecture::SCALE;

/// Positions in a full chunk. What a slice of the network needs of them, and one slice of
/// its first layer, fit together into the second-level cache.
pub const CHUNK: usize = 512;

/// Some positions.
#[derive(Default)]
pub struct Chunk {
    rows: Vec<u16>,
    /// Where each view's rows begin, and the end: all views of a position, the mover's first,
    /// then those of the next position.
    views: Vec<u32>,
    lit_in: Vec<u16>,
    /// Where each row's views begin in `lit_in`, and the end.
    turned: Vec<u32>,
    buckets: Vec<u8>,
    bases: Vec<f32>,
    targets: Vec<f32>,
}

impl Chunk {
    /// Takes other positions, at most [`CHUNK`].
    pub fn fill(&mut self, samples: &SampleSet, places: &[SamplePlace], result_weight: f64) {
        assert!(places.len() <= CHUNK, "{} positions for one chunk", places.len());
        self.rows.clear();
        self.views.clear();
        self.buckets.clear();
        self.bases.clear();
        self.targets.clear();
        self.views.push(0);
        for &place in places {
            samples.rows(place, &mut self.rows, &mut self.views);
            let label = samples.label(place);
            self.buckets.push(label.bucket);
            self.bases.push(f32::from(label.base) / SCALE as f32);
            self.targets.push(label.target(result_weight));
        }
        self.turn_round(samples.inputs().all_rows());
    }

    /// Sorts the views by row: counts, sums up, puts in place.
    fn turn_round(&mut self, rows: usize) {
        self.turned.clear();
        self.turned.resize(rows + 1, 0);
        self.lit_in.resize(self.rows.len(), 0);
        for &row in &self.rows {
            self.turned[usize::from(row)] += 1;
        }
        let mut sum = 0;
        for count in &mut self.turned {
            sum += std::mem::replace(count, sum);
        }
        for view in 0..self.views.len() - 1 {
            for &row in &self.rows[self.views[view] as usize..self.views[view + 1] as usize] {
                let next = &mut self.turned[usize::from(row)];
                self.lit_in[*next as usize] = view as u16;
                *next += 1;
            }
        }
        // Every beginning has moved to its end, which is where the next one begins.
        self.turned.rotate_right(1);
        self.turned[0] = 0;
    }

    /// How many positions.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// The rows of a view, those of threats last.
    pub fn rows(&self, view: usize) -> &[u16] {
        &self.rows[self.views[view] as usize..self.views[view + 1] as usize]
    }

    /// The views that light a row.
    pub fn views(&self, row: usize) -> &[u16] {
        &self.lit_in[self.turned[row] as usize..self.turned[row + 1] as usize]
    }

    /// The output bucket of each position.
    pub fn buckets(&self) -> &[u8] {
        &self.buckets
    }

    /// What is added to the network's output for each position.
    pub fn bases(&self) -> &[f32] {
        &self.bases
    }

    /// What each position was worth, 0 to 1.
    pub fn targets(&self) -> &[f32] {
        &self.targets
    }
}
