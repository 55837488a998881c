//! `kralle match`: engine against engine, in every game that Kralle knows.
//!
//! | file | what it knows |
//! |---|---|
//! | `pace`, `spec` | time controls and engines as the command line names them |
//! | `link`, `fault` | an engine that runs, and what can be wrong with it |
//! | `dialog`, `uci`, `cecp`, `player` | what an engine is told and says, in both dialects |
//! | `telling` | how a game is told to engines and records |
//! | `clocks`, `arbiter`, `partner_talk`, `live`, `simulated` | a game, in real or its own time |
//! | `openings`, `polyglot`, `judge` | where games begin |
//! | `schedule`, `knockout` | which engines meet |
//! | `statistics`, `sprt`, `results` | what the results prove |
//! | `transcript`, `record`, `archive` | a game as it is kept and written |
//! | `show`, `showcase`, `score_chart` | what is drawn |
//! | `report`, `cutechess`, `output`, `log` | what is printed and written |
//! | `run` | many games at once |
//! | `compliance` | does an engine speak UCI as it should |
//! | `args`, `setup`, `command`, `error` | the command line |

pub mod adjudication;
pub mod arbiter;
pub mod archive;
pub mod args;
mod cecp;
pub mod clocks;
mod command;
mod compliance;
mod cutechess;
pub mod dialog;
mod edit;
pub mod error;
pub mod fault;
mod judge;
mod knockout;
mod link;
mod live;
mod log;
pub mod openings;
mod output;
pub mod pace;
mod partner_talk;
mod player;
pub mod polyglot;
mod record;
mod report;
mod results;
pub mod run;
pub mod schedule;
mod score_chart;
pub mod setup;
mod show;
pub mod showcase;
mod simulated;
pub mod spec;
pub mod sprt;
pub mod statistics;
pub mod telling;
pub mod transcript;
mod uci;
