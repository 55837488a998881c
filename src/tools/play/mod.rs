//! `kralle play`: a chair at the table, in the terminal. Persons sit on some seats, Kralles on
//! the others; all clocks run at once, partners talk.

pub mod command;
mod game;
mod opponents;
mod orders;
