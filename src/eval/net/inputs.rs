//! What a network sees, as a trait: a family of boards has one implementation of it, and
//! accumulators, layers, the file and the trainer are written once for all of them.

use super::architecture::InputSet;
use crate::board::OnBoard;

/// What the pieces of some inputs stand on.
pub type SquareOf<I> = <<I as Inputs>::Piece as OnBoard>::Square;

/// The inputs of a family of boards. A position is seen in [`InputSet::views`] views. Each
/// view lights rows of the first layer; all views share the weights of that layer.
///
/// Two promises hold the incremental sums together, and tests compare them: what
/// [`Inputs::rows_of_piece`] and [`Inputs::row_in_hand`] light for all pieces of a board is
/// what [`Inputs::lit`] lights, and a perspective that [`Inputs::after`] does not change leaves
/// the rows of all other pieces where they are.
pub trait Inputs: Copy + Send + Sync + 'static {
    /// What is looked at.
    type Board;
    /// A piece on it.
    type Piece: OnBoard<Square: Copy> + Copy;
    /// From where a view looks: whose it is, turned how.
    type Perspective: Copy + PartialEq + std::fmt::Debug + Send;
    /// What no piece decides by itself, so that it must be found anew on every board.
    type Threats;

    /// The inputs in numbers.
    const SET: InputSet;
    /// The same with fewer rows of threats, the first ones or none, as some networks have them.
    const NARROWER: &'static [InputSet] = &[];

    /// From where this view looks at a board of which nothing is known yet.
    fn first_perspective(view: usize) -> Self::Perspective;

    /// From where this view looks at a board.
    fn perspective(board: &Self::Board, view: usize) -> Self::Perspective;

    /// From where a view looks after a piece was put on a square, if that piece decides it.
    fn after(
        from: Self::Perspective,
        piece: Self::Piece,
        at: SquareOf<Self>,
    ) -> Option<Self::Perspective>;

    /// The rows that a piece on the board lights.
    fn rows_of_piece(
        from: Self::Perspective,
        piece: Self::Piece,
        promoted: bool,
        at: SquareOf<Self>,
        row: impl FnMut(usize),
    );

    /// The row of the `nth` piece of a kind in a hand, from 0, if it lights one.
    fn row_in_hand(from: Self::Perspective, piece: Self::Piece, nth: u8) -> Option<usize>;

    /// All rows that the pieces of a board light.
    fn lit(from: Self::Perspective, board: &Self::Board, row: impl FnMut(usize));

    /// The threats on a board, as networks for these of its inputs see them.
    fn threats(board: &Self::Board, set: &InputSet) -> Self::Threats;

    /// The rows that these threats light: those in the first half of all rows of threats, and those
    /// in the second, each counted from where its half begins.
    fn rows_of_threats(from: Self::Perspective, threats: &Self::Threats) -> [&[u16]; 2];

    /// The view that the output layer takes as the `nth`, from 0, when this seat is to move.
    fn view(mover: usize, nth: usize) -> usize;

    /// The output bucket of a board, in a game with hands or without.
    fn bucket(board: &Self::Board, has_hands: bool) -> usize;
}
