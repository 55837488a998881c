//! Floor 7: what uses the engine.
