//! The games under the names that XBoard has for them. To add a game, add a row.

use crate::game::catalogue::BuiltIn;
use crate::game::rules::START;

/// A game as XBoard knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct XboardGame {
    /// The name after `variant`.
    pub name: &'static str,
    /// The game that is played.
    pub game: BuiltIn,
    /// Kings and rooks begin anywhere, and castling is written `O-O`.
    pub chess960: bool,
    /// The game of XBoard's whose board and pieces it has, for those that XBoard does not know.
    pub parent: Option<&'static str>,
    /// Where it begins until a position is set up, if not where its rules say.
    pub start: Option<&'static str>,
}

const fn known(name: &'static str, game: BuiltIn) -> XboardGame {
    XboardGame { name, game, chess960: false, parent: None, start: None }
}

/// A game under Kralle's own name, since XBoard has none for it.
const fn own(game: BuiltIn) -> XboardGame {
    XboardGame { parent: Some(PARENT), ..known(game.name(), game) }
}

/// The game of XBoard's that the two-board games look like.
const PARENT: &str = BuiltIn::Bughouse.name();

/// Chess, which XBoard begins with.
pub const NORMAL: XboardGame = known("normal", BuiltIn::Chess);

/// Chess with kings and rooks anywhere.
const FISCHERANDOM: XboardGame =
    XboardGame { chess960: true, ..known("fischerandom", BuiltIn::Chess) };

/// How XBoard knows a game. The games for three and four players it does not: it has two
/// sides.
const fn row(game: BuiltIn) -> Option<XboardGame> {
    Some(match game {
        BuiltIn::Chess => NORMAL,
        BuiltIn::Crazyhouse | BuiltIn::Bughouse => known(game.name(), game),
        // XBoard draws lots for the prelude, without a Magician, and sets the position up.
        BuiltIn::Superschaak => XboardGame { start: Some(START), ..known("super", game) },
        BuiltIn::Doorgeefschaak | BuiltIn::Tandem | BuiltIn::Tandemordnung => own(game),
        BuiltIn::Vierschaak | BuiltIn::Drieschaak | BuiltIn::FourPlayerTeams => return None,
    })
}

/// XBoard's name of a game, if it knows one; Kralle's own otherwise.
pub fn xboard_name(game: BuiltIn) -> &'static str {
    row(game).map_or(game.name(), |row| row.name)
}

/// All that are offered, those that XBoard knows itself first.
pub fn games() -> impl Iterator<Item = XboardGame> {
    let rows = || BuiltIn::ALL.into_iter().filter_map(row);
    let (chess, others) = (rows().take(1), rows().skip(1));
    let known = others.clone().filter(|row| row.parent.is_none());
    let own = others.filter(|row| row.parent.is_some());
    chess.chain([FISCHERANDOM]).chain(known).chain(own)
}

/// The game of a name.
pub fn find(name: &str) -> Option<XboardGame> {
    games().find(|row| row.name.eq_ignore_ascii_case(name))
}

impl XboardGame {
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
