//! `kralle match`: engine against engine, in every game that Kralle knows.
//!
//! | file | what it knows |
//! |---|---|
//! | `pace`, `spec` | time controls and engines as the command line names them |
//! | `link`, `player`, `uci`, `cecp` | an engine that runs, and what it is told and says |
//! | `table` | what the arbiter knows of any game |
//! | `clocks`, `arbiter`, `live`, `simulated` | one game, in real time or in its own |
//! | `openings`, `judge`, `schedule` | where games begin, and who plays whom |
//! | `statistics`, `tally` | what the results prove |
//! | `record`, `archive`, `curve`, `report`, `show` | what is written and shown |
//! | `run`, `orders` | many games at once; the command line |

pub mod adjudication;
pub mod arbiter;
pub mod archive;
mod cecp;
pub mod clocks;
mod curve;
mod judge;
mod link;
mod live;
mod log;
pub mod openings;
pub mod orders;
mod output;
pub mod pace;
mod player;
mod record;
mod report;
pub mod run;
pub mod schedule;
mod show;
mod simulated;
pub mod spec;
pub mod statistics;
mod tally;
pub mod telling;
mod uci;
