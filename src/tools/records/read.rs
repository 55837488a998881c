//! A game from any text that tells one: BPGN, PGN, the PGN of three and four players, a FEN,
//! moves in UCI, or what a server says of a game.

use std::path::Path;

use super::halves::{self, Half, JoinError};
use super::replay::{RawPly, Replay, clock_in};
use super::{RecordedGame, time_control};
use crate::game::catalogue::{BuiltIn, Variant};
use crate::game::table::{GameKind, TableError};
use crate::notation::bpgn::{self, BpgnClock};
use crate::notation::{PairFenError, pgn};

/// Why no game can be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum GameTextError {
    #[error("there is nothing to read")]
    Empty,
    #[error("{0}")]
    Bpgn(#[from] bpgn::BpgnError),
    #[error("{0}")]
    Pgn(#[from] pgn::PgnError),
    #[error("{0}")]
    Half(#[from] JoinError),
    #[error("the record is of a game that Kralle does not know: {0}")]
    Variant(String),
    #[error("the start cannot be set up: {0}")]
    Start(#[from] TableError),
    #[error("the start cannot be set up: {0}")]
    PairStart(#[from] PairFenError),
    #[error("`{0}` cannot be read: {1}")]
    File(String, String),
    #[error("`{0}` is longer than {1} MiB")]
    TooLong(String, u64),
}

/// No longer file is read.
const LONGEST_FILE: u64 = 64 << 20;

/// The text of a file, or of standard input for `-`.
///
/// # Errors
/// If it cannot be read, or is too long.
pub fn read_file(path: &Path) -> Result<String, GameTextError> {
    use std::io::Read;
    let name = || path.display().to_string();
    let failed = |error: std::io::Error| GameTextError::File(name(), error.to_string());
    let mut bytes = Vec::new();
    let limit = LONGEST_FILE + 1;
    if path == Path::new("-") {
        std::io::stdin().take(limit).read_to_end(&mut bytes).map_err(failed)?;
    } else {
        std::fs::File::open(path)
            .map_err(failed)?
            .take(limit)
            .read_to_end(&mut bytes)
            .map_err(failed)?;
    }
    if bytes.len() as u64 > LONGEST_FILE {
        return Err(GameTextError::TooLong(name(), LONGEST_FILE >> 20));
    }
    Ok(bpgn::decode(&bytes).into_owned())
}

/// Reads all games of a text. A record without a tag `Variant`, and a FEN, is of the game
/// `hint`.
///
/// # Errors
/// If no game can be read. A game with a move that cannot be played, and a text that breaks
/// off, is read up to there, and says so.
///
/// # Examples
/// ```
/// use kralle::Variant;
/// use kralle::tools::records;
///
/// let text = "[WhiteA \"a\"]\n[BlackA \"b\"]\n[WhiteB \"c\"]\n[BlackB \"d\"]\n\n\
///             1A. e4{60} 1B. d4{60} 1a. d5{59} 2A. exd5{58} *";
/// let game = records::read(text, &Variant::find("bughouse")?)?.remove(0);
/// let last = &game.plies[3];
/// assert_eq!((game.uci(&last.played).as_str(), last.clock), ("1e4d5", Some(58_000)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str, hint: &Variant) -> Result<Vec<RecordedGame>, GameTextError> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let first = text.split_whitespace().next().ok_or(GameTextError::Empty)?;
    if text.starts_with('{') && halves::is_server_game(text) {
        return Ok(vec![halves::alone(halves::from_server(text)?)?]);
    }
    if matches!(first, "position" | "startpos" | "fen") || looks_like_fen(first) {
        return Ok(vec![from_position(text, hint)?]);
    }
    if text.contains("[WhiteA ") || text.contains("[BlackB ") || has_board_letters(text) {
        let (games, rest) = as_far_as(text, bpgn::read, |error| (error.line, error.column))?;
        let games = games.iter().map(|game| from_bpgn(game, hint)).collect();
        return with_rest(games, rest);
    }
    let (games, rest) = as_far_as(text, pgn::read, |error| (error.line, error.column))?;
    if games.is_empty() {
        return Err(GameTextError::Empty);
    }
    with_rest(from_pgns(&games, hint), rest)
}

/// The game that a text is of which does not say: bughouse where there are two boards,
/// crazyhouse where a position has hands, chess otherwise.
pub fn usual_variant(text: &str) -> Variant {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let start: Vec<&str> = text.split_whitespace().take(4).collect();
    let is_position = start.iter().any(|word| *word == "startpos" || looks_like_fen(word));
    let line = text.lines().next().unwrap_or_default();
    let has_boards = line.contains('|')
        || line.split_once(" moves ").is_some_and(|(_, moves)| moves.starts_with(['1', '2']));
    match is_position {
        true if has_boards => BuiltIn::Bughouse.into(),
        true if line.contains('[') => BuiltIn::Crazyhouse.into(),
        _ => BuiltIn::Chess.into(),
    }
}

/// Reads a text up to its first fault; then the fault, too.
///
/// # Errors
/// If nothing stands before the fault.
fn as_far_as<T, E: std::fmt::Display>(
    text: &str,
    read: impl Fn(&str) -> Result<Vec<T>, E>,
    place: impl Fn(&E) -> (usize, usize),
) -> Result<(Vec<T>, Option<String>), E> {
    let error = match read(text) {
        Ok(games) => return Ok((games, None)),
        Err(error) => error,
    };
    let (line, column) = place(&error);
    let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let within: usize = text[start..].chars().take(column - 1).map(char::len_utf8).sum();
    match read(text[..start + within].trim_end()) {
        Ok(games) if !games.is_empty() => Ok((games, Some(error.to_string()))),
        _ => Err(error),
    }
}

/// The fault belongs to the last game.
fn with_rest(
    games: Result<Vec<RecordedGame>, GameTextError>,
    rest: Option<String>,
) -> Result<Vec<RecordedGame>, GameTextError> {
    let mut games = games?;
    if let (Some(last), Some(rest)) = (games.last_mut(), rest) {
        last.broken.get_or_insert(rest);
    }
    Ok(games)
}

/// Is this the beginning of a position? Positions have ranks, divided by strokes.
fn looks_like_fen(word: &str) -> bool {
    word.matches('/').count() >= 7
}

/// Do moves have numbers as `1A.`?
fn has_board_letters(text: &str) -> bool {
    text.split_whitespace().any(|word| {
        let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        rest.len() < word.len() && ["A.", "a.", "B.", "b."].iter().any(|end| rest.starts_with(end))
    })
}

/// `startpos moves ...`, `fen ... moves ...`, or a FEN alone.
fn from_position(text: &str, hint: &Variant) -> Result<RecordedGame, GameTextError> {
    let words: Vec<&str> = text.split_whitespace().filter(|&word| word != "position").collect();
    let at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, moves) = (&words[..at], words.get(at + 1..).unwrap_or_default());
    let fen = match start.split_first() {
        Some((&"startpos", _)) => None,
        Some((&"fen", rest)) => Some(rest.join(" ")),
        _ => Some(start.join(" ")),
    };
    let is_pair = hint.board_rules().is_some_and(|rules| rules.is_one_of_two());
    let two = fen.as_deref().is_some_and(|fen| fen.contains('|'));
    let variant = if two && !is_pair { BuiltIn::Bughouse.into() } else { hint.clone() };
    let mut replay =
        Replay::new(RecordedGame { fen, ..RecordedGame::new(GameKind::new(variant)) })?;
    for text in moves {
        let board = usize::from(replay.game.kind.is_pair() && text.starts_with('2'));
        replay.play(board, text, RawPly::default());
    }
    Ok(replay.finish())
}

/// The game that a tag names; servers have names of their own.
fn kind_of(tag: Option<&str>, hint: &Variant) -> Result<GameKind, GameTextError> {
    let Some(name) = tag.map(str::trim).filter(|name| !name.is_empty()) else {
        return Ok(GameKind::new(hint.clone()));
    };
    let known = name.to_ascii_lowercase();
    let (plain, chess960) = match known.strip_suffix("chess960") {
        Some("") => (BuiltIn::Chess.name(), true),
        Some(rest) => (rest.trim(), true),
        None => (known.as_str(), false),
    };
    let variant = match plain {
        "standard" | "from position" | "normal" => BuiltIn::Chess.into(),
        _ => Variant::find(plain).map_err(|_| GameTextError::Variant(name.into()))?,
    };
    Ok(GameKind { chess960, ..GameKind::new(variant) })
}

/// Tags that the fields of a game tell.
const TOLD: [&str; 5] = ["Result", "FEN", "SetUp", "Setup", "Variant"];

fn other_tags(tags: &[(String, String)]) -> Vec<(String, String)> {
    tags.iter().filter(|(name, _)| !TOLD.contains(&name.as_str())).cloned().collect()
}

fn from_bpgn(game: &bpgn::BpgnGame, hint: &Variant) -> Result<RecordedGame, GameTextError> {
    let is_pair = hint.board_rules().is_some_and(|rules| rules.is_one_of_two());
    let hint = if is_pair { hint.clone() } else { BuiltIn::Bughouse.into() };
    let start = game.start()?;
    let mut replay = Replay::new(RecordedGame {
        tags: other_tags(&game.tags),
        fen: start.map(|start| start.to_string()),
        intro: game.intro.clone(),
        ending: game.ending.clone(),
        result: game.winner().text().into(),
        ..RecordedGame::new(kind_of(game.tag("Variant"), &hint)?)
    })?;
    let mut since = SinceStart::new(game.tag("TimeControl"));
    for mv in &game.moves {
        let seat = replay.table.on_move(mv.board);
        let clock = mv.clock.and_then(|clock| match clock {
            BpgnClock::Left(millis) => Some(millis),
            BpgnClock::Since(millis) => since.left(mv.board, seat?, millis),
        });
        replay.play(mv.board, &mv.san, RawPly { clock, comments: mv.comments.clone() });
    }
    Ok(replay.finish())
}

/// Clocks, where a record tells the time since the start.
struct SinceStart {
    /// What each player begins with, and gets for a move.
    control: Option<(i64, i64)>,
    /// When the last move of each board was made.
    last: [i64; 2],
    /// What each seat has used, less what it got.
    used: [i64; 4],
}

impl SinceStart {
    fn new(control: Option<&str>) -> Self {
        Self { control: control.and_then(time_control), last: [0; 2], used: [0; 4] }
    }

    /// What a seat has left after a move at this time.
    fn left(&mut self, board: usize, seat: usize, millis: i64) -> Option<i64> {
        let (base, increment) = self.control?;
        let last = self.last.get_mut(board)?;
        let used = self.used.get_mut(seat)?;
        *used += millis - *last - increment;
        *last = millis;
        Some(base - *used)
    }
}

/// The games of a text; of two boards one follows the other.
fn from_pgns(games: &[pgn::Read], hint: &Variant) -> Result<Vec<RecordedGame>, GameTextError> {
    let (mut read, mut rest) = (Vec::new(), games.iter());
    while let Some(game) = rest.next() {
        let kind = kind_of(game.tag("Variant"), hint)?;
        read.push(if kind.is_pair() {
            let other = rest.next().ok_or(JoinError::Alone)?;
            halves::join_halves([game, other].map(Half::of_pgn))?
        } else {
            from_pgn(game, kind)?
        });
    }
    Ok(read)
}

fn from_pgn(game: &pgn::Read, kind: GameKind) -> Result<RecordedGame, GameTextError> {
    let result = if game.result.is_empty() { "*" } else { &game.result };
    let mut replay = Replay::new(RecordedGame {
        tags: other_tags(&game.tags),
        fen: game.tag("FEN").map(String::from),
        result: result.into(),
        ..RecordedGame::new(kind)
    })?;
    for (san, comments) in game.moves.iter().zip(&game.comments) {
        let clock = comments.iter().find_map(|comment| clock_in(comment));
        let comments = comments.iter().filter_map(|text| without_clock(text)).collect();
        replay.play(0, san, RawPly { clock, comments });
    }
    Ok(replay.finish())
}

/// A comment without the clock in it, if anything is left.
fn without_clock(comment: &str) -> Option<String> {
    let rest = match comment.split_once("[%clk ") {
        Some((before, rest)) if clock_in(comment).is_some() => {
            format!("{before}{}", rest.split_once(']').map_or("", |(_, after)| after))
        }
        _ => comment.to_owned(),
    };
    let rest = rest.trim();
    (!rest.is_empty()).then(|| rest.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chess() -> Variant {
        BuiltIn::Chess.into()
    }

    fn one(text: &str) -> RecordedGame {
        read(text, &chess()).unwrap().remove(0)
    }

    #[test]
    fn a_broken_record_is_read_as_far_as_it_goes_and_says_where_it_breaks() {
        let game = one("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e9 *");
        assert_eq!((game.variant().name(), game.plies.len()), (BuiltIn::Crazyhouse.name(), 4));
        assert_eq!(game.broken.as_deref(), Some("move 5, `P@e9`, is not legal"));
        for (text, plies, what) in [
            ("1. e4 e5 2. Nf3 {no end", 3, "line 1, column 17: a comment or a variation"),
            ("[WhiteA \"a\"]\n\n1A. e4{170} 1B. d4 {16", 2, "line 3, column 20: the comment has"),
            ("[WhiteA \"a\"]\n\n1A. e4{170} 1B.", 1, "line 3, column 13: no move follows"),
        ] {
            let game = one(text);
            assert_eq!(game.plies.len(), plies, "{text}");
            assert!(game.broken.as_ref().unwrap().starts_with(what), "{:?}", game.broken);
        }
    }

    #[test]
    fn what_is_no_game_is_refused_with_the_reason() {
        let error = |text: &str| read(text, &chess()).unwrap_err().to_string();
        assert_eq!(error("  "), "there is nothing to read");
        assert!(error("[Variant \"Halma\"]\n\n1. e4 *").contains("Halma"));
        assert!(error("8/8/8/8/8/8/8/8 w - - 0 1").starts_with("the start cannot be set up"));
        assert!(error("[Variant \"Bughouse\"]\n\n1. e4 *").contains("one of two boards"));
        let pair = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
        assert_eq!(one(pair).variant().name(), BuiltIn::Bughouse.name());
    }

    #[test]
    fn marks_and_clocks_are_taken_out_of_comments() {
        let game = one("1. e4!? { [%eval 0.2] [%clk 0:01:00] } e5 $4 {lost} 1-0");
        let [white, black] = &game.plies[..] else { panic!("{game:?}") };
        assert_eq!((white.clock, &white.nags[..]), (Some(60_000), &[5][..]));
        assert_eq!(white.comments, ["[%eval 0.2]"]);
        assert_eq!((&black.nags[..], &black.comments[..]), (&[4][..], &["lost".to_owned()][..]));
    }

    #[test]
    fn times_since_the_start_become_clocks() {
        let text = "[WhiteA \"a\"]\n[TimeControl \"300\"]\n[Variant \"Bughouse\"]\n\n\
                    1A. e4 {[ts=1.5]} 1B. d4 {[ts=2]} 1a. e5 {[ts=4]} 2A. d4 {[ts=10]}";
        let clocks: Vec<_> = one(text).plies.iter().map(|ply| ply.clock.unwrap()).collect();
        assert_eq!(clocks, [298_500, 298_000, 297_500, 292_500]);
    }

    #[test]
    fn what_a_text_does_not_say_is_guessed_from_its_form() {
        for (text, game) in [
            ("1. e4 *", BuiltIn::Chess),
            ("[Event \"x|y\"]\n\n1. e4 *", BuiltIn::Chess),
            ("startpos moves e2e4", BuiltIn::Chess),
            ("startpos moves 2e2e4", BuiltIn::Bughouse),
            ("4k3/8/8/8/8/8/8/4K3[] w - - 0 1", BuiltIn::Crazyhouse),
            ("fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 4k3/8/8/8/8/8/8/4K3 w - -", BuiltIn::Bughouse),
        ] {
            assert_eq!(usual_variant(text).name(), game.name(), "{text}");
        }
    }

    #[test]
    fn moves_after_a_position_are_a_game() {
        let game = one("position startpos moves e2e4 e7e5");
        assert_eq!((game.plies.len(), game.plies[1].played.san.as_str()), (2, "e5"));
        let bughouse = BuiltIn::Bughouse.into();
        let pair = read("startpos moves 1e2e4 2d2d4 1d7d5", &bughouse).unwrap().remove(0);
        assert_eq!(pair.plies[1].played.board, 1);
        let chess960 =
            one("[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/KR6 w B - 0 1\"]\n\n1. O-O *");
        assert!(chess960.kind.chess960 && chess960.broken.is_none(), "{chess960:?}");
    }
}
