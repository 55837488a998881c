//! Hands out the moves of a node one at a time, the most promising first, and generates
//! no class of moves before it is needed.

use std::ops::Range;

use super::history::{Deed, Histories};
use crate::board::Move;
use crate::game::{Class, Searchable};

/// Room for the moves of all nodes on the current line: a stack that pickers share. Beside
/// each move stands its key: the greatest, which vectors find, says what comes next.
#[derive(Default)]
pub struct Arena {
    moves: Vec<Move>,
    keys: Vec<Key>,
}

/// A move's rank, above its place in its segment. Among equals the later one is greater.
type Key = i32;

/// More than the moves of any position.
const PLACES: Key = 1 << 12;
/// Ranks stay within this, either way.
const RANKS: i32 = 1 << 17;
/// Taken off the key of a capture that loses the exchange: it comes after all others.
const PUT_OFF: Key = 2 * RANKS * PLACES;
/// Below the keys of moves that were not put off.
const GOOD: Key = -RANKS * PLACES - 1;
/// Handed out, or not to be.
const TAKEN: Key = Key::MIN;

impl Arena {
    /// Where the next picker's moves begin.
    pub fn mark(&self) -> usize {
        self.moves.len()
    }

    /// Forgets what came after the mark.
    pub fn release(&mut self, mark: usize) {
        self.moves.truncate(mark);
        self.keys.truncate(mark);
    }

    /// The greatest key of a segment, if it is greater than this.
    fn best(&self, segment: &Range<usize>, above: Key) -> Option<Key> {
        let best = self.keys[segment.clone()].iter().copied().fold(TAKEN, Key::max);
        (best > above).then_some(best)
    }

    /// Where the move with this key of a segment stands.
    fn place(segment: &Range<usize>, key: Key) -> usize {
        segment.start + (key & (PLACES - 1)) as usize
    }

    fn take(&mut self, segment: &Range<usize>, key: Key) -> Move {
        let place = Self::place(segment, key);
        self.keys[place] = TAKEN;
        self.moves[place]
    }
}

/// How far a picker has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The table's move.
    Table,
    /// Captures and promotions are to be generated.
    GenerateNoisy,
    /// Those that do not lose the exchange.
    GoodNoisy,
    /// Moves that refuted a sibling.
    Killers,
    /// The rest is to be generated.
    GenerateQuiet,
    /// Quiet moves, and drops that do something at once.
    Quiet,
    /// The other drops are to be generated.
    GenerateIdle,
    /// Drops that prepare.
    Idle,
    /// Captures that lose the exchange.
    BadNoisy,
}

/// What the moves of a node are ranked by.
pub struct Context<'a, G> {
    /// The position.
    pub game: &'a G,
    /// What moves have earned.
    pub histories: &'a Histories<G>,
    /// The deeds one and two plies before.
    pub before: [Deed; 2],
}

/// The moves of one node.
pub struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    killers: [Option<Move>; 2],
    next_killer: usize,
    /// Exchanges below this are put off to the end.
    least: i32,
    /// Leave out quiet moves.
    noisy_only: bool,
    /// Where the captures lie.
    noisy: Range<usize>,
    /// Where the moves of this stage lie.
    segment: Range<usize>,
    earned: Option<i32>,
}

impl Picker {
    /// All moves of a node. The table's move must be legal.
    pub fn new(arena: &Arena, table_move: Option<Move>, killers: [Option<Move>; 2]) -> Self {
        let start = arena.mark();
        Self {
            stage: Stage::Table,
            table_move,
            killers,
            next_killer: 0,
            least: 0,
            noisy_only: false,
            noisy: start..start,
            segment: start..start,
            earned: None,
        }
    }

    /// Only captures and promotions that gain at least `least` in exchange.
    pub fn noisy(arena: &Arena, table_move: Option<Move>, least: i32) -> Self {
        let picker = Self::new(arena, table_move, [None; 2]);
        Self { least, noisy_only: true, ..picker }
    }

    /// Was the last move handed out a capture that loses the exchange?
    pub fn is_at_losing_captures(&self) -> bool {
        self.stage == Stage::BadNoisy
    }

    /// What the histories say of the last move handed out, where it was ranked by that.
    pub fn earned(&self) -> Option<i32> {
        self.earned
    }

    /// Quiet moves are wanted no more; captures that were put off still come.
    pub fn skip_quiet(&mut self) {
        self.noisy_only = true;
    }

    /// The next move, each legal move once.
    pub fn next<G: Searchable>(&mut self, arena: &mut Arena, context: &Context<G>) -> Option<Move> {
        self.earned = None;
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::GenerateNoisy;
                    if let Some(mv) = self.table_move {
                        return Some(mv);
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate(&[Class::Noisy], arena, context);
                    self.noisy = self.segment.clone();
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    let Some(key) = arena.best(&self.noisy, GOOD) else {
                        self.stage = Stage::Killers;
                        continue;
                    };
                    let place = Arena::place(&self.noisy, key);
                    let mv = arena.moves[place];
                    if context.game.exchange(mv, self.least) {
                        arena.keys[place] = TAKEN;
                        return Some(mv);
                    }
                    arena.keys[place] = key - PUT_OFF;
                }
                Stage::Killers => {
                    let Some(&killer) = self.killers.get(self.next_killer) else {
                        self.stage = Stage::GenerateQuiet;
                        continue;
                    };
                    self.next_killer += 1;
                    if !self.noisy_only
                        && let Some(killer) = killer
                        && self.table_move != Some(killer)
                        && context.game.is_legal(killer)
                        && !context.game.is_noisy(killer)
                    {
                        return Some(killer);
                    }
                    // Not handed out: the quiet stage must not leave it out.
                    self.killers[self.next_killer - 1] = None;
                }
                Stage::GenerateQuiet => {
                    if !self.noisy_only {
                        self.generate(&[Class::Quiet, Class::ForcingDrops], arena, context);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::GenerateIdle => {
                    if !self.noisy_only {
                        self.generate(&[Class::QuietDrops], arena, context);
                    }
                    self.stage = Stage::Idle;
                }
                Stage::Quiet | Stage::Idle => {
                    if !self.noisy_only
                        && let Some(key) = arena.best(&self.segment, TAKEN)
                    {
                        self.earned = Some(key.div_euclid(PLACES));
                        return Some(arena.take(&self.segment, key));
                    }
                    self.stage = match self.stage {
                        Stage::Quiet => Stage::GenerateIdle,
                        _ => Stage::BadNoisy,
                    };
                }
                Stage::BadNoisy => {
                    let key = arena.best(&self.noisy, TAKEN)?;
                    return Some(arena.take(&self.noisy, key));
                }
            }
        }
    }

    /// A segment of all moves of these classes.
    fn generate<G: Searchable>(
        &mut self,
        classes: &[Class],
        arena: &mut Arena,
        context: &Context<G>,
    ) {
        let Context { game, histories, before } = context;
        let seat = game.seat();
        let earned = histories.after(seat, *before);
        let start = arena.mark();
        for &class in classes {
            game.generate(class, &mut arena.moves);
        }
        let moves = &arena.moves[start..];
        debug_assert!(moves.len() <= PLACES as usize, "{} moves", moves.len());
        arena.keys.extend((0..).zip(moves).map(|(place, &mv)| {
            let is_noisy = classes == [Class::Noisy];
            // A killer may be a capture here: then it comes with the captures.
            if self.table_move == Some(mv) || (!is_noisy && self.killers.contains(&Some(mv))) {
                return TAKEN;
            }
            let rank = if is_noisy {
                // The most valuable victim first; among equals what has worked before.
                16 * game.gain(mv) + histories.noisy(seat, mv, game.victim(mv)) / 8
            } else {
                earned.of(mv)
            };
            rank.clamp(1 - RANKS, RANKS - 1) * PLACES + place
        }));
        self.segment = start..arena.mark();
    }
}
