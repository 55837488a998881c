//! One 8x8 board with two seats: chess, crazyhouse, and one board of the team games.
//!
//! [`Position`] keeps what a move changes in two places: the [`Board`], made and unmade
//! piece by piece, and a small `State` that is saved whole.

mod check;
mod danger;
mod drop_mate;
mod end;
mod exchange;
mod generate;
mod legal;
mod passing;
mod past;
mod play;
mod prelude;
mod setup;
mod setup_error;
mod view;
mod worth;

pub use setup_error::SetupError;
pub use view::Takable;
pub use worth::Worth;

use past::{Past, State};

use super::rules::Rules;
use super::{Breadth, Camp, Class, Playable, Searchable};
use crate::base::Score;
use crate::base::random::{self, mix};
use crate::board::{Board, Color, Move, MoveKind, MoveList, Observer, Piece, Role, Set, Square};

/// A playable position of a game on one 8x8 board: both kings stand, and the side that
/// is not to move is not in check.
#[derive(Clone, Debug)]
pub struct Position {
    rules: Rules,
    worth: &'static Worth,
    board: Board,
    turn: Color,
    state: State,
    past: Past,
    first_move_number: u32,
    /// What may be taken off another board, for a game that sees only this one.
    takable: Takable,
    /// Pieces may come at any moment from a board of which nothing is known.
    expects_anybody: bool,
}

impl Position {
    /// The rules that are played.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The pieces and the hands.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Rooks that may still castle.
    pub fn rights(&self) -> Set {
        self.state.rights
    }

    /// The square on which a pawn may be captured en passant.
    pub fn en_passant(&self) -> Option<Square> {
        self.state.en_passant
    }

    /// Enemy pieces that check the side to move.
    pub fn checkers(&self) -> Set {
        self.state.checkers
    }

    /// Is the side to move in check?
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.state.checkers.is_empty()
    }

    /// Would this legal move give check?
    pub fn gives_check(&self, mv: Move) -> bool {
        check::gives_check(self, mv)
    }

    /// Is this legal move a capture or a promotion?
    #[inline]
    pub fn is_noisy(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::Normal => self.board.at(mv.to()).is_some(),
            MoveKind::EnPassant | MoveKind::Promotion | MoveKind::TakeOut => true,
            MoveKind::Castle | MoveKind::Drop | MoveKind::Prelude => false,
        }
    }

    /// Plies since the last capture, pawn move or pawn drop.
    pub fn halfmove_clock(&self) -> u16 {
        self.state.quiet_plies
    }

    /// The number of the move to be played, as FEN counts it.
    pub fn move_number(&self) -> u32 {
        let plies = u32::from(self.state.plies);
        let black_began = (plies % 2 == 1) == (self.turn == Color::White);
        self.first_move_number + (plies + u32::from(black_began)) / 2
    }

    /// What pieces are worth in an exchange under these rules.
    pub fn worth(&self) -> &'static Worth {
        self.worth
    }

    /// The piece that the last move captured, and whether it was promoted.
    pub fn last_captured(&self) -> Option<(Piece, bool)> {
        self.state.captured
    }

    /// The last move played, if any.
    pub fn last_move(&self) -> Option<Move> {
        self.state.mv
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(Class::All, &mut moves);
        moves
    }

    /// Where the king comes to stand when castling with this rook.
    pub fn castled_king(color: Color, king: Square, rook: Square) -> Square {
        let file = if rook.file() > king.file() { 6 } else { 2 };
        Square::new(file, 0).relative(color)
    }

    /// Where the rook comes to stand.
    fn castled_rook(color: Color, king: Square, rook: Square) -> Square {
        let file = if rook.file() > king.file() { 5 } else { 3 };
        Square::new(file, 0).relative(color)
    }

    /// The role that a legal move captures, and whether it is promoted.
    fn target(&self, mv: Move) -> Option<(Role, bool)> {
        match mv.kind() {
            MoveKind::Normal | MoveKind::Promotion | MoveKind::TakeOut => {
                let piece = self.board.at(mv.to())?;
                Some((piece.role(), self.board.promoted().has(mv.to())))
            }
            MoveKind::EnPassant => Some((Role::Pawn, false)),
            MoveKind::Castle | MoveKind::Drop | MoveKind::Prelude => None,
        }
    }

    /// The role in which a captured piece goes on: promoted pieces may go back to pawns.
    pub fn role_when_captured(&self, role: Role, promoted: bool) -> Role {
        if promoted && self.rules.demotes { Role::Pawn } else { role }
    }
}

/// Odd words that keep apart what is hashed together.
const SPREAD: [u64; 4] = {
    let [a, b, c, d] = random::table(0x7061_7274);
    [a | 1, b | 1, c | 1, d | 1]
};

impl Playable for Position {
    type Piece = Piece;

    #[inline]
    fn key(&self) -> u64 {
        self.state.key
    }

    fn generate(&self, class: Class, moves: &mut MoveList) {
        if !self.in_prelude() {
            generate::generate(self, class, moves);
        } else if matches!(class, Class::All | Class::Quiet) {
            self.generate_steps(moves);
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        Self::count_moves(self)
    }

    fn is_legal(&self, mv: Move) -> bool {
        if self.in_prelude() {
            return self.legal_moves().contains(&mv);
        }
        legal::is_legal(&view::TurnView::of(self), mv)
    }

    #[inline]
    fn play(&mut self, mv: Move, observer: &mut impl Observer) {
        self.make(mv, observer);
    }

    #[inline]
    fn undo(&mut self) {
        self.unmake();
    }
}

impl Searchable for Position {
    type Danger = danger::Danger8x8;

    const SEATS: usize = 2;
    const SQUARES: usize = 64;
    const ROLES: usize = Role::ALL.len();
    const MATE_ENDS_GAME: bool = true;

    #[inline]
    fn key_after(&self, mv: Move) -> u64 {
        self.guess_key(mv)
    }

    fn part_keys(&self) -> [u64; 4] {
        // Hashing a few words is cheaper than carrying four more keys through every move.
        let hashed = |words: [u64; 4]| {
            mix(words.iter().zip(SPREAD).fold(0, |sum, (word, odd)| sum ^ word.wrapping_mul(odd)))
        };
        let board = &self.board;
        let [white, black] = Color::ALL;
        let non_pawns = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let non_pawns = |color| hashed(non_pawns.map(|role| board.pieces(color, role).0));
        let [white_pawns, black_pawns] = Color::ALL.map(|color| board.pieces(color, Role::Pawn).0);
        let kings = board.role(Role::King).0;
        let [white_hand, black_hand] = Color::ALL.map(|color| board.hand(color).word());
        [
            hashed([white_pawns, black_pawns, 0, 0]),
            non_pawns(white),
            non_pawns(black),
            hashed([kings, white_hand, black_hand, 0]),
        ]
    }

    #[inline]
    fn seat(&self) -> usize {
        self.turn.index()
    }

    #[inline]
    fn camp(&self) -> Camp {
        match self.turn {
            Color::White => Camp::First,
            Color::Black => Camp::Second,
        }
    }

    #[inline]
    fn plies_to_draw(&self) -> Option<usize> {
        let limit = 2 * self.rules.move_draw?;
        Some(limit.saturating_sub(self.state.quiet_plies).into())
    }

    #[inline]
    fn is_settled(&self) -> bool {
        !self.in_prelude()
    }

    #[inline]
    fn breadth(&self) -> Breadth {
        if self.expects_anybody {
            Breadth::Arrivals
        } else if self.rules.is_one_of_two() {
            Breadth::Beside
        } else if self.rules.has_hands() {
            Breadth::Drops
        } else if self.rules.superpieces {
            Breadth::Superpieces
        } else {
            Breadth::Chess
        }
    }

    fn pass(&mut self) -> bool {
        self.make_pass()
    }

    #[inline]
    fn in_check(&self) -> bool {
        Self::in_check(self)
    }

    fn danger(&self) -> danger::Danger8x8 {
        danger::Danger8x8::of(self)
    }

    fn gives_check(&self, mv: Move) -> bool {
        Self::gives_check(self, mv)
    }

    fn retreats(&self, mv: Move) -> bool {
        let rank = |square: Square| square.relative(self.turn).rank();
        !mv.is_drop() && rank(mv.to()) < rank(mv.from())
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        Self::is_noisy(self, mv)
    }

    fn gain(&self, mv: Move) -> i32 {
        exchange::gain(self, mv)
    }

    fn victim(&self, mv: Move) -> Option<Role> {
        let (role, promoted) = self.target(mv)?;
        Some(self.role_when_captured(role, promoted))
    }

    fn exchange(&self, mv: Move, least: i32) -> bool {
        exchange::at_least(self, mv, least)
    }

    #[inline]
    fn mate_at_once(&self, flights: u32) -> Option<Move> {
        self.drop_mate(self.turn, self.board.hand(self.turn), flights)
    }

    #[inline]
    fn awaits_mate(&self, flights: u32) -> Option<Role> {
        self.mate_to_come(flights)
    }

    #[inline]
    fn is_threatened(&self, flights: u32) -> bool {
        self.may_drop_mate(!self.turn, flights)
    }

    fn drawn(&self, ply: usize) -> bool {
        end::drawn(self, ply)
    }

    fn stuck(&self, ply: usize, waiting: Score) -> Score {
        end::stuck(self, ply, waiting)
    }
}
