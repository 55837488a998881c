//! A line of CECP as a [`XboardCommand`]. Pure: nothing is done here, and moves and positions
//! stay text.

use std::time::Duration;

use crate::board::{Hand, Role};
use crate::notation::uci::MoveText;
use crate::protocol::form::CommandForm;

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum XboardCommand {
    /// Nothing, or something that changes nothing here.
    Nothing,
    /// The version of the protocol.
    Protover(u32),
    /// A new game of chess; the engine plays Black.
    New,
    /// It is another game.
    Variant(String),
    /// Think for nobody.
    Force,
    /// Play for the side to move.
    Go,
    /// Play for the other side.
    PlayOther,
    /// End.
    Quit,
    /// The time control.
    Level {
        /// Moves until time is added; 0 for the whole game.
        moves: u32,
        /// The time.
        base: Duration,
        /// Added after each move.
        increment: Duration,
    },
    /// Exactly so long for each move.
    MoveTime(Duration),
    /// No deeper than this.
    Depth(u32),
    /// The engine's clock.
    Time(Duration),
    /// The opponent's clock.
    OpponentTime(Duration),
    /// A move was played.
    Move(String),
    /// Move now.
    MoveNow,
    /// Answer when everything before is done.
    Ping(String),
    /// The opponent offers a draw.
    Draw,
    /// The game is over.
    Result,
    /// Set the position.
    SetBoard(String),
    /// What do you expect?
    Hint,
    /// What does your book say?
    Book,
    /// Take a move back.
    Undo,
    /// Take a move of each side back.
    Remove,
    /// Think on the opponent's time, or do not.
    Ponder(bool),
    /// Show what you think, or do not.
    Post(bool),
    /// Think about the position, for either side.
    Analyze,
    /// End that.
    Exit,
    /// How far is the analysis?
    Status,
    /// The name of the server, if one is played on.
    Server(Option<String>),
    /// The partner, or that there is none any more.
    Partner(Option<String>),
    /// What the partner said.
    Ptell(String),
    /// White's and Black's pieces in hand.
    Holding([Hand; 2]),
    /// MiB of memory.
    Memory(u64),
    /// Threads.
    Cores(u64),
    /// An option.
    SetOption {
        /// Its name.
        name: String,
        /// Its value, if it is no button.
        value: Option<String>,
    },
}

/// Why a line is no command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum XboardCommandError {
    #[error("unknown command")]
    Unknown,
    #[error("it needs {0}")]
    Needs(&'static str),
    #[error("`{text}` is not {what}")]
    Bad { text: String, what: &'static str },
}

const fn form(form: &'static str, help: &'static str) -> CommandForm {
    CommandForm { form, help }
}

/// All commands, in the order of the manual.
pub const FORMS: &[CommandForm] = &[
    form("xboard", "begins; as the first line of input it chooses this language"),
    form("protover N", "answered by `feature` lines"),
    form("new", "chess from the start; the engine plays Black and forgets the game before"),
    form("variant NAME", "another game, from its start"),
    form("setboard FEN", "sets the position, hands in brackets, or refuses and keeps the old one"),
    form(
        "usermove MOVE",
        "a move of the opponent, or of anybody in force mode; `MOVE` alone is read too",
    ),
    form("force", "thinks for nobody"),
    form("go", "plays for the side to move"),
    form("playother", "plays for the side that is not to move"),
    form("level MOVES MINUTES[:SECONDS] INCREMENT", "the time control; increments in seconds"),
    form("st SECONDS", "so long for each move"),
    form("sd PLIES", "no deeper than this, until `new`"),
    form("time CS, otim CS", "the engine's and the opponent's clock, whatever their colours"),
    form("?", "moves now"),
    form("ping N", "answered by `pong N` when all before is done"),
    form("draw", "the opponent offers a draw; accepted by `offer draw`"),
    form("result RESULT {COMMENT}", "the game is over"),
    form("undo, remove", "takes one move back, or two"),
    form("hard, easy", "thinks on the opponent's time, or does not"),
    form("post, nopost", "shows thoughts, or does not"),
    form("hint, bk", "the move expected; there is no book"),
    form(
        "analyze, exit",
        "thinks about the position until `exit`; moves, `undo`, `setboard` and `holding` go on \
         meanwhile",
    ),
    form(".", "answered by `stat01:` during analysis"),
    form(
        "holding [WHITE] [BLACK]",
        "the pieces in hand, at any moment; what follows the lists is not needed",
    ),
    form("partner [NAME]", "the partner, or that there is none any more"),
    form("ptell TEXT", "what the partner says"),
    form("ics HOST", "the server that is played on; `-` for none"),
    form("memory MIB, cores N", "size of the table of positions, threads"),
    form("option NAME[=VALUE]", "sets an option"),
    form("quit", "ends the program at once; so does the end of input"),
    form("computer, name, rating, random, accepted, rejected", "heard, and of no consequence"),
];

impl XboardCommand {
    /// Reads a line.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(line: &str) -> Result<Self, XboardCommandError> {
        // A server's bell before a name is no part of it.
        let line: String =
            line.chars().filter(|letter| !letter.is_control() || *letter == '\t').collect();
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let text = |what: &'static str| {
            if rest.is_empty() { Err(XboardCommandError::Needs(what)) } else { Ok(rest.to_owned()) }
        };
        Ok(match word {
            "" | "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating"
            | "hover" | "put" | "lift" => Self::Nothing,
            "protover" => Self::Protover(number(rest, "a version")?),
            "new" => Self::New,
            "variant" => Self::Variant(text("a name")?),
            "force" => Self::Force,
            "go" => Self::Go,
            "playother" => Self::PlayOther,
            "quit" => Self::Quit,
            "level" => level(rest)?,
            "st" => Self::MoveTime(seconds(rest)?),
            "sd" => Self::Depth(number(rest, "a depth")?),
            "time" => Self::Time(centiseconds(rest)?),
            "otim" => Self::OpponentTime(centiseconds(rest)?),
            "usermove" => Self::Move(text("a move")?),
            "?" => Self::MoveNow,
            "ping" => Self::Ping(text("a number")?),
            "draw" => Self::Draw,
            "result" => Self::Result,
            "setboard" => Self::SetBoard(text("a FEN")?),
            "hint" => Self::Hint,
            "bk" => Self::Book,
            "undo" => Self::Undo,
            "remove" => Self::Remove,
            "hard" => Self::Ponder(true),
            "easy" => Self::Ponder(false),
            "post" => Self::Post(true),
            "nopost" => Self::Post(false),
            "analyze" => Self::Analyze,
            "exit" => Self::Exit,
            "." => Self::Status,
            "ics" => Self::Server(
                Some(rest.to_owned()).filter(|host| !matches!(host.as_str(), "" | "-")),
            ),
            "partner" => Self::Partner(rest.split_whitespace().next().map(str::to_owned)),
            "ptell" => Self::Ptell(rest.to_owned()),
            "holding" => holding(rest)?,
            "memory" => Self::Memory(number(rest, "a number of MiB")?),
            "cores" => Self::Cores(number(rest, "a number of threads")?),
            "option" => {
                let (name, value) = match rest.split_once('=') {
                    Some((name, value)) => (name, Some(value.trim().to_owned())),
                    None => (rest, None),
                };
                if name.trim().is_empty() {
                    return Err(XboardCommandError::Needs("a name"));
                }
                Self::SetOption { name: name.trim().to_owned(), value }
            }
            // Where `usermove` was not granted a move stands alone.
            _ if rest.is_empty() && is_move(word) => Self::Move(word.to_owned()),
            _ => return Err(XboardCommandError::Unknown),
        })
    }
}

fn is_move(word: &str) -> bool {
    word.parse::<MoveText>().is_ok() || matches!(word, "O-O" | "O-O-O" | "@@@@")
}

fn bad(text: &str, what: &'static str) -> XboardCommandError {
    if text.is_empty() {
        XboardCommandError::Needs(what)
    } else {
        XboardCommandError::Bad { text: text.to_owned(), what }
    }
}

fn number<N: std::str::FromStr>(text: &str, what: &'static str) -> Result<N, XboardCommandError> {
    text.parse().map_err(|_| bad(text, what))
}

/// Longer times are cut to a century, so that sums cannot overflow.
const LONGEST: f64 = 100.0 * 366.0 * 24.0 * 3600.0;

/// Whole or with a fraction.
fn seconds(text: &str) -> Result<Duration, XboardCommandError> {
    let number: f64 = number(text, "a number of seconds")?;
    if number >= 0.0 {
        Ok(Duration::from_secs_f64(number.min(LONGEST)))
    } else {
        Err(bad(text, "a number of seconds"))
    }
}

/// A clock may have run below zero: that is no time left, and no error.
fn centiseconds(text: &str) -> Result<Duration, XboardCommandError> {
    let number: i64 = number(text, "a number of centiseconds")?;
    Ok(Duration::from_secs_f64((number.max(0) as f64 / 100.0).min(LONGEST)))
}

/// `40 5 0`, `0 0:30 0.5`.
fn level(text: &str) -> Result<XboardCommand, XboardCommandError> {
    const WHAT: &str = "moves, minutes and an increment";
    let words: Vec<&str> = text.split_whitespace().collect();
    let [moves, base, increment] = words.as_slice() else { return Err(bad(text, WHAT)) };
    let (minutes, rest) = base.split_once(':').unwrap_or((base, "0"));
    let minutes = seconds(minutes).map_err(|_| bad(text, WHAT))?;
    let base = minutes.saturating_mul(60) + seconds(rest).map_err(|_| bad(text, WHAT))?;
    let base = base.min(Duration::from_secs_f64(LONGEST));
    Ok(XboardCommand::Level { moves: number(moves, WHAT)?, base, increment: seconds(increment)? })
}

/// `[PPN] [q]`, and whatever follows.
fn holding(text: &str) -> Result<XboardCommand, XboardCommandError> {
    const WHAT: &str = "two lists of pieces in brackets";
    let mut rest = text;
    let mut hands = [Hand::EMPTY; 2];
    for hand in &mut hands {
        let inside = rest.trim_start().strip_prefix('[').and_then(|list| list.split_once(']'));
        let Some((pieces, after)) = inside else { return Err(bad(text, WHAT)) };
        rest = after;
        for letter in pieces.chars().filter(|letter| !letter.is_whitespace()) {
            let role = Role::from_letter(letter)
                .filter(|role| Role::DROPPABLE.contains(role))
                .ok_or_else(|| bad(text, "two lists of pieces that can be held"))?;
            let count = hand.count(role) + 1;
            if count > Hand::MOST / 2 {
                return Err(bad(text, "a hand that two boards could fill"));
            }
            *hand = hand.with(role, count);
        }
    }
    Ok(XboardCommand::Holding(hands))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_holding_is_read() {
        let hand = |pieces: &[(Role, u8)]| {
            pieces.iter().fold(Hand::EMPTY, |hand, &(role, count)| hand.with(role, count))
        };
        let rich = hand(&[(Role::Pawn, 3), (Role::Rook, 1), (Role::Queen, 1)]);
        let rook = hand(&[(Role::Rook, 1)]);
        for (line, hands) in [
            ("holding [PPPRQ] [] ", [rich, Hand::EMPTY]),
            ("holding [PPPRQ] [R] BR", [rich, rook]),
            ("holding [PPPRQ][r]", [rich, rook]),
            ("holding  [qrppp]  [R]  W", [rich, rook]),
            ("holding [] []", [Hand::EMPTY; 2]),
            ("holding [ P P P R Q ] [R] WP garbage", [rich, rook]),
        ] {
            assert_eq!(XboardCommand::parse(line), Ok(XboardCommand::Holding(hands)), "{line}");
        }
        let many = format!("holding [{}] []", "P".repeat(99));
        for line in
            ["holding", "holding []", "holding [K] []", "holding [x] []", "holding [P [P]", &many]
        {
            assert!(XboardCommand::parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn clocks_and_levels() {
        let level = |line: &str| match XboardCommand::parse(line) {
            Ok(XboardCommand::Level { moves, base, increment }) => {
                Some((moves, base.as_secs(), increment.as_millis()))
            }
            _ => None,
        };
        assert_eq!(level("level 40 5 0"), Some((40, 300, 0)));
        assert_eq!(level("level 0 0:30 0.5"), Some((0, 30, 500)));
        assert_eq!(level("level 0 2 12"), Some((0, 120, 12_000)));
        for line in [
            "level",
            "level 40 5",
            "level x 5 0",
            "level 0 -5 0",
            "level 0 5 nan",
            "level 0 inf:1 0 0",
        ] {
            assert_eq!(level(line), None, "{line}");
        }
        assert_eq!(XboardCommand::parse("time -40"), Ok(XboardCommand::Time(Duration::ZERO)));
        assert_eq!(
            XboardCommand::parse("time 150"),
            Ok(XboardCommand::Time(Duration::from_millis(1500)))
        );
        assert!(
            XboardCommand::parse("time soon").is_err() && XboardCommand::parse("st -1").is_err()
        );
    }

    #[test]
    fn names_bells_and_bare_moves() {
        assert_eq!(
            XboardCommand::parse("partner \u{7}mann\r\n"),
            Ok(XboardCommand::Partner(Some("mann".into())))
        );
        assert_eq!(XboardCommand::parse("partner"), Ok(XboardCommand::Partner(None)));
        for mv in ["e2e4", "P@e4", "p@e4", "e7e8q", "O-O"] {
            assert_eq!(XboardCommand::parse(mv), Ok(XboardCommand::Move(mv.into())));
        }
        assert_eq!(XboardCommand::parse("flurb"), Err(XboardCommandError::Unknown));
        assert_eq!(XboardCommand::parse("e2e4 x"), Err(XboardCommandError::Unknown));
        let option = XboardCommand::SetOption { name: "Clear Hash".into(), value: None };
        assert_eq!(XboardCommand::parse("option Clear Hash"), Ok(option));
        assert_eq!(XboardCommand::parse("ics -"), Ok(XboardCommand::Server(None)));
    }
}
