//! A network that has been read: its numbers, and its layers as they are laid out for this
//! machine.

use std::sync::Arc;

use once_cell::sync::OnceCell;

use super::error::NetError;
use super::features::Inputs8x8;
use super::inputs::Inputs;
use super::layer::Layers;
use super::simd;
use super::weights::NetworkWeights;

/// A network that sees through these inputs. Its layers are laid out when they are first asked
/// for; all evaluations share them.
pub struct LoadedNetwork<I: Inputs = Inputs8x8> {
    weights: NetworkWeights,
    layers: OnceCell<Arc<Layers<I>>>,
}

impl<I: Inputs> LoadedNetwork<I> {
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
    pub fn layers(&self) -> Result<Arc<Layers<I>>, NetError> {
        let lay_out = || Layers::new(&self.weights, simd::best()).map(Arc::new);
        self.layers.get_or_try_init(lay_out).cloned()
    }
}

impl<I: Inputs> From<NetworkWeights> for LoadedNetwork<I> {
    fn from(weights: NetworkWeights) -> Self {
        Self::new(weights)
    }
}

impl<I: Inputs> PartialEq for LoadedNetwork<I> {
    fn eq(&self, other: &Self) -> bool {
        self.weights == other.weights
    }
}

impl<I: Inputs> Eq for LoadedNetwork<I> {}

impl<I: Inputs> std::fmt::Debug for LoadedNetwork<I> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        self.weights.fmt(f)
    }
}
