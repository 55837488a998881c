//! The networks that are part of the program, by game. To add one, put its file into
//! `nets/`, at most 2 MiB, and add its line; several games may share a file.

use super::file::{NetError, Weights};

/// For both editions of the rules; nets/README.md has the test that says so.
const TANDEM: &[u8] = include_bytes!("../../../nets/tandem.nnue");

/// Name as in `UCI_Variant`, and the file.
const NETWORKS: &[(&str, &[u8])] = &[
    ("chess", include_bytes!("../../../nets/chess.nnue")),
    ("crazyhouse", include_bytes!("../../../nets/crazyhouse.nnue")),
    ("bughouse", include_bytes!("../../../nets/bughouse.nnue")),
    ("doorgeefschaak", include_bytes!("../../../nets/doorgeefschaak.nnue")),
    ("tandem", TANDEM),
    ("tandemordnung", TANDEM),
    ("superschaak", include_bytes!("../../../nets/superschaak.nnue")),
];

/// The network of this game, if the program has one.
///
/// # Errors
/// If the program was built with a file that is none.
pub fn network(game: &str) -> Result<Option<Weights>, NetError> {
    let found = NETWORKS.iter().find(|(name, _)| *name == game);
    found.map(|(_, bytes)| Weights::read(bytes)).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rules;

    #[test]
    fn every_network_in_the_program_is_whole_and_small_and_of_a_game() {
        for &(game, bytes) in NETWORKS {
            assert!(rules::variant(game).is_some(), "{game}");
            assert!(bytes.len() <= 2 << 20, "{game}: {} bytes", bytes.len());
            let weights = network(game).unwrap().unwrap();
            assert_eq!(weights.write(), bytes, "{game}");
        }
        assert_eq!(network("a game without one"), Ok(None));
    }
}
