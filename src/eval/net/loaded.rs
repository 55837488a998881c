//! A network that has been read: its numbers, and its layers as they are laid out for this
//! machine.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

use super::error::NetError;
use super::inputs::Inputs;
use super::layer::Layers;
use super::simd;
use super::weights::NetworkWeights;

/// A network of any inputs. Its layers are laid out when they are first asked for; all
/// evaluations share them.
pub struct LoadedNetwork {
    weights: NetworkWeights,
    /// The layers for each kind of inputs: games on like boards share a network.
    layers: Mutex<Vec<Arc<dyn Any + Send + Sync>>>,
}

impl LoadedNetwork {
    /// A network of these weights, which have been checked.
    pub const fn new(weights: NetworkWeights) -> Self {
        Self { weights, layers: Mutex::new(Vec::new()) }
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
        let mut known = self.layers.lock().unwrap_or_else(PoisonError::into_inner);
        let laid_out = known.iter().find_map(|layers| Arc::clone(layers).downcast().ok());
        if let Some(layers) = laid_out {
            return Ok(layers);
        }
        let layers = Arc::new(Layers::<I>::new(&self.weights, simd::best())?);
        known.push(Arc::clone(&layers) as Arc<dyn Any + Send + Sync>);
        Ok(layers)
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
