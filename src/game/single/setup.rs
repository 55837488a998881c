//! From a set-up, which may be anything, to a position, which can be played, and back.

use super::{Past, Position, State, Worth};
use crate::board::{Color, Hand, Man, Move, Role, Set, Silent, Square};
use crate::game::rules::Rules;
use crate::notation::Setup;

/// Why a set-up cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// A side needs exactly one king.
    #[error("{0} has no king")]
    NoKing(Color),
    /// A side needs exactly one king.
    #[error("{0} has {1} kings")]
    ManyKings(Color, u32),
    /// The king could be taken.
    #[error("{0} is not to move but in check")]
    OpponentInCheck(Color),
    /// Where no pawn can be.
    #[error("a pawn stands on {0}, on the first or last rank")]
    PawnOnEdge(Square),
    /// The game has no hands.
    #[error("there are men in hand, but this game has no drops")]
    NoHands,
    /// More than any game could bring together.
    #[error("{0} holds {1} men of one kind, at most 63 are possible")]
    HandTooFull(Color, u8),
}

impl Position {
    /// The position of a set-up under these rules. Castling rights that mean nothing and
    /// a passed square that no pawn has passed are dropped; with `chess960` king and rooks
    /// may stand anywhere on their rank.
    ///
    /// # Errors
    /// What makes the set-up unplayable.
    pub fn from_setup(setup: &Setup, rules: Rules, chess960: bool) -> Result<Self, SetupError> {
        let mut board = setup.board.clone();
        for color in Color::ALL {
            match board.men(color, Role::King).len() {
                1 => {}
                0 => return Err(SetupError::NoKing(color)),
                kings => return Err(SetupError::ManyKings(color, kings)),
            }
            let hand = board.hand(color);
            if !hand.is_empty() && !rules.has_hands() {
                return Err(SetupError::NoHands);
            }
            if let Some(role) = hand.roles().find(|&role| hand.count(role) > Hand::MOST / 2) {
                return Err(SetupError::HandTooFull(color, hand.count(role)));
            }
        }
        let edges = Set::rank(0) | Set::rank(7);
        if let Some(square) = (board.role(Role::Pawn) & edges).first() {
            return Err(SetupError::PawnOnEdge(square));
        }
        let turn = setup.turn;
        let waiting_king = board.king(!turn);
        if !board.attackers(turn, waiting_king, board.occupied()).is_empty() {
            return Err(SetupError::OpponentInCheck(!turn));
        }
        if !rules.demotes {
            forget_promotions(&mut board);
        }
        let rights = usable_rights(setup, &board, chess960);
        let passed = setup.passed.filter(|&square| was_passed(&board, turn, square));
        let mut position = Self {
            rules,
            worth: Worth::under(&rules),
            board,
            turn,
            state: State {
                key: 0,
                checkers: Set::EMPTY,
                rights,
                passed: None,
                quiet_plies: setup.quiet_plies,
                mv: Move::NONE,
                captured: None,
            },
            past: Past::new(),
            first_move_number: setup.move_number,
        };
        position.refresh(passed);
        Ok(position)
    }

    /// The set-up that this position is, to be written down.
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.board.clone(),
            turn: self.turn,
            rights: self.state.rights,
            passed: self.state.passed,
            quiet_plies: self.state.quiet_plies,
            move_number: self.move_number(),
            brackets: self.rules.has_hands(),
        }
    }
}

/// Where captured men stay what they are, being promoted means nothing.
fn forget_promotions(board: &mut crate::board::Board) {
    for square in board.promoted() {
        if let Some((man, _)) = board.lift(square, &mut Silent) {
            board.put(man, false, square, &mut Silent);
        }
    }
}

fn usable_rights(setup: &Setup, board: &crate::board::Board, chess960: bool) -> Set {
    setup
        .rights
        .filter(|&rook| {
            let color = if rook.rank() == 0 { Color::White } else { Color::Black };
            let king = board.king(color);
            let rooks = board.men(color, Role::Rook).minus(board.promoted());
            let at_home = chess960 || (king.file() == 4 && matches!(rook.file(), 0 | 7));
            at_home && king.rank() == rook.rank() && rooks.has(rook)
        })
        .collect()
}

/// Could the enemy of the side to move just have passed this square with a pawn?
fn was_passed(board: &crate::board::Board, turn: Color, square: Square) -> bool {
    let pawn = Man::new(!turn, Role::Pawn);
    Set::rank_of(turn, 5).has(square)
        && board.at(square).is_none()
        && board.at(square.forward(!turn)) == Some(pawn)
}
