//! The positional terms, which need the whole board: mobility, pawn structure, and above all
//! the danger to each king from the board and from the hand. They count into a [`Trace`].

use super::pawns::PawnStructure;
use super::trace::Trace;
use super::weights::ClassicalWeights;
use crate::board::{Board, Color, Hand, Piece, Role, Set, Square, attacks};
use crate::game::single::Position;

/// Counts everything that the whole board shows.
#[inline]
pub fn count(game: &Position, turn: Color, weights: &ClassicalWeights, trace: &mut impl Trace) {
    if game.rules().superpieces {
        PositionalTerms::<true>::new(game.board(), weights).count(turn, trace);
    } else {
        PositionalTerms::<false>::new(game.board(), weights).count(turn, trace);
    }
}

/// Attack maps of both sides. With superpieces or without: known when this is compiled, so
/// that games without them pay nothing.
struct PositionalTerms<'a, const SUPER: bool> {
    board: &'a Board,
    weights: &'a ClassicalWeights,
    occupied: Set,
    by_pawns: [Set; 2],
    by_all: [Set; 2],
    by_two: [Set; 2],
    /// Everything but the king.
    by_pieces: [Set; 2],
    /// By knights and bishops; with superpieces only.
    by_minors: [Set; 2],
    /// Does a piece on the board reach the enemy king's surroundings?
    presses: [bool; 2],
}

impl<'a, const SUPER: bool> PositionalTerms<'a, SUPER> {
    fn new(board: &'a Board, weights: &'a ClassicalWeights) -> Self {
        let empty = [Set::EMPTY; 2];
        let mut whole = Self {
            board,
            weights,
            occupied: board.occupied(),
            by_pawns: empty,
            by_all: empty,
            by_two: empty,
            by_pieces: empty,
            by_minors: empty,
            presses: [false; 2],
        };
        for color in Color::ALL {
            let pawns = whole.awake(color) & board.role(Role::Pawn);
            whole.by_pawns[color.index()] = attacks::pawns(color, pawns);
        }
        whole
    }

    #[inline]
    fn count(&mut self, turn: Color, trace: &mut impl Trace) {
        for color in Color::ALL {
            self.map_attacks(color, trace);
        }
        for color in Color::ALL {
            self.structure(color, trace);
            self.hanging(color, turn, trace);
            self.frozen(color, trace);
            self.danger(color, turn, trace);
        }
    }

    /// Pieces that are not frozen.
    #[inline]
    fn awake(&self, color: Color) -> Set {
        self.board.sight::<SUPER>().awake(color)
    }

    /// What a king attacks.
    #[inline]
    fn king_steps(&self, color: Color) -> Set {
        let king = self.board.king(color);
        let frozen = SUPER && !self.awake(color).has(king);
        if frozen { Set::EMPTY } else { attacks::king(king) }
    }

    fn frozen(&self, color: Color, trace: &mut impl Trace) {
        let frozen = self.board.color(color).minus(self.awake(color));
        for piece in frozen.into_iter().filter_map(|square| self.board.at(square)) {
            trace.plain(color, self.weights.superpieces.frozen[piece.role().index()], 1);
        }
    }

    fn map_attacks(&mut self, color: Color, trace: &mut impl Trace) {
        let us = color.index();
        let (board, weights) = (self.board, self.weights);
        let (own_king, enemy_king) = (board.king(color), board.king(!color));
        let ring = surroundings(enemy_king);
        let free = !board.color(color) & !self.by_pawns[1 - us];
        let awake = self.awake(color);
        let ahead = (awake & board.role(Role::Pawn)).forward(color);
        let (west, east) = (attacks::west(ahead), attacks::east(ahead));
        let mut all = west | east;
        let mut two = west & east;
        let mut presses = !(all & ring).is_empty();
        trace.danger(!color, weights.attacker[0], (all & ring).len() as i32);
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let row = role.index();
            for from in awake & board.role(role) {
                let reach = attacks::by_role(role, from, self.occupied);
                two |= all & reach;
                all |= reach;
                if SUPER && matches!(role, Role::Knight | Role::Bishop) {
                    self.by_minors[us] |= reach;
                }
                trace.pair(color, weights.mobility[row], (reach & free).len() as i32);
                trace.pair(color, weights.near_enemy[row], nearness(from, enemy_king));
                trace.pair(color, weights.near_own[row], nearness(from, own_king));
                let on_ring = (reach & ring).len() as i32;
                if on_ring > 0 {
                    presses = true;
                    trace.danger(!color, weights.attacker[row], 1);
                    trace.danger(!color, weights.attacked_square, on_ring);
                }
            }
        }
        let superpieces = if SUPER { awake & board.superpieces() } else { Set::EMPTY };
        for from in superpieces {
            let Some(role) = board.at(from).map(Piece::role) else { continue };
            let row = role.index() - Role::CHESS.len();
            let reach = attacks::by_role(role, from, self.occupied);
            two |= all & reach;
            all |= reach;
            let goals = match role {
                Role::Magician => attacks::magician(from, self.occupied),
                _ => reach,
            };
            let mobility = weights.superpieces.mobility[row];
            trace.pair(color, mobility, (goals & free).len() as i32);
            let on_ring = (reach & ring).len() as i32;
            if on_ring > 0 {
                presses = true;
                trace.danger(!color, weights.superpieces.attacker[row], 1);
                trace.danger(!color, weights.attacked_square, on_ring);
            }
        }
        let steps = self.king_steps(color);
        self.by_pieces[us] = all;
        self.by_two[us] = two | (all & steps);
        self.by_all[us] = all | steps;
        self.presses[us] = presses;
    }

    fn structure(&self, color: Color, trace: &mut impl Trace) {
        let (board, weights) = (self.board, self.weights);
        if board.pieces(color, Role::Bishop).is_many() {
            trace.pair(color, weights.bishop_pair, 1);
        }
        let [own, rival] = [color, !color].map(|side| PawnStructure::of(board, side));
        let rooks = board.pieces(color, Role::Rook);
        trace.pair(color, weights.open_file, rooks.minus(own.files()).len() as i32);
        trace.pair(color, weights.isolated, own.isolated().len() as i32);
        trace.pair(color, weights.doubled, own.doubled().len() as i32);
        for square in own.passed(&rival) {
            let rank = usize::from(square.relative(color).rank());
            trace.pair(color, weights.passed[rank], 1);
        }
    }

    fn hanging(&self, color: Color, turn: Color, trace: &mut impl Trace) {
        let (us, them) = (color.index(), 1 - color.index());
        let board = self.board;
        let strong = board.color(color).minus(board.role(Role::Pawn) | board.role(Role::King));
        let loose = strong & self.by_all[them] & !self.by_all[us];
        let chased = strong & self.by_pawns[them];
        let waits = usize::from(turn != color);
        trace.plain(color, self.weights.loose[waits], loose.len() as i32);
        trace.plain(color, self.weights.chased[waits], chased.len() as i32);
        if SUPER {
            let minors = board.role(Role::Knight) | board.role(Role::Bishop);
            let dear = strong.minus(minors | board.role(Role::Magician) | loose | chased);
            let hunted = dear & self.by_minors[them];
            trace.plain(color, self.weights.superpieces.hunted[waits], hunted.len() as i32);
        }
    }

    /// The danger to this side's king, unless nothing can reach it.
    fn danger(&self, color: Color, turn: Color, trace: &mut impl Trace) {
        let (us, them) = (color.index(), 1 - color.index());
        let (board, weights) = (self.board, self.weights);
        // What a pool holds is not dropped.
        let hand = if SUPER { Hand::EMPTY } else { board.hand(!color) };
        if !self.presses[them] && hand.is_empty() {
            return;
        }
        let king = board.king(color);
        let own = board.color(color);
        let steps = attacks::king(king);
        let held_by_king_alone = surroundings(king) & self.by_all[them] & !self.by_pieces[us];
        trace.danger(color, weights.weak_square, held_by_king_alone.len() as i32);
        let holes = steps.minus(self.occupied | self.by_pieces[us]);
        trace.danger(color, weights.hole, holes.len() as i32);
        let shield = steps & board.pieces(color, Role::Pawn);
        trace.danger(color, weights.shield, shield.len() as i32);
        trace.danger(color, weights.guard, (steps & own).minus(shield).len() as i32);
        let own_steps = self.king_steps(color);
        let flights = own_steps.minus(own | self.by_all[them]).len();
        trace.danger(color, weights.flights[flights.min(3) as usize], 1);
        trace.danger(color, weights.initiative, i32::from(turn != color));

        // A check is safe where nobody takes the checking piece, or only the king does and
        // may not, because the square is guarded.
        let guarded = self.by_pieces[us] | own_steps.minus(self.by_all[them]);
        let twice = self.by_two[them];
        let mut for_mover = (!guarded | (twice & !self.by_pieces[us])).minus(board.color(!color));
        if SUPER {
            for_mover = for_mover.minus(board.cold(color));
        }
        let empty = !self.occupied;
        let diagonal = attacks::bishop(king, self.occupied);
        let straight = attacks::rook(king, self.occupied);
        let checks = [
            attacks::pawn(color, king),
            attacks::knight(king),
            diagonal,
            straight,
            diagonal | straight,
        ];
        for (role, squares) in Role::DROPPABLE.into_iter().zip(checks) {
            let row = role.index();
            if role != Role::Pawn && self.can_move_to(role, !color, squares & for_mover) {
                trace.danger(color, weights.safe_check[row], 1);
            }
            if hand.has(role) {
                let count = i32::from(hand.count(role).min(2));
                trace.danger(color, weights.hand_attacker[row], count);
                if !(squares & empty).minus(guarded).is_empty() {
                    trace.danger(color, weights.safe_drop_check[row], 1);
                } else if !(squares & empty).is_empty() {
                    trace.danger(color, weights.guarded_drop_check[row], 1);
                }
            }
        }
        if SUPER {
            for (role, check) in Role::SUPER.into_iter().zip(weights.superpieces.safe_check) {
                let squares = attacks::by_role(role, king, self.occupied);
                if self.can_move_to(role, !color, squares & for_mover) {
                    trace.danger(color, check, 1);
                }
            }
        }
    }

    /// Is there a piece of this role and side that attacks one of these squares?
    fn can_move_to(&self, role: Role, color: Color, squares: Set) -> bool {
        let squares = squares & self.by_pieces[color.index()];
        squares.into_iter().any(|square| {
            let origins = attacks::by_role(role, square, self.occupied);
            !(origins & self.awake(color) & self.board.role(role)).is_empty()
        })
    }
}

/// Steps that a piece is nearer than it could be.
fn nearness(from: Square, to: Square) -> i32 {
    7 - i32::from(from.distance(to))
}

/// The king's square and those that touch it.
fn surroundings(king: Square) -> Set {
    attacks::king(king) | Set::of(king)
}
