//! What a network sees of a board for more than two players: which of its input rows are lit.
//!
//! Each piece lights a row: whose, which, where. Four players have four views, one for each seat,
//! in which that seat sits at the bottom: what is learnt by one holds for all. The arms of the
//! board for three are not alike, so there is one view for all, and an output bucket for each
//! player that looks and each that is to move. Which armies are frozen chooses the bucket too.

use std::marker::PhantomData;

use super::architecture::{InputSet, layout_hash};
use super::inputs::Inputs;
use crate::board::Role;
use crate::board::multi::{Board, FOUR, MultiSeat, Piece, SQUARES, Shape, Square, THREE, Toward};
use crate::game::multi::{MultiGame, Paranoid, Position};

const ROLES: usize = Role::CHESS.len();
/// Files and ranks of the cross, from 0.
const EDGE: u8 = 13;
/// How many ways two armies can be frozen while the game goes on, and three.
const PAIRS_FROZEN: usize = 3;
const TRIPLES_FROZEN: usize = 8;

const FOUR_SET: InputSet = {
    let (seats, squares) = (4, FOUR_SQUARES);
    InputSet {
        name: "turned-cross",
        hash: layout_hash(&[4, ROLES, squares, TRIPLES_FROZEN]),
        rows: seats * ROLES * squares,
        views: 4,
        buckets: TRIPLES_FROZEN,
        most_lit: squares,
        threats: 0,
        most_threats: 0,
        usually_lit: 50,
        turns: &[],
    }
};
const THREE_SET: InputSet = {
    let (seats, squares) = (3, THREE_SQUARES);
    InputSet {
        name: "tee",
        hash: layout_hash(&[3, ROLES, squares, 9, PAIRS_FROZEN]),
        rows: seats * ROLES * squares,
        views: 1,
        buckets: seats * seats * PAIRS_FROZEN,
        most_lit: squares,
        threats: 0,
        most_threats: 0,
        usually_lit: 36,
        turns: &[],
    }
};
const FOUR_SQUARES: usize = 160;
const THREE_SQUARES: usize = 112;

/// The number of each square among those that the board has.
const fn numbers(squares: crate::board::multi::Set) -> [u8; SQUARES] {
    let mut numbers = [0; SQUARES];
    let (mut index, mut next) = (0, 0);
    while index < SQUARES {
        if squares.has(Square::from_index(index as u8)) {
            numbers[index] = next;
            next += 1;
        }
        index += 1;
    }
    numbers
}

static FOUR_NUMBERS: [u8; SQUARES] = numbers(FOUR.squares);
static THREE_NUMBERS: [u8; SQUARES] = numbers(THREE.squares);

/// The inputs of a game for more than two players.
#[derive(Clone, Copy, Debug)]
pub struct SeatInputs<K: MultiGame>(PhantomData<K>);

/// The seat that sits at the bottom. On the board for three it is always the first.
pub type SeatPerspective = MultiSeat;

impl<K: MultiGame> SeatInputs<K> {
    const TURNS: bool = K::SEATS == 4;

    /// The row of a piece.
    #[inline]
    fn row(from: MultiSeat, piece: Piece, at: Square) -> usize {
        let (whose, square) = if Self::TURNS {
            let square = turned(K::LAYOUT.shape, from, at);
            ((piece.seat().index() + 4 - from.index()) & 3, FOUR_NUMBERS[square.index()])
        } else {
            (piece.seat().index(), THREE_NUMBERS[at.index()])
        };
        (whose * ROLES + piece.role().index()) * Self::SQUARES + usize::from(square)
    }

    const SQUARES: usize = if Self::TURNS { FOUR_SQUARES } else { THREE_SQUARES };

    /// All rows that a board lights.
    pub fn lit_on(from: MultiSeat, board: &Board, mut row: impl FnMut(usize)) {
        for seat in MultiSeat::first(K::SEATS) {
            for square in board.seat(seat) {
                if let Some(piece) = board.at(square) {
                    row(Self::row(from, piece, square));
                }
            }
        }
    }

    /// The output bucket of a position for the seat that looks.
    #[inline]
    pub fn bucket_of(position: &Position<K>, root: MultiSeat) -> usize {
        let (turn, frozen) = (position.turn(), position.frozen());
        let mut pattern = 0;
        let mut seat = K::LAYOUT.next(turn);
        let mut bit = 1;
        while seat != turn {
            pattern |= if frozen.has(seat) { bit } else { 0 };
            bit <<= 1;
            seat = K::LAYOUT.next(seat);
        }
        if Self::TURNS {
            return pattern;
        }
        // With both others frozen the game is over.
        let pattern = pattern.min(PAIRS_FROZEN - 1);
        (root.index() * K::SEATS + turn.index()) * PAIRS_FROZEN + pattern
    }
}

/// The square as a seat of the cross sees it from the bottom, in a mirror where the turn goes
/// clockwise: the seat that moves next is always on the right.
#[inline]
fn turned(shape: &Shape, seat: MultiSeat, square: Square) -> Square {
    let (file, rank) = (square.file(), square.rank());
    let (file, rank) = match shape.forward(seat) {
        Toward::Down => (EDGE - file, EDGE - rank),
        Toward::Right => (EDGE - rank, file),
        Toward::Up => (file, rank),
        Toward::Left => (rank, EDGE - file),
    };
    Square::new(if shape.is_clockwise() { EDGE - file } else { file }, rank)
}

impl<K: MultiGame> Inputs for SeatInputs<K> {
    type Board = Paranoid<K>;
    type Piece = Piece;
    type Perspective = SeatPerspective;
    type Threats = ();

    const SET: InputSet = if K::SEATS == 4 { FOUR_SET } else { THREE_SET };

    fn first_perspective(view: usize) -> SeatPerspective {
        MultiSeat::new(view)
    }

    #[inline]
    fn perspective(_: &Paranoid<K>, view: usize) -> SeatPerspective {
        MultiSeat::new(view)
    }

    #[inline]
    fn after(_: SeatPerspective, _: Piece, _: Square) -> Option<SeatPerspective> {
        None
    }

    #[inline]
    fn rows_of_piece(
        from: SeatPerspective,
        piece: Piece,
        _: bool,
        at: Square,
        mut row: impl FnMut(usize),
    ) {
        row(Self::row(from, piece, at));
    }

    fn row_in_hand(_: SeatPerspective, _: Piece, _: u8) -> Option<usize> {
        None
    }

    fn lit(from: SeatPerspective, game: &Paranoid<K>, row: impl FnMut(usize)) {
        Self::lit_on(from, game.position().board(), row);
    }

    fn threats(_: &Paranoid<K>, _: &InputSet) {}

    fn rows_of_threats(_: SeatPerspective, (): &()) -> [&[u16]; 2] {
        [&[]; 2]
    }

    /// In turn from the mover on.
    #[inline]
    fn view(mover: usize, nth: usize) -> usize {
        if Self::TURNS { (mover + nth) & 3 } else { nth }
    }

    #[inline]
    fn bucket(game: &Paranoid<K>, _: bool) -> usize {
        Self::bucket_of(game.position(), game.root())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::SplitMix;
    use crate::board::Silent;
    use crate::board::multi::MOST_SEATS;
    use crate::game::Playable as _;
    use crate::game::multi::{Drieschaak, FourPlayerTeams, Rules, Vierschaak};

    fn rows<K: MultiGame>(from: usize, board: &Board) -> Vec<usize> {
        let mut rows = Vec::new();
        SeatInputs::<K>::lit_on(MultiSeat::new(from), board, |row| rows.push(row));
        rows.sort_unstable();
        rows
    }

    /// Positions of a game of random moves.
    fn positions<K: MultiGame>(seed: u64) -> Vec<Position<K>> {
        let mut position = Position::<K>::start(Rules::default());
        let mut source = SplitMix(seed);
        let mut all = vec![position.clone()];
        while position.outcome().is_none() && all.len() < 200 {
            let word;
            (word, source) = source.next();
            let moves = position.legal_moves();
            position.play(moves[word as usize % moves.len()], &mut Silent);
            all.push(position.clone());
        }
        all
    }

    fn every_fact_has_a_row_of_its_own<K: MultiGame>() {
        let mut seen = std::collections::HashSet::new();
        for seat in MultiSeat::first(K::SEATS) {
            for role in Role::CHESS {
                for square in K::LAYOUT.shape.squares {
                    let row =
                        SeatInputs::<K>::row(MultiSeat::new(0), Piece::new(seat, role), square);
                    assert!(seen.insert(row));
                }
            }
        }
        assert_eq!(seen.len(), SeatInputs::<K>::SET.rows);
        assert_eq!(seen.into_iter().max(), Some(SeatInputs::<K>::SET.rows - 1));
    }

    #[test]
    fn rows_are_as_many_as_there_are_facts() {
        every_fact_has_a_row_of_its_own::<Vierschaak>();
        every_fact_has_a_row_of_its_own::<FourPlayerTeams>();
        every_fact_has_a_row_of_its_own::<Drieschaak>();
    }

    fn a_turn_looks_the_same<K: MultiGame>(quarter_turn: fn(Square) -> Square) {
        for position in positions::<K>(1) {
            let board = position.board();
            let mut quarter = Board::EMPTY;
            for square in board.occupied() {
                let piece = board.at(square).unwrap();
                let seat = MultiSeat::new(piece.seat().index() + 1);
                quarter.put(Piece::new(seat, piece.role()), quarter_turn(square), &mut Silent);
            }
            for seat in 0..MOST_SEATS {
                assert_eq!(rows::<K>(seat, board), rows::<K>(seat + 1, &quarter));
            }
        }
    }

    #[test]
    fn a_turned_cross_looks_the_same_to_the_seat_that_it_was_turned_to() {
        // As the turn goes round: against the clock, and with it.
        a_turn_looks_the_same::<Vierschaak>(|square| {
            Square::new(EDGE - square.rank(), square.file())
        });
        a_turn_looks_the_same::<FourPlayerTeams>(|square| {
            Square::new(square.rank(), EDGE - square.file())
        });
    }

    #[test]
    fn the_seat_that_moves_next_is_on_the_right() {
        let next = Piece::new(MultiSeat::new(1), Role::King);
        let row = |whose: usize, at: Square| {
            (whose * ROLES + Role::King.index()) * FOUR_SQUARES
                + usize::from(FOUR_NUMBERS[at.index()])
        };
        // The left edge of the board: a top seat has it on its right, a bottom seat in the mirror.
        let (left, first) = (Square::new(0, 6), MultiSeat::new(0));
        let seen = SeatInputs::<Vierschaak>::row(first, next, left);
        assert_eq!(seen, row(1, Square::new(EDGE, 7)));
        let seen = SeatInputs::<FourPlayerTeams>::row(first, next, left);
        assert_eq!(seen, row(1, Square::new(EDGE, 6)));
    }

    #[test]
    fn buckets_tell_apart_who_looks_who_moves_and_who_is_frozen() {
        for seed in 0..20 {
            for position in positions::<Drieschaak>(seed) {
                let all = MultiSeat::first(3).map(|root| SeatInputs::bucket_of(&position, root));
                let all: std::collections::HashSet<usize> = all.collect();
                assert_eq!(all.len(), 3);
                assert!(all.into_iter().all(|bucket| bucket < THREE_SET.buckets));
            }
            for position in positions::<Vierschaak>(seed) {
                let bucket = SeatInputs::bucket_of(&position, position.turn());
                let frozen = position.frozen().each().count();
                assert_eq!(bucket.count_ones() as usize, frozen);
            }
        }
    }
}
