//! One thread of a search: its position, its line, its counters. The walk itself is in
//! `root`, `node` and `quiescence`.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use arrayvec::ArrayVec;

use super::clock::Timer;
use super::history::{Deed, Histories};
use super::picker::{Arena, Context};
use super::prune::Reductions;
use super::strength::Blur;
use super::table::Table;
use super::{Limits, Signal};
use crate::base::score::MAX_PLY;
use crate::base::{Score, Window};
use crate::board::{Move, MoveList};
use crate::eval::Eval;
use crate::game::{Camp, Searchable};

/// The search was told to stop: no score came of it.
pub struct Stopped;

/// A score, unless stopped.
pub type Outcome = Result<Score, Stopped>;

/// What all threads of a search share.
pub struct Shared<'a> {
    pub table: &'a Table,
    pub signal: &'a Signal,
    pub limits: &'a Limits,
    pub timer: &'a Timer,
    pub reductions: &'a Reductions,
    /// How a weak player misjudges.
    pub blur: Option<Blur>,
    /// The main thread has decided to end.
    pub halt: AtomicBool,
    /// Nodes that threads have told of.
    pub nodes: AtomicU64,
}

/// What one ply of the current line keeps.
#[derive(Clone)]
pub struct Frame {
    /// The move that leaves this node.
    pub deed: Deed,
    /// Corrected static evaluation, if there is one, and the camp that it speaks for.
    pub eval: Option<(Camp, i32)>,
    /// Quiet moves that refuted siblings.
    pub killers: [Option<Move>; 2],
    /// Left out while it is asked whether it is the only good move.
    pub excluded: Option<Move>,
}

/// The best line from a node, kept where the window is wide.
type Line = ArrayVec<Move, MAX_PLY>;

impl Frame {
    const NEW: Self = Self { deed: Deed::NONE, eval: None, killers: [None; 2], excluded: None };
}

/// What a thread remembers between searches.
pub struct Mind<G, E> {
    pub eval: E,
    pub histories: Histories<G>,
}

/// A thread at work.
pub struct Worker<'a, G, E> {
    pub game: G,
    pub mind: &'a mut Mind<G, E>,
    pub shared: &'a Shared<'a>,
    pub is_main: bool,
    pub arena: Arena,
    /// The checking drops of a quiescence node.
    pub checks: MoveList,
    /// Some more before the root, so that a look back needs no question.
    frames: Vec<Frame>,
    lines: Vec<Line>,
    pub nodes: u64,
    told: u64,
    next_check: u64,
    pub deepest: usize,
    pub root_depth: i32,
    /// The ply at which the quiescence of the present line began.
    pub quiet_from: usize,
}

const BEFORE_ROOT: usize = 4;
/// The first iteration hardly ever takes more nodes than this.
const FIRST_ITERATION: u64 = 10_000;
/// Nodes between two looks at clock and signals.
const CHECK_EVERY: u64 = 512;

impl<'a, G: Searchable, E: Eval<G>> Worker<'a, G, E> {
    pub fn new(game: &G, mind: &'a mut Mind<G, E>, shared: &'a Shared<'a>, is_main: bool) -> Self {
        mind.eval.reset(game);
        Self {
            game: game.clone(),
            mind,
            shared,
            is_main,
            arena: Arena::default(),
            checks: MoveList::new(),
            frames: vec![Frame::NEW; MAX_PLY + BEFORE_ROOT + 2],
            lines: vec![Line::new(); MAX_PLY + 2],
            nodes: 0,
            told: 0,
            next_check: 0,
            deepest: 0,
            root_depth: 0,
            quiet_from: 0,
        }
    }

    pub fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE_ROOT]
    }

    /// The static evaluation when the same camp was last to move, if there was one. The two
    /// who answer one after the other are one camp: the ply before does not count.
    pub fn eval_before(&self, ply: usize) -> Option<i32> {
        let camp = self.game.camp();
        (2..=G::SEATS.max(2))
            .find_map(|back| {
                self.frames[ply + BEFORE_ROOT - back].eval.filter(|&(of, _)| of == camp)
            })
            .map(|(_, eval)| eval)
    }

    /// The deeds one and two plies before this one.
    pub fn deeds_before(&self, ply: usize) -> [Deed; 2] {
        [self.frames[ply + BEFORE_ROOT - 1].deed, self.frames[ply + BEFORE_ROOT - 2].deed]
    }

    /// The best line from here is this move and the best line behind it.
    pub fn extend_line(&mut self, ply: usize, mv: Move) {
        let [here, next] = &mut self.lines[ply..][..2] else { return };
        here.clear();
        here.push(mv);
        here.extend(next.iter().copied().take(MAX_PLY - 1));
    }

    /// The best line from this ply on.
    pub fn line(&mut self, ply: usize) -> &mut Line {
        &mut self.lines[ply]
    }

    /// The score of a node in which a mating move is to be seen without searching.
    pub fn mates_at_once(&mut self, ply: usize, is_pv: bool) -> Option<Score> {
        let mv = self.game.mate_at_once()?;
        if is_pv {
            self.line(ply + 1).clear();
            self.extend_line(ply, mv);
        }
        Some(Score::mating(ply + 1))
    }

    /// Counts a node and now and then looks whether to go on.
    pub fn visit(&mut self, ply: usize) -> Result<(), Stopped> {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if self.nodes >= self.next_check { self.look_up() } else { Ok(()) }
    }

    fn look_up(&mut self) -> Result<(), Stopped> {
        let shared = self.shared;
        let total = self.tell_nodes();
        let mut until_check = CHECK_EVERY;
        // The first iteration gives the move, so it is finished if it takes no time.
        if self.root_depth > 1 || self.nodes > FIRST_ITERATION {
            let over = self.is_main && shared.timer.is_over(shared.signal, total);
            let spent = shared.limits.nodes.is_some_and(|limit| total >= limit);
            if over || spent || shared.signal.must_end() {
                shared.halt.store(true, Ordering::Relaxed);
            }
            if shared.halt.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
        }
        if let Some(left) = shared.limits.nodes.and_then(|limit| limit.checked_sub(total)) {
            until_check = until_check.min(left);
        }
        self.next_check = self.nodes + until_check;
        Ok(())
    }

    /// A deeper iteration begins: limits that the first one was spared hold at once.
    pub fn begin_iteration(&mut self, depth: i32) {
        self.root_depth = depth;
        self.next_check = self.nodes;
    }

    /// Adds the own nodes to the common count, and answers that.
    pub fn tell_nodes(&mut self) -> u64 {
        let news = self.nodes - self.told;
        self.told = self.nodes;
        self.shared.nodes.fetch_add(news, Ordering::Relaxed) + news
    }

    /// Plays a move, lets `search` look at what comes of it, and takes it back.
    pub fn after<T>(
        &mut self,
        ply: usize,
        mv: Move,
        search: impl FnOnce(&mut Self) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        self.shared.table.prefetch(self.game.key_after(mv));
        self.frame(ply).deed = Deed::of::<G>(mv);
        self.mind.eval.push();
        self.game.play(mv, &mut self.mind.eval);
        let found = search(self);
        self.game.undo();
        self.mind.eval.pop();
        found
    }

    /// The one place that knows about signs. The node at `ply` belongs to the camp that
    /// moves there; if the one before belonged to a rival, its window turns over and so
    /// does the score, and so does what kind of node is expected. If it belonged to the
    /// same camp, nothing does.
    pub fn child(
        &mut self,
        mover: Camp,
        ply: usize,
        window: Window,
        cut: bool,
        search: impl FnOnce(&mut Self, usize, Window, bool) -> Outcome,
    ) -> Outcome {
        if self.game.camp() == mover {
            search(self, ply + 1, window, cut)
        } else {
            search(self, ply + 1, -window, !cut).map(|score| -score)
        }
    }

    /// The picker's arena and what it ranks by, borrowed apart.
    pub fn picking(&mut self, ply: usize) -> (&mut Arena, Context<'_, G>) {
        let before = self.deeds_before(ply);
        (&mut self.arena, Context { game: &self.game, histories: &self.mind.histories, before })
    }

    /// Static evaluation of the position as it stands.
    pub fn evaluate(&mut self) -> i32 {
        let mut raw = self.mind.eval.evaluate(&self.game);
        if let Some(blur) = self.shared.blur {
            raw += blur.at(self.game.key());
        }
        raw.clamp(-Score::LIMIT, Score::LIMIT)
    }
}
