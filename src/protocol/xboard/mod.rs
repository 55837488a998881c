//! CECP version 2, the language of XBoard and WinBoard: a second language over the same
//! desks. [`command`] reads lines, [`XboardSession`] keeps the game as XBoard sees it, [`speak`]
//! writes thoughts and results, [`voice`] talks to the partner.
//!
//! One thread holds all state: lines and what searches say come to it through one channel,
//! and it sleeps between them. Whatever a search says after it was given up is not heard,
//! so no move can come out of turn.

mod clocks;
pub mod command;
mod features;
mod games;
mod partner;
mod record;
mod running;
mod session;
pub mod speak;
mod think;
mod turn;
pub mod voice;

pub use command::{XboardCommand, XboardCommandError};
pub use features::manual_table;
pub use games::xboard_name;
pub use session::XboardSession;
