//! The moves of UCI: `e2e4`, `a7a8q`, `P@e4`, on a pair of boards `1e2e4`, `2N@f3`,
//! `1e7e8=d1`, and in the prelude to superschaak `+A`, `E@h1`, `b8g8`, `0000`. A text is first
//! parsed, whether legal or not, and then looked up among the legal moves, which the caller
//! brings.

use std::fmt;
use std::str::FromStr;

use crate::board::{Move, MoveKind, PreludeStep, Role, Square};

/// How castling is written. The other form is read too, where no king step could be meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Castling {
    /// By the king's two squares: `e1g1`.
    #[default]
    KingStep,
    /// The king takes its own rook, as in Chess960: `e1h1`.
    KingTakesRook,
    /// As in books: `O-O`. [`read`] does not know it, SAN does.
    Letters,
}

/// Why a text is not a move, or not a move here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum MoveError {
    #[error("the move is empty")]
    Empty,
    #[error("`{0}` is no move to play: passing is not allowed")]
    Null(String),
    #[error("`{0}` is no move: e2e4, a7a8q and P@e4 are the forms")]
    Form(String),
    #[error("`{0}` is no move in algebraic notation")]
    San(String),
    #[error("`{text}` is no move: `{square}` is no square")]
    BadSquare { text: String, square: String },
    #[error("`{text}` is no move: `{letter}` is no piece")]
    BadPiece { text: String, letter: String },
    #[error("`{0}` names a board, but the game has one board only")]
    SurplusBoard(String),
    #[error("`{0}` does not begin with its board, 1 or 2")]
    NoBoard(String),
    #[error("`{0}` does not say what the pawn becomes")]
    NoPromotion(String),
    #[error("`{0}` can mean several moves")]
    Ambiguous(String),
    #[error("`{0}` is not legal here")]
    Illegal(String),
}

/// A move's text, parsed but not yet compared with the legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveText {
    /// From square to square.
    Step {
        /// The square left.
        from: Square,
        /// The square reached, or the rook's square.
        to: Square,
        /// What follows the squares.
        becomes: Becomes,
    },
    /// A piece comes from the hand; in a prelude, in the place of another.
    Drop {
        /// The piece.
        role: Role,
        /// Its square.
        to: Square,
    },
    /// A superpiece is chosen.
    Choose(Role),
    /// The null move: in a prelude, nothing is swapped.
    Pass,
}

/// What a pawn becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Becomes {
    /// The text does not say.
    Nothing,
    /// A piece of this role.
    Piece(Role),
    /// The piece on this square of the other board.
    TakenFrom(Square),
}

impl FromStr for MoveText {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let form = || MoveError::Form(text.into());
        let square = |from: usize| {
            let part = text.get(from..from + 2).ok_or_else(form)?;
            Square::parse(part)
                .ok_or_else(|| MoveError::BadSquare { text: text.into(), square: part.into() })
        };
        let piece = |letter: &str| {
            Role::from_name(letter)
                .ok_or_else(|| MoveError::BadPiece { text: text.into(), letter: letter.into() })
        };
        match text {
            "" => return Err(MoveError::Empty),
            "0000" | "@@@@" => return Ok(Self::Pass),
            _ => {}
        }
        if let Some(name) = text.strip_prefix('+') {
            return piece(name).map(Self::Choose);
        }
        if let Some((letter, place)) = text.split_once('@') {
            if place.len() != 2 {
                return Err(form());
            }
            return Ok(Self::Drop { role: piece(letter)?, to: square(text.len() - 2)? });
        }
        let (from, to) = (square(0)?, square(2)?);
        let becomes = match text.get(4..).ok_or_else(form)? {
            "" => Becomes::Nothing,
            name => {
                let after_sign = name.strip_prefix('=');
                match after_sign.filter(|part| part.len() == 2 && Role::from_name(part).is_none()) {
                    Some(_) => Becomes::TakenFrom(square(5)?),
                    None => Becomes::Piece(piece(after_sign.unwrap_or(name))?),
                }
            }
        };
        Ok(Self::Step { from, to, becomes })
    }
}

impl MoveText {
    /// The legal move that is meant, whatever its board; `None` if there is none. A king's
    /// step goes before castling, since both can bear the same name.
    pub fn find(self, legal: impl Iterator<Item = Move> + Clone) -> Option<Move> {
        let mut exact = legal.clone();
        exact.find(|&mv| self.names(mv)).or_else(|| legal.clone().find(|&mv| self.castles(mv)))
    }

    /// Is this the move, castling written as the king taking its rook?
    fn names(self, mv: Move) -> bool {
        if let Some(step) = mv.step() {
            return self.takes(step);
        }
        match (self, mv.kind()) {
            (Self::Drop { role, to }, MoveKind::Drop) => (role, to) == (mv.role(), mv.to()),
            (Self::Drop { .. } | Self::Choose(_) | Self::Pass, _) | (_, MoveKind::Drop) => false,
            (Self::Step { from, to, becomes }, kind) => {
                (from, to) == (mv.from(), mv.to())
                    && becomes
                        == match kind {
                            MoveKind::Promotion => Becomes::Piece(mv.role()),
                            MoveKind::TakeOut => Becomes::TakenFrom(mv.extra()),
                            _ => Becomes::Nothing,
                        }
            }
        }
    }

    /// Is this the step of a prelude?
    fn takes(self, step: PreludeStep) -> bool {
        match (self, step) {
            (Self::Choose(named), PreludeStep::Choose(role)) => named == role,
            (Self::Drop { role, to }, PreludeStep::Replace(named, square)) => {
                (role, to) == (named, square)
            }
            (Self::Step { from, to, becomes: Becomes::Nothing }, PreludeStep::Swap(one, other)) => {
                (from.min(to), from.max(to)) == (one, other)
            }
            (Self::Pass, PreludeStep::Keep) => true,
            _ => false,
        }
    }

    /// Is this the move, castling written by where the king goes?
    fn castles(self, mv: Move) -> bool {
        let target = king_step(mv);
        matches!(self, Self::Step { from, to, becomes: Becomes::Nothing }
            if from == mv.from() && Some(to) == target)
    }
}

/// Where the king of a castling goes, if that is further than a king can step.
fn king_step(mv: Move) -> Option<Square> {
    let (king, rook) = (mv.from(), mv.to());
    let file = if rook.file() > king.file() { 6 } else { 2 };
    let target = Square::new(file, king.rank());
    (mv.kind() == MoveKind::Castle && king.distance(target) > 1).then_some(target)
}

/// The legal move of a game on one board that a text names.
///
/// # Errors
/// What is wrong with the text, or that it is not legal.
///
/// # Examples
/// ```
/// use kralle::game::rules::Rules;
/// use kralle::game::single::Position;
/// use kralle::notation::uci::{Castling, read, write};
///
/// let rules = Rules::CHESS;
/// let position = Position::from_setup(&rules.start().parse()?, rules, false)?;
/// let mv = read("e2e4", &position.legal_moves())?;
/// assert_eq!(write(mv, Castling::KingStep).to_string(), "e2e4");
/// let error = read("e2e5", &position.legal_moves()).unwrap_err();
/// assert_eq!(error.to_string(), "`e2e5` is not legal here");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str, legal: &[Move]) -> Result<Move, MoveError> {
    if starts_with_board(text) {
        return Err(MoveError::SurplusBoard(text.into()));
    }
    look_up(text, text.parse()?, legal.iter().copied())
}

/// The legal move of a pair of boards that a text names, its board's digit first.
///
/// # Errors
/// What is wrong with the text, or that it is not legal.
pub fn read_pair(text: &str, legal: &[Move]) -> Result<Move, MoveError> {
    let (board, rest) = split_board(text)?;
    look_up(text, rest.parse()?, legal.iter().copied().filter(|mv| mv.board() == board))
}

/// The board, 0 or 1, and the rest of the text of a move on a pair of boards.
///
/// # Errors
/// If the text does not begin with 1 or 2.
pub fn split_board(text: &str) -> Result<(usize, &str), MoveError> {
    if let Some(rest) = text.strip_prefix('1') {
        Ok((0, rest))
    } else if let Some(rest) = text.strip_prefix('2') {
        Ok((1, rest))
    } else if text.is_empty() {
        Err(MoveError::Empty)
    } else {
        Err(MoveError::NoBoard(text.into()))
    }
}

fn starts_with_board(text: &str) -> bool {
    split_board(text).is_ok_and(|(_, rest)| rest.parse::<MoveText>().is_ok())
}

/// The move that is meant, or why there is none.
pub(super) fn look_up(
    text: &str,
    meant: MoveText,
    legal: impl Iterator<Item = Move> + Clone,
) -> Result<Move, MoveError> {
    meant.find(legal.clone()).ok_or_else(|| {
        let half_said = |mv: Move| {
            let promotes = matches!(mv.kind(), MoveKind::Promotion | MoveKind::TakeOut);
            let bare = MoveText::Step { from: mv.from(), to: mv.to(), becomes: Becomes::Nothing };
            promotes && meant == bare
        };
        if meant == MoveText::Pass {
            MoveError::Null(text.into())
        } else if legal.clone().any(half_said) {
            MoveError::NoPromotion(text.into())
        } else {
            MoveError::Illegal(text.into())
        }
    })
}

/// A move of a game on one board, to be written: `e2e4`, `e1g1`, `P@e4`, `a7a8q`.
pub fn write(mv: Move, castling: Castling) -> Written {
    Written { mv, castling, with_board: false }
}

/// A move on a pair of boards, to be written: `1e2e4`, `1e7e8=d1`.
pub fn write_pair(mv: Move, castling: Castling) -> Written {
    Written { mv, castling, with_board: true }
}

/// What [`write()`] and [`write_pair`] give: a move that can be displayed.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    mv: Move,
    castling: Castling,
    with_board: bool,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mv = self.mv;
        if self.with_board {
            write!(f, "{}", mv.board() + 1)?;
        }
        if let Some(step) = mv.step() {
            return match step {
                PreludeStep::Choose(role) => write!(f, "+{}", role.letter()),
                PreludeStep::Replace(role, square) => write!(f, "{}@{square}", role.letter()),
                PreludeStep::Swap(one, other) => write!(f, "{one}{other}"),
                PreludeStep::Keep => f.write_str("0000"),
            };
        }
        match mv.kind() {
            MoveKind::Drop => write!(f, "{}@{}", mv.role().letter(), mv.to()),
            MoveKind::Promotion => {
                let letter = mv.role().letter().to_ascii_lowercase();
                write!(f, "{}{}{letter}", mv.from(), mv.to())
            }
            MoveKind::TakeOut => write!(f, "{}{}={}", mv.from(), mv.to(), mv.extra()),
            MoveKind::Castle if self.castling == Castling::KingStep => {
                write!(f, "{}{}", mv.from(), king_step(mv).unwrap_or(mv.to()))
            }
            MoveKind::Castle if self.castling == Castling::Letters => {
                f.write_str(if mv.to().file() > mv.from().file() { "O-O" } else { "O-O-O" })
            }
            _ => write!(f, "{}{}", mv.from(), mv.to()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    fn at(name: &str) -> Square {
        Square::parse(name).unwrap()
    }

    #[test]
    fn every_kind_of_move_is_written_and_found_again() {
        let (e1, h1) = (at("e1"), at("h1"));
        let moves = [
            (Move::normal(Role::Pawn, at("e2"), at("e4")), "e2e4"),
            (Move::en_passant(at("e5"), at("d6")), "e5d6"),
            (Move::castle(e1, h1), "e1g1"),
            (Move::castle(at("e8"), at("a8")), "e8c8"),
            (Move::promotion(Role::Knight, at("a7"), at("b8")), "a7b8n"),
            (Move::promotion(Role::Queen, at("a7"), at("b8")), "a7b8q"),
            (Move::drop(Role::Pawn, at("e4")), "P@e4"),
            (Move::take_out(Role::Queen, at("e7"), at("e8"), at("d1")), "e7e8=d1"),
        ];
        let legal = moves.map(|(mv, _)| mv);
        for (mv, text) in moves {
            assert_eq!(write(mv, Castling::KingStep).to_string(), text);
            assert_eq!(read(text, &legal), Ok(mv));
            let other = write(mv, Castling::KingTakesRook).to_string();
            assert_eq!(read(&other, &legal), Ok(mv), "{other}");
            for board in [0, 1] {
                let both = [mv.on_board(0), mv.on_board(1)];
                let text = write_pair(both[board], Castling::KingStep).to_string();
                assert_eq!(read_pair(&text, &both), Ok(both[board]), "{text}");
            }
        }
        assert_eq!(write(Move::castle(e1, h1), Castling::KingTakesRook).to_string(), "e1h1");
        assert_eq!(read("p@e4", &legal), Ok(moves[6].0));
        assert_eq!(read("a7b8=Q", &legal), Ok(moves[5].0));
    }

    #[test]
    fn a_king_step_goes_before_castling() {
        let step = Move::normal(Role::King, at("f1"), at("g1"));
        let castle = Move::castle(at("f1"), at("h1"));
        let legal = [castle, step];
        assert_eq!(read("f1g1", &legal), Ok(step));
        assert_eq!(read("f1g1", &[castle]), Err(MoveError::Illegal("f1g1".into())));
        assert_eq!(read("f1h1", &legal), Ok(castle));
        // Written so that it cannot be taken for the step, in either style.
        assert_eq!(write(castle, Castling::KingStep).to_string(), "f1h1");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let legal = [Move::promotion(Role::Queen, at("a7"), at("a8"))];
        let says = |text: &str| read(text, &legal).unwrap_err().to_string();
        assert_eq!(says(""), "the move is empty");
        assert_eq!(says("0000"), "`0000` is no move to play: passing is not allowed");
        assert_eq!(says("e2"), "`e2` is no move: e2e4, a7a8q and P@e4 are the forms");
        assert_eq!(says("e2j4"), "`e2j4` is no move: `j4` is no square");
        assert_eq!(says("X@e4"), "`X@e4` is no move: `X` is no piece");
        assert_eq!(says("a7a8x"), "`a7a8x` is no move: `x` is no piece");
        assert_eq!(says("a7a8=j9"), "`a7a8=j9` is no move: `j9` is no square");
        assert_eq!(says("a7a8"), "`a7a8` does not say what the pawn becomes");
        assert_eq!(says("a7a8n"), "`a7a8n` is not legal here");
        assert_eq!(says("1a7a8q"), "`1a7a8q` names a board, but the game has one board only");
        let says = |text: &str| read_pair(text, &legal).unwrap_err().to_string();
        assert_eq!(says("a7a8q"), "`a7a8q` does not begin with its board, 1 or 2");
        assert_eq!(says("2a7a8q"), "`2a7a8q` is not legal here");
        assert_eq!(says("1"), "the move is empty");
    }

    #[test]
    fn noise_is_refused_without_panic() {
        let mut random = SmallRng::seed_from_u64(2);
        let letters: Vec<char> = "abh18PNqk@=+-x012é\0 ".chars().collect();
        let mut understood = 0;
        for _ in 0..200_000 {
            let text: String = (0..random.random_range(0..9))
                .map(|_| letters[random.random_range(0..letters.len())])
                .collect();
            understood += usize::from(text.parse::<MoveText>().is_ok());
            assert!(read(&text, &[]).is_err() && read_pair(&text, &[]).is_err());
        }
        assert!(understood > 10);
    }
}
