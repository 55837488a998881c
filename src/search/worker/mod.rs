//! One thread of a search: its position, its search stack, its counters. The walk itself is
//! in `root`, `node` (with `early` and `moves`) and `quiescence`.

mod early;
mod facts;
mod moves;
mod node;
mod quiescence;
mod root;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use arrayvec::ArrayVec;

use super::api::Limits;
use super::clock::Timer;
use super::control::SearchControl;
use super::deepening::Deepening;
use super::depth::Depth;
use super::history::{ContinuationKey, CorrectionKeys, Followed, Histories};
use super::margins::Margins;
use super::mate::DROP_MATE_FLIGHTS;
use super::picker::{MoveStack, PickContext};
use super::prune::{Reductions, Trend};
use super::strength::EvalNoise;
use super::table::{TranspositionTable, TtEntry};
use crate::base::score::MAX_PLY;
use crate::base::{Score, Window};
use crate::board::{Move, MoveList, Role};
use crate::eval::Eval;
use crate::game::{Camp, Searchable};

/// The search was told to stop: no score came of it.
struct Stopped;

/// A score, unless stopped.
type SearchResult = Result<Score, Stopped>;

/// What all threads of a search share.
pub struct SearchShared<'a> {
    pub table: &'a TranspositionTable,
    pub control: &'a SearchControl,
    pub limits: &'a Limits,
    pub timer: &'a Timer,
    pub margins: &'a Margins,
    pub reductions: &'a Reductions,
    /// How a weakened player misjudges.
    pub noise: Option<EvalNoise>,
    /// What they have found so far.
    pub deepening: Deepening,
    /// It is decided to end.
    pub halt: AtomicBool,
    /// Nodes that threads have told of.
    pub nodes: AtomicU64,
}

impl SearchShared<'_> {
    fn is_halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }

    fn halt(&self) {
        self.halt.store(true, Ordering::Relaxed);
    }
}

/// What a thread keeps between searches.
pub struct ThreadData<G, E> {
    pub eval: E,
    pub histories: Histories<G>,
}

impl<G: Searchable, E> ThreadData<G, E> {
    /// With empty histories.
    pub fn new(eval: E) -> Self {
        Self { eval, histories: Histories::new() }
    }
}

/// A quiet move on the current line.
#[derive(Clone, Copy)]
struct QuietMove {
    mv: Move,
    seat: usize,
    camp: Camp,
}

/// What one ply of the current line keeps: an entry of the search stack.
#[derive(Clone)]
struct StackEntry {
    /// The move that leaves this node.
    key: ContinuationKey,
    /// The same with who made it, if it is quiet.
    quiet: Option<QuietMove>,
    /// Plies by which the node behind it is searched shallower than usual.
    reduction: i32,
    /// How many nodes behind this one were refuted.
    refuted: i32,
    /// Corrected static evaluation, if there is one, and the camp from whose view it is.
    eval: Option<(Camp, i32)>,
    /// Quiet moves that refuted siblings.
    killers: [Option<Move>; 2],
    /// Left out while it is asked whether this move is the only good one.
    excluded: Option<Move>,
}

impl StackEntry {
    const NEW: Self = Self {
        key: ContinuationKey::NONE,
        quiet: None,
        reduction: 0,
        refuted: 0,
        eval: None,
        killers: [None; 2],
        excluded: None,
    };
}

/// The best line from a node, kept where the window is wide.
type PrincipalVariation = ArrayVec<Move, MAX_PLY>;

/// A thread at work.
pub struct Worker<'a, G, E> {
    game: G,
    /// See [`Eval::salt`].
    salt: u64,
    thread: &'a mut ThreadData<G, E>,
    shared: &'a SearchShared<'a>,
    margins: &'a Margins,
    /// Of this thread; the main one has 0.
    index: usize,
    moves: MoveStack,
    /// The checking drops of a quiescence node.
    checking_drops: MoveList,
    /// With some entries before the root, so that a look back needs no question.
    stack: Vec<StackEntry>,
    lines: Vec<PrincipalVariation>,
    nodes: u64,
    /// Of these nodes, those that the common count has.
    told: u64,
    next_check: u64,
    deepest: usize,
    root_depth: Depth,
    /// Has a move of the root been searched?
    has_move: bool,
    /// The ply at which the quiescence of the current line began.
    quiescence_start: usize,
    /// How many nodes there will be when it has taken enough.
    quiescence_end: u64,
}

const BEFORE_ROOT: usize = 6;
/// The first iteration hardly ever takes more nodes than this.
const FIRST_ITERATION: u64 = 1_000;
/// Without any move to play yet it may take so many.
const FIRST_MOVE: u64 = 10_000;
/// Nodes between two looks at clock and orders.
const CHECK_EVERY: u64 = 512;

impl<'a, G: Searchable, E: Eval<G>> Worker<'a, G, E> {
    /// A worker at the root of a search.
    pub fn new(
        game: G,
        thread: &'a mut ThreadData<G, E>,
        shared: &'a SearchShared<'a>,
        index: usize,
    ) -> Self {
        thread.eval.reset(&game);
        Self {
            game,
            salt: thread.eval.salt(),
            thread,
            shared,
            margins: shared.margins,
            index,
            moves: MoveStack::default(),
            checking_drops: MoveList::new(),
            stack: vec![StackEntry::NEW; MAX_PLY + BEFORE_ROOT + 2],
            lines: vec![PrincipalVariation::new(); MAX_PLY + 2],
            nodes: 0,
            told: 0,
            next_check: 0,
            deepest: 0,
            root_depth: Depth::default(),
            has_move: false,
            quiescence_start: 0,
            quiescence_end: 0,
        }
    }

    fn is_main(&self) -> bool {
        self.index == 0
    }

    /// Under which the table knows the position.
    #[inline]
    fn key(&self) -> u64 {
        self.game.key() ^ self.salt
    }

    fn entry(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.stack[ply + BEFORE_ROOT]
    }

    /// The static evaluation when the same camp was last to move, if there was one. Where two
    /// seats of one camp move in turn, the ply before does not count.
    fn eval_before(&self, ply: usize) -> Option<i32> {
        let camp = self.game.camp();
        (2..=G::SEATS.max(4))
            .find_map(|back| {
                self.stack[ply + BEFORE_ROOT - back].eval.filter(|&(of, _)| of == camp)
            })
            .map(|(_, eval)| eval)
    }

    /// The moves one, two and four plies before this node.
    fn keys_before(&self, ply: usize) -> Followed {
        [1, 2, 4].map(|back| self.stack[ply + BEFORE_ROOT - back].key)
    }

    /// What the evaluation of this node is corrected by.
    #[inline]
    fn correction_keys(&self, ply: usize) -> CorrectionKeys {
        CorrectionKeys::of(&self.game, self.keys_before(ply))
    }

    /// How far the evaluation has been off where much was as at this node, in centipawns.
    #[inline]
    fn correction(&self, ply: usize) -> i32 {
        self.thread.histories.correction(&self.correction_keys(ply))
    }

    /// The entry of the node before this one.
    fn entry_before(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.stack[ply + BEFORE_ROOT - 1]
    }

    /// The static evaluation a ply before, as the rival sees it, if it was the rival's turn.
    fn rival_eval(&self, ply: usize) -> Option<i32> {
        let camp = self.game.camp();
        let last = self.stack[ply + BEFORE_ROOT - 1].eval.filter(|&(of, _)| of != camp);
        last.map(|(_, eval)| eval)
    }

    /// The move that led to this node, if it was a quiet one of the rival.
    fn rival_quiet(&self, ply: usize) -> Option<QuietMove> {
        let camp = self.game.camp();
        self.stack[ply + BEFORE_ROOT - 1].quiet.filter(|quiet| quiet.camp != camp)
    }

    /// How the evaluation of this node came about, where it is known.
    fn trend(&self, ply: usize, eval: i32) -> Trend {
        Trend {
            improving: self.eval_before(ply).is_some_and(|before| eval > before),
            rival_worsening: self.rival_eval(ply).is_some_and(|rival| eval > -rival),
        }
    }

    /// The best line from here is this move and the best line behind it.
    fn extend_line(&mut self, ply: usize, mv: Move) {
        let [here, next] = &mut self.lines[ply..][..2] else { return };
        here.clear();
        here.push(mv);
        here.extend(next.iter().copied().take(MAX_PLY - 1));
    }

    /// The best line from this ply on.
    fn line(&mut self, ply: usize) -> &mut PrincipalVariation {
        &mut self.lines[ply]
    }

    /// The score of a node in which a mating move is found without searching.
    fn mates_at_once(&mut self, ply: usize, is_pv: bool) -> Option<Score> {
        let mv = self.game.mate_at_once(DROP_MATE_FLIGHTS)?;
        if is_pv {
            self.line(ply + 1).clear();
            self.extend_line(ply, mv);
        }
        Some(Score::mating(ply + 1))
    }

    /// What the node is worth at least, because a piece that may come would mate.
    fn worth_of_mate_to_come(&self) -> Option<Score> {
        let centipawns = match self.game.awaits_mate(DROP_MATE_FLIGHTS)? {
            Role::Pawn => self.margins.mate_to_come_pawn,
            Role::Knight => self.margins.mate_to_come_knight,
            Role::Bishop => self.margins.mate_to_come_bishop,
            Role::Rook => self.margins.mate_to_come_rook,
            _ => self.margins.mate_to_come_queen,
        };
        Some(Score::cp(centipawns))
    }

    /// The score of a node without legal moves.
    fn stuck(&self, ply: usize) -> Score {
        self.game.stuck(ply, Score::cp(self.margins.waiting))
    }

    /// Counts a node and now and then looks whether to go on.
    fn visit(&mut self, ply: usize) -> Result<(), Stopped> {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if self.nodes >= self.next_check { self.check_limits() } else { Ok(()) }
    }

    fn check_limits(&mut self) -> Result<(), Stopped> {
        let shared = self.shared;
        let total = self.tell_nodes();
        let mut until_check = CHECK_EVERY;
        let timer = shared.timer;
        let over = self.is_main() && timer.is_over(shared.control, total, self.has_move);
        // The first iteration gives the move, so it is finished if it takes no time.
        let spared = if self.has_move { FIRST_ITERATION } else { FIRST_MOVE };
        if over || self.root_depth > Depth::new(1) || self.nodes > spared {
            let spent = shared.limits.nodes.is_some_and(|limit| total >= limit);
            if over || spent || shared.control.must_end() {
                shared.halt();
            }
            if shared.is_halted() || shared.deepening.has_completed(self.root_depth) {
                return Err(Stopped);
            }
        }
        if let Some(left) = shared.limits.nodes.and_then(|limit| limit.checked_sub(total)) {
            until_check = until_check.min(left);
        }
        if let Some(left) = timer.nodes_left(total) {
            until_check = until_check.min(left);
        }
        self.next_check = self.nodes + until_check;
        Ok(())
    }

    /// A deeper iteration begins: limits that the first one was spared hold at once.
    fn begin_iteration(&mut self, depth: Depth) {
        self.root_depth = depth;
        self.next_check = self.nodes;
    }

    /// Adds the own nodes to the common count, and answers that.
    fn tell_nodes(&mut self) -> u64 {
        let news = self.nodes - self.told;
        self.told = self.nodes;
        self.shared.nodes.fetch_add(news, Ordering::Relaxed) + news
    }

    /// Notes the move that leaves the node at `ply`.
    #[inline(always)]
    fn leave(&mut self, ply: usize, key: ContinuationKey, quiet: Option<QuietMove>) {
        let entry = self.entry(ply);
        entry.key = key;
        entry.quiet = quiet;
        entry.reduction = 0;
    }

    /// What siblings behind the node at `ply` learn from each other begins anew.
    #[inline]
    fn forget_siblings(&mut self, ply: usize) {
        let next = self.entry(ply + 1);
        next.killers = [None; 2];
        next.refuted = 0;
    }

    /// The table is asked for what comes of this move as soon as the move is played. Memory is
    /// slow, so it hears of that while the move is still being looked at.
    #[inline(always)]
    fn prefetch(&self, mv: Move) {
        self.shared.table.prefetch(self.game.key_after(mv) ^ self.salt);
    }

    /// Plays a move of the node at `ply`.
    #[inline(always)]
    fn play(&mut self, ply: usize, mv: Move) {
        let quiet = (!self.game.is_noisy(mv)).then(|| QuietMove {
            mv,
            seat: self.game.seat(),
            camp: self.game.camp(),
        });
        self.leave(ply, ContinuationKey::of::<G>(mv), quiet);
        self.thread.eval.push();
        self.game.play(mv, &mut self.thread.eval);
    }

    /// Takes it back.
    #[inline(always)]
    fn undo(&mut self) {
        self.game.undo();
        self.thread.eval.pop();
    }

    /// Plays a move, lets `search` look at what comes of it, and takes it back.
    #[inline]
    fn after<T>(
        &mut self,
        ply: usize,
        mv: Move,
        search: impl FnOnce(&mut Self) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        self.play(ply, mv);
        let found = search(self);
        self.undo();
        found
    }

    /// The one place that knows about signs. The position now on the board belongs to the camp
    /// that moves in it. If the node before belonged to a rival (`mover`), its window turns
    /// over and so does the score; if it belonged to the same camp, nothing does. `search` is
    /// told which of the two it is.
    #[inline]
    fn turned(
        &mut self,
        mover: Camp,
        window: Window,
        search: impl FnOnce(&mut Self, Window, bool) -> SearchResult,
    ) -> SearchResult {
        if self.game.camp() == mover {
            search(self, window, false)
        } else {
            search(self, -window, true).map(|score| -score)
        }
    }

    /// Searches the position after a move of the node at `ply`, which belonged to `mover`.
    /// `cut_node`: was that node expected to have a move that refutes? Then the children of a
    /// rival have none, and the other way round.
    #[inline]
    fn child(
        &mut self,
        mover: Camp,
        ply: usize,
        depth: Depth,
        window: Window,
        cut_node: bool,
    ) -> SearchResult {
        self.turned(mover, window, |worker, window, is_rival| {
            worker.node(ply + 1, depth, window, cut_node != is_rival)
        })
    }

    /// The same for a child on the principal variation, which is never a cut node.
    #[inline]
    fn pv_child(&mut self, mover: Camp, ply: usize, depth: Depth, window: Window) -> SearchResult {
        self.turned(mover, window, |worker, window, _| worker.node(ply + 1, depth, window, false))
    }

    /// The same for a child in quiescence, which `is_first` where quiescence begins with it.
    #[inline]
    fn quiet_child(
        &mut self,
        mover: Camp,
        ply: usize,
        window: Window,
        is_first: bool,
    ) -> SearchResult {
        self.turned(mover, window, |worker, window, _| worker.quiescence(ply + 1, window, is_first))
    }

    /// The picker's moves and what it ranks them by, borrowed apart.
    fn picking(&mut self, ply: usize) -> (&mut MoveStack, PickContext<'_, G>) {
        let before = self.keys_before(ply);
        let histories = &self.thread.histories;
        (
            &mut self.moves,
            PickContext { game: &self.game, histories, margins: self.margins, before },
        )
    }

    /// Static evaluation of the position as it stands.
    fn evaluate(&mut self) -> i32 {
        let mut raw = self.thread.eval.evaluate(&self.game);
        if let Some(noise) = self.shared.noise {
            raw += noise.at(self.game.key());
        }
        raw.clamp(-Score::LIMIT, Score::LIMIT)
    }

    /// The node ends here. Its evaluation, which is dear, goes into the table if nothing is known
    /// there of the position.
    fn keep_eval(&self, known: Option<TtEntry>, raw_eval: i32) {
        if known.is_none() && self.margins.keep_eval > 0 {
            self.shared.table.store(self.key(), 0, TtEntry::unsearched(raw_eval));
        }
    }
}
