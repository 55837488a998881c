//! What the arbiter knows of any game: seats, who is on move where, what a move's text does,
//! what an offence costs, how it ends, and how it is told to engines. One implementation for
//! each shape of game: one board and two seats, two boards and four seats, one board and
//! three or four seats. Clocks and engines are not known here.

mod multi;
mod pair;
mod single;

use crate::game::catalogue::{Family, Variant};
use crate::game::multi::{Drieschaak, Vierschaak};
use crate::tools::view::Style;

pub use multi::MultiTable;
pub use pair::PairTable;
pub use single::SingleTable;

/// The most seats there are.
pub const SEATS: usize = 4;

/// Which game is played.
#[derive(Clone, PartialEq, Debug)]
pub struct GameKind {
    /// The game.
    pub variant: Variant,
    /// Kings and rooks may begin anywhere.
    pub chess960: bool,
    /// One board of a game of two is played by itself: by this number the pieces that come from
    /// outside, the same for both sides.
    pub stream: Option<u64>,
}

impl GameKind {
    /// How many seats it has.
    pub fn seats(&self) -> usize {
        if self.stream.is_some() { 2 } else { self.variant.family().seats() }
    }

    /// Is it played on two boards?
    pub fn is_pair(&self) -> bool {
        self.stream.is_none() && matches!(self.variant.family(), Family::Pair(_))
    }

    /// The game set up, at its start or where a FEN says.
    ///
    /// # Errors
    /// If the FEN cannot be played.
    pub fn set_up(&self, fen: Option<&str>) -> Result<Box<dyn Table>, String> {
        Ok(match *self.variant.family() {
            Family::Pair(rules) if self.stream.is_none() => {
                Box::new(PairTable::new(fen, rules, self.chess960)?)
            }
            Family::Single(rules) | Family::Pair(rules) => {
                Box::new(SingleTable::new(fen, rules, self.chess960)?.with_stream(self.stream))
            }
            Family::Four(_) => Box::new(MultiTable::<Vierschaak>::new(fen)?),
            Family::Three(_) => Box::new(MultiTable::<Drieschaak>::new(fen)?),
        })
    }
}

/// A move that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Who.
    pub seat: usize,
    /// Where, 0 or 1.
    pub board: usize,
    /// The number of the move there.
    pub number: u32,
    /// As its board's UCI has it, without the board's digit.
    pub text: String,
    /// For records.
    pub san: String,
    /// Pieces in hand that changed on the other board, or pieces taken off it.
    pub crosses: bool,
    /// Pieces that came from outside after it, for both sides, as letters.
    pub arrived: String,
}

/// Why a text was not played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misplay {
    /// It is no move at all.
    Garbage,
    /// It is a move, but not a legal one.
    Illegal,
}

/// What an illegal move led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Penalty {
    /// The seat has lost its board.
    Lost,
    /// The dropped piece is gone and the opponent is on move.
    PieceForfeited,
    /// The seat is to play another move.
    PlayAgain,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Quarter points of each seat, 0 to 4.
    pub points: Vec<u8>,
    /// `1-0`, `0-1`, `1/2-1/2`, or the verdict line's first word where these say too little.
    pub result: String,
    /// How each board ended and by which article: `mate FIDE 5.1.1`, `flag tandem 5.2`.
    pub endings: Vec<String>,
    /// The verdict line.
    pub verdict: String,
    /// The seat by whose offence, flag or fault it ended, if by one.
    pub offender: Option<usize>,
}

impl Outcome {
    /// The quarter points of the seats that one engine played, among these: the best of
    /// them, but nothing if one of them brought the end about.
    pub fn points_of(&self, seats: &[usize], others: &[usize]) -> u8 {
        match self.offender {
            Some(seat) if seats.contains(&seat) && !others.contains(&seat) => 0,
            Some(seat) if others.contains(&seat) && self.points.len() == 3 => 4,
            _ => seats.iter().filter_map(|&seat| self.points.get(seat)).copied().max().unwrap_or(0),
        }
    }
}

/// The words by which `go` tells a seat's clock and increment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockWords {
    /// Whose.
    pub seat: usize,
    /// `wtime`
    pub time: &'static str,
    /// `winc`
    pub increment: &'static str,
}

/// A game under way.
pub trait Table: Send {
    /// How many seats there are.
    fn seats(&self) -> usize;

    /// As records name a seat: `White`, `BlackA`, `c`.
    fn seat_name(&self, seat: usize) -> String;

    /// The board at which a seat sits, 0 or 1.
    fn board_of(&self, _seat: usize) -> usize {
        0
    }

    /// A seat's partner, if he sits at another board.
    fn partner(&self, _seat: usize) -> Option<usize> {
        None
    }

    /// Who wins together: 0, 1 or 2.
    fn camp(&self, seat: usize) -> usize;

    /// Whose clock runs on a board.
    fn on_move(&self, board: usize) -> Option<usize>;

    /// Does whoever is on move have a legal move? At one board he has, or the game is over.
    fn can_move(&self, board: usize) -> bool {
        self.on_move(board).is_some()
    }

    /// How often an opponent's or a partner's doing has changed what is thought about on a
    /// board: a thought of an older state is void. At one board nothing does.
    fn state(&self, _board: usize) -> u64 {
        0
    }

    /// Plies played so far, on all boards.
    fn plies(&self) -> usize;

    /// The legal moves of the seat on move, as its UCI writes them.
    fn legal(&self, board: usize) -> Vec<String>;

    /// The move of the seat on move that a text in SAN names, as UCI writes it.
    fn read_san(&self, board: usize, san: &str) -> Option<String>;

    /// A seat on move plays.
    ///
    /// # Errors
    /// If it is not legal; nothing has changed.
    fn play(&mut self, seat: usize, text: &str) -> Result<Played, Misplay>;

    /// A seat on move has played an illegal move: what the rules say happens.
    fn punish(&mut self, seat: usize, text: &str) -> Penalty;

    /// A seat's flag has fallen and is noted.
    fn flag(&mut self, seat: usize);

    /// A seat resigns; `false` if the rules do not let it now.
    fn resign(&mut self, seat: usize) -> bool;

    /// A seat has lost its board because it plays no more.
    fn forfeit(&mut self, seat: usize);

    /// The players of a seat's board agree to a draw.
    fn agree(&mut self, seat: usize);

    /// The arbiter ends the game as drawn, or as won by a camp, without an article.
    fn adjudicate(&mut self, winner: Option<usize>, why: &str);

    /// Draws that a player may claim are claimed; nothing where they come of themselves.
    fn claim(&mut self) {}

    /// Tells the rules what the clocks show, in milliseconds; `None` where there are none.
    fn set_clocks(&mut self, _left: &[Option<u64>]) {}

    /// How it ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// How a seat's board ended while the match goes on: `1-0 flag`, as the two-board
    /// protocol tells it.
    fn board_over(&self, _board: usize) -> Option<String> {
        None
    }

    /// The position for a UCI engine at this seat: of both boards, or of its own.
    fn placement(&self, seat: usize, both: bool) -> String;

    /// The words for the clocks that an engine at this seat is told.
    fn clock_words(&self, seat: usize, both: bool) -> Vec<ClockWords>;

    /// What the seat is called where both boards are told.
    fn seat_word(&self, _seat: usize) -> Option<String> {
        None
    }

    /// The FEN of a seat's board without its hands, and its hands, as XBoard tells them;
    /// `None` in games that XBoard does not know.
    fn board_text(&self, _board: usize) -> Option<BoardText> {
        None
    }

    /// May a seat say this to its partner? What is let through is remembered by the rules.
    ///
    /// # Errors
    /// Why it may not.
    fn tell(&mut self, _seat: usize, _text: &str) -> Result<(), String> {
        Err("there is no partner at another board".into())
    }

    /// The FEN of everything.
    fn fen(&self) -> String;

    /// The start, if it is not the usual one.
    fn start(&self) -> Option<&str>;

    /// The board or boards, drawn, with a word beside each seat.
    fn panel(&self, style: Style, beside: &[String]) -> Vec<String>;
}

/// The position of one board for a UCI engine: where it began and what was played.
fn placement(start: Option<&str>, moves: &[String]) -> String {
    let mut text = match start {
        Some(fen) => format!("position fen {fen}"),
        None => "position startpos".into(),
    };
    if !moves.is_empty() {
        text += " moves ";
        text += &moves.join(" ");
    }
    text
}

/// A board as XBoard tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardText {
    /// Pieces, turn, castling and so on, no hands.
    pub fen: String,
    /// The same with the hands in brackets, where the game has any.
    pub fen_with_hands: String,
    /// White's and Black's hand in capital letters.
    pub hands: [String; 2],
    /// Moves on this board from the start, each with the hands before it; `None` if that was
    /// not the usual start, or something other than moves has happened.
    pub moves: Option<Vec<(String, [String; 2])>>,
}
