//! The engine's pair of boards and the slow one, side by side: the one place where both are
//! known.

use kralle::board::{Color, Move, MoveKind, Role, Square};
use kralle::game::pair::Pair;
use kralle::game::single::Position;

use super::{Law, Plain};

/// The rule sets by their names.
pub const LAWS: [(&str, Law); 4] = [
    ("bughouse", Law::Bughouse),
    ("doorgeefschaak", Law::Doorgeefschaak),
    ("tandem", Law::Tandem),
    ("tandemordnung", Law::Tandemordnung),
];

pub fn pair(fen: &str, variant: &str) -> Pair {
    let rules = kralle::game::catalogue::BoardGame::find(variant).expect("a variant").rules;
    let (first, second) = fen.split_once('|').expect("two boards");
    let first = first.parse().expect("a FEN");
    let second = second.parse().expect("a FEN");
    Pair::new(&first, Some(&second), rules, false).expect("a pair")
}

pub fn fen(pair: &Pair) -> String {
    let board = |index| pair.board(index).expect("a board").to_setup().to_string();
    format!("{} | {}", board(0), board(1))
}

pub fn plain(mv: Move) -> Plain {
    let letter = |role: Role| role.letter() as u8;
    let (from, to) = (mv.from().index(), mv.to().index());
    match mv.kind() {
        MoveKind::Drop => (mv.board(), 64, to, letter(mv.role()), 64),
        MoveKind::Promotion => (mv.board(), from, to, letter(mv.role()), 64),
        MoveKind::TakeOut => (mv.board(), from, to, letter(mv.role()), mv.extra().index()),
        MoveKind::Castle => {
            let color = if from < 8 { Color::White } else { Color::Black };
            let king = Position::castled_king(color, mv.from(), mv.to());
            (mv.board(), from, king.index(), 0, 64)
        }
        MoveKind::Normal | MoveKind::EnPassant => (mv.board(), from, to, 0, 64),
        MoveKind::Prelude => unreachable!("no game on two boards has a prelude"),
    }
}

pub fn plain_moves(pair: &Pair) -> Vec<Plain> {
    let mut moves: Vec<Plain> = pair.legal_moves().into_iter().map(plain).collect();
    moves.sort_unstable();
    moves
}

/// The same pieces, hands, rights and ends?
pub fn assert_same(fast: &Pair, slow: &super::Pair, after: &str) {
    for index in 0..2 {
        let position = fast.board(index).expect("a board");
        let board = &slow.boards[index];
        for square in Square::all() {
            let piece = position.board().at(square).map_or(b'.', |piece| piece.letter() as u8);
            assert_eq!(piece, board.at[square.index()], "{square} of board {index} {after}");
            let promoted = position.board().promoted().has(square);
            assert_eq!(promoted, board.promoted[square.index()], "{square} {after}");
        }
        for color in Color::ALL {
            for role in Role::DROPPABLE {
                let held = position.board().hand(color).count(role);
                let expected = board.hand[color.index()][role.index()];
                assert_eq!(held, expected, "{color} {role:?} on board {index} {after}");
            }
        }
        let right = |square: usize| position.rights().has(Square(square as u8));
        assert_eq!([7, 0, 63, 56].map(right), board.castle, "castling on board {index} {after}");
        assert_eq!(fast.board_end(index).is_some(), board.over, "board {index} over? {after}");
    }
}
