//! Which squares a piece attacks on the 8x8 board, and the lines between squares.

use super::{Color, Role, Set, Square};

pub use super::slider::{bishop, bishop_rays, rook, rook_rays};

static KNIGHT: [Set; 64] =
    leaper(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [Set; 64] =
    leaper(&[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);
static PAWN: [[Set; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];

/// Squares two steps away, each with the squares on the way to it; none beyond the edge.
static TWO_STEPS: [[(Set, Set); 16]; 64] = two_steps();

const fn two_steps() -> [[(Set, Set); 16]; 64] {
    let mut table = [[(Set::EMPTY, Set::EMPTY); 16]; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = ((square % 8) as i8, (square / 8) as i8);
        let mut count = 0;
        let mut step = 0;
        while step < 25 {
            let (files, ranks) = (step % 5 - 2, step / 5 - 2);
            step += 1;
            let (to_file, to_rank) = (file + files, rank + ranks);
            let far = files == 2 || files == -2 || ranks == 2 || ranks == -2;
            if !far || to_file < 0 || to_file > 7 || to_rank < 0 || to_rank > 7 {
                continue;
            }
            // Half the way, rounded either way: the same square twice on a straight line.
            let mut across = 0;
            let mut round = 0;
            while round < 2 {
                let half_file = (to_file + file + round).div_euclid(2);
                let half_rank = (to_rank + rank + round).div_euclid(2);
                across |= 1 << (half_rank * 8 + half_file);
                round += 1;
            }
            let to = 1 << (to_rank * 8 + to_file);
            table[square][count] = (Set(to), Set(across));
            count += 1;
        }
        square += 1;
    }
    table
}

static BETWEEN: [[Set; 64]; 64] = lines(false);
static LINE: [[Set; 64]; 64] = lines(true);

const fn leaper(steps: &[(i8, i8)]) -> [Set; 64] {
    let mut table = [Set::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            let file = (square % 8) as i8 + steps[i].0;
            let rank = (square / 8) as i8 + steps[i].1;
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                table[square].0 |= 1 << (rank * 8 + file);
            }
            i += 1;
        }
        square += 1;
    }
    table
}

/// For each two squares on a rank, file or diagonal: the squares strictly between
/// them, or the whole line through them from edge to edge.
const fn lines(whole: bool) -> [[Set; 64]; 64] {
    const STEPS: [(i8, i8); 8] =
        [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];
    let mut table = [[Set::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < 8 {
            let (files, ranks) = STEPS[i];
            let ahead = ray(from, files, ranks, 64);
            let behind = ray(from, -files, -ranks, 64);
            let mut to = 0;
            while to < 64 {
                if ahead >> to & 1 != 0 {
                    table[from as usize][to as usize] = Set(if whole {
                        ahead | behind | 1 << from
                    } else {
                        ray(from, files, ranks, to)
                    });
                }
                to += 1;
            }
            i += 1;
        }
        from += 1;
    }
    table
}

/// Squares met from `from` on, before `stop`.
const fn ray(from: i8, files: i8, ranks: i8, stop: i8) -> u64 {
    let mut seen = 0;
    let mut file = from % 8 + files;
    let mut rank = from / 8 + ranks;
    while file >= 0 && file < 8 && rank >= 0 && rank < 8 && rank * 8 + file != stop {
        seen |= 1 << (rank * 8 + file);
        file += files;
        rank += ranks;
    }
    seen
}

/// The squares a knight attacks from here.
#[inline]
pub fn knight(square: Square) -> Set {
    KNIGHT[square.index() & 63]
}

/// The squares a king attacks from here.
#[inline]
pub fn king(square: Square) -> Set {
    KING[square.index() & 63]
}

/// The squares that all these kings attack together.
#[inline]
pub fn kings(kings: Set) -> Set {
    let beside = beside(kings);
    let row = kings | beside;
    row.shifted(8) | row.shifted(-8) | beside
}

/// The squares that all these knights attack together.
#[inline]
pub fn knights(knights: Set) -> Set {
    let [near_west, near_east] = [west(knights), east(knights)];
    let far = west(near_west) | east(near_east);
    let near = near_west | near_east;
    near.shifted(16) | near.shifted(-16) | far.shifted(8) | far.shifted(-8)
}

/// The squares a pawn of this colour attacks from here.
#[inline]
pub fn pawn(color: Color, square: Square) -> Set {
    PAWN[color.index()][square.index() & 63]
}

/// The squares that all these pawns attack together.
#[inline]
pub fn pawns(color: Color, pawns: Set) -> Set {
    beside(pawns.forward(color))
}

/// Every square one file towards the a-file.
#[inline]
pub fn west(set: Set) -> Set {
    set.minus(Set::FILE_A).shifted(-1)
}

/// Every square one file towards the h-file.
#[inline]
pub fn east(set: Set) -> Set {
    set.minus(Set::FILE_H).shifted(1)
}

/// Every square one file towards either side.
#[inline]
pub fn beside(set: Set) -> Set {
    west(set) | east(set)
}

/// The squares any piece but a pawn attacks from here.
#[inline]
pub fn by_role(role: Role, square: Square, occupied: Set) -> Set {
    match role {
        Role::Knight => knight(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => bishop(square, occupied) | rook(square, occupied),
        Role::King => king(square),
        Role::Veteran => king(square) | knight(square),
        Role::Princess => bishop(square, occupied) | knight(square),
        Role::Empress => rook(square, occupied) | knight(square),
        Role::Amazon => by_role(Role::Queen, square, occupied) | knight(square),
        Role::Pawn | Role::Magician => Set::EMPTY,
    }
}

/// Where a Magician can go: one step or two, the second as a knight moves too, over empty
/// squares to an empty one. A knight's move crosses the two squares that a straight line does.
#[inline]
pub fn magician(square: Square, occupied: Set) -> Set {
    let near = king(square);
    let far = TWO_STEPS[square.index() & 63].iter();
    far.fold(
        near,
        |reach, &(to, across)| {
            if (across & occupied).is_empty() { reach | to } else { reach }
        },
    )
    .minus(occupied)
}

/// The squares a piece attacks from here.
#[inline]
pub fn of(role: Role, color: Color, square: Square, occupied: Set) -> Set {
    match role {
        Role::Pawn => pawn(color, square),
        _ => by_role(role, square, occupied),
    }
}

/// Strictly between two squares of a rank, file or diagonal; else nothing.
#[inline]
pub fn between(one: Square, other: Square) -> Set {
    BETWEEN[one.index() & 63][other.index() & 63]
}

/// The whole rank, file or diagonal through two squares; else nothing.
#[inline]
pub fn line(one: Square, other: Square) -> Set {
    LINE[one.index() & 63][other.index() & 63]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Way;

    fn square(name: &str) -> Square {
        Square::parse(name).expect("a square")
    }

    #[test]
    fn every_officer_attacks_in_his_ways() {
        let occupied = Set(0x0000_2400_1004_0081);
        for square in Square::all() {
            for role in Role::ALL.into_iter() {
                let ways = [
                    (Way::Step, king(square)),
                    (Way::Leap, knight(square)),
                    (Way::Diagonal, bishop(square, occupied)),
                    (Way::Straight, rook(square, occupied)),
                ];
                let own = ways.into_iter().filter(|&(way, _)| role.attacks(way));
                let reach = own.fold(Set::EMPTY, |reach, (_, set)| reach | set);
                assert_eq!(by_role(role, square, occupied), reach, "{role:?}");
            }
        }
    }

    #[test]
    fn a_magician_jumps_over_nothing() {
        let d4 = square("d4");
        assert_eq!(magician(d4, Set::EMPTY).len(), 24);
        let blocked = magician(d4, Set::of(square("d5")));
        let gone = ["d5", "d6", "c6", "e6"].map(square).into_iter().collect();
        assert_eq!(blocked, magician(d4, Set::EMPTY).minus(gone));
        assert_eq!(magician(square("a1"), Set::EMPTY).len(), 8);
    }

    #[test]
    fn lines_and_leaps() {
        assert_eq!(
            between(square("a1"), square("d4")),
            [square("b2"), square("c3")].into_iter().collect()
        );
        assert!(between(square("a1"), square("b3")).is_empty());
        assert_eq!(line(square("b2"), square("c3")).len(), 8);
        assert_eq!(knight(square("a1")).len(), 2);
        assert_eq!(pawn(Color::Black, square("a3")), Set::of(square("b2")));
        assert_eq!(pawns(Color::White, Set::rank(1)), Set::rank(2));
    }

    #[test]
    fn many_attack_what_each_attacks() {
        for pieces in [0, 1, 0x0000_2400_1004_0081, 0x8100_0000_4200_0018, !0].map(Set) {
            let each = |attacked: fn(Square) -> Set| {
                pieces.into_iter().fold(Set::EMPTY, |sum, from| sum | attacked(from))
            };
            assert_eq!(kings(pieces), each(king));
            assert_eq!(knights(pieces), each(knight));
        }
    }
}
