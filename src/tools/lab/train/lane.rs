//! A number for each of thirty-two neurons, as the vectors of a processor hold them.

use crate::eval::net::architecture::LINE;

/// Neurons of a slice.
pub const LANES: usize = LINE;

/// One number for each neuron of a slice.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C, align(64))]
pub struct Lane(pub [f32; LANES]);

impl Lane {
    /// Nothing.
    pub const ZERO: Self = Self([0.0; LANES]);
}
