//! What each side has to fear on an 8x8 board, as rows of a network: how exposed its king is, and
//! which of its pieces hang. No piece decides that by itself, so what rows of single pieces add
//! up to cannot say it.

use super::attack_map::{AttackMap, BISHOP, KINDS, KNIGHT, PAWN, QUEEN, ROOK};
use super::structure;
use crate::board::{Board, Color, Role, Set, attacks};
use crate::eval::pawns::PawnStructure;

/// More pieces of a kind than this are not counted, nor more squares to flee to where they are
/// looked at beside checks.
const MOST: usize = 3;
/// More pieces round a king are not counted.
const MOST_ATTACKERS: usize = 7;

/// Squares round the king: none to eight.
const ROUND: usize = 9;
/// By squares that the king may flee to, and squares round it that are attacked.
const KING: usize = 0;
/// By attacked squares round it that only the king guards, and pieces that attack squares there.
const ATTACKERS: usize = KING + ROUND * ROUND;
/// By the kinds that the rival could drop with check.
const DROPS: usize = ATTACKERS + ROUND * (MOST_ATTACKERS + 1);
/// By the kinds that it could drop where nothing takes them, and squares to flee to.
const SAFE_DROPS: usize = DROPS + (1 << KINDS.len());
/// By the kinds, without pawns, that could give check on the board where nothing takes them, and
/// squares to flee to.
const CHECKS: usize = SAFE_DROPS + (MOST + 1) * (1 << KINDS.len());
/// For each kind by pieces that are attacked and not guarded, and pieces that a lesser one attacks.
const HANGING: usize = CHECKS + (MOST + 1) * (1 << (KINDS.len() - 1));
const OF_KIND: usize = (MOST + 1) * (MOST + 1);
/// Rows for what one side fears from the next moves. Some networks see these alone.
pub const FIRST_ROWS: usize = HANGING + OF_KIND * KINDS.len();
/// How many of these are lit: one of each group, and one for each kind.
pub const FIRST_LIT: usize = 5 + KINDS.len();
/// Rows for one side, those of its structure last.
pub const ROWS: usize = FIRST_ROWS + structure::ROWS;
/// How many of these are lit.
pub const LIT: usize = FIRST_LIT + structure::LIT;

/// What both sides have to fear.
pub struct BoardThreats {
    /// `[sides]`, from 0 to [`ROWS`].
    rows: [[u16; LIT]; 2],
    /// How many of a side's are known, the first ones.
    known: usize,
}

impl BoardThreats {
    /// On this board, as many of each side's as a network sees, [`LIT`] or [`FIRST_LIT`].
    pub fn of(board: &Board, known: usize) -> Self {
        let maps = Color::ALL.map(|side| AttackMap::of(board, side));
        let pawns =
            (known > FIRST_LIT).then(|| Color::ALL.map(|side| PawnStructure::of(board, side)));
        let mut rows = [[0; LIT]; 2];
        for (side, rows) in Color::ALL.into_iter().zip(&mut rows) {
            let both = [side.index(), (!side).index()];
            let attacks = both.map(|side| &maps[side]);
            let (first, last) = rows.split_at_mut(FIRST_LIT);
            first.copy_from_slice(&fears(board, side, attacks));
            if let Some(pawns) = &pawns {
                let lasts = structure::rows(board, side, attacks, both.map(|side| &pawns[side]));
                last.copy_from_slice(&lasts.map(|row| FIRST_ROWS as u16 + row));
            }
        }
        Self { rows, known }
    }

    /// The rows of what this side fears, from 0 to [`ROWS`].
    #[inline]
    pub fn feared_by(&self, side: Color) -> &[u16] {
        &self.rows[side.index()][..self.known]
    }
}

/// The kinds of which this is true, one bit for each.
#[inline]
fn kinds(is: impl Fn(usize) -> bool) -> usize {
    (0..KINDS.len()).fold(0, |kinds, kind| kinds | usize::from(is(kind)) << kind)
}

/// What a side fears, from what it and its rival attack.
#[inline]
fn fears(board: &Board, side: Color, [own, rival]: [&AttackMap; 2]) -> [u16; FIRST_LIT] {
    let count = |squares: Set| squares.len() as usize;
    let king = board.king(side);
    let round = own.king;
    let guarded = own.all;
    let attacked = rival.all | rival.king;
    let occupied = board.occupied();

    let flights = count(round.minus(board.color(side) | attacked));
    let alone = count((round & attacked).minus(guarded));

    let takes = guarded | round.minus(attacked);
    let [diagonal, straight] = [attacks::bishop(king, occupied), attacks::rook(king, occupied)];
    let pawn = attacks::pawn(side, king).minus(Set::rank(0) | Set::rank(7));
    let to_check = [pawn, attacks::knight(king), diagonal, straight, diagonal | straight];
    let hand = board.hand(!side);
    let [drops, safe_drops] = if hand.is_empty() {
        [0; 2]
    } else {
        let held = kinds(|kind| hand.has(KINDS[kind]));
        let empty = to_check.map(|squares| squares.minus(occupied));
        let all = kinds(|kind| !empty[kind].is_empty());
        [all & held, kinds(|kind| !empty[kind].minus(takes).is_empty()) & held]
    };
    // Pawns give check as they take, or as they go where nothing is looked for.
    let barred = board.color(!side) | takes;
    let check = |kind: usize| rival.kinds[kind].minus(barred) & to_check[kind];
    let checks = kinds(|kind| !check(kind).is_empty()) >> 1;
    let beside = |first, seen| first + seen * (MOST + 1) + flights.min(MOST);

    // Knights and bishops are worth the same.
    let [pawns, knights, bishops, rooks, _] = rival.kinds;
    let minor = pawns | knights | bishops;
    let lesser = [Set::EMPTY, pawns, pawns, minor, minor | rooks];
    let hanging = attacked.minus(guarded | round);
    let pieces = board.color(side).minus(board.role(Role::King));
    let of_kind = |kind: usize| {
        let mine = if kind == QUEEN {
            KINDS[..QUEEN].iter().fold(pieces, |others, &role| others.minus(board.role(role)))
        } else {
            pieces & board.role(KINDS[kind])
        };
        let hanging = count(mine & hanging).min(MOST);
        let pressed = count(mine & lesser[kind]).min(MOST);
        HANGING + OF_KIND * kind + (MOST + 1) * hanging + pressed
    };

    [
        KING + flights * ROUND + count(round & attacked),
        ATTACKERS + alone * (MOST_ATTACKERS + 1) + count(rival.near_king).min(MOST_ATTACKERS),
        DROPS + drops,
        beside(SAFE_DROPS, safe_drops),
        beside(CHECKS, checks),
        of_kind(PAWN),
        of_kind(KNIGHT),
        of_kind(BISHOP),
        of_kind(ROOK),
        of_kind(QUEEN),
    ]
    .map(|row| row as u16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Setup;

    fn feared(fen: &str, side: Color) -> Vec<u16> {
        let setup: Setup = fen.parse().unwrap();
        let threats = BoardThreats::of(&setup.board, LIT);
        let first = BoardThreats::of(&setup.board, FIRST_LIT);
        assert_eq!(first.feared_by(side), &threats.feared_by(side)[..FIRST_LIT]);
        threats.feared_by(side).to_vec()
    }

    const FENS: [&str; 6] = [
        "r1b1k3/ppQ~p4/8/8/4N3/8/PPP5/1K6[QNPPnbr] w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w - - 0 1",
        "QQQQQQQQ/QQQQQQQQ/QQQ5/Q1QqqqqQ/3q1k1q/3qqqqq/qqqqqqqq/K1qqqqqq[QRBNPqrbnp] w - - 0 1",
        "4k3/8/8/3q4/4P3/8/8/4K3[] w - - 0 1",
        "6k1/5ppp/8/8/8/8/8/K3R3[R] w - - 0 1",
        "7k/5N2/6P1/8/8/8/1p6/K1r5[PPPPPPPPPPPPpppppppp] w - - 0 1",
    ];

    #[test]
    fn every_group_lights_one_of_its_rows() {
        let kinds = (0..KINDS.len()).map(|kind| HANGING + OF_KIND * kind);
        let structure = structure::BOUNDS.map(|row| FIRST_ROWS + row);
        let bounds: Vec<usize> = [KING, ATTACKERS, DROPS, SAFE_DROPS, CHECKS]
            .into_iter()
            .chain(kinds)
            .chain(structure)
            .collect();
        assert_eq!((bounds.len(), bounds[LIT]), (LIT + 1, ROWS));
        for fen in FENS {
            for side in Color::ALL {
                for (row, group) in feared(fen, side).into_iter().zip(bounds.windows(2)) {
                    assert!((group[0]..group[1]).contains(&row.into()), "{fen}: {row}, {group:?}");
                }
            }
        }
    }

    #[test]
    fn a_turned_board_is_feared_alike() {
        let white = "r1b1k3/ppQ~p4/8/8/4N3/8/PPP5/1K6[QNPPnbr] w - - 0 1";
        let turned = "6k1/5ppp/8/3n4/8/8/4Pq~PP/3K1B1R[qnppNBR] b - - 0 1";
        for side in Color::ALL {
            assert_eq!(feared(white, side), feared(turned, !side), "{side}");
        }
        assert_ne!(feared(white, Color::White), feared(white, Color::Black));
    }

    #[test]
    fn checks_drops_and_hanging_pieces_are_seen() {
        let has = |fen, side, row: usize| {
            let rows = feared(fen, side);
            assert!(rows.contains(&(row as u16)), "{fen}: {rows:?} without {row}");
        };
        // The rook mates on the last rank; the king may go to two squares, none of them attacked.
        let rook = 1 << ROOK;
        let fen = "6k1/5ppp/8/8/8/8/8/K3R3[] w - - 0 1";
        has(fen, Color::Black, CHECKS + (rook >> 1) * (MOST + 1) + 2);
        has(fen, Color::Black, KING + 2 * ROUND);
        has(fen, Color::Black, DROPS);
        // Another rook could be dropped there.
        let fen = "6k1/5ppp/8/8/8/8/8/K7[R] w - - 0 1";
        has(fen, Color::Black, DROPS + rook);
        has(fen, Color::Black, SAFE_DROPS + rook * (MOST + 1) + 2);
        has(fen, Color::White, DROPS);
        // A pawn and a queen attack each other; nothing guards them.
        let fen = "4k3/8/8/3q4/4P3/8/8/4K3[] w - - 0 1";
        has(fen, Color::Black, HANGING + OF_KIND * QUEEN + (MOST + 1) + 1);
        has(fen, Color::White, HANGING + OF_KIND * PAWN + (MOST + 1));
        // Once the pawn is guarded, it does not hang.
        let fen = "4k3/8/8/3q4/4P3/5P2/8/4K3[] w - - 0 1";
        has(fen, Color::White, HANGING + OF_KIND * PAWN);
        // A guarded knight does not hang, but a pawn attacks it.
        let fen = "4k3/8/2n5/1P6/8/8/8/4KR2[] w - - 0 1";
        has(fen, Color::Black, HANGING + OF_KIND * KNIGHT + (MOST + 1) + 1);
        let fen = "4k3/1p6/2n5/1P6/8/8/8/4KR2[] w - - 0 1";
        has(fen, Color::Black, HANGING + OF_KIND * KNIGHT + 1);
    }

    #[test]
    fn superpieces_attack_in_all_their_ways_unless_frozen() {
        let hangs = HANGING + OF_KIND * PAWN + (MOST + 1);
        for (fen, row) in [
            ("4k3/8/8/3p4/8/4S3/8/4K3[] w - - 0 1", hangs),
            ("4k3/8/8/8/3p4/8/8/4K1S1[] w - - 0 1", hangs),
            ("4k3/8/8/8/3p4/8/8/3EK3[] w - - 0 1", hangs),
            ("4k3/8/8/8/3p4/4V3/8/4K3[] w - - 0 1", hangs),
            ("4k3/8/8/3p4/8/4Sm2/8/4K3[] w - - 0 1", hangs - (MOST + 1)),
            // Two squares round the king by leaps and one along the file: it counts once.
            ("4k3/8/8/4A3/8/8/8/4K3[] w - - 0 1", ATTACKERS + 3 * (MOST_ATTACKERS + 1) + 1),
        ] {
            let rows = feared(fen, Color::Black);
            assert!(rows.contains(&(row as u16)), "{fen}: {rows:?} without {row}");
        }
    }
}
