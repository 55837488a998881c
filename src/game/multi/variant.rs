//! What differs between the games of more than two players, as data: the geometry is the
//! shape's, the rest stands here. Sources: the Dutch booklet of Gustavus (1848), rules for
//! chess with four and with three players.

use crate::board::multi::{
    CLOCKWISE, FOUR, MOST_SEATS, MultiSeat, SQUARES, Seats, Set, Shape, Square, THREE, Toward,
};
use crate::game::Breadth;
use crate::game::rule_book::RuleBook;

/// A game with its number of seats, as a type, so that the seats are known when compiled.
pub trait MultiGame: Copy + Send + Sync + 'static {
    /// Seats at the board.
    const SEATS: usize;
    /// Everything else.
    const LAYOUT: &'static Layout;
    /// How many moves a seat makes in a game, beside one of crazyhouse.
    const LENGTH: f64;
    /// What makes its moves many.
    const BREADTH: Breadth;
}

/// Four seats in two teams on the cross.
#[derive(Clone, Copy, Debug)]
pub struct Vierschaak;

/// Three seats, each for itself, on the T.
#[derive(Clone, Copy, Debug)]
pub struct Drieschaak;

/// Four seats in two teams as public servers play it: clockwise, and the first king that is
/// mated or taken ends the game.
#[derive(Clone, Copy, Debug)]
pub struct FourPlayerTeams;

impl MultiGame for Vierschaak {
    const SEATS: usize = 4;
    const LAYOUT: &'static Layout = &VIERSCHAAK;
    const LENGTH: f64 = 1.7;
    const BREADTH: Breadth = Breadth::Vierschaak;
}

impl MultiGame for Drieschaak {
    const SEATS: usize = 3;
    const LAYOUT: &'static Layout = &DRIESCHAAK;
    const LENGTH: f64 = 2.5;
    const BREADTH: Breadth = Breadth::Drieschaak;
}

impl MultiGame for FourPlayerTeams {
    const SEATS: usize = 4;
    const LAYOUT: &'static Layout = &TEAMS;
    const LENGTH: f64 = 1.2;
    const BREADTH: Breadth = Breadth::FourPlayerTeams;
}

/// The pawns of a seat at home: each is a lane.
pub const LANES: usize = 8;

/// A game's board and the squares that its rules name.
pub struct Layout {
    /// As in `UCI_Variant`.
    pub name: &'static str,
    /// The text that its verdicts quote.
    pub book: RuleBook,
    /// The board.
    pub shape: &'static Shape,
    /// Do the seats opposite each other play together?
    pub teams: bool,
    /// Does the first king that is mated or taken end the game? Where none does, a seat without
    /// a move is skipped, and kings are never taken.
    pub first_king_ends: bool,
    /// The starting position.
    pub start: &'static str,
    /// Moves of each player without capture or pawn move that end the game.
    pub move_draw: u16,
    /// Where the kings castle from; seats that never castle have no rights to begin with.
    pub kings: [Square; MOST_SEATS],
    /// Their rooks: on the queen's side, on the king's side.
    pub rooks: [[Square; 2]; MOST_SEATS],
    /// Castling rights that end when something leaves or reaches a square.
    pub rights_at: [u8; SQUARES],
    /// Where pawns start.
    pub pawns: [[Square; LANES]; MOST_SEATS],
    /// The squares that a double step passes over.
    pub crossed: [Set; MOST_SEATS],
    /// Where a pawn is promoted however it comes there.
    pub promotes: [Set; MOST_SEATS],
    /// Where it is promoted if it captures there too.
    pub promotes_capturing: [Set; MOST_SEATS],
}

/// The square on a file, from 0, and a rank, from 1.
const fn at(file: u8, rank: u8) -> Square {
    Square::new(file, rank - 1)
}

/// Eight squares from here on.
const fn row(first: Square, toward: Toward) -> [Square; LANES] {
    let mut squares = [first; LANES];
    let mut i = 1;
    while i < LANES {
        squares[i] = toward.from(squares[i - 1], 1);
        i += 1;
    }
    squares
}

const fn set(squares: [Square; LANES]) -> Set {
    let mut set = Set::EMPTY;
    let mut i = 0;
    while i < LANES {
        set = set.with(squares[i]);
        i += 1;
    }
    set
}

const fn both(one: Set, other: Set) -> Set {
    let ([a, b, c, d], [e, f, g, h]) = (one.0, other.0);
    Set([a | e, b | f, c | g, d | h])
}

/// The squares one step ahead of the pawns.
const fn ahead(
    pawns: [[Square; LANES]; MOST_SEATS],
    shape_forward: [Toward; MOST_SEATS],
) -> [Set; MOST_SEATS] {
    let mut sets = [Set::EMPTY; MOST_SEATS];
    let mut seat = 0;
    while seat < MOST_SEATS {
        let mut i = 0;
        while i < LANES {
            sets[seat] = sets[seat].with(shape_forward[seat].from(pawns[seat][i], 1));
            i += 1;
        }
        seat += 1;
    }
    sets
}

/// The bit of a castling right; side 0 is the queen's.
pub const fn right(seat: MultiSeat, side: usize) -> u8 {
    1 << (seat.index() * 2 + side)
}

const fn rights_at(kings: [Square; MOST_SEATS], rooks: [[Square; 2]; MOST_SEATS]) -> [u8; SQUARES] {
    let mut table = [0; SQUARES];
    let mut seat = 0;
    while seat < MOST_SEATS {
        let owner = MultiSeat::new(seat);
        table[kings[seat].index()] |= right(owner, 0) | right(owner, 1);
        table[rooks[seat][0].index()] |= right(owner, 0);
        table[rooks[seat][1].index()] |= right(owner, 1);
        seat += 1;
    }
    table
}

const FOUR_PAWNS: [[Square; LANES]; MOST_SEATS] = [
    row(at(3, 13), Toward::Right),
    row(at(1, 4), Toward::Up),
    row(at(3, 2), Toward::Right),
    row(at(12, 4), Toward::Up),
];
const FOUR_EDGES: [Set; MOST_SEATS] = [
    set(row(at(3, 14), Toward::Right)),
    set(row(at(0, 4), Toward::Up)),
    set(row(at(3, 1), Toward::Right)),
    set(row(at(13, 4), Toward::Up)),
];
const FOUR_KINGS: [Square; MOST_SEATS] = [at(6, 14), at(0, 7), at(7, 1), at(13, 8)];
const FOUR_ROOKS: [[Square; 2]; MOST_SEATS] = [
    [at(10, 14), at(3, 14)],
    [at(0, 11), at(0, 4)],
    [at(3, 1), at(10, 1)],
    [at(13, 4), at(13, 11)],
];

static VIERSCHAAK: Layout = Layout {
    name: "vierschaak",
    book: RuleBook::Vierschaak,
    shape: &FOUR,
    teams: true,
    first_king_ends: false,
    start: "aRaNaBaKaQaBaNaR/aPaPaPaPaPaPaPaP/8/bRbP10dPdR/bNbP10dPdN/bBbP10dPdB/bQbP10dPdK/\
            bKbP10dPdQ/bBbP10dPdB/bNbP10dPdN/bRbP10dPdR/8/cPcPcPcPcPcPcPcP/cRcNcBcQcKcBcNcR \
            a aLaSbLbScLcSdLdS - - 0 1",
    move_draw: 30,
    kings: FOUR_KINGS,
    rooks: FOUR_ROOKS,
    rights_at: rights_at(FOUR_KINGS, FOUR_ROOKS),
    pawns: FOUR_PAWNS,
    crossed: ahead(FOUR_PAWNS, [Toward::Down, Toward::Right, Toward::Up, Toward::Left]),
    // Art. 31: the partner's edge after crossing, an enemy's edge by capture.
    promotes: [FOUR_EDGES[2], FOUR_EDGES[3], FOUR_EDGES[0], FOUR_EDGES[1]],
    promotes_capturing: [
        both(FOUR_EDGES[1], FOUR_EDGES[3]),
        both(FOUR_EDGES[0], FOUR_EDGES[2]),
        both(FOUR_EDGES[1], FOUR_EDGES[3]),
        both(FOUR_EDGES[0], FOUR_EDGES[2]),
    ],
};

/// The same by the seats of the clockwise board: from the bottom on, not from the top.
const fn from_below<T: Copy>([top, left, bottom, right]: [T; MOST_SEATS]) -> [T; MOST_SEATS] {
    [bottom, left, top, right]
}

/// Where the board is as wide as it gets: all squares of a file, or of a rank.
const fn across(first: Square, toward: Toward) -> Set {
    let mut set = Set::EMPTY;
    let mut steps = 0;
    while steps < 14 {
        set = set.with(toward.from(first, steps));
        steps += 1;
    }
    set
}

static TEAMS: Layout = Layout {
    name: "4player-teams",
    book: RuleBook::FourPlayerTeams,
    shape: &CLOCKWISE,
    teams: true,
    first_king_ends: true,
    start: "yRyNyByKyQyByNyR/yPyPyPyPyPyPyPyP/8/bRbP10gPgR/bNbP10gPgN/bBbP10gPgB/bQbP10gPgK/\
            bKbP10gPgQ/bBbP10gPgB/bNbP10gPgN/bRbP10gPgR/8/rPrPrPrPrPrPrPrP/rRrNrBrQrKrBrNrR \
            r rLrSbLbSyLySgLgS - - 0 1",
    move_draw: 50,
    kings: from_below(FOUR_KINGS),
    rooks: from_below(FOUR_ROOKS),
    rights_at: rights_at(from_below(FOUR_KINGS), from_below(FOUR_ROOKS)),
    pawns: from_below(FOUR_PAWNS),
    crossed: ahead(from_below(FOUR_PAWNS), [Toward::Up, Toward::Right, Toward::Down, Toward::Left]),
    // On the eleventh row, as the pawn counts them.
    promotes: [
        across(at(0, 11), Toward::Right),
        across(at(10, 1), Toward::Up),
        across(at(0, 4), Toward::Right),
        across(at(3, 1), Toward::Up),
    ],
    promotes_capturing: [Set::EMPTY; MOST_SEATS],
};

const THREE_PAWNS: [[Square; LANES]; MOST_SEATS] = [
    row(at(2, 2), Toward::Right),
    row(at(10, 3), Toward::Up),
    row(at(1, 3), Toward::Up),
    row(at(2, 2), Toward::Right),
];

static DRIESCHAAK: Layout = Layout {
    name: "drieschaak",
    book: RuleBook::Drieschaak,
    shape: &THREE,
    teams: false,
    first_king_ends: false,
    start: "wRwP8rPrR/wNwP8rPrN/wBwP8rPrB/wQwP8rPrK/wKwP8rPrQ/wBwP8rPrB/wNwP8rPrN/wRwP8rPrR/\
            bPbPbPbPbPbPbPbP/bRbNbBbQbKbBbNbR b - - - 0 1",
    move_draw: 50,
    kings: [at(6, 1); MOST_SEATS],
    rooks: [[at(6, 1); 2]; MOST_SEATS],
    rights_at: [0; SQUARES],
    pawns: THREE_PAWNS,
    crossed: ahead(THREE_PAWNS, [Toward::Up, Toward::Left, Toward::Right, Toward::Up]),
    // Art. 12: only the row opposite.
    promotes: [
        set(row(at(2, 10), Toward::Right)),
        set(row(at(0, 3), Toward::Up)),
        set(row(at(11, 3), Toward::Up)),
        Set::EMPTY,
    ],
    promotes_capturing: [Set::EMPTY; MOST_SEATS],
};

/// The seat opposite, where two seats are a team.
pub const fn partner(seat: MultiSeat) -> MultiSeat {
    MultiSeat::new(seat.index() ^ 2)
}

impl Layout {
    /// Every seat.
    #[inline]
    pub const fn seats(&self) -> Seats {
        Seats((1 << self.shape.seats) - 1)
    }

    /// The seat and its partner, if it has one.
    #[inline]
    pub const fn team(&self, seat: MultiSeat) -> Seats {
        if self.teams { Seats::of(seat).with(partner(seat)) } else { Seats::of(seat) }
    }

    /// The seats it plays against.
    #[inline]
    pub const fn enemies(&self, seat: MultiSeat) -> Seats {
        self.seats().minus(self.team(seat))
    }

    /// The seat whose turn is next.
    #[inline]
    pub const fn next(&self, seat: MultiSeat) -> MultiSeat {
        let next = seat.index() + 1;
        MultiSeat::new(if next == self.shape.seats { 0 } else { next })
    }

    /// The square that the pawn with this number, `8 * seat + lane`, crosses by a double step,
    /// and the one on which it then stands.
    #[inline]
    pub fn double_step(&self, pawn: u32) -> (Square, Square) {
        let seat = MultiSeat::new(pawn as usize / LANES);
        let home = self.pawns[seat][pawn as usize % LANES];
        let forward = self.shape.forward(seat);
        (forward.from(home, 1), forward.from(home, 2))
    }

    /// The number of the pawn that goes two squares from here.
    #[inline]
    pub fn pawn_number(&self, seat: MultiSeat, home: Square) -> Option<u32> {
        let lane = self.pawns[seat].iter().position(|&square| square == home)?;
        Some((seat.index() * LANES + lane) as u32)
    }
}
