//! A position as what is seen of it: boards, pieces, hands. A picture ([`svg`]), the page and
//! reports are drawn from it; here nothing is drawn.

#[cfg(feature = "tools")]
pub mod command;
pub mod pieces;
pub mod svg;

use crate::board::multi::MultiSeat;
use crate::board::{Board, Color, Hand, Move, MoveKind, Role, Set, Square, multi};
use crate::game::multi::{MultiGame, Position as MultiPosition};
use crate::game::single::Position;
use crate::game::table::{AnyPosition, Table};

/// What is seen of a position.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// One board or two.
    pub boards: Vec<BoardDiagram>,
}

/// One board.
#[derive(Clone, Debug)]
pub struct BoardDiagram {
    /// The letters of its files, from the left.
    pub files: &'static [u8],
    /// How many ranks it has.
    pub ranks: u8,
    /// The squares that exist.
    pub squares: Vec<Place>,
    /// The pieces on them.
    pub pieces: Vec<Figure>,
    /// The hands, or pools, of the seats of this board that have one.
    pub hands: Vec<(usize, Army, Hand)>,
    /// The seats of this board, with their armies.
    pub seats: Vec<(usize, Army)>,
    /// Squares that the last move touched.
    pub touched: Vec<Place>,
    /// Squares of kings in check.
    pub checked: Vec<Place>,
    /// The seat on move; none where the board is over.
    pub on_move: Option<usize>,
    /// Do partners sit so that Black is nearer to the viewer?
    pub turned: bool,
}

/// Where a square stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Its column, 0 at the left.
    pub column: u8,
    /// Its rank, 0 at the bottom.
    pub rank: u8,
}

/// A piece where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figure {
    /// On which square.
    pub place: Place,
    /// What it is.
    pub role: Role,
    /// Whose it is.
    pub army: Army,
    /// Is it a promoted pawn that will be a pawn again?
    pub promoted: bool,
    /// Can it neither move nor give check: beside a Magician, or in a mated army?
    pub frozen: bool,
}

/// Whose a piece is, by the colour in which it is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Army {
    /// White of two or three.
    White,
    /// Black of two or three.
    Black,
    /// Red of three.
    Red,
    /// The seat at the top of four.
    Top,
    /// The seat at the left of four.
    Left,
    /// The seat at the bottom of four.
    Bottom,
    /// The seat at the right of four.
    Right,
}

impl Army {
    const TWO: [Self; 2] = [Self::White, Self::Black];
    /// By seat, as the board for four has them.
    const FOUR: [Self; 4] = [Self::Top, Self::Left, Self::Bottom, Self::Right];
    /// By seat, where the turn goes clockwise from the bottom.
    const TEAMS: [Self; 4] = [Self::Bottom, Self::Left, Self::Top, Self::Right];
    /// By seat, as the board for three has them.
    const THREE: [Self; 3] = [Self::Black, Self::Red, Self::White];

    const fn of(color: Color) -> Self {
        Self::TWO[color.index()]
    }

    /// One letter, as in FENs: `w b r`, and `A B C D` for four.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
            Self::Red => 'r',
            Self::Top => 'A',
            Self::Left => 'B',
            Self::Bottom => 'C',
            Self::Right => 'D',
        }
    }
}

impl Place {
    /// The square's name on a board with these files: `e4`.
    pub fn name(self, files: &[u8]) -> String {
        let file = files.get(usize::from(self.column)).copied().unwrap_or(b'?');
        format!("{}{}", char::from(file), self.rank + 1)
    }

    /// Is it a dark square, as a1 is?
    pub fn is_dark(self) -> bool {
        (self.column + self.rank).is_multiple_of(2)
    }
}

impl From<Square> for Place {
    fn from(square: Square) -> Self {
        Self { column: square.file(), rank: square.rank() }
    }
}

impl From<multi::Square> for Place {
    fn from(square: multi::Square) -> Self {
        Self { column: square.file(), rank: square.rank() }
    }
}

impl BoardDiagram {
    /// The place that a square's name means.
    pub fn find(&self, name: &str) -> Option<Place> {
        self.squares.iter().copied().find(|place| place.name(self.files) == name)
    }
}

impl Diagram {
    /// What is seen of the position of a game.
    ///
    /// # Examples
    /// ```
    /// use kralle::Variant;
    /// use kralle::tools::diagram::Diagram;
    ///
    /// let game = Variant::find("bughouse")?.start()?;
    /// let diagram = Diagram::of(&*game);
    /// assert_eq!((diagram.boards.len(), diagram.boards[1].pieces.len()), (2, 32));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(table: &dyn Table) -> Self {
        let boards = match table.position() {
            AnyPosition::Single(position) => vec![single(table, position, 0)],
            AnyPosition::Pair(pair) => {
                (0..2).filter_map(|b| Some(single(table, pair.board(b)?, b))).collect()
            }
            AnyPosition::Four(position) => vec![many(table, position, &Army::FOUR)],
            AnyPosition::Three(position) => vec![many(table, position, &Army::THREE)],
            AnyPosition::Teams(position) => vec![many(table, position, &Army::TEAMS)],
        };
        Self { boards }
    }
}

fn places(squares: impl IntoIterator<Item = impl Into<Place>>) -> Vec<Place> {
    squares.into_iter().map(Into::into).collect()
}

/// An 8x8 board, alone or one of two.
fn single(table: &dyn Table, position: &Position, index: usize) -> BoardDiagram {
    let board = position.board();
    let last = position.last_move();
    let king = position.in_check().then(|| board.king(position.turn()));
    let seat = |color: Color| 2 * index + color.index();
    let seats: Vec<_> = Color::ALL.map(|color| (seat(color), Army::of(color))).into();
    let has_hands = position.to_setup().brackets;
    let hand = |&(seat, army): &(usize, Army)| (seat, army, table.hand(seat));
    BoardDiagram {
        files: b"abcdefgh",
        ranks: 8,
        squares: places(Set::ALL),
        pieces: figures(board, position.rules().superpieces),
        hands: if has_hands { seats.iter().map(hand).collect() } else { Vec::new() },
        seats,
        touched: touched(last),
        checked: places(king),
        on_move: table.on_move(index),
        turned: index == 1,
    }
}

fn figures(board: &Board, superpieces: bool) -> Vec<Figure> {
    let awake = board.awake(Color::White) | board.awake(Color::Black);
    let figure = |square: Square| {
        let piece = board.at(square)?;
        Some(Figure {
            place: square.into(),
            role: piece.role(),
            army: Army::of(piece.color()),
            promoted: board.promoted().has(square),
            frozen: superpieces && !awake.has(square),
        })
    };
    board.occupied().into_iter().filter_map(figure).collect()
}

/// The squares that a move on an 8x8 board touches.
fn touched(last: Option<Move>) -> Vec<Place> {
    let Some(mv) = last else { return Vec::new() };
    let from = (mv.kind() != MoveKind::Drop).then(|| mv.from().into());
    from.into_iter().chain([mv.to().into()]).collect()
}

/// A board of three or four.
fn many<K: MultiGame>(
    table: &dyn Table,
    position: &MultiPosition<K>,
    armies: &[Army],
) -> BoardDiagram {
    let shape = K::LAYOUT.shape;
    let (board, frozen) = (position.board(), position.frozen());
    let army = |seat: MultiSeat| armies.get(seat.index()).copied().unwrap_or(Army::White);
    let figure = |square: multi::Square| {
        let piece = board.at(square)?;
        Some(Figure {
            place: square.into(),
            role: piece.role(),
            army: army(piece.seat()),
            promoted: false,
            frozen: frozen.has(piece.seat()),
        })
    };
    let king = |square: &multi::Square| {
        let own =
            |piece: multi::Piece| piece.role() == Role::King && piece.seat() == position.turn();
        position.in_check() && board.at(*square).is_some_and(own)
    };
    let last = position.last_move();
    let ends = last.map(|mv| [mv.from_cell(), mv.to_cell()]);
    let ends = ends.into_iter().flatten().map(|cell| multi::Square::from_index(cell.0));
    BoardDiagram {
        files: shape.grid.files(),
        ranks: shape.ranks,
        squares: places(shape.squares),
        pieces: shape.squares.into_iter().filter_map(figure).collect(),
        hands: Vec::new(),
        seats: armies.iter().copied().enumerate().collect(),
        touched: places(ends),
        checked: places(shape.squares.into_iter().filter(king)),
        on_move: table.on_move(0),
        turned: false,
    }
}
