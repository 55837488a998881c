//! A game from any text that tells one: BPGN, PGN, the PGN of three and four players, or a FEN.

use crate::game::catalogue::{BuiltIn, Variant};
use crate::game::table::Table;
use crate::notation::{bpgn, pgn};

/// A game that was read, checked move by move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameRecord {
    /// The game.
    pub variant: Variant,
    /// Names and values, in order.
    pub tags: Vec<(String, String)>,
    /// The start, if it is not the usual one.
    pub fen: Option<String>,
    /// The moves in UCI, in order of play; on two boards with their board's digit.
    pub moves: Vec<String>,
    /// The mover's clock after each move, in ms, where it is told.
    pub clocks: Vec<Option<i64>>,
    /// What stands after each move.
    pub comments: Vec<Vec<String>>,
    /// As the record has it.
    pub result: String,
    /// Why the rest of the moves could not be read, if there is a rest.
    pub broken: Option<String>,
}

/// Why no game can be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum GameRecordError {
    #[error("there is nothing to read")]
    Empty,
    #[error("{0}")]
    Bpgn(#[from] bpgn::BpgnError),
    #[error("{0}")]
    Pgn(#[from] pgn::PgnError),
    #[error("the record is of a game that Kralle does not know: {0}")]
    Variant(String),
    #[error("the start cannot be set up: {0}")]
    Start(String),
}

/// Reads all games of a text. A record without a tag `Variant`, and a FEN, is of the game
/// `hint`.
///
/// # Errors
/// If no game can be read. A game with a move that cannot be played is read up to there, and
/// says so.
///
/// # Examples
/// ```
/// use kralle::Variant;
/// use kralle::tools::record;
///
/// let text = "[WhiteA \"a\"]\n[BlackA \"b\"]\n[WhiteB \"c\"]\n[BlackB \"d\"]\n\n\
///             1A. e4{60} 1B. d4{60} 1a. d5{59} 2A. exd5{58} *";
/// let games = record::read(text, &Variant::find("bughouse")?)?;
/// assert_eq!(games[0].moves, ["1e2e4", "2d2d4", "1d7d5", "1e4d5"]);
/// assert_eq!(games[0].clocks[3], Some(58_000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str, hint: &Variant) -> Result<Vec<GameRecord>, GameRecordError> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(GameRecordError::Empty);
    }
    if !text.starts_with('[') && looks_like_fen(text) {
        return Ok(vec![from_fen(text, hint)?]);
    }
    if text.contains("[WhiteA ") || text.contains("[BlackB ") {
        bpgn::read(text)?.iter().map(|game| from_bpgn(game, hint)).collect()
    } else {
        pgn::read(text)?.iter().map(|game| from_pgn(game, hint)).collect()
    }
}

/// Is this a position and not a list of moves? Positions have ranks, divided by strokes.
fn looks_like_fen(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|word| word.matches('/').count() >= 7)
}

fn from_fen(text: &str, hint: &Variant) -> Result<GameRecord, GameRecordError> {
    let is_pair = hint.board_rules().is_some_and(|rules| rules.is_one_of_two());
    let variant =
        if text.contains('|') && !is_pair { BuiltIn::Bughouse.into() } else { hint.clone() };
    let fen = text.split_whitespace().collect::<Vec<_>>().join(" ");
    set_up(&variant, Some(&fen))?;
    Ok(GameRecord { variant, fen: Some(fen), ..GameRecord::default() })
}

fn set_up(variant: &Variant, fen: Option<&str>) -> Result<Box<dyn Table>, GameRecordError> {
    let table = fen.map_or_else(|| variant.start(), |fen| variant.set_up(fen));
    table.map_err(|error| GameRecordError::Start(error.to_string()))
}

/// The game that a tag names; servers have names of their own.
fn variant_of(tag: Option<&str>, hint: &Variant) -> Result<Variant, GameRecordError> {
    let Some(name) = tag.map(str::trim).filter(|name| !name.is_empty()) else {
        return Ok(hint.clone());
    };
    let known = name.to_ascii_lowercase();
    match known.as_str() {
        "standard" | "from position" | "normal" => Ok(BuiltIn::Chess.into()),
        _ => Variant::find(&known).map_err(|_| GameRecordError::Variant(name.into())),
    }
}

/// A game that is being played through.
struct Replay {
    table: Box<dyn Table>,
    record: GameRecord,
}

impl Replay {
    /// Plays a move in SAN; once one could not be played, no more are.
    fn play(&mut self, board: usize, san: &str, clock: Option<i64>, comments: &[String]) {
        if self.record.broken.is_some() {
            return;
        }
        let ply = self.record.moves.len() + 1;
        let table = &mut self.table;
        let text = table.read_san(board, san).filter(|_| table.on_move(board).is_some());
        let played =
            text.zip(table.on_move(board)).and_then(|(text, seat)| table.play(seat, &text).ok());
        match played {
            None => {
                let reason =
                    if table.on_move(board).is_some() { "not legal" } else { "after the end" };
                self.record.broken = Some(format!("move {ply}, `{san}`, is {reason}"));
            }
            Some(played) => {
                let digit = matches!(table.position(), crate::game::table::AnyPosition::Pair(_));
                let digit = if digit { (board + 1).to_string() } else { String::new() };
                self.record.moves.push(digit + &played.text);
                self.record.clocks.push(clock);
                self.record.comments.push(comments.to_vec());
            }
        }
    }
}

fn from_bpgn(game: &bpgn::BpgnGame, hint: &Variant) -> Result<GameRecord, GameRecordError> {
    let is_pair = hint.board_rules().is_some_and(|rules| rules.is_one_of_two());
    let hint = if is_pair { hint.clone() } else { BuiltIn::Bughouse.into() };
    let variant = variant_of(game.tag("Variant"), &hint)?;
    let start = game.start().map_err(|error| GameRecordError::Start(error.to_string()))?;
    let fen = start.map(|start| start.to_string());
    let record = GameRecord {
        fen: fen.clone(),
        tags: game.tags.clone(),
        result: game.winner().text().into(),
        variant,
        ..GameRecord::default()
    };
    let mut replay = Replay { table: set_up(&record.variant, fen.as_deref())?, record };
    for mv in &game.moves {
        let clock = mv.clock.map(|clock| match clock {
            bpgn::BpgnClock::Left(millis) | bpgn::BpgnClock::Since(millis) => millis,
        });
        replay.play(mv.board, &mv.san, clock, &mv.comments);
    }
    Ok(replay.record)
}

fn from_pgn(game: &pgn::Read, hint: &Variant) -> Result<GameRecord, GameRecordError> {
    let variant = variant_of(game.tag("Variant"), hint)?;
    let record = GameRecord {
        fen: game.tag("FEN").map(String::from),
        tags: game.tags.clone(),
        result: game.result.clone(),
        variant,
        ..GameRecord::default()
    };
    let mut replay = Replay { table: set_up(&record.variant, record.fen.as_deref())?, record };
    for san in &game.moves {
        replay.play(0, san, None, &[]);
    }
    Ok(replay.record)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chess() -> Variant {
        BuiltIn::Chess.into()
    }

    #[test]
    fn a_broken_record_is_read_as_far_as_it_goes_and_says_where_it_breaks() {
        let text = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e9 *";
        let game = read(text, &chess()).unwrap().remove(0);
        assert_eq!((game.variant.name(), game.moves.len()), ("crazyhouse", 4));
        assert_eq!(game.broken.as_deref(), Some("move 5, `P@e9`, is not legal"));
    }

    #[test]
    fn what_is_no_game_is_refused_with_the_reason() {
        let error = |text: &str| read(text, &chess()).unwrap_err().to_string();
        assert_eq!(error("  "), "there is nothing to read");
        assert!(error("[Variant \"Halma\"]\n\n1. e4 *").contains("Halma"));
        assert!(error("8/8/8/8/8/8/8/8 w - - 0 1").starts_with("the start cannot be set up"));
        let pair = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
        assert_eq!(read(pair, &chess()).unwrap()[0].variant.name(), "bughouse");
    }
}
