//! What is going on in a run, for spectators outside: the games under way, and the
//! scores of those that have ended.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};

use super::arbiter::Spectator;
use super::archive::GameLine;
use super::clocks::GameClocks;
use super::transcript::MoveRecord;
use crate::game::catalogue::Variant;
use crate::game::table::Table;
use crate::tools::json;

/// Words of a game that are shown.
const MOST_WORDS: usize = 30;

/// The games under way and the results so far.
#[derive(Default)]
pub struct Showcase {
    state: Mutex<ShowcaseState>,
    closed: AtomicBool,
}

#[derive(Default)]
struct ShowcaseState {
    /// Counts changes.
    version: u64,
    games: BTreeMap<u64, Value>,
    /// Of games that have ended, the latest last: players and result.
    ended: Vec<Value>,
}

impl Showcase {
    /// All of it, and a number that changes with it.
    pub fn snapshot(&self) -> (u64, Value) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let games: Vec<&Value> = state.games.values().collect();
        (state.version, json!({ "games": games, "ended": state.ended }))
    }

    /// Nothing changes any more.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Release);
    }

    /// Whether nothing changes any more.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    /// A game has ended.
    pub fn end(&self, game: &GameLine) {
        let line = json!({
            "number": game.game + 1, "names": game.seats, "result": game.result,
            "verdict": game.verdict,
        });
        self.change(|state| {
            state.games.remove(&game.game);
            state.ended.push(line);
        });
    }

    fn change(&self, change: impl FnOnce(&mut ShowcaseState)) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.version += 1;
        change(&mut state);
    }
}

/// Two who look on at one game.
pub struct Both<'a>(pub &'a mut dyn Spectator, pub &'a mut dyn Spectator);

impl Spectator for Both<'_> {
    fn see(&mut self, table: &dyn Table, clocks: &GameClocks, last: Option<&MoveRecord>) {
        self.0.see(table, clocks, last);
        self.1.see(table, clocks, last);
    }

    fn hear(&mut self, seat: &str, text: &str) {
        self.0.hear(seat, text);
        self.1.hear(seat, text);
    }

    fn is_interrupted(&self) -> bool {
        self.0.is_interrupted() || self.1.is_interrupted()
    }
}

/// Shows one game of a run, and stops it when told.
pub struct Exhibitor<'a> {
    stop: &'a AtomicBool,
    /// None if nobody looks on.
    showcase: Option<&'a Showcase>,
    game: u64,
    variant: &'a Variant,
    names: Vec<String>,
    /// What movers thought, in centipawns from White's view, by ply.
    scores: Vec<Value>,
    talk: Vec<Value>,
    /// The last thing that was seen.
    seen: Value,
}

impl<'a> Exhibitor<'a> {
    /// For a game of this number between these players, by seat.
    pub fn new(
        stop: &'a AtomicBool,
        showcase: Option<&'a Showcase>,
        game: u64,
        variant: &'a Variant,
        names: Vec<String>,
    ) -> Self {
        let (scores, talk) = (Vec::new(), Vec::new());
        Self { stop, showcase, game, variant, names, scores, talk, seen: Value::Null }
    }

    fn show(&mut self, showcase: &Showcase) {
        self.seen["talk"] = self.talk.clone().into();
        let seen = self.seen.clone();
        showcase.change(|state| drop(state.games.insert(self.game, seen)));
    }
}

impl Spectator for Exhibitor<'_> {
    fn see(&mut self, table: &dyn Table, clocks: &GameClocks, last: Option<&MoveRecord>) {
        let Some(showcase) = self.showcase else { return };
        if let Some(ply) = last {
            let sign = if ply.played.seat % 2 == 0 { 1 } else { -1 };
            let score = ply.thought.as_ref().map(|thought| match (thought.mate, thought.cp) {
                (Some(mate), _) => json!({ "mate": sign * mate }),
                (None, cp) => json!({ "cp": sign * cp.unwrap_or_default() }),
            });
            self.scores.push(json!({ "board": ply.played.board, "score": score }));
        }
        let seats = 0..table.seats();
        let left = |seat: usize| clocks.left(seat).map(|left| left.as_millis() as u64);
        self.seen = json!({
            "number": self.game + 1,
            "names": self.names,
            "position": json::position(self.variant, table),
            "clocks": seats.clone().map(left).collect::<Vec<_>>(),
            "running": seats.map(|seat| clocks.is_running(seat)).collect::<Vec<_>>(),
            "last": last.map(|ply| json::played(&ply.played)),
            "scores": self.scores,
        });
        self.show(showcase);
    }

    fn hear(&mut self, seat: &str, text: &str) {
        let Some(showcase) = self.showcase else { return };
        if self.talk.len() == MOST_WORDS {
            self.talk.remove(0);
        }
        self.talk.push(json!({ "seat": seat, "text": text }));
        self.show(showcase);
    }

    fn is_interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
