//! Everything that is said between arbiter and engines, in a file, if one is asked for.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A log, or none. Clones write to the same file.
#[derive(Clone, Default)]
pub struct Log(Option<Arc<(Instant, Mutex<BufWriter<File>>)>>);

impl Log {
    /// A log in this file, which is made anew.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn to(path: &Path) -> std::io::Result<Self> {
        let file = Mutex::new(BufWriter::new(File::create(path)?));
        Ok(Self(Some(Arc::new((Instant::now(), file)))))
    }

    /// A line to (`<`) or from (`>`) an engine, with milliseconds since the run began. A line
    /// that cannot be written is lost: a game does not end for that.
    pub fn write(&self, name: &str, link: u64, direction: char, line: &str) {
        let Some(log) = &self.0 else { return };
        let millis = log.0.elapsed().as_millis();
        let mut file = log.1.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(file, "{millis:>9} {name}#{link} {direction} {line}");
    }
}
