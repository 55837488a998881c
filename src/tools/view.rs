//! A board for people who watch: as coloured Unicode in a terminal, or as plain ASCII. A
//! panel is a list of lines of the same visible width, so that panels can stand side by
//! side.

use std::fmt::Write;

use crate::board::{Board, Color, Move, MoveKind, Piece, Role, Set, Square};
use crate::game::single::Position;
use crate::game::table::{AnyPosition, Table};
use crate::protocol::text::draw::multi_board;

/// The board or boards of a game, with a word beside each seat.
pub fn table(table: &dyn Table, style: DrawStyle, beside: &[String]) -> Vec<String> {
    let word = |seat: usize| beside.get(seat).map_or("", String::as_str);
    let board = |position: &Position| panel(position.board(), touched(position.last_move()), style);
    let multi =
        |text: String| text.lines().map(str::to_owned).chain([beside.join("   ")]).collect();
    match table.position() {
        AnyPosition::Single(position) => {
            let mut lines = board(position);
            write_beside(&mut lines, [word(0), word(1)]);
            lines
        }
        AnyPosition::Pair(pair) => {
            let [left, right] = [0, 1].map(|index| pair.board(index).map_or_else(Vec::new, board));
            side_by_side(&left, &right, [[word(0), word(1)], [word(2), word(3)]])
        }
        AnyPosition::Four(position) => multi(multi_board(&position.to_setup())),
        AnyPosition::Three(position) => multi(multi_board(&position.to_setup())),
        AnyPosition::Teams(position) => multi(multi_board(&position.to_setup())),
    }
}

/// How to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawStyle {
    /// Colours and Unicode pieces, for a terminal.
    Terminal,
    /// Letters, for anything else.
    Plain,
}

/// The squares that a move touches, to be marked.
pub fn touched(mv: Option<Move>) -> Set {
    mv.map_or(Set::EMPTY, |mv| {
        let from = if mv.kind() == MoveKind::Drop { Set::EMPTY } else { Set::of(mv.from()) };
        from | Set::of(mv.to())
    })
}

/// The board from White's side with its hands above and below.
pub fn panel(board: &Board, marked: Set, style: DrawStyle) -> Vec<String> {
    let mut lines = vec![hand(board, Color::Black, style)];
    for rank in (0..8).rev() {
        let mut line = format!(" {} ", rank + 1);
        for file in 0..8 {
            line += &cell(board, Square::new(file, rank), marked, style);
        }
        lines.push(line + " ");
    }
    lines.push("    a  b  c  d  e  f  g  h  ".into());
    lines.push(hand(board, Color::White, style));
    lines
}

/// The visible width of a panel.
pub const WIDTH: usize = 28;

/// Writes what is to be said of White and of Black beside the last and the first line of a
/// panel.
pub fn write_beside(panel: &mut [String], [white, black]: [&str; 2]) {
    if let Some(line) = panel.first_mut() {
        *line += &format!("  {black}");
    }
    if let Some(line) = panel.last_mut() {
        *line += &format!("  {white}");
    }
}

/// Two panels in one, what is said beside the first within so many letters.
pub fn side_by_side(left: &[String], right: &[String], beside: [[&str; 2]; 2]) -> Vec<String> {
    let last = left.len().saturating_sub(1);
    let said = |index: usize, [white, black]: [&str; 2]| match index {
        0 => black.to_owned(),
        _ if index == last => white.to_owned(),
        _ => String::new(),
    };
    left.iter()
        .zip(right)
        .enumerate()
        .map(|(index, (left, right))| {
            format!("{left}  {:<22}{right}  {}", said(index, beside[0]), said(index, beside[1]))
        })
        .collect()
}

fn cell(board: &Board, square: Square, marked: Set, style: DrawStyle) -> String {
    let piece = board.at(square);
    let promoted = if board.promoted().has(square) { '~' } else { ' ' };
    if style == DrawStyle::Plain {
        let letter = piece.map_or('.', Piece::letter);
        let mark = if marked.has(square) { '*' } else { ' ' };
        return format!("{mark}{letter}{promoted}");
    }
    let ground = match (marked.has(square), Set::LIGHT.has(square)) {
        (true, true) => 186,
        (true, false) => 143,
        (false, true) => 180,
        (false, false) => 137,
    };
    let colour = piece.map_or(Color::White, Piece::color);
    let ink = if colour == Color::White { 231 } else { 16 };
    let glyph = piece.map_or(' ', |piece| glyph(piece.role()));
    format!("\x1b[48;5;{ground};38;5;{ink}m {glyph}{promoted}\x1b[0m")
}

/// The filled shapes: the ink tells the owner.
const fn glyph(role: Role) -> char {
    match role {
        Role::Pawn => '♟',
        Role::Knight => '♞',
        Role::Bishop => '♝',
        Role::Rook => '♜',
        Role::Queen => '♛',
        Role::King => '♚',
        _ => role.letter(),
    }
}

/// The outlined shapes, for White's pieces where there is no square behind them.
const fn outline(role: Role) -> char {
    match role {
        Role::Pawn => '♙',
        Role::Knight => '♘',
        Role::Bishop => '♗',
        Role::Rook => '♖',
        Role::Queen => '♕',
        Role::King => '♔',
        _ => role.letter(),
    }
}

/// A hand in one line: each kind once, with its number.
fn hand(board: &Board, color: Color, style: DrawStyle) -> String {
    let hand = board.hand(color);
    let mut text = String::from("   ");
    let mut width = 3;
    let mut roles: Vec<Role> = hand.roles().collect();
    roles.reverse();
    for role in roles {
        let piece = match (style, color) {
            (DrawStyle::Plain, _) => Piece::new(color, role).letter(),
            (DrawStyle::Terminal, Color::White) => outline(role),
            (DrawStyle::Terminal, Color::Black) => glyph(role),
        };
        let count = hand.count(role);
        let count = if count > 1 { count.to_string() } else { String::new() };
        let _ = write!(text, " {piece}{count}");
        width += 2 + count.len();
    }
    text + &" ".repeat(WIDTH.saturating_sub(width))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Setup;

    #[test]
    fn a_panel_is_a_rectangle_in_both_styles() {
        let setup: Setup = "r1bQ~k3/8/8/8/8/8/8/4K3[QQPPPPPPPPPPn] w - - 0 1".parse().unwrap();
        let marked = touched(Some(Move::drop(Role::Knight, Square(27))));
        for style in [DrawStyle::Terminal, DrawStyle::Plain] {
            let panel = panel(&setup.board, marked, style);
            assert_eq!(panel.len(), 11);
            for line in panel {
                let mut width = 0;
                let mut escape = false;
                for letter in line.chars() {
                    match letter {
                        '\x1b' => escape = true,
                        'm' if escape => escape = false,
                        _ if escape => {}
                        _ => width += 1,
                    }
                }
                assert_eq!(width, WIDTH, "{line}");
            }
        }
        let plain = panel(&setup.board, marked, DrawStyle::Plain);
        assert_eq!(plain[1], " 8  r  .  b  Q~ k  .  .  .  ");
        assert_eq!(plain[10].trim(), "Q2 P10");
        assert_eq!(plain[5], " 4  .  .  . *.  .  .  .  .  ");
    }
}
