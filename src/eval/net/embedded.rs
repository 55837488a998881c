//! The networks that are part of the program, by game. To add one, put its file into
//! `nets/`, at most 2 MiB, and name it here; several games may share a file.

use super::file::{NetError, Weights};
use crate::game::catalogue::BuiltIn;

/// The file of this game's network, if there is one.
const fn file(game: BuiltIn) -> Option<&'static [u8]> {
    Some(match game {
        BuiltIn::Chess => include_bytes!("../../../nets/chess.nnue"),
        BuiltIn::Crazyhouse => include_bytes!("../../../nets/crazyhouse.nnue"),
        BuiltIn::Bughouse => include_bytes!("../../../nets/bughouse.nnue"),
        BuiltIn::Doorgeefschaak => include_bytes!("../../../nets/doorgeefschaak.nnue"),
        // One for both editions of the rules; nets/README.md has the match that says so.
        BuiltIn::Tandem | BuiltIn::Tandemordnung => include_bytes!("../../../nets/tandem.nnue"),
        BuiltIn::Superschaak => include_bytes!("../../../nets/superschaak.nnue"),
        BuiltIn::Vierschaak | BuiltIn::Drieschaak => return None,
    })
}

/// The network of this game, if the program has one.
///
/// # Errors
/// If the program was built with a file that is none.
pub fn network(game: BuiltIn) -> Result<Option<Weights>, NetError> {
    file(game).map(Weights::read).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_network_in_the_program_is_whole_and_small_and_belongs_to_an_8x8_game() {
        for game in BuiltIn::ALL {
            let Some(bytes) = file(game) else {
                assert_eq!(network(game), Ok(None));
                continue;
            };
            assert!(game.family().board_rules().is_some(), "{game:?}");
            assert!(bytes.len() <= 2 << 20, "{game:?}: {} bytes", bytes.len());
            let weights = network(game).unwrap().unwrap();
            assert_eq!(weights.write(), bytes, "{game:?}");
        }
    }
}
