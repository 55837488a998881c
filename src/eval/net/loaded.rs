//! A network that has been read: its numbers, and its layers as they are laid out for this
//! machine.

use std::sync::Arc;

use once_cell::sync::OnceCell;

use super::error::NetError;
use super::features::Inputs8x8;
use super::layer::Layers;
use super::simd;
use super::weights::NetworkWeights;

/// A network for the games on one 8x8 board. Its layers are laid out when they are first asked
/// for; all evaluations share them.
pub struct LoadedNetwork {
    weights: NetworkWeights,
    layers: OnceCell<Arc<Layers<Inputs8x8>>>,
}

impl LoadedNetwork {
    /// A network of these weights, which have been checked.
    pub const fn new(weights: NetworkWeights) -> Self {
        Self { weights, layers: OnceCell::new() }
    }

    /// Its numbers.
    pub const fn weights(&self) -> &NetworkWeights {
        &self.weights
    }

    /// Its layers, for the best vectors that this machine has.
    ///
    /// # Errors
    /// If the network is for other inputs.
    pub fn layers(&self) -> Result<Arc<Layers<Inputs8x8>>, NetError> {
        let lay_out = || Layers::new(&self.weights, simd::best()).map(Arc::new);
        self.layers.get_or_try_init(lay_out).cloned()
    }
}

impl From<NetworkWeights> for LoadedNetwork {
    fn from(weights: NetworkWeights) -> Self {
        Self::new(weights)
    }
}

impl PartialEq for LoadedNetwork {
    fn eq(&self, other: &Self) -> bool {
        self.weights == other.weights
    }
}

impl Eq for LoadedNetwork {}

impl std::fmt::Debug for LoadedNetwork {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        self.weights.fmt(f)
    }
}
