//! The shapes of the boards for more than two players: which squares there are, what they are
//! called, which way each seat faces; and from that, at compile time, what every piece attacks.

use super::slider::{FALLING, FILE, RANK, RISING, across, along, direction};
use super::{MOST_SEATS, MultiSeat, SQUARES, Set, Square, Toward};
use crate::board::{Grid, Role};

/// (files, ranks) of one step on each line.
const LINE_STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];
const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
const PAWN_STEPS: [[(i8, i8); 2]; 4] =
    [[(-1, -1), (1, -1)], [(1, -1), (1, 1)], [(-1, 1), (1, 1)], [(-1, -1), (-1, 1)]];

/// A board's geometry.
pub struct Shape {
    /// How many seats there are.
    pub seats: usize,
    /// The seats' letters, in order of turn.
    pub letters: &'static [u8],
    /// How the board names its squares.
    pub grid: Grid,
    /// How many ranks there are.
    pub ranks: u8,
    /// The squares that exist.
    pub squares: Set,
    forward: [Toward; MOST_SEATS],
    lines: [[Set; 4]; SQUARES],
    knight: [Set; SQUARES],
    king: [Set; SQUARES],
    pawn: [[Set; SQUARES]; 4],
}

/// The ranks of the cross: 14 x 14 without four corners of 3 x 3.
const CROSS: [(u8, u8); 14] = {
    let mut spans = [(3, 11); 14];
    let mut rank = 3;
    while rank < 11 {
        spans[rank] = (0, 14);
        rank += 1;
    }
    spans
};

/// The cross. Seats top, left, bottom, right.
pub static FOUR: Shape = {
    let forward = [Toward::Down, Toward::Right, Toward::Up, Toward::Left];
    Shape::new(b"abcd", Grid::Cross, forward, &CROSS)
};

/// The cross as public servers have it: Red at the bottom, then Blue, Yellow and Green, clockwise.
pub static CLOCKWISE: Shape = {
    let forward = [Toward::Up, Toward::Right, Toward::Down, Toward::Left];
    Shape::new(b"rbyg", Grid::Cross, forward, &CROSS)
};

/// The T: eight ranks of twelve files, below them two of eight. There is no file j. Seats
/// bottom, right, left.
pub static THREE: Shape = {
    let spans =
        [(2, 10), (2, 10), (0, 12), (0, 12), (0, 12), (0, 12), (0, 12), (0, 12), (0, 12), (0, 12)];
    let forward = [Toward::Up, Toward::Left, Toward::Right, Toward::Up];
    Shape::new(b"brw", Grid::Tee, forward, &spans)
};

impl Shape {
    /// A shape from its ranks, bottom first: the first file, and the one after the last.
    const fn new(
        letters: &'static [u8],
        grid: Grid,
        forward: [Toward; MOST_SEATS],
        spans: &[(u8, u8)],
    ) -> Self {
        let mut squares = Set::EMPTY;
        let mut rank = 0;
        while rank < spans.len() {
            let mut file = spans[rank].0;
            while file < spans[rank].1 {
                squares = squares.with(Square::new(file, rank as u8));
                file += 1;
            }
            rank += 1;
        }
        let mut shape = Self {
            seats: letters.len(),
            letters,
            grid,
            ranks: spans.len() as u8,
            squares,
            forward,
            lines: [[Set::EMPTY; 4]; SQUARES],
            knight: [Set::EMPTY; SQUARES],
            king: [Set::EMPTY; SQUARES],
            pawn: [[Set::EMPTY; SQUARES]; 4],
        };
        let mut index = 0;
        while index < SQUARES {
            let square = Square::from_index(index as u8);
            if squares.has(square) {
                let mut i = 0;
                while i < 4 {
                    shape.lines[index][i] = line(squares, square, LINE_STEPS[i]);
                    shape.pawn[i][index] = leaps(squares, square, &PAWN_STEPS[i]);
                    i += 1;
                }
                shape.knight[index] = leaps(squares, square, &KNIGHT_STEPS);
                shape.king[index] = leaps(squares, square, &KING_STEPS);
            }
            index += 1;
        }
        shape
    }

    /// A seat's letter.
    pub fn letter(&self, seat: MultiSeat) -> char {
        self.letters.get(seat.index()).copied().unwrap_or(b'?') as char
    }

    /// Which way a seat's pawns go.
    #[inline]
    pub const fn forward(&self, seat: MultiSeat) -> Toward {
        self.forward[seat.index()]
    }

    /// Does the turn go round with the clock?
    #[inline]
    pub const fn is_clockwise(&self) -> bool {
        self.forward[1] as usize == self.forward[0].right_hand() as usize
    }

    /// The squares a knight attacks from here.
    #[inline]
    pub fn knight(&self, square: Square) -> Set {
        self.knight[square.index()]
    }

    /// The squares a king attacks from here.
    #[inline]
    pub fn king(&self, square: Square) -> Set {
        self.king[square.index()]
    }

    /// The squares a pawn that goes this way attacks from here.
    #[inline]
    pub fn pawn(&self, toward: Toward, square: Square) -> Set {
        self.pawn[toward as usize][square.index()]
    }

    /// The squares a rook sees from here.
    #[inline]
    pub fn rook(&self, square: Square, occupied: Set) -> Set {
        let lines = &self.lines[square.index()];
        across(lines[RANK], square, occupied) | along(lines[FILE], square, occupied)
    }

    /// The squares a bishop sees from here.
    #[inline]
    pub fn bishop(&self, square: Square, occupied: Set) -> Set {
        let lines = &self.lines[square.index()];
        across(lines[RISING], square, occupied) | across(lines[FALLING], square, occupied)
    }

    /// Ranks and files through here, as on an empty board.
    #[inline]
    pub fn straights(&self, square: Square) -> Set {
        let lines = &self.lines[square.index()];
        lines[RANK] | lines[FILE]
    }

    /// Diagonals through here, as on an empty board.
    #[inline]
    pub fn diagonals(&self, square: Square) -> Set {
        let lines = &self.lines[square.index()];
        lines[RISING] | lines[FALLING]
    }

    /// The squares a piece of this role that faces this way attacks from here.
    #[inline]
    pub fn attacks(&self, role: Role, toward: Toward, square: Square, occupied: Set) -> Set {
        match role {
            Role::Pawn => self.pawn(toward, square),
            Role::Knight => self.knight(square),
            Role::Bishop => self.bishop(square, occupied),
            Role::Rook => self.rook(square, occupied),
            Role::Queen => self.bishop(square, occupied) | self.rook(square, occupied),
            Role::King => self.king(square),
            // Superpieces are of the 8x8 board.
            _ => Set::EMPTY,
        }
    }

    /// The whole rank, file or diagonal through two squares, without the first; else nothing.
    #[inline]
    pub fn line(&self, one: Square, other: Square) -> Set {
        match direction(one, other) {
            Some(line) if self.lines[one.index()][line].has(other) => self.lines[one.index()][line],
            _ => Set::EMPTY,
        }
    }

    /// Strictly between two squares of a rank, file or diagonal; else nothing.
    #[inline]
    pub fn between(&self, one: Square, other: Square) -> Set {
        let Some(line) = direction(one, other) else { return Set::EMPTY };
        let (there, back) = (self.lines[one.index()][line], self.lines[other.index()][line]);
        if !there.has(other) {
            return Set::EMPTY;
        }
        let (ends, other_ends) = (Set::of(other), Set::of(one));
        if line == FILE {
            along(there, one, ends) & along(back, other, other_ends)
        } else {
            across(there, one, ends) & across(back, other, other_ends)
        }
    }

    /// A square by its name in lower case, if the board has it: `k13`.
    pub fn parse(&self, name: &str) -> Option<Square> {
        let (letter, number) = name.split_at_checked(1)?;
        let file = self.grid.files().iter().position(|&file| file == letter.as_bytes()[0])?;
        let digits = !number.starts_with(['0', '+']);
        let rank: u8 =
            number.parse().ok().filter(|rank| digits && (1..=self.ranks).contains(rank))?;
        let square = Square::new(file as u8, rank - 1);
        self.squares.has(square).then_some(square)
    }

    /// A square's name.
    pub fn name(&self, square: Square) -> String {
        self.grid.name(square.cell()).to_string()
    }
}

const fn is_on(squares: Set, file: i8, rank: i8) -> bool {
    file >= 0
        && file < 16
        && rank >= 0
        && rank < 14
        && squares.has(Square::new(file as u8, rank as u8))
}

const fn leaps(squares: Set, from: Square, steps: &[(i8, i8)]) -> Set {
    let mut set = Set::EMPTY;
    let mut i = 0;
    while i < steps.len() {
        let file = from.file() as i8 + steps[i].0;
        let rank = from.rank() as i8 + steps[i].1;
        if is_on(squares, file, rank) {
            set = set.with(Square::new(file as u8, rank as u8));
        }
        i += 1;
    }
    set
}

/// Both ways from here to where the board ends; what lies beyond a cut corner is not on it.
const fn line(squares: Set, from: Square, (files, ranks): (i8, i8)) -> Set {
    let mut set = Set::EMPTY;
    let mut sign = -1;
    while sign < 2 {
        let mut file = from.file() as i8 + sign * files;
        let mut rank = from.rank() as i8 + sign * ranks;
        while is_on(squares, file, rank) {
            set = set.with(Square::new(file as u8, rank as u8));
            file += sign * files;
            rank += sign * ranks;
        }
        sign += 2;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::SplitMix;

    /// Walks square by square.
    fn walked(shape: &Shape, from: Square, steps: &[(i8, i8)], occupied: Set) -> Set {
        let mut set = Set::EMPTY;
        for &(files, ranks) in steps {
            let mut place = (from.file() as i8 + files, from.rank() as i8 + ranks);
            while is_on(shape.squares, place.0, place.1) {
                let square = Square::new(place.0 as u8, place.1 as u8);
                set |= Set::of(square);
                if occupied.has(square) {
                    break;
                }
                place = (place.0 + files, place.1 + ranks);
            }
        }
        set
    }

    #[test]
    fn sliders_agree_with_walking() {
        let straight = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let diagonal = [(1, 1), (-1, -1), (1, -1), (-1, 1)];
        let mut source = SplitMix(14);
        for shape in [&FOUR, &CLOCKWISE, &THREE] {
            for round in 0..200 {
                let mut words = [0; 4];
                for word in &mut words {
                    let (a, next) = source.next();
                    let (b, next) = next.next();
                    (*word, source) = (if round % 2 == 0 { a & b } else { a | b }, next);
                }
                let occupied = Set(words) & shape.squares;
                for from in shape.squares {
                    assert_eq!(
                        shape.rook(from, occupied),
                        walked(shape, from, &straight, occupied)
                    );
                    assert_eq!(
                        shape.bishop(from, occupied),
                        walked(shape, from, &diagonal, occupied)
                    );
                }
            }
        }
    }

    #[test]
    fn shapes_have_their_squares_and_names() {
        assert_eq!((FOUR.squares.len(), THREE.squares.len()), (160, 112));
        for shape in [&FOUR, &THREE] {
            for square in shape.squares {
                assert_eq!(shape.parse(&shape.name(square)), Some(square));
            }
        }
        for nowhere in ["c3", "a1", "o7", "d15", "d0", "d01", "d", "", "é4", "d+4"] {
            assert_eq!(FOUR.parse(nowhere), None, "{nowhere}");
        }
        assert_eq!(THREE.parse("j5"), None);
        assert_eq!(THREE.parse("k13"), None);
    }

    #[test]
    fn a_cut_corner_ends_a_line() {
        let square = |name: &str| FOUR.parse(name).expect("a square");
        assert!(!FOUR.bishop(square("a4"), Set::EMPTY).has(square("d1")));
        assert!(FOUR.line(square("a4"), square("d1")).is_empty());
        assert!(FOUR.between(square("a4"), square("d1")).is_empty());
        assert_eq!(FOUR.between(square("d1"), square("d14")).len(), 12);
        assert_eq!(FOUR.between(square("d5"), square("h9")).len(), 3);
    }
}
