//! Which game is played, and from which set-up: from here a table is opened.

use super::multi::MultiTable;
use super::pair::PairTable;
use super::play::{AnyPosition, Table, TableError};
use super::single::SingleTable;
use crate::game::catalogue::{Family, Variant};
use crate::game::multi::{Drieschaak, FourPlayerTeams, Vierschaak};
use crate::game::rule_book::Ruling;

/// Which game is played, and from which set-up.
#[derive(Clone, PartialEq, Debug)]
pub struct GameKind {
    /// The game.
    pub variant: Variant,
    /// Kings and rooks may begin anywhere.
    pub chess960: bool,
    /// One board of a game of two is played by itself. By this number the pieces that come
    /// from outside, the same for both sides.
    pub stream: Option<u64>,
}

impl GameKind {
    /// The game as it is usually played.
    pub const fn new(variant: Variant) -> Self {
        Self { variant, chess960: false, stream: None }
    }

    /// How many seats it has.
    pub const fn seats(&self) -> usize {
        if self.stream.is_some() { 2 } else { self.variant.family().seats() }
    }

    /// Is it played on two boards?
    pub const fn is_pair(&self) -> bool {
        self.stream.is_none() && matches!(self.variant.family(), Family::Pair(_))
    }

    /// Does the team that is named first begin with Black on board 1?
    pub fn first_team_black(&self) -> bool {
        self.is_pair() && self.variant.board_rules().is_some_and(|rules| rules.first_team_black)
    }

    /// How the rules seat the team that is named first, where they do, with the article.
    pub fn seating(&self) -> Option<String> {
        let article = self.variant.board_rules()?.article(Ruling::Seating);
        let sentence = "the team named first has Black on board 1";
        self.first_team_black().then(|| format!("{sentence} ({article})"))
    }

    /// The game set up, at its start or where a FEN says.
    ///
    /// # Errors
    /// If the FEN cannot be played, or the game does not know such a set-up.
    pub fn set_up(&self, fen: Option<&str>) -> Result<Box<dyn Table>, TableError> {
        let table = self.place(fen)?;
        match table.position() {
            AnyPosition::Pair(pair) if !pair.is_known(1) => Err(TableError::OneFen),
            _ => Ok(table),
        }
    }

    /// The same for who only looks on: of two boards, one may be unknown.
    ///
    /// # Errors
    /// If the FEN cannot be played, or the game does not know such a set-up.
    pub fn place(&self, fen: Option<&str>) -> Result<Box<dyn Table>, TableError> {
        let Self { variant, chess960, stream } = self;
        if *chess960 && variant.board_rules().is_none() {
            return Err(TableError::NoChess960(variant.clone()));
        }
        Ok(match *variant.family() {
            Family::Pair(rules) if stream.is_none() => {
                Box::new(PairTable::new(fen, rules, *chess960)?)
            }
            Family::Pair(rules) => {
                Box::new(SingleTable::new(fen, rules, *chess960)?.with_stream(*stream))
            }
            _ if stream.is_some() => return Err(TableError::NoSecondBoard(variant.clone())),
            Family::Single(rules) => Box::new(SingleTable::new(fen, rules, *chess960)?),
            Family::Four(rules) => Box::new(MultiTable::<Vierschaak>::new(fen, rules)?),
            Family::Three(rules) => Box::new(MultiTable::<Drieschaak>::new(fen, rules)?),
            Family::Teams(rules) => Box::new(MultiTable::<FourPlayerTeams>::new(fen, rules)?),
        })
    }
}

impl Variant {
    /// A game of this variant at its start.
    ///
    /// # Errors
    /// Never for the games that are built in.
    ///
    /// # Examples
    /// ```
    /// use kralle::game::catalogue::Variant;
    /// use kralle::game::table::Table;
    ///
    /// let mut game = Variant::find("bughouse")?.start()?;
    /// game.play(0, "e2e4").unwrap();
    /// game.play(2, "d2d4").unwrap();
    /// assert_eq!(game.on_move(1), Some(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start(&self) -> Result<Box<dyn Table>, TableError> {
        GameKind::new(self.clone()).set_up(None)
    }

    /// A game of this variant that begins where a FEN says.
    ///
    /// # Errors
    /// What is wrong with the FEN.
    pub fn set_up(&self, fen: &str) -> Result<Box<dyn Table>, TableError> {
        GameKind::new(self.clone()).set_up(Some(fen))
    }
}
