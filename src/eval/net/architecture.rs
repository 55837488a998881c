//! The shape of a network: which inputs it sees and how many neurons follow. Everything that
//! depends on one of these numbers takes it from here, so that none is written twice.

/// One in the first layer and after the activation.
pub const QA: i32 = 255;
/// One in the output layer. Trained weights stay well below a half, and the more whole
/// numbers lie between, the less is lost by rounding.
pub const QB: i32 = 256;
/// Centipawns of one at the output.
pub const SCALE: i32 = 400;
/// Neurons come in lines of so many: one vector register of the widest machine.
pub const LINE: usize = 32;
/// The most neurons of all views together. With more, a vector's lane of the output sum could
/// overflow.
pub const MOST_NEURONS: usize = 2048;
/// The largest output weight, so that it times [`QA`] fits 16 bits.
pub const MOST_OUTPUT: i16 = 127;
/// The furthest from zero that a neuron's sum may come: it is kept in 16 bits.
pub const MOST_SUM: u32 = i16::MAX as u32;
/// The most views of a set of inputs.
pub const MOST_VIEWS: usize = 8;

/// A set of inputs, in numbers: all that files, layers and the trainer need to know of it.
/// What lights a row is said by its [`Inputs`](super::inputs::Inputs).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InputSet {
    /// How files name it: at most 16 letters, digits, - and _.
    pub name: &'static str,
    /// A fingerprint of the layout of its rows: a network for another layout is refused.
    pub hash: u32,
    /// Rows of one view that pieces light.
    pub rows: usize,
    /// Views of a position, each with neurons of its own that share their weights.
    pub views: usize,
    /// Output layers, for positions of different fullness.
    pub buckets: usize,
    /// The most rows that the pieces light in a view.
    pub most_lit: usize,
    /// Rows that threats light, counted behind all others. They reach the first [`LINE`] neurons
    /// alone.
    pub threats: usize,
    /// The most of these that a view lights.
    pub most_threats: usize,
    /// Rows that a view usually lights: the size of the first random weights follows from it.
    pub usually_lit: usize,
    /// How other views follow from a position's first one: tables by row, threats among them, one
    /// of which gives all rows of the other view. Where there are none, views are kept one by one.
    pub turns: &'static [&'static [u16]],
}

/// The fingerprint of a layout that these numbers describe.
pub const fn layout_hash(facts: &[usize]) -> u32 {
    let mut hash = 0x811c_9dc5_u32;
    let mut i = 0;
    while i < facts.len() {
        hash = (hash ^ facts[i] as u32).wrapping_mul(0x0100_0193);
        i += 1;
    }
    hash
}

impl InputSet {
    /// Rows of one view, those of threats behind those of pieces.
    pub const fn all_rows(&self) -> usize {
        self.rows + self.threats
    }

    /// The rows that a neuron sums up.
    pub const fn rows_of(&self, neuron: usize) -> usize {
        if neuron < LINE { self.all_rows() } else { self.rows }
    }

    /// The most neurons of one view.
    pub const fn most_hidden(&self) -> usize {
        MOST_NEURONS / self.views / LINE * LINE
    }

    /// Can one view have so many neurons?
    pub const fn allows(&self, hidden: usize) -> bool {
        hidden.is_multiple_of(LINE) && hidden >= LINE && hidden <= self.most_hidden()
    }
}
