//! From a set-up, which may be anything, to a position, which can be played, and back.

use super::past::{Past, State};
use super::setup_error::SetupError;
use super::{Position, Takable, Worth};
use crate::board::{Color, Hand, Piece, Role, Set, Silent, Square};
use crate::game::rules::{Promotion, Rules};
use crate::notation::Setup;

impl Position {
    /// The position of a set-up under these rules. Castling rights that mean nothing and
    /// an en passant square that no pawn has crossed are dropped; with `chess960` king and rooks
    /// may stand anywhere on their rank.
    ///
    /// # Errors
    /// What makes the set-up unplayable.
    ///
    /// # Examples
    /// ```
    /// use kralle::board::{Color, Role};
    /// use kralle::game::rules::Rules;
    /// use kralle::game::single::{Position, SetupError};
    ///
    /// let set_up = |fen: &str, rules| Position::from_setup(&fen.parse().unwrap(), rules, false);
    /// let fen = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1";
    /// assert!(set_up(fen, Rules::CRAZYHOUSE)?.board().hand(Color::White).has(Role::Knight));
    /// assert_eq!(set_up(fen, Rules::CHESS).unwrap_err(), SetupError::NoHands);
    /// # Ok::<(), SetupError>(())
    /// ```
    pub fn from_setup(setup: &Setup, rules: Rules, chess960: bool) -> Result<Self, SetupError> {
        let mut board = setup.board.clone();
        for color in Color::ALL {
            match board.pieces(color, Role::King).len() {
                1 => {}
                0 => return Err(SetupError::NoKing(color)),
                kings => return Err(SetupError::ManyKings(color, kings)),
            }
            let hand = board.hand(color);
            if !hand.is_empty() && !rules.has_brackets() {
                return Err(SetupError::NoHands);
            }
            if let Some(role) = hand.roles().find(|&role| hand.count(role) > Hand::most(role) / 2) {
                return Err(SetupError::HandTooFull(color, hand.count(role)));
            }
            let all = |role| board.pieces(color, role).len() + u32::from(hand.count(role));
            if Role::SUPER.into_iter().any(|role| all(role) > u32::from(Hand::MOST_SUPER)) {
                return Err(SetupError::ManySuperpieces(color));
            }
        }
        let has_some = |role: &Role| {
            let held = Color::ALL.into_iter().any(|color| board.hand(color).has(*role));
            held || !board.role(*role).is_empty()
        };
        if let Some(role) = Role::SUPER.into_iter().find(has_some)
            && !rules.superpieces
        {
            return Err(SetupError::Superpiece(role));
        }
        match setup.prelude {
            Some(_) if !rules.superpieces => return Err(SetupError::NoPrelude),
            Some(chosen) => super::prelude::check(setup, chosen)?,
            None => {}
        }
        let edges = Set::rank(0) | Set::rank(7);
        // A pawn-shaped piece of unknown value may stand there; a plain pawn on its first
        // rank only where it may be dropped there.
        let dropped = Color::ALL.into_iter().fold(Set::EMPTY, |set, color| {
            set | (rules.pawn_drop_squares(color) & board.pieces(color, Role::Pawn))
        });
        let plain = board.role(Role::Pawn).minus(board.promoted() | dropped);
        if let Some(square) = (plain & edges).first() {
            return Err(SetupError::PawnOnEdge(square));
        }
        let hidden = board.role(Role::Pawn) & board.promoted();
        if let Some(square) = hidden.first()
            && rules.promotion != Promotion::PawnShaped
        {
            return Err(SetupError::HiddenPromotion(square));
        }
        let turn = setup.turn;
        let waiting_king = board.king(!turn);
        let attackers = board.attackers(turn, waiting_king, board.occupied()).minus(hidden);
        if !attackers.is_empty() {
            return Err(SetupError::OpponentInCheck(!turn));
        }
        if !rules.marks_promoted() {
            forget_promotions(&mut board);
        }
        let rights = usable_rights(setup, &board, chess960);
        let crossed = setup.en_passant.filter(|&square| was_crossed(&board, turn, square));
        let mut position = Self {
            rules,
            worth: Worth::under(&rules),
            turn,
            state: State {
                key: 0,
                checkers: Set::EMPTY,
                rights,
                en_passant: None,
                kings: unmoved_kings(&board, &rules),
                quiet_plies: setup.quiet_plies,
                plies: 0,
                gone: Set::EMPTY,
                prelude: setup.prelude,
                mv: None,
                captured: None,
            },
            board,
            past: Past::new(),
            takable: Takable::NONE,
            expects_anybody: false,
            first_move_number: setup.move_number,
        };
        position.refresh(crossed);
        Ok(position)
    }

    /// The set-up that this position is, to be written down.
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.board.clone(),
            turn: self.turn,
            rights: self.state.rights,
            en_passant: self.state.en_passant,
            quiet_plies: self.state.quiet_plies,
            move_number: self.move_number(),
            brackets: self.rules.has_brackets(),
            prelude: self.state.prelude,
        }
    }
}

/// Where captured pieces stay what they are, being promoted means nothing.
fn forget_promotions(board: &mut crate::board::Board) {
    for square in board.promoted() {
        if let Some((piece, _)) = board.lift(square, &mut Silent) {
            board.put(piece, false, square, &mut Silent);
        }
    }
}

/// A king at home is taken not to have moved, where that matters without its rooks.
fn unmoved_kings(board: &crate::board::Board, rules: &Rules) -> Set {
    if !rules.dropped_rook_castles {
        return Set::EMPTY;
    }
    let at_home = |color: &Color| board.king(*color) == Square::new(4, 0).relative(*color);
    Color::ALL.into_iter().filter(at_home).map(|color| board.king(color)).collect()
}

fn usable_rights(setup: &Setup, board: &crate::board::Board, chess960: bool) -> Set {
    setup
        .rights
        .into_iter()
        .filter(|&rook| {
            let color = if rook.rank() == 0 { Color::White } else { Color::Black };
            let king = board.king(color);
            let rooks = board.pieces(color, Role::Rook).minus(board.promoted());
            let at_home = chess960 || (king.file() == 4 && matches!(rook.file(), 0 | 7));
            at_home && king.rank() == rook.rank() && rooks.has(rook)
        })
        .collect()
}

/// Could the enemy of the side to move just have passed this square with a pawn?
fn was_crossed(board: &crate::board::Board, turn: Color, square: Square) -> bool {
    let pawn = Piece::new(!turn, Role::Pawn);
    Set::rank_of(turn, 5).has(square)
        && board.at(square).is_none()
        && board.at(square.forward(!turn)) == Some(pawn)
}
