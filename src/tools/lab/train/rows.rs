//! Positions as rows in a file, for trainers in other languages, which need not know the
//! rules then: `scripts/train_gpu.py` reads it.
//!
//! Little endian: `KRALLERW`, version, hash of the inputs, rows of pieces, rows of threats behind
//! them, buckets (`u32` each), the names of the inputs and of the game (16 bytes each, padded with
//! zeros); then the positions to learn from, and the same for
//! those kept apart: how many (`u64`), how many rows in all (`u64`), where the rows of the
//! mover's and of the other's view end (`u64` each, for every position), score (`i16`),
//! result in twelfths and bucket (`u8`) of every position, the rows (`u16`).

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::error::TrainError;
use super::samples::SampleSet;
use crate::eval::net::architecture::InputSet;
use crate::eval::net::file::padded;

const MAGIC: &[u8; 8] = b"KRALLERW";
const VERSION: u32 = 3;

/// Writes positions of the game of this name.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, game: &str, sets: [&SampleSet; 2]) -> Result<(), TrainError> {
    let &InputSet { name, hash, rows, threats, buckets, .. } = sets[0].inputs();
    let written = File::create(path).map(BufWriter::new).and_then(|mut out| {
        out.write_all(MAGIC)?;
        for number in [VERSION, hash, rows as u32, threats as u32, buckets as u32] {
            out.write_all(&number.to_le_bytes())?;
        }
        out.write_all(&padded(name))?;
        out.write_all(&padded(game))?;
        sets.into_iter().try_for_each(|samples| write_set(&mut out, samples))?;
        out.flush()
    });
    written.map_err(|cause| TrainError::Unwritable { path: path.into(), cause })
}

fn write_set(out: &mut impl Write, samples: &SampleSet) -> io::Result<()> {
    let places = samples.places();
    let mut all = 0;
    let mut ends = Vec::with_capacity(samples.inputs().views * places.len());
    samples.try_each(|_, of_views| {
        ends.extend(of_views.iter().map(|&end| all + u64::from(end)));
        all = ends.last().copied().unwrap_or(all);
        io::Result::Ok(())
    })?;
    out.write_all(&(places.len() as u64).to_le_bytes())?;
    out.write_all(&all.to_le_bytes())?;
    for end in ends {
        out.write_all(&end.to_le_bytes())?;
    }
    for &place in &places {
        let label = samples.label(place);
        out.write_all(&label.score.to_le_bytes())?;
        out.write_all(&[label.result, label.bucket])?;
    }
    samples.try_each(|rows, _| rows.iter().try_for_each(|row| out.write_all(&row.to_le_bytes())))
}
