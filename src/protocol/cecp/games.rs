//! The games under the names that XBoard has for them. To add a game, add a row.

use crate::game::rules::START;

/// A game as XBoard knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The name after `variant`.
    pub name: &'static str,
    /// The name of its rules, as in `UCI_Variant`.
    pub game: &'static str,
    /// Kings and rooks begin anywhere, and castling is written `O-O`.
    pub chess960: bool,
    /// The game of XBoard's whose board and pieces it has, for those that XBoard does not know.
    pub parent: Option<&'static str>,
    /// Where it begins until a position is set up, if not where its rules say.
    pub start: Option<&'static str>,
}

const fn known(name: &'static str, game: &'static str) -> Row {
    Row { name, game, chess960: false, parent: None, start: None }
}

const fn own(name: &'static str, parent: &'static str) -> Row {
    Row { name, game: name, chess960: false, parent: Some(parent), start: None }
}

/// All that are offered. The games for three and four players are not: XBoard has two
/// sides.
pub const GAMES: &[Row] = &[
    known("normal", "chess"),
    Row { chess960: true, ..known("fischerandom", "chess") },
    known("crazyhouse", "crazyhouse"),
    known("bughouse", "bughouse"),
    // XBoard draws lots for the prelude, without a Magician, and sets the position up.
    Row { start: Some(START), ..known("super", "superschaak") },
    own("doorgeefschaak", "bughouse"),
    own("tandem", "bughouse"),
    own("tandemordnung", "bughouse"),
];

/// The game of a name.
pub fn find(name: &str) -> Option<&'static Row> {
    GAMES.iter().find(|row| row.name.eq_ignore_ascii_case(name))
}

impl Row {
    /// See [`setup()`], for those that XBoard does not know.
    pub fn setup(&self) -> Option<String> {
        self.parent.map(setup)
    }
}

/// The line that tells XBoard how a game that it does not know looks: the letters of the
/// pieces, the size of board and hands, a game that it does know, and the start.
pub fn setup(parent: &str) -> String {
    let hands = if parent == "normal" { 0 } else { 5 };
    format!("setup (PNBRQKpnbrqk) 8x8+{hands}_{parent} {START}")
}
