//! A network that has been read: its numbers, and its layers as they are laid out for this
//! machine.

use std::any::Any;
use std::sync::Arc;

use once_cell::sync::OnceCell;

use super::error::NetError;
use super::inputs::Inputs;
use super::layer::Layers;
use super::simd;
use super::weights::NetworkWeights;

/// A network of any inputs. Its layers are laid out when they are first asked for; all
/// evaluations share them.
pub struct LoadedNetwork {
    weights: NetworkWeights,
    /// The layers of the inputs that the weights are for.
    layers: OnceCell<Arc<dyn Any + Send + Sync>>,
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
    pub fn layers<I: Inputs>(&self) -> Result<Arc<Layers<I>>, NetError> {
        let lay_out = || -> Result<Arc<dyn Any + Send + Sync>, NetError> {
            Ok(Arc::new(Layers::<I>::new(&self.weights, simd::best())?))
        };
        let layers = Arc::clone(self.layers.get_or_try_init(lay_out)?);
        layers.downcast().map_err(|_| Layers::<I>::refuse(&self.weights))
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
