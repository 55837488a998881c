//! Where answers go. Several threads write; every call writes whole lines and flushes, so
//! lines never mix.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A shared writer of lines.
#[derive(Clone)]
pub struct Out {
    writer: Arc<Mutex<dyn Write + Send>>,
    unread: Arc<AtomicBool>,
}

impl Out {
    /// Lines go to this writer.
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        Self { writer: Arc::new(Mutex::new(writer)), unread: Arc::default() }
    }

    /// Has nobody read any more?
    pub fn is_unread(&self) -> bool {
        self.unread.load(Ordering::Relaxed)
    }

    /// Writes a line, or several at once; `false` if nobody reads any more.
    pub fn say(&self, text: &str) -> bool {
        self.say_after(|| (), text)
    }

    /// The same, with an act that is done before the line can be read, under the same lock:
    /// lines that other threads write afterwards come after both.
    pub fn say_after(&self, act: impl FnOnce(), text: &str) -> bool {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        act();
        let read =
            text.is_empty() || writeln!(writer, "{text}").and_then(|()| writer.flush()).is_ok();
        if !read {
            self.unread.store(true, Ordering::Relaxed);
        }
        read
    }
}
