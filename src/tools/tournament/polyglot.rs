//! Opening books of Polyglot: for positions of chess, moves with weights.
//!
//! A book is a list of entries of 16 bytes, big-endian, sorted by key: the key of the position
//! (`u64`), the move, its weight (`u16` each), and what a program has learnt (`u32`, not used
//! here). A move has three bits each for the file and rank it goes to, and comes from, and for what
//! it promotes to; castling is told as the king taking its rook. Source: Fabien Letouzey, *Polyglot
//! book format*.

use std::num::NonZero;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, Role, Square, fen::Fen};

/// Bytes of an entry.
const ENTRY: usize = 16;

/// A book.
#[derive(Clone, Debug)]
pub struct PolyglotBook {
    entries: Vec<BookEntry>,
}

#[derive(Clone, Copy, Debug)]
struct BookEntry {
    key: u64,
    mv: u16,
    weight: u16,
}

/// Why bytes are no book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum PolyglotError {
    #[error("a book of Polyglot has entries of 16 bytes, this has {0} bytes too many")]
    Length(NonZero<usize>),
    #[error("the keys of a book of Polyglot are sorted, those of entry {0} are not")]
    Order(usize),
}

impl PolyglotBook {
    /// Reads a book.
    ///
    /// # Errors
    /// Why it is none.
    pub fn read(bytes: &[u8]) -> Result<Self, PolyglotError> {
        let (entries, rest) = bytes.as_chunks::<ENTRY>();
        if let Some(rest) = NonZero::new(rest.len()) {
            return Err(PolyglotError::Length(rest));
        }
        let entries: Vec<BookEntry> = entries
            .iter()
            .map(|&[a, b, c, d, e, f, g, h, to, from, high, low, ..]| BookEntry {
                key: u64::from_be_bytes([a, b, c, d, e, f, g, h]),
                mv: u16::from_be_bytes([to, from]),
                weight: u16::from_be_bytes([high, low]),
            })
            .collect();
        match entries.windows(2).position(|pair| pair[0].key > pair[1].key) {
            Some(at) => Err(PolyglotError::Order(at + 2)),
            None => Ok(Self { entries }),
        }
    }

    /// Does it have a move for this position?
    pub fn knows(&self, fen: &str) -> bool {
        self.choose(fen, &mut SmallRng::seed_from_u64(0)).is_some()
    }

    /// A move of the book for a position, by its weight, in UCI; none if it has none that is legal.
    pub fn choose(&self, fen: &str, chance: &mut SmallRng) -> Option<String> {
        let position: Chess =
            fen.parse::<Fen>().ok()?.into_position(CastlingMode::Standard).ok()?;
        let Zobrist64(key) = position.zobrist_hash(EnPassantMode::Legal);
        let first = self.entries.partition_point(|entry| entry.key < key);
        let found = self.entries[first..].iter().take_while(|entry| entry.key == key);
        // A move of weight 0 is one not to be played.
        let moves: Vec<(String, u32)> = found
            .filter(|entry| entry.weight > 0)
            .filter_map(|entry| Some((written(entry.mv, &position)?, entry.weight.into())))
            .collect();
        let mut rest = moves.iter().map(|(_, weight)| weight).sum::<u32>();
        rest = if rest > 0 { chance.random_range(0..rest) } else { return None };
        moves.into_iter().find_map(|(text, weight)| match rest.checked_sub(weight) {
            Some(left) => {
                rest = left;
                None
            }
            None => Some(text),
        })
    }
}

/// A move of a book in UCI, if it is legal.
fn written(mv: u16, position: &Chess) -> Option<String> {
    let square = |bits: u16| Square::new(u32::from(bits & 63));
    let promotion = match mv >> 12 & 7 {
        0 => None,
        1 => Some(Role::Knight),
        2 => Some(Role::Bishop),
        3 => Some(Role::Rook),
        4 => Some(Role::Queen),
        _ => return None,
    };
    let told = UciMove::Normal { from: square(mv >> 6), to: square(mv), promotion };
    let mv = told.to_move(position).ok()?;
    Some(mv.to_uci(CastlingMode::Standard).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys of the first positions. Source: the description of the format.
    const START: (&str, u64) =
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c);
    const AFTER_E4: (&str, u64) =
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196);
    const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

    fn entry(key: u64, from: u16, to: u16, weight: u16) -> [u8; ENTRY] {
        let mut bytes = [0; ENTRY];
        bytes[..8].copy_from_slice(&key.to_be_bytes());
        bytes[8..10].copy_from_slice(&(from << 6 | to).to_be_bytes());
        bytes[10..12].copy_from_slice(&weight.to_be_bytes());
        bytes
    }

    fn key(fen: &str) -> u64 {
        let position: Chess =
            fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
    }

    #[test]
    fn keys_are_those_of_the_description() {
        for (fen, published) in [START, AFTER_E4] {
            assert_eq!(key(fen), published, "{fen}");
        }
    }

    #[test]
    fn moves_come_by_their_weight() {
        let mut entries = [
            entry(START.1, 12, 28, 3),
            entry(START.1, 11, 27, 1),
            entry(START.1, 8, 16, 0),
            // No such move: from an empty square.
            entry(START.1, 30, 38, 9),
            entry(AFTER_E4.1, 52, 36, 1),
            // The king takes its rook.
            entry(key(CASTLES), 4, 7, 1),
        ];
        entries.sort_unstable();
        let book = PolyglotBook::read(&entries.concat()).unwrap();
        let mut chance = SmallRng::seed_from_u64(1);
        let mut count = |fen: &str, wanted: &str| {
            (0..1_000).filter(|_| book.choose(fen, &mut chance).as_deref() == Some(wanted)).count()
        };
        let (often, seldom) = (count(START.0, "e2e4"), count(START.0, "d2d4"));
        assert!((700..800).contains(&often) && (200..300).contains(&seldom), "{often} {seldom}");
        assert_eq!(count(START.0, "a2a3"), 0);
        assert_eq!(count(AFTER_E4.0, "e7e5"), 1_000);
        assert_eq!(count(CASTLES, "e1g1"), 1_000);
        assert_eq!(book.choose("8/8/8/8/8/8/k7/7K w - - 0 1", &mut chance), None);
    }

    #[test]
    fn what_is_no_book_is_refused() {
        let entries = [entry(2, 12, 28, 1), entry(1, 12, 28, 1)].concat();
        assert_eq!(PolyglotBook::read(&entries).unwrap_err(), PolyglotError::Order(2));
        let error = PolyglotBook::read(&entries[..20]).unwrap_err();
        assert!(matches!(error, PolyglotError::Length(rest) if rest.get() == 4), "{error}");
        assert!(!PolyglotBook::read(&[]).unwrap().knows(START.0));
    }
}
