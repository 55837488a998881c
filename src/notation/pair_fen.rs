//! Two boards in one text: `fen1 | fen2`, with a tail for the four clocks. Four dialects
//! are in use and all are read:
//!
//! * hands in brackets, six fields (bughouse servers, BFEN 2.0);
//! * the hand behind a ninth slash, six fields (BPGN 1.1);
//! * `placement/hand TURN WHITE BLACK`, the two numbers being clocks in seconds, without
//!   castling and en passant (viewers of BPGN); also six fields and the two clocks;
//! * one FEN alone: the other board is unknown.
//!
//! Written is one: brackets, six fields, and ` clock wA bA wB bB` in milliseconds if any
//! clock is known, `-` for one that is not.

use std::fmt;
use std::str::FromStr;

use super::fen::{FenError, Hidden, Setup};

/// Milliseconds left, by board and colour, where they are known.
pub type Clocks = [[Option<u64>; 2]; 2];

/// What a two-board FEN says, whether or not it can be played.
///
/// # Examples
/// ```
/// use kralle::notation::PairSetup;
///
/// let board = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
/// let both: PairSetup = format!("{board} | {board} clock 60000 60000 - 59000").parse()?;
/// assert_eq!(both.clocks[0], [Some(60_000); 2]);
/// // One board alone: nothing is known of the other.
/// assert!(board.parse::<PairSetup>()?.second.is_none());
/// let error = format!("{board} |").parse::<PairSetup>().unwrap_err();
/// assert!(error.to_string().starts_with("board 2 is missing"));
/// # Ok::<(), kralle::notation::PairFenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairSetup {
    /// Board 1, or the only board that is known.
    pub first: Setup,
    /// Board 2, if it is known.
    pub second: Option<Setup>,
    /// What the text says of the clocks.
    pub clocks: Clocks,
}

/// Why a two-board FEN cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum PairFenError {
    #[error("the FEN has {0} boards, at most 2 are possible")]
    Boards(usize),
    #[error("board {0} is missing: nothing stands on that side of the `|`")]
    NoBoard(usize),
    #[error("board {board}: {reason}")]
    Board { board: usize, reason: FenError },
    #[error("the tail `clock` has {0} clocks instead of 4")]
    ClockCount(usize),
    #[error("the clock `{0}` is neither a time nor -")]
    Clock(String),
}

impl FromStr for PairSetup {
    type Err = PairFenError;

    fn from_str(text: &str) -> Result<Self, PairFenError> {
        Self::read(text, Hidden::Refused)
    }
}

impl PairSetup {
    /// Reads a two-board FEN, in which promoted pieces may or may not be hidden.
    ///
    /// # Errors
    /// What cannot be read, and on which board.
    pub fn read(text: &str, hidden: Hidden) -> Result<Self, PairFenError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let tail = words.iter().position(|&word| word == "clock");
        let (boards, tail) = words.split_at(tail.unwrap_or(words.len()));
        let boards = boards.join(" ");
        let boards: Vec<&str> = boards.split('|').map(str::trim).collect();
        let mut clocks = [[None; 2]; 2];
        let mut board = |index: usize| {
            if boards.len() > 1 && boards[index].is_empty() {
                return Err(PairFenError::NoBoard(index + 1));
            }
            let (setup, shown) = read_board(boards[index], hidden)
                .map_err(|reason| PairFenError::Board { board: index + 1, reason })?;
            clocks[index] = shown;
            Ok(setup)
        };
        let (first, second) = match boards.len() {
            1 => (board(0)?, None),
            2 => (board(0)?, Some(board(1)?)),
            more => return Err(PairFenError::Boards(more)),
        };
        if let Some((_, tail)) = tail.split_first() {
            clocks = read_tail(tail)?;
        }
        Ok(Self { first, second, clocks })
    }
}

/// One board's FEN and the clocks that may end it. Never are six fields assumed: the last
/// two of four are clocks if a number stands where castling would, and so are the last two
/// of eight.
fn read_board(text: &str, hidden: Hidden) -> Result<(Setup, [Option<u64>; 2]), FenError> {
    let fields: Vec<&str> = text.split(' ').collect();
    if let (4 | 8, [.., white, black]) = (fields.len(), fields.as_slice())
        && let (Some(white), Some(black)) = (seconds(white), seconds(black))
    {
        let setup = Setup::read(&fields[..fields.len() - 2].join(" "), hidden)?;
        return Ok((setup, [white, black]));
    }
    Ok((Setup::read(text, hidden)?, [None; 2]))
}

/// Seconds, possibly with decimals, in milliseconds; below zero the clock was not noted.
fn seconds(word: &str) -> Option<Option<u64>> {
    let below_zero = word.starts_with('-');
    let number = word.strip_prefix('-').unwrap_or(word);
    let millis = seconds_to_millis(number)?;
    Some((!below_zero).then_some(millis))
}

/// `0:00:07.9` in milliseconds: hours and minutes first, where they are told.
pub fn clock_to_millis(text: &str) -> Option<i64> {
    text.split(':').try_fold(0, |sum: i64, part| {
        sum.checked_mul(60)?.checked_add(signed_seconds_to_millis(part)?)
    })
}

/// Seconds with a fraction; below zero where a server lets flags hang.
pub(super) fn signed_seconds_to_millis(text: &str) -> Option<i64> {
    match text.strip_prefix('-') {
        Some(size) => Some(-i64::try_from(seconds_to_millis(size)?).ok()?),
        None => i64::try_from(seconds_to_millis(text)?).ok(),
    }
}

/// `118.585` as 118585; at most nine digits before the point.
pub(super) fn seconds_to_millis(word: &str) -> Option<u64> {
    let (whole, part) = word.split_once('.').unwrap_or((word, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 9 || !digits(whole) || !digits(part) {
        return None;
    }
    let thousandths = part.bytes().chain([b'0'; 3]).take(3);
    let part = thousandths.fold(0, |sum, digit| 10 * sum + u64::from(digit - b'0'));
    Some(whole.parse::<u64>().ok()? * 1000 + part)
}

fn read_tail(words: &[&str]) -> Result<Clocks, PairFenError> {
    let &[white_1, black_1, white_2, black_2] = words else {
        return Err(PairFenError::ClockCount(words.len()));
    };
    let clock = |word: &str| {
        let digits = word.len() <= 12 && word.bytes().all(|byte| byte.is_ascii_digit());
        match word {
            "-" => Ok(None),
            _ if digits => word.parse().map(Some).map_err(|_| PairFenError::Clock(word.into())),
            _ => Err(PairFenError::Clock(word.into())),
        }
    };
    Ok([[clock(white_1)?, clock(black_1)?], [clock(white_2)?, clock(black_2)?]])
}

impl fmt::Display for PairSetup {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.first)?;
        if let Some(second) = &self.second {
            write!(f, " | {second}")?;
        }
        if self.clocks == Clocks::default() {
            return Ok(());
        }
        f.write_str(" clock")?;
        for clock in self.clocks.as_flattened() {
            match clock {
                Some(millis) => write!(f, " {millis}")?,
                None => f.write_str(" -")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Role, Square};
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    fn read(text: &str) -> Result<PairSetup, PairFenError> {
        PairSetup::read(text, Hidden::Allowed)
    }

    #[test]
    fn all_dialects_are_read() {
        let brackets = format!("{START}[Qnp] w KQkq - 0 1 | {START}[] b KQkq - 3 7");
        let pair = read(&brackets).unwrap();
        assert_eq!(pair.to_string(), brackets);
        let second = pair.second.as_ref().unwrap();
        assert_eq!((second.turn, second.quiet_plies, second.move_number), (Color::Black, 3, 7));
        let slash = format!("{START}/Qnp w KQkq - 0 1|{START}/ b KQkq - 3 7");
        assert_eq!(read(&slash), Ok(pair.clone()));
        let bare = format!(" {START}[Qnp] w KQkq - 0 1|  {START} b KQkq - 3 7 ");
        assert_eq!(read(&bare), Ok(pair.clone()));

        let viewer = format!("{START}/ w 118.585 120 | {START}/Nq b 9.5 -5");
        let seen = read(&viewer).unwrap();
        assert_eq!(seen.clocks, [[Some(118_585), Some(120_000)], [Some(9_500), None]]);
        assert!(seen.first.rights.is_empty());
        assert_eq!(seen.second.as_ref().unwrap().board.hand(Color::Black).count(Role::Queen), 1);
        assert!(seen.to_string().ends_with("[Nq] b - - 0 1 clock 118585 120000 9500 -"));
        assert_eq!(read(&seen.to_string()), Ok(seen));

        let eight = format!("{START}/ w KQkq - 0 1 60 61.25 | {START}/ w KQkq - 0 1 62 63");
        let clocks = read(&eight).unwrap().clocks;
        assert_eq!(clocks, [[Some(60_000), Some(61_250)], [Some(62_000), Some(63_000)]]);

        let tail = format!("{brackets} clock 1 2 - 4");
        assert_eq!(read(&tail).unwrap().to_string(), tail);
    }

    #[test]
    fn one_fen_leaves_the_other_board_unknown() {
        let one = format!("{START}[Q] w KQkq - 0 1");
        let pair = read(&one).unwrap();
        assert_eq!(pair.second, None);
        assert_eq!(pair.to_string(), one);
    }

    #[test]
    fn a_bar_without_its_two_boards_is_refused() {
        let says = |text: &str| read(text).unwrap_err().to_string();
        let fen = format!("{START} w KQkq - 0 1");
        assert_eq!(
            says(&format!("{fen} |")),
            "board 2 is missing: nothing stands on that side of the `|`"
        );
        assert!(says(&format!("| {fen}")).starts_with("board 1 is missing"));
        assert_eq!(
            says(&format!("{fen}|{fen}|{fen}")),
            "the FEN has 3 boards, at most 2 are possible"
        );
        assert_eq!(says(&format!("{fen}|8/8 w")), "board 2: the FEN has 2 ranks instead of 8");
        assert_eq!(says(""), "board 1: the FEN is empty");
        assert_eq!(says(&format!("{fen} clock 1 2")), "the tail `clock` has 2 clocks instead of 4");
        assert_eq!(says(&format!("{fen} clock 1 2 3 x")), "the clock `x` is neither a time nor -");
    }

    #[test]
    fn hidden_promotions_stand_as_promoted_pawns() {
        let told = "3Q~3k/8/8/8/8/8/8/K7[] w - - 0 1 | 7k/8/8/8/8/8/5r~2/K7[] b - - 0 1";
        let pair: PairSetup = told.parse().unwrap();
        assert_eq!(pair.to_string(), told);
        let second = pair.second.unwrap().hiding_promotions();
        assert_eq!(second.to_string(), "7k/8/8/8/8/8/5p~2/K7[] b - - 0 1");
        assert_eq!(second.hidden().first(), Square::parse("f2"));
        assert!(second.to_string().parse::<Setup>().is_err());
        assert_eq!(Setup::read(&second.to_string(), Hidden::Allowed), Ok(second));
    }

    #[test]
    fn noise_is_refused_without_panic() {
        let mut random = SmallRng::seed_from_u64(3);
        let sample =
            format!("{START}[Qnp] w KQkq e3 0 1 60 61.5 | {START}/n b - - 3 7 clock 1 2 3 -");
        let mut understood = 0;
        for _ in 0..20_000 {
            let mut bytes = sample.clone().into_bytes();
            for _ in 0..random.random_range(1..4) {
                let place = random.random_range(0..bytes.len());
                match random.random_range(0..3) {
                    0 => bytes[place] = random.random_range(0..128),
                    1 if bytes.len() > 1 => drop(bytes.remove(place)),
                    _ => bytes.truncate(place.max(1)),
                }
            }
            let text = String::from_utf8(bytes).unwrap();
            if let Ok(pair) = read(&text) {
                understood += 1;
                assert_eq!(read(&pair.to_string()), Ok(pair), "{text}");
            }
        }
        assert!((100..19_000).contains(&understood), "{understood}");
    }
}
