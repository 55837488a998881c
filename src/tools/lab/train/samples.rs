//! Training positions in memory: which rows each of them lights, and what it was worth.
//! Nothing here knows boards or files.

use std::convert::Infallible;

use super::packed::{pack, unpack};
use crate::base::random::mix;
use crate::eval::net::architecture::{InputSet, SCALE};

/// All of a game, as labels count it.
pub const WHOLE: u8 = 12;

/// What a position was worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SampleLabel {
    /// What searches expected, as the score of one, in centipawns.
    pub score: i16,
    /// The share of the game in the end, in twelfths: 12 for a win, 4 for a draw of three.
    pub result: u8,
    /// The output bucket.
    pub bucket: u8,
    /// What is known of the position without the network, which corrects it: centipawns, 0 where
    /// the network says everything.
    pub base: i16,
}

impl SampleLabel {
    /// What the network is to say, 0 (lost) to 1 (won): the score as an expectation, mixed
    /// with the result by the weight that the result has.
    pub fn target(self, result_weight: f64) -> f32 {
        let expected = sigmoid(f32::from(self.score) / SCALE as f32);
        let result = f32::from(self.result) / f32::from(WHOLE);
        expected + result_weight as f32 * (result - expected)
    }
}

/// The logistic curve.
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Takes the rows of all views of a position, the mover's first, and its label.
pub type AddSample<'a> = dyn FnMut(&[Vec<usize>], SampleLabel) + 'a;

/// A share of the game in the twelfths of labels.
pub fn twelfths(share: f32) -> u8 {
    (f32::from(WHOLE) * share).round() as u8
}

/// The score of a search that would expect this share.
pub fn centipawns(share: f64) -> i16 {
    let share = share.clamp(0.000_5, 0.999_5);
    (f64::from(SCALE) * (share / (1.0 - share)).ln()).round() as i16
}

/// Some positions, packed. Big sets are made of many such blocks, so that filling them
/// never moves gigabytes.
#[derive(Clone, Debug)]
pub struct SampleBlock {
    inputs: InputSet,
    /// The lit rows of the positions.
    bytes: Vec<u8>,
    /// Where those of each position end.
    ends: Vec<u32>,
    labels: Vec<SampleLabel>,
}

impl SampleBlock {
    /// No position yet.
    ///
    /// # Panics
    /// If the inputs have more rows than 16 bits can tell apart.
    pub fn new(inputs: InputSet) -> Self {
        assert!(inputs.all_rows() <= 1 << 16, "rows are kept as 16-bit words");
        Self { inputs, bytes: Vec::new(), ends: Vec::new(), labels: Vec::new() }
    }

    /// Appends a position whose views light these rows, the mover's view first.
    ///
    /// # Panics
    /// If a view or a row does not exist, or if there are four thousand million bytes.
    pub fn push(&mut self, views: &[Vec<usize>], label: SampleLabel) {
        pack(&self.inputs, views, &mut self.bytes);
        let end = u32::try_from(self.bytes.len()).expect("a block is filled from a few games");
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

    fn rows(&self, at: usize, rows: &mut Vec<u16>, ends: &mut Vec<u32>) {
        let begin = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        unpack(&self.inputs, &self.bytes[begin as usize..self.ends[at] as usize], rows, ends);
    }
}

/// Where a position of a [`SampleSet`] is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SamplePlace {
    block: u32,
    at: u32,
}

/// A set of positions.
#[derive(Clone, Debug)]
pub struct SampleSet {
    inputs: InputSet,
    blocks: Vec<SampleBlock>,
    len: usize,
}

impl SampleSet {
    /// No position yet.
    pub fn new(inputs: InputSet) -> Self {
        Self { inputs, blocks: Vec::new(), len: 0 }
    }

    /// What the positions are seen by.
    pub fn inputs(&self) -> &InputSet {
        &self.inputs
    }

    /// Adds a block.
    ///
    /// # Panics
    /// If its positions are seen by other inputs.
    pub fn push(&mut self, mut block: SampleBlock) {
        assert_eq!(block.inputs, self.inputs);
        if block.is_empty() {
            return;
        }
        block.bytes.shrink_to_fit();
        block.ends.shrink_to_fit();
        block.labels.shrink_to_fit();
        self.len += block.len();
        self.blocks.push(block);
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
    pub fn places(&self) -> Vec<SamplePlace> {
        let mut places = Vec::with_capacity(self.len);
        for (number, block) in self.blocks.iter().enumerate() {
            let place = |at| SamplePlace { block: number as u32, at: at as u32 };
            places.extend((0..block.len()).map(place));
        }
        places
    }

    /// Appends the rows of all views of a position, the mover's first, and where each view ends.
    pub fn rows(&self, place: SamplePlace, rows: &mut Vec<u16>, ends: &mut Vec<u32>) {
        self.blocks[place.block as usize].rows(place.at as usize, rows, ends);
    }

    /// Shows the rows of every position and where each view ends, in the order of the places.
    ///
    /// # Errors
    /// The first of `show`, which ends it.
    pub fn try_each<E>(
        &self,
        mut show: impl FnMut(&[u16], &[u32]) -> Result<(), E>,
    ) -> Result<(), E> {
        let (mut rows, mut ends) = (Vec::new(), Vec::new());
        for block in &self.blocks {
            for at in 0..block.len() {
                rows.clear();
                ends.clear();
                block.rows(at, &mut rows, &mut ends);
                show(&rows, &ends)?;
            }
        }
        Ok(())
    }

    /// What a position was worth.
    pub fn label(&self, place: SamplePlace) -> SampleLabel {
        self.blocks[place.block as usize].labels[place.at as usize]
    }

    /// In how many views each row is lit.
    pub fn lit(&self) -> Vec<u64> {
        let mut lit = vec![0; self.inputs.all_rows()];
        let Ok(()) = self.try_each(|rows, _| {
            rows.iter().for_each(|&row| lit[usize::from(row)] += 1);
            Ok::<(), Infallible>(())
        });
        lit
    }

    /// A number that is different for different sets, of 63 bits. A checkpoint may only be
    /// continued on the positions it was made from.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = 0;
        for block in &self.blocks {
            for (label, &end) in block.labels.iter().zip(&block.ends) {
                let label = u64::from(label.score.cast_unsigned()) << 8 | u64::from(label.result);
                hash = mix(hash ^ label).wrapping_add(end.into());
            }
        }
        hash >> 1
    }
}
