//! Moves as protocols write them, in lower case: `d2d4`, `h1j1`, `d13d14q`; and as records of
//! games with several players have them (PGN4): `d2-d4`, `Qg1xNn8+`, `d13-d14=Q`, `O-O`.

use super::position::Position;
use super::variant::MultiGame;
use crate::board::multi::{Square, squares};
use crate::board::{Move, MoveKind, Role, Silent};
use crate::game::Playable;

/// Why a move's text cannot be played here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum MultiMoveError {
    #[error("`{0}` is no move of the form d2d4 or d13d14q")]
    Unreadable(String),
    #[error("`{text}` leaves a square on which the seat to move has no piece")]
    NoPiece { text: String },
    #[error("`{text}` is not legal here")]
    Illegal { text: String },
    #[error("`{text}` must say what the pawn becomes")]
    NoPromotion { text: String },
}

impl<K: MultiGame> Position<K> {
    /// The legal move that a text means.
    ///
    /// # Errors
    /// If it is no move, or none that is legal here.
    pub fn read_move(&self, text: &str) -> Result<Move, MultiMoveError> {
        let unreadable = || MultiMoveError::Unreadable(text.into());
        let (from, to, promotion) = split(text).ok_or_else(unreadable)?;
        let shape = K::LAYOUT.shape;
        let from = shape.parse(from).ok_or_else(unreadable)?;
        let to = shape.parse(to).ok_or_else(unreadable)?;
        let promotion = match promotion {
            "" => None,
            "q" => Some(Role::Queen),
            "r" => Some(Role::Rook),
            "b" => Some(Role::Bishop),
            "n" => Some(Role::Knight),
            _ => return Err(unreadable()),
        };
        let Some(role) = self.own_piece(from) else {
            return Err(MultiMoveError::NoPiece { text: text.into() });
        };
        let candidates = match promotion {
            Some(role) => vec![shape.promotion(role, from, to)],
            None => {
                let mut candidates = vec![shape.normal(role, from, to)];
                if role == Role::Pawn {
                    candidates.push(shape.en_passant(from, to));
                } else if role == Role::King {
                    candidates.extend(self.castling_to(from, to));
                }
                candidates
            }
        };
        if let Some(mv) = candidates.into_iter().find(|&mv| self.allows(mv)) {
            return Ok(mv);
        }
        let text = text.to_owned();
        if promotion.is_none() && self.allows(shape.promotion(Role::Queen, from, to)) {
            Err(MultiMoveError::NoPromotion { text })
        } else {
            Err(MultiMoveError::Illegal { text })
        }
    }

    /// A legal move as a record has it: the piece, its square, what it captures, its target;
    /// `+` if an enemy that still plays stands in check, `#` if a seat stands mated whose turn
    /// would be next.
    pub fn write_record(&self, mv: Move) -> String {
        let mut after = self.clone();
        after.play(mv, &mut Silent);
        let mated = after.checked().minus(self.checked());
        let mark = match () {
            () if !mated.is_empty() => "#",
            () if self.checks(mv) => "+",
            () => "",
        };
        self.plain_record(mv) + mark
    }

    /// The legal move that a record's text means; its marks are ignored.
    ///
    /// # Errors
    /// If no legal move is written so.
    pub fn read_record(&self, text: &str) -> Result<Move, MultiMoveError> {
        let plain = text.trim_end_matches(['+', '#', '!', '?']);
        let mut legal = self.legal_moves().into_iter();
        let found = legal.find(|&mv| self.plain_record(mv) == plain);
        found.ok_or_else(|| MultiMoveError::Illegal { text: text.into() })
    }

    /// A record's text without its marks.
    fn plain_record(&self, mv: Move) -> String {
        let name = |square: Square| K::LAYOUT.shape.name(square);
        let (from, to) = squares(mv);
        let letter = |role: Role| match role {
            Role::Pawn => String::new(),
            role => role.letter().to_string(),
        };
        if mv.kind() == MoveKind::Castle {
            let [queen_side, _] = K::LAYOUT.rooks[self.turn()];
            return if to == queen_side { "O-O-O".into() } else { "O-O".into() };
        }
        let taken = match self.target(mv) {
            Some((piece, _)) => format!("x{}", letter(piece.role())),
            None => "-".into(),
        };
        let promoted = match mv.kind() {
            MoveKind::Promotion => format!("={}", mv.role().letter()),
            _ => String::new(),
        };
        letter(mv.mover()) + &name(from) + &taken + &name(to) + &promoted
    }

    /// Castling by which the king comes from here to there.
    fn castling_to(&self, from: Square, to: Square) -> Option<Move> {
        let mut rooks = K::LAYOUT.rooks[self.turn()].into_iter();
        rooks
            .find(|&rook| Self::castled(from, rook).0 == to)
            .map(|rook| K::LAYOUT.shape.castle(from, rook))
    }

    /// A move's text.
    pub fn write_move(&self, mv: Move) -> String {
        let name = |square: Square| K::LAYOUT.shape.name(square);
        let (from, to) = squares(mv);
        match mv.kind() {
            MoveKind::Castle => name(from) + &name(Self::castled(from, to).0),
            MoveKind::Promotion => {
                name(from) + &name(to) + &mv.role().letter().to_ascii_lowercase().to_string()
            }
            _ => name(from) + &name(to),
        }
    }
}

/// Two squares and what follows them.
pub(super) fn split(text: &str) -> Option<(&str, &str, &str)> {
    let square = |text: &str| {
        let letter = text.bytes().next()?.is_ascii_lowercase();
        let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        (letter && digits > 0).then_some(1 + digits)
    };
    let (from, rest) = text.split_at(square(text)?);
    let (to, promotion) = rest.split_at(square(rest)?);
    Some((from, to, promotion))
}
