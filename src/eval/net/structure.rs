//! What each side has to reckon with for longer than a move, as rows of a network beside its
//! [`threats`](super::threats): how far its pieces reach, its passed and weak pawns, posts that
//! last, and what shelters its king.

use super::attack_map::{AttackMap, BISHOP, KINDS, KNIGHT, PAWN, QUEEN, ROOK};
use crate::board::{Board, Color, Role, Set, Square, attacks};
use crate::eval::pawns::PawnStructure;

/// More pieces of a kind than this are not counted.
const MOST: usize = 2;
/// More squares than these are not counted, for knights, bishops, rooks and queens.
const MOST_SQUARES: [usize; 4] = [15, 19, 23, 27];
/// More isolated pawns, and more doubled ones, are not counted.
const MOST_ISOLATED: usize = 4;
const MOST_DOUBLED: usize = 3;
/// Ranks on which a pawn may stand.
const RANKS: usize = 6;
/// How far kings may be from a square: not at all, to seven steps.
const STEPS: usize = 8;
/// More pawns before the king are not counted. It has no more files before it, either.
const MOST_SHELTER: usize = 3;

/// For each of four kinds by pieces, and squares that they attack and that neither own pawns nor
/// the king stand on nor pawns of the rival attack.
const fn reach_row(kind: usize) -> usize {
    let (mut row, mut before) = (0, KNIGHT);
    while before < kind {
        row += (MOST + 1) * (MOST_SQUARES[before - KNIGHT] + 1);
        before += 1;
    }
    row
}
/// By ranks with passed pawns.
const PASSED: usize = reach_row(QUEEN + 1);
/// By ranks with passed pawns that nothing keeps from going on.
const FREE: usize = PASSED + (1 << RANKS);
/// By steps of both kings to the square before the passed pawn that is farthest, if there is one.
const RACE: usize = FREE + (1 << RANKS);
/// By isolated pawns, and doubled ones.
const WEAK: usize = RACE + 1 + STEPS * STEPS;
/// By rooks on open files, rooks on files that are half open, and knights and bishops on the
/// fourth to sixth rank that a pawn guards and that no pawn can drive away.
const POSTS: usize = WEAK + (MOST_ISOLATED + 1) * (MOST_DOUBLED + 1);
/// By pawns before the king, files round it without such, and whether there are queens to fear.
const SHELTER: usize = POSTS + (MOST + 1).pow(4);
/// Rows for one side.
pub(super) const ROWS: usize = SHELTER + 2 * (MOST_SHELTER + 1) * (MOST_SHELTER + 1);
/// How many of these are lit: one of each group.
pub(super) const LIT: usize = 10;

/// Where each group begins, and where the last one ends.
#[cfg(test)]
pub(super) const BOUNDS: [usize; LIT + 1] = [
    reach_row(KNIGHT),
    reach_row(BISHOP),
    reach_row(ROOK),
    reach_row(QUEEN),
    PASSED,
    FREE,
    RACE,
    WEAK,
    POSTS,
    SHELTER,
    ROWS,
];

/// The rows of a side, from 0, from what it and its rival attack, and from their pawns.
#[inline]
pub(super) fn rows(
    board: &Board,
    side: Color,
    [own, rival]: [&AttackMap; 2],
    [ours, theirs]: [&PawnStructure; 2],
) -> [u16; LIT] {
    let king = board.king(side);
    let mine = |role| board.pieces(side, role);

    let barred = ours.pawns | rival.kinds[PAWN] | Set::of(king);
    let reach = |kind: usize| {
        let most = MOST_SQUARES[kind - KNIGHT];
        let pieces = up_to(MOST, mine(KINDS[kind]));
        reach_row(kind) + pieces * (most + 1) + up_to(most, own.kinds[kind].minus(barred))
    };

    let passed = ours.passed(theirs);
    let stopped = board.occupied() | (rival.all | rival.king).minus(own.all | own.king);
    let free = passed.minus(stopped.forward(!side));
    let race = farthest(passed, side).map_or(0, |pawn| {
        let steps = |king: Square| usize::from(king.distance(pawn.forward(side)));
        1 + steps(king) * STEPS + steps(board.king(!side))
    });

    let isolated = up_to(MOST_ISOLATED, ours.isolated());
    let doubled = up_to(MOST_DOUBLED, ours.doubled());

    let [files, enemy_files] = [ours, theirs].map(PawnStructure::files);
    let rooks = mine(Role::Rook).minus(files);
    let middle = Set::rank_of(side, 3) | Set::rank_of(side, 4) | Set::rank_of(side, 5);
    let held = (own.kinds[PAWN] & middle).minus(theirs.swept);
    let posts = [
        rooks.minus(enemy_files),
        rooks & enemy_files,
        held & mine(Role::Knight),
        held & mine(Role::Bishop),
    ]
    .into_iter()
    .fold(0, |posts, pieces| posts * (MOST + 1) + up_to(MOST, pieces));

    let around = Set::of(king) | attacks::beside(Set::of(king));
    let before = around.forward(side);
    let before = before | before.forward(side);
    let shield = up_to(MOST_SHELTER, before & ours.pawns);
    let open = before.minus(files).len() as usize / 2;
    let queens = usize::from(!rival.kinds[QUEEN].is_empty());

    [
        reach(KNIGHT),
        reach(BISHOP),
        reach(ROOK),
        reach(QUEEN),
        PASSED + ranks(passed, side),
        FREE + ranks(free, side),
        RACE + race,
        WEAK + isolated * (MOST_DOUBLED + 1) + doubled,
        POSTS + posts,
        SHELTER + (shield * (MOST_SHELTER + 1) + open) * 2 + queens,
    ]
    .map(|row| row as u16)
}

/// How many squares, and no more than this.
fn up_to(most: usize, squares: Set) -> usize {
    (squares.len() as usize).min(most)
}

/// The squares with one's own first rank lowest.
fn from_below(squares: Set, side: Color) -> u64 {
    match side {
        Color::White => squares.0,
        Color::Black => squares.0.swap_bytes(),
    }
}

/// Ranks with pawns, a bit each, the second rank lowest.
fn ranks(pawns: Set, side: Color) -> usize {
    let below = from_below(pawns, side);
    (0..RANKS)
        .fold(0, |ranks, rank| ranks | usize::from(below >> (8 * (rank + 1)) & 0xff != 0) << rank)
}

/// A pawn that has come farthest.
fn farthest(pawns: Set, side: Color) -> Option<Square> {
    let below = from_below(pawns, side).checked_ilog2()?;
    Some(Square(below as u8).relative(side))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Setup;

    /// What each group says of a side, counted from where the group begins.
    fn facts(fen: &str, side: Color) -> [usize; LIT] {
        let board = fen.parse::<Setup>().unwrap().board;
        let maps = Color::ALL.map(|side| AttackMap::of(&board, side));
        let pawns = Color::ALL.map(|side| PawnStructure::of(&board, side));
        let both = [side.index(), (!side).index()];
        let rows = rows(&board, side, both.map(|side| &maps[side]), both.map(|side| &pawns[side]));
        std::array::from_fn(|group| usize::from(rows[group]) - BOUNDS[group])
    }

    #[test]
    fn reach_counts_squares_that_no_pawn_bars() {
        let facts = facts("4k3/8/8/3p4/8/7K/1N2P3/R7[] w - - 0 1", Color::White);
        // The knight goes to a4, c4, d1 and d3; the pawn on d5 attacks c4.
        assert_eq!(facts[0], 16 + 3);
        assert_eq!(facts[1], 0);
        assert_eq!(facts[2], 24 + 14);
        assert_eq!(facts[3], 0);
    }

    #[test]
    fn passed_pawns_are_seen_and_whether_they_may_go_on() {
        // Pawns on a5 and e4 are passed, that on h2 is not; the knight stops that on a5.
        let fen = "8/4k3/n7/P5p1/4P3/5K2/7P/8[] w - - 0 1";
        let white = facts(fen, Color::White);
        assert_eq!((white[4], white[5]), (0b1100, 0b0100));
        assert_eq!(white[6], 1 + 5 * STEPS + 4, "the steps of both kings to a6, not to e5");
        let black = facts(fen, Color::Black);
        assert_eq!((black[4], black[5], black[6]), (0, 0, 0));
        for side in Color::ALL {
            let turned = "8/7p/5k2/4p3/p5P1/N7/4K3/8[] b - - 0 1";
            assert_eq!(facts(fen, side), facts(turned, !side));
        }
    }

    #[test]
    fn weak_pawns_posts_and_shelter_are_counted() {
        let fen = "6k1/p4ppp/8/8/8/8/8/K7[] w - - 0 1";
        let black = facts(fen, Color::Black);
        assert_eq!(black[7], MOST_DOUBLED + 1, "the pawn on a7 is isolated");
        assert_eq!(black[9], (3 * (MOST_SHELTER + 1)) * 2, "three pawns before the king");
        let white = facts(fen, Color::White);
        assert_eq!(white[9], 2 * 2, "two files without pawns beside the corner");
        // Four isolated pawns, two of them on one file; an open file and a half open one for
        // rooks; a pawn may drive the knight on f4 away, none that on d5.
        let fen = "4k3/1p4p1/8/3N4/2P1PN2/2P3P1/8/1R1RK2q[] w - - 0 1";
        let white = facts(fen, Color::White);
        assert_eq!(white[7], 4 * (MOST_DOUBLED + 1) + 1);
        assert_eq!(white[8], ((3 + 1) * 3 + 1) * 3);
        assert_eq!(white[9] % 2, 1, "there is a queen to fear");
    }
}
