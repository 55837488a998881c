//! Training positions in memory: which rows each of them lights, and what it was worth.
//! Nothing here knows boards or files.

use crate::base::random::mix;
use crate::eval::net::features::ROWS;
use crate::eval::net::file::SCALE;

const _: () = assert!(ROWS <= 1 << 16, "rows are kept as 16-bit words");

/// What a position was worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label {
    /// The score of the search, centipawns.
    pub score: i16,
    /// How the game ended: 0 lost, 1 drawn, 2 won.
    pub result: u8,
    /// The output bucket.
    pub bucket: u8,
}

impl Label {
    /// What the network is to say, 0 (lost) to 1 (won): the score as an expectation, mixed
    /// with the result by the weight that the result has.
    pub fn target(self, result_weight: f64) -> f32 {
        let expected = sigmoid(f32::from(self.score) / SCALE as f32);
        expected + result_weight as f32 * (f32::from(self.result) / 2.0 - expected)
    }
}

/// The logistic curve.
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Some positions, packed. Big sets are made of many such parts, so that filling them
/// never moves gigabytes.
#[derive(Clone, Default, Debug)]
pub struct Part {
    rows: Vec<u16>,
    /// Where each position's rows end: the mover's view, then the other's.
    ends: Vec<[u32; 2]>,
    labels: Vec<Label>,
}

impl Part {
    /// Appends a position whose views light these rows, the mover's view first.
    ///
    /// # Panics
    /// If a row does not exist, or if there are four thousand million of them.
    pub fn push(&mut self, views: [&[usize]; 2], label: Label) {
        let end = views.map(|rows| {
            self.rows.extend(rows.iter().map(|&row| {
                assert!(row < ROWS, "row {row} of {ROWS}");
                row as u16
            }));
            u32::try_from(self.rows.len()).expect("a part is filled from a few games")
        });
        self.ends.push(end);
        self.labels.push(label);
    }

    /// How many positions.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// None at all?
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// The rows of both views of a position, the mover's first, and its label.
    fn get(&self, at: usize) -> ([&[u16]; 2], Label) {
        let begin = at.checked_sub(1).map_or(0, |before| self.ends[before][1]) as usize;
        let [middle, end] = self.ends[at].map(|end| end as usize);
        ([&self.rows[begin..middle], &self.rows[middle..end]], self.labels[at])
    }
}

/// Where a position of [`Samples`] is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    part: u32,
    at: u32,
}

/// A set of positions.
#[derive(Clone, Default, Debug)]
pub struct Samples {
    parts: Vec<Part>,
    len: usize,
}

impl Samples {
    /// Adds a part.
    pub fn push(&mut self, mut part: Part) {
        if part.is_empty() {
            return;
        }
        part.rows.shrink_to_fit();
        part.ends.shrink_to_fit();
        part.labels.shrink_to_fit();
        self.len += part.len();
        self.parts.push(part);
    }

    /// How many positions.
    pub fn len(&self) -> usize {
        self.len
    }

    /// None at all?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All places, in the order in which they were filled.
    pub fn places(&self) -> Vec<Place> {
        let mut places = Vec::with_capacity(self.len);
        for (part, samples) in self.parts.iter().enumerate() {
            places.extend((0..samples.len()).map(|at| Place { part: part as u32, at: at as u32 }));
        }
        places
    }

    /// The rows of both views of a position, the mover's first, and its label.
    pub fn get(&self, place: Place) -> ([&[u16]; 2], Label) {
        self.parts[place.part as usize].get(place.at as usize)
    }

    /// In how many views each row is lit.
    pub fn lit(&self) -> Vec<u64> {
        let mut lit = vec![0; ROWS];
        for &row in self.parts.iter().flat_map(|part| &part.rows) {
            lit[usize::from(row)] += 1;
        }
        lit
    }

    /// A number that is different for different sets, of 63 bits. A checkpoint may only be
    /// continued on the positions it was made from.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = 0;
        for part in &self.parts {
            for (label, ends) in part.labels.iter().zip(&part.ends) {
                let label = u64::from(label.score.cast_unsigned()) << 8 | u64::from(label.result);
                let ends = u64::from(ends[0]) << 32 | u64::from(ends[1]);
                hash = mix(hash ^ label).wrapping_add(ends);
            }
        }
        hash >> 1
    }
}
