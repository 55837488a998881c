//! The desk: where a game stands while a protocol speaks about it.

mod across;
mod analysis;
mod clocks;
mod conduct;
mod count;
pub mod error;
mod forms;
pub mod job;
mod orders;
mod standing;
mod table_desk;

pub use error::DeskError;
pub use job::{DeskSearch, Job, JobLine};
pub use table_desk::Desk;
