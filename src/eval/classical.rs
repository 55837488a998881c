//! The hand-written evaluation of the 8x8 games: men where they stand and in hand,
//! summed as they move, and what only the whole board shows: mobility, pawns, and above
//! all the danger to each king from the board and from the hand.

use super::weights::{Pair, Weights};
use super::{Eval, Terms, faded};
use crate::board::{Board, Color, Man, Observer, Role, Set, Square, attacks};
use crate::game::single::Position;

/// Sums over the men, kept up by listening, and the terms that need the whole board.
#[derive(Clone)]
pub struct Classical {
    weights: &'static Weights,
    tables: Box<Tables>,
    sums: Sums,
    stack: Vec<Sums>,
}

/// What a man is worth on each square and in hand, laid out from the weights.
#[derive(Clone)]
struct Tables {
    placed: [[[Pair; 64]; 2]; Role::KINDS],
    held: [[i32; HELD]; Role::KINDS],
}

/// Larger counts of one kind in hand add nothing.
const HELD: usize = 32;

#[derive(Clone, Copy, Default)]
struct Sums {
    /// White's view.
    placement: Pair,
    hands: i32,
    /// Officers on the board, for the phase of the game.
    phase: i32,
}

/// What an officer adds to the phase; a full board has 24.
const PHASE: [i32; Role::KINDS] = [0, 1, 1, 2, 4, 0, 1, 2, 3, 3, 5];
const FULL_PHASE: i32 = 24;

impl Classical {
    /// An evaluation for games of this kind; `reset` tells it the position.
    pub fn new(weights: &'static Weights) -> Self {
        let mut tables = Box::new(Tables {
            placed: [[[[0; 2]; 64]; 2]; Role::KINDS],
            held: [[0; HELD]; Role::KINDS],
        });
        for role in Role::every() {
            for square in Square::all() {
                for promoted in [false, true] {
                    tables.placed[role.index()][usize::from(promoted)][square.index()] =
                        weights.placed(role, square, promoted);
                }
            }
            for (count, value) in tables.held[role.index()].iter_mut().enumerate() {
                *value = weights.held(role, count as u8);
            }
        }
        Self { weights, tables, sums: Sums::default(), stack: Vec::with_capacity(256) }
    }

    /// Both sides' shares of the terms that need the whole board.
    #[inline]
    fn shares(&self, game: &Position) -> [Share; 2] {
        if game.rules().superpieces {
            Whole::<true>::new(game.board(), self.weights).sides()
        } else {
            Whole::<false>::new(game.board(), self.weights).sides()
        }
    }

    fn add(&mut self, man: Man, promoted: bool, square: Square, sign: i32) {
        let own = square.relative(man.color());
        let value = self.tables.placed[man.role().index()][usize::from(promoted)][own.index()];
        let sign_for_white = sign * side(man.color());
        self.sums.placement[0] += sign_for_white * value[0];
        self.sums.placement[1] += sign_for_white * value[1];
        self.sums.phase += sign * PHASE[man.role().index()];
    }
}

const fn side(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

impl Observer for Classical {
    #[inline]
    fn put(&mut self, man: Man, promoted: bool, square: Square) {
        self.add(man, promoted, square, 1);
    }

    #[inline]
    fn lift(&mut self, man: Man, promoted: bool, square: Square) {
        self.add(man, promoted, square, -1);
    }

    #[inline]
    fn hold(&mut self, man: Man, from: u8, to: u8) {
        let held = &self.tables.held[man.role().index()];
        let value = |count: u8| held[usize::from(count).min(HELD - 1)];
        self.sums.hands += side(man.color()) * (value(to) - value(from));
    }
}

impl Eval<Position> for Classical {
    fn reset(&mut self, game: &Position) {
        self.stack.clear();
        self.sums = Sums::default();
        game.board().announce(self);
    }

    #[inline]
    fn push(&mut self) {
        self.stack.push(self.sums);
    }

    #[inline]
    fn pop(&mut self) {
        if let Some(sums) = self.stack.pop() {
            self.sums = sums;
        }
    }

    fn evaluate(&mut self, game: &Position) -> i32 {
        let [white, black] = self.shares(game);
        let mut sum = self.sums.placement;
        for (phase, value) in sum.iter_mut().enumerate() {
            *value += white.pair[phase] - black.pair[phase];
        }
        let weights = self.weights;
        let tapered = if weights.tapered {
            let phase = self.sums.phase.clamp(0, FULL_PHASE);
            (sum[0] * phase + sum[1] * (FULL_PHASE - phase)) / FULL_PHASE
        } else {
            sum[0]
        };
        let for_white = tapered + self.sums.hands + white.hanging - black.hanging + white.frozen
            - black.frozen
            - white.danger
            + black.danger;
        // After a prelude White begins, whoever took its last step.
        let turn = game.turn();
        let begins = if game.in_prelude() { Color::White } else { turn };
        faded(side(turn) * (for_white + side(begins) * weights.tempo), game)
    }

    fn explain(&mut self, game: &Position) -> Terms {
        self.reset(game);
        let sides = self.shares(game);
        let placed = Color::ALL.map(|color| {
            let board = game.board();
            board
                .color(color)
                .filter_map(|square| Some((square, board.at(square)?)))
                .map(|(square, man)| {
                    let promoted = usize::from(board.promoted().has(square));
                    let own = square.relative(color).index();
                    self.tables.placed[man.role().index()][promoted][own][0]
                })
                .sum()
        });
        let hands = Color::ALL.map(|color| {
            let hand = game.board().hand(color);
            let value = |role: Role| {
                self.tables.held[role.index()][usize::from(hand.count(role)).min(HELD - 1)]
            };
            hand.roles().map(value).sum()
        });
        vec![
            ("men on the board", placed),
            ("men in hand", hands),
            ("mobility and structure", sides.map(|side| side.pair[0])),
            ("hanging men", sides.map(|side| side.hanging)),
            ("frozen men", sides.map(|side| side.frozen)),
            ("danger to the king", sides.map(|side| -side.danger)),
        ]
    }
}

/// One side's share of the terms that need the whole board.
#[derive(Clone, Copy, Default)]
struct Share {
    pair: Pair,
    hanging: i32,
    frozen: i32,
    /// What the danger to this side's king costs it.
    danger: i32,
}

/// Attack maps of both sides. With superpieces or without: known when this is compiled, so
/// that games without them pay nothing.
struct Whole<'a, const SUPER: bool> {
    board: &'a Board,
    weights: &'a Weights,
    occupied: Set,

    by_pawns: [Set; 2],
    by_all: [Set; 2],
    by_two: [Set; 2],
    /// Everything but the king.
    by_men: [Set; 2],
    mobility: [Pair; 2],
    /// Danger units brought to the enemy king by men on the board.
    pressure: [i32; 2],
}

impl<'a, const SUPER: bool> Whole<'a, SUPER> {
    fn new(board: &'a Board, weights: &'a Weights) -> Self {
        let empty = [Set::EMPTY; 2];
        let mut whole = Self {
            board,
            weights,
            occupied: board.occupied(),
            by_pawns: empty,
            by_all: empty,
            by_two: empty,
            by_men: empty,
            mobility: [[0; 2]; 2],
            pressure: [0; 2],
        };
        for color in Color::ALL {
            let pawns = whole.awake(color) & board.role(Role::Pawn);
            whole.by_pawns[color.index()] = attacks::pawns(color, pawns);
        }
        for color in Color::ALL {
            whole.map_attacks(color);
        }
        whole
    }

    fn map_attacks(&mut self, color: Color) {
        let us = color.index();
        let board = self.board;
        let ring = surroundings(board.king(!color));
        let free = !board.color(color) & !self.by_pawns[1 - us];
        let awake = self.awake(color);
        let own_pawns = awake & board.role(Role::Pawn);
        let ahead = own_pawns.forward(color);
        let (west, east) = (attacks::west(ahead), attacks::east(ahead));
        let mut all = west | east;
        let mut two = west & east;
        let mut pressure = (all & ring).len() as i32 * self.weights.attacker[0];
        let mut mobility = [0; 2];
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let row = role.index();
            for from in awake & board.role(role) {
                let reach = attacks::officer(role, from, self.occupied);
                two |= all & reach;
                all |= reach;
                let squares = (reach & free).len() as i32;
                mobility[0] += self.weights.mobility[row][0] * squares;
                mobility[1] += self.weights.mobility[row][1] * squares;
                let on_ring = (reach & ring).len() as i32;
                if on_ring > 0 {
                    pressure += self.weights.attacker[row] + on_ring * self.weights.attacked_square;
                }
            }
        }
        let superpieces = if SUPER { awake & board.superpieces() } else { Set::EMPTY };
        for from in superpieces {
            let Some(role) = board.at(from).map(Man::role) else { continue };
            let row = role.index() - Role::COUNT;
            let weights = &self.weights.superpieces;
            let reach = attacks::officer(role, from, self.occupied);
            two |= all & reach;
            all |= reach;
            let goals = match role {
                Role::Magician => attacks::magician(from, self.occupied),
                _ => reach,
            };
            let squares = (goals & free).len() as i32;
            mobility[0] += weights.mobility[row][0] * squares;
            mobility[1] += weights.mobility[row][1] * squares;
            let on_ring = (reach & ring).len() as i32;
            if on_ring > 0 {
                pressure += weights.attacker[row] + on_ring * self.weights.attacked_square;
            }
        }
        let steps = self.king_steps(color);
        self.by_men[us] = all;
        self.by_two[us] = two | (all & steps);
        self.by_all[us] = all | steps;
        self.mobility[us] = mobility;
        self.pressure[us] = pressure;
    }

    /// Men that are not frozen.
    #[inline]
    fn awake(&self, color: Color) -> Set {
        if SUPER { self.board.awake(color) } else { self.board.color(color) }
    }

    /// What a king attacks.
    #[inline]
    fn king_steps(&self, color: Color) -> Set {
        let king = self.board.king(color);
        let frozen = SUPER && !self.awake(color).has(king);
        if frozen { Set::EMPTY } else { attacks::king(king) }
    }

    #[inline]
    fn sides(&self) -> [Share; 2] {
        Color::ALL.map(|color| self.side(color))
    }

    fn side(&self, color: Color) -> Share {
        let mut pair = self.mobility[color.index()];
        let mut add = |weight: Pair, times: i32| {
            pair[0] += weight[0] * times;
            pair[1] += weight[1] * times;
        };
        let board = self.board;
        let weights = self.weights;
        if board.men(color, Role::Bishop).is_many() {
            add(weights.bishop_pair, 1);
        }
        let pawns = board.men(color, Role::Pawn);
        let enemy_pawns = board.men(!color, Role::Pawn);
        let files = fill(pawns, 8) | fill(pawns, -8) | pawns;
        let rooks = board.men(color, Role::Rook);
        add(weights.open_file, rooks.minus(files).len() as i32);
        let beside = attacks::west(files) | attacks::east(files);
        add(weights.isolated, pawns.minus(beside).len() as i32);
        let step = color.forward();
        add(weights.doubled, (pawns & fill(pawns, step)).len() as i32);
        let barred = fill(enemy_pawns, -step);
        let barred = barred | attacks::west(barred) | attacks::east(barred);
        for square in pawns.minus(barred | fill(pawns, -step)) {
            let gone = i32::from(square.relative(color).rank()) - 1;
            add(weights.passed, gone * gone);
        }
        Share {
            pair,
            hanging: self.hanging(color),
            frozen: self.frozen(color),
            danger: self.danger(color),
        }
    }

    fn frozen(&self, color: Color) -> i32 {
        let frozen = self.board.color(color).minus(self.awake(color));
        let men = frozen.filter_map(|square| self.board.at(square));
        men.map(|man| self.weights.superpieces.frozen[man.role().index()]).sum()
    }

    fn hanging(&self, color: Color) -> i32 {
        let (us, them) = (color.index(), 1 - color.index());
        let officers = self
            .board
            .color(color)
            .minus(self.board.role(Role::Pawn) | self.board.role(Role::King));
        let loose = officers & self.by_all[them] & !self.by_all[us];
        let chased = officers & self.by_pawns[them];
        self.weights.hanging * (loose | chased).len() as i32
    }

    /// What the danger to this side's king costs it, in centipawns.
    fn danger(&self, color: Color) -> i32 {
        let (us, them) = (color.index(), 1 - color.index());
        let weights = self.weights;
        let board = self.board;
        let king = board.king(color);
        let ring = surroundings(king);
        let mut units = self.pressure[them];
        if units == 0 && board.hand(!color).is_empty() {
            return 0;
        }

        let held_by_king_alone = ring & self.by_all[them] & !self.by_men[us];
        units += held_by_king_alone.len() as i32 * weights.weak_square;

        let own = board.color(color);
        let shield = ring & board.men(color, Role::Pawn);
        units -= shield.len() as i32 * weights.shield;
        units -= (ring & own).minus(shield).len() as i32 * weights.guard;
        let flights = self.king_steps(color).minus(own | self.by_all[them]);
        if flights.is_empty() {
            units += weights.no_flight;
        }

        // A check is safe where nobody takes the checking man, or only the king does and
        // may not, because the square is guarded.
        let steps = self.king_steps(color);
        let guarded = self.by_men[us] | (steps & !self.by_all[them]);
        let twice = self.by_two[them];
        let mut for_mover = (!guarded | (twice & !self.by_men[us])).minus(board.color(!color));
        if SUPER {
            for_mover = for_mover.minus(board.cold(color));
        }
        let for_drop = !guarded & !self.occupied;
        let diagonal = attacks::bishop(king, self.occupied);
        let straight = attacks::rook(king, self.occupied);
        let hand = board.hand(!color);
        let checks = [
            attacks::pawn(color, king),
            attacks::knight(king),
            diagonal,
            straight,
            diagonal | straight,
        ];
        for (role, squares) in Role::DROPPABLE.into_iter().zip(checks) {
            let row = role.index();
            if weights.safe_check[row] > 0 && self.can_move_to(role, !color, squares & for_mover) {
                units += weights.safe_check[row];
            }
            if hand.has(role) {
                units += weights.hand_attacker[row] * i32::from(hand.count(role).min(2));
                if !(squares & for_drop).is_empty() {
                    units += weights.safe_drop_check[row];
                }
            }
        }
        if SUPER {
            for (role, danger) in Role::SUPER.into_iter().zip(weights.superpieces.safe_check) {
                let squares = attacks::officer(role, king, self.occupied);
                if self.can_move_to(role, !color, squares & for_mover) {
                    units += danger;
                }
            }
        }
        let units = units.max(0);
        units * units / weights.danger_divisor
    }

    /// Is there a man of this role and side that attacks one of these squares?
    fn can_move_to(&self, role: Role, color: Color, squares: Set) -> bool {
        let squares = squares & self.by_men[color.index()];
        squares.into_iter().any(|square| {
            let origins = attacks::officer(role, square, self.occupied);
            !(origins & self.awake(color) & self.board.role(role)).is_empty()
        })
    }
}

/// The king's square and those that touch it.
fn surroundings(king: Square) -> Set {
    attacks::king(king) | Set::of(king)
}

/// All squares ahead of these, by steps of this many indices along the file.
fn fill(set: Set, step: i8) -> Set {
    let once = set.shifted(step);
    let twice = once | once.shifted(step);
    let four = twice | twice.shifted(2 * step);
    four | four.shifted(4 * step)
}
