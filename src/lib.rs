//! Kralle, an engine for the chess games in which pieces come back onto the board.
//! (The *Kralle*, claw, is what German tandem players call the pieces they hold in hand.)
//!
//! # Three examples
//!
//! Two boards, with moves as text. Seats 0 and 1 play on the first board, 2 and 3 on the second:
//!
//! ```
//! use kralle::Variant;
//!
//! let mut game = Variant::find("bughouse")?.start()?;
//! for (seat, text) in [(0, "e2e4"), (1, "d7d5"), (2, "g1f3"), (0, "e4d5")] {
//!     game.play(seat, text)?;
//! }
//! assert_eq!(game.on_move(1), Some(3));
//! // The captured pawn has gone to White's partner, who has Black on the other board.
//! assert!(!game.hand(3).is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A search, of any game, with a hash table of 16 MiB and one thread:
//!
//! ```
//! use kralle::{Engine, EngineSettings, EvalChoice, Limits, Variant};
//!
//! let game = Variant::find("crazyhouse")?;
//! let table = game.set_up("6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1")?;
//! let engine = Engine::new(&game, &EvalChoice::BuiltIn, EngineSettings::default())?;
//! let answer = engine.best_move(&*table, Limits { depth: Some(4), ..Limits::default() })?;
//! assert_eq!(answer.best.map(|mv| table.write(mv)).as_deref(), Some("N@f7"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The lines of a position, counted, below the table that checks every move:
//!
//! ```
//! use kralle::game::perft::perft;
//! use kralle::game::rules::Rules;
//! use kralle::game::single::Position;
//!
//! let rules = Rules::CRAZYHOUSE;
//! let mut position = Position::from_setup(&rules.start().parse()?, rules, false)?;
//! assert_eq!(perft(&mut position, 3), 8_902);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The names re-exported here are the front door: [`Variant`] says which game, [`Table`] plays
//! it as text and checks every move, [`Engine`] thinks about it. Behind it stand the typed
//! positions ([`Playable`], which trusts its caller, and [`Playable::try_play`], which does
//! not) and the searcher of one game with one evaluation ([`search::Engine`]).
//!
//! More stand in the folder `examples`.
//!
//! # Features
//!
//! * `cli` (default): the program `kralle`, with all that follows.
//! * `tools` (default): the top floor, with what it draws and prints with.
//! * `page` (default): of the top floor only what answers the page in a browser.
//! * `rules-files` (default): games that a TOML file describes.
//! * `tune`: the margins of the searcher can be changed while it runs; slower.
//!
//! Without default features the library has the rules, the searcher and the protocols.
//!
//! # The floors
//!
//! A file imports only from floors below its own; a test reads the imports and fails on an
//! arrow that runs upward.
//!
//! | floor | folder | what it knows |
//! |---|---|---|
//! | 0 | [`base`] | words without games: scores, windows, random words |
//! | 1 | [`board`] | shapes and pieces: square sets, attacks, hands, the move word; no rules |
//! | 2 | [`notation`] | text forms: FEN, moves, SAN |
//! | 3 | [`game`] | rules: the list of games, what a game can do, one folder a shape |
//! | 4 | [`eval`] | what a position is worth; it listens to the board |
//! | 5 | [`search`] | one alpha-beta for every game |
//! | 6 | [`player`] | who plays: an engine that a search may hold, and the bughouse player |
//! | 7 | [`protocol`] | text to engine and back; nothing there panics |
//! | 8 | `tools` | what uses engines: bench, tournaments, the page, the lab (a default feature) |
//!
//! How a question travels: a line of text becomes a command (a pure parse); the desk of
//! the game takes it, which has a table and a player; from there down the search is monomorphic
//! in `Engine<Searchable, Eval>`; reports go to a listener and become text again. The searcher
//! never prints and never asks which variant it plays.
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
//!   from [`game::Searchable::SQUARES`] and [`game::Searchable::SEATS`]. Four seats in two teams
//!   alternate like two players; three seats are two camps as well, the seat at the root and the
//!   rest.

pub use board::{Hand, Move, Role};
pub use eval::chosen::EvalChoice;
pub use game::catalogue::{BuiltIn, UnknownVariant, Variant};
pub use game::table::{GameKind, PlayError, Played, Table, TableError};
pub use game::verdict::{Outcome, Reason, Verdict};
pub use game::{IllegalMove, Playable};
pub use player::{Answer, AnyPlayer as Engine, EngineSettings, PlayerError};
pub use search::{Clock, Limits};

pub mod base;
pub mod board;
pub mod eval;
pub mod game;
pub mod notation;
pub mod player;
pub mod protocol;
pub mod search;
#[cfg(feature = "page")]
pub mod tools;
