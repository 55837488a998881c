//! Hands out the moves of a node one at a time, the most promising first, and generates
//! no class of moves before it is needed (a staged picker).

use std::ops::Range;

use super::history::{Followed, Histories};
use super::margins::Margins;
use crate::board::Move;
use crate::game::{Class, Danger as _, Searchable};

/// Room for the moves of all nodes on the current line: a stack that pickers share. Beside
/// each move stands its key: the greatest, which vectors find, says what comes next.
#[derive(Default)]
pub struct MoveStack {
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

impl MoveStack {
    /// The mark at which the next picker's moves begin.
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
enum PickStage {
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
    /// Quiet moves, and forcing drops.
    Quiet,
    /// Quiet drops are to be generated.
    GenerateQuietDrops,
    /// Quiet drops.
    QuietDrops,
    /// Captures that lose the exchange.
    BadNoisy,
}

/// What the moves of a node are ranked by.
pub struct PickContext<'a, G> {
    /// The position.
    pub game: &'a G,
    /// What was good before.
    pub histories: &'a Histories<G>,
    /// How much each part of that counts.
    pub margins: &'a Margins,
    /// The moves before.
    pub before: Followed,
}

/// The moves of one node.
pub struct Picker {
    stage: PickStage,
    tt_move: Option<Move>,
    killers: [Option<Move>; 2],
    next_killer: usize,
    /// Exchanges below this are put off to the end.
    least: i32,
    /// Leave out quiet moves.
    noisy_only: bool,
    /// The segment of captures and promotions.
    noisy: Range<usize>,
    /// The segment of this stage's moves.
    segment: Range<usize>,
    history: Option<i32>,
}

impl Picker {
    /// All moves of a node. The table's move must be legal.
    pub fn new(stack: &MoveStack, tt_move: Option<Move>, killers: [Option<Move>; 2]) -> Self {
        let start = stack.mark();
        Self {
            stage: PickStage::Table,
            tt_move,
            killers,
            next_killer: 0,
            least: 0,
            noisy_only: false,
            noisy: start..start,
            segment: start..start,
            history: None,
        }
    }

    /// Only captures and promotions that gain at least `least` in exchange.
    pub fn noisy(stack: &MoveStack, tt_move: Option<Move>, least: i32) -> Self {
        let picker = Self::new(stack, tt_move, [None; 2]);
        Self { least, noisy_only: true, ..picker }
    }

    /// Was the last move handed out a capture that loses the exchange?
    pub fn is_at_losing_captures(&self) -> bool {
        self.stage == PickStage::BadNoisy
    }

    /// The history of the last move handed out, less what it puts in danger, where the move was
    /// ranked by that.
    pub fn history(&self) -> Option<i32> {
        self.history
    }

    /// Quiet moves are wanted no more; captures that were put off still come.
    pub fn skip_quiet(&mut self) {
        self.noisy_only = true;
    }

    /// The next move, each legal move once.
    pub fn next<G: Searchable>(
        &mut self,
        stack: &mut MoveStack,
        context: &PickContext<G>,
    ) -> Option<Move> {
        self.history = None;
        loop {
            match self.stage {
                PickStage::Table => {
                    self.stage = PickStage::GenerateNoisy;
                    if let Some(mv) = self.tt_move {
                        return Some(mv);
                    }
                }
                PickStage::GenerateNoisy => {
                    self.generate(&[Class::Noisy], stack, context);
                    self.noisy = self.segment.clone();
                    self.stage = PickStage::GoodNoisy;
                }
                PickStage::GoodNoisy => {
                    let Some(key) = stack.best(&self.noisy, GOOD) else {
                        self.stage = PickStage::Killers;
                        continue;
                    };
                    let place = MoveStack::place(&self.noisy, key);
                    let mv = stack.moves[place];
                    if context.game.exchange(mv, self.least) {
                        stack.keys[place] = TAKEN;
                        return Some(mv);
                    }
                    stack.keys[place] = key - PUT_OFF;
                }
                PickStage::Killers => {
                    let Some(&killer) = self.killers.get(self.next_killer) else {
                        self.stage = PickStage::GenerateQuiet;
                        continue;
                    };
                    self.next_killer += 1;
                    if !self.noisy_only
                        && let Some(killer) = killer
                        && self.tt_move != Some(killer)
                        && context.game.is_legal(killer)
                        && !context.game.is_noisy(killer)
                    {
                        return Some(killer);
                    }
                    // Not handed out: the quiet stage must not leave it out.
                    self.killers[self.next_killer - 1] = None;
                }
                PickStage::GenerateQuiet => {
                    if !self.noisy_only {
                        self.generate(&[Class::Quiet, Class::ForcingDrops], stack, context);
                    }
                    self.stage = PickStage::Quiet;
                }
                PickStage::GenerateQuietDrops => {
                    if !self.noisy_only {
                        self.generate(&[Class::QuietDrops], stack, context);
                    }
                    self.stage = PickStage::QuietDrops;
                }
                PickStage::Quiet | PickStage::QuietDrops => {
                    if !self.noisy_only
                        && let Some(key) = stack.best(&self.segment, TAKEN)
                    {
                        self.history = Some(key.div_euclid(PLACES));
                        return Some(stack.take(&self.segment, key));
                    }
                    self.stage = match self.stage {
                        PickStage::Quiet => PickStage::GenerateQuietDrops,
                        _ => PickStage::BadNoisy,
                    };
                }
                PickStage::BadNoisy => {
                    let key = stack.best(&self.noisy, TAKEN)?;
                    return Some(stack.take(&self.noisy, key));
                }
            }
        }
    }

    /// A segment of all moves of these classes.
    fn generate<G: Searchable>(
        &mut self,
        classes: &[Class],
        stack: &mut MoveStack,
        context: &PickContext<G>,
    ) {
        let PickContext { game, histories, margins, before } = context;
        let seat = game.seat();
        let quiet = histories.quiet(seat, *before, margins);
        let danger = (classes != [Class::Noisy]).then(|| game.danger());
        let start = stack.mark();
        for &class in classes {
            game.generate(class, &mut stack.moves);
        }
        let moves = &stack.moves[start..];
        debug_assert!(moves.len() <= PLACES as usize, "{} moves", moves.len());
        stack.keys.extend((0..).zip(moves).map(|(place, &mv)| {
            // A killer may be a capture here: then it comes with the captures.
            if self.tt_move == Some(mv) || (danger.is_some() && self.killers.contains(&Some(mv))) {
                return TAKEN;
            }
            let rank = if let Some(danger) = &danger {
                quiet.of(mv) - margins.danger * danger.added(mv)
            } else {
                // The most valuable victim first; among equals by history.
                let history = histories.noisy(seat, mv, game.victim(mv));
                margins.capture_gain * game.gain(mv) + history / margins.capture_history
            };
            rank.clamp(1 - RANKS, RANKS - 1) * PLACES + place
        }));
        self.segment = start..stack.mark();
    }
}

#[cfg(test)]
mod tests {
    use super::super::history::{ContinuationKey, FOLLOWED};
    use super::*;
    use crate::base::random::SplitMix;
    use crate::board::Silent;
    use crate::game::multi::{self, Vierschaak};
    use crate::game::rules::Rules;
    use crate::game::single::Position;

    const NO_MOVES: Followed = [ContinuationKey::NONE; FOLLOWED];

    /// Numbers by chance, always the same.
    struct Dice(SplitMix);

    impl Dice {
        fn below(&mut self, limit: usize) -> usize {
            let word;
            (word, self.0) = self.0.next();
            (word % limit.max(1) as u64) as usize
        }

        fn any_of(&mut self, moves: &[Move]) -> Option<Move> {
            moves.get(self.below(moves.len())).copied()
        }
    }

    fn words(moves: &[Move]) -> Vec<u32> {
        let mut words: Vec<u32> = moves.iter().map(|mv| mv.word()).collect();
        words.sort_unstable();
        words
    }

    fn legal<G: Searchable>(game: &G, class: Class) -> Vec<Move> {
        let mut moves = Vec::new();
        game.generate(class, &mut moves);
        moves
    }

    /// All that a picker hands out, which from the `skip`th move on wants no quiet moves.
    fn picked<G: Searchable>(
        mut picker: Picker,
        stack: &mut MoveStack,
        context: &PickContext<G>,
        skip: Option<usize>,
    ) -> Vec<Move> {
        let mark = stack.mark();
        let mut moves = Vec::new();
        while let Some(mv) = picker.next(stack, context) {
            let losing = picker.is_at_losing_captures();
            assert!(!losing || !context.game.exchange(mv, picker.least), "{mv:?}");
            if let Some(history) = picker.history() {
                let earned = context
                    .histories
                    .quiet(context.game.seat(), context.before, context.margins)
                    .of(mv);
                let risk = context.margins.danger * context.game.danger().added(mv);
                assert_eq!(history, earned - risk);
            }
            moves.push(mv);
            if skip == Some(moves.len()) {
                picker.skip_quiet();
            }
        }
        stack.release(mark);
        moves
    }

    /// One position: every stage hands out its moves once, whatever the table's move and the
    /// killers are.
    fn check<G: Searchable>(
        context: &PickContext<G>,
        stack: &mut MoveStack,
        seen: &[Move],
        dice: &mut Dice,
    ) {
        let game = context.game;
        let all = legal(game, Class::All);
        let noisy = legal(game, Class::Noisy);
        for _ in 0..4 {
            let tt_move = if dice.below(2) == 0 { None } else { dice.any_of(&all) };
            // Killers come from siblings: they may be legal here, or captures, or neither.
            let killers = [seen, &all].map(|from| dice.any_of(from));
            let killers = if killers[0] == killers[1] { [killers[0], None] } else { killers };
            let picker = Picker::new(stack, tt_move, killers);
            let moves = picked(picker, stack, context, None);
            assert_eq!(words(&moves), words(&all), "{tt_move:?} {killers:?}");
            assert!(tt_move.is_none() || moves.first() == tt_move.as_ref());

            let skip = 1 + dice.below(all.len());
            let picker = Picker::new(stack, tt_move, killers);
            let moves = picked(picker, stack, context, Some(skip));
            let after = moves.get(skip..).unwrap_or_default();
            assert!(after.iter().all(|&mv| game.is_noisy(mv)), "a quiet move after skipping");
            let captures: Vec<Move> =
                moves.iter().copied().filter(|&mv| game.is_noisy(mv)).collect();
            assert_eq!(words(&captures), words(&noisy));

            let tt_move = tt_move.filter(|&mv| game.is_noisy(mv));
            let picker = Picker::noisy(stack, tt_move, dice.below(400) as i32 - 200);
            assert_eq!(words(&picked(picker, stack, context, None)), words(&noisy));
        }
    }

    /// Walks through random games. Histories are filled with chance, so that ranks differ.
    fn walk<G: Searchable>(starts: &[G], positions: usize) {
        let mut dice = Dice(SplitMix(7));
        let mut histories = Histories::<G>::new();
        let mut stack = MoveStack::default();
        let mut seen = Vec::new();
        let mut game = starts[0].clone();
        for position in 0..positions {
            let all = legal(&game, Class::All);
            let context = PickContext {
                game: &game,
                histories: &histories,
                margins: &Margins::COMMON,
                before: NO_MOVES,
            };
            check(&context, &mut stack, &seen, &mut dice);
            assert_eq!(stack.mark(), 0);
            for &mv in all.iter().take(20) {
                let bonus = dice.below(2_000) as i32 - 1_000;
                histories.update_quiet(game.seat(), mv, NO_MOVES, bonus);
            }
            match dice.any_of(&all).filter(|_| position % 100 != 99) {
                Some(mv) => game.play(mv, &mut Silent),
                None => game = starts[dice.below(starts.len())].clone(),
            }
            seen = all;
        }
    }

    fn positions(fens: &[&str], rules: Rules) -> Vec<Position> {
        let read = |fen: &&str| Position::from_setup(&fen.parse().unwrap(), rules, false).unwrap();
        fens.iter().map(read).collect()
    }

    #[test]
    fn every_legal_move_comes_once_in_chess() {
        let fens = [
            Rules::CHESS.start(),
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        ];
        walk(&positions(&fens, Rules::CHESS), 1_000);
    }

    #[test]
    fn every_legal_move_comes_once_in_crazyhouse() {
        let fens = [
            Rules::CRAZYHOUSE.start(),
            "r1b2rk1/ppp2ppp/2n2n2/8/8/2N2N2/PPP2PPP/R1B2RK1[QBPPqbpp] w - - 0 1",
            "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1",
        ];
        walk(&positions(&fens, Rules::CRAZYHOUSE), 1_000);
    }

    #[test]
    fn every_legal_move_comes_once_in_vierschaak() {
        let start = multi::Position::<Vierschaak>::start(multi::Rules::default());
        walk(&[multi::Paranoid::new(start)], 300);
    }
}
