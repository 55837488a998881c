//! How boards and matches end, and the line that says so.

use std::fmt;

use super::{Color, Seat, Team};

/// A board that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardEnd {
    /// Who won on this board; nobody in a draw.
    pub winner: Option<Color>,
    /// By what.
    pub how: How,
    /// The article.
    pub article: &'static str,
}

/// By what a board or a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum How {
    Mate,
    Stalemate,
    Repetition,
    Moves(u16),
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
    /// A player plays no more: the arbiter gives the board to his opponent.
    Forfeit,
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Mate => f.write_str("mate"),
            Self::Stalemate => f.write_str("stalemate"),
            Self::Repetition => f.write_str("repetition"),
            Self::Moves(moves) => write!(f, "{moves}-moves"),
            Self::AllWait => f.write_str("all-wait"),
            Self::BothMated => f.write_str("both-mated"),
            Self::Flag => f.write_str("flag"),
            Self::NoMatePossible => f.write_str("no-mate-possible"),
            Self::Resignation => f.write_str("resignation"),
            Self::Agreement => f.write_str("agreement"),
            Self::IllegalMove => f.write_str("illegal-move"),
            Self::Forfeit => f.write_str("forfeit"),
        }
    }
}

/// How one board stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardState {
    /// The side to move has a legal move, or nothing is known of the board.
    Ongoing,
    /// No legal move and no check: he waits.
    Stuck,
    /// In check without a reply, not mate: he waits.
    StuckCheck,
    /// In check without a reply; the partner's move decides.
    Pending,
    /// It is over.
    Over(BoardEnd),
}

impl fmt::Display for BoardState {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Ongoing => f.write_str("ongoing"),
            Self::Stuck => f.write_str("stuck"),
            Self::StuckCheck => f.write_str("stuck-check"),
            Self::Pending => f.write_str("pending"),
            Self::Over(BoardEnd { how: How::Mate, .. }) => f.write_str("mate"),
            Self::Over(BoardEnd { winner: None, how, .. }) => write!(f, "draw:{how}"),
            Self::Over(BoardEnd { winner: Some(winner), how, .. }) => {
                write!(f, "{how}:{}", if *winner == Color::White { "1-0" } else { "0-1" })
            }
        }
    }
}

/// How the match stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It goes on.
    Ongoing,
    /// This team has won.
    Win(Team),
    /// Nobody has.
    Draw(How),
    /// Each board has scored by itself: half points of team White-1, of four.
    Score(u8),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Ongoing => f.write_str("ongoing"),
            Self::Win(team) => write!(f, "win:{team}"),
            Self::Draw(how) => write!(f, "draw:{how}"),
            Self::Score(halves) => write!(f, "score:{}-{}", points(*halves), points(4 - halves)),
        }
    }
}

/// Half points as points: 0, 0.5, 1, 1.5, 2.
fn points(halves: u8) -> String {
    let half = if halves.is_multiple_of(2) { "" } else { ".5" };
    format!("{}{half}", halves / 2)
}

/// The match, its boards, and the articles that decided what is decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairVerdict {
    /// The match.
    pub outcome: Outcome,
    /// Its boards.
    pub boards: [BoardState; 2],
    /// In the order of weight; none while everything goes on.
    pub articles: Vec<&'static str>,
}

/// `win:White-1;1=mate;2=ongoing tandem 5.3`.
impl fmt::Display for PairVerdict {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{};1={};2={}", self.outcome, self.boards[0], self.boards[1])?;
        for (index, article) in self.articles.iter().enumerate() {
            write!(f, "{} {article}", if index == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl PairVerdict {
    /// Is the match over?
    pub fn is_over(&self) -> bool {
        self.outcome != Outcome::Ongoing
    }

    /// Half points of a team, of two, or of four where each board scores; `None` while it
    /// goes on.
    pub fn halves(&self, team: Team) -> Option<u8> {
        match self.outcome {
            Outcome::Ongoing => None,
            Outcome::Win(winner) => Some(if winner == team { 2 } else { 0 }),
            Outcome::Draw(_) => Some(1),
            Outcome::Score(halves) => Some(if team == Team::White1 { halves } else { 4 - halves }),
        }
    }
}

impl BoardEnd {
    /// The team that won this board, which is that number of the pair.
    pub fn team(&self, board: usize) -> Option<Team> {
        self.winner.map(|color| Seat { board, color }.team())
    }
}
