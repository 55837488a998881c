//! The prelude to superschaak: choosing superpieces, putting them in the place of pieces of
//! chess, swapping two of them (Superschaak-reglement 2014 art. 3). A step and the forced
//! mirroring of it are one ply. What was chosen is state; what has been placed is seen on
//! the board.

use super::Position;
use super::setup_error::SetupError;
use crate::board::{Board, Color, Move, MoveList, Observer, Piece, PreludeStep, Role, Set, Square};
use crate::notation::{Selection, Setup};

/// What is to be done next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    Choosing,
    Replacing,
    Swapping,
}

/// The pieces of chess as they stand at the start, from the a-file.
const HOME: [Role; 8] = [
    Role::Rook,
    Role::Knight,
    Role::Bishop,
    Role::Queen,
    Role::King,
    Role::Bishop,
    Role::Knight,
    Role::Rook,
];

/// The files on which a side replaces: White on the king's wing, Black on the queen's.
fn wing(color: Color) -> Set {
    let files = match color {
        Color::White => 0b1110_0000,
        Color::Black => 0b0000_1111,
    };
    Set(files) | Set(files << 56)
}

/// The squares on this rank from the start on which superpieces stand.
fn placed(board: &Board, color: Color) -> Set {
    Role::SUPER.into_iter().fold(Set::EMPTY, |set, role| set | board.pieces(color, role))
        & Set::rank_of(color, 0)
}

/// What is to be done, and by which side.
fn stage(board: &Board, chosen: Selection) -> (Stage, Color) {
    let alternating = |plies: usize| Color::ALL[plies % 2];
    let placed = placed(board, Color::White).len() as usize;
    if chosen.len() < Selection::MOST {
        (Stage::Choosing, alternating(chosen.len()))
    } else if placed < Selection::MOST {
        (Stage::Replacing, alternating(placed))
    } else {
        (Stage::Swapping, Color::Black)
    }
}

/// The board and the turn that a prelude begins from or has come to must fit together.
pub(super) fn check(setup: &Setup, chosen: Selection) -> Result<(), SetupError> {
    let board = &setup.board;
    let ours = placed(board, Color::White);
    let mut expected = Board::EMPTY;
    for file in 0..8 {
        let home = HOME[usize::from(file)];
        let square = Square::new(file, 0);
        let standing = board.at(square).filter(|_| ours.has(square)).map(Piece::role);
        for color in Color::ALL {
            let mut put = |role: Role, rank: u8| {
                let square = Square::new(file, rank).relative(color);
                expected.put(Piece::new(color, role), false, square, &mut crate::board::Silent);
            };
            put(Role::Pawn, 1);
            put(standing.unwrap_or(home), 0);
            if standing.is_some() {
                expected.gain(Piece::new(color, home), &mut crate::board::Silent);
            }
        }
    }
    let in_turn = |color: Color, plies: usize| (ours & wing(color)).len() as usize == plies;
    let count = ours.len() as usize;
    let fits = expected == *board
        && ours
            .into_iter()
            .all(|square| board.at(square).is_some_and(|piece| chosen.has(piece.role())))
        && Role::SUPER.into_iter().all(|role| !board.pieces(Color::White, role).is_many())
        && (count == 0 || chosen.len() == Selection::MOST)
        && in_turn(Color::White, count.div_ceil(2))
        && in_turn(Color::Black, count / 2);
    if !fits {
        return Err(SetupError::PreludeBoard);
    }
    let (_, turn) = stage(board, chosen);
    if turn == setup.turn { Ok(()) } else { Err(SetupError::PreludeTurn(turn)) }
}

impl Position {
    /// Is the prelude still being played?
    #[inline]
    pub fn in_prelude(&self) -> bool {
        self.state.prelude.is_some()
    }

    /// Appends all steps that may be taken now.
    pub(super) fn generate_steps(&self, moves: &mut MoveList) {
        let Some(chosen) = self.state.prelude else { return };
        let us = self.turn;
        let ours = placed(&self.board, us);
        match stage(&self.board, chosen).0 {
            Stage::Choosing => {
                let open = Role::SUPER.into_iter().filter(|&role| chosen.with(role).is_some());
                moves.extend(open.map(|role| Move::prelude(PreludeStep::Choose(role))));
            }
            Stage::Replacing => {
                let left = chosen.roles().filter(|&role| self.board.pieces(us, role).is_empty());
                let king = Set::of(self.board.king(us));
                let squares = (wing(us) & Set::rank_of(us, 0)).minus(ours | king);
                for role in left {
                    moves.extend(
                        squares.into_iter().map(|to| Move::prelude(PreludeStep::Replace(role, to))),
                    );
                }
            }
            Stage::Swapping => {
                moves.push(Move::prelude(PreludeStep::Keep));
                for one in ours {
                    let others = ours.into_iter().filter(|&other| other > one);
                    moves.extend(others.map(|other| Move::prelude(PreludeStep::Swap(one, other))));
                }
            }
        }
    }

    /// How many they are.
    pub(super) fn count_steps(&self) -> u64 {
        let mut steps = MoveList::new();
        self.generate_steps(&mut steps);
        steps.len() as u64
    }

    /// Takes a step; the mover, the last replacement apart, hands over the turn.
    #[cold]
    pub(super) fn take_step(&mut self, mv: Move, observer: &mut impl Observer) {
        let Some(step) = mv.step() else { return };
        self.past.push(self.state);
        let chosen = self.state.prelude.unwrap_or(Selection::NONE);
        match step {
            PreludeStep::Choose(role) => self.state.prelude = chosen.with(role),
            PreludeStep::Replace(role, square) => {
                for square in [square, square.flipped()] {
                    if let Some((piece, _)) = self.board.lift(square, observer) {
                        self.board.gain(piece, observer);
                        self.board.put(Piece::new(piece.color(), role), false, square, observer);
                    }
                    self.state.rights = self.state.rights.minus(Set::of(square));
                }
            }
            PreludeStep::Swap(one, other) => {
                self.swap(one, other, observer);
                self.state.prelude = None;
            }
            PreludeStep::Keep => self.state.prelude = None,
        }
        self.state.mv = Some(mv);
        self.state.captured = None;
        self.turn = match self.state.prelude {
            Some(chosen) => stage(&self.board, chosen).1,
            None => Color::White,
        };
        self.refresh(None);
    }

    /// Takes a step back, the state from before it being in force again.
    #[cold]
    pub(super) fn untake_step(&mut self, mv: Move) {
        let Some(step) = mv.step() else { return };
        let observer = &mut crate::board::Silent;
        match step {
            PreludeStep::Replace(_, square) => {
                for square in [square, square.flipped()] {
                    if let Some((piece, _)) = self.board.lift(square, observer) {
                        let home = Piece::new(piece.color(), HOME[usize::from(square.file())]);
                        self.board.spend(home, observer);
                        self.board.put(home, false, square, observer);
                    }
                }
            }
            PreludeStep::Swap(one, other) => self.swap(one, other, observer),
            PreludeStep::Choose(_) | PreludeStep::Keep => {}
        }
        if let Some(chosen) = self.state.prelude {
            self.turn = stage(&self.board, chosen).1;
        }
    }

    /// Two pieces change places, and so do those on the mirror squares.
    fn swap(&mut self, one: Square, other: Square, observer: &mut impl Observer) {
        for (one, other) in [(one, other), (one.flipped(), other.flipped())] {
            let pieces = (self.board.lift(one, observer), self.board.lift(other, observer));
            if let (Some((first, _)), Some((second, _))) = pieces {
                self.board.put(second, false, one, observer);
                self.board.put(first, false, other, observer);
            }
        }
    }
}
