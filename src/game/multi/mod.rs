//! More than two players on one board: vierschaak (four in two teams) and drieschaak (three,
//! everyone for himself). Mate and stalemate exist only on one's own turn and are not the
//! end: the army freezes, is skipped, cannot be taken, and still bars enemy kings.
//!
//! A position always stands at a seat that can move, unless the game is over: whoever has no
//! move is frozen and skipped as part of the move before.

mod check;
mod end;
mod exchange;
mod generate;
mod joint;
mod legal;
mod play;
mod setup;
mod text;
mod variant;
mod view;

pub use end::MultiEnd;
pub use setup::SetupError;
pub use text::MoveError;
pub use variant::{Drieschaak, Layout, MultiGame, Vierschaak};

use std::marker::PhantomData;

use super::{Camp, Class, Playable, Searchable};
use crate::base::Score;
use crate::base::random::mix;
use crate::board::multi::{Board, MOST_SEATS, Piece, SQUARES, Seats, Set, Square, keys, squares};
use crate::board::{Move, MoveKind, MoveList, Observer, Role};

/// What a club may settle for itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Three players, art. 33: is it illegal to mate or stalemate the next player together
    /// with the third?
    pub forbid_joint_mates: bool,
}

impl Rules {
    /// As the sources have them.
    pub const DEFAULT: Self = Self { forbid_joint_mates: true };
}

impl Default for Rules {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// A position of a game for more than two.
#[derive(Clone)]
pub struct Position<K: MultiGame> {
    rules: Rules,
    board: Board,
    state: State,
    past: Vec<State>,
    /// For whom a search speaks, where everyone plays for himself.
    root: usize,
    first_ply: u32,
    kind: PhantomData<K>,
}

/// What a move changes and cannot be computed backwards.
#[derive(Clone, Copy, Debug)]
struct State {
    /// Everything that future play depends on, but for counts of plies.
    key: u64,
    turn: u8,
    /// Live enemy pieces that check the seat to move.
    checkers: Set,
    /// Pieces of the seat to move that alone shield its king.
    pinned: Set,
    rights: u8,
    /// By taker: the pawns, by number, that he may take in passing.
    passed: [u32; MOST_SEATS],
    /// Seats that had no move on their last turn.
    frozen: Seats,
    /// Those of them that were in check then.
    checked: Seats,
    outcome: Option<MultiEnd>,
    /// Plies since the last capture or pawn move.
    quiet_plies: u16,
    /// The move that led here, if it was one, and whose it was.
    mv: Option<Move>,
    mover: u8,
    captured: Option<Piece>,
}

impl<K: MultiGame> Position<K> {
    /// The rules that are played.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The pieces.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The seat to move; if the game is over, the one that could not.
    #[inline]
    pub fn turn(&self) -> usize {
        self.state.turn as usize & 3
    }

    /// Seats that had no move on their last turn.
    pub fn frozen(&self) -> Seats {
        self.state.frozen
    }

    /// Those of the frozen that were in check on their last turn.
    pub fn checked(&self) -> Seats {
        self.state.checked
    }

    /// Live enemy pieces that check the seat to move.
    pub fn checkers(&self) -> Set {
        self.state.checkers
    }

    /// The seat for which a search speaks, where everyone plays for himself.
    pub fn root(&self) -> usize {
        self.root
    }

    /// Evaluates for this seat, where everyone plays for himself; a search does so for the
    /// seat to move.
    pub fn speak_for(&mut self, seat: usize) {
        self.root = seat;
    }

    /// What keeps searches for different seats apart in one table.
    fn salt(&self) -> u64 {
        if K::LAYOUT.teams { 0 } else { keys::root(self.root) }
    }

    /// Plies since the last capture or pawn move.
    pub fn quiet_count(&self) -> u16 {
        self.state.quiet_plies
    }

    /// The number of the ply to be played; a skip is none.
    pub fn ply(&self) -> u32 {
        self.first_ply + self.past.len() as u32
    }

    /// The last move played, if any.
    pub fn last_move(&self) -> Option<Move> {
        self.state.mv
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate_into(Class::All, &mut moves);
        moves
    }

    /// For which camp a seat plays: its team, or whether it is the root's.
    #[inline]
    pub fn camp_of(&self, seat: usize) -> Camp {
        if K::LAYOUT.teams { seat as Camp & 1 } else { Camp::from(seat != self.root) }
    }

    /// Whom a legal move captures, and where he stands.
    fn target(&self, mv: Move) -> Option<(Piece, Square)> {
        let (_, to) = squares(mv);
        let square = match mv.kind() {
            MoveKind::Normal | MoveKind::Promotion => to,
            MoveKind::EnPassant => self.passed_pawn(self.turn(), to)?,
            _ => return None,
        };
        Some((self.board.at(square)?, square))
    }

    /// The pawn that this seat may take in passing on this square.
    fn passed_pawn(&self, taker: usize, to: Square) -> Option<Square> {
        let pawns = self.state.passed[taker];
        (0..u32::BITS)
            .filter(|pawn| pawns >> pawn & 1 != 0)
            .map(|pawn| K::LAYOUT.passing(pawn))
            .find_map(|(passed, pawn)| (passed == to).then_some(pawn))
    }

    /// Where king and rook come to stand.
    fn castled(king: Square, rook: Square) -> (Square, Square) {
        let step = view::castling_step(king, rook);
        (king.offset(2 * step), king.offset(step))
    }
}

impl<K: MultiGame> Playable for Position<K> {
    type Piece = Piece;

    #[inline]
    fn key(&self) -> u64 {
        self.state.key ^ self.salt()
    }

    fn generate(&self, class: Class, moves: &mut MoveList) {
        self.generate_into(class, moves);
    }

    fn count_moves(&self) -> u64 {
        self.count_legal()
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.allows(mv)
    }

    fn play(&mut self, mv: Move, observer: &mut impl Observer<Piece>) {
        self.make(mv, observer);
    }

    fn undo(&mut self) {
        self.unmake();
    }
}

impl<K: MultiGame> Searchable for Position<K> {
    const SEATS: usize = K::SEATS;
    const SQUARES: usize = SQUARES;
    const MATE_ENDS_GAME: bool = false;

    fn key_after(&self, mv: Move) -> u64 {
        self.guess_key(mv)
    }

    fn part_keys(&self) -> [u64; 4] {
        let fold = |set: Set| set.0.into_iter().fold(0, |key, word| mix(key ^ word));
        let board = &self.board;
        let of_camp = |camp: Camp| {
            (0..K::SEATS).filter(|&seat| self.camp_of(seat) == camp).fold(
                u64::from(camp),
                |key, seat| {
                    let officers = board.seat(seat).minus(board.role(Role::Pawn));
                    mix(key ^ fold(officers))
                },
            )
        };
        let pawns =
            (0..K::SEATS).fold(0, |key, seat| mix(key ^ fold(board.pieces(seat, Role::Pawn))));
        let kings = fold(board.role(Role::King)) ^ keys::frozen(self.frozen(), self.checked());
        [pawns, of_camp(0), of_camp(1), kings]
    }

    #[inline]
    fn seat(&self) -> usize {
        self.turn()
    }

    #[inline]
    fn camp(&self) -> Camp {
        self.camp_of(self.turn())
    }

    fn quiet_plies(&self) -> usize {
        usize::from(self.state.quiet_plies)
    }

    fn begin_search(&mut self) {
        self.speak_for(self.turn());
    }

    fn pass(&mut self) -> bool {
        self.make_pass()
    }

    #[inline]
    fn in_check(&self) -> bool {
        // A game that is over has nothing to stand pat on: the searcher must ask `stuck`.
        !self.state.checkers.is_empty() || self.state.outcome.is_some()
    }

    fn gives_check(&self, mv: Move) -> bool {
        self.checks(mv)
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::Normal => self.board.at(squares(mv).1).is_some(),
            MoveKind::EnPassant | MoveKind::Promotion => true,
            _ => false,
        }
    }

    fn gain(&self, mv: Move) -> i32 {
        exchange::gain(self, mv)
    }

    fn victim(&self, mv: Move) -> Option<Role> {
        self.target(mv).map(|(piece, _)| piece.role())
    }

    fn exchange(&self, mv: Move, least: i32) -> bool {
        exchange::at_least(self, mv, least)
    }

    fn drawn(&self, ply: usize) -> bool {
        self.is_drawn(ply)
    }

    fn draw(&self) -> Score {
        self.draw_score()
    }

    fn stuck(&self, ply: usize, _: Score) -> Score {
        self.final_score(ply)
    }
}
