//! The state of a training in a file, so that it can go on as if nothing had happened.
//!
//! `KRALLECP`, version (`u32`), length of the header (`u32`), the header (TOML: recipe,
//! fingerprint of the positions, how far, the curve), then every number of the network, of
//! where it rests and of Adam as little-endian `f32`, and last how many there were (`u64`).

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::TrainError;
use super::lane::Lane;
use super::network::TrainedNetwork;
use super::recipe::TrainRecipe;
use super::slice::Slice;
use super::trainer::{Curve, Trainer};

const MAGIC: &[u8; 8] = b"KRALLECP";
const VERSION: u32 = 3;
const FIXED: usize = 16;

#[derive(PartialEq, Debug, Serialize, Deserialize)]
struct CheckpointHeader {
    epoch: u32,
    steps: u64,
    positions: PositionHashes,
    recipe: TrainRecipe,
    curve: Curve,
}

/// Which positions it learns from and measures by.
#[derive(PartialEq, Debug, Serialize, Deserialize)]
struct PositionHashes {
    training: u64,
    validation: u64,
}

impl PositionHashes {
    fn of(trainer: &Trainer) -> Self {
        let [training, validation] =
            [&trainer.training, &trainer.validation].map(|samples| samples.fingerprint());
        Self { training, validation }
    }
}

/// Writes the state of a training. The file is whole or the old one at any moment.
///
/// # Errors
/// If it cannot be written.
pub fn save(trainer: &mut Trainer, path: &Path) -> Result<(), TrainError> {
    let header = CheckpointHeader {
        epoch: trainer.epoch,
        steps: trainer.network.steps,
        positions: PositionHashes::of(trainer),
        recipe: trainer.recipe.clone(),
        curve: trainer.curve.clone(),
    };
    let header = toml::to_string(&header).map_err(io::Error::other);
    let beside = beside(path);
    must_be_replaceable(path)?;
    header
        .and_then(|header| write(&mut trainer.network, &header, &beside))
        .and_then(|()| fs::rename(&beside, path))
        .map_err(|cause| TrainError::Unwritable { path: path.into(), cause })
}

/// The file that becomes the checkpoint as soon as it is whole.
fn beside(path: &Path) -> PathBuf {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    beside.into()
}

/// A checkpoint takes the place of a regular file or of nothing: whatever else has its name,
/// a device for instance, would be lost.
///
/// # Errors
/// If something else is there.
pub fn must_be_replaceable(path: &Path) -> Result<(), TrainError> {
    for path in [path, &beside(path)] {
        if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
            let cause = io::Error::other("it is no regular file");
            return Err(TrainError::Unwritable { path: path.into(), cause });
        }
    }
    Ok(())
}

fn write(network: &mut TrainedNetwork, header: &str, path: &Path) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    out.write_all(MAGIC)?;
    out.write_all(&VERSION.to_le_bytes())?;
    out.write_all(&(header.len() as u32).to_le_bytes())?;
    out.write_all(header.as_bytes())?;
    let mut count = 0_u64;
    for number in lanes(network).flat_map(|lane| lane.0) {
        out.write_all(&number.to_le_bytes())?;
        count += 1;
    }
    out.write_all(&count.to_le_bytes())?;
    out.into_inner()?.sync_all()
}

/// Every number that a training changes or goes by.
fn lanes(network: &mut TrainedNetwork) -> impl Iterator<Item = &mut Lane> {
    let slices = network.slices.iter_mut().flat_map(|slice| {
        let Slice { parameters, rest, mean, spread, .. } = slice;
        parameters.iter_mut().chain(rest).chain(mean).chain(spread)
    });
    slices.chain([&mut network.bias]).chain(&mut network.moments)
}

/// A file of a training that was read, but not yet compared with the training at hand.
#[derive(Debug)]
pub struct Checkpoint {
    header: CheckpointHeader,
    /// See [`lanes`].
    numbers: Vec<f32>,
}

impl Checkpoint {
    /// Reads the bytes of a checkpoint; errors name this path.
    ///
    /// # Errors
    /// If they are something else, of another version, or damaged.
    pub fn read(bytes: &[u8], path: &Path) -> Result<Self, TrainError> {
        let damaged = || TrainError::Damaged(path.into());
        if !bytes.starts_with(MAGIC) {
            return Err(TrainError::Foreign(path.into()));
        }
        let word = |at: usize| -> Option<u32> {
            Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
        };
        let version = word(8).ok_or_else(damaged)?;
        if version != VERSION {
            return Err(TrainError::Version { path: path.into(), found: version });
        }
        let end = FIXED + word(12).ok_or_else(damaged)? as usize;
        let text = bytes.get(FIXED..end).and_then(|text| std::str::from_utf8(text).ok());
        let header = toml::from_str(text.ok_or_else(damaged)?).map_err(|_| damaged())?;
        let (numbers, count) = bytes[end..].split_last_chunk().ok_or_else(damaged)?;
        let (numbers, rest) = numbers.as_chunks();
        if !rest.is_empty() || numbers.len() as u64 != u64::from_le_bytes(*count) {
            return Err(damaged());
        }
        Ok(Self { header, numbers: numbers.iter().copied().map(f32::from_le_bytes).collect() })
    }
}

/// Goes on with the training in a file, which must have the same recipe and positions.
///
/// # Errors
/// If it cannot be read, is something else, or is of another training.
pub fn load(trainer: &mut Trainer, path: &Path) -> Result<(), TrainError> {
    let unreadable = |cause| TrainError::Unreadable { path: path.into(), cause };
    if !fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(unreadable(io::Error::other("it is no regular file")));
    }
    let Checkpoint { header, numbers } =
        Checkpoint::read(&fs::read(path).map_err(unreadable)?, path)?;
    if header.recipe != trainer.recipe {
        let what = difference(&header.recipe, &trainer.recipe);
        return Err(TrainError::OtherRecipe { path: path.into(), what });
    }
    if header.positions != PositionHashes::of(trainer) {
        return Err(TrainError::OtherPositions(path.into()));
    }
    let mut network = TrainedNetwork::zero(trainer.network.inputs, trainer.recipe.hidden);
    let mut slots: Vec<&mut f32> = lanes(&mut network).flat_map(|lane| &mut lane.0).collect();
    if slots.len() != numbers.len() {
        return Err(TrainError::Damaged(path.into()));
    }
    for (slot, number) in slots.iter_mut().zip(numbers) {
        **slot = number;
    }
    network.steps = header.steps;
    trainer.network = network;
    trainer.epoch = header.epoch;
    trainer.curve = header.curve;
    Ok(())
}

/// The first figure in which two recipes differ, in words.
fn difference(saved: &TrainRecipe, asked: &TrainRecipe) -> String {
    let table = |recipe| toml::Table::try_from(recipe).unwrap_or_default();
    let (saved, asked) = (table(saved), table(asked));
    let differs = saved.iter().find(|(name, value)| asked.get(*name) != Some(value));
    differs.map_or_else(String::new, |(name, value)| format!("{} {value}", name.replace('_', "-")))
}
