//! The file of a network: a header that says what it is for, the weights, a checksum. What
//! is read is checked whole; nothing here knows how the weights are used.
//!
//! Little endian, in this order: the magic word, version, feature hash, neurons, buckets
//! (`u32` each), the game's name (16 bytes, padded with zeros), first layer `[ROWS][H]` and
//! its bias `[H]` (`i16`), output layer `[BUCKETS][2 * H]` (`i16`, the mover's half first)
//! and its bias `[BUCKETS]` (`i32`), FNV-1a of all that (`u64`).

use std::fs::File;
use std::io::Read;

use super::features::{self, BUCKETS, MOST_LIT, ROWS};
use crate::base::random::SplitMix;

/// One in the first layer and after the activation.
pub const QA: i32 = 255;
/// One in the output layer. Trained weights stay well below a half, and the more whole
/// numbers lie between, the less is lost by rounding.
pub const QB: i32 = 256;
/// Centipawns of one at the output.
pub const SCALE: i32 = 400;
/// Neurons come in lines of so many: one vector register of the widest machine.
pub const LINE: usize = 32;
/// The most neurons of one view. With more, a vector's lane of the output sum could overflow.
pub const MOST_HIDDEN: usize = 1024;
/// The largest output weight, so that it times [`QA`] fits 16 bits.
pub const MOST_OUTPUT: i16 = 127;

const MAGIC: &[u8; 8] = b"KRALLENN";
const VERSION: u32 = 1;
const NAME: usize = 16;
const HEADER: usize = 8 + 4 * 4 + NAME;
const CHECKSUM: usize = 8;

/// All numbers of a network, as they stand in its file.
#[derive(Clone, PartialEq, Eq)]
pub struct Weights {
    /// The game it was trained for, as in `UCI_Variant`.
    pub game: String,
    /// Neurons of one view.
    pub hidden: usize,
    /// `[ROWS][hidden]`, in units of 1 / [`QA`].
    pub first: Vec<i16>,
    /// `[hidden]`, in units of 1 / [`QA`].
    pub first_bias: Vec<i16>,
    /// `[BUCKETS][2 * hidden]`, the mover's half first, in units of 1 / [`QB`].
    pub output: Vec<i16>,
    /// `[BUCKETS]`, in units of 1 / ([`QA`] * [`QB`]).
    pub output_bias: Vec<i32>,
}

/// Why something is no network of ours.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum NetError {
    #[error("the network file `{path}` cannot be read: {reason}")]
    Unreadable { path: String, reason: String },
    #[error("`{path}`: {cause}")]
    File { path: String, cause: Box<NetError> },
    #[error("this is no network of Kralle: it does not begin with KRALLENN")]
    Magic,
    #[error("a network that ends after {0} bytes, in its header")]
    Short(usize),
    #[error("a network file of version {0}; this program reads version {VERSION}")]
    Version(u32),
    #[error("a network for other inputs ({0:08x}; this program has {hash:08x})", hash = features::HASH)]
    Features(u32),
    #[error("{0} neurons: it must be a multiple of {LINE} from {LINE} to {MOST_HIDDEN}")]
    Hidden(usize),
    #[error("{0} output buckets where {BUCKETS} belong")]
    Buckets(u32),
    #[error("the name of its game is not 1 to {NAME} letters, digits, - and _, padded with zeros")]
    Game,
    #[error("a network of {hidden} neurons takes {expected} bytes, this has {found}")]
    Length { hidden: usize, expected: usize, found: usize },
    #[error("the checksum is wrong: the file was damaged")]
    Checksum,
    #[error("{what} has {found} numbers where {expected} belong")]
    Shape { what: &'static str, expected: usize, found: usize },
    #[error("output weight {index} is {value}; the most is {MOST_OUTPUT} either way")]
    Output { index: usize, value: i16 },
    #[error("the weights of neuron {neuron} could add up to {sum}; the most is {most}", most = i16::MAX)]
    First { neuron: usize, sum: u32 },
}

impl Weights {
    /// Bytes of the file of a network of so many neurons.
    pub const fn file_size(hidden: usize) -> usize {
        let first = 2 * (ROWS + 1) * hidden;
        let output = BUCKETS * (2 * 2 * hidden + 4);
        HEADER + first + output + CHECKSUM
    }

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
        let most = Self::file_size(MOST_HIDDEN) as u64 + 1;
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(unreadable)?;
        file.take(most).read_to_end(&mut bytes).map_err(unreadable)?;
        Self::read(&bytes)
            .map_err(|cause| NetError::File { path: path.into(), cause: cause.into() })
    }

    /// The network in these bytes.
    ///
    /// # Errors
    /// Why they are none.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        let mut rest = Rest(bytes);
        if rest.take(MAGIC.len()) != MAGIC {
            return Err(NetError::Magic);
        }
        if bytes.len() < HEADER {
            return Err(NetError::Short(bytes.len()));
        }
        let version = rest.u32();
        if version != VERSION {
            return Err(NetError::Version(version));
        }
        let hash = rest.u32();
        if hash != features::HASH {
            return Err(NetError::Features(hash));
        }
        let hidden = rest.u32() as usize;
        check_hidden(hidden)?;
        let buckets = rest.u32();
        if buckets as usize != BUCKETS {
            return Err(NetError::Buckets(buckets));
        }
        let name = rest.take(NAME);
        let (expected, found) = (Self::file_size(hidden), bytes.len());
        if expected != found {
            return Err(NetError::Length { hidden, expected, found });
        }
        let weights = Self {
            game: read_name(name).ok_or(NetError::Game)?,
            hidden,
            first: rest.shorts(ROWS * hidden),
            first_bias: rest.shorts(hidden),
            output: rest.shorts(BUCKETS * 2 * hidden),
            output_bias: (0..BUCKETS).map(|_| rest.u32().cast_signed()).collect(),
        };
        if rest.0 != fnv(&bytes[..found - CHECKSUM]).to_le_bytes() {
            return Err(NetError::Checksum);
        }
        weights.check()?;
        Ok(weights)
    }

    /// The bytes of its file. What [`Weights::check`] refuses, [`Weights::read`] will refuse.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::file_size(self.hidden));
        bytes.extend(MAGIC);
        for number in [VERSION, features::HASH, self.hidden as u32, BUCKETS as u32] {
            bytes.extend(number.to_le_bytes());
        }
        let mut name = [0; NAME];
        for (place, letter) in name.iter_mut().zip(self.game.bytes()) {
            *place = letter;
        }
        bytes.extend(name);
        for list in [&self.first, &self.first_bias, &self.output] {
            bytes.extend(list.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(self.output_bias.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(fnv(&bytes).to_le_bytes());
        bytes
    }

    /// A number that tells this network from others.
    pub fn fingerprint(&self) -> u64 {
        fnv(&self.write())
    }

    /// A network of noise, the same for the same seed: it measures speed and tests
    /// arithmetic, and plays like it.
    pub fn noise(game: &str, hidden: usize, seed: u64) -> Self {
        let mut source = SplitMix(seed);
        let mut number = |most: i32| {
            let word;
            (word, source) = source.next();
            (word % (2 * most as u64 + 1)) as i32 - most
        };
        let mut shorts = |count: usize, most| (0..count).map(|_| number(most) as i16).collect();
        Self {
            game: game.into(),
            hidden,
            first: shorts(ROWS * hidden, 60),
            first_bias: shorts(hidden, 120),
            output: shorts(BUCKETS * 2 * hidden, i32::from(MOST_OUTPUT)),
            output_bias: (0..BUCKETS).map(|_| number(QA * QB)).collect(),
        }
    }

    /// Can this be used and written?
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self) -> Result<(), NetError> {
        check_hidden(self.hidden)?;
        let mut name = self.game.clone().into_bytes();
        name.resize(NAME.max(name.len()), 0);
        read_name(&name).filter(|_| name.len() == NAME).ok_or(NetError::Game)?;
        for (what, found, expected) in [
            ("the first layer", self.first.len(), ROWS * self.hidden),
            ("the bias of the first layer", self.first_bias.len(), self.hidden),
            ("the output layer", self.output.len(), BUCKETS * 2 * self.hidden),
            ("the bias of the output layer", self.output_bias.len(), BUCKETS),
        ] {
            if found != expected {
                return Err(NetError::Shape { what, expected, found });
            }
        }
        let too_large = |value: &i16| value.unsigned_abs() > MOST_OUTPUT.unsigned_abs();
        if let Some(index) = self.output.iter().position(too_large) {
            return Err(NetError::Output { index, value: self.output[index] });
        }
        // Neurons are looked at one by one only where a look at all of them does not do: each
        // start of the program comes by here.
        let largest =
            |list: &[i16]| list.iter().map(|number| u32::from(number.unsigned_abs())).max();
        let most = MOST_LIT as u32 * largest(&self.first).unwrap_or(0)
            + largest(&self.first_bias).unwrap_or(0);
        let limit = i16::MAX.unsigned_abs().into();
        if most <= limit {
            return Ok(());
        }
        let mut sums = (0..self.hidden).map(|neuron| (neuron, self.largest_sum(neuron)));
        match sums.find(|&(_, sum)| sum > limit) {
            Some((neuron, sum)) => Err(NetError::First { neuron, sum }),
            None => Ok(()),
        }
    }

    /// How far from zero a neuron's sum could come, whatever rows are lit. Sums are kept in
    /// 16 bits.
    fn largest_sum(&self, neuron: usize) -> u32 {
        let column = self.first.iter().skip(neuron).step_by(self.hidden);
        let mut sizes: Vec<u16> = column.map(|weight| weight.unsigned_abs()).collect();
        let (_, _, largest) = sizes.select_nth_unstable(ROWS - MOST_LIT - 1);
        let lit: u32 = largest.iter().map(|&size| u32::from(size)).sum();
        lit + u32::from(self.first_bias[neuron].unsigned_abs())
    }
}

/// Short: nobody wants to read a million numbers.
impl std::fmt::Debug for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "Weights({}, {} neurons)", self.game, self.hidden)
    }
}

fn check_hidden(hidden: usize) -> Result<(), NetError> {
    let fits = hidden.is_multiple_of(LINE) && (LINE..=MOST_HIDDEN).contains(&hidden);
    if fits { Ok(()) } else { Err(NetError::Hidden(hidden)) }
}

/// A name padded with zeros.
fn read_name(bytes: &[u8]) -> Option<String> {
    let end = bytes.iter().position(|&letter| letter == 0).unwrap_or(bytes.len());
    let (name, padding) = bytes.split_at(end);
    let fits = |letter: &u8| letter.is_ascii_alphanumeric() || matches!(letter, b'-' | b'_');
    let whole = end > 0 && name.iter().all(fits) && padding.iter().all(|&letter| letter == 0);
    whole.then(|| String::from_utf8_lossy(name).into_owned())
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

    fn u32(&mut self) -> u32 {
        self.take(4).iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
    }

    fn shorts(&mut self, count: usize) -> Vec<i16> {
        let pairs = self.take(2 * count).chunks_exact(2);
        pairs.map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// A file with some bytes replaced and the checksum made good again.
    fn forged(at: usize, bytes: &[u8]) -> Vec<u8> {
        let mut file = Weights::noise("crazyhouse", 32, 1).write();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        let end = file.len() - CHECKSUM;
        let sum = fnv(&file[..end]).to_le_bytes();
        file[end..].copy_from_slice(&sum);
        file
    }

    #[test]
    fn what_is_written_is_read() {
        for (game, hidden) in [("crazyhouse", 32), ("a-game_16-letter", 160)] {
            let weights = Weights::noise(game, hidden, 7);
            let bytes = weights.write();
            assert_eq!(bytes.len(), Weights::file_size(hidden));
            assert_eq!(Weights::read(&bytes), Ok(weights));
        }
    }

    #[test]
    fn every_way_to_be_wrong_has_its_own_error() {
        let good = Weights::noise("crazyhouse", 32, 1).write();
        let read = |bytes: &[u8]| Weights::read(bytes).unwrap_err();
        assert_eq!(read(b""), NetError::Magic);
        assert_eq!(read(b"KRALLE"), NetError::Magic);
        assert_eq!(read(&forged(7, b"M")), NetError::Magic);
        assert_eq!(read(b"KRALLENN12345"), NetError::Short(13));
        assert_eq!(read(&forged(8, &[2])), NetError::Version(2));
        assert_eq!(read(&forged(12, &[0; 4])), NetError::Features(0));
        for hidden in [0_u32, 33, 1056, u32::MAX] {
            assert_eq!(read(&forged(16, &hidden.to_le_bytes())), NetError::Hidden(hidden as usize));
        }
        assert_eq!(read(&forged(20, &[9])), NetError::Buckets(9));
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
        let output = HEADER + 2 * (ROWS + 1) * 32;
        let large = forged(output + 6, &(-128_i16).to_le_bytes());
        assert_eq!(read(&large), NetError::Output { index: 3, value: -128 });
        assert_eq!(
            read(&forged(output, &i16::MIN.to_le_bytes())),
            NetError::Output { index: 0, value: i16::MIN }
        );
    }

    #[test]
    fn what_could_not_be_read_again_is_refused_before_it_is_written() {
        let good = Weights::noise("chess", 64, 1);
        assert_eq!(good.check(), Ok(()));
        let spoilt = |spoil: fn(&mut Weights)| {
            let mut weights = good.clone();
            spoil(&mut weights);
            weights.check().unwrap_err()
        };
        assert_eq!(spoilt(|w| w.hidden = 65), NetError::Hidden(65));
        for name in ["", "a game", "seventeen-letters", "ch\0ss"] {
            let named = Weights { game: name.into(), ..good.clone() };
            assert_eq!(named.check(), Err(NetError::Game), "{name:?}");
        }
        for spoil in [
            |w: &mut Weights| w.first.truncate(9),
            |w: &mut Weights| w.first_bias.push(0),
            |w: &mut Weights| w.output.clear(),
            |w: &mut Weights| w.output_bias.truncate(7),
        ] {
            assert!(matches!(spoilt(spoil), NetError::Shape { .. }));
        }
        assert_eq!(spoilt(|w| w.output[5] = 128), NetError::Output { index: 5, value: 128 });
        let all =
            |w: &mut Weights| w.first.iter_mut().skip(3).step_by(64).for_each(|one| *one = -256);
        let bias = i32::from(good.first_bias[3]).unsigned_abs();
        let sum = 256 * MOST_LIT as u32 + bias;
        assert_eq!(spoilt(all), NetError::First { neuron: 3, sum });
    }

    #[test]
    fn a_file_that_is_not_there_or_is_no_regular_file_is_an_error() {
        assert!(matches!(Weights::load("no/such.nnue"), Err(NetError::Unreadable { .. })));
        for path in ["src", "/dev/zero"].into_iter().filter(|path| Path::new(path).exists()) {
            let error = Weights::load(path).unwrap_err().to_string();
            let words = "cannot be read: it is no regular file";
            assert_eq!(error, format!("the network file `{path}` {words}"));
        }
    }
}
