//! From a FEN to a position that can be played, and back.

use super::position::{Position, Snapshot};
use super::rules::Rules;
use super::variant::{MultiGame, right};
use crate::board::Role;
use crate::board::multi::{MOST_SEATS, MultiSeat, Piece, Seats, Set};
use crate::notation::fen4::{Fen4Error, is_fen4, read_fen4};
use crate::notation::{EnPassant, MultiFenError, MultiSetup};

/// Why a set-up cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum SetupError {
    #[error(transparent)]
    Fen(#[from] MultiFenError),
    #[error(transparent)]
    Fen4(#[from] Fen4Error),
    #[error("the FEN is for another board")]
    OtherBoard,
    #[error("seat {seat} has {count} kings instead of one")]
    Kings { seat: char, count: u32 },
    #[error("seat {0} cannot be out: the first king that falls ends this game")]
    Out(char),
}

impl<K: MultiGame> Position<K> {
    /// The starting position.
    pub fn start(rules: Rules) -> Self {
        match Self::from_fen(K::LAYOUT.start, rules) {
            Ok(position) => position,
            // A test reads it.
            Err(_) => unreachable!("the starting position is sound"),
        }
    }

    /// A position from its canonical text; for four players also from FEN4.
    ///
    /// # Errors
    /// What cannot be read or played.
    pub fn from_fen(text: &str, rules: Rules) -> Result<Self, SetupError> {
        if K::SEATS == 4 && is_fen4(text) {
            return Self::from_setup(&read_fen4(text, K::LAYOUT.shape)?, rules);
        }
        Self::from_setup(&MultiSetup::parse(K::LAYOUT.shape, text)?, rules)
    }

    /// A position from a set-up. Rights without their king, rook or pawn are ignored.
    ///
    /// # Errors
    /// If a seat has not exactly one king, or is out where no game goes on without it.
    pub fn from_setup(setup: &MultiSetup, rules: Rules) -> Result<Self, SetupError> {
        let layout = K::LAYOUT;
        if !std::ptr::eq(setup.shape, layout.shape) {
            return Err(SetupError::OtherBoard);
        }
        for (seat, &letter) in layout.shape.letters.iter().enumerate() {
            let seat = MultiSeat::new(seat);
            let count = setup.board.pieces(seat, Role::King).len();
            if count != 1 {
                return Err(SetupError::Kings { seat: letter as char, count });
            }
        }
        let out = setup.frozen.without(setup.turn);
        if let Some(seat) = out.each().next().filter(|_| layout.first_king_ends) {
            return Err(SetupError::Out(layout.shape.letter(seat)));
        }
        let state = Snapshot {
            key: 0,
            turn: setup.turn,
            checkers: Set::EMPTY,
            pinned: Set::EMPTY,
            rights: 0,
            en_passant: [0; MOST_SEATS],
            frozen: setup.frozen,
            checked: setup.checked,
            outcome: None,
            quiet_plies: setup.quiet_plies,
            mv: None,
            mover: setup.turn,
            captured: None,
        };
        let mut position = Self {
            rules,
            board: setup.board.clone(),
            state,
            past: Vec::with_capacity(256),
            first_ply: setup.ply,
            kind: std::marker::PhantomData,
        };
        position.state.rights = position.sound_rights(setup.rights);
        position.state.en_passant = position.sound_en_passant(&setup.en_passant);
        position.forget_en_passant();
        // Who stands frozen is judged on the own turn only, as in play (36, 32).
        position.advance(setup.turn);
        Ok(position)
    }

    fn sound_rights(&self, rights: u8) -> u8 {
        let layout = K::LAYOUT;
        let stands = |seat: MultiSeat, side: usize| {
            let rook = layout.rooks[seat][side];
            layout.teams
                && self.board.king(seat) == layout.kings[seat]
                && self.board.at(rook) == Some(Piece::new(seat, Role::Rook))
        };
        let mut sound = 0;
        for seat in MultiSeat::first(K::SEATS) {
            for side in [0, 1] {
                if stands(seat, side) {
                    sound |= rights & right(seat, side);
                }
            }
        }
        sound
    }

    fn sound_en_passant(&self, entries: &[EnPassant]) -> [u32; MOST_SEATS] {
        let layout = K::LAYOUT;
        let mut en_passant = [0; MOST_SEATS];
        for entry in entries {
            let Some(owner) = self.board.at(entry.pawn).map(Piece::seat) else { continue };
            let first = (owner.index() * 8) as u32;
            let number = (first..first + 8)
                .find(|&number| layout.double_step(number) == (entry.crossed, entry.pawn));
            let Some(number) = number else { continue };
            for taker in entry.takers.and(layout.enemies(owner)).each() {
                en_passant[taker] |= 1 << number;
            }
        }
        en_passant
    }

    /// The position as a set-up, to be written as a FEN.
    pub fn to_setup(&self) -> MultiSetup {
        let layout = K::LAYOUT;
        let takers = |number: u32| {
            MultiSeat::first(K::SEATS)
                .filter(|&taker| self.state.en_passant[taker] >> number & 1 != 0)
                .fold(Seats::NONE, Seats::with)
        };
        let en_passant = (0..u32::BITS)
            .filter(|&number| !takers(number).is_empty())
            .map(|number| {
                let (crossed, pawn) = layout.double_step(number);
                EnPassant { crossed, pawn, takers: takers(number) }
            })
            .collect();
        MultiSetup {
            shape: layout.shape,
            board: self.board.clone(),
            turn: self.turn(),
            rights: self.state.rights,
            en_passant,
            frozen: self.state.frozen,
            checked: self.state.checked,
            quiet_plies: self.state.quiet_plies,
            ply: self.ply(),
        }
    }
}
