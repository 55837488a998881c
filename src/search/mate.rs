//! Mates by checks alone, proved without a look at what the rest is worth: proof-number
//! search (Allis 1994), depth first (Nagai 2002). Pieces that can be dropped between a king and
//! a checking piece make the tree wide, so a node counts as hard as its hardest child, and one
//! more for each other child (weak proof numbers, Ueda et al. 2008).

use crate::base::Score;
use crate::board::{Move, MoveList, Silent};
use crate::game::{Class, Searchable};

/// Solved, against the side that this number speaks for.
const NEVER: u32 = u32::MAX / 4;
/// Entries in the table of a small proof ...
const ENTRIES: usize = 1 << 17;
/// ... and of one that may take more nodes than that has entries.
const MOST_ENTRIES: usize = 1 << 19;
/// A mate by one drop is looked for where the king has at most so many squares to go to.
pub const DROP_MATE_FLIGHTS: u32 = 4;
/// Keys of positions with another number of plies to go are other keys.
const PLY_KEY: u64 = 0x9e37_79b9_7f4a_7c15;

/// How hard a node is, from the view of the side that moves there: to win it (`phi`), to lose
/// it (`delta`). The attacker wins by mate within the plies left, the defender otherwise.
#[derive(Clone, Copy, Debug)]
struct ProofNumbers {
    phi: u32,
    delta: u32,
    /// Plies to the mate, where it is proved.
    length: u32,
    /// The move to the shortest mate known, or to the longest defence.
    best: Option<Move>,
}

impl ProofNumbers {
    const fn new(phi: u32, delta: u32) -> Self {
        Self { phi, delta, length: 0, best: None }
    }

    const WON: Self = Self::new(0, NEVER);
    const LOST: Self = Self::new(NEVER, 0);
    /// A limit that only a solution reaches.
    const ENDLESS: Self = Self::new(NEVER, NEVER);

    fn is_within(self, most: Self) -> bool {
        self.phi < most.phi && self.delta < most.delta
    }
}

#[derive(Clone, Copy)]
struct Child {
    mv: Move,
    numbers: ProofNumbers,
}

/// What was proved or nearly so, from one search to the next; made when it is first used.
#[derive(Default)]
pub struct MateTable(Vec<(u64, ProofNumbers)>);

/// A mate that cannot be avoided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MateProof {
    /// Plies to the mate.
    pub plies: usize,
    /// The line to it, which may break off early.
    pub line: Vec<Move>,
}

/// The search: the table, and the children along the line.
pub struct MateSearch<'a> {
    table: &'a mut [(u64, ProofNumbers)],
    children: Vec<Child>,
    nodes: u64,
    /// Asked with the count of nodes whether to give up.
    is_over: &'a dyn Fn(u64) -> bool,
}

/// The search was told to give up.
struct GivenUp;

impl MateTable {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0 = Vec::new();
    }
}

impl<'a> MateSearch<'a> {
    /// A search of at most so many nodes, which ends when `is_over` says so of their number.
    pub fn new(table: &'a mut MateTable, most: u64, is_over: &'a dyn Fn(u64) -> bool) -> Self {
        let entries = if most > ENTRIES as u64 { MOST_ENTRIES } else { ENTRIES };
        let entries = entries.max(table.0.len());
        table.0.resize(entries, (0, ProofNumbers::new(1, 1)));
        Self { table: &mut table.0, children: Vec::new(), nodes: 0, is_over }
    }

    /// Nodes so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// A mate in at most so many plies that cannot be avoided, begun by one of these moves and
    /// with every move of its side a check. That none is found proves nothing.
    pub fn find<G: Searchable>(
        &mut self,
        game: &G,
        moves: &[Move],
        plies: usize,
    ) -> Option<MateProof> {
        let mut game = game.clone();
        let mut moves = moves.to_vec();
        moves.retain(|&mv| game.gives_check(mv));
        let root = self.search_moves(&mut game, &moves, 0, plies, ProofNumbers::ENDLESS).ok()?;
        if root.phi > 0 {
            return None;
        }
        let first = root.best?;
        let mut line = vec![first];
        game.play(first, &mut Silent);
        while line.len() < root.length as usize {
            let known = self.look(&game, line.len(), plies);
            let is_solved = known.phi == 0 || known.delta == 0;
            // The table may have lost it.
            let node = match is_solved.then_some(known) {
                Some(known) => known,
                None => match self.search(&mut game, line.len(), plies, ProofNumbers::ENDLESS) {
                    Ok(found) => found,
                    Err(GivenUp) => break,
                },
            };
            let Some(best) = node.best else { break };
            line.push(best);
            game.play(best, &mut Silent);
        }
        Some(MateProof { plies: root.length as usize, line })
    }

    fn search<G: Searchable>(
        &mut self,
        game: &mut G,
        ply: usize,
        plies: usize,
        most: ProofNumbers,
    ) -> Result<ProofNumbers, GivenUp> {
        let moves = moves_of(game, ply);
        self.search_moves(game, &moves, ply, plies, most)
    }

    /// Looks at the child that decides most, again and again, until this node is as hard as
    /// `most` says or solved.
    fn search_moves<G: Searchable>(
        &mut self,
        game: &mut G,
        moves: &[Move],
        ply: usize,
        plies: usize,
        most: ProofNumbers,
    ) -> Result<ProofNumbers, GivenUp> {
        let from = self.children.len();
        for &mv in moves {
            game.play(mv, &mut Silent);
            self.nodes += 1;
            let numbers = self.look(game, ply + 1, plies);
            game.undo();
            self.children.push(Child { mv, numbers });
        }
        let found = loop {
            if (self.is_over)(self.nodes) {
                break Err(GivenUp);
            }
            let (numbers, best, second) = sum_up(&self.children[from..]);
            if !numbers.is_within(most) {
                break Ok(numbers);
            }
            let Child { mv, numbers: known } = self.children[from + best];
            let limits = ProofNumbers::new(
                // What the others add stays as it is.
                (most.delta + known.phi).saturating_sub(numbers.delta).min(NEVER),
                most.phi.min(second.saturating_add(1)),
            );
            game.play(mv, &mut Silent);
            let searched = self.search(game, ply + 1, plies, limits);
            game.undo();
            match searched {
                Ok(numbers) => self.children[from + best].numbers = numbers,
                Err(GivenUp) => break Err(GivenUp),
            }
        };
        self.children.truncate(from);
        if let Ok(numbers) = found {
            let key = self.key(game, ply, plies);
            let index = self.index(key);
            self.table[index] = (key, numbers);
        }
        found
    }

    fn key<G: Searchable>(&self, game: &G, ply: usize, plies: usize) -> u64 {
        game.key() ^ ((plies - ply) as u64 + 1).wrapping_mul(PLY_KEY)
    }

    fn index(&self, key: u64) -> usize {
        key as usize % self.table.len()
    }

    /// What is known of a node, or to be seen without searching.
    fn look<G: Searchable>(&self, game: &G, ply: usize, plies: usize) -> ProofNumbers {
        let attacks = attacks(ply);
        if game.drawn(ply) {
            return if attacks { ProofNumbers::LOST } else { ProofNumbers::WON };
        }
        let key = self.key(game, ply, plies);
        let (stored, numbers) = self.table[self.index(key)];
        if stored == key {
            return numbers;
        }
        if attacks {
            let mate = if game.in_check() { None } else { game.mate_at_once(DROP_MATE_FLIGHTS) };
            return match mate {
                Some(_) if ply < plies => {
                    ProofNumbers { length: 1, best: mate, ..ProofNumbers::WON }
                }
                _ => ProofNumbers::new(1, 1),
            };
        }
        match game.count_moves() {
            0 if game.stuck(ply, Score::ZERO) == Score::mated(ply) => ProofNumbers::LOST,
            0 => ProofNumbers::WON,
            _ if ply == plies => ProofNumbers::WON,
            replies => ProofNumbers::new(1, replies as u32),
        }
    }
}

/// Does the attacker move at this ply?
fn attacks(ply: usize) -> bool {
    ply.is_multiple_of(2)
}

/// The checks of the attacker, or all moves of the defender.
fn moves_of<G: Searchable>(game: &G, ply: usize) -> MoveList {
    let mut moves = MoveList::new();
    game.generate(Class::All, &mut moves);
    if attacks(ply) {
        moves.retain(|&mv| game.gives_check(mv));
    }
    moves
}

/// A node's numbers by its children's, the child to look at, and how easily the second of
/// them is lost.
fn sum_up(children: &[Child]) -> (ProofNumbers, usize, u32) {
    let mut numbers = ProofNumbers::LOST;
    let (mut best, mut second) = (0, NEVER);
    let (mut open, mut hardest) = (0, 0);
    for (index, Child { numbers: child, .. }) in children.iter().enumerate() {
        if child.delta < numbers.phi {
            second = numbers.phi;
            (numbers.phi, best) = (child.delta, index);
        } else {
            second = second.min(child.delta);
        }
        open += u32::from(child.phi > 0);
        hardest = hardest.max(child.phi);
    }
    numbers.delta = if hardest >= NEVER { NEVER } else { hardest + open.saturating_sub(1) };
    let length = |child: &&Child| child.numbers.length;
    let on_the_way = if numbers.phi == 0 {
        children.iter().filter(|child| child.numbers.delta == 0).min_by_key(length)
    } else {
        children.iter().max_by_key(length)
    };
    if let Some(child) = on_the_way {
        (numbers.length, numbers.best) = (child.numbers.length + 1, Some(child.mv));
    }
    (numbers, best, second)
}
