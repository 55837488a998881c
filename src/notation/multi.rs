//! The canonical FEN of the boards for four and three players: ranks from the top with only
//! the squares that exist, pieces as seat letter and role, then the seat to move, castling
//! rights, pawns that may be captured en passant, frozen seats, quiet plies and ply number.

use std::fmt;

use crate::board::multi::{Board, MOST_SEATS, MultiSeat, Piece, Seats, Shape, Square};
use crate::board::{Role, Silent};

/// A pawn that has just gone two squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnPassant {
    /// The square that it crossed.
    pub crossed: Square,
    /// Where it stands.
    pub pawn: Square,
    /// The seats that may still capture it.
    pub takers: Seats,
}

/// What a FEN says, whether or not it can be played.
#[derive(Clone)]
pub struct MultiSetup {
    /// The board's shape.
    pub shape: &'static Shape,
    /// The pieces.
    pub board: Board,
    /// The seat to move.
    pub turn: MultiSeat,
    /// Castling rights: bit `2 * seat` on the queen's side, the next on the king's.
    pub rights: u8,
    /// Pawns that may be captured en passant.
    pub en_passant: Vec<EnPassant>,
    /// Seats without a move on their last turn.
    pub frozen: Seats,
    /// Those of them that were in check.
    pub checked: Seats,
    /// Plies since the last capture or pawn move.
    pub quiet_plies: u16,
    /// The number of the next ply, from 1.
    pub ply: u32,
}

/// Why such a FEN cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum MultiFenError {
    #[error("the FEN is empty")]
    Empty,
    #[error("the FEN has {found} ranks instead of {wanted}")]
    RankCount { found: usize, wanted: u8 },
    #[error("rank {rank} has {found} squares instead of {wanted}")]
    RankWidth { rank: u8, found: usize, wanted: usize },
    #[error("rank {rank} has `{letter}` where a seat's letter or a number should be")]
    UnknownSeat { rank: u8, letter: char },
    #[error("rank {rank} has `{letter}`, which is no piece")]
    UnknownPiece { rank: u8, letter: char },
    #[error("rank {rank} ends with a seat's letter and no piece")]
    NoPiece { rank: u8 },
    #[error("the seat to move is missing")]
    NoTurn,
    #[error("the seat to move is `{0}`, which is no seat of this game")]
    Turn(String),
    #[error("the castling field `{0}` is neither - nor pairs such as aLaS")]
    Castling(String),
    #[error("the en passant field `{0}` is neither - nor entries such as d3:d4:bd")]
    EnPassant(String),
    #[error("the frozen field `{0}` is neither - nor entries such as b#d=")]
    Frozen(String),
    #[error("the count of quiet plies `{0}` is no number from 0 to 9999")]
    QuietPlies(String),
    #[error("the ply number `{0}` is no number from 0 to 999999")]
    Ply(String),
    #[error("the FEN goes on after the ply number: `{0}`")]
    Surplus(String),
}

impl MultiSetup {
    /// Reads a FEN of this board. Fields after the seat to move may be missing.
    ///
    /// # Errors
    /// What cannot be read, and where.
    ///
    /// # Examples
    /// ```
    /// use kralle::game::multi::{Position, Rules, Vierschaak};
    /// use kralle::notation::MultiSetup;
    ///
    /// let start = Position::<Vierschaak>::start(Rules::default()).to_setup();
    /// let text = start.to_string();
    /// assert_eq!(MultiSetup::parse(start.shape, &text)?.to_string(), text);
    /// let error = MultiSetup::parse(start.shape, "8/8").err().map(|error| error.to_string());
    /// assert!(error.is_some_and(|text| text.starts_with("the FEN has 2 ranks")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(shape: &'static Shape, text: &str) -> Result<Self, MultiFenError> {
        let mut fields = text.split_whitespace();
        let placement = fields.next().ok_or(MultiFenError::Empty)?;
        let board = read_placement(shape, placement)?;
        let turn = fields.next().ok_or(MultiFenError::NoTurn)?;
        let turn = seat_of(shape, turn).ok_or_else(|| MultiFenError::Turn(turn.into()))?;
        let rights = fields.next().unwrap_or("-");
        let rights =
            read_rights(shape, rights).ok_or_else(|| MultiFenError::Castling(rights.into()))?;
        let word = fields.next().unwrap_or("-");
        let en_passant =
            read_en_passant(shape, word).ok_or_else(|| MultiFenError::EnPassant(word.into()))?;
        let word = fields.next().unwrap_or("-");
        let (frozen, checked) =
            read_frozen(shape, word).ok_or_else(|| MultiFenError::Frozen(word.into()))?;
        let word = fields.next().unwrap_or("0");
        let quiet_plies =
            read_number(word, 9_999).ok_or_else(|| MultiFenError::QuietPlies(word.into()))?;
        let word = fields.next().unwrap_or("1");
        let ply = read_number(word, 999_999).ok_or_else(|| MultiFenError::Ply(word.into()))?;
        if let Some(word) = fields.next() {
            return Err(MultiFenError::Surplus(word.into()));
        }
        Ok(Self {
            shape,
            board,
            turn,
            rights,
            en_passant,
            frozen,
            checked,
            quiet_plies: quiet_plies as u16,
            ply: ply.max(1),
        })
    }
}

fn read_number(word: &str, most: u32) -> Option<u32> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|&number| digits && number <= most)
}

/// The seat with this one letter.
fn seat_of(shape: &Shape, letter: &str) -> Option<MultiSeat> {
    let [byte] = letter.as_bytes() else { return None };
    shape.letters.iter().position(|letter| letter == byte).map(MultiSeat::new)
}

/// The squares of a rank, from the left.
fn squares_of(shape: &Shape, rank: u8) -> Vec<Square> {
    shape.squares.into_iter().filter(|&square| square.rank() == rank).collect()
}

fn read_placement(shape: &'static Shape, text: &str) -> Result<Board, MultiFenError> {
    let mut board = Board::EMPTY;
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != usize::from(shape.ranks) {
        return Err(MultiFenError::RankCount { found: ranks.len(), wanted: shape.ranks });
    }
    for (text, index) in ranks.into_iter().zip((0..shape.ranks).rev()) {
        let squares = squares_of(shape, index);
        let rank = index + 1;
        let mut width = 0;
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            if let Some(digit) = letter.to_digit(10) {
                let second = letters.peek().and_then(|next| next.to_digit(10));
                let count = match second {
                    Some(second) => {
                        letters.next();
                        digit * 10 + second
                    }
                    None => digit,
                };
                width += count as usize;
                continue;
            }
            let seat = seat_of(shape, letter.encode_utf8(&mut [0; 4]))
                .ok_or(MultiFenError::UnknownSeat { rank, letter })?;
            let letter = letters.next().ok_or(MultiFenError::NoPiece { rank })?;
            let role = Some(letter)
                .filter(char::is_ascii_uppercase)
                .and_then(Role::from_letter)
                .ok_or(MultiFenError::UnknownPiece { rank, letter })?;
            if let Some(&square) = squares.get(width) {
                board.put(Piece::new(seat, role), square, &mut Silent);
            }
            width += 1;
        }
        if width != squares.len() {
            let wanted = squares.len();
            return Err(MultiFenError::RankWidth { rank, found: width, wanted });
        }
    }
    Ok(board)
}

fn read_rights(shape: &Shape, text: &str) -> Option<u8> {
    let mut rights = 0;
    if text == "-" {
        return Some(rights);
    }
    for pair in pairs(text)? {
        let (seat, side) = pair.split_at(1);
        let side = match side {
            "L" => 0,
            "S" => 1,
            _ => return None,
        };
        rights |= 1 << (2 * seat_of(shape, seat)?.index() + side);
    }
    Some(rights)
}

fn read_frozen(shape: &Shape, text: &str) -> Option<(Seats, Seats)> {
    let (mut frozen, mut checked) = (Seats::NONE, Seats::NONE);
    if text == "-" {
        return Some((frozen, checked));
    }
    for pair in pairs(text)? {
        let (seat, mark) = pair.split_at(1);
        let seat = seat_of(shape, seat)?;
        frozen = frozen.with(seat);
        match mark {
            "#" => checked = checked.with(seat),
            "=" => checked = checked.without(seat),
            _ => return None,
        }
    }
    Some((frozen, checked))
}

/// The text two letters at a time.
fn pairs(text: &str) -> Option<impl Iterator<Item = &str>> {
    let even = text.is_ascii() && text.len().is_multiple_of(2);
    even.then(|| (0..text.len()).step_by(2).map(|start| &text[start..start + 2]))
}

fn read_en_passant(shape: &Shape, text: &str) -> Option<Vec<EnPassant>> {
    if text == "-" {
        return Some(Vec::new());
    }
    let read_one = |entry: &str| {
        let mut parts = entry.split(':');
        let crossed = shape.parse(parts.next()?)?;
        let pawn = shape.parse(parts.next()?)?;
        let mut takers = Seats::NONE;
        for letter in parts.next()?.chars() {
            takers = takers.with(seat_of(shape, letter.encode_utf8(&mut [0; 4]))?);
        }
        parts.next().is_none().then_some(EnPassant { crossed, pawn, takers })
    };
    text.split(',').map(read_one).collect()
}

impl fmt::Display for MultiSetup {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.write_placement(f)?;
        let letter = |seat: MultiSeat| self.shape.letter(seat);
        write!(f, " {} ", letter(self.turn))?;
        if self.rights == 0 {
            f.write_str("-")?;
        }
        for bit in (0..2 * MOST_SEATS).filter(|bit| self.rights >> bit & 1 != 0) {
            write!(
                f,
                "{}{}",
                letter(MultiSeat::new(bit / 2)),
                if bit % 2 == 0 { 'L' } else { 'S' }
            )?;
        }
        f.write_str(if self.en_passant.is_empty() { " -" } else { " " })?;
        for (index, entry) in self.en_passant.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            let (crossed, pawn) = (self.shape.name(entry.crossed), self.shape.name(entry.pawn));
            write!(f, "{comma}{crossed}:{pawn}:")?;
            for seat in entry.takers.each() {
                write!(f, "{}", letter(seat))?;
            }
        }
        write!(f, " {}", Frozen { shape: self.shape, seats: self.frozen, checked: self.checked })?;
        write!(f, " {} {}", self.quiet_plies, self.ply)
    }
}

impl MultiSetup {
    fn write_placement(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for rank in (0..self.shape.ranks).rev() {
            let mut empty = 0;
            for square in squares_of(self.shape, rank) {
                let Some(piece) = self.board.at(square) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                let seat = self.shape.letter(piece.seat());
                write!(f, "{seat}{}", piece.role().letter())?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

/// Frozen seats as FEN and verdicts have them: `b#d=`, or `-`.
pub struct Frozen {
    /// Whose letters.
    pub shape: &'static Shape,
    /// Seats without a move on their last turn.
    pub seats: Seats,
    /// Those of them that were in check.
    pub checked: Seats,
}

impl fmt::Display for Frozen {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.seats.is_empty() {
            return f.write_str("-");
        }
        for seat in self.seats.each() {
            let letter = self.shape.letter(seat);
            write!(f, "{letter}{}", if self.checked.has(seat) { '#' } else { '=' })?;
        }
        Ok(())
    }
}
