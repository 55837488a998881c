//! The table of variants. Games on the same board differ by data: a game is one row of
//! this small record, and a row names only what differs from the row it builds on.

use crate::board::Color;

/// The rules of a game on an 8x8 board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Where a captured man goes.
    pub captures: Captures,
    /// May a drop give check?
    pub drop_check: bool,
    /// What a promoted man becomes when captured.
    pub demotes: bool,
    /// What being in check without a reply means.
    pub mate: MateModel,
    /// What having no move without being in check means.
    pub stalemate: Stalemate,
    /// Draw after so many moves of each player without capture, pawn move or pawn drop.
    pub move_draw: Option<u16>,
    /// Is the third occurrence of a position a draw?
    pub repetition: bool,
    /// Is a position that nobody can win a draw?
    pub dead_material: bool,
}

/// Where a captured man goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Captures {
    /// Out of the game.
    Nowhere,
    /// Into the captor's own hand.
    OwnHand,
    /// To the captor's partner, who sits at another board.
    Partner,
}

/// What being in check without a legal reply means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateModel {
    /// It is mate.
    Hand,
    /// It is mate unless some man, in hand or not, could be dropped between.
    Potential,
}

/// What having no legal move without being in check means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stalemate {
    /// The game is drawn.
    Draw,
    /// The player waits until a man reaches his hand.
    Wait,
}

impl Rules {
    /// FIDE chess.
    pub const CHESS: Self = Self {
        captures: Captures::Nowhere,
        drop_check: true,
        demotes: false,
        mate: MateModel::Hand,
        stalemate: Stalemate::Draw,
        move_draw: Some(50),
        repetition: true,
        dead_material: true,
    };

    /// Captured men change colour and come back from the captor's hand.
    pub const CRAZYHOUSE: Self =
        Self { captures: Captures::OwnHand, demotes: true, dead_material: false, ..Self::CHESS };

    /// One board of bughouse: captured men leave, the hand is filled from outside.
    pub const BUGHOUSE: Self = Self {
        captures: Captures::Partner,
        mate: MateModel::Potential,
        stalemate: Stalemate::Wait,
        move_draw: None,
        ..Self::CRAZYHOUSE
    };

    /// Are men dropped in this game?
    pub const fn has_hands(&self) -> bool {
        !matches!(self.captures, Captures::Nowhere)
    }

    /// Is this one board of two, on which things change while it waits?
    pub const fn is_one_of_two(&self) -> bool {
        matches!(self.captures, Captures::Partner)
    }

    /// Ranks, counted from 0 on the owner's side, on which this side may drop a pawn.
    pub const fn pawn_drop_ranks(&self, _: Color) -> std::ops::RangeInclusive<u8> {
        1..=6
    }
}

/// A game under its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// As in `UCI_Variant`.
    pub name: &'static str,
    /// Its row.
    pub rules: Rules,
}

/// The starting position of all 8x8 games, without its hands.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Every game that can be named.
pub const VARIANTS: [Variant; 3] = [
    Variant { name: "chess", rules: Rules::CHESS },
    Variant { name: "crazyhouse", rules: Rules::CRAZYHOUSE },
    Variant { name: "bughouse", rules: Rules::BUGHOUSE },
];

/// The game of this name.
pub fn variant(name: &str) -> Option<Variant> {
    VARIANTS.into_iter().find(|variant| variant.name == name)
}
