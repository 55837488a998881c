//! What a session under test writes on.

use std::io::Write;
use std::sync::{Arc, Mutex};

/// Where a test's session answers.
#[derive(Clone, Default)]
pub struct Page(pub Arc<Mutex<Vec<u8>>>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
