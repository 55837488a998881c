//! The superpieces chosen in a prelude to superschaak, as its FEN has them: `prelude=AE`.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use crate::board::{Piece, Role};

/// Superpieces in the order in which they were chosen, at most [`Selection::MOST`], each once.
/// Three bits for each of them behind a leading one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Selection(NonZeroU16);

/// Why letters are no choice of superpieces.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`prelude={0}` does not name up to four different superpieces of A E S V M")]
pub struct SelectionError(String);

impl Selection {
    /// Nothing yet.
    pub const NONE: Self = Self(NonZeroU16::MIN);
    /// With so many a game is played.
    pub const MOST: usize = 4;
    const BITS: u32 = 3;

    /// How many.
    pub const fn len(self) -> usize {
        (self.0.ilog2() / Self::BITS) as usize
    }

    /// None yet?
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Those chosen, the first one first.
    pub fn roles(self) -> impl Iterator<Item = Role> {
        (0..self.len() as u32).rev().filter_map(move |place| {
            let index = self.0.get() >> (Self::BITS * place) & ((1 << Self::BITS) - 1);
            Role::SUPER.get(index as usize).copied()
        })
    }

    /// Is it among them?
    pub fn has(self, role: Role) -> bool {
        self.roles().any(|chosen| chosen == role)
    }

    /// The choice with one more, if it is a superpiece that may still be chosen.
    pub fn with(self, role: Role) -> Option<Self> {
        let index = Role::SUPER.into_iter().position(|known| known == role)?;
        let open = self.len() < Self::MOST && !self.has(role);
        let word = NonZeroU16::new(self.0.get() << Self::BITS | index as u16);
        word.filter(|_| open).map(Self)
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.roles().try_for_each(|role| write!(f, "{}", role.letter()))
    }
}

impl FromStr for Selection {
    type Err = SelectionError;

    fn from_str(letters: &str) -> Result<Self, SelectionError> {
        letters
            .chars()
            .try_fold(Self::NONE, |chosen, letter| chosen.with(Piece::from_letter(letter)?.role()))
            .ok_or_else(|| SelectionError(letters.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_read_as_it_is_written() {
        for text in ["", "A", "AE", "MVSE", "EAVM"] {
            let chosen: Selection = text.parse().unwrap();
            assert_eq!((chosen.to_string(), chosen.len()), (text.to_owned(), text.len()));
        }
        assert_eq!("ea".parse::<Selection>().unwrap().to_string(), "EA");
        for text in ["AA", "Q", "AESVM", "A E", "é"] {
            assert!(text.parse::<Selection>().is_err(), "{text}");
        }
    }
}
