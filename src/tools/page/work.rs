//! Answers that come line by line.

use std::sync::Arc;

use serde_json::Value;

use crate::search::SearchControl;

/// Hears lines of an answer.
pub type Say<'a> = dyn FnMut(Value) + Send + 'a;

/// What answers line by line, and obeys the control.
pub type Work = Box<dyn FnOnce(&Arc<SearchControl>, &mut Say<'_>) + Send>;
