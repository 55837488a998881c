//! Hands out the moves of a node one at a time, the most promising first, and generates
//! no class of moves before it is needed.

use super::history::{Deed, Histories};
use crate::board::{Move, MoveList};
use crate::game::{Class, Game};

/// A move and how promising it looks.
#[derive(Clone, Copy)]
pub struct Ranked {
    mv: Move,
    rank: i32,
}

/// Room for the moves of all nodes on the current line: a stack that pickers share.
#[derive(Default)]
pub struct Arena {
    ranked: Vec<Ranked>,
    scratch: MoveList,
}

impl Arena {
    /// Where the next picker's moves begin.
    pub fn mark(&self) -> usize {
        self.ranked.len()
    }

    /// Forgets what came after the mark.
    pub fn release(&mut self, mark: usize) {
        self.ranked.truncate(mark);
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
    /// No more.
    Done,
}

/// What the moves of a node are ranked by.
pub struct Context<'a, G> {
    /// The position.
    pub game: &'a G,
    /// What moves have earned.
    pub histories: &'a Histories,
    /// The deeds one and two plies before.
    pub before: [Deed; 2],
}

/// The moves of one node.
pub struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    killers: [Move; 2],
    next_killer: usize,
    /// Exchanges below this are put off to the end.
    least: i32,
    /// Leave out quiet moves.
    noisy_only: bool,
    start: usize,
    bad_end: usize,
    next: usize,
}

impl Picker {
    /// All moves of a node. The table's move must be legal.
    pub fn new(arena: &Arena, table_move: Option<Move>, killers: [Move; 2]) -> Self {
        let start = arena.mark();
        Self {
            stage: Stage::Table,
            table_move,
            killers,
            next_killer: 0,
            least: 0,
            noisy_only: false,
            start,
            bad_end: start,
            next: start,
        }
    }

    /// Only captures and promotions that gain at least `least` in exchange.
    pub fn noisy(arena: &Arena, table_move: Option<Move>, least: i32) -> Self {
        let picker = Self::new(arena, table_move, [Move::NONE; 2]);
        Self { least, noisy_only: true, ..picker }
    }

    /// Was the last move handed out a capture that loses the exchange?
    pub fn is_at_losing_captures(&self) -> bool {
        self.stage == Stage::BadNoisy
    }

    /// Quiet moves are wanted no more; captures that were put off still come.
    pub fn skip_quiet(&mut self) {
        self.noisy_only = true;
    }

    /// The next move, each legal move once.
    pub fn next<G: Game>(&mut self, arena: &mut Arena, context: &Context<G>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::GenerateNoisy;
                    if let Some(mv) = self.table_move {
                        return Some(mv);
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate(Class::Noisy, arena, context);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.best(arena) {
                    Some(mv) if !context.game.exchange(mv, self.least) => {
                        // Kept at the front, behind the others of its sort.
                        arena.ranked[self.bad_end].mv = mv;
                        self.bad_end += 1;
                    }
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Killers,
                },
                Stage::Killers => {
                    let Some(&killer) = self.killers.get(self.next_killer) else {
                        self.stage = Stage::GenerateQuiet;
                        continue;
                    };
                    self.next_killer += 1;
                    if !self.noisy_only
                        && killer != Move::NONE
                        && self.table_move != Some(killer)
                        && context.game.is_legal(killer)
                        && !context.game.is_noisy(killer)
                    {
                        return Some(killer);
                    }
                    // Not handed out: the quiet stage must not leave it out.
                    self.killers[self.next_killer - 1] = Move::NONE;
                }
                Stage::GenerateQuiet => {
                    if !self.noisy_only {
                        self.generate(Class::Quiet, arena, context);
                        self.generate(Class::KeenDrops, arena, context);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if !self.noisy_only
                        && let Some(mv) = self.best(arena)
                    {
                        return Some(mv);
                    }
                    self.stage = Stage::GenerateIdle;
                }
                Stage::GenerateIdle => {
                    if !self.noisy_only {
                        self.generate(Class::IdleDrops, arena, context);
                    }
                    self.stage = Stage::Idle;
                }
                Stage::Idle => {
                    if !self.noisy_only
                        && let Some(mv) = self.best(arena)
                    {
                        return Some(mv);
                    }
                    self.next = self.start;
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => {
                    if self.next < self.bad_end {
                        self.next += 1;
                        return Some(arena.ranked[self.next - 1].mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    fn generate<G: Game>(&mut self, class: Class, arena: &mut Arena, context: &Context<G>) {
        let Context { game, histories, before } = context;
        let seat = game.seat();
        let Arena { ranked, scratch } = arena;
        scratch.clear();
        game.generate(class, scratch);
        for &mv in scratch.iter() {
            // A killer may be a capture here: then it comes with the captures.
            let was_killer = class != Class::Noisy && self.killers.contains(&mv);
            if self.table_move == Some(mv) || was_killer {
                continue;
            }
            let rank = if class == Class::Noisy {
                // The most valuable victim first; among equals what has worked before.
                16 * game.gain(mv) + histories.noisy(seat, mv, game.victim(mv)) / 8
            } else {
                histories.quiet(seat, mv, *before)
            };
            ranked.push(Ranked { mv, rank });
        }
    }

    /// Takes the highest ranked of what is left.
    fn best(&mut self, arena: &mut Arena) -> Option<Move> {
        let rest = arena.ranked.get_mut(self.next..)?;
        let (best, _) = rest.iter().enumerate().max_by_key(|(_, ranked)| ranked.rank)?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].mv)
    }
}
