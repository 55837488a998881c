//! What the page is told when something cannot be done.

use serde_json::json;

/// One line for people, and whose fault it is.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text}")]
pub struct PageError {
    /// Of which kind.
    pub kind: Fault,
    text: String,
}

/// Why a request is not answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It is not as it should be.
    Request,
    /// Nothing of this name can be asked.
    Unknown,
    /// Too much is asked at once.
    Busy,
}

impl PageError {
    /// The request is at fault.
    pub fn bad(error: impl ToString) -> Self {
        Self { kind: Fault::Request, text: error.to_string() }
    }

    /// There is no such request.
    pub fn unknown(name: &str) -> Self {
        Self { kind: Fault::Unknown, text: format!("`{name}` cannot be asked") }
    }

    /// Too much is asked at once.
    pub fn busy() -> Self {
        let text = "too many searches at once; close another tab".into();
        Self { kind: Fault::Busy, text }
    }

    /// The error as the page reads it.
    pub fn line(&self) -> String {
        json!({ "error": self.text }).to_string()
    }
}
