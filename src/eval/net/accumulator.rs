//! The sums of the first layer along a line of play (an efficiently updatable network, Nasu
//! 2018). What a move changes is only noted; the sums are brought up to date when they are
//! asked for, since many positions are never evaluated. It knows which rows change, not what
//! the network makes of them.

use arrayvec::ArrayVec;

use super::architecture::MOST_VIEWS;
use super::inputs::{Inputs, SquareOf};
use super::layer::Layers;
use super::simd::{Changes, Neurons};

/// More rows than a move lights or puts out in one view.
const MOST_ROWS: usize = 16;

/// Rows that come or go.
type RowList = ArrayVec<u16, MOST_ROWS>;

/// What one move changed in one view, and whether the sums already show it.
#[derive(Clone)]
struct ViewUpdate<I: Inputs> {
    added: RowList,
    removed: RowList,
    perspective: I::Perspective,
    ready: bool,
    /// The sums do not follow from those of the ply before: the perspective has changed, or
    /// the changes are not known.
    broken: bool,
}

impl<I: Inputs> ViewUpdate<I> {
    /// Nothing is known.
    fn fresh(perspective: I::Perspective) -> Self {
        let none = RowList::new();
        Self { added: none.clone(), removed: none, perspective, ready: false, broken: true }
    }

    /// A row has come or gone.
    #[inline]
    fn note(&mut self, added: bool, row: usize) {
        let list = if added { &mut self.added } else { &mut self.removed };
        if list.try_push(row as u16).is_err() {
            self.broken = true;
        }
    }
}

/// One ply after another, the present one on top.
#[derive(Clone)]
pub struct AccumulatorStack<I: Inputs> {
    /// `[plies][views]`
    updates: Vec<ViewUpdate<I>>,
    /// `[plies][views][width]`
    sums: Vec<Neurons>,
    top: usize,
    width: usize,
}

impl<I: Inputs> AccumulatorStack<I> {
    const VIEWS: usize = I::SET.views;

    /// For sums of so many lines.
    pub fn new(width: usize) -> Self {
        let fresh = |view| ViewUpdate::fresh(I::first_perspective(view));
        let updates = (0..Self::VIEWS).map(fresh).collect();
        Self { updates, sums: vec![Neurons::ZERO; Self::VIEWS * width], top: 0, width }
    }

    /// The line of play begins at this board.
    pub fn reset(&mut self, board: &I::Board) {
        self.top = 0;
        for (view, update) in self.updates[..Self::VIEWS].iter_mut().enumerate() {
            *update = ViewUpdate::fresh(I::perspective(board, view));
        }
    }

    /// A move is about to be played.
    #[inline]
    pub fn push(&mut self) {
        self.top += 1;
        let begin = self.top * Self::VIEWS;
        if begin == self.updates.len() {
            for view in 0..Self::VIEWS {
                let perspective = self.updates[begin - Self::VIEWS + view].perspective;
                self.updates.push(ViewUpdate::fresh(perspective));
            }
            self.sums.resize(self.updates.len() * self.width, Neurons::ZERO);
        }
        let both = &mut self.updates[begin - Self::VIEWS..][..2 * Self::VIEWS];
        let (before, here) = both.split_at_mut(Self::VIEWS);
        for (update, before) in here.iter_mut().zip(before) {
            update.added.clear();
            update.removed.clear();
            update.perspective = before.perspective;
            (update.ready, update.broken) = (false, false);
        }
    }

    /// It was taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.top = self.top.saturating_sub(1);
    }

    /// The updates of the present ply.
    #[inline]
    fn now(&mut self) -> &mut [ViewUpdate<I>] {
        &mut self.updates[self.top * Self::VIEWS..][..Self::VIEWS]
    }

    /// A piece now stands here.
    #[inline]
    pub fn put(&mut self, piece: I::Piece, promoted: bool, square: SquareOf<I>) {
        for update in self.now() {
            if let Some(perspective) = I::after(update.perspective, piece, square) {
                update.broken |= update.perspective != perspective;
                update.perspective = perspective;
            }
            update.ready = false;
            let from = update.perspective;
            I::rows_of_piece(from, piece, promoted, square, |row| update.note(true, row));
        }
    }

    /// A piece has left.
    #[inline]
    pub fn lift(&mut self, piece: I::Piece, promoted: bool, square: SquareOf<I>) {
        for update in self.now() {
            update.ready = false;
            let from = update.perspective;
            I::rows_of_piece(from, piece, promoted, square, |row| update.note(false, row));
        }
    }

    /// A hand went from `from` to `to` pieces of this kind.
    #[inline]
    pub fn hold(&mut self, piece: I::Piece, from: u8, to: u8) {
        if from.abs_diff(to) != 1 {
            return self.lose_track();
        }
        for update in self.now() {
            update.ready = false;
            if let Some(row) = I::row_in_hand(update.perspective, piece, from.min(to)) {
                update.note(to > from, row);
            }
        }
    }

    /// Things have changed that cannot be told one by one.
    fn lose_track(&mut self) {
        for update in self.now() {
            (update.ready, update.broken) = (false, true);
        }
    }

    /// The sums of a view of the board that all this has led to.
    #[inline]
    pub fn sums(&self, view: usize) -> &[Neurons] {
        &self.sums[(self.top * Self::VIEWS + view) * self.width..][..self.width]
    }

    /// What the network says to the board that all this has led to; see [`Layers::answer`].
    #[inline]
    pub fn answer(&self, layers: &Layers<I>, mover: usize, bucket: usize) -> i32 {
        let views: ArrayVec<&[Neurons], MOST_VIEWS> =
            (0..Self::VIEWS).map(|nth| self.sums(I::view(mover, nth))).collect();
        layers.answer(&views, bucket)
    }

    /// The same once the threats on that board are seen, too. They change all over the board with
    /// each move, so the sums do not keep them.
    #[inline]
    pub fn answer_to_threats(
        &mut self,
        layers: &Layers<I>,
        mover: usize,
        bucket: usize,
        threats: &I::Threats,
    ) -> i32 {
        let first = self.top * Self::VIEWS;
        let mut pieces = [Neurons::ZERO; MOST_VIEWS];
        for (view, line) in pieces[..Self::VIEWS].iter_mut().enumerate() {
            let sums = &mut self.sums[(first + view) * self.width];
            *line = *sums;
            *sums = layers.threaten(*line, self.updates[first + view].perspective, threats);
        }
        let answer = self.answer(layers, mover, bucket);
        for (view, line) in pieces[..Self::VIEWS].iter().enumerate() {
            self.sums[(first + view) * self.width] = *line;
        }
        answer
    }

    /// Brings all views up to date with the board.
    #[inline]
    pub fn bring_up(&mut self, layers: &Layers<I>, board: &I::Board) {
        for view in 0..Self::VIEWS {
            if !self.updates[self.top * Self::VIEWS + view].ready {
                self.bring_up_view(layers, board, view);
            }
        }
    }

    fn bring_up_view(&mut self, layers: &Layers<I>, board: &I::Board, view: usize) {
        let mut first = self.top;
        loop {
            let update = &self.updates[first * Self::VIEWS + view];
            if update.ready {
                break;
            }
            if update.broken {
                return self.look_afresh(layers, board, view);
            }
            first -= 1;
        }
        for ply in first + 1..=self.top {
            self.follow(layers, ply, view);
        }
    }

    /// The sums of a view from the board itself. Plies on the way stay as they are: only this
    /// board is known.
    fn look_afresh(&mut self, layers: &Layers<I>, board: &I::Board, view: usize) {
        let place = self.top * Self::VIEWS + view;
        let update = &mut self.updates[place];
        debug_assert_eq!(update.perspective, I::perspective(board, view));
        update.ready = true;
        let sums = &mut self.sums[place * self.width..][..self.width];
        layers.see(sums, update.perspective, board);
    }

    /// The sums of a ply from those of the ply before.
    fn follow(&mut self, layers: &Layers<I>, ply: usize, view: usize) {
        let update = &mut self.updates[ply * Self::VIEWS + view];
        update.ready = true;
        let (before, here) = self.sums.split_at_mut(ply * Self::VIEWS * self.width);
        let from = &before[((ply - 1) * Self::VIEWS + view) * self.width..][..self.width];
        let to = &mut here[view * self.width..][..self.width];
        layers.change(to, from, Changes { added: &update.added, removed: &update.removed });
    }
}
