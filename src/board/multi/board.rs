//! A board for more than two players: what stands where. It can put, lift and find attackers;
//! it knows neither turns nor teams.

use super::{MOST_SEATS, MultiSeat, Piece, SQUARES, Seats, Set, Shape, Square, keys};
use crate::board::{Observer, Role};

/// Pieces of up to four seats. Keeps the key of all that it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    seats: [Set; MOST_SEATS],
    roles: [Set; Role::CHESS.len()],
    kings: [Square; MOST_SEATS],
    pieces: [Option<Piece>; SQUARES],
    key: u64,
}

impl Board {
    /// No pieces.
    pub const EMPTY: Self = Self {
        seats: [Set::EMPTY; MOST_SEATS],
        roles: [Set::EMPTY; Role::CHESS.len()],
        kings: [Square::FIRST; MOST_SEATS],
        pieces: [None; SQUARES],
        key: 0,
    };

    /// All pieces of a seat.
    #[inline]
    pub fn seat(&self, seat: MultiSeat) -> Set {
        self.seats[seat]
    }

    /// All pieces of these seats.
    #[inline]
    pub fn of(&self, seats: Seats) -> Set {
        let mut set = Set::EMPTY;
        for seat in MultiSeat::ALL {
            if seats.has(seat) {
                set |= self.seats[seat];
            }
        }
        set
    }

    /// All pieces of a role.
    #[inline]
    pub fn role(&self, role: Role) -> Set {
        self.roles[role.index()]
    }

    /// One seat's pieces of a role.
    #[inline]
    pub fn pieces(&self, seat: MultiSeat, role: Role) -> Set {
        self.seats[seat] & self.roles[role.index()]
    }

    /// Every piece.
    #[inline]
    pub fn occupied(&self) -> Set {
        (self.seats[0] | self.seats[1]) | (self.seats[2] | self.seats[3])
    }

    /// The piece on this square, if any.
    #[inline]
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.pieces.get(square.index()).copied().flatten()
    }

    /// Where a seat's king stands. Every seat of a position has one.
    #[inline]
    pub fn king(&self, seat: MultiSeat) -> Square {
        self.kings[seat]
    }

    /// Key of all pieces.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub fn put(&mut self, piece: Piece, square: Square, observer: &mut impl Observer<Piece>) {
        debug_assert!(self.at(square).is_none());
        let here = Set::of(square);
        self.seats[piece.seat()] |= here;
        self.roles[piece.role().index()] |= here;
        if piece.role() == Role::King {
            self.kings[piece.seat()] = square;
        }
        self.pieces[square.index()] = Some(piece);
        self.key ^= keys::piece(piece, square);
        observer.put(piece, false, square);
    }

    /// Takes the piece off a square and returns it.
    #[inline]
    pub fn lift(&mut self, square: Square, observer: &mut impl Observer<Piece>) -> Option<Piece> {
        let piece = self.pieces[square.index()].take()?;
        let here = Set::of(square);
        self.seats[piece.seat()] ^= here;
        self.roles[piece.role().index()] ^= here;
        self.key ^= keys::piece(piece, square);
        observer.lift(piece, false, square);
        Some(piece)
    }

    /// Sliders of these pieces whose lines, on an empty board, meet a square.
    #[inline]
    fn snipers(&self, shape: &Shape, pieces: Set, square: Square) -> (Set, Set) {
        let queens = self.role(Role::Queen);
        let straights = (self.role(Role::Rook) | queens) & pieces;
        let diagonals = (self.role(Role::Bishop) | queens) & pieces;
        (straights & shape.straights(square), diagonals & shape.diagonals(square))
    }

    /// Pieces of these seats that attack a square without a line.
    #[inline]
    fn leapers(&self, shape: &Shape, seats: Seats, pieces: Set, square: Square) -> Set {
        let mut found = (shape.knight(square) & self.role(Role::Knight))
            | (shape.king(square) & self.role(Role::King));
        let pawns = self.role(Role::Pawn);
        for seat in MultiSeat::ALL {
            if seats.has(seat) {
                let back = shape.forward(seat).back();
                found |= shape.pawn(back, square) & self.seats[seat] & pawns;
            }
        }
        found & pieces
    }

    /// Pieces of these seats that attack a square, as if `occupied` were all that stands in the
    /// way.
    #[inline]
    pub fn attackers(&self, shape: &Shape, seats: Seats, square: Square, occupied: Set) -> Set {
        let pieces = self.of(seats);
        let mut found = self.leapers(shape, seats, pieces, square);
        let (straights, diagonals) = self.snipers(shape, pieces, square);
        if !straights.is_empty() {
            found |= shape.rook(square, occupied) & straights;
        }
        if !diagonals.is_empty() {
            found |= shape.bishop(square, occupied) & diagonals;
        }
        found
    }

    /// Pieces of these seats that attack a square; and the pieces, of any seat, that are the
    /// only one between it and one of their sliders.
    #[inline]
    pub fn threats(&self, shape: &Shape, seats: Seats, square: Square) -> (Set, Set) {
        let pieces = self.of(seats);
        let mut attackers = self.leapers(shape, seats, pieces, square);
        let mut blockers = Set::EMPTY;
        let occupied = self.occupied();
        let (straights, diagonals) = self.snipers(shape, pieces, square);
        for sniper in straights | diagonals {
            let between = shape.between(square, sniper) & occupied;
            if between.is_empty() {
                attackers |= Set::of(sniper);
            } else if !between.is_many() {
                blockers |= between;
            }
        }
        (attackers, blockers)
    }

    /// Tells a listener all that stands, as if just put.
    pub fn announce(&self, observer: &mut impl Observer<Piece>) {
        for square in self.occupied() {
            if let Some(piece) = self.at(square) {
                observer.put(piece, false, square);
            }
        }
    }
}
