//! Games of two boards that a server tells as two games, one for each board. What one half
//! tells comes as PGN with clocks, or as the server's own JSON with moves in TCN, two letters
//! a move. The clocks say in which order the moves were made.

use serde_json::Value;

use super::replay::{RawPly, Replay, clock_in};
use super::{RecordedGame, time_control};
use crate::game::catalogue::{BuiltIn, Variant};
use crate::game::table::{GameKind, TableError};
use crate::notation::pgn;

/// Why halves are no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum JoinError {
    #[error("this is one of two boards: give the file of the other board, too")]
    Alone,
    #[error("a half of a game of two boards is one game of such a kind, in PGN or JSON")]
    NoHalf,
    #[error("the halves are of different games: {0} and {1}")]
    Different(String, String),
    #[error("move {0} of board {1} has no clock: nobody knows in which order the boards moved")]
    NoClock(usize, usize),
    #[error("this is no JSON of a game: {0}")]
    Json(String),
    #[error("letters {0} and {1} of the moves, `{2}`, are no move")]
    Tcn(usize, usize, String),
    #[error("the server tells of a game that Kralle does not know: {0}")]
    Variant(String),
    #[error("the start cannot be set up: {0}")]
    Start(#[from] TableError),
}

/// What is told of one board.
pub struct Half {
    variant: Variant,
    tags: Vec<(String, String)>,
    fen: Option<String>,
    /// In SAN or UCI.
    moves: Vec<String>,
    /// The mover's clock after each move, in ms.
    clocks: Vec<Option<i64>>,
    result: String,
}

impl Half {
    /// A half in PGN.
    pub fn of_pgn(game: &pgn::Read) -> Self {
        let variant =
            game.tag("Variant").and_then(|name| Variant::find(&name.to_ascii_lowercase()).ok());
        let clock = |comments: &Vec<String>| comments.iter().find_map(|text| clock_in(text));
        Self {
            variant: variant.unwrap_or_else(|| BuiltIn::Bughouse.into()),
            tags: game.tags.clone(),
            fen: game.tag("FEN").map(str::to_owned),
            moves: game.moves.clone(),
            clocks: game.comments.iter().map(clock).collect(),
            result: if game.result.is_empty() { "*".into() } else { game.result.clone() },
        }
    }

    fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    fn is_of_two(&self) -> bool {
        GameKind::new(self.variant.clone()).is_pair()
    }

    /// When each move was made, in ms since both boards began.
    fn times(&self, board: usize, (base, increment): (i64, i64)) -> Result<Vec<i64>, JoinError> {
        let mut left = [base; 2];
        let mut times = Vec::with_capacity(self.moves.len());
        for (ply, clock) in self.clocks.iter().enumerate() {
            let clock = clock.ok_or(JoinError::NoClock(ply + 1, board + 1))?;
            // An increment is no time that has passed.
            left[ply % 2] = clock - increment * (ply as i64 / 2 + 1);
            times.push(2 * base - left[0] - left[1]);
        }
        Ok(times)
    }
}

/// What each player begins with, and gets for a move, in ms. Where nobody says, the most that a
/// clock shows.
fn control(halves: &[Half; 2]) -> (i64, i64) {
    let told = halves.iter().find_map(|half| time_control(half.tag("TimeControl")?));
    let clocks = halves.iter().flat_map(|half| half.clocks.iter().flatten());
    told.unwrap_or_else(|| (clocks.copied().max().unwrap_or(0), 0))
}

/// One board as a game of its own.
///
/// # Errors
/// If it is one of two, or cannot be set up.
pub fn alone(half: Half) -> Result<RecordedGame, JoinError> {
    if half.is_of_two() {
        return Err(JoinError::Alone);
    }
    let game = RecordedGame {
        tags: half.tags.clone(),
        fen: half.fen.clone(),
        result: half.result.clone(),
        ..RecordedGame::new(GameKind::new(half.variant.clone()))
    };
    let mut replay = Replay::new(game)?;
    for (text, &clock) in half.moves.iter().zip(&half.clocks) {
        replay.play(0, text, RawPly { clock, comments: Vec::new() });
    }
    Ok(replay.finish())
}

/// A game of two boards from the texts of its halves, board 1 first.
///
/// # Errors
/// If a text is no half, or does not tell its clocks.
pub fn join(texts: [&str; 2]) -> Result<RecordedGame, JoinError> {
    let [first, second] = texts.map(half_of);
    join_halves([first?, second?])
}

/// A game of two boards from its halves, board 1 first.
///
/// # Errors
/// If they do not tell their clocks, or are of different games.
pub fn join_halves(halves: [Half; 2]) -> Result<RecordedGame, JoinError> {
    if halves[0].variant != halves[1].variant {
        let [one, other] = halves.map(|half| half.variant.name().to_owned());
        return Err(JoinError::Different(one, other));
    }
    let control = control(&halves);
    let times = [halves[0].times(0, control)?, halves[1].times(1, control)?];
    let game = RecordedGame {
        tags: joined_tags(&halves),
        fen: joined_start(&halves),
        result: halves[0].result.clone(),
        ..RecordedGame::new(GameKind::new(halves[0].variant.clone()))
    };
    let mut replay = Replay::new(game)?;
    let mut next = [0; 2];
    loop {
        let time = |board: usize| times[board].get(next[board]).copied();
        let board = match (time(0), time(1)) {
            (None, None) => break,
            (Some(_), None) => 0,
            (None, Some(_)) => 1,
            (Some(one), Some(other)) => {
                let earlier = usize::from(other < one);
                // Clocks of servers are rounded: a piece is not dropped before it is taken.
                let legal =
                    |board: usize| replay.can_play(board, &halves[board].moves[next[board]]);
                if legal(earlier) || !legal(1 - earlier) { earlier } else { 1 - earlier }
            }
        };
        let (half, at) = (&halves[board], next[board]);
        let raw = RawPly { clock: half.clocks[at], comments: Vec::new() };
        replay.play(board, &half.moves[at], raw);
        next[board] += 1;
    }
    Ok(replay.finish())
}

fn half_of(text: &str) -> Result<Half, JoinError> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let half = if text.starts_with('{') {
        from_server(text)?
    } else {
        match &pgn::read(text).map_err(|_| JoinError::NoHalf)?[..] {
            [game] if !game.moves.is_empty() => Half::of_pgn(game),
            _ => return Err(JoinError::NoHalf),
        }
    };
    if half.is_of_two() { Ok(half) } else { Err(JoinError::NoHalf) }
}

fn joined_tags(halves: &[Half; 2]) -> Vec<(String, String)> {
    let shared =
        ["Event", "Site", "Date", "Round", "UTCDate", "UTCTime", "TimeControl", "Termination"];
    let mut tags: Vec<(String, String)> = Vec::new();
    for name in shared {
        tags.extend(halves[0].tag(name).map(|value| (name.to_owned(), value.to_owned())));
    }
    for (half, letter) in halves.iter().zip(['A', 'B']) {
        for name in ["White", "Black"] {
            for (from, to) in [
                (name.to_owned(), format!("{name}{letter}")),
                (format!("{name}Elo"), format!("{name}{letter}Elo")),
            ] {
                tags.extend(half.tag(&from).map(|value| (to, value.to_owned())));
            }
        }
    }
    tags
}

fn joined_start(halves: &[Half; 2]) -> Option<String> {
    const USUAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    let [one, other] = halves.each_ref().map(|half| half.fen.as_deref());
    (one.is_some() || other.is_some())
        .then(|| format!("{} | {}", one.unwrap_or(USUAL), other.unwrap_or(USUAL)))
}

/// Does a server speak here?
pub fn is_server_game(text: &str) -> bool {
    text.contains("\"moveList\"") || text.contains("\"tcn\"")
}

/// What chess.com tells of a game: of one that it shows, or of one in its archive.
///
/// # Errors
/// If this is no such thing.
pub fn from_server(text: &str) -> Result<Half, JoinError> {
    let json: Value =
        serde_json::from_str(text).map_err(|error| JoinError::Json(error.to_string()))?;
    let game = json.get("game").unwrap_or(&json);
    let word = |name: &str| game.get(name).and_then(Value::as_str);
    let tcn = word("moveList").or_else(|| word("tcn"));
    let tcn = tcn.ok_or_else(|| JoinError::Json("it has no `moveList` and no `tcn`".into()))?;
    let mut tags = Vec::new();
    for (name, value) in game.get("pgnHeaders").and_then(Value::as_object).into_iter().flatten() {
        if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return Err(JoinError::Json(format!("`{name}` is no name of a tag")));
        }
        let value = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => continue,
        };
        tags.push((name.clone(), value));
    }
    let headers = tags.clone();
    let header =
        |name: &str| headers.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.clone());
    let tenths = |name: &str| game.get(name).and_then(Value::as_i64);
    if let (Some(base), None) = (tenths("baseTime1"), header("TimeControl")) {
        let seconds = |tenths: i64| tenths as f64 / 10.0;
        let increment = tenths("timeIncrement1").unwrap_or(0);
        tags.push(("TimeControl".into(), format!("{}+{}", seconds(base), seconds(increment))));
    }
    let name = word("type").or_else(|| word("rules")).map(str::to_owned);
    let name = header("Variant")
        .or(name)
        .unwrap_or_else(|| BuiltIn::Chess.name().into())
        .to_ascii_lowercase();
    let variant = Variant::find(&name).map_err(|_| JoinError::Variant(name))?;
    // The server counts tenths of a second.
    let stamps = word("moveTimestamps").unwrap_or_default().split(',');
    let clocks = stamps.map(|text| text.trim().parse::<i64>().ok().map(|tenths| tenths * 100));
    let moves = tcn_moves(tcn)?;
    let mut clocks: Vec<Option<i64>> = clocks.take(moves.len()).collect();
    clocks.resize(moves.len(), None);
    let fen = word("initialSetup").or_else(|| word("initial_setup")).map(str::to_owned);
    let fen = fen.or_else(|| header("FEN")).filter(|fen| !fen.is_empty() && !is_usual(fen));
    let result = header("Result").unwrap_or_else(|| "*".into());
    let own = ["FEN", "SetUp", "Result", "Variant"];
    tags.retain(|(name, _)| !own.contains(&name.as_str()));
    Ok(Half { variant, tags, fen, moves, clocks, result })
}

fn is_usual(fen: &str) -> bool {
    fen.starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
}

/// TCN: two letters a move, each the number of a square from a1 to h8. A second letter beyond
/// the squares is a promotion, by piece and direction; a first one, a drop.
fn tcn_moves(text: &str) -> Result<Vec<String>, JoinError> {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?\
                             {~}(^)[_]@#$,./&-*++=";
    const PROMOTED: &[u8] = b"qnrb";
    const DROPPED: &[u8] = b"QNRBKP";
    /// Letters of drops begin here.
    const FIRST_DROP: usize = 79;
    let number = |letter: u8| LETTERS.iter().position(|&known| known == letter);
    let square = |index: usize| {
        (index < 64).then(|| format!("{}{}", char::from(b'a' + (index % 8) as u8), index / 8 + 1))
    };
    let read = |pair: &[u8]| {
        let &[first, second] = pair else { return None };
        let (first, second) = (number(first)?, number(second)?);
        if let Some(role) = first.checked_sub(FIRST_DROP).and_then(|index| DROPPED.get(index)) {
            return Some(format!("{}@{}", char::from(*role), square(second)?));
        }
        if second < 64 {
            return Some(square(first)? + &square(second)?);
        }
        // Left, straight on or right, for each piece in turn.
        let (role, side) = (PROMOTED.get((second - 64) / 3)?, (second - 64) % 3);
        let to = if first < 16 { first.checked_sub(8) } else { Some(first + 8) };
        let to = (to? + side).checked_sub(1)?;
        Some(format!("{}{}{}", square(first)?, square(to)?, char::from(*role)))
    };
    let pairs = text.as_bytes().chunks(2).enumerate();
    pairs
        .map(|(index, pair)| {
            read(pair).ok_or_else(|| {
                let shown = String::from_utf8_lossy(pair).into_owned();
                JoinError::Tcn(2 * index + 1, 2 * index + 2, shown)
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_in_two_letters_are_read() {
        assert_eq!(tcn_moves("mC0Kgv").unwrap(), ["e2e4", "e7e5", "g1f3"]);
        // Promotions from h7 and a2, straight on; drops of a pawn and a knight.
        let [white, black] = [tcn_moves("3~").unwrap(), tcn_moves("i~").unwrap()];
        assert_eq!((white[0].as_str(), black[0].as_str()), ("h7h8q", "a2a1q"));
        assert_eq!(tcn_moves("=C").unwrap(), ["P@e4"]);
        assert_eq!(tcn_moves("-v").unwrap(), ["N@f3"]);
        for bad in ["m", "m\u{20ac}", "==", "a=", "  "] {
            assert!(tcn_moves(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn two_halves_become_a_game_in_the_order_of_their_clocks() {
        let half = |white: &str, black: &str, moves: &str| {
            format!(
                "[White \"{white}\"]\n[Black \"{black}\"]\n[Variant \"Bughouse\"]\n\
                 [TimeControl \"180\"]\n[Result \"1-0\"]\n\n{moves} 1-0"
            )
        };
        let one = half(
            "a",
            "b",
            "1. e4 {[%clk 0:02:59]} d5 {[%clk 0:02:58]} \
             2. exd5 {[%clk 0:02:57]} Qxd5 {[%clk 0:02:50]}",
        );
        let other = half(
            "c",
            "d",
            "1. d4 {[%clk 0:02:59.5]} e5 {[%clk 0:02:57]} \
             2. dxe5 {[%clk 0:02:58]} P@d3 {[%clk 0:02:56.9]}",
        );
        let game = join([&one, &other]).unwrap();
        let sans: Vec<String> = game
            .plies
            .iter()
            .map(|ply| format!("{}{}", ply.played.board + 1, ply.played.san))
            .collect();
        // The pawn taken on board 1 after five seconds is dropped on board 2 after them.
        assert_eq!(sans, ["2d4", "1e4", "1d5", "2e5", "1exd5", "2dxe5", "2P@d3", "1Qxd5"]);
        assert_eq!((game.tag("WhiteA"), game.tag("BlackB")), (Some("a"), Some("d")));
        assert_eq!((game.result.as_str(), game.broken), ("1-0", None));
    }

    #[test]
    fn a_server_tells_halves_in_its_own_form() {
        let half = |white: &str, moves: &str, stamps: &str| {
            format!(
                "{{\"game\":{{\"type\":\"bughouse\",\"moveList\":\"{moves}\",\
                 \"moveTimestamps\":\"{stamps}\",\"pgnHeaders\":{{\"White\":\"{white}\",\
                 \"Result\":\"*\",\"WhiteElo\":1500}}}}}}"
            )
        };
        let (one, other) = (half("a", "mC0K", "1790,1780"), half("c", "lB", "1795"));
        let game = join([&one, &other]).unwrap();
        assert_eq!(game.plies.len(), 3);
        assert_eq!((game.plies[0].played.board, game.plies[0].clock), (1, Some(179_500)));
        assert_eq!(game.tag("WhiteAElo"), Some("1500"));
        let error = |one: &str, other: &str| join([one, other]).unwrap_err().to_string();
        assert!(error(&half("a", "m", "1"), &other).contains("are no move"));
        let timeless = half("a", "mC0K", "1790");
        assert!(error(&timeless, &other).starts_with("move 2 of board 1 has no clock"));
        assert!(error("{}", "1. e4 *").contains("moveList"));
        let chess = half("a", "mC0K", "").replace(BuiltIn::Bughouse.name(), BuiltIn::Chess.name());
        assert_eq!(alone(from_server(&chess).unwrap()).unwrap().plies.len(), 2);
    }
}
