//! How a game stands: one type for every game, whatever its boards and seats, and the line
//! that tells it.

use std::fmt;

use crate::board::Color;
use crate::board::multi::{MultiSeat, Seats, Shape};
use crate::notation::Frozen;

/// How a game stands.
///
/// # Examples
/// ```
/// use kralle::game::catalogue::Variant;
///
/// let mut game = Variant::find("chess")?.start()?;
/// for (seat, text) in [(0, "f2f3"), (1, "e7e5"), (0, "g2g4"), (1, "d8h4")] {
///     game.play(seat, text)?;
/// }
/// let verdict = game.verdict();
/// assert_eq!((verdict.result(), verdict.is_mate()), ("0-1", true));
/// // Quarter points, 4 for a win.
/// assert_eq!((verdict.points(0), verdict.points(1)), (0, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The game or match as a whole.
    pub outcome: Outcome,
    /// Its boards.
    pub boards: Boards,
    /// The articles that decided, the weightiest first; none while everything goes on.
    pub articles: Vec<&'static str>,
}

/// The game or match as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It goes on.
    Ongoing,
    /// Some seats have won, all others lost.
    Won {
        /// Who.
        winners: SeatSet,
        /// How much.
        victory: Victory,
        /// By what.
        reason: Reason,
    },
    /// Nobody has won.
    Drawn(Reason),
    /// Each of two boards has scored by itself: half points, of four, of the team that has
    /// White on board 1.
    Scored(u8),
}

/// How much was won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Victory {
    /// All of it.
    Full,
    /// Two teams on one board, art. 42: both enemies and one of the winners mated, or one
    /// enemy mated and the rest drawn.
    Half,
    /// Three players, art. 37: one enemy mated and the other stalemated.
    Incomplete,
}

/// By what a board or a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Reason {
    Mate,
    Stalemate,
    /// The same position for the third time.
    Repetition,
    /// So many moves by each player without anything irreversible.
    Moves(u16),
    /// Nobody has the pieces to mate.
    Material,
    /// All who are on move wait for a piece.
    AllWait,
    /// Both teams are mated at once.
    BothMated,
    Flag,
    /// The flagged player's opponent could never have mated.
    NoMatePossible,
    Resignation,
    Agreement,
    IllegalMove,
    /// A player plays no more: the arbiter gives the board to the opponent.
    Forfeit,
    /// The arbiter ends the game, for this reason.
    Adjudication(&'static str),
}

/// A set of seats, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SeatSet(u8);

/// The boards of a game, each as it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Boards {
    /// One board, two seats.
    One(BoardState),
    /// Two boards, four seats.
    Two([BoardState; 2]),
    /// One board, three or four seats.
    Multi(MultiState),
}

/// How one 8x8 board stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardState {
    /// The side to move has a legal move, or nothing is known of the board.
    Ongoing,
    /// No legal move and no check: the side to move waits for a piece.
    Stuck,
    /// In check without a reply, but not mate: a piece that comes could block the check.
    StuckCheck,
    /// In check without a reply; the partner's move decides.
    Pending,
    /// It is over.
    Over(BoardEnd),
}

/// How an 8x8 board ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardEnd {
    /// Who won on this board; nobody in a draw.
    pub winner: Option<Color>,
    /// By what.
    pub reason: Reason,
    /// The article.
    pub article: &'static str,
}

/// How a board of three or four seats stands.
#[derive(Clone, Copy)]
pub struct MultiState {
    /// The board, for the letters of its seats.
    pub shape: &'static Shape,
    /// The seat to move.
    pub turn: MultiSeat,
    /// Seats that could not move on their last turn.
    pub frozen: Seats,
    /// Those of them that were in check then.
    pub checked: Seats,
}

impl PartialEq for MultiState {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.shape, other.shape)
            && (self.turn, self.frozen, self.checked) == (other.turn, other.frozen, other.checked)
    }
}

impl Eq for MultiState {}

impl fmt::Debug for MultiState {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { shape, turn, frozen, checked } = *self;
        write!(f, "turn {turn:?}, frozen {}", Frozen { shape, seats: frozen, checked })
    }
}

impl Reason {
    /// Does the position show it? Otherwise a player or the arbiter declared it, or a flag fell.
    pub const fn is_on_the_board(self) -> bool {
        match self {
            Self::Mate
            | Self::Stalemate
            | Self::Repetition
            | Self::Moves(_)
            | Self::Material
            | Self::AllWait
            | Self::BothMated => true,
            Self::Flag
            | Self::NoMatePossible
            | Self::Resignation
            | Self::Agreement
            | Self::IllegalMove
            | Self::Forfeit
            | Self::Adjudication(_) => false,
        }
    }

    /// Has the arbiter ended the game?
    pub const fn is_adjudicated(self) -> bool {
        matches!(self, Self::Adjudication(_))
    }
}

impl SeatSet {
    /// Is this seat, from 0, among them?
    pub const fn has(self, seat: usize) -> bool {
        self.0 >> seat & 1 != 0
    }

    /// One after another.
    pub fn each(self) -> impl Iterator<Item = usize> {
        (0..u8::BITS as usize).filter(move |&seat| self.has(seat))
    }
}

impl FromIterator<usize> for SeatSet {
    fn from_iter<I: IntoIterator<Item = usize>>(seats: I) -> Self {
        Self(seats.into_iter().fold(0, |set, seat| set | 1 << seat))
    }
}

impl BoardEnd {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(&self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl BoardState {
    /// Is the board over?
    pub const fn is_over(&self) -> bool {
        matches!(self, Self::Over(_))
    }

    /// Can the side to move do nothing but wait for a piece or for its partner?
    pub const fn waits(&self) -> bool {
        matches!(self, Self::Stuck | Self::StuckCheck | Self::Pending)
    }
}

impl Verdict {
    /// The verdict on a game that is played on this board alone.
    pub fn of_board(state: BoardState) -> Self {
        let (outcome, articles) = match state {
            BoardState::Over(BoardEnd { winner, reason, article }) => {
                let outcome = match winner {
                    Some(color) => Outcome::Won {
                        winners: SeatSet::from_iter([color.index()]),
                        victory: Victory::Full,
                        reason,
                    },
                    None => Outcome::Drawn(reason),
                };
                (outcome, vec![article])
            }
            _ => (Outcome::Ongoing, Vec::new()),
        };
        Self { outcome, boards: Boards::One(state), articles }
    }

    /// Is the game over?
    pub fn is_over(&self) -> bool {
        self.outcome != Outcome::Ongoing
    }

    /// Did the players or the arbiter end the game, not the position?
    pub const fn is_declared(&self) -> bool {
        match self.outcome {
            Outcome::Won { reason, .. } | Outcome::Drawn(reason) => !reason.is_on_the_board(),
            Outcome::Ongoing | Outcome::Scored(_) => false,
        }
    }

    /// Did the game end by mate?
    pub fn is_mate(&self) -> bool {
        matches!(self.outcome, Outcome::Won { reason: Reason::Mate, .. })
    }

    /// Is this one board on which the side to move waits for a piece?
    pub const fn waits(&self) -> bool {
        matches!(&self.boards, Boards::One(state) if state.waits())
    }

    /// Quarter points of a seat, 0 to 4, of a game that is over; a draw while it goes on.
    pub fn points(&self, seat: usize) -> u8 {
        match self.outcome {
            Outcome::Won { winners, victory, .. } => {
                let won = if victory == Victory::Full { 4 } else { 3 };
                if winners.has(seat) { won } else { 4 - won }
            }
            // White on board 1 and Black on board 2 are a team.
            Outcome::Scored(halves) if matches!(seat, 0 | 3) => halves,
            Outcome::Scored(halves) => 4 - halves,
            Outcome::Ongoing | Outcome::Drawn(_) => 2,
        }
    }

    /// The result of a game of two sides in PGN, from the view of the first seat's side:
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while it goes on.
    pub fn result(&self) -> &'static str {
        match self.points(0) {
            _ if !self.is_over() => "*",
            3.. => "1-0",
            2 => "1/2-1/2",
            0 | 1 => "0-1",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "repetition",
            Self::Moves(moves) => return write!(f, "{moves}-moves"),
            Self::Material => "material",
            Self::AllWait => "all-wait",
            Self::BothMated => "both-mated",
            Self::Flag => "flag",
            Self::NoMatePossible => "no-mate-possible",
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
            Self::IllegalMove => "illegal-move",
            Self::Forfeit => "forfeit",
            Self::Adjudication(why) => why,
        })
    }
}

/// As one of two boards: `mate`, `flag:1-0`, `draw:30-moves`, `stuck-check`.
impl fmt::Display for BoardState {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Ongoing => f.write_str("ongoing"),
            Self::Stuck => f.write_str("stuck"),
            Self::StuckCheck => f.write_str("stuck-check"),
            Self::Pending => f.write_str("pending"),
            Self::Over(BoardEnd { reason: Reason::Mate, .. }) => f.write_str("mate"),
            Self::Over(BoardEnd { winner: None, reason, .. }) => write!(f, "draw:{reason}"),
            Self::Over(end) => write!(f, "{}:{}", end.reason, end.result()),
        }
    }
}

/// Half points as points: 0, 0.5, 1, 1.5, 2.
fn points(halves: u8) -> String {
    let half = if halves.is_multiple_of(2) { "" } else { ".5" };
    format!("{}{half}", halves / 2)
}

/// The verdict line. One board: `ongoing`, `mate:1-0 FIDE 5.1.1`, `draw:stalemate FIDE 5.2.1`.
/// Two boards: `win:White-1;1=mate;2=ongoing tandem 5.3`. More seats: `ongoing:c:b#`,
/// `win:ac vierschaak 42`, `draw:repetition vierschaak 22`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match &self.boards {
            Boards::One(BoardState::Over(end)) if end.winner.is_some() => {
                write!(f, "{}:{}", end.reason, end.result())?;
            }
            Boards::One(state) => write!(f, "{state}")?,
            Boards::Two([first, second]) => {
                match self.outcome {
                    Outcome::Ongoing => f.write_str("ongoing")?,
                    Outcome::Won { winners, .. } => {
                        f.write_str(if winners.has(0) { "win:White-1" } else { "win:Black-1" })?;
                    }
                    Outcome::Drawn(reason) => write!(f, "draw:{reason}")?,
                    Outcome::Scored(halves) => {
                        write!(f, "score:{}-{}", points(halves), points(4 - halves))?;
                    }
                }
                write!(f, ";1={first};2={second}")?;
                if let Outcome::Won { reason: Reason::Adjudication(why), .. } = self.outcome {
                    write!(f, " {why}")?;
                }
            }
            Boards::Multi(state) => self.fmt_multi(state, f)?,
        }
        for (index, article) in self.articles.iter().filter(|text| !text.is_empty()).enumerate() {
            write!(f, "{} {article}", if index == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl Verdict {
    fn fmt_multi(&self, state: &MultiState, f: &mut fmt::Formatter) -> fmt::Result {
        let MultiState { shape, turn, frozen, checked } = *state;
        let letter = |seat: usize| shape.letter(MultiSeat::new(seat));
        match self.outcome {
            Outcome::Won { winners, victory, reason } => {
                f.write_str(match victory {
                    Victory::Full => "win:",
                    Victory::Half => "half:",
                    Victory::Incomplete => "incomplete:",
                })?;
                winners.each().try_for_each(|seat| write!(f, "{}", letter(seat)))?;
                if reason.is_on_the_board() { Ok(()) } else { write!(f, " {reason}") }
            }
            Outcome::Drawn(reason) => write!(f, "draw:{reason}"),
            Outcome::Ongoing | Outcome::Scored(_) => {
                write!(
                    f,
                    "ongoing:{}:{}",
                    shape.letter(turn),
                    Frozen { shape, seats: frozen, checked }
                )
            }
        }
    }
}

impl Verdict {
    /// How each board ended and by which article, for counting: `mate FIDE 5.1.1`,
    /// `draw:30-moves doorgeefschaak 11F`, `flag tandem 5.2`. Empty while the game goes on.
    pub fn endings(&self) -> Vec<String> {
        let named = |how: String, article: &str| format!("{how} {article}").trim_end().to_owned();
        let board = |state: &BoardState| match state {
            BoardState::Over(BoardEnd { winner: None, reason, article }) => {
                Some(named(format!("draw:{reason}"), article))
            }
            BoardState::Over(end) => Some(named(end.reason.to_string(), end.article)),
            _ => None,
        };
        if let Outcome::Drawn(reason) | Outcome::Won { reason, .. } = self.outcome
            && reason.is_adjudicated()
        {
            return vec![reason.to_string()];
        }
        let boards: Vec<String> = match &self.boards {
            Boards::One(state) => board(state).into_iter().collect(),
            Boards::Two(states) => states.iter().filter_map(board).collect(),
            Boards::Multi(_) => Vec::new(),
        };
        if !boards.is_empty() {
            return boards;
        }
        let how = match self.outcome {
            Outcome::Ongoing | Outcome::Scored(_) => return boards,
            Outcome::Drawn(reason) => format!("draw:{reason}"),
            Outcome::Won { reason, .. } if !reason.is_on_the_board() => reason.to_string(),
            Outcome::Won { victory: Victory::Full, .. } => "win".into(),
            Outcome::Won { victory: Victory::Half, .. } => "half-win".into(),
            Outcome::Won { victory: Victory::Incomplete, .. } => "incomplete-win".into(),
        };
        vec![named(how, &self.articles.join(", "))]
    }
}
