//! Why something is no network.

use super::architecture::{LINE, MOST_OUTPUT, MOST_SUM};

/// Letters of a name in a file.
pub(super) const NAME: usize = 16;

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
    #[error("a network file of version {0}; this program reads versions 1 to 3")]
    Version(u32),
    #[error("a network for other inputs ({found:08x}; this program has {expected:08x})")]
    Features { found: u32, expected: u32 },
    #[error("a network for the inputs `{name}` ({hash:08x}), which this program does not have")]
    UnknownInputs { name: String, hash: u32 },
    #[error("a network for the inputs `{found}`, where those of `{expected}` are seen")]
    OtherInputs { found: &'static str, expected: &'static str },
    #[error("a network that sees more threats than these inputs")]
    Threats,
    #[error("a network of other layers than this program has: {0}")]
    Layers(String),
    #[error("{hidden} neurons: it must be a multiple of {LINE} from {LINE} to {most}")]
    Hidden { hidden: usize, most: usize },
    #[error("{found} output buckets where {expected} belong")]
    Buckets { found: u32, expected: usize },
    #[error("the name of its game is not 1 to {NAME} letters, digits, - and _, padded with zeros")]
    Game,
    #[error("a network of {hidden} neurons takes {expected} bytes, this has {found}")]
    Length { hidden: usize, expected: usize, found: usize },
    #[error("the file has not the numbers of a network of {hidden} neurons, each as LEB128")]
    Numbers { hidden: usize },
    #[error("the checksum is wrong: the file was damaged")]
    Checksum,
    #[error("{what} has {found} numbers where {expected} belong")]
    Shape { what: &'static str, expected: usize, found: usize },
    #[error("output weight {index} is {value}; the most is {MOST_OUTPUT} either way")]
    Output { index: usize, value: i16 },
    #[error("the weights of neuron {neuron} could add up to {sum}; the most is {MOST_SUM}")]
    First { neuron: usize, sum: u32 },
}
