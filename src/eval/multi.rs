//! The hand-written evaluation of the games for four and for three players: pieces where they
//! stand, summed as they move; how far they reach; and the danger to each king, which grows
//! when two enemies look at it. A frozen army counts for what it may yet be worth.

use super::stacked::Stacked;
use super::weights::DANGER;
use super::weights::multi::{self, SeatedWeights};
use super::{Eval, Terms};
use crate::board::multi::{MOST_SEATS, MultiSeat, Piece, SQUARES, Set, Square, Toward};
use crate::board::{Observer, Role};
use crate::game::multi::{Layout, MultiGame, Paranoid, Position};

/// Pieces other than pawns and kings.
const NON_PAWNS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
/// Pieces that may be taken.
const EXPOSED: [Role; 5] = Role::DROPPABLE;
/// No king's danger costs more, in centipawns.
const MOST_DANGER: i32 = 2_000;
/// Three players: two rivals no further apart than this count about the same, in centipawns.
const EVEN: i32 = 1_000;
/// Three players: what pieces are worth to a player that wants to win, by role. A pawn may yet
/// become a queen; bare kings win nothing, and one queen does not mate two kings at once.
const MEANS: [i32; Role::CHESS.len()] = [3, 3, 4, 5, 10, 0];
/// From this sum of them on, more makes no difference.
const PLENTY: i32 = 30;

/// Sums over the pieces of each seat, kept up by listening.
#[derive(Clone)]
pub struct MultiEval<K: MultiGame> {
    weights: SeatedWeights,
    values: Box<Values>,
    sums: Stacked<[i32; MOST_SEATS]>,
    kind: std::marker::PhantomData<K>,
}

/// [seat][role][square]
type Values = [[[i16; SQUARES]; Role::CHESS.len()]; MOST_SEATS];

impl<K: MultiGame> Default for MultiEval<K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: MultiGame> MultiEval<K> {
    /// An evaluation of this game; `reset` tells it the position.
    pub fn new() -> Self {
        Self::with(match (K::LAYOUT.teams, K::LAYOUT.first_king_ends) {
            (false, _) => multi::DRIESCHAAK,
            (true, false) => multi::VIERSCHAAK,
            (true, true) => multi::FOUR_PLAYER_TEAMS,
        })
    }

    /// The same with other weights.
    pub fn with(weights: SeatedWeights) -> Self {
        let mut values = Box::new([[[0; SQUARES]; Role::CHESS.len()]; MOST_SEATS]);
        for seat in MultiSeat::first(K::SEATS) {
            for role in Role::CHESS {
                for square in K::LAYOUT.shape.squares {
                    values[seat][role.index()][square.index()] =
                        placed(&weights, K::LAYOUT, seat, role, square) as i16;
                }
            }
        }
        let kind = std::marker::PhantomData;
        Self { weights, values, sums: Stacked::default(), kind }
    }

    fn value(&self, piece: Piece, square: Square) -> i32 {
        i32::from(self.values[piece.seat()][piece.role().index()][square.index()])
    }

    /// Each seat's share, term by term.
    fn shares(&self, game: &Position<K>) -> [Share; MOST_SEATS] {
        let mut shares = [Share::default(); MOST_SEATS];
        let weights = &self.weights;
        let board = game.board();
        let frozen = game.frozen();
        let live = K::LAYOUT.seats().minus(frozen);
        for (seat, share) in MultiSeat::ALL.into_iter().zip(&mut shares) {
            share.pieces = self.sums.now[seat];
            if frozen.has(seat) {
                share.pieces = self.sums.now[seat] * weights.frozen / 100;
                let mated = game.checked().has(seat);
                share.fate = if mated { weights.mated } else { weights.stalemated };
            }
        }
        let scene = self.scene(game, &mut shares);
        for seat in live.each() {
            let share = &mut shares[seat];
            let reach = &scene.reach;
            let enemies = K::LAYOUT.enemies(seat).minus(frozen);
            let attacked = enemies.each().fold(Set::EMPTY, |all, enemy| all | reach[enemy].all);
            let guarded = K::LAYOUT.team(seat).each().fold(Set::EMPTY, |all, ally| {
                all | if ally == seat { reach[ally].pieces } else { reach[ally].all }
            });
            let danger = self.danger(game, seat, &scene, attacked, guarded);
            share.king = -(danger * danger / DANGER).min(MOST_DANGER);
            if seat != game.turn() && attacked.has(board.king(seat)) {
                share.king += weights.awaiting_check;
            }
            share.hanging = -self.at_risk(game, seat, reach, guarded | scene.zones[seat]);
        }
        shares
    }

    /// How far the pieces of all seats that still play reach; adds what their mobility is worth.
    fn scene(&self, game: &Position<K>, shares: &mut [Share; MOST_SEATS]) -> SeatScene {
        let weights = &self.weights;
        let shape = K::LAYOUT.shape;
        let board = game.board();
        let occupied = board.occupied();
        let frozen = game.frozen();
        let zones: [Set; MOST_SEATS] = MultiSeat::ALL.map(|seat| {
            let king = board.king(seat);
            if seat.index() < K::SEATS { shape.king(king).with(king) } else { Set::EMPTY }
        });
        let mut pressure = [[0; MOST_SEATS]; MOST_SEATS];
        let mut reach = [Reach::default(); MOST_SEATS];
        for seat in K::LAYOUT.seats().minus(frozen).each() {
            let enemies = K::LAYOUT.enemies(seat).minus(frozen);
            let near_a_king = enemies.each().fold(Set::EMPTY, |all, enemy| all | zones[enemy]);
            let useful = shape.squares.minus(board.seat(seat));
            let toward = shape.forward(seat);
            let reach = &mut reach[seat];
            let ahead = board.pieces(seat, Role::Pawn).stepped(toward);
            let right = toward.right_hand();
            reach.by[Role::Pawn.index()] = ahead.stepped(right) | ahead.stepped(right.back());
            for role in NON_PAWNS {
                let mut all = Set::EMPTY;
                for square in board.pieces(seat, role) {
                    let reached = shape.attacks(role, toward, square, occupied);
                    all |= reached;
                    let squares = (reached & useful).len() as i32;
                    shares[seat].mobility += weights.mobility[role.index()] * squares;
                    if (reached & near_a_king).is_empty() {
                        continue;
                    }
                    for enemy in enemies.each() {
                        let near = (reached & zones[enemy]).len() as i32;
                        if near > 0 {
                            pressure[enemy][seat] += weights.attacker[role.index()] * (1 + near);
                        }
                    }
                }
                reach.by[role.index()] = all;
            }
            reach.pieces = reach.by.iter().fold(Set::EMPTY, |all, &set| all | set);
            reach.all = reach.pieces | zones[seat];
        }
        SeatScene { zones, reach, pressure }
    }

    /// The danger to a seat's king, in units of its own, where this much is attacked by enemies
    /// and guarded by the team without the king itself.
    fn danger(
        &self,
        game: &Position<K>,
        seat: MultiSeat,
        scene: &SeatScene,
        attacked: Set,
        guarded: Set,
    ) -> i32 {
        let weights = &self.weights;
        let layout = K::LAYOUT;
        let shape = layout.shape;
        let board = game.board();
        let occupied = board.occupied();
        let turn = game.turn();
        let enemies = layout.enemies(seat).minus(game.frozen());
        let king = board.king(seat);
        let zone = scene.zones[seat];
        let pressure = &scene.pressure[seat];
        let sides = pressure.iter().filter(|&&pressure| pressure > 0).count();
        let mut danger: i32 = pressure.iter().sum();
        if sides > 1 {
            danger = danger * weights.two_sides / 100;
        }
        let straight = shape.rook(king, occupied);
        let diagonal = shape.bishop(king, occupied);
        let (leaps, lines) = (shape.knight(king), straight | diagonal);
        let checks = [Set::EMPTY, leaps, diagonal, straight, lines];
        for enemy in enemies.each() {
            let reach = &scene.reach[enemy];
            let safe = reach.pieces.minus(guarded | zone | board.seat(enemy));
            if (safe & (leaps | lines)).is_empty() {
                continue;
            }
            for role in NON_PAWNS {
                let squares = checks[role.index()] & reach.by[role.index()] & safe;
                danger += weights.safe_check[role.index()] * squares.len() as i32;
            }
        }
        let weak = (zone & attacked).minus(guarded);
        danger += weights.weak_square * weak.len() as i32;
        let flights = zone.minus(attacked | board.of(layout.team(seat)));
        danger += weights.flights[(flights.len() as usize).min(3)];
        let shelter = zone & board.pieces(seat, Role::Pawn);
        danger += weights.shelter * shelter.len() as i32;
        let mut awaited = 0;
        let mut next = turn;
        while next != seat {
            awaited += usize::from(enemies.has(next));
            next = layout.next(next);
        }
        (danger + weights.awaited[awaited.min(2)]).max(0)
    }

    /// What a seat may lose before it can move again, in centipawns, where its team guards
    /// this much.
    fn at_risk(
        &self,
        game: &Position<K>,
        seat: MultiSeat,
        reach: &[Reach; MOST_SEATS],
        guarded: Set,
    ) -> i32 {
        let weights = &self.weights;
        let layout = K::LAYOUT;
        let board = game.board();
        let turn = game.turn();
        let enemies = layout.enemies(seat);
        // Enemies that move before this seat; the one on move apart, since the search asks it.
        let mut later = Reach::default();
        let mut next = layout.next(turn);
        while next != seat && next != turn {
            if enemies.has(next) {
                later = later.with(&reach[next]);
            }
            next = layout.next(next);
        }
        let own = board.seat(seat).minus(board.role(Role::King));
        let mut worst = 0;
        let mut sum = 0;
        let mut lose = |set: Set, role: Role, less: i32| {
            let count = set.len() as i32;
            if count > 0 {
                let loss = (weights.material[role.index()] - less).max(0);
                worst = worst.max(loss);
                sum += loss * count;
            }
        };
        let [pawn, knight, _, rook, ..] = weights.material;
        for role in EXPOSED {
            let pieces = own & board.role(role);
            let mut left = pieces & later.all;
            if left.is_empty() {
                continue;
            }
            lose(left.minus(guarded), role, 0);
            left &= guarded;
            if role != Role::Pawn {
                lose(left & later.pawns(), role, pawn);
                left = left.minus(later.pawns());
            }
            if matches!(role, Role::Rook | Role::Queen) {
                lose(left & later.minors(), role, knight);
                left = left.minus(later.minors());
            }
            if role == Role::Queen {
                lose(left & later.rooks(), role, rook);
            }
        }
        let [first, others] = weights.threatened;
        // The seat on move saves one of them.
        let first = if seat == turn { 0 } else { first };
        let mut risk = (worst * first + (sum - worst) * others) / 100;
        if enemies.has(turn) {
            let hanging = (own & reach[turn].all).minus(guarded)
                | (own & reach[turn].pawns()).minus(board.role(Role::Pawn));
            let hanging = hanging.minus(later.all);
            let mut sum = 0;
            for role in EXPOSED {
                sum += weights.material[role.index()] * (hanging & board.role(role)).len() as i32;
            }
            risk += sum * weights.attacked / 100;
        }
        risk
    }

    /// Three players: what the camp to move has to win with, or the others.
    fn means(game: &Paranoid<K>, to_move: bool) -> i32 {
        let allies = game.allies();
        let seats = if to_move { allies } else { K::LAYOUT.seats().minus(allies) };
        let means = seats.each().map(|seat| {
            let pieces = |role| game.position().board().pieces(seat, role).len() as i32;
            Role::CHESS.into_iter().map(|role| MEANS[role.index()] * pieces(role)).sum()
        });
        means.max().unwrap_or(0)
    }

    /// For the camp to move: its seats against the others.
    fn balance(game: &Paranoid<K>, of: impl Fn(MultiSeat) -> i32) -> i32 {
        if K::LAYOUT.teams {
            let allies = game.allies();
            let sign = |seat| if allies.has(seat) { 1 } else { -1 };
            MultiSeat::first(K::SEATS).map(|seat| sign(seat) * of(seat)).sum()
        } else {
            let own = game.root();
            let first = K::LAYOUT.next(own);
            let rivals = together(of(first), of(K::LAYOUT.next(first)));
            let value = of(own) - rivals;
            if game.position().turn() == own { value } else { -value }
        }
    }
}

/// A lead over the draw that is not used fades as the draw by count comes nearer.
pub(super) fn faded<K: MultiGame>(lead: i32, game: &Paranoid<K>) -> i32 {
    let moves = game.position().move_draw();
    let limit = i32::from(moves).max(1) * K::SEATS as i32;
    let plies = if moves == 0 { 0 } else { i32::from(game.position().quiet_count()).min(limit) };
    lead - lead * plies / (2 * limit)
}

/// What two rivals are worth together to a player that must outdo both: their mean if they are
/// about equal, and more the further one is ahead of the other.
fn together(first: i32, second: i32) -> i32 {
    let apart = (first - second) / 2;
    (first + second) / 2 + (apart * apart + EVEN * EVEN).isqrt() - EVEN
}

/// What the pieces of all seats attack.
struct SeatScene {
    /// Kings with the squares beside them.
    zones: [Set; MOST_SEATS],
    reach: [Reach; MOST_SEATS],
    /// Danger by the seat of the king and by the seat that attacks it.
    pressure: [[i32; MOST_SEATS]; MOST_SEATS],
}

/// The squares that a seat's pieces attack: by role, without its king, and all.
#[derive(Clone, Copy, Default)]
struct Reach {
    by: [Set; Role::CHESS.len()],
    pieces: Set,
    all: Set,
}

impl Reach {
    fn with(&self, other: &Self) -> Self {
        Self {
            by: std::array::from_fn(|role| self.by[role] | other.by[role]),
            pieces: self.pieces | other.pieces,
            all: self.all | other.all,
        }
    }

    fn pawns(&self) -> Set {
        self.by[Role::Pawn.index()]
    }

    fn minors(&self) -> Set {
        self.by[Role::Knight.index()] | self.by[Role::Bishop.index()]
    }

    fn rooks(&self) -> Set {
        self.by[Role::Rook.index()]
    }
}

/// A seat's share of the evaluation.
#[derive(Clone, Copy, Default)]
struct Share {
    pieces: i32,
    fate: i32,
    mobility: i32,
    king: i32,
    hanging: i32,
}

impl Share {
    fn sum(&self) -> i32 {
        self.pieces + self.fate + self.mobility + self.king + self.hanging
    }
}

/// What a piece is worth where it stands, seen from its seat.
fn placed(
    weights: &SeatedWeights,
    layout: &Layout,
    seat: MultiSeat,
    role: Role,
    square: Square,
) -> i32 {
    let pawns = layout.pawns[seat];
    let forward = layout.shape.forward(seat);
    let upright = matches!(forward, Toward::Up | Toward::Down);
    // How far along the way of the own pawns, and how far across it.
    let place = |square: Square| {
        let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
        if upright { (rank, file) } else { (file, rank) }
    };
    let (along, across) = place(square);
    let (home, one_end) = place(pawns[0]);
    let (_, other_end) = place(pawns[7]);
    let ahead = 1 + i32::from(forward.step().signum()) * (along - home);
    // The middle lies between two squares, so this is odd.
    let aside = (2 * across - one_end - other_end).abs() / 2;
    let row = role.index();
    weights.material[row]
        + weights.aside[row][aside.clamp(0, 6) as usize]
        + weights.ahead[row][ahead.clamp(0, 13) as usize]
}

impl<K: MultiGame> Observer<Piece> for MultiEval<K> {
    #[inline]
    fn put(&mut self, piece: Piece, _: bool, square: Square) {
        self.sums.now[piece.seat()] += self.value(piece, square);
    }

    #[inline]
    fn lift(&mut self, piece: Piece, _: bool, square: Square) {
        self.sums.now[piece.seat()] -= self.value(piece, square);
    }

    fn hold(&mut self, _: Piece, _: u8, _: u8) {}
}

impl<K: MultiGame> Eval<Paranoid<K>> for MultiEval<K> {
    fn reset(&mut self, game: &Paranoid<K>) {
        self.sums.reset();
        game.position().board().announce(self);
    }

    #[inline]
    fn push(&mut self) {
        self.sums.push();
    }

    #[inline]
    fn pop(&mut self) {
        self.sums.pop();
    }

    fn evaluate(&mut self, game: &Paranoid<K>) -> i32 {
        let shares = self.shares(game.position());
        let mut lead = Self::balance(game, |seat| shares[seat].sum()) + self.weights.tempo;
        if !K::LAYOUT.teams {
            lead = lead * Self::means(game, lead > 0).min(PLENTY) / PLENTY;
        }
        faded(lead, game)
    }

    fn explain(&mut self, game: &Paranoid<K>) -> Terms {
        self.reset(game);
        let shares = self.shares(game.position());
        let allies = game.allies();
        let of = |term: fn(&Share) -> i32| {
            [allies, K::LAYOUT.seats().minus(allies)]
                .map(|seats| seats.each().map(|seat| term(&shares[seat])).sum())
        };
        vec![
            ("pieces on the board", of(|share| share.pieces)),
            ("frozen kings", of(|share| share.fate)),
            ("mobility", of(|share| share.mobility)),
            ("safety of the kings", of(|share| share.king)),
            ("hanging pieces", of(|share| share.hanging)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::multi::{Drieschaak, Rules};

    #[test]
    fn bare_kings_are_a_draw() {
        let fen = "12/12/12/12/12/10rK1/12/wK9bK1/8/8 b - - - 0 100";
        let position = Position::<Drieschaak>::from_fen(fen, Rules::default()).unwrap();
        for seat in MultiSeat::first(3) {
            let game = Paranoid::seen_by(seat, position.clone());
            let mut eval = MultiEval::new();
            eval.reset(&game);
            assert_eq!(eval.evaluate(&game), 0);
        }
    }

    #[test]
    fn the_stronger_rival_counts_more() {
        assert_eq!(together(5_000, 5_000), 5_000);
        assert_eq!(together(1_000, 0), together(0, 1_000));
        assert!(together(1_000, 0) > together(500, 500));
    }
}
