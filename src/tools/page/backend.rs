//! The requests by name.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::error::PageError;
use super::players::Players;
use super::work::Work;
use super::{analysis, moves, position::PositionRequest, records};
use crate::board::Role;
use crate::player::EngineSettings;
use crate::tools::diagram::pieces::symbols;

/// What answers the page.
///
/// # Examples
/// ```
/// use kralle::EngineSettings;
/// use kralle::tools::page::Backend;
///
/// let backend = Backend::new(EngineSettings::default(), EngineSettings::default());
/// let answer = backend.answer("position", r#"{"variant": "chess", "moves": ["e2e4"]}"#)?;
/// assert_eq!(answer["plies"][0]["san"], "e4");
/// assert!(backend.answer("position", r#"{"variant": "halma"}"#).is_err());
/// # Ok::<(), kralle::tools::page::PageError>(())
/// ```
pub struct Backend {
    players: Players,
}

impl Backend {
    /// Searches with players of the usual size if the page asks for no other, and of at most that
    /// one.
    pub fn new(usual: EngineSettings, most: EngineSettings) -> Self {
        Self { players: Players::new(usual, most) }
    }

    /// Does this request have one answer? The others are heard line by line.
    pub fn has_one_answer(name: &str) -> bool {
        matches!(name, "position" | "record" | "picture" | "pieces")
    }

    /// Answers a request that has one answer.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn answer(&self, name: &str, request: &str) -> Result<Value, PageError> {
        match name {
            "position" => Ok(read::<PositionRequest>(request)?.replay()?.to_json()),
            "record" => records::read(&read(request)?),
            "picture" => records::picture(&read(request)?),
            // What the page draws them with, for who builds it.
            "pieces" => Ok(symbols(&Role::ALL).into()),
            _ => Err(PageError::unknown(name)),
        }
    }

    /// Begins to answer a request whose answer is heard line by line.
    ///
    /// # Errors
    /// What is wrong with it, or that too much is asked at once.
    pub fn begin(&self, name: &str, request: &str) -> Result<Work, PageError> {
        match name {
            "analyse" => analysis::prepare(&self.players, &read(request)?),
            "move" => moves::prepare(&self.players, &read(request)?),
            _ => Err(PageError::unknown(name)),
        }
    }
}

fn read<R: DeserializeOwned>(request: &str) -> Result<R, PageError> {
    serde_json::from_str(request).map_err(PageError::bad)
}
