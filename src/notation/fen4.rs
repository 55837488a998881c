//! FEN4, as public four-player servers write positions: read only, to compare with theirs.
//! `R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-x,x,x,yR,...`: the seat to move, the seats that are
//! out, castling on the king's and the queen's side, points, quiet plies, perhaps a dictionary,
//! and 14 rows from the top. Red sits at the bottom, Blue left, Yellow at the top, Green right.
//!
//! There the turn goes clockwise. In four-player teams it does here, too; in vierschaak it does
//! not: the same position goes on differently.

use super::{EnPassant, MultiSetup};
use crate::board::multi::{Board, FOUR, MultiSeat, Piece, Seats, Shape, Square, Toward};
use crate::board::{Role, Silent};

/// Why a FEN4 cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum Fen4Error {
    #[error("the FEN4 has {0} fields instead of 7 or 8")]
    FieldCount(usize),
    #[error("the FEN4 seat to move is `{0}`, not R, B, Y or G")]
    Turn(String),
    #[error("the FEN4 field `{0}` is not four numbers with commas between")]
    FourNumbers(String),
    #[error("the FEN4 count of quiet plies `{0}` is no number from 0 to 9999")]
    QuietPlies(String),
    #[error("the FEN4 en passant entry `{0}` is not two squares such as d3:d4")]
    EnPassant(String),
    #[error("the FEN4 has {0} rows instead of 14")]
    RowCount(usize),
    #[error("FEN4 row {row} has {width} cells instead of 14")]
    RowWidth { row: usize, width: usize },
    #[error("FEN4 row {row} has `{cell}`, which is no piece, number or x")]
    Cell { row: usize, cell: String },
    #[error("FEN4 row {row} has a piece on a corner that is cut off")]
    Corner { row: usize },
}

/// Red, Blue, Yellow and Green by the seats of a shape: where each of them sits.
fn seats_of(shape: &Shape) -> [MultiSeat; 4] {
    [Toward::Up, Toward::Right, Toward::Down, Toward::Left].map(|forward| {
        let faces = |seat: &MultiSeat| shape.forward(*seat) == forward;
        MultiSeat::ALL.into_iter().find(faces).unwrap_or(MultiSeat::new(0))
    })
}

const WIDTH: usize = 14;

/// Does a text look like FEN4, so that its errors should be FEN4's?
pub fn is_fen4(text: &str) -> bool {
    text.get(1..2) == Some("-") && text.contains(',')
}

/// Reads a FEN4 as a position of four players on a cross.
///
/// # Errors
/// What cannot be read, and where.
pub fn read_fen4(text: &str, shape: &'static Shape) -> Result<MultiSetup, Fen4Error> {
    let seats = seats_of(shape);
    let compact: String = text.split_whitespace().collect();
    let (head, rows) = compact.rsplit_once('-').ok_or(Fen4Error::FieldCount(1))?;
    let (head, dictionary) = match head.split_once("-{") {
        Some((head, dictionary)) => (head, Some(dictionary)),
        None => (head, None),
    };
    let fields: Vec<&str> = head.split('-').collect();
    let [turn, dead, short, long, points, quiet] = fields[..] else {
        return Err(Fen4Error::FieldCount(fields.len() + 1));
    };
    let clockwise = "RBYG".find(turn).filter(|_| turn.len() == 1);
    let clockwise = clockwise.ok_or_else(|| Fen4Error::Turn(turn.into()))?;
    let (dead, short, long) = (four(dead)?, four(short)?, four(long)?);
    four(points)?;
    let quiet_plies = quiet.parse().ok().filter(|&plies: &u16| plies <= 9_999);
    let quiet_plies = quiet_plies.ok_or_else(|| Fen4Error::QuietPlies(quiet.into()))?;
    let mut rights = 0;
    let mut frozen = Seats::NONE;
    for (index, seat) in seats.into_iter().enumerate() {
        rights |= u8::from(long[index] != 0) << (2 * seat.index());
        rights |= u8::from(short[index] != 0) << (2 * seat.index() + 1);
        if dead[index] != 0 {
            frozen = frozen.with(seat);
        }
    }
    Ok(MultiSetup {
        shape,
        board: read_rows(rows, &seats)?,
        turn: seats[clockwise],
        rights,
        en_passant: dictionary
            .map_or(Ok(Vec::new()), |text| read_en_passant(text, clockwise, &seats))?,
        frozen,
        checked: frozen,
        quiet_plies,
        ply: 1,
    })
}

/// Four numbers or flags.
fn four(text: &str) -> Result<[i64; 4], Fen4Error> {
    let error = || Fen4Error::FourNumbers(text.into());
    let mut numbers = [0; 4];
    let mut words = text.split(',');
    for number in &mut numbers {
        *number = words.next().and_then(|word| word.parse().ok()).ok_or_else(error)?;
    }
    if words.next().is_some() { Err(error()) } else { Ok(numbers) }
}

fn read_rows(text: &str, seats: &[MultiSeat; 4]) -> Result<Board, Fen4Error> {
    let mut board = Board::EMPTY;
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != WIDTH {
        return Err(Fen4Error::RowCount(rows.len()));
    }
    for (index, row_text) in rows.into_iter().enumerate() {
        let row = WIDTH - index;
        let mut width = 0;
        for cell in row_text.split(',') {
            let unknown = || Fen4Error::Cell { row, cell: cell.into() };
            if let Ok(count) = cell.parse::<u8>() {
                width += usize::from(count);
            } else if cell.eq_ignore_ascii_case("x") {
                width += 1;
            } else {
                let mut letters = cell.chars();
                let (Some(owner), Some(letter), None) =
                    (letters.next(), letters.next(), letters.next())
                else {
                    return Err(unknown());
                };
                let seat = "rbyg".find(owner).ok_or_else(unknown)?;
                let role = Some(letter).filter(char::is_ascii_uppercase);
                let role = role.and_then(Role::from_letter).ok_or_else(unknown)?;
                let square = Square::new(width.min(15) as u8, row as u8 - 1);
                if width < WIDTH {
                    if !FOUR.squares.has(square) {
                        return Err(Fen4Error::Corner { row });
                    }
                    board.put(Piece::new(seats[seat], role), square, &mut Silent);
                }
                width += 1;
            }
        }
        if width != WIDTH {
            return Err(Fen4Error::RowWidth { row, width });
        }
    }
    Ok(board)
}

/// The dictionary's list of pawns that have just gone two squares, one word for each
/// colour. Seats that have moved since, in their order of turn, may not capture any more.
fn read_en_passant(
    dictionary: &str,
    turn: usize,
    seats: &[MultiSeat; 4],
) -> Result<Vec<EnPassant>, Fen4Error> {
    let Some((_, list)) = dictionary.split_once("'enPassant':(") else { return Ok(Vec::new()) };
    let list = list.split(')').next().unwrap_or_default();
    let mut passing = Vec::new();
    for (owner, word) in list.split(',').take(4).enumerate() {
        let word = word.trim_matches('\'');
        if word.is_empty() {
            continue;
        }
        let squares = word.split_once(':');
        let squares =
            squares.and_then(|(crossed, pawn)| Some((FOUR.parse(crossed)?, FOUR.parse(pawn)?)));
        let (crossed, pawn) = squares.ok_or_else(|| Fen4Error::EnPassant(word.into()))?;
        let takers = (turn..turn + 4)
            .map(|index| index % 4)
            .take_while(|&index| index != owner)
            .filter(|index| index % 2 != owner % 2)
            .fold(Seats::NONE, |takers, index| takers.with(seats[index]));
        passing.push(EnPassant { crossed, pawn, takers });
    }
    Ok(passing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::multi::CLOCKWISE;
    use crate::game::multi::{FourPlayerTeams, Position, Rules};

    const START: &str = "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-3,yR,yN,yB,yK,yQ,yB,yN,yR,3/\
        3,yP,yP,yP,yP,yP,yP,yP,yP,3/14/bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/\
        bQ,bP,10,gP,gK/bK,bP,10,gP,gQ/bB,bP,10,gP,gB/bN,bP,10,gP,gN/bR,bP,10,gP,gR/14/\
        3,rP,rP,rP,rP,rP,rP,rP,rP,3/x,x,x,rR,rN,rB,rQ,rK,rB,rN,rR,x,x,x";

    #[test]
    fn a_starting_position_is_ours() {
        let setup = read_fen4(START, &FOUR).expect("sound");
        assert!(is_fen4(START));
        assert_eq!(
            setup.to_string(),
            "aRaNaBaKaQaBaNaR/aPaPaPaPaPaPaPaP/8/bRbP10dPdR/bNbP10dPdN/bBbP10dPdB/bQbP10dPdK/\
             bKbP10dPdQ/bBbP10dPdB/bNbP10dPdN/bRbP10dPdR/8/cPcPcPcPcPcPcPcP/cRcNcBcQcKcBcNcR \
             c aLaSbLbScLcSdLdS - - 0 1"
        );
        let setup = read_fen4(START, &CLOCKWISE).expect("sound");
        let start = Position::<FourPlayerTeams>::start(Rules::default());
        assert_eq!(setup.to_string(), start.to_setup().to_string());
    }

    #[test]
    fn passing_pawns_and_the_dead() {
        let text = START.replacen("R-0,0,0,0", "B-0,0,0,1", 1).replacen(
            "0,0,0,0-0-",
            "0,0,0,0-7-{'enPassant':('e3:e4','','','')}-",
            1,
        );
        let setup = read_fen4(&text, &FOUR).expect("sound");
        assert_eq!((setup.turn, setup.quiet_plies), (MultiSeat::new(1), 7));
        assert_eq!(
            setup.en_passant[0].takers,
            Seats::of(MultiSeat::new(1)).with(MultiSeat::new(3))
        );
        assert_eq!(setup.frozen, Seats::of(MultiSeat::new(3)));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let wrong = [
            ("", Fen4Error::FieldCount(1)),
            ("R-0", Fen4Error::FieldCount(2)),
            (&START.replacen("R-", "W-", 1), Fen4Error::Turn("W".into())),
            (&START.replacen("1,1,1,1", "1,1,1", 1), Fen4Error::FourNumbers("1,1,1".into())),
            (&START.replacen("/14/", "/", 1), Fen4Error::RowCount(13)),
            (&START.replacen("/14/", "/13/", 1), Fen4Error::RowWidth { row: 12, width: 13 }),
            (&START.replacen("yK", "yé", 1), Fen4Error::Cell { row: 14, cell: "yé".into() }),
            (&START.replacen("x,x", "rQ,x", 1), Fen4Error::Corner { row: 1 }),
        ];
        for (text, error) in wrong {
            assert_eq!(read_fen4(text, &FOUR).err(), Some(error), "{text}");
        }
    }
}
