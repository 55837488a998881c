//! The neurons of the first layer along a line of play. What a move changes is only noted;
//! the sums are brought up to date when somebody asks, since many positions are never asked
//! about. It knows which rows change, not what the network makes of them.

use arrayvec::ArrayVec;

use super::features::View;
use super::layer::Layers;
use super::simd::{Line, Rows};
use crate::board::{Board, Color, Piece, Role, Square};

/// More rows than a move lights or puts out in one view.
const MOST_ROWS: usize = 16;

/// Rows that come or go.
type RowList = ArrayVec<u16, MOST_ROWS>;

/// What one move changed, and whether the sums of each view already show it.
#[derive(Clone)]
struct Ply {
    /// Rows of each view that came, and that went.
    come: [RowList; 2],
    gone: [RowList; 2],
    views: [View; 2],
    ready: [bool; 2],
    /// The sums do not follow from those of the ply before: the view has turned round, or
    /// the changes are not known.
    broken: [bool; 2],
}

impl Ply {
    /// Nothing is known.
    fn fresh(views: [View; 2]) -> Self {
        let none = || [RowList::new(), RowList::new()];
        Self { come: none(), gone: none(), views, ready: [false; 2], broken: [true; 2] }
    }

    /// Rows of both views have come or gone.
    #[inline]
    fn note(&mut self, comes: bool, row: impl Fn(View) -> Option<usize>) {
        let lists = if comes { &mut self.come } else { &mut self.gone };
        self.ready = [false; 2];
        for (index, list) in lists.iter_mut().enumerate() {
            if let Some(row) = row(self.views[index])
                && list.try_push(row as u16).is_err()
            {
                self.broken[index] = true;
            }
        }
    }
}

/// One ply after another, the present one on top.
#[derive(Clone)]
pub struct Stack {
    plies: Vec<Ply>,
    /// Two views of each ply.
    sums: Vec<Line>,
    top: usize,
    width: usize,
}

impl Stack {
    /// For sums of so many lines.
    pub fn new(width: usize) -> Self {
        let corner = Color::ALL.map(|side| View::of(side, Square(0)));
        Self { plies: vec![Ply::fresh(corner)], sums: vec![Line::ZERO; 2 * width], top: 0, width }
    }

    /// The line of play begins at this board.
    pub fn reset(&mut self, board: &Board) {
        self.top = 0;
        self.plies[0] = Ply::fresh(Color::ALL.map(|side| View::of(side, board.king(side))));
    }

    /// A move is about to be played.
    #[inline]
    pub fn push(&mut self) {
        let views = self.plies[self.top].views;
        self.top += 1;
        if self.top == self.plies.len() {
            self.plies.push(Ply::fresh(views));
            self.sums.resize(2 * self.width * self.plies.len(), Line::ZERO);
        }
        let ply = &mut self.plies[self.top];
        ply.come.iter_mut().chain(&mut ply.gone).for_each(ArrayVec::clear);
        (ply.views, ply.ready, ply.broken) = (views, [false; 2], [false; 2]);
    }

    /// It was taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.top = self.top.saturating_sub(1);
    }

    /// A piece now stands here; is he promoted?
    #[inline]
    pub fn put(&mut self, piece: Piece, promoted: bool, square: Square) {
        let ply = &mut self.plies[self.top];
        if piece.role() == Role::King {
            let side = piece.color();
            let view = View::of(side, square);
            ply.broken[side.index()] |= ply.views[side.index()] != view;
            ply.views[side.index()] = view;
        }
        ply.note(true, |view| Some(view.piece(piece, square)));
        if promoted {
            ply.note(true, |view| view.promoted(piece, square));
        }
    }

    /// A piece has left; was he promoted?
    #[inline]
    pub fn lift(&mut self, piece: Piece, promoted: bool, square: Square) {
        let ply = &mut self.plies[self.top];
        ply.note(false, |view| Some(view.piece(piece, square)));
        if promoted {
            ply.note(false, |view| view.promoted(piece, square));
        }
    }

    /// There is one piece more in hand than this number, or there were.
    #[inline]
    pub fn hold(&mut self, comes: bool, piece: Piece, besides: u8) {
        self.plies[self.top].note(comes, |view| view.held(piece, besides));
    }

    /// Things have changed that cannot be told one by one.
    pub fn lose_track(&mut self) {
        let ply = &mut self.plies[self.top];
        (ply.ready, ply.broken) = ([false; 2], [true; 2]);
    }

    /// The sums of a side's view of the board that all this has led to.
    #[inline]
    pub fn sums(&self, side: Color) -> &[Line] {
        &self.sums[(2 * self.top + side.index()) * self.width..][..self.width]
    }

    /// Brings both views up to date with the board.
    #[inline]
    pub fn bring_up(&mut self, layers: &Layers, board: &Board) {
        for side in Color::ALL {
            if !self.plies[self.top].ready[side.index()] {
                self.bring_up_view(layers, board, side);
            }
        }
    }

    fn bring_up_view(&mut self, layers: &Layers, board: &Board, side: Color) {
        let index = side.index();
        let mut first = self.top;
        while !self.plies[first].ready[index] {
            if self.plies[first].broken[index] {
                // Plies on the way stay as they are: only this board is known.
                let view = self.plies[self.top].views[index];
                debug_assert_eq!(view, View::of(side, board.king(side)));
                let place = (2 * self.top + index) * self.width;
                layers.see(&mut self.sums[place..][..self.width], view, board);
                self.plies[self.top].ready[index] = true;
                return;
            }
            first -= 1;
        }
        for ply in first + 1..=self.top {
            self.follow(layers, ply, index);
        }
    }

    /// The sums of a ply from those of the ply before.
    fn follow(&mut self, layers: &Layers, number: usize, index: usize) {
        let ply = &mut self.plies[number];
        ply.ready[index] = true;
        let (before, here) = self.sums.split_at_mut(2 * number * self.width);
        let from = &before[(2 * (number - 1) + index) * self.width..][..self.width];
        let to = &mut here[index * self.width..][..self.width];
        layers.change(to, from, Rows { add: &ply.come[index], subtract: &ply.gone[index] });
    }
}
