//! The hand-written evaluation of the 8x8 games: pieces where they stand and in hand, summed
//! as they move, and the positional terms, which need the whole board.

use super::stacked::Stacked;
use super::trace::{Sum, Trace, WeightCounts, sign};
use super::weights::{ClassicalWeights, PhasePair};
use super::{Eval, Terms, faded, positional};
use crate::board::{Board, Color, Observer, Piece, Role, Square};
use crate::game::single::Position;

/// Sums over the pieces, kept up by listening, and the weights.
#[derive(Clone)]
pub struct Classical {
    weights: &'static ClassicalWeights,
    tables: Box<Tables>,
    sums: Stacked<Sums>,
}

/// What a piece is worth on each square and in hand, laid out from the weights.
#[derive(Clone)]
struct Tables {
    placed: [[[PhasePair; 64]; 2]; Role::ALL.len()],
    held: [[i32; HELD]; Role::ALL.len()],
}

/// Larger counts of one kind in hand add nothing.
const HELD: usize = 32;

#[derive(Clone, Copy, Default)]
struct Sums {
    /// White's view.
    placement: PhasePair,
    hands: i32,
    /// Non-pawn pieces on the board, for the phase of the game.
    phase: i32,
}

/// What a non-pawn piece adds to the phase; a full board has 24.
const PHASE: [i32; Role::ALL.len()] = [0, 1, 1, 2, 4, 0, 1, 2, 3, 3, 5];
/// The phase of a full board.
pub const FULL_PHASE: i32 = 24;

impl Classical {
    /// An evaluation for games of this kind; `reset` tells it the position.
    pub fn new(weights: &'static ClassicalWeights) -> Self {
        let mut tables = Box::new(Tables {
            placed: [[[[0; 2]; 64]; 2]; Role::ALL.len()],
            held: [[0; HELD]; Role::ALL.len()],
        });
        for role in Role::ALL.into_iter() {
            let row = role.index();
            for square in Square::all() {
                let [piece, file, rank] = weights.placed(role, square);
                let sum = [piece[0] + file[0] + rank[0], piece[1] + file[1] + rank[1]];
                tables.placed[row][0][square.index()] = sum;
                tables.placed[row][1][square.index()] = sum.map(|v| v + weights.promotion(role));
            }
            for count in 1..HELD {
                let before = tables.held[row][count - 1];
                tables.held[row][count] = before + weights.held(role, count - 1);
            }
        }
        Self { weights, tables, sums: Stacked::default() }
    }

    fn add(&mut self, piece: Piece, promoted: bool, square: Square, times: i32) {
        let own = square.relative(piece.color());
        let value = self.tables.placed[piece.role().index()][usize::from(promoted)][own.index()];
        let for_white = times * sign(piece.color());
        self.sums.now.placement[0] += for_white * value[0];
        self.sums.now.placement[1] += for_white * value[1];
        self.sums.now.phase += times * PHASE[piece.role().index()];
    }
}

impl Observer for Classical {
    #[inline]
    fn put(&mut self, piece: Piece, promoted: bool, square: Square) {
        self.add(piece, promoted, square, 1);
    }

    #[inline]
    fn lift(&mut self, piece: Piece, promoted: bool, square: Square) {
        self.add(piece, promoted, square, -1);
    }

    #[inline]
    fn hold(&mut self, piece: Piece, from: u8, to: u8) {
        let held = &self.tables.held[piece.role().index()];
        let value = |count: u8| held[usize::from(count).min(HELD - 1)];
        self.sums.now.hands += sign(piece.color()) * (value(to) - value(from));
    }
}

impl Eval<Position> for Classical {
    fn reset(&mut self, game: &Position) {
        self.sums.reset();
        game.board().announce(self);
    }

    #[inline]
    fn push(&mut self) {
        self.sums.push();
    }

    #[inline]
    fn pop(&mut self) {
        self.sums.pop();
    }

    fn evaluate(&mut self, game: &Position) -> i32 {
        let Self { weights, sums: Stacked { now: sums, .. }, .. } = self;
        let mut sum = Sum::default();
        let turn = game.turn();
        positional::count(game, begins(game), weights, &mut sum);
        let [white, black] = sum.pair;
        let pair = [0, 1].map(|phase| sums.placement[phase] + white[phase] - black[phase]);
        let tapered = if weights.tapered {
            let phase = sums.phase.clamp(0, FULL_PHASE);
            (pair[0] * phase + pair[1] * (FULL_PHASE - phase)) / FULL_PHASE
        } else {
            pair[0]
        };
        let [white, black] = Color::ALL.map(|c| sum.plain[c.index()] - sum.cost_of_danger(c));
        let for_white = tapered + sums.hands + white - black;
        faded(sign(turn) * (for_white + sign(begins(game)) * weights.tempo), game)
    }

    fn explain(&mut self, game: &Position) -> Terms {
        let mut placed = Sum::default();
        let mut held = Sum::default();
        let board = game.board();
        count_pieces(board, self.weights, &mut placed);
        count_hands(board, self.weights, &mut held);
        let mut sum = Sum::default();
        positional::count(game, begins(game), self.weights, &mut sum);
        vec![
            ("pieces on the board", Color::ALL.map(|c| placed.pair[c.index()][0])),
            ("promoted pieces", placed.plain),
            ("pieces in hand", held.plain),
            ("mobility and structure", Color::ALL.map(|c| sum.pair[c.index()][0])),
            ("hanging and frozen pieces", sum.plain),
            ("danger to the king", Color::ALL.map(|c| -sum.cost_of_danger(c))),
        ]
    }
}

/// The side that moves next: after a prelude White begins, whichever side took its last step.
fn begins(game: &Position) -> Color {
    if game.in_prelude() { Color::White } else { game.turn() }
}

/// Counts the pieces on the board: what the evaluation sums up by listening.
fn count_pieces(board: &Board, weights: &ClassicalWeights, trace: &mut impl Trace) {
    for square in board.occupied() {
        let Some(piece) = board.at(square) else { continue };
        for part in weights.placed(piece.role(), square.relative(piece.color())) {
            trace.pair(piece.color(), part, 1);
        }
        if board.promoted().has(square) {
            trace.plain(piece.color(), weights.promotion(piece.role()), 1);
        }
    }
}

/// Counts the pieces in hand.
fn count_hands(board: &Board, weights: &ClassicalWeights, trace: &mut impl Trace) {
    for color in Color::ALL {
        for role in board.hand(color).roles() {
            for nth in 0..usize::from(board.hand(color).count(role)).min(HELD - 1) {
                trace.plain(color, weights.held(role, nth), 1);
            }
        }
    }
}

/// A value to see what is left of it.
const FULL_VALUE: i32 = 100_000;

/// How a value comes from counts: the middlegame's share of a pair, and the part of the
/// whole that is left.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Taper {
    /// From 0, the endgame, to 1.
    pub phase: f32,
    /// From 0.5 to 1.
    pub left: f32,
}

/// Counts how often each weight takes part in the value of a position, for the side to
/// move or for White. `serials` are weights that are their own serial numbers.
pub fn trace_position(
    game: &Position,
    serials: &ClassicalWeights,
    counts: &mut WeightCounts,
) -> Taper {
    let board = game.board();
    count_pieces(board, serials, counts);
    count_hands(board, serials, counts);
    positional::count(game, begins(game), serials, counts);
    counts.plain(begins(game), serials.tempo, 1);
    let pieces = |role: Role| board.role(role).len() as i32 * PHASE[role.index()];
    let phase = Role::ALL.into_iter().map(pieces).sum::<i32>().min(FULL_PHASE);
    Taper {
        phase: if serials.tapered { phase as f32 / FULL_PHASE as f32 } else { 1.0 },
        left: faded(FULL_VALUE, game) as f32 / FULL_VALUE as f32,
    }
}
