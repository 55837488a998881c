//! The one list of games. A [`Variant`] says which game is played and by which rules; what
//! differs from game to game is asked of it, or matched on [`BuiltIn`] without a `_`, so that
//! a new game is a list of compiler errors. The name of a game is text and is used only where
//! text is read or written.

use std::fmt;
use std::sync::Arc;

use super::multi;
use super::rules::{Captures, Rules};
use crate::base::suggest::one_of;

/// The games that are built in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum BuiltIn {
    Chess,
    Crazyhouse,
    Bughouse,
    Doorgeefschaak,
    Tandem,
    Tandemordnung,
    Superschaak,
    Vierschaak,
    Drieschaak,
    FourPlayerTeams,
}

/// The shape of a game, with its rules: how many boards there are, and how many seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// One 8x8 board, two seats.
    Single(Rules),
    /// Two 8x8 boards, four seats in two teams.
    Pair(Rules),
    /// One board of 160 squares, four seats in two teams.
    Four(multi::Rules),
    /// One board of 112 squares, three seats, each for itself.
    Three(multi::Rules),
    /// The board of four with the turn clockwise; the first king that falls ends the game.
    Teams(multi::Rules),
}

/// A game: one that is built in, or one of a rules file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    name: Arc<str>,
    base: BuiltIn,
    family: Family,
}

/// A built-in game on 8x8 boards, one or two of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardGame {
    /// Which.
    pub game: BuiltIn,
    /// Its rules.
    pub rules: Rules,
}

impl BoardGame {
    /// Every such game, in the order of [`BuiltIn::ALL`].
    pub fn all() -> impl Iterator<Item = Self> {
        BuiltIn::ALL.into_iter().filter_map(Self::of)
    }

    /// This game, if it is played on 8x8 boards.
    pub fn of(game: BuiltIn) -> Option<Self> {
        game.family().board_rules().map(|&rules| Self { game, rules })
    }

    /// The game of this name, if it is played on 8x8 boards.
    pub fn find(name: &str) -> Option<Self> {
        BuiltIn::find(name).and_then(Self::of)
    }

    /// The name, as in `UCI_Variant`.
    pub const fn name(&self) -> &'static str {
        self.game.name()
    }
}

/// There is no game of that name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no game `{0}`; {advice}", advice = one_of(.0, &BuiltIn::names()))]
pub struct UnknownVariant(pub String);

impl BuiltIn {
    /// The nine games, in the order in which programs list them.
    pub const ALL: [Self; 9] = [
        Self::Chess,
        Self::Crazyhouse,
        Self::Bughouse,
        Self::Doorgeefschaak,
        Self::Tandem,
        Self::Tandemordnung,
        Self::Superschaak,
        Self::Vierschaak,
        Self::Drieschaak,
    ];

    /// What servers play beside them: a game of these is played by rules of its own on the
    /// board of one of the nine. Programs list them last.
    pub const OF_SERVERS: [Self; 1] = [Self::FourPlayerTeams];

    /// Every built-in game.
    pub fn every() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().chain(Self::OF_SERVERS)
    }

    /// The names of all built-in games, in the order in which programs list them.
    pub fn names() -> Vec<&'static str> {
        Self::every().map(Self::name).collect()
    }

    /// The name, as in `UCI_Variant`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chess => "chess",
            Self::Crazyhouse => "crazyhouse",
            Self::Bughouse => "bughouse",
            Self::Doorgeefschaak => "doorgeefschaak",
            Self::Tandem => "tandem",
            Self::Tandemordnung => "tandemordnung",
            Self::Superschaak => "superschaak",
            Self::Vierschaak => "vierschaak",
            Self::Drieschaak => "drieschaak",
            Self::FourPlayerTeams => "4player-teams",
        }
    }

    /// The game for more than two players that these seats play.
    pub const fn of_seats<K: multi::MultiGame>() -> Self {
        match (K::LAYOUT.teams, K::LAYOUT.first_king_ends) {
            (false, _) => Self::Drieschaak,
            (true, false) => Self::Vierschaak,
            (true, true) => Self::FourPlayerTeams,
        }
    }

    /// The shape and the rules.
    pub const fn family(self) -> Family {
        match self {
            Self::Chess => Family::Single(Rules::CHESS),
            Self::Crazyhouse => Family::Single(Rules::CRAZYHOUSE),
            Self::Bughouse => Family::Pair(Rules::BUGHOUSE),
            Self::Doorgeefschaak => Family::Pair(Rules::DOORGEEFSCHAAK),
            Self::Tandem => Family::Pair(Rules::TANDEM),
            Self::Tandemordnung => Family::Pair(Rules::TANDEMORDNUNG),
            Self::Superschaak => Family::Single(Rules::SUPERSCHAAK),
            Self::Vierschaak => Family::Four(multi::Rules::DEFAULT),
            Self::Drieschaak => Family::Three(multi::Rules::DEFAULT),
            Self::FourPlayerTeams => Family::Teams(multi::Rules::DEFAULT),
        }
    }

    /// The built-in game of this name, in any case of letters.
    pub fn find(name: &str) -> Option<Self> {
        Self::every().find(|game| game.name().eq_ignore_ascii_case(name))
    }
}

impl Family {
    /// The rules, if this is a game on 8x8 boards.
    pub const fn board_rules(&self) -> Option<&Rules> {
        match self {
            Self::Single(rules) | Self::Pair(rules) => Some(rules),
            Self::Four(_) | Self::Three(_) | Self::Teams(_) => None,
        }
    }

    /// How many seats there are.
    pub const fn seats(&self) -> usize {
        match self {
            Self::Single(_) => 2,
            Self::Three(_) => 3,
            Self::Pair(_) | Self::Four(_) | Self::Teams(_) => 4,
        }
    }
}

impl Variant {
    /// A game of a rules file, which turns some rules of another game.
    #[cfg(any(test, feature = "rules-files"))]
    pub(super) fn custom(name: &str, base: BuiltIn, family: Family) -> Self {
        Self { name: name.into(), base, family }
    }

    /// The built-in game of this name.
    ///
    /// # Errors
    /// If there is none; the error says which there are.
    ///
    /// # Examples
    /// ```
    /// use kralle::game::catalogue::{BuiltIn, Variant};
    ///
    /// assert_eq!(Variant::find("tandem")?.like(), BuiltIn::Tandem);
    /// assert!(Variant::find("go").is_err());
    /// # Ok::<(), kralle::game::catalogue::UnknownVariant>(())
    /// ```
    pub fn find(name: &str) -> Result<Self, UnknownVariant> {
        BuiltIn::find(name).map(Self::from).ok_or_else(|| UnknownVariant(name.into()))
    }

    /// The name, as in `UCI_Variant`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The shape and the rules.
    pub const fn family(&self) -> &Family {
        &self.family
    }

    /// The rules, if this is a game on 8x8 boards.
    pub const fn board_rules(&self) -> Option<&Rules> {
        self.family.board_rules()
    }

    /// Is this that built-in game itself?
    pub fn is(&self, game: BuiltIn) -> bool {
        self.base == game && !self.is_custom()
    }

    /// Is this a game of a rules file?
    pub fn is_custom(&self) -> bool {
        &*self.name != self.base.name()
    }

    /// The same game in which two players may mate the third together (art. 33 of three
    /// players); other games stay as they are.
    pub fn with_joint_mates(&self) -> Self {
        let family = match self.family {
            Family::Three(rules) => {
                Family::Three(multi::Rules { forbid_joint_mates: false, ..rules })
            }
            other => other,
        };
        Self { family, ..self.clone() }
    }

    /// The built-in game that this one is played like: its network, its weights and its
    /// chances fit. It is the game that a rules file builds on, unless other rules about
    /// captured pieces make it play like another one.
    pub fn like(&self) -> BuiltIn {
        let Some(rules) = self.board_rules() else { return self.base };
        let same = self.base.family().board_rules().is_some_and(|base| {
            (base.captures, base.superpieces) == (rules.captures, rules.superpieces)
        });
        match rules.captures {
            _ if same => self.base,
            Captures::OwnPool if rules.superpieces => BuiltIn::Superschaak,
            Captures::Nowhere | Captures::OwnPool => BuiltIn::Chess,
            Captures::OwnHand => BuiltIn::Crazyhouse,
            Captures::Partner => BuiltIn::Bughouse,
        }
    }
}

impl Default for Variant {
    /// Chess.
    fn default() -> Self {
        BuiltIn::Chess.into()
    }
}

impl From<BuiltIn> for Variant {
    fn from(base: BuiltIn) -> Self {
        Self { name: base.name().into(), base, family: base.family() }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_found_by_its_name_and_is_like_itself() {
        for game in BuiltIn::every() {
            let variant = Variant::find(&game.name().to_uppercase()).unwrap();
            assert_eq!((variant.like(), variant.is_custom()), (game, false));
            assert_eq!(variant, game.into());
        }
    }

    #[test]
    fn a_custom_game_is_like_its_base_until_its_captures_differ() {
        let fics =
            Variant::custom("fics", BuiltIn::Doorgeefschaak, BuiltIn::Doorgeefschaak.family());
        assert_eq!((fics.like(), fics.is_custom()), (BuiltIn::Doorgeefschaak, true));
        let drops = Rules { captures: Captures::OwnHand, ..Rules::CHESS };
        assert_eq!(
            Variant::custom("x", BuiltIn::Chess, Family::Single(drops)).like(),
            BuiltIn::Crazyhouse
        );
    }
}
