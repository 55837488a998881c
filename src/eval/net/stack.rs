//! The neurons of the first layer along a line of play. What a move changes is only noted;
//! the sums are brought up to date when somebody asks, since many positions are never asked
//! about. It knows which rows change, not what the network makes of them.

use arrayvec::ArrayVec;

use super::features::View;
use super::layer::Layers;
use super::simd::{Line, Rows};
use crate::board::{Board, Color, Man, Role, Square};

/// What the board has told of.
#[derive(Clone, Copy, Debug)]
pub enum Change {
    /// A man now stands here; is he promoted?
    Put(Man, bool, Square),
    /// A man has left.
    Lift(Man, bool, Square),
    /// One man more in hand; there were so many.
    Gain(Man, u8),
    /// One man less in hand; now there are so many.
    Spend(Man, u8),
}

/// A move changes fewer things.
const MOST_CHANGES: usize = 8;

/// Rows that come or go; a man on the board has two at most.
type RowList = ArrayVec<u16, { 2 * MOST_CHANGES }>;

/// What one move changed, and whether the sums of each view already show it.
#[derive(Clone)]
struct Ply {
    changes: ArrayVec<Change, MOST_CHANGES>,
    views: [View; 2],
    ready: [bool; 2],
    /// The sums do not follow from those of the ply before: the view has turned round, or
    /// the changes are not known.
    broken: [bool; 2],
}

impl Ply {
    /// Nothing is known.
    fn fresh(views: [View; 2]) -> Self {
        Self { changes: ArrayVec::new(), views, ready: [false; 2], broken: [true; 2] }
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
        ply.changes.clear();
        (ply.views, ply.ready, ply.broken) = (views, [false; 2], [false; 2]);
    }

    /// It was taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.top = self.top.saturating_sub(1);
    }

    /// Something has changed.
    #[inline]
    pub fn note(&mut self, change: Change) {
        let ply = &mut self.plies[self.top];
        ply.ready = [false; 2];
        if let Change::Put(man, _, square) = change
            && man.role() == Role::King
        {
            let side = man.color();
            let view = View::of(side, square);
            ply.broken[side.index()] |= ply.views[side.index()] != view;
            ply.views[side.index()] = view;
        }
        if ply.changes.try_push(change).is_err() {
            ply.broken = [true; 2];
        }
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
        let view = ply.views[index];
        let (mut add, mut subtract) = (RowList::new(), RowList::new());
        let light = |rows: &mut RowList, man, promoted, square| {
            rows.push(view.man(man, square) as u16);
            let besides = if promoted { view.promoted(man, square) } else { None };
            rows.extend(besides.map(|row| row as u16));
        };
        for change in &ply.changes {
            match *change {
                Change::Put(man, promoted, square) => light(&mut add, man, promoted, square),
                Change::Lift(man, promoted, square) => light(&mut subtract, man, promoted, square),
                Change::Gain(man, nth) => add.extend(view.held(man, nth).map(|row| row as u16)),
                Change::Spend(man, nth) => {
                    subtract.extend(view.held(man, nth).map(|row| row as u16));
                }
            }
        }
        ply.ready[index] = true;
        let (before, here) = self.sums.split_at_mut(2 * number * self.width);
        let from = &before[(2 * (number - 1) + index) * self.width..][..self.width];
        let to = &mut here[index * self.width..][..self.width];
        layers.change(to, from, Rows { add: &add, subtract: &subtract });
    }
}
