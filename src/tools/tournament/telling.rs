//! How a game is told to those who play or record it: positions and clocks as UCI has them,
//! boards as XBoard has them, results as records have them.

use crate::board::Color;
use crate::game::pair::Seat;
use crate::game::table::{AnyPosition, MoveWithHands, Path, Table};
use crate::game::verdict::{Boards, Reason};
use crate::notation::Setup;

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

/// A board as XBoard tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardText {
    /// The position.
    pub setup: Setup,
    /// Does the game have drops?
    pub has_drops: bool,
    /// White's and Black's hand in capital letters.
    pub hands: [String; 2],
    /// Moves on this board from the start, each with the hands before it; `None` if that was
    /// not the usual start, or something other than moves has happened.
    pub moves: Option<Vec<MoveWithHands>>,
}

impl BoardText {
    /// Its FEN without hands and marks of promotion, as any XBoard engine reads it.
    pub fn plain_fen(&self) -> String {
        let setup = Setup { brackets: false, ..self.setup.clone() };
        setup.to_string().replace('~', "")
    }
}

/// How a game ended, as match files tell it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Quarter points of each seat, 0 to 4.
    pub points: Vec<u8>,
    /// `1-0`, `0-1`, `1/2-1/2`, or the points of each seat where these say too little.
    pub result: String,
    /// How each board ended and by which article: `mate FIDE 5.1.1`, `flag tandem 5.2`.
    pub endings: Vec<String>,
    /// The verdict line.
    pub verdict: String,
    /// The seat by whose offence, flag or fault it ended, if by one.
    pub offender: Option<usize>,
}

impl GameResult {
    /// The result of a game, if it is over.
    pub fn of(table: &dyn Table) -> Option<Self> {
        let verdict = table.verdict();
        if !verdict.is_over() {
            return None;
        }
        let points: Vec<u8> = (0..table.seats()).map(|seat| verdict.points(seat)).collect();
        let result = match (&verdict.boards, points.as_slice()) {
            (Boards::One(_) | Boards::Two(_), _) => verdict.result().to_owned(),
            (_, [4, 0, _, _]) => "1-0".into(),
            (_, [0, 4, _, _]) => "0-1".into(),
            (_, all) if all.iter().all(|&points| points == 2) => "1/2-1/2".into(),
            (_, all) => all.iter().map(|&points| quarters(points)).collect::<Vec<_>>().join("-"),
        };
        let (endings, offender) = (verdict.endings(), table.offender());
        Some(Self { points, result, endings, verdict: verdict.to_string(), offender })
    }

    /// The quarter points of the seats that one engine played, among these: the best of them.
    /// Among three, of which an engine may play two, nothing goes to the one that brought the end
    /// about.
    pub fn points_of(&self, seats: &[usize], others: &[usize]) -> u8 {
        let offender = self.offender.filter(|_| self.points.len() == 3);
        match offender {
            Some(seat) if seats.contains(&seat) && !others.contains(&seat) => 0,
            Some(seat) if others.contains(&seat) => 4,
            _ => seats.iter().filter_map(|&seat| self.points.get(seat)).copied().max().unwrap_or(0),
        }
    }
}

fn quarters(points: u8) -> &'static str {
    ["0", "1/4", "1/2", "3/4", "1"][usize::from(points.min(4))]
}

/// The position for a UCI engine at this seat: of both boards, or of its own.
pub fn placement(table: &dyn Table, seat: usize, both: bool) -> String {
    let Path { fen, moves } =
        if both { table.path() } else { table.board_path(table.board_of(seat)) };
    let mut text = match fen {
        Some(fen) => format!("position fen {fen}"),
        None => "position startpos".into(),
    };
    if !moves.is_empty() {
        text += " moves ";
        text += &moves.join(" ");
    }
    text
}

/// The words for the clocks that a UCI engine at this seat is told.
pub fn clock_words(table: &dyn Table, seat: usize, both: bool) -> Vec<ClockWords> {
    type Words = [(&'static str, &'static str)];
    const TWO: &Words = &[("wtime", "winc"), ("btime", "binc")];
    const PAIR: &Words =
        &[("1wtime", "1winc"), ("1btime", "1binc"), ("2wtime", "2winc"), ("2btime", "2binc")];
    const FOUR: &Words =
        &[("atime", "ainc"), ("btime", "binc"), ("ctime", "cinc"), ("dtime", "dinc")];
    const TEAMS: &Words =
        &[("rtime", "rinc"), ("btime", "binc"), ("ytime", "yinc"), ("gtime", "ginc")];
    const THREE: &Words = &[("btime", "binc"), ("rtime", "rinc"), ("wtime", "winc")];
    let (first, words) = match table.position() {
        AnyPosition::Single(_) => (0, TWO),
        AnyPosition::Pair(_) if both => (0, PAIR),
        AnyPosition::Pair(_) => (2 * table.board_of(seat), TWO),
        AnyPosition::Four(_) => (0, FOUR),
        AnyPosition::Three(_) => (0, THREE),
        AnyPosition::Teams(_) => (0, TEAMS),
    };
    let word = |(seat, &(time, increment))| ClockWords { seat, time, increment };
    (first..).zip(words).map(word).collect()
}

/// What a seat is called where both boards are told: `1w`.
pub fn seat_word(table: &dyn Table, seat: usize) -> Option<String> {
    let is_pair = matches!(table.position(), AnyPosition::Pair(_));
    Seat::ALL.get(seat).filter(|_| is_pair).map(Seat::to_string)
}

/// How a board ended while the match goes on: `1 1-0 flag`, as the two-board protocol tells
/// it. Mates are seen by everybody.
pub fn board_over(table: &dyn Table, board: usize) -> Option<String> {
    let AnyPosition::Pair(pair) = table.position() else { return None };
    let end = pair.board_end(board)?;
    // The protocol has no words for the rest: these have the same effect.
    let reason = match end.reason {
        Reason::Mate => return None,
        Reason::Flag => "flag",
        Reason::IllegalMove => "illegal-move",
        _ if end.winner.is_none() => "agreement",
        _ => "resignation",
    };
    Some(format!("{} {} {reason}", board + 1, end.result()))
}

/// A board as XBoard tells it; `None` in games that XBoard does not know.
pub fn board_text(table: &dyn Table, board: usize) -> Option<BoardText> {
    let position = match table.position() {
        AnyPosition::Single(position) => position,
        AnyPosition::Pair(pair) => pair.board(board)?,
        AnyPosition::Four(_) | AnyPosition::Three(_) | AnyPosition::Teams(_) => return None,
    };
    Some(BoardText {
        setup: position.to_setup(),
        has_drops: position.rules().has_hands(),
        hands: Color::ALL.map(|color| position.board().hand(color).letters()),
        moves: table.moves_with_hands(board),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(points: &[u8], offender: usize) -> GameResult {
        let points = points.to_vec();
        let [result, verdict] = [(); 2].map(|()| String::new());
        GameResult { points, result, endings: Vec::new(), verdict, offender: Some(offender) }
    }

    #[test]
    fn a_flag_costs_what_the_rules_say() {
        // A team lost one board of two by a flag and won the other one; a bare king cannot win.
        assert_eq!(ended(&[2, 2, 2, 2], 0).points_of(&[0, 3], &[1, 2]), 2);
        assert_eq!(ended(&[3, 1, 1, 3], 0).points_of(&[1, 2], &[0, 3]), 1);
        assert_eq!(ended(&[2, 2], 1).points_of(&[1], &[0]), 2);
        // Of three the one that offends has nothing, and the engine of the two others all.
        assert_eq!(ended(&[2, 2, 2], 1).points_of(&[1], &[0, 2]), 0);
        assert_eq!(ended(&[2, 2, 2], 1).points_of(&[0, 2], &[1]), 4);
    }
}
