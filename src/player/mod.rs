//! Floor 6: who plays. An engine that a running search may hold ([`EngineHandle`]), what a
//! search says ([`SearchEvent`]), and the bughouse player ([`partner::PartnerPlayer`]),
//! which is more than a search of one board. Positions and limits go in, events come out; nothing
//! here reads or writes text.

pub mod analysis;
pub mod any;
pub mod engine;
pub mod event;
pub mod partner;

pub use any::{AnyPlayer, PlayerError};
pub use engine::{EngineHandle, EngineSettings};
pub use event::{Answer, EventSink, Search, SearchEvent};
