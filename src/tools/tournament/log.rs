//! The log: every line between arbiter and engines, in a file, if one is asked for.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A log, or none. Clones write to the same file.
#[derive(Clone, Default)]
pub struct Log(Option<Arc<LogState>>);

struct LogState {
    start: Instant,
    file: Mutex<LogFile>,
}

struct LogFile {
    file: BufWriter<File>,
    /// The first error: what comes after it is not written.
    error: Option<std::io::Error>,
}

impl Log {
    /// A log in this file, which is made anew.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn to(path: &Path) -> std::io::Result<Self> {
        let file = LogFile { file: BufWriter::new(File::create(path)?), error: None };
        Ok(Self(Some(Arc::new(LogState { start: Instant::now(), file: Mutex::new(file) }))))
    }

    /// A line to (`<`) or from (`>`) an engine, with milliseconds since the run began. A game
    /// does not end because a line cannot be written; [`Self::finish`] tells.
    pub fn write(&self, name: &str, link: u64, direction: char, line: &str) {
        let Some(log) = &self.0 else { return };
        let millis = log.start.elapsed().as_millis();
        let mut log = log.file.lock().unwrap_or_else(PoisonError::into_inner);
        if log.error.is_none() {
            log.error = writeln!(log.file, "{millis:>9} {name}#{link} {direction} {line}").err();
        }
    }

    /// Writes what is not yet in the file.
    ///
    /// # Errors
    /// The first error of the whole log.
    pub fn finish(&self) -> std::io::Result<()> {
        let Some(log) = &self.0 else { return Ok(()) };
        let mut log = log.file.lock().unwrap_or_else(PoisonError::into_inner);
        log.error.take().map_or_else(|| log.file.flush(), Err)
    }
}
