//! What every table can do, and the words in which it says so.

use crate::board::{Color, Hand, Move, Role};
use crate::game::catalogue::Variant;
use crate::game::multi::{
    AllyTalkError, Drieschaak, FourPlayerTeams, MultiMoveError, Position as MultiPosition,
    SetupError as MultiSetupError, Vierschaak,
};
use crate::game::pair::{MatchError, MessageError, Pair, PairError};
use crate::game::single::{Position, SetupError};
use crate::game::verdict::{Reason, Verdict};
use crate::notation::{FenError, MoveError, PairFenError};

/// The most seats of any game.
pub const MOST_SEATS: usize = 4;

/// Why a game cannot be set up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum TableError {
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error(transparent)]
    PairFen(#[from] PairFenError),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Pair(#[from] PairError),
    #[error(transparent)]
    Multi(#[from] MultiSetupError),
    #[error("a match needs the FEN of both boards, A | B")]
    OneFen,
    #[error("{0} has no other start")]
    NoChess960(Variant),
    #[error("{0} has no second board")]
    NoSecondBoard(Variant),
    #[error("no pieces are held in this game")]
    NoHands,
    #[error("in this game no board ends by itself")]
    OneBoard,
    #[error("`{0}` is no move that the board could make")]
    NoMove(String),
    #[error("`{0}` is no square")]
    NoSquare(String),
    #[error(transparent)]
    Match(#[from] MatchError),
}

/// Why a text cannot be played as a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum PlayError {
    #[error(transparent)]
    Move(#[from] MoveError),
    #[error(transparent)]
    Multi(#[from] MultiMoveError),
    #[error(transparent)]
    Pair(#[from] PairError),
    #[error(transparent)]
    Match(#[from] MatchError),
}

impl PlayError {
    /// Is the text a move at all?
    pub const fn misplay(&self) -> Misplay {
        match self {
            Self::Move(MoveError::Illegal(_) | MoveError::NoPromotion(_))
            | Self::Pair(_)
            | Self::Match(_) => Misplay::Illegal,
            Self::Multi(MultiMoveError::Unreadable(_)) | Self::Move(_) => Misplay::Garbage,
            Self::Multi(_) => Misplay::Illegal,
        }
    }
}

/// Why a seat may not say something to its partner.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum TalkError {
    #[error("there is no partner at another board")]
    NoPartner,
    #[error(transparent)]
    Signal(#[from] MessageError),
    #[error(transparent)]
    Ally(#[from] AllyTalkError),
}

/// A move that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// By which seat.
    pub seat: usize,
    /// On which board, 0 or 1.
    pub board: usize,
    /// The number of the move there.
    pub number: u32,
    /// As its board's UCI has it, without the board's digit.
    pub text: String,
    /// In SAN, for records; empty if the move was [pushed](Table::push).
    pub san: String,
    /// Did it change hands on the other board, or take a piece off it?
    pub crosses: bool,
    /// Pieces that came from outside after it, for both sides, as letters.
    pub arrived: String,
}

/// Why a text was not played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Misplay {
    /// It is no move at all.
    #[error("this is no move")]
    Garbage,
    /// It is a move, but not a legal one.
    #[error("this move is not legal")]
    Illegal,
}

/// What an illegal move led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Penalty {
    /// The seat has lost its board.
    Lost,
    /// The dropped piece is gone and the opponent is on move.
    PieceForfeited,
    /// The dropped piece is in the hand again and the opponent is on move.
    MoveForfeited,
    /// The seat is to play another move.
    PlayAgain,
}

/// The position of a game, by its shape.
#[derive(Clone, Copy)]
pub enum AnyPosition<'a> {
    /// One 8x8 board.
    Single(&'a Position),
    /// Two of them.
    Pair(&'a Pair),
    /// Four seats on one board.
    Four(&'a MultiPosition<Vierschaak>),
    /// Three seats on one board.
    Three(&'a MultiPosition<Drieschaak>),
    /// Four-player teams.
    Teams(&'a MultiPosition<FourPlayerTeams>),
}

impl AnyPosition<'_> {
    /// Are there more than two seats at one board?
    pub const fn has_many_seats(&self) -> bool {
        matches!(self, Self::Four(_) | Self::Three(_) | Self::Teams(_))
    }
}

/// How a position came about: where to begin, and the moves from there in UCI.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path<'a> {
    /// The FEN; `None` for the usual start.
    pub fen: Option<&'a str>,
    /// The moves since; with their board's digit where both boards are told.
    pub moves: &'a [String],
}

/// A move in UCI, and White's and Black's hand before it in capital letters.
pub type MoveWithHands = (String, [String; 2]);

/// A game under way. Seats count from 0 in order of turn; on two boards they are White and
/// Black of board 1, White and Black of board 2. Boards count from 0.
pub trait Table: Send + Sync {
    /// A table of its own that stands like this one.
    fn copy(&self) -> Box<dyn Table>;

    /// How many seats there are.
    fn seats(&self) -> usize;

    /// As records name a seat: `White`, `BlackA`, `C`.
    fn seat_name(&self, seat: usize) -> String;

    /// The board at which a seat sits.
    fn board_of(&self, _seat: usize) -> usize {
        0
    }

    /// A seat's partner, if it sits at another board.
    fn partner(&self, _seat: usize) -> Option<usize> {
        None
    }

    /// The seat that hears what this one says: its partner, or its ally at the same board.
    fn listener(&self, seat: usize) -> Option<usize> {
        self.partner(seat)
    }

    /// Which seats win together: 0, 1 or 2.
    fn team(&self, seat: usize) -> usize;

    /// The seat whose clock runs on a board; none where the game is over.
    fn on_move(&self, board: usize) -> Option<usize>;

    /// Has the seat on move a legal move? At one board it has, or the game is over.
    fn can_move(&self, board: usize) -> bool {
        self.on_move(board).is_some()
    }

    /// A number that changes when an opponent's or a partner's doing has changed what is
    /// thought about on a board: a thought of an older state is void. At one board nothing
    /// does.
    fn state(&self, _board: usize) -> u64 {
        0
    }

    /// A number that changes with what else the legal moves of a board rest on: another board
    /// from which pieces may be taken. A planned move outlives such a change if it is still
    /// legal, or the slower side would never come to move.
    fn state_beside(&self, _board: usize) -> u64 {
        0
    }

    /// Plies played so far, on all boards.
    fn plies(&self) -> usize;

    /// The pieces in a seat's hand, or in its pool; empty in games without.
    fn hand(&self, seat: usize) -> Hand;

    /// The position itself.
    fn position(&self) -> AnyPosition<'_>;

    /// How the game stands.
    fn verdict(&self) -> Verdict;

    /// The seat by whose offence, flag or fault the game ended, if by one.
    fn offender(&self) -> Option<usize>;

    /// The FEN of everything.
    fn fen(&self) -> String;

    /// The FEN of the start, if it is not the usual one.
    fn start(&self) -> Option<&str>;

    /// How the position came about, for a reader who knows all boards.
    fn path(&self) -> Path<'_>;

    /// How one board came about, for a reader who knows that board only. The path begins
    /// anew whenever something comes from elsewhere.
    fn board_path(&self, _board: usize) -> Path<'_> {
        self.path()
    }

    /// The moves of a board from the usual start, with the hands before each; `None` if that
    /// was not the start, or something other than moves has happened.
    fn moves_with_hands(&self, _board: usize) -> Option<Vec<MoveWithHands>> {
        None
    }

    /// The legal moves of the seat on move, as its board's UCI writes them.
    fn legal(&self, board: usize) -> Vec<String>;

    /// The move of the seat on move that a text in SAN names, as UCI writes it.
    fn read_san(&self, board: usize, san: &str) -> Option<String>;

    /// The legal move of a board that a text in UCI names; on two boards it may have the
    /// board's digit.
    ///
    /// # Errors
    /// Why it names none.
    fn read(&self, board: usize, text: &str) -> Result<Move, PlayError>;

    /// A legal move in UCI; on two boards with its board's digit.
    fn write(&self, mv: Move) -> String;

    /// A legal move in SAN.
    fn san(&self, mv: Move) -> String;

    /// Plays a legal move without asking whether it is one; see [`play`](Self::play).
    fn push(&mut self, mv: Move) -> Played;

    /// A seat plays a move in UCI; on two boards it may have its board's digit.
    ///
    /// # Errors
    /// If it is not legal; nothing has changed.
    fn play(&mut self, seat: usize, text: &str) -> Result<Played, PlayError> {
        let mv = self.read(self.board_of(seat), text)?;
        let san = self.san(mv);
        Ok(Played { san, ..self.push(mv) })
    }

    /// Takes back the last move, of whichever board; `false` if there is none that can be taken
    /// back, since the game began or since something other than a move happened.
    fn undo(&mut self) -> bool;

    /// What a seat holds, for those who are told so from outside.
    ///
    /// # Errors
    /// If no pieces are held in this game, or nothing is known of that board.
    fn set_hand(&mut self, _seat: usize, _hand: Hand) -> Result<(), TableError> {
        Err(TableError::NoHands)
    }

    /// One of two boards has ended otherwise than by mate.
    ///
    /// # Errors
    /// If the board is not being played.
    fn end_board(
        &mut self,
        _board: usize,
        _winner: Option<Color>,
        _reason: Reason,
    ) -> Result<(), TableError> {
        Err(TableError::OneBoard)
    }

    /// What the clocks showed in the FEN, by seat, in milliseconds.
    fn fen_clocks(&self) -> [Option<u64>; MOST_SEATS] {
        [None; MOST_SEATS]
    }

    /// A seat on move has played an illegal move: what the rules say happens.
    fn punish(&mut self, seat: usize, text: &str) -> Penalty;

    /// A seat on move has played an illegal move and nobody has noticed: it counts until the
    /// opponent [objects](Self::object), and for good once the opponent has moved.
    ///
    /// # Errors
    /// If these rules take no illegal move back, or the move is legal or cannot even be made.
    fn play_unnoticed(&mut self, _seat: usize, _text: &str) -> Result<(), TableError> {
        Err(MatchError::NoTakingBack.into())
    }

    /// The opponent of this seat objects to the illegal move it has just played, which is taken
    /// back. If what it captured is nowhere in a hand, the square of such a piece on the other
    /// board is to be named.
    ///
    /// # Errors
    /// If there is nothing to object to, or the piece named is not such a piece.
    fn object(&mut self, _offender: usize, _instead: Option<&str>) -> Result<Penalty, TableError> {
        Err(MatchError::NoTakingBack.into())
    }

    /// A seat keeps back the piece that its last move captured; returns the piece's letter.
    ///
    /// # Errors
    /// If the rules do not let it, or there is no such piece.
    fn withhold(&mut self, _seat: usize) -> Result<char, TableError> {
        Err(MatchError::NoWithholding.into())
    }

    /// A seat hands a piece over that it has kept back.
    ///
    /// # Errors
    /// If it keeps no such piece, or the partner's board is over.
    fn hand_over(&mut self, _seat: usize, _role: Role) -> Result<(), TableError> {
        Err(MatchError::NoWithholding.into())
    }

    /// A seat's flag has fallen and is noted.
    fn flag(&mut self, seat: usize);

    /// A seat's time is up: a flag, and where the rules let the game go on all the same, a board
    /// that is lost. A game must not go on for ever without time.
    fn out_of_time(&mut self, seat: usize) {
        self.flag(seat);
        if self.on_move(self.board_of(seat)).is_some() {
            self.forfeit(seat);
        }
    }

    /// A seat resigns; `false` if the rules do not let it now.
    fn resign(&mut self, seat: usize) -> bool;

    /// A seat has lost its board because it plays no more.
    fn forfeit(&mut self, seat: usize);

    /// The players of a seat's board agree to a draw.
    fn agree(&mut self, seat: usize);

    /// The arbiter ends the game as drawn, or as won by a team, without an article.
    fn adjudicate(&mut self, winner: Option<usize>, why: &'static str);

    /// Draws that a player may claim are claimed; nothing where they come of themselves.
    fn claim(&mut self) {}

    /// Tells the rules what the clocks show, in milliseconds; `None` where there are none.
    fn set_clocks(&mut self, _left: &[Option<u64>]) {}

    /// May a seat say this to its partner? What is let through is remembered by the rules.
    ///
    /// # Errors
    /// Why it may not.
    fn tell(&mut self, _seat: usize, _text: &str) -> Result<(), TalkError> {
        Err(TalkError::NoPartner)
    }
}
