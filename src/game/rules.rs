//! The table of variants. Games on the same board differ by data: a game is one row of
//! this small record, and a row names only what differs from the row it builds on. What
//! a rules file may override stands in [`super::custom`], the names of articles in
//! [`super::rule_book`].

use crate::board::{Color, Set};

use super::rule_book::RuleBook;

/// The rules of a game on an 8x8 board, or on a pair of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The text that is quoted when these rules decide.
    pub rule_book: RuleBook,
    /// Where a captured piece goes.
    pub captures: Captures,
    /// How a pawn becomes something else.
    pub promotion: Promotion,
    /// Are there superpieces, which a prelude brings onto the board?
    pub superpieces: bool,
    /// Does a promoted piece become a pawn when captured, or keep its role?
    pub demotes: bool,
    /// May a drop give check?
    pub drop_check: bool,
    /// May a drop give mate?
    pub drop_mate: DropMate,
    /// Where pawns may be dropped.
    pub pawn_drops: PawnDrops,
    /// May a king that has not moved castle with a rook dropped on a corner?
    pub dropped_rook_castles: bool,
    /// What being in check without a reply means.
    pub mate: MateModel,
    /// May the partner also avert a mate by taking out the checking piece with the move at
    /// hand? Under [`MateModel::Pending`] any saving move will do anyway.
    pub take_out_averts: bool,
    /// What having no move without being in check means.
    pub stalemate: Stalemate,
    /// When a match of two boards is over.
    pub match_end: MatchEnd,
    /// Draw after so many moves of each player without anything that resets the count.
    pub move_draw: Option<u16>,
    /// Which drops reset that count; captures and moves of unpromoted pawns always do.
    pub resets: Resets,
    /// Is the third occurrence of a position a draw?
    pub repetition: bool,
    /// Is a position that nobody can win a draw?
    pub dead_material: bool,
    /// When a player may resign.
    pub resigning: Resigning,
    /// What a fallen flag means in a match of two boards.
    pub flags: Flags,
    /// What an illegal move costs.
    pub illegal: Illegal,
    /// What partners may say to each other.
    pub talk: Talk,
    /// May a player keep a captured piece back and hand it over later?
    pub may_withhold: bool,
    /// Has the team that is named first Black on board 1, not White?
    pub first_team_black: bool,
}

/// Where a captured piece goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "rules-files", derive(serde::Deserialize))]
#[cfg_attr(feature = "rules-files", serde(rename_all = "kebab-case"))]
pub enum Captures {
    /// Out of the game.
    Nowhere,
    /// Into the captor's own hand.
    OwnHand,
    /// To the captor's partner, who sits at another board.
    Partner,
    /// Into the pool of its owner, who may promote to it; a promoted piece or a pawn is gone.
    OwnPool,
}

/// How a pawn becomes something else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "rules-files", derive(serde::Deserialize))]
#[cfg_attr(feature = "rules-files", serde(rename_all = "kebab-case"))]
pub enum Promotion {
    /// It is replaced by a queen, rook, bishop or knight.
    Piece,
    /// It takes that value and keeps its shape: only the two players of the board know.
    PawnShaped,
    /// A piece of its own colour is taken off the other board for it.
    TakeOut,
    /// Its owner chooses between the two: a piece from beside the board, or one taken off the
    /// other board.
    PieceOrTakeOut,
    /// It becomes a piece from the owner's pool.
    Pool,
}

impl Promotion {
    /// Can a piece be taken off the other board?
    pub const fn takes_out(self) -> bool {
        matches!(self, Self::TakeOut | Self::PieceOrTakeOut)
    }
}

/// May a drop give mate?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DropMate {
    /// It may.
    Allowed,
    /// It may not, and this model says whether it is mate, from that board and that
    /// board's hand alone.
    Forbidden(MateModel),
}

/// The ranks on which pawns may be dropped, counted from 1 on the owner's side, both
/// included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PawnDrops {
    /// 1 to 7.
    pub first: u8,
    /// Not below `first`, at most 7.
    pub last: u8,
}

/// What being in check without a legal reply means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "rules-files", derive(serde::Deserialize))]
#[cfg_attr(feature = "rules-files", serde(rename_all = "kebab-case"))]
pub enum MateModel {
    /// It is mate.
    Hand,
    /// If the partner is on move and has a legal move, it hangs on that one move; else it
    /// is mate.
    Pending,
    /// It is mate unless some piece, in hand or not, could be dropped between.
    Potential,
}

/// What having no legal move without being in check means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "rules-files", derive(serde::Deserialize))]
#[cfg_attr(feature = "rules-files", serde(rename_all = "kebab-case"))]
pub enum Stalemate {
    /// The game is drawn.
    Draw,
    /// The player waits until a piece comes to hand.
    Wait,
    /// The player has lost.
    Loss,
}

/// When a match of two boards is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "rules-files", derive(serde::Deserialize))]
#[cfg_attr(feature = "rules-files", serde(rename_all = "kebab-case"))]
pub enum MatchEnd {
    /// With the first board that is decided.
    FirstBoard,
    /// When both are over; each scores by itself.
    BothBoards,
}

/// Which drops count as irreversible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "rules-files", derive(serde::Deserialize))]
#[cfg_attr(feature = "rules-files", serde(rename_all = "kebab-case"))]
pub enum Resets {
    /// Those of pawns.
    PawnDrops,
    /// All.
    EveryDrop,
}

/// When a player may resign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "rules-files", derive(serde::Deserialize))]
#[cfg_attr(feature = "rules-files", serde(rename_all = "kebab-case"))]
pub enum Resigning {
    /// At any time.
    AnyTime,
    /// Only when on move.
    OnMove,
}

/// What a fallen flag means in a match of two boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "rules-files", derive(serde::Deserialize))]
#[cfg_attr(feature = "rules-files", serde(rename_all = "kebab-case"))]
pub enum Flags {
    /// The flagged team loses.
    TeamLoses,
    /// The flagged team loses; flags of both teams make a draw.
    BothTeamsDraw,
    /// The board is lost when the direct opponent notes it, unless the opponent could never mate;
    /// drawn if both flags of the board are down.
    DirectOpponent,
}

/// What an illegal move of a seat costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "rules-files", derive(serde::Deserialize))]
#[cfg_attr(feature = "rules-files", serde(rename_all = "kebab-case"))]
pub enum Illegal {
    /// The match.
    Loses,
    /// The match; but a drop that mates, or a pawn dropped on the first or last rank, only
    /// costs the piece and the move.
    LosesButDrops,
    /// The match; but such a drop only costs the move: the piece goes back to the hand.
    DropsCostMove,
    /// It must be replaced by a legal move; from the second time on the board is lost.
    TakenBack,
}

/// What partners may say to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "rules-files", derive(serde::Deserialize))]
#[cfg_attr(feature = "rules-files", serde(rename_all = "kebab-case"))]
pub enum Talk {
    /// Anything.
    Free,
    /// Anything but two or more successive moves for the partner's board.
    OneMove,
    /// Requests for pieces and nothing else.
    Requests,
}

impl Rules {
    /// FIDE chess.
    pub const CHESS: Self = Self {
        rule_book: RuleBook::Fide,
        captures: Captures::Nowhere,
        promotion: Promotion::Piece,
        superpieces: false,
        demotes: false,
        drop_check: true,
        drop_mate: DropMate::Allowed,
        pawn_drops: PawnDrops { first: 2, last: 7 },
        dropped_rook_castles: false,
        mate: MateModel::Hand,
        take_out_averts: false,
        stalemate: Stalemate::Draw,
        match_end: MatchEnd::FirstBoard,
        move_draw: Some(50),
        resets: Resets::PawnDrops,
        repetition: true,
        dead_material: true,
        resigning: Resigning::AnyTime,
        flags: Flags::TeamLoses,
        illegal: Illegal::Loses,
        talk: Talk::Free,
        may_withhold: false,
        first_team_black: false,
    };

    /// Four superpieces a side, and pawns come back as pieces that are beside the board.
    pub const SUPERSCHAAK: Self = Self {
        rule_book: RuleBook::Superschaak,
        captures: Captures::OwnPool,
        promotion: Promotion::Pool,
        superpieces: true,
        ..Self::CHESS
    };

    /// Captured pieces change colour and come back from the captor's hand.
    pub const CRAZYHOUSE: Self =
        Self { captures: Captures::OwnHand, demotes: true, dead_material: false, ..Self::CHESS };

    /// Captured pieces go to the partner; as FICS plays it.
    pub const BUGHOUSE: Self = Self {
        rule_book: RuleBook::Fics,
        captures: Captures::Partner,
        mate: MateModel::Potential,
        stalemate: Stalemate::Wait,
        move_draw: None,
        ..Self::CRAZYHOUSE
    };

    /// The Dutch national rules, edition 1988.
    pub const DOORGEEFSCHAAK: Self = Self {
        rule_book: RuleBook::Doorgeefschaak,
        promotion: Promotion::PawnShaped,
        drop_check: false,
        drop_mate: DropMate::Forbidden(MateModel::Potential),
        match_end: MatchEnd::BothBoards,
        move_draw: Some(30),
        resets: Resets::EveryDrop,
        repetition: false,
        resigning: Resigning::OnMove,
        flags: Flags::DirectOpponent,
        illegal: Illegal::TakenBack,
        talk: Talk::Requests,
        may_withhold: true,
        ..Self::BUGHOUSE
    };

    /// The older German rules.
    pub const TANDEMORDNUNG: Self = Self {
        rule_book: RuleBook::Tandemordnung,
        promotion: Promotion::TakeOut,
        demotes: false,
        drop_mate: DropMate::Forbidden(MateModel::Potential),
        take_out_averts: true,
        repetition: false,
        flags: Flags::BothTeamsDraw,
        illegal: Illegal::LosesButDrops,
        talk: Talk::OneMove,
        first_team_black: true,
        ..Self::BUGHOUSE
    };

    /// The newer German rules.
    pub const TANDEM: Self = Self {
        rule_book: RuleBook::Tandem,
        drop_mate: DropMate::Forbidden(MateModel::Hand),
        mate: MateModel::Pending,
        take_out_averts: false,
        ..Self::TANDEMORDNUNG
    };

    /// Are pieces dropped in this game?
    pub const fn has_hands(&self) -> bool {
        matches!(self.captures, Captures::OwnHand | Captures::Partner)
    }

    /// Does a FEN of this game have brackets, for hands or pools?
    pub const fn has_brackets(&self) -> bool {
        !matches!(self.captures, Captures::Nowhere)
    }

    /// The starting position, without hands that are empty.
    pub const fn start(&self) -> &'static str {
        if self.superpieces { SUPER_START } else { START }
    }

    /// Does the board remember who was promoted?
    pub const fn marks_promoted(&self) -> bool {
        self.demotes || matches!(self.promotion, Promotion::Pool)
    }

    /// Is this one board of two, on which things change while it waits?
    pub const fn is_one_of_two(&self) -> bool {
        matches!(self.captures, Captures::Partner)
    }

    /// Where this side may drop a pawn.
    #[inline]
    pub const fn pawn_drop_squares(&self, color: Color) -> Set {
        let PawnDrops { first, last } = self.pawn_drops;
        let ranks = (!0 << (8 * (first - 1))) & (!0 >> (8 * (8 - last)));
        Set(match color {
            Color::White => ranks,
            Color::Black => u64::swap_bytes(ranks),
        })
    }
}

/// The starting position of the 8x8 games, without its hands; before the prelude where there
/// is one, see [`Rules::start`].
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The same before a prelude.
const SUPER_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 prelude=";
