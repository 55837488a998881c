//! Who stands where on a wide board. It can put, lift and find attackers; it knows neither
//! turns nor teams.

use super::{MOST_SEATS, Man, SQUARES, Seats, Set, Shape, keys};
use crate::board::{Observer, Role, Square};

/// Men of up to four seats. Keeps the key of all that it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    seats: [Set; MOST_SEATS],
    roles: [Set; Role::COUNT],
    kings: [Square; MOST_SEATS],
    men: [Option<Man>; SQUARES],
    key: u64,
}

impl Board {
    /// No men.
    pub const EMPTY: Self = Self {
        seats: [Set::EMPTY; MOST_SEATS],
        roles: [Set::EMPTY; Role::COUNT],
        kings: [Square(0); MOST_SEATS],
        men: [None; SQUARES],
        key: 0,
    };

    /// All men of a seat.
    #[inline]
    pub fn seat(&self, seat: usize) -> Set {
        self.seats[seat]
    }

    /// All men of these seats.
    #[inline]
    pub fn of(&self, seats: Seats) -> Set {
        let mut set = Set::EMPTY;
        for seat in 0..MOST_SEATS {
            if seats.has(seat) {
                set |= self.seats[seat];
            }
        }
        set
    }

    /// All men of a role.
    #[inline]
    pub fn role(&self, role: Role) -> Set {
        self.roles[role.index()]
    }

    /// One seat's men of a role.
    #[inline]
    pub fn men(&self, seat: usize, role: Role) -> Set {
        self.seats[seat] & self.roles[role.index()]
    }

    /// Every man.
    #[inline]
    pub fn occupied(&self) -> Set {
        (self.seats[0] | self.seats[1]) | (self.seats[2] | self.seats[3])
    }

    /// Who stands here?
    #[inline]
    pub fn at(&self, square: Square) -> Option<Man> {
        self.men.get(square.index()).copied().flatten()
    }

    /// Where a seat's king stands. Every seat of a position has one.
    #[inline]
    pub fn king(&self, seat: usize) -> Square {
        self.kings[seat]
    }

    /// Key of all men.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Puts a man on an empty square.
    #[inline]
    pub fn put(&mut self, man: Man, square: Square, observer: &mut impl Observer<Man>) {
        debug_assert!(self.at(square).is_none());
        let here = Set::of(square);
        self.seats[man.seat()] |= here;
        self.roles[man.role().index()] |= here;
        if man.role() == Role::King {
            self.kings[man.seat()] = square;
        }
        self.men[square.index()] = Some(man);
        self.key ^= keys::man(man, square);
        observer.put(man, false, square);
    }

    /// Takes the man off a square; says who it was.
    #[inline]
    pub fn lift(&mut self, square: Square, observer: &mut impl Observer<Man>) -> Option<Man> {
        let man = self.men[square.index()].take()?;
        let here = Set::of(square);
        self.seats[man.seat()] ^= here;
        self.roles[man.role().index()] ^= here;
        self.key ^= keys::man(man, square);
        observer.lift(man, false, square);
        Some(man)
    }

    /// Sliders of these men whose lines, on an empty board, meet a square.
    #[inline]
    fn snipers(&self, shape: &Shape, men: Set, square: Square) -> (Set, Set) {
        let queens = self.role(Role::Queen);
        let straights = (self.role(Role::Rook) | queens) & men;
        let diagonals = (self.role(Role::Bishop) | queens) & men;
        (straights & shape.straights(square), diagonals & shape.diagonals(square))
    }

    /// Men of these seats that attack a square without a line.
    #[inline]
    fn leapers(&self, shape: &Shape, seats: Seats, men: Set, square: Square) -> Set {
        let mut found = (shape.knight(square) & self.role(Role::Knight))
            | (shape.king(square) & self.role(Role::King));
        let pawns = self.role(Role::Pawn);
        for seat in 0..MOST_SEATS {
            if seats.has(seat) {
                let back = shape.forward(seat).back();
                found |= shape.pawn(back, square) & self.seats[seat] & pawns;
            }
        }
        found & men
    }

    /// Men of these seats that attack a square, as if `occupied` were all that stands in the
    /// way.
    #[inline]
    pub fn attackers(&self, shape: &Shape, seats: Seats, square: Square, occupied: Set) -> Set {
        let men = self.of(seats);
        let mut found = self.leapers(shape, seats, men, square);
        let (straights, diagonals) = self.snipers(shape, men, square);
        if !straights.is_empty() {
            found |= shape.rook(square, occupied) & straights;
        }
        if !diagonals.is_empty() {
            found |= shape.bishop(square, occupied) & diagonals;
        }
        found
    }

    /// Men of these seats that attack a square, and men, of any seat, that alone stand between
    /// one of their sliders and it.
    #[inline]
    pub fn threats(&self, shape: &Shape, seats: Seats, square: Square) -> (Set, Set) {
        let men = self.of(seats);
        let mut attackers = self.leapers(shape, seats, men, square);
        let mut blockers = Set::EMPTY;
        let occupied = self.occupied();
        let (straights, diagonals) = self.snipers(shape, men, square);
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
    pub fn announce(&self, observer: &mut impl Observer<Man>) {
        for square in self.occupied() {
            if let Some(man) = self.at(square) {
                observer.put(man, false, square);
            }
        }
    }
}
