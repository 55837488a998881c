//! The numbers of a network, whatever its inputs, and whether they can be used. How they
//! stand in a file is said by [`file`](mod@super::file).

use std::iter;

use super::architecture::{InputSet, LINE, MOST_OUTPUT, MOST_SUM, QA, QB};
use super::error::{NAME, NetError};
use crate::base::random::SplitMix;

/// All numbers of a network, as they stand in its file.
#[derive(Clone, PartialEq, Eq)]
pub struct NetworkWeights {
    /// What it sees.
    pub inputs: InputSet,
    /// The game it was trained for, as in `UCI_Variant`.
    pub game: String,
    /// Neurons of one view.
    pub hidden: usize,
    /// `[rows][hidden]`, in units of 1 / [`QA`].
    pub first: Vec<i16>,
    /// `[threats][LINE]`, in units of 1 / [`QA`].
    pub threats: Vec<i16>,
    /// `[hidden]`, in units of 1 / [`QA`].
    pub first_bias: Vec<i16>,
    /// `[buckets][views * hidden]`, the mover's view first, in units of 1 / [`QB`].
    pub output: Vec<i16>,
    /// `[buckets]`, in units of 1 / ([`QA`] * [`QB`]).
    pub output_bias: Vec<i32>,
}

impl NetworkWeights {
    /// A network of noise, the same for the same seed: it measures speed and tests
    /// arithmetic, and plays like it.
    ///
    /// # Examples
    /// ```
    /// use kralle::eval::net::inputs::Inputs;
    /// use kralle::eval::net::{Inputs8x8, NetError, NetworkWeights};
    ///
    /// let network = NetworkWeights::noise(Inputs8x8::SET, "crazyhouse", 32, 1);
    /// let bytes = network.write();
    /// assert_eq!(NetworkWeights::read(&bytes)?.fingerprint(), network.fingerprint());
    /// assert!(NetworkWeights::read(&bytes[1..]).is_err());
    /// # Ok::<(), NetError>(())
    /// ```
    pub fn noise(inputs: InputSet, game: &str, hidden: usize, seed: u64) -> Self {
        let mut source = SplitMix(seed);
        let mut number = |most: i32| {
            let word;
            (word, source) = source.next();
            (word % (2 * most as u64 + 1)) as i32 - most
        };
        let mut shorts = |count: usize, most| (0..count).map(|_| number(most) as i16).collect();
        let InputSet { rows, threats, views, buckets, .. } = inputs;
        Self {
            inputs,
            game: game.into(),
            hidden,
            first: shorts(rows * hidden, 60),
            threats: shorts(threats * LINE, 60),
            first_bias: shorts(hidden, 120),
            output: shorts(buckets * views * hidden, i32::from(MOST_OUTPUT)),
            output_bias: (0..buckets).map(|_| number(QA * QB)).collect(),
        }
    }

    /// Can this be used and written?
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self) -> Result<(), NetError> {
        check_hidden(&self.inputs, self.hidden)?;
        let mut name = self.game.clone().into_bytes();
        name.resize(NAME.max(name.len()), 0);
        read_name(&name).filter(|_| name.len() == NAME).ok_or(NetError::Game)?;
        let InputSet { rows, threats, views, buckets, .. } = self.inputs;
        for (what, found, expected) in [
            ("the first layer", self.first.len(), rows * self.hidden),
            ("the rows of threats", self.threats.len(), threats * LINE),
            ("the bias of the first layer", self.first_bias.len(), self.hidden),
            ("the output layer", self.output.len(), buckets * views * self.hidden),
            ("the bias of the output layer", self.output_bias.len(), buckets),
        ] {
            if found != expected {
                return Err(NetError::Shape { what, expected, found });
            }
        }
        let too_large = |value: &i16| value.unsigned_abs() > MOST_OUTPUT.unsigned_abs();
        if let Some(index) = self.output.iter().position(too_large) {
            return Err(NetError::Output { index, value: self.output[index] });
        }
        self.check_sums()
    }

    /// Sums are kept in 16 bits: do they fit, whatever rows are lit?
    fn check_sums(&self) -> Result<(), NetError> {
        // Neurons are looked at one by one only where a look at all of them does not do: each
        // start of the program comes by here.
        let largest =
            |list: &[i16]| list.iter().map(|number| u32::from(number.unsigned_abs())).max();
        let InputSet { most_lit, most_threats, .. } = self.inputs;
        let most = most_lit as u32 * largest(&self.first).unwrap_or(0)
            + most_threats as u32 * largest(&self.threats).unwrap_or(0)
            + largest(&self.first_bias).unwrap_or(0);
        if most <= MOST_SUM {
            return Ok(());
        }
        let sum = |neuron| self.largest_sum(neuron, &self.largest_weights(neuron), u16::MAX);
        let mut sums = (0..self.hidden).map(|neuron| (neuron, sum(neuron)));
        match sums.find(|&(_, sum)| sum > MOST_SUM) {
            Some((neuron, sum)) => Err(NetError::First { neuron, sum }),
            None => Ok(()),
        }
    }

    /// The same network for these inputs, which are of the same name and may have more rows of
    /// threats, behind those of each half: those are of no weight to it.
    ///
    /// # Errors
    /// [`NetError::OtherInputs`] where the names differ; [`NetError::Threats`] where rows of
    /// threats would be lost.
    pub fn extended_to(mut self, inputs: InputSet) -> Result<Self, NetError> {
        let (found, expected) = (self.inputs.name, inputs.name);
        if found != expected {
            return Err(NetError::OtherInputs { found, expected });
        }
        if self.inputs.threats > inputs.threats {
            return Err(NetError::Threats);
        }
        let half = self.threats.len() / 2;
        let more = iter::repeat_n(0, inputs.threats * LINE / 2 - half);
        self.threats.splice(half..half, more.clone());
        self.threats.extend(more);
        self.inputs = inputs;
        Ok(self)
    }

    /// The weight of a row, those of threats behind all others, on a neuron that sums it up.
    pub fn weight(&self, row: usize, neuron: usize) -> i16 {
        match row.checked_sub(self.inputs.rows) {
            None => self.first[row * self.hidden + neuron],
            Some(threat) => self.threats[threat * LINE + neuron],
        }
    }

    /// Cuts the largest weights of each neuron whose sum would not fit, no further than it must:
    /// training knows nothing of 16 bits.
    pub fn make_sums_fit(&mut self) {
        for neuron in 0..self.hidden {
            let sizes = self.largest_weights(neuron);
            let fits = |&most: &u16| self.largest_sum(neuron, &sizes, most) <= MOST_SUM;
            if fits(&u16::MAX) {
                continue;
            }
            let most = (0..=i16::MAX.unsigned_abs()).rev().find(fits).unwrap_or(0) as i16;
            let cut = |weights: &mut [i16], width| {
                for weight in weights.iter_mut().skip(neuron).step_by(width) {
                    *weight = (*weight).clamp(-most, most);
                }
            };
            cut(&mut self.first, self.hidden);
            if neuron < LINE {
                cut(&mut self.threats, LINE);
            }
        }
    }

    /// How far from zero a neuron's sum could come, by the sizes of its largest weights, were
    /// these cut to `most`.
    fn largest_sum(&self, neuron: usize, sizes: &[u16], most: u16) -> u32 {
        let weights = sizes.iter().map(|&size| u32::from(size.min(most)));
        weights.sum::<u32>() + u32::from(self.first_bias[neuron].unsigned_abs())
    }

    /// The sizes of a neuron's largest weights, as many as can be lit at a time.
    fn largest_weights(&self, neuron: usize) -> Vec<u16> {
        let InputSet { most_lit, most_threats, .. } = self.inputs;
        let sizes = |weights: &[i16], width| {
            let column = weights.iter().skip(neuron).step_by(width);
            column.map(|weight| weight.unsigned_abs()).collect()
        };
        let mut largest = largest_of(sizes(&self.first, self.hidden), most_lit);
        if neuron < LINE {
            largest.extend(largest_of(sizes(&self.threats, LINE), most_threats));
        }
        largest
    }
}

/// So many of the largest, if there are so many.
fn largest_of(mut sizes: Vec<u16>, count: usize) -> Vec<u16> {
    let count = count.min(sizes.len());
    if let Some(split) = sizes.len().checked_sub(count + 1) {
        sizes.select_nth_unstable(split);
    }
    sizes.split_off(sizes.len() - count)
}

/// Short: nobody wants to read a million numbers.
impl std::fmt::Debug for NetworkWeights {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "NetworkWeights({}, {} neurons)", self.game, self.hidden)
    }
}

/// Can one view have so many neurons?
pub(super) fn check_hidden(inputs: &InputSet, hidden: usize) -> Result<(), NetError> {
    let most = inputs.most_hidden();
    if inputs.allows(hidden) { Ok(()) } else { Err(NetError::Hidden { hidden, most }) }
}

/// A name padded with zeros.
pub(super) fn read_name(bytes: &[u8]) -> Option<String> {
    let end = bytes.iter().position(|&letter| letter == 0).unwrap_or(bytes.len());
    let (name, padding) = bytes.split_at(end);
    let fits = |letter: &u8| letter.is_ascii_alphanumeric() || matches!(letter, b'-' | b'_');
    let whole = end > 0 && name.iter().all(fits) && padding.iter().all(|&letter| letter == 0);
    whole.then(|| String::from_utf8_lossy(name).into_owned())
}

#[cfg(test)]
mod tests {
    use super::super::Inputs8x8;
    use super::super::inputs::Inputs;
    use super::*;

    #[test]
    fn sums_are_made_to_fit_by_their_largest_weights_alone() {
        let inputs = Inputs8x8::SET;
        let good = NetworkWeights::noise(inputs, "chess", 64, 4);
        let mut same = good.clone();
        same.make_sums_fit();
        assert_eq!(same, good);

        let mut large = good.clone();
        for (row, weight) in large.first.iter_mut().skip(3).step_by(64).enumerate() {
            *weight = if row % 2 == 0 { -400 } else { 40 };
        }
        assert!(matches!(large.check(), Err(NetError::First { neuron: 3, .. })));
        let mut cut = large.clone();
        cut.make_sums_fit();
        cut.check().unwrap();
        // One more for the large ones would be too much.
        let lit = inputs.most_lit as u32;
        assert!(cut.largest_sum(3, &cut.largest_weights(3), u16::MAX) + lit > MOST_SUM);
        for (place, (&before, &after)) in large.first.iter().zip(&cut.first).enumerate() {
            let is_large = place % 64 == 3 && before == -400;
            assert!(if is_large { (-399..-40).contains(&after) } else { after == before });
        }

        // Threats add up with pieces, and are cut with them.
        let mut threatened = good.clone();
        threatened.threats.iter_mut().skip(3).step_by(LINE).for_each(|weight| *weight = 3_000);
        assert!(matches!(threatened.check(), Err(NetError::First { neuron: 3, .. })));
        let mut cut = threatened.clone();
        cut.make_sums_fit();
        cut.check().unwrap();
        assert_eq!(cut.first, good.first);
        for (place, (&before, &after)) in threatened.threats.iter().zip(&cut.threats).enumerate() {
            let is_large = place % LINE == 3;
            assert!(if is_large { (60..3_000).contains(&after) } else { after == before });
        }
    }
}
