//! The hand-written evaluation of the games for four and for three players: men where they
//! stand, summed as they move; how far they reach; and the danger to each king, which grows
//! when two enemies look at it. A frozen army counts for what it may yet be worth.

use super::kept::Kept;
use super::weights::seated::{self, SeatedWeights};
use super::{Eval, Terms};
use crate::board::wide::{MOST_SEATS, Man, SQUARES, Seats, Set, file, rank};
use crate::board::{Observer, Role, Square};
use crate::game::Game;
use crate::game::many::{Kind, Layout, Position};

/// Sums over the men of each seat, kept up by listening.
#[derive(Clone)]
pub struct Seated<K: Kind> {
    weights: SeatedWeights,
    values: Box<Values>,
    sums: Kept<[i32; MOST_SEATS]>,
    kind: std::marker::PhantomData<K>,
}

/// [seat][role][square]
type Values = [[[i16; SQUARES]; Role::COUNT]; MOST_SEATS];

impl<K: Kind> Default for Seated<K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Kind> Seated<K> {
    /// An evaluation of this game; `reset` tells it the position.
    pub fn new() -> Self {
        Self::with(if K::LAYOUT.teams { seated::VIERSCHAAK } else { seated::DRIESCHAAK })
    }

    /// The same with other weights.
    pub fn with(weights: SeatedWeights) -> Self {
        let mut values = Box::new([[[0; SQUARES]; Role::COUNT]; MOST_SEATS]);
        for seat in 0..K::SEATS {
            for role in Role::ALL {
                for square in K::LAYOUT.shape.squares {
                    values[seat][role.index()][square.index()] =
                        placed(&weights, K::LAYOUT, seat, role, square) as i16;
                }
            }
        }
        let kind = std::marker::PhantomData;
        Self { weights, values, sums: Kept::default(), kind }
    }

    fn value(&self, man: Man, square: Square) -> i32 {
        i32::from(self.values[man.seat()][man.role().index()][square.index()])
    }

    /// Each seat's share, term by term.
    fn shares(&self, game: &Position<K>) -> [Share; MOST_SEATS] {
        let mut shares = [Share::default(); MOST_SEATS];
        let weights = &self.weights;
        let board = game.board();
        let frozen = game.frozen();
        for (seat, share) in shares.iter_mut().enumerate() {
            share.men = self.sums.now[seat];
            if frozen.has(seat) {
                share.men = self.sums.now[seat] * weights.frozen / 100;
                let mated = game.checked().has(seat);
                share.fate = if mated { -weights.mated } else { -weights.stalemated };
            }
        }
        let kings: [Set; MOST_SEATS] = std::array::from_fn(|seat| {
            let king = board.king(seat);
            if seat < K::SEATS { K::LAYOUT.shape.king(king).with(king) } else { Set::EMPTY }
        });
        // Danger by king and by the enemy who makes it.
        let mut danger = [[0; MOST_SEATS]; MOST_SEATS];
        let mut attackers = [[0; MOST_SEATS]; MOST_SEATS];
        let mut reach = [Reach::default(); MOST_SEATS];
        let occupied = board.occupied();
        let live = K::LAYOUT.seats().minus(frozen);
        for seat in live.each() {
            let enemies = K::LAYOUT.enemies(seat).minus(frozen);
            let useful = K::LAYOUT.shape.squares.minus(board.seat(seat));
            let toward = K::LAYOUT.shape.forward(seat);
            let ahead = board.men(seat, Role::Pawn).stepped(toward);
            let right = toward.right_hand();
            let Reach { pawns, minors, rooks, all } = &mut reach[seat];
            *pawns = ahead.stepped(right) | ahead.stepped(right.back());
            *all = *pawns | kings[seat];
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                for square in board.men(seat, role) {
                    let reached = K::LAYOUT.shape.attacks(role, toward, square, occupied);
                    match role {
                        Role::Knight | Role::Bishop => *minors |= reached,
                        Role::Rook => *rooks |= reached,
                        _ => *all |= reached,
                    }
                    let squares = (reached & useful).len() as i32;
                    shares[seat].mobility += weights.mobility[role.index()] * squares;
                    for enemy in enemies.each() {
                        let near = (reached & kings[enemy]).len() as i32;
                        if near > 0 {
                            danger[enemy][seat] += weights.attacker[role.index()] * (1 + near);
                            attackers[enemy][seat] += 1;
                        }
                    }
                }
            }
            *all |= *minors | *rooks;
            let king = board.king(seat);
            let shelter = kings[seat] & board.men(seat, Role::Pawn);
            shares[seat].king += weights.shelter * shelter.len() as i32;
            let checkers = board.attackers(K::LAYOUT.shape, enemies, king, occupied);
            if seat != game.turn() && !checkers.is_empty() {
                shares[seat].king += weights.awaiting_check;
            }
        }
        for seat in live.each() {
            shares[seat].king -= weights.danger * self.felt(&danger[seat], &attackers[seat]) / 100;
            shares[seat].hanging = -self.at_risk(game, seat, &reach);
        }
        shares
    }

    /// What a seat may lose before it can move again, in centipawns.
    fn at_risk(&self, game: &Position<K>, seat: usize, reach: &[Reach; MOST_SEATS]) -> i32 {
        let weights = &self.weights;
        let layout = K::LAYOUT;
        let board = game.board();
        let turn = game.turn();
        let enemies = layout.enemies(seat);
        let guarded = layout.team(seat).each().fold(Set::EMPTY, |all, ally| all | reach[ally].all);
        // Enemies who move before this seat; the one on move apart, since the search asks it.
        let mut later = Reach::default();
        let mut next = layout.next(turn);
        while next != seat && next != turn {
            if enemies.has(next) {
                later = later.and(&reach[next]);
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
        for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let men = own & board.role(role);
            let mut left = men & later.all;
            if left.is_empty() {
                continue;
            }
            lose(left.minus(guarded), role, 0);
            left &= guarded;
            if role != Role::Pawn {
                lose(left & later.pawns, role, pawn);
                left = left.minus(later.pawns);
            }
            if matches!(role, Role::Rook | Role::Queen) {
                lose(left & later.minors, role, knight);
                left = left.minus(later.minors);
            }
            if role == Role::Queen {
                lose(left & later.rooks, role, rook);
            }
        }
        let [first, others] = weights.threatened;
        // Whoever is on move saves one of them.
        let first = if seat == turn { 0 } else { first };
        let mut risk = (worst * first + (sum - worst) * others) / 100;
        if enemies.has(turn) {
            let hanging = (own & reach[turn].all).minus(guarded)
                | (own & reach[turn].pawns).minus(board.role(Role::Pawn));
            let hanging = hanging.minus(later.all);
            let sum: i32 = Role::ALL
                .into_iter()
                .map(|role| {
                    weights.material[role.index()] * (hanging & board.role(role)).len() as i32
                })
                .sum();
            risk += sum * weights.attacked / 100;
        }
        risk
    }

    /// What the danger costs: it grows faster than the number of attackers, and one lone man is
    /// no danger.
    fn felt(&self, danger: &[i32; MOST_SEATS], attackers: &[i32; MOST_SEATS]) -> i32 {
        let men: i32 = attackers.iter().sum();
        let sides = attackers.iter().filter(|&&men| men > 0).count();
        if men < 2 {
            return 0;
        }
        let sum: i32 = danger.iter().sum();
        let sum = if sides > 1 { sum * self.weights.two_sides / 100 } else { sum };
        (sum * sum / 400).min(900) / 2 + sum / 8
    }

    /// For the camp to move: its seats against the others.
    fn balance(game: &Position<K>, of: impl Fn(usize) -> i32) -> i32 {
        let camp = game.camp_of(game.turn());
        let mut sides = [0; 2];
        let mut seats = [0; 2];
        for seat in 0..K::SEATS {
            let side = usize::from(game.camp_of(seat) != camp);
            sides[side] += of(seat);
            seats[side] += 1;
        }
        if K::LAYOUT.teams {
            sides[0] - sides[1]
        } else {
            // One against two: what he has against what one of them has.
            sides[0] / seats[0].max(1) - sides[1] / seats[1].max(1)
        }
    }
}

/// The squares that a seat's men attack: those of its pawns, of its knights and bishops, of
/// its rooks, and of all.
#[derive(Clone, Copy, Default)]
struct Reach {
    pawns: Set,
    minors: Set,
    rooks: Set,
    all: Set,
}

impl Reach {
    fn and(&self, other: &Self) -> Self {
        Self {
            pawns: self.pawns | other.pawns,
            minors: self.minors | other.minors,
            rooks: self.rooks | other.rooks,
            all: self.all | other.all,
        }
    }
}

/// A seat's share of the evaluation.
#[derive(Clone, Copy, Default)]
struct Share {
    men: i32,
    fate: i32,
    mobility: i32,
    king: i32,
    hanging: i32,
}

impl Share {
    fn sum(&self) -> i32 {
        self.men + self.fate + self.mobility + self.king + self.hanging
    }
}

/// What a man is worth where he stands, seen from his seat.
fn placed(
    weights: &SeatedWeights,
    layout: &Layout,
    seat: usize,
    role: Role,
    square: Square,
) -> i32 {
    let home = layout.pawns[seat];
    let forward = layout.shape.forward(seat);
    // Steps ahead of the own pawns' row, and to the side from its middle, in half squares.
    let (ahead, aside) = if matches!(forward.step(), 16 | -16) {
        let sign = i32::from(forward.step().signum());
        let rank = |square: Square| i32::from(rank(square));
        let file = |square: Square| i32::from(file(square));
        (sign * (rank(square) - rank(home[0])), 2 * file(square) - file(home[0]) - file(home[7]))
    } else {
        let sign = i32::from(forward.step());
        let rank = |square: Square| i32::from(rank(square));
        let file = |square: Square| i32::from(file(square));
        (sign * (file(square) - file(home[0])), 2 * rank(square) - rank(home[0]) - rank(home[7]))
    };
    // Distance from the middle of the board, in half squares.
    let center = layout.shape.squares.fold((0, 0, 0), |(files, ranks, count), square| {
        (files + i32::from(file(square)), ranks + i32::from(rank(square)), count + 1)
    });
    let off = |sum: i32, here: u8| (2 * sum / center.2 - 2 * i32::from(here)).abs();
    let far = off(center.0, file(square)).max(off(center.1, rank(square)));
    weights.material[role.index()]
        + match role {
            Role::Pawn => {
                let beyond = (ahead - 4).max(0);
                weights.pawn_step[0] * ahead
                    + (weights.pawn_step[1] - weights.pawn_step[0]) * beyond
                    - aside.abs() / 2
            }
            Role::Knight => 30 - 5 * far,
            Role::Bishop => 20 - 3 * far,
            Role::Rook => 8 - far,
            Role::Queen => 10 - 2 * far,
            Role::King => -16 * (ahead + 1).max(0) - if aside.abs() < 3 { 4 } else { 0 },
            _ => 0,
        }
}

impl<K: Kind> Observer<Man> for Seated<K> {
    #[inline]
    fn put(&mut self, man: Man, _: bool, square: Square) {
        self.sums.now[man.seat()] += self.value(man, square);
    }

    #[inline]
    fn lift(&mut self, man: Man, _: bool, square: Square) {
        self.sums.now[man.seat()] -= self.value(man, square);
    }

    fn hold(&mut self, _: Man, _: u8, _: u8) {}
}

impl<K: Kind> Eval<Position<K>> for Seated<K> {
    fn reset(&mut self, game: &Position<K>) {
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

    fn evaluate(&mut self, game: &Position<K>) -> i32 {
        let shares = self.shares(game);
        let value = Self::balance(game, |seat| shares[seat].sum()) + self.weights.tempo;
        // What nobody makes use of fades towards the draw by count.
        let limit = i32::from(K::LAYOUT.move_draw) * K::SEATS as i32;
        let plies = (game.quiet_plies() as i32).min(limit);
        value - value * plies / (2 * limit)
    }

    fn explain(&mut self, game: &Position<K>) -> Terms {
        self.reset(game);
        let shares = self.shares(game);
        let first = game.camp_of(game.turn());
        let of = |term: fn(&Share) -> i32| {
            let camp = |own: bool| {
                let seats = (0..K::SEATS).filter(|&s| (game.camp_of(s) == first) == own);
                seats.map(|seat| term(&shares[seat])).sum()
            };
            [camp(true), camp(false)]
        };
        vec![
            ("men on the board", of(|share| share.men)),
            ("frozen kings", of(|share| share.fate)),
            ("mobility", of(|share| share.mobility)),
            ("safety of the kings", of(|share| share.king)),
            ("hanging men", of(|share| share.hanging)),
        ]
    }
}

/// The seats whose evaluation stands in the first column of `explain`.
pub fn first_column<K: Kind>(game: &Position<K>) -> Seats {
    let camp = game.camp_of(game.turn());
    (0..K::SEATS).filter(|&seat| game.camp_of(seat) == camp).fold(Seats::NONE, Seats::with)
}
