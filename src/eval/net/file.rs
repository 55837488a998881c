//! The file of a network: a header that says what it is for, the weights, a checksum. What
//! is read is checked whole; nothing here knows how the weights are used. docs/networks.md
//! has the same as a table.
//!
//! Words of a header are `u32`, little-endian. Names have 16 bytes, padded with zeros. A file
//! has, in this order:
//!
//! * the magic word `KRALLENN`, the version: 3 is what is written;
//! * the name of the inputs, their hash, the game's name, the number of layers, and for each
//!   layer its kind, its neurons and its buckets: the first layer is of kind 1 (sums of the lit
//!   rows, one for each view, with the same weights), has the neurons of one view and 1 bucket;
//!   the output layer is of kind 2 (weighs the squares of what the views say, cut to 0..1) and
//!   has 1 neuron and its buckets;
//! * first layer: what pieces light `[rows][neurons]`, what threats light `[threats][32]`, where
//!   the inputs have such rows, and its bias `[neurons]`; output layer
//!   `[buckets][views * neurons]`, the mover's view first, and its bias `[buckets]`: all numbers
//!   as signed LEB128, each in the fewest bytes, since most weights are small;
//! * FNV-1a of all that (`u64`, little-endian).
//!
//! Older files are read: version 2 has the same header and fixed numbers, `i16` and, the bias of
//! the output, `i32`; version 1, for the 8x8 inputs alone, has fixed numbers and another header:
//! hash of the inputs, neurons of a view, output buckets, the game's name.

use std::fs::File;
use std::io::Read;

use super::architecture::{InputSet, LINE};
use super::error::{NAME, NetError};
use super::features::Inputs8x8;
use super::inputs::Inputs;
use super::seats::SeatInputs;
use super::weights::{NetworkWeights, check_hidden, read_name};
use crate::game::multi::{Drieschaak, Vierschaak};

/// The inputs that this program has. To add one, write its `Inputs` and name it here.
const KNOWN: &[InputSet] = &[
    Inputs8x8::SET,
    FIRST_INPUTS,
    Inputs8x8::WITHOUT_STRUCTURE,
    SeatInputs::<Vierschaak>::SET,
    SeatInputs::<Drieschaak>::SET,
];
/// The inputs of all files of version 1.
const FIRST_INPUTS: InputSet = Inputs8x8::PIECES;

const MAGIC: &[u8; 8] = b"KRALLENN";
const HEADER_1: usize = 8 + 4 * 4 + NAME;
const HEADER: usize = 8 + 4 + NAME + 4 + NAME + 4 + LAYERS * 3 * 4;
const CHECKSUM: usize = 8;
/// The kinds of layers, and how many layers a network has.
const ACCUMULATOR: u32 = 1;
const OUTPUT: u32 = 2;
const LAYERS: usize = 2;

/// How the numbers behind a header are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbers {
    /// Each in as many bytes as its type has.
    Fixed,
    /// As signed LEB128.
    Leb128,
}

/// What the header of a file says.
struct FileHeader {
    inputs: InputSet,
    hidden: usize,
    numbers: Numbers,
    /// The bytes of the game's name; they are read when the length has been checked.
    game: [u8; NAME],
}

/// Bytes of the numbers of a network of so many neurons, where each has the bytes of its type.
const fn fixed_size(inputs: &InputSet, hidden: usize) -> usize {
    let first = 2 * ((inputs.rows + 1) * hidden + inputs.threats * LINE);
    first + inputs.buckets * (2 * inputs.views * hidden + 4)
}

/// The most bytes of a file of this program: LEB128 takes three bytes at most for 16 bits, five
/// for 32.
fn most_bytes() -> usize {
    let sizes = KNOWN.iter().map(|inputs| fixed_size(inputs, inputs.most_hidden()));
    HEADER + 2 * sizes.max().unwrap_or(0) + CHECKSUM
}

impl NetworkWeights {
    /// The network in a file.
    ///
    /// # Errors
    /// If there is no such file, or why it is none of a network.
    pub fn load(path: &str) -> Result<Self, NetError> {
        let unreadable = |error: std::io::Error| NetError::Unreadable {
            path: path.into(),
            reason: error.to_string(),
        };
        // A pipe would be waited for, and a device may have no end.
        if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
            return Err(unreadable(std::io::Error::other("it is no regular file")));
        }
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(unreadable)?;
        file.take(most_bytes() as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        Self::read(&bytes)
            .map_err(|cause| NetError::File { path: path.into(), cause: cause.into() })
    }

    /// The network in these bytes.
    ///
    /// # Errors
    /// Why they are none.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        Self::read_for(bytes, KNOWN)
    }

    /// The network in these bytes, whose inputs must be among these.
    ///
    /// # Errors
    /// Why they are none.
    pub fn read_for(bytes: &[u8], known: &[InputSet]) -> Result<Self, NetError> {
        let mut rest = Rest(bytes);
        let FileHeader { inputs, hidden, numbers, game } = FileHeader::read(&mut rest, known)?;
        let InputSet { rows, threats, views, buckets, .. } = inputs;
        if numbers == Numbers::Fixed {
            let found = bytes.len();
            let expected = found - rest.0.len() + fixed_size(&inputs, hidden) + CHECKSUM;
            if expected != found {
                return Err(NetError::Length { hidden, expected, found });
            }
        }
        let mut list = |count| rest.shorts(numbers, count).ok_or(NetError::Numbers { hidden });
        let weights = Self {
            inputs,
            game: read_name(&game).ok_or(NetError::Game)?,
            hidden,
            first: list(rows * hidden)?,
            threats: list(threats * LINE)?,
            first_bias: list(hidden)?,
            output: list(buckets * views * hidden)?,
            output_bias: rest.words(numbers, buckets).ok_or(NetError::Numbers { hidden })?,
        };
        if rest.0.len() != CHECKSUM {
            return Err(NetError::Numbers { hidden });
        }
        if rest.0 != fnv(&bytes[..bytes.len() - CHECKSUM]).to_le_bytes() {
            return Err(NetError::Checksum);
        }
        weights.check()?;
        Ok(weights)
    }

    /// The bytes of its file. What [`NetworkWeights::check`] refuses,
    /// [`NetworkWeights::read`] will refuse.
    pub fn write(&self) -> Vec<u8> {
        let InputSet { name, hash, buckets, .. } = self.inputs;
        let words = |bytes: &mut Vec<u8>, words: &[u32]| {
            bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        };
        let (hidden, buckets) = (self.hidden as u32, buckets as u32);
        let mut bytes = Vec::with_capacity(HEADER + fixed_size(&self.inputs, self.hidden));
        bytes.extend(MAGIC);
        words(&mut bytes, &[3]);
        bytes.extend(padded(name));
        words(&mut bytes, &[hash]);
        bytes.extend(padded(&self.game));
        words(&mut bytes, &[LAYERS as u32, ACCUMULATOR, hidden, 1, OUTPUT, 1, buckets]);
        let lists = [&self.first, &self.threats, &self.first_bias, &self.output];
        let shorts = lists.into_iter().flatten().map(|&number| i32::from(number));
        shorts
            .chain(self.output_bias.iter().copied())
            .for_each(|number| leb128(&mut bytes, number));
        bytes.extend(fnv(&bytes).to_le_bytes());
        bytes
    }

    /// A number that tells this network from others.
    pub fn fingerprint(&self) -> u64 {
        fnv(&self.write())
    }
}

impl FileHeader {
    fn read(rest: &mut Rest, known: &[InputSet]) -> Result<Self, NetError> {
        let length = rest.0.len();
        if rest.take(MAGIC.len()) != MAGIC {
            return Err(NetError::Magic);
        }
        if length < HEADER_1 {
            return Err(NetError::Short(length));
        }
        match rest.u32() {
            1 => Self::read_1(rest),
            2 | 3 if length < HEADER => Err(NetError::Short(length)),
            2 => Self::read_named(rest, known, Numbers::Fixed),
            3 => Self::read_named(rest, known, Numbers::Leb128),
            version => Err(NetError::Version(version)),
        }
    }

    fn read_1(rest: &mut Rest) -> Result<Self, NetError> {
        let inputs = FIRST_INPUTS;
        let (found, expected) = (rest.u32(), inputs.hash);
        if found != expected {
            return Err(NetError::Features { found, expected });
        }
        let hidden = rest.u32() as usize;
        check_hidden(&inputs, hidden)?;
        let (found, expected) = (rest.u32(), inputs.buckets);
        if found as usize != expected {
            return Err(NetError::Buckets { found, expected });
        }
        Ok(Self { inputs, hidden, numbers: Numbers::Fixed, game: rest.name() })
    }

    fn read_named(rest: &mut Rest, known: &[InputSet], numbers: Numbers) -> Result<Self, NetError> {
        let name = rest.name();
        let hash = rest.u32();
        let known = known.iter().find(|set| padded(set.name) == name && set.hash == hash);
        let &inputs = known.ok_or_else(|| {
            let name = read_name(&name).unwrap_or_default();
            NetError::UnknownInputs { name, hash }
        })?;
        let game = rest.name();
        let count = rest.u32();
        let layers: [[u32; 3]; LAYERS] = std::array::from_fn(|_| [(); 3].map(|()| rest.u32()));
        let [[ACCUMULATOR, hidden, 1], [OUTPUT, 1, buckets]] = layers else {
            return Err(NetError::Layers(format!("{layers:?}")));
        };
        if count as usize != LAYERS {
            return Err(NetError::Layers(format!("{count} layers")));
        }
        check_hidden(&inputs, hidden as usize)?;
        if buckets as usize != inputs.buckets {
            return Err(NetError::Buckets { found: buckets, expected: inputs.buckets });
        }
        Ok(Self { inputs, hidden: hidden as usize, numbers, game })
    }
}

/// A name in 16 bytes, padded with zeros; a longer one is refused before it is written.
pub fn padded(name: &str) -> [u8; NAME] {
    let mut bytes = [0; NAME];
    for (place, letter) in bytes.iter_mut().zip(name.bytes()) {
        *place = letter;
    }
    bytes
}

/// Writes a number as signed LEB128, in the fewest bytes.
fn leb128(bytes: &mut Vec<u8>, mut number: i32) {
    while !(-64..64).contains(&number) {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8 & 0x7f);
}

/// FNV-1a of 64 bits (Fowler, Noll, Vo).
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// What has not been read yet. Past the end there is nothing, and zeros.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        taken
    }

    fn name(&mut self) -> [u8; NAME] {
        let mut name = [0; NAME];
        name.iter_mut().zip(self.take(NAME)).for_each(|(place, &letter)| *place = letter);
        name
    }

    fn u32(&mut self) -> u32 {
        self.take(4).iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
    }

    fn shorts(&mut self, numbers: Numbers, count: usize) -> Option<Vec<i16>> {
        match numbers {
            Numbers::Fixed => {
                let pairs = self.take(2 * count).chunks_exact(2);
                Some(pairs.map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect())
            }
            Numbers::Leb128 => (0..count).map(|_| i16::try_from(self.leb128()?).ok()).collect(),
        }
    }

    fn words(&mut self, numbers: Numbers, count: usize) -> Option<Vec<i32>> {
        let word = |_| match numbers {
            Numbers::Fixed => Some(self.u32().cast_signed()),
            Numbers::Leb128 => i32::try_from(self.leb128()?).ok(),
        };
        (0..count).map(word).collect()
    }

    /// A number that was written in the fewest bytes, at most five.
    fn leb128(&mut self) -> Option<i64> {
        let mut number = 0;
        for place in 0..5 {
            let byte = *self.0.split_off_first()?;
            number |= i64::from(byte & 0x7f) << (7 * place);
            if byte & 0x80 == 0 {
                let unused = 64 - 7 * (place + 1);
                number = number << unused >> unused;
                let shorter = place > 0 && number << (unused + 7) >> (unused + 7) == number;
                return (!shorter).then_some(number);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn no_hidden(hidden: usize) -> NetError {
        NetError::Hidden { hidden, most: 1024 }
    }

    /// The file of these weights as older programs wrote it.
    fn older(weights: &NetworkWeights, version: u32) -> Vec<u8> {
        let InputSet { hash, buckets, .. } = weights.inputs;
        let mut bytes = weights.write();
        bytes.truncate(HEADER);
        bytes[8..12].copy_from_slice(&version.to_le_bytes());
        if version == 1 {
            bytes.truncate(12);
            let words = [hash, weights.hidden as u32, buckets as u32];
            bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
            bytes.extend(padded(&weights.game));
        }
        for list in [&weights.first, &weights.threats, &weights.first_bias, &weights.output] {
            bytes.extend(list.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(weights.output_bias.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend([0; CHECKSUM]);
        signed(bytes)
    }

    /// The file with its checksum made good again.
    fn signed(mut file: Vec<u8>) -> Vec<u8> {
        let end = file.len() - CHECKSUM;
        let sum = fnv(&file[..end]).to_le_bytes();
        file[end..].copy_from_slice(&sum);
        file
    }

    /// A file of version 1 with some bytes replaced.
    fn forged(at: usize, bytes: &[u8]) -> Vec<u8> {
        let mut file = older(&NetworkWeights::noise(FIRST_INPUTS, "crazyhouse", 32, 1), 1);
        file[at..at + bytes.len()].copy_from_slice(bytes);
        signed(file)
    }

    #[test]
    fn threats_are_of_some_networks_and_not_of_others() {
        let inputs = Inputs8x8::SET;
        let seeing = NetworkWeights::noise(inputs, "crazyhouse", 64, 7);
        assert_eq!(seeing.threats.len(), inputs.threats * LINE);
        assert_eq!(NetworkWeights::read(&seeing.write()).as_ref(), Ok(&seeing));
        assert_eq!(NetworkWeights::read(&older(&seeing, 2)).as_ref(), Ok(&seeing));
        let blind = NetworkWeights::noise(FIRST_INPUTS, "crazyhouse", 64, 7);
        let extended = blind.clone().extended_to(inputs).unwrap();
        assert_eq!(NetworkWeights::read(&extended.write()).as_ref(), Ok(&extended));
        assert!(extended.threats.iter().all(|&weight| weight == 0));
        assert_eq!(seeing.clone().extended_to(FIRST_INPUTS).err(), Some(NetError::Threats));
        assert_eq!((extended.first, &extended.output), (blind.first.clone(), &blind.output));
        let expected = SeatInputs::<Vierschaak>::SET;
        let refused = NetError::OtherInputs { found: inputs.name, expected: expected.name };
        assert_eq!(blind.extended_to(expected).err(), Some(refused));
        let mut short = seeing;
        short.threats.pop();
        let what = "the rows of threats";
        let expected = inputs.threats * LINE;
        assert_eq!(short.check(), Err(NetError::Shape { what, expected, found: expected - 1 }));
    }

    #[test]
    fn more_threats_come_behind_those_of_each_half() {
        let [narrow, wide] = [Inputs8x8::WITHOUT_STRUCTURE, Inputs8x8::SET];
        let before = NetworkWeights::noise(narrow, "crazyhouse", 64, 7);
        assert_eq!(NetworkWeights::read(&before.write()).as_ref(), Ok(&before));
        let after = before.clone().extended_to(wide).unwrap();
        assert_eq!(after.check(), Ok(()));
        let (first, second) = before.threats.split_at(before.threats.len() / 2);
        let none = vec![0; after.threats.len() / 2 - first.len()];
        assert!(after.threats == [first, &none, second, &none].concat());
    }

    #[test]
    fn what_is_written_is_read_and_so_is_what_older_programs_wrote() {
        for (game, hidden) in [("crazyhouse", 32), ("a-game_16-letter", 160)] {
            let weights = NetworkWeights::noise(FIRST_INPUTS, game, hidden, 7);
            let [first, second] = [1, 2].map(|version| older(&weights, version));
            let size = fixed_size(&FIRST_INPUTS, hidden) + CHECKSUM;
            assert_eq!([first.len(), second.len()], [HEADER_1 + size, HEADER + size]);
            for file in [weights.write(), first, second] {
                assert_eq!(NetworkWeights::read(&file), Ok(weights.clone()));
            }
        }
    }

    #[test]
    fn a_number_has_one_way_to_be_written() {
        for (number, bytes) in [
            (0, &[0][..]),
            (63, &[63]),
            (-64, &[0x40]),
            (64, &[0xc0, 0]),
            (-65, &[0xbf, 0x7f]),
            (i32::from(i16::MIN), &[0x80, 0x80, 0x7e]),
            (i32::MAX, &[0xff, 0xff, 0xff, 0xff, 7]),
            (i32::MIN, &[0x80, 0x80, 0x80, 0x80, 0x78]),
        ] {
            let mut written = Vec::new();
            leb128(&mut written, number);
            assert_eq!(written, bytes, "{number}");
            let mut rest = Rest(bytes);
            assert_eq!(rest.words(Numbers::Leb128, 1), Some(vec![number]));
            assert!(rest.0.is_empty(), "{number}");
        }
        for bytes in
            [&[][..], &[0x80], &[0x80, 0], &[0xff, 0x7f], &[0xff; 6], &[0xff, 0xff, 0xff, 0xff, 8]]
        {
            assert_eq!(Rest(bytes).words(Numbers::Leb128, 1), None, "{bytes:?}");
        }
        assert_eq!(Rest(&[0x80, 0x80, 2]).shorts(Numbers::Leb128, 1), None, "32 768");
    }

    #[test]
    fn a_file_has_just_the_numbers_of_its_network() {
        let good = NetworkWeights::noise(Inputs8x8::SET, "crazyhouse", 32, 1).write();
        let read = |bytes: &[u8]| NetworkWeights::read(bytes).unwrap_err();
        let numbers = NetError::Numbers { hidden: 32 };
        assert_eq!(read(&good[..good.len() - 1]), numbers);
        assert_eq!(read(&good[..HEADER]), numbers);
        assert_eq!(read(&good[..HEADER - 1]), NetError::Short(HEADER - 1));
        assert_eq!(read(&[&good[..], b"\n"].concat()), numbers);
        let mut damaged = good.clone();
        damaged[HEADER] ^= 1;
        assert_eq!(read(&damaged), NetError::Checksum);
        let mut longer = good;
        longer.splice(HEADER..=HEADER, [0x80, 0]);
        assert_eq!(read(&signed(longer)), numbers);
    }

    #[test]
    fn every_way_to_be_wrong_has_its_own_error() {
        let good = forged(0, b"");
        let read = |bytes: &[u8]| NetworkWeights::read(bytes).unwrap_err();
        assert_eq!(read(b""), NetError::Magic);
        assert_eq!(read(b"KRALLE"), NetError::Magic);
        assert_eq!(read(&forged(7, b"M")), NetError::Magic);
        assert_eq!(read(b"KRALLENN12345"), NetError::Short(13));
        assert_eq!(read(&forged(8, &[4])), NetError::Version(4));
        assert_eq!(
            read(&forged(12, &[0; 4])),
            NetError::Features { found: 0, expected: FIRST_INPUTS.hash }
        );
        for hidden in [0_u32, 33, 1056, u32::MAX] {
            assert_eq!(read(&forged(16, &hidden.to_le_bytes())), no_hidden(hidden as usize));
        }
        assert_eq!(read(&forged(20, &[9])), NetError::Buckets { found: 9, expected: 8 });
        for name in [*b"\0razyhouse", *b"cra yhouse", *b"cr\0zyhouse", *b"cr\xfczyhouse"] {
            assert_eq!(read(&forged(24, &name)), NetError::Game);
        }
        let expected = good.len();
        let length = |found| NetError::Length { hidden: 32, expected, found };
        assert_eq!(read(&good[..expected - 1]), length(expected - 1));
        assert_eq!(read(&[&good[..], b"\n"].concat()), length(expected + 1));
        let mut damaged = good.clone();
        damaged[5_000] ^= 4;
        assert_eq!(read(&damaged), NetError::Checksum);
        let output = HEADER_1 + 2 * (FIRST_INPUTS.rows + 1) * 32;
        let large = forged(output + 6, &(-128_i16).to_le_bytes());
        assert_eq!(read(&large), NetError::Output { index: 3, value: -128 });
        assert_eq!(
            read(&forged(output, &i16::MIN.to_le_bytes())),
            NetError::Output { index: 0, value: i16::MIN }
        );
    }

    #[test]
    fn what_could_not_be_read_again_is_refused_before_it_is_written() {
        let good = NetworkWeights::noise(FIRST_INPUTS, "chess", 64, 1);
        assert_eq!(good.check(), Ok(()));
        let spoilt = |spoil: fn(&mut NetworkWeights)| {
            let mut weights = good.clone();
            spoil(&mut weights);
            weights.check().unwrap_err()
        };
        assert_eq!(spoilt(|w| w.hidden = 65), no_hidden(65));
        for name in ["", "a game", "seventeen-letters", "ch\0ss"] {
            let named = NetworkWeights { game: name.into(), ..good.clone() };
            assert_eq!(named.check(), Err(NetError::Game), "{name:?}");
        }
        for spoil in [
            |w: &mut NetworkWeights| w.first.truncate(9),
            |w: &mut NetworkWeights| w.first_bias.push(0),
            |w: &mut NetworkWeights| w.output.clear(),
            |w: &mut NetworkWeights| w.output_bias.truncate(7),
        ] {
            assert!(matches!(spoilt(spoil), NetError::Shape { .. }));
        }
        assert_eq!(spoilt(|w| w.output[5] = 128), NetError::Output { index: 5, value: 128 });
        let all = |w: &mut NetworkWeights| {
            w.first.iter_mut().skip(3).step_by(64).for_each(|one| *one = -256)
        };
        let bias = i32::from(good.first_bias[3]).unsigned_abs();
        let sum = 256 * FIRST_INPUTS.most_lit as u32 + bias;
        assert_eq!(spoilt(all), NetError::First { neuron: 3, sum });
    }

    #[test]
    fn a_file_that_is_not_there_or_is_no_regular_file_is_an_error() {
        assert!(matches!(NetworkWeights::load("no/such.nnue"), Err(NetError::Unreadable { .. })));
        for path in ["src", "/dev/zero"].into_iter().filter(|path| Path::new(path).exists()) {
            let error = NetworkWeights::load(path).unwrap_err().to_string();
            let words = "cannot be read: it is no regular file";
            assert_eq!(error, format!("the network file `{path}` {words}"));
        }
    }
}
