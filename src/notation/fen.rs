//! FEN with hands, as the variants' programs write it: hands in brackets after the
//! placement or behind a ninth slash, `~` behind a promoted piece, castling as KQkq, X-FEN
//! or Shredder-FEN. Written in one form: brackets, KQkq where it is clear, six fields.

use std::fmt;
use std::str::FromStr;

use super::prelude::{Selection, SelectionError};
use crate::board::{Board, Color, Hand, Piece, Role, Set, Silent, Square};

/// What a FEN says, whether or not it can be played.
///
/// # Examples
/// ```
/// use kralle::notation::{FenError, Setup};
///
/// // Hands stand in brackets or behind a ninth slash; brackets are written.
/// let setup: Setup = "4k3/8/8/8/8/8/8/4K3/Nq w - - 0 1".parse()?;
/// assert_eq!(setup.to_string(), "4k3/8/8/8/8/8/8/4K3[Nq] w - - 0 1");
/// let error = "4k3/8/8 w".parse::<Setup>().unwrap_err();
/// assert_eq!(error.to_string(), "the FEN has 3 ranks instead of 8");
/// # Ok::<(), FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Pieces and hands.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// Squares of the rooks that may castle.
    pub rights: Set,
    /// The square that a pawn has just crossed by a double step.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub quiet_plies: u16,
    /// The number of the next move, from 1.
    pub move_number: u32,
    /// Are hands written even when they are empty?
    pub brackets: bool,
    /// The superpieces chosen so far, if a prelude to superschaak is being played.
    pub prelude: Option<Selection>,
}

/// May a promoted piece stand in a FEN as `P~`, "some promoted pawn"? A player who was not
/// told its role writes it so (Doorgeefschaakreglement 1988 art. 6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hidden {
    /// No: every piece's value is said.
    Refused,
    /// Yes. On the board it is a pawn with the mark of a promoted piece, which no other piece
    /// is: see [`Setup::hidden`].
    Allowed,
}

/// Why a FEN cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum FenError {
    #[error("the FEN is empty")]
    Empty,
    #[error("the FEN has {0} ranks instead of 8")]
    RankCount(usize),
    #[error("rank {rank} has {width} squares instead of 8")]
    RankWidth { rank: usize, width: usize },
    #[error("rank {rank} has `{letter}`, which is no piece")]
    UnknownPiece { rank: usize, letter: char },
    #[error("rank {rank} has a `~` that follows no piece that a pawn can become")]
    StrayTilde { rank: usize },
    #[error("the hand has `{0}`, which is no piece that can be held")]
    HandLetter(char),
    #[error("the hand has more than {1} of `{0}`")]
    HandTooFull(char, u8),
    #[error("the hand has no closing bracket")]
    OpenBracket,
    #[error("the FEN says twice what is in hand")]
    TwoHands,
    #[error("the side to move is missing")]
    NoTurn,
    #[error("the side to move is `{0}`, not w or b")]
    Turn(String),
    #[error("the castling field `{0}` is not -, KQkq or file letters")]
    Castling(String),
    #[error("the en passant field `{0}` is neither - nor a square")]
    Passed(String),
    #[error("the halfmove clock `{0}` is no number from 0 to 9999")]
    HalfmoveClock(String),
    #[error("the move number `{0}` is no number from 0 to 99999")]
    MoveNumber(String),
    #[error("the FEN goes on after the move number: `{0}`")]
    Surplus(String),
    #[error("{0}")]
    Prelude(#[from] SelectionError),
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::read(text, Hidden::Refused)
    }
}

impl Setup {
    /// Reads a FEN, in which promoted pieces may or may not be hidden.
    ///
    /// # Errors
    /// What cannot be read, and where.
    pub fn read(text: &str, hidden: Hidden) -> Result<Self, FenError> {
        let mut fields = text.split_whitespace();
        let placement = fields.next().ok_or(FenError::Empty)?;
        let board = read_placement(placement, hidden)?;
        let turn = match fields.next() {
            Some("w") => Color::White,
            Some("b") => Color::Black,
            Some(other) => return Err(FenError::Turn(other.into())),
            None => return Err(FenError::NoTurn),
        };
        let rights = read_castling(fields.next().unwrap_or("-"), &board)?;
        let en_passant = match fields.next().unwrap_or("-") {
            "-" => None,
            word => Some(Square::parse(word).ok_or_else(|| FenError::Passed(word.into()))?),
        };
        let clock = fields.next().unwrap_or("0");
        let quiet_plies =
            read_number(clock, 9_999).ok_or_else(|| FenError::HalfmoveClock(clock.into()))?;
        let number = fields.next().unwrap_or("1");
        let move_number =
            read_number(number, 99_999).ok_or_else(|| FenError::MoveNumber(number.into()))?;
        let last = fields.next();
        let prelude = match last.and_then(|word| word.strip_prefix("prelude=")) {
            Some(letters) => Some(letters.parse()?),
            None => None,
        };
        let surplus = if prelude.is_some() { fields.next() } else { last };
        if let Some(word) = surplus {
            return Err(FenError::Surplus(word.into()));
        }
        Ok(Self {
            board,
            turn,
            rights,
            en_passant,
            quiet_plies: quiet_plies as u16,
            // Some programs count from 0.
            move_number: move_number.max(1),
            brackets: true,
            prelude,
        })
    }

    /// Squares of hidden promotions, `P~`. They have no known moves: a board that holds one
    /// cannot be played on.
    pub fn hidden(&self) -> Set {
        self.board.promoted() & self.board.role(Role::Pawn)
    }

    /// The same with every promoted piece hidden, `P~`: what a player sees who was not told
    /// what pawns became.
    pub fn hiding_promotions(&self) -> Self {
        let mut seen = self.clone();
        for square in self.board.promoted() {
            if let Some((piece, _)) = seen.board.lift(square, &mut Silent) {
                seen.board.put(Piece::new(piece.color(), Role::Pawn), true, square, &mut Silent);
            }
        }
        seen
    }
}

fn read_number(word: &str, most: u32) -> Option<u32> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|&number| digits && number <= most)
}

fn read_placement(text: &str, hidden: Hidden) -> Result<Board, FenError> {
    let mut board = Board::EMPTY;
    let (squares, bracket) = match text.split_once('[') {
        Some((squares, hand)) => {
            (squares, Some(hand.strip_suffix(']').ok_or(FenError::OpenBracket)?))
        }
        None => (text, None),
    };
    let mut ranks: Vec<&str> = squares.split('/').collect();
    let ninth = if ranks.len() == 9 { ranks.pop() } else { None };
    if ranks.len() != 8 {
        return Err(FenError::RankCount(ranks.len()));
    }
    for (index, text) in ranks.into_iter().enumerate() {
        read_rank(text, 8 - index, hidden, &mut board)?;
    }
    match (bracket, ninth) {
        (Some(_), Some(_)) => return Err(FenError::TwoHands),
        (Some(hand), None) | (None, Some(hand)) => read_hand(hand, &mut board)?,
        (None, None) => {}
    }
    Ok(board)
}

fn read_rank(text: &str, rank: usize, hidden: Hidden, board: &mut Board) -> Result<(), FenError> {
    let mut width = 0;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if let Some(empty @ 1..=8) = letter.to_digit(10) {
            width += empty as usize;
            continue;
        }
        if letter == '~' {
            return Err(FenError::StrayTilde { rank });
        }
        let piece = Piece::from_letter(letter).ok_or(FenError::UnknownPiece { rank, letter })?;
        let promoted = letters.next_if_eq(&'~').is_some();
        let may_hide = hidden == Hidden::Allowed && piece.role() == Role::Pawn;
        if promoted && !may_hide && !Role::FROM_POOL.contains(&piece.role()) {
            return Err(FenError::StrayTilde { rank });
        }
        if width < 8 {
            board.put(piece, promoted, Square::new(width as u8, rank as u8 - 1), &mut Silent);
        }
        width += 1;
    }
    if width == 8 { Ok(()) } else { Err(FenError::RankWidth { rank, width }) }
}

fn read_hand(text: &str, board: &mut Board) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    for letter in text.chars() {
        let piece = Piece::from_letter(letter)
            .filter(|piece| piece.role() != Role::King)
            .ok_or(FenError::HandLetter(letter))?;
        if board.hand(piece.color()).count(piece.role()) >= Hand::most(piece.role()) / 2 {
            return Err(FenError::HandTooFull(letter, Hand::most(piece.role()) / 2));
        }
        board.gain(piece, &mut Silent);
    }
    Ok(())
}

/// K and Q mean the outermost rook on that side of the king (X-FEN), a file letter the
/// rook on that file. A letter that points at no rook is read and means nothing.
fn read_castling(text: &str, board: &Board) -> Result<Set, FenError> {
    let mut rights = Set::EMPTY;
    if text == "-" {
        return Ok(rights);
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let home = Set::rank_of(color, 0);
        let king = board.king(color);
        let rooks = (board.pieces(color, Role::Rook) & home).minus(board.promoted());
        let rook = match letter.to_ascii_lowercase() {
            'k' => rooks.into_iter().filter(|rook| rook.file() > king.file()).last(),
            'q' => rooks.into_iter().find(|rook| rook.file() < king.file()),
            file @ 'a'..='h' => (rooks & Set::file(file as u8 - b'a')).first(),
            _ => return Err(FenError::Castling(text.into())),
        };
        if let Some(rook) = rook {
            rights |= Set::of(rook);
        }
    }
    Ok(rights)
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.write_placement(f)?;
        write!(f, " {} ", self.turn.letter())?;
        self.write_castling(f)?;
        match self.en_passant {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", self.quiet_plies, self.move_number)?;
        self.prelude.map_or(Ok(()), |chosen| write!(f, " prelude={chosen}"))
    }
}

impl Setup {
    fn write_placement(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                let square = Square::new(file, rank);
                let Some(piece) = self.board.at(square) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                let tilde = if self.board.promoted().has(square) { "~" } else { "" };
                write!(f, "{}{tilde}", piece.letter())?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        if self.brackets { write!(f, "[{}]", Hands(&self.board)) } else { Ok(()) }
    }

    fn write_castling(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.rights.is_empty() {
            return f.write_str("-");
        }
        for color in Color::ALL {
            let home = Set::rank_of(color, 0);
            let king = self.board.king(color);
            let rooks = self.board.pieces(color, Role::Rook) & home;
            let mut kings_side_first: Vec<Square> = (self.rights & home).into_iter().collect();
            kings_side_first.reverse();
            for rook in kings_side_first {
                let kings_side = rook.file() > king.file();
                let mut beyond = rooks.into_iter().filter(|other| {
                    (other.file() > rook.file()) == kings_side
                        && *other != rook
                        && (other.file() > king.file()) == kings_side
                });
                let letter = match (beyond.next(), kings_side) {
                    (None, true) => 'k',
                    (None, false) => 'q',
                    (Some(_), _) => (b'a' + rook.file()) as char,
                };
                let white = color == Color::White;
                write!(f, "{}", if white { letter.to_ascii_uppercase() } else { letter })?;
            }
        }
        Ok(())
    }
}

/// Both hands as FEN has them: White's pieces, then Black's, superpieces and queens first.
pub struct Hands<'a>(pub &'a Board);

impl fmt::Display for Hands<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for color in Color::ALL {
            let hand = self.0.hand(color);
            let mut roles: Vec<Role> = hand.roles().collect();
            roles.reverse();
            for role in roles {
                for _ in 0..hand.count(role) {
                    write!(f, "{}", Piece::new(color, role).letter())?;
                }
            }
        }
        Ok(())
    }
}
