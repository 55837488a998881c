//! Two boards, four seats: bughouse, doorgeefschaak, tandem, tandemordnung. A [`Pair`] is
//! two positions, the flow of pieces between them, and what the rules say about mates; clocks,
//! flags and all that players declare belong to [`Match`].
//!
//! As a [`Playable`](crate::game::Playable) a pair has the moves of both boards, for the sides
//! on move there. Perft and random play need that; the boards have no common order of turns.

mod end;
mod hidden;
mod illegal;
mod judge;
mod message;
mod play;
mod referee;
mod withhold;

use super::verdict::BoardEnd;

pub use illegal::Reply;
pub use message::{Mailbox, MessageError, PartnerMessage, Word};
pub use referee::{Match, MatchError};

use super::rules::Rules;
use super::single::{Position, SetupError, Takable};
use crate::board::{Color, Move, MoveList, Piece, Square};
use crate::game::Class;
use crate::notation::Setup;

/// One of the four seats: a board and a colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seat {
    /// 0 or 1.
    pub board: usize,
    /// The colour that the seat plays.
    pub color: Color,
}

impl Seat {
    /// White and Black of board 1, White and Black of board 2.
    pub const ALL: [Self; 4] = [
        Self { board: 0, color: Color::White },
        Self { board: 0, color: Color::Black },
        Self { board: 1, color: Color::White },
        Self { board: 1, color: Color::Black },
    ];

    /// 0..4, as in [`Seat::ALL`].
    pub const fn index(self) -> usize {
        2 * self.board + self.color.index()
    }

    /// The team: White on board 1 and Black on board 2, or the other two.
    pub const fn team(self) -> Team {
        if self.board == self.color.index() { Team::White1 } else { Team::Black1 }
    }

    /// The partner: the seat beside, with the other colour.
    pub const fn partner(self) -> Self {
        Self { board: 1 - self.board, color: other(self.color) }
    }

    /// The opponent: the other seat of the same board.
    pub const fn opponent(self) -> Self {
        Self { board: self.board, color: other(self.color) }
    }
}

const fn other(color: Color) -> Color {
    match color {
        Color::White => Color::Black,
        Color::Black => Color::White,
    }
}

/// `1w`, `1b`, `2w`, `2b`.
impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}{}", self.board + 1, self.color.letter())
    }
}

/// The two teams.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Team {
    /// White on board 1, Black on board 2.
    White1,
    /// Black on board 1, White on board 2.
    Black1,
}

impl Team {
    /// For arrays; also the camp.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other team.
    pub const fn rival(self) -> Self {
        match self {
            Self::White1 => Self::Black1,
            Self::Black1 => Self::White1,
        }
    }
}

impl std::fmt::Display for Team {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            Self::White1 => "White-1",
            Self::Black1 => "Black-1",
        })
    }
}

/// Why two set-ups are no pair that can be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PairError {
    /// One board cannot be played.
    #[error("board {board}: {reason}")]
    Board {
        /// 1 or 2.
        board: usize,
        /// Why.
        reason: SetupError,
    },
    /// The rules are those of one board.
    #[error("this game is played on one board, not on two")]
    OneBoardGame,
    /// Nothing is known of that board.
    #[error("board {0} is unknown")]
    Unknown(usize),
    /// A promoted piece's role is hidden.
    #[error("board {board} has no moves: the role of the promoted piece on {square} is hidden")]
    HiddenPromotion {
        /// 1 or 2.
        board: usize,
        /// Where it stands.
        square: Square,
    },
}

/// Two boards, each with its own side to move. The second may be unknown: then captured
/// pieces leave the game and nothing comes.
#[derive(Clone, Debug)]
pub struct Pair {
    rules: Rules,
    boards: [Position; 2],
    known: bool,
    /// How boards ended, by mate or by a declaration.
    ends: [Option<BoardEnd>; 2],
    past: Vec<PairSnapshot>,
}

/// What a move did to the other board, and what had ended before it.
#[derive(Clone, Copy, Debug)]
struct PairSnapshot {
    board: usize,
    taken: Option<(Square, Option<(Piece, bool)>)>,
    pawn: Option<Piece>,
    handed_on: Option<Piece>,
    ends: [Option<BoardEnd>; 2],
}

impl Pair {
    /// Two boards under these rules, or one beside a board that is unknown. A board that
    /// stands in mate is over.
    ///
    /// # Errors
    /// What makes a board unplayable.
    ///
    /// # Examples
    /// ```
    /// use kralle::game::pair::{Pair, PairError, Seat};
    /// use kralle::game::perft::perft;
    /// use kralle::game::rules::Rules;
    ///
    /// let start = Rules::BUGHOUSE.start().parse()?;
    /// let mut pair = Pair::new(&start, Some(&start), Rules::BUGHOUSE, false)?;
    /// assert_eq!(perft(&mut pair, 1), 40);
    /// // The partner sits at the other board, with the other colour.
    /// assert_eq!(Seat::ALL[0].partner(), Seat::ALL[3]);
    /// let refused = Pair::new(&start, Some(&start), Rules::CHESS, false);
    /// assert_eq!(refused.err(), Some(PairError::OneBoardGame));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        first: &Setup,
        second: Option<&Setup>,
        rules: Rules,
        chess960: bool,
    ) -> Result<Self, PairError> {
        if !rules.is_one_of_two() {
            return Err(PairError::OneBoardGame);
        }
        let position = |index: usize, setup: &Setup| {
            Position::from_setup(setup, rules, chess960)
                .map_err(|reason| PairError::Board { board: index + 1, reason })
        };
        let first = position(0, first)?;
        // An unknown board is never read; a position only has to stand in its place.
        let beside = second.map_or_else(|| Ok(first.clone()), |setup| position(1, setup))?;
        let mut pair = Self {
            rules,
            boards: [first, beside],
            known: second.is_some(),
            ends: [None; 2],
            past: Vec::new(),
        };
        pair.settle();
        Ok(pair)
    }

    /// The rules that are played.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// A board, 0 or 1, if it is known.
    pub fn board(&self, index: usize) -> Option<&Position> {
        self.is_known(index).then(|| &self.boards[index & 1])
    }

    /// Is anything known of this board?
    pub fn is_known(&self, index: usize) -> bool {
        index == 0 || (index == 1 && self.known)
    }

    /// How a board ended, if it did.
    pub fn board_end(&self, index: usize) -> Option<BoardEnd> {
        self.ends[index & 1]
    }

    /// Who is on move on a board.
    pub fn on_move(&self, index: usize) -> Seat {
        Seat { board: index & 1, color: self.boards[index & 1].turn() }
    }

    /// Is this seat on move, on a board that is known and still played?
    pub fn is_on_move(&self, seat: Seat) -> bool {
        self.is_running(seat.board) && self.on_move(seat.board) == seat
    }

    /// Is this board known and not over, and the match neither?
    pub fn is_running(&self, index: usize) -> bool {
        self.is_known(index) && self.ends[index & 1].is_none() && !self.is_over()
    }

    /// Can moves be made on this board, as far as is known?
    pub fn is_playable(&self, index: usize) -> bool {
        self.is_running(index) && !self.boards[index].has_hidden_promotion()
    }

    /// Which pieces of the other board a pawn of this one may take off now. Those of the side
    /// that is not to move count as well: by such a promotion it may answer a drop that would
    /// else be mate. Empty in games without that, and cheap if no pawn is near its goal.
    pub fn takable(&self, index: usize) -> Takable {
        let mut takable = Takable::NONE;
        let here = &self.boards[index & 1];
        let beside = &self.boards[1 - (index & 1)];
        if !self.rules.promotion.takes_out()
            || !self.is_known(1 - (index & 1))
            || self.ends[1 - (index & 1)].is_some()
        {
            return takable;
        }
        for color in Color::ALL.into_iter().filter(|&color| here.has_pawn_before_goal(color)) {
            for square in beside.withdrawable(color) {
                if let Some(piece) = beside.board().at(square) {
                    takable.add(piece, square);
                }
            }
        }
        takable
    }

    /// The number of legal moves on a board; none if it is over or cannot be judged.
    pub fn count_on(&self, index: usize) -> u64 {
        if self.is_playable(index) { self.replies(index) } else { 0 }
    }

    /// Legal moves of the side to move, even if the board or the match is over.
    fn replies(&self, index: usize) -> u64 {
        if self.rules.promotion.takes_out() {
            self.boards[index].count_moves_beside(&self.takable(index))
        } else {
            self.boards[index].count_moves()
        }
    }

    /// The legal moves of a board.
    ///
    /// # Errors
    /// If the board is unknown, or has a hidden promotion.
    pub fn moves_on(&self, index: usize) -> Result<MoveList, PairError> {
        if !self.is_known(index) {
            return Err(PairError::Unknown(index + 1));
        }
        let board = self.boards[index].board();
        let hidden = board.promoted() & board.role(crate::board::Role::Pawn);
        if let Some(square) = hidden.first() {
            return Err(PairError::HiddenPromotion { board: index + 1, square });
        }
        let mut moves = MoveList::new();
        self.generate_on(index, Class::All, &mut moves);
        Ok(moves)
    }

    fn generate_on(&self, index: usize, class: Class, moves: &mut MoveList) {
        if !self.is_playable(index) {
            return;
        }
        let first = moves.len();
        self.boards[index].generate_beside(&self.takable(index), class, moves);
        for mv in &mut moves[first..] {
            *mv = mv.on_board(index);
        }
    }

    /// The legal moves of both boards.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate_on(0, Class::All, &mut moves);
        self.generate_on(1, Class::All, &mut moves);
        moves
    }

    /// A board as a game of its own, with the pieces that its pawns may take off the other
    /// board now.
    ///
    /// # Errors
    /// If it is unknown, or holds a piece whose value is unknown.
    pub fn board_alone(&self, index: usize) -> Result<Position, PairError> {
        self.moves_on(index)?;
        let mut alone = self.boards[index & 1].clone();
        alone.set_takable(self.takable(index));
        let beside = 1 - (index & 1);
        if !self.is_known(beside) {
            alone.expect_anybody();
        } else if self.ends[beside].is_some() {
            alone.expect_no_pieces();
        }
        Ok(alone)
    }

    /// Sets a seat's hand, where it is told from outside. Earlier moves can no longer be
    /// undone.
    ///
    /// # Errors
    /// If nothing is known of that board.
    pub fn set_hand(&mut self, seat: Seat, hand: crate::board::Hand) -> Result<(), PairError> {
        if !self.is_known(seat.board) {
            return Err(PairError::Unknown(seat.board + 1));
        }
        for role in crate::board::Role::DROPPABLE {
            self.boards[seat.board].set_hand(Piece::new(seat.color, role), hand.count(role));
        }
        self.past.clear();
        self.settle();
        Ok(())
    }

    /// The last move played, with its board.
    pub fn last_move(&self) -> Option<Move> {
        let step = self.past.last()?;
        self.boards[step.board].last_move().map(|mv| mv.on_board(step.board))
    }
}
