//! An evaluation of one board of two that knows the other one. A captured piece is not gone: it
//! comes to a hand there. What it brings is what the evaluation makes of that board with the
//! piece in the hand, so a second knight is worth another thing than the first. Some pieces
//! decide at once what no evaluation sees; these have a price on top.

use std::sync::{Arc, Mutex, PoisonError};

use super::chosen::{AnyEval, EvalChoice};
use super::net::NetError;
use super::stacked::Stacked;
use super::{Eval, Terms};
use crate::base::random::mix;
use crate::board::{Color, Observer, Piece, Role, Silent, Square};
use crate::game::Playable as _;
use crate::game::catalogue::BuiltIn;
use crate::game::rules::Rules;
use crate::game::single::Position;

/// Centipawns by owner and role: what it is worth to the rival to capture such a piece, beyond
/// what it is worth on this board.
pub type Prices = [[i32; Role::CHESS.len()]; 2];

/// What a search of one board knows of the other.
#[derive(Clone, Default, Debug)]
pub struct Beside {
    /// The other board, if it is known and played on.
    pub board: Option<Position>,
    /// What pieces are worth there beyond what the evaluation makes of them.
    pub prices: Prices,
}

/// Shared by those who tell a search of the other board and the search, which takes over what
/// was told when it begins.
#[derive(Clone, Default, Debug)]
pub struct BesideHandle(Arc<Mutex<Beside>>);

impl BesideHandle {
    /// Searches that begin from now on know this.
    pub fn tell(&self, beside: Beside) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = beside;
    }

    fn now(&self) -> Beside {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Evaluations of one board of two. A network is trained for a board by itself, to which pieces
/// come by chance, or for one beside another.
#[derive(Clone)]
pub struct BoardEvals {
    /// Where nothing is known of the other board.
    pub alone: AnyEval,
    /// Where it is known.
    pub beside: AnyEval,
}

impl BoardEvals {
    /// Those of a choice, for the game that one under these rules is played like.
    ///
    /// # Errors
    /// If the program was built with a file that is no network.
    pub fn of(choice: &EvalChoice, game: BuiltIn, rules: &Rules) -> Result<Self, NetError> {
        let (alone, beside) = (choice.eval(game, rules)?, choice.eval_beside(game, rules)?);
        Ok(Self { alone, beside })
    }
}

/// An evaluation of one board that adds what captures bring to the other and take from it. The
/// value of the root stays what it is on its board alone.
#[derive(Clone)]
pub struct TeamEval {
    /// The evaluation in use, and the other one.
    inner: AnyEval,
    resting: AnyEval,
    /// Is the one for a known board beside in use?
    is_beside: bool,
    handle: BesideHandle,
    prices: Prices,
    beside: BoardBeside,
    /// Promoted pieces are captured as pawns.
    demotes: bool,
    crossed: Stacked<Crossed>,
    salt: u64,
}

impl TeamEval {
    /// Evaluations of a board, by which the other one is judged, too.
    pub fn new(evals: BoardEvals, handle: BesideHandle, demotes: bool) -> Self {
        let (prices, crossed) = (Prices::default(), Stacked::default());
        let beside = BoardBeside::new(evals.beside.clone());
        let BoardEvals { alone: inner, beside: resting } = evals;
        let (is_beside, salt) = (false, 0);
        Self { inner, resting, is_beside, handle, prices, beside, demotes, crossed, salt }
    }

    /// Uses the evaluation for a board by itself, or for one beside another.
    fn stand_beside(&mut self, is_beside: bool) {
        if self.is_beside != is_beside {
            std::mem::swap(&mut self.inner, &mut self.resting);
            self.is_beside = is_beside;
        }
    }

    #[inline]
    fn count(&mut self, piece: Piece, promoted: bool, change: i64) {
        let role = if promoted && self.demotes { Role::Pawn } else { piece.role() };
        self.crossed.now.census.count(piece.color(), role, change);
    }

    /// Values what has crossed with the last move.
    #[inline]
    fn settle(&mut self) {
        let ply = self.crossed.ply();
        let now = &mut self.crossed.now;
        if now.census != now.valued {
            let brings = paid(&self.prices, now.census) + self.beside.gain(now.census);
            now.sum += (brings - now.brings) * share_after(ply);
            (now.valued, now.brings) = (now.census, brings);
        }
    }
}

/// What has crossed to the other board since the root.
#[derive(Clone, Copy, Default)]
struct Crossed {
    census: Census,
    /// What of it is valued ...
    valued: Census,
    /// ... what that brings White of the first board, whenever it came ...
    brings: i32,
    /// ... and [`WHOLE`] times as much as it counts: each piece as much as it changed, less the
    /// later it came.
    sum: i32,
}

/// All of what a piece brings, as a share.
const WHOLE: i32 = 100;
/// So much less does it bring if it comes a ply later: the other board will have moved on, and who
/// plans to take a piece some time may not get it.
const LESS_A_PLY: i32 = 8;
/// However late it comes.
const LEAST: i32 = 20;

/// The share of what a piece brings that counts if it crosses with the move to this ply.
fn share_after(ply: usize) -> i32 {
    (WHOLE - LESS_A_PLY * (ply as i32 - 1)).clamp(LEAST, WHOLE)
}

/// What White gets for the pieces that have crossed, at these prices.
fn paid(prices: &Prices, census: Census) -> i32 {
    let each = census.gone().map(|(kind, count)| {
        let price = count * prices[kind.color().index()][kind.role().index()];
        if kind.color() == Color::White { -price } else { price }
    });
    each.sum()
}

impl Observer for TeamEval {
    #[inline]
    fn put(&mut self, piece: Piece, promoted: bool, square: Square) {
        self.count(piece, promoted, 1);
        self.inner.put(piece, promoted, square);
    }

    #[inline]
    fn lift(&mut self, piece: Piece, promoted: bool, square: Square) {
        self.count(piece, promoted, -1);
        self.inner.lift(piece, promoted, square);
    }

    #[inline]
    fn hold(&mut self, piece: Piece, from: u8, to: u8) {
        // A piece in hand cannot be captured until it is dropped, and dropping it must not look
        // like a gain.
        self.count(piece, false, i64::from(to) - i64::from(from));
        self.inner.hold(piece, from, to);
    }
}

impl Eval<Position> for TeamEval {
    fn reset(&mut self, game: &Position) {
        let Beside { board, prices } = self.handle.now();
        self.salt = salt(board.as_ref(), &prices);
        self.prices = prices;
        self.stand_beside(board.is_some());
        self.beside.show(board);
        self.crossed.reset();
        self.inner.reset(game);
    }

    #[inline]
    fn push(&mut self) {
        self.settle();
        self.crossed.push();
        self.inner.push();
    }

    #[inline]
    fn pop(&mut self) {
        self.crossed.pop();
        self.inner.pop();
    }

    fn explain(&mut self, game: &Position) -> Terms {
        self.inner.explain(game)
    }

    fn evaluate(&mut self, game: &Position) -> i32 {
        self.settle();
        let crossed = self.crossed.now.sum / WHOLE;
        self.inner.evaluate(game) + if game.turn() == Color::White { crossed } else { -crossed }
    }

    fn salt(&self) -> u64 {
        self.salt
    }
}

/// What was found out beside another board is another thing.
fn salt(board: Option<&Position>, prices: &Prices) -> u64 {
    let prices = if *prices == Prices::default() {
        0
    } else {
        let prices = prices.iter().flatten().map(|&price| u64::from(price.cast_unsigned()));
        prices.fold(1, |salt, price| mix(salt ^ price))
    };
    prices ^ board.map_or(0, |board| mix(board.key() ^ 2))
}

/// How many pieces of each kind stand and are held on a board, both sides, beyond those at the
/// root of the search. Packed: a search changes it at every node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Census(u64);

impl Census {
    const BITS: usize = 6;
    /// Stands for no difference, in each field.
    const EVEN: u64 = 1 << (Self::BITS - 1);
    const KINDS: usize = 2 * Role::DROPPABLE.len();
    /// As at the root.
    const ROOT: Self = {
        let (mut all, mut field) = (0, 0);
        while field < Self::KINDS {
            all |= Self::EVEN << (Self::BITS * field);
            field += 1;
        }
        Self(all)
    };

    #[inline]
    fn count(&mut self, color: Color, role: Role, change: i64) {
        if role.index() < Role::DROPPABLE.len() {
            let field = color.index() * Role::DROPPABLE.len() + role.index();
            // A line of play that moves more than fits a field is only misjudged.
            let change = (change << (Self::BITS * field)).cast_unsigned();
            self.0 = self.0.wrapping_add(change);
        }
    }

    /// Kinds of which there are fewer, and how many fewer. Where there are more, one was promoted.
    fn gone(self) -> impl Iterator<Item = (Piece, i32)> {
        (0..Self::KINDS).filter_map(move |field| {
            let here = self.0 >> (Self::BITS * field) & (2 * Self::EVEN - 1);
            let gone = Self::EVEN as i32 - here as i32;
            let (color, role) = (field / Role::DROPPABLE.len(), field % Role::DROPPABLE.len());
            (gone > 0).then(|| (Piece::new(Color::ALL[color], Role::DROPPABLE[role]), gone))
        })
    }
}

impl Default for Census {
    fn default() -> Self {
        Self::ROOT
    }
}

/// The other board, to which pieces come, if it is known.
#[derive(Clone)]
struct BoardBeside {
    eval: AnyEval,
    board: Option<Position>,
    /// Its value as it is.
    value: i32,
    /// What was asked lately: a search asks for few things, again and again.
    known: Vec<(Census, i32)>,
}

/// How many answers are kept, a power of two.
const KNOWN: usize = 256;

impl BoardBeside {
    fn new(eval: AnyEval) -> Self {
        Self { eval, board: None, value: 0, known: vec![(Census::ROOT, 0); KNOWN] }
    }

    /// This is the other board from now on.
    fn show(&mut self, board: Option<Position>) {
        self.known.fill((Census::ROOT, 0));
        self.value =
            board.as_ref().map_or(0, |board| value_beside(&mut self.eval, board, Color::White));
        self.board = board;
    }

    /// What it brings White of the first board that these pieces come.
    fn gain(&mut self, census: Census) -> i32 {
        let Some(board) = &mut self.board else { return 0 };
        let (of, gain) = &mut self.known[mix(census.0) as usize % KNOWN];
        if *of != census {
            let coming = || census.gone().flat_map(|(piece, count)| (0..count).map(move |_| piece));
            coming().for_each(|piece| board.receive(piece, &mut Silent));
            let value = value_beside(&mut self.eval, board, Color::White);
            (*of, *gain) = (census, value - self.value);
            // The order does not matter: hands only count.
            coming().for_each(|piece| board.unreceive(piece));
        }
        *gain
    }
}

/// The value of the other board for this colour of the first one, whose partner has the other
/// colour there.
pub fn value_beside(eval: &mut AnyEval, board: &Position, color: Color) -> i32 {
    eval.reset(board);
    let value = eval.evaluate(board);
    if board.turn() == color { -value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::net::inputs::Inputs;
    use crate::eval::net::{Inputs8x8, NetworkWeights};
    use crate::notation::uci;

    fn set_up(fen: &str) -> Position {
        Position::from_setup(&fen.parse().unwrap(), Rules::BUGHOUSE, false).unwrap()
    }

    /// White can take a knight.
    const OWN: &str = "4k3/8/8/3n4/4P3/8/8/4K3[] w - - 0 1";
    const KNIGHT: Piece = Piece::new(Color::Black, Role::Knight);

    /// The value for Black after White's capture, beside what is told.
    fn taken(choice: &EvalChoice, beside: Beside) -> i32 {
        let rules = Rules::BUGHOUSE;
        let handle = BesideHandle::default();
        let evals = BoardEvals::of(choice, BuiltIn::Bughouse, &rules).unwrap();
        let mut eval = TeamEval::new(evals, handle.clone(), rules.demotes);
        handle.tell(beside);
        let mut position = set_up(OWN);
        eval.reset(&position);
        let before = eval.evaluate(&position);
        let alone = {
            let mut plain = choice.eval(BuiltIn::Bughouse, &rules).unwrap();
            plain.reset(&position);
            plain.evaluate(&position)
        };
        assert_eq!(before, alone, "the root is worth what it is on its board");
        handle.tell(Beside::default());
        let take = position.legal_moves().into_iter().find(|&mv| position.is_noisy(mv)).unwrap();
        eval.push();
        position.play(take, &mut eval);
        let value = eval.evaluate(&position);
        position.undo();
        eval.pop();
        assert_eq!(eval.evaluate(&position), before, "a search keeps what it was told");
        value
    }

    fn choices() -> [EvalChoice; 2] {
        let noise = NetworkWeights::noise(Inputs8x8::SET, "bughouse", 32, 5);
        [EvalChoice::HandWritten, noise.into()]
    }

    #[test]
    fn prices_are_paid_for_pieces_that_change_hands() {
        for choice in choices() {
            let for_nothing = taken(&choice, Beside::default());
            let mut prices = Prices::default();
            prices[KNIGHT.color().index()][KNIGHT.role().index()] = 150;
            let beside = Beside { prices, ..Beside::default() };
            assert_eq!(taken(&choice, beside), for_nothing - 150);
        }
    }

    #[test]
    fn a_captured_piece_counts_in_the_hand_that_it_comes_to() {
        // The partner of White has Black there.
        for turn in ["w", "b"] {
            let fen = format!("r3k3/ppp5/8/8/8/8/PPP5/R3K3[] {turn} - - 0 1");
            let mut board = set_up(&fen);
            for choice in choices() {
                let for_nothing = taken(&choice, Beside::default());
                let beside = Beside { board: Some(board.clone()), ..Beside::default() };
                let with_board = taken(&choice, beside);
                let mut eval = choice.eval(BuiltIn::Bughouse, &Rules::BUGHOUSE).unwrap();
                let mut value = |board: &Position| {
                    eval.reset(board);
                    let value = eval.evaluate(board);
                    if board.turn() == Color::Black { value } else { -value }
                };
                let before = value(&board);
                board.receive(KNIGHT, &mut Silent);
                let gain = value(&board) - before;
                board.unreceive(KNIGHT);
                // The value is Black's, the gain White's.
                assert_eq!(with_board, for_nothing - gain, "{fen}");
                assert_ne!(gain, 0);
            }
        }
    }

    #[test]
    fn what_comes_later_counts_less() {
        let mut prices = Prices::default();
        prices[KNIGHT.color().index()][KNIGHT.role().index()] = 150;
        let evals = BoardEvals::of(&EvalChoice::HandWritten, BuiltIn::Bughouse, &Rules::BUGHOUSE);
        let handle = BesideHandle::default();
        let mut eval = TeamEval::new(evals.unwrap(), handle.clone(), true);
        // What White gets for the knight that is taken in this line.
        let mut brings = |line: &[&str]| {
            let [dear, cheap] = [prices, Prices::default()].map(|prices| {
                handle.tell(Beside { prices, ..Beside::default() });
                let mut position = set_up(OWN);
                eval.reset(&position);
                for mv in line {
                    let mv = uci::read(mv, &position.legal_moves()).unwrap();
                    eval.push();
                    position.play(mv, &mut eval);
                }
                eval.evaluate(&position)
            });
            cheap - dear
        };
        assert_eq!(brings(&["e4d5"]), 150);
        assert_eq!(brings(&["e1e2", "e8e7", "e4d5"]), 150 * 84 / 100);
        // What has come stays what it was while the line goes on.
        assert_eq!(brings(&["e4d5", "e8e7", "e1e2"]), 150);
        let shares = [1, 2, 11, 40].map(share_after);
        assert_eq!(shares, [100, 92, 20, 20]);
    }

    #[test]
    fn a_board_by_itself_and_one_beside_another_are_evaluated_by_networks_of_their_own() {
        let rules = Rules::BUGHOUSE;
        let evals = BoardEvals::of(&EvalChoice::BuiltIn, BuiltIn::Bughouse, &rules).unwrap();
        let position = set_up(OWN);
        let value = |mut eval: AnyEval| {
            eval.reset(&position);
            eval.evaluate(&position)
        };
        let [alone, beside] = [evals.alone.clone(), evals.beside.clone()].map(value);
        assert_ne!(alone, beside);
        let handle = BesideHandle::default();
        let mut eval = TeamEval::new(evals, handle.clone(), rules.demotes);
        for (board, value) in [(None, alone), (Some(set_up(OWN)), beside), (None, alone)] {
            handle.tell(Beside { board, ..Beside::default() });
            eval.reset(&position);
            assert_eq!(eval.evaluate(&position), value);
        }
    }

    #[test]
    fn all_kinds_are_counted_apart() {
        let mut census = Census::default();
        assert_eq!(census.gone().count(), 0);
        census.count(Color::White, Role::Pawn, -2);
        census.count(Color::Black, Role::Queen, -1);
        census.count(Color::Black, Role::Knight, 1);
        census.count(Color::White, Role::King, -1);
        let gone: Vec<_> = census.gone().collect();
        let kinds = [(Color::White, Role::Pawn, 2), (Color::Black, Role::Queen, 1)];
        assert_eq!(gone, kinds.map(|(color, role, count)| (Piece::new(color, role), count)));
        census.count(Color::White, Role::Pawn, 2);
        census.count(Color::Black, Role::Queen, 1);
        census.count(Color::Black, Role::Knight, -1);
        assert_eq!(census, Census::default());
    }

    #[test]
    fn another_board_beside_is_another_thing_to_remember() {
        let board = set_up("4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
        let mut prices = Prices::default();
        let alone = salt(None, &prices);
        assert_eq!(alone, 0);
        let beside = salt(Some(&board), &prices);
        prices[0][0] = 20;
        let salts = [alone, beside, salt(None, &prices), salt(Some(&board), &prices)];
        let different: std::collections::HashSet<u64> = salts.into_iter().collect();
        assert_eq!(different.len(), salts.len());
    }
}
