//! A game that is played through while it is read.

use super::{RecordedGame, RecordedPly};
use crate::game::table::{Table, TableError};
use crate::notation::clock_to_millis;

/// What stands beside a move in a record.
#[derive(Default)]
pub struct RawPly {
    /// The mover's clock, in ms.
    pub clock: Option<i64>,
    /// Comments, and marks as `$4`.
    pub comments: Vec<String>,
}

/// A game that is being played through.
pub struct Replay {
    /// Where it stands.
    pub table: Box<dyn Table>,
    /// What was played.
    pub game: RecordedGame,
}

impl Replay {
    /// Sets the game up.
    ///
    /// # Errors
    /// If it cannot be set up.
    pub fn new(game: RecordedGame) -> Result<Self, TableError> {
        Ok(Self { table: game.start()?, game })
    }

    /// Plays a move in SAN or UCI; once one could not be played, no more are.
    pub fn play(&mut self, board: usize, text: &str, raw: RawPly) {
        if self.game.broken.is_some() {
            return;
        }
        let ply = self.game.plies.len() + 1;
        let table = &mut self.table;
        let Some(seat) = table.on_move(board) else {
            self.game.broken = Some(format!("move {ply}, `{text}`, is after the end"));
            return;
        };
        let san = table.read_san(board, text);
        match table.play(seat, san.as_deref().unwrap_or(text)) {
            Err(_) => self.game.broken = Some(format!("move {ply}, `{text}`, is not legal")),
            Ok(played) => {
                let plain = text.trim_end_matches(['!', '?']);
                let mut nags: Vec<u8> = mark(&text[plain.len()..]).into_iter().collect();
                let mut comments = Vec::new();
                for comment in raw.comments {
                    match mark(&comment) {
                        Some(nag) => nags.push(nag),
                        None => comments.push(comment),
                    }
                }
                let (clock, variation) = (raw.clock, Vec::new());
                self.game.plies.push(RecordedPly { played, clock, nags, comments, variation });
            }
        }
    }

    /// Is this the legal move of a board?
    pub fn can_play(&self, board: usize, text: &str) -> bool {
        self.table.on_move(board).is_some()
            && (self.table.read_san(board, text).is_some() || self.table.read(board, text).is_ok())
    }

    /// The game, with the result that the rules give it if the record has none.
    pub fn finish(mut self) -> RecordedGame {
        let verdict = self.table.verdict();
        if self.game.result == "*" && self.game.broken.is_none() && verdict.is_over() {
            self.game.result = verdict.result().into();
        }
        self.game
    }
}

/// `$4`, `??`: a mark's number.
fn mark(text: &str) -> Option<u8> {
    const MARKS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
    match text.strip_prefix('$') {
        Some(number) => number.parse().ok(),
        None => MARKS.iter().position(|&known| known == text).map(|index| index as u8 + 1),
    }
}

/// The clock that a comment tells: `[%clk 0:03:00.5]`.
pub fn clock_in(comment: &str) -> Option<i64> {
    let (_, rest) = comment.split_once("[%clk ")?;
    clock_to_millis(rest.split_once(']')?.0.trim())
}
