//! Kralle, an engine for the chess games in which pieces come back onto the board.
//! (The *Kralle*, claw, is what German tandem players call the pieces they hold in hand.)
//!
//! # The floors
//!
//! A file imports only from floors below its own; a test reads the imports and fails on an
//! arrow that runs upward.
//!
//! | floor | folder | what it knows |
//! |---|---|---|
//! | 0 | [`base`] | words without games: scores, windows, random words |
//! | 1 | [`board`] | shapes and pieces: square sets, attacks, hands, keys, the move word; no rules |
//! | 2 | [`notation`] | text forms: FEN, moves, SAN |
//! | 3 | [`game`] | rules: what a game can do, the table of variants, one folder for each shape of board |
//! | 4 | [`eval`] | what a position is worth; it listens to the board |
//! | 5 | [`search`] | one alpha-beta for every game |
//! | 6 | [`player`] | who plays: an engine that a search may hold, and the bughouse player |
//! | 7 | [`protocol`] | text to engine and back; nothing there panics |
//! | 8 | [`tools`] | what uses engines: perft, bench, matches |
//!
//! How a question travels: a line of text becomes a command (a pure parse); the desk of
//! the variant takes it (the only `dyn` there is); from there down everything is
//! monomorphic in `Engine<Searchable, Eval>`; reports go to a listener and become text again. The
//! searcher never prints and never asks which variant it plays.
//!
//! # How other shapes enter
//!
//! *Shapes are types, rules are data.* All games on one 8x8 board are
//! [`game::single::Position`] under another row of [`game::rules::Rules`].
//!
//! * **A pair of boards** is a game that holds two such positions and the flow of pieces
//!   between them. The move word has a bit for the board and a third square for promotions
//!   that take a piece off the other one. Its camps are the two teams; a team may move twice
//!   running, so the searcher turns score and window over only where the camp changes
//!   ([`game::Searchable::camp`]). A single seat of a pair is a plain `Position` whose hand comes
//!   from outside.
//! * **Superpieces** stand on the 8x8 board beside the pieces of chess. A piece attacks in one of a
//!   few [ways](board::Way) or in several together, and the board knows who is frozen, so that
//!   check, pins and exchanges ask nothing new. What only games without superpieces can leave
//!   out is chosen once, where a generator, an exchange or an evaluation begins. The prelude
//!   is a stage of the same [`game::single::Position`], with moves of its own.
//! * **A board of 160 or 112 squares** has its own set type and its own position. A square
//!   is an index up to 255 in the move word and in the history tables, which take their size
//!   from [`game::Searchable::SQUARES`] and [`game::Searchable::SEATS`]. Four seats in two teams alternate
//!   like two players; three seats are two camps as well, the seat at the root and the rest.
pub mod base;
pub mod board;
pub mod eval;
pub mod game;
pub mod notation;
pub mod player;
pub mod protocol;
pub mod search;
#[cfg(feature = "tools")]
pub mod tools;
