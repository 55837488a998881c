//! The networks that are part of the program, by game. To add one, put its file into
//! `nets/`, at most 2 MiB, and name it here; several games may share a file. A file is parsed
//! when its game is first played, once.

use once_cell::sync::OnceCell;

use super::error::NetError;
use super::loaded::LoadedNetwork;
use super::weights::NetworkWeights;
use crate::game::catalogue::BuiltIn;

/// A file in the program, and the network in it once it has been asked for.
struct Embedded {
    bytes: &'static [u8],
    network: OnceCell<LoadedNetwork>,
}

impl Embedded {
    const fn new(bytes: &'static [u8]) -> Self {
        Self { bytes, network: OnceCell::new() }
    }

    fn network(&self) -> Result<&LoadedNetwork, NetError> {
        self.network.get_or_try_init(|| NetworkWeights::read(self.bytes).map(LoadedNetwork::new))
    }
}

static CHESS: Embedded = Embedded::new(include_bytes!("../../../nets/chess.nnue"));
static CRAZYHOUSE: Embedded = Embedded::new(include_bytes!("../../../nets/crazyhouse.nnue"));
static BUGHOUSE: Embedded = Embedded::new(include_bytes!("../../../nets/bughouse.nnue"));
static BUGHOUSE_PAIR: Embedded = Embedded::new(include_bytes!("../../../nets/bughouse-pair.nnue"));
static DOORGEEFSCHAAK: Embedded =
    Embedded::new(include_bytes!("../../../nets/doorgeefschaak.nnue"));
static DOORGEEFSCHAAK_PAIR: Embedded =
    Embedded::new(include_bytes!("../../../nets/doorgeefschaak-pair.nnue"));
static TANDEM: Embedded = Embedded::new(include_bytes!("../../../nets/tandem.nnue"));
static TANDEM_PAIR: Embedded = Embedded::new(include_bytes!("../../../nets/tandem-pair.nnue"));
static SUPERSCHAAK: Embedded = Embedded::new(include_bytes!("../../../nets/superschaak.nnue"));
static VIERSCHAAK: Embedded = Embedded::new(include_bytes!("../../../nets/vierschaak.nnue"));
static FOUR_PLAYER_TEAMS: Embedded =
    Embedded::new(include_bytes!("../../../nets/4player-teams.nnue"));
static DRIESCHAAK: Embedded = Embedded::new(include_bytes!("../../../nets/drieschaak.nnue"));

/// The file that `make EVALFILE=FILE` built in: the network of the game that it was trained for,
/// in place of the one above.
#[cfg(feature = "evalfile")]
static GIVEN: Embedded = Embedded::new(include_bytes!(env!("EVALFILE")));

/// The file of this game's network.
const fn embedded(game: BuiltIn) -> &'static Embedded {
    match game {
        BuiltIn::Chess => &CHESS,
        BuiltIn::Crazyhouse => &CRAZYHOUSE,
        BuiltIn::Bughouse => &BUGHOUSE,
        BuiltIn::Doorgeefschaak => &DOORGEEFSCHAAK,
        // One for both editions of the rules; nets/README.md has the match that says so.
        BuiltIn::Tandem | BuiltIn::Tandemordnung => &TANDEM,
        BuiltIn::Superschaak => &SUPERSCHAAK,
        BuiltIn::Vierschaak => &VIERSCHAAK,
        BuiltIn::FourPlayerTeams => &FOUR_PLAYER_TEAMS,
        BuiltIn::Drieschaak => &DRIESCHAAK,
    }
}

/// The file of the network for a board of this game beside the other one, if that is another.
const fn embedded_beside(game: BuiltIn) -> &'static Embedded {
    match game {
        BuiltIn::Bughouse => &BUGHOUSE_PAIR,
        BuiltIn::Doorgeefschaak => &DOORGEEFSCHAAK_PAIR,
        BuiltIn::Tandem | BuiltIn::Tandemordnung => &TANDEM_PAIR,
        _ => embedded(game),
    }
}

/// The network of this game.
///
/// # Errors
/// If the program was built with a file that is none.
pub fn network(game: BuiltIn) -> Result<&'static LoadedNetwork, NetError> {
    given_or(game, embedded(game))
}

/// The network of a board of this game beside the other one.
///
/// # Errors
/// If the program was built with a file that is none.
pub fn network_beside(game: BuiltIn) -> Result<&'static LoadedNetwork, NetError> {
    given_or(game, embedded_beside(game))
}

#[cfg_attr(not(feature = "evalfile"), expect(unused_variables))]
fn given_or(
    game: BuiltIn,
    embedded: &'static Embedded,
) -> Result<&'static LoadedNetwork, NetError> {
    #[cfg(feature = "evalfile")]
    {
        let given = GIVEN.network()?;
        if given.weights().game == game.name() {
            return Ok(given);
        }
    }
    embedded.network()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::eval::net::{Inputs8x8, inputs_of};

    #[test]
    fn every_network_in_the_program_is_whole_and_small_and_sees_the_board_of_its_game() {
        for game in BuiltIn::every() {
            let alone = (embedded(game), network(game));
            for (embedded, network) in [alone, (embedded_beside(game), network_beside(game))] {
                let bytes = embedded.bytes;
                assert!(bytes.len() <= 2 << 20, "{game:?}: {} bytes", bytes.len());
                let weights = network.unwrap().weights();
                assert!(weights.write() == bytes, "{game:?}: written otherwise");
                assert_eq!(weights.inputs.name, inputs_of(game).name, "{game:?}");
            }
        }
    }

    #[test]
    fn a_file_is_parsed_and_laid_out_once() {
        let [first, second] = [(); 2].map(|()| network(BuiltIn::Tandem).unwrap());
        assert!(std::ptr::eq(first, second));
        assert!(std::ptr::eq(first, network(BuiltIn::Tandemordnung).unwrap()));
        assert!(Arc::ptr_eq(&first.layers::<Inputs8x8>().unwrap(), &second.layers().unwrap()));
    }

    #[test]
    fn a_file_that_is_no_network_says_so_every_time() {
        let embedded = Embedded::new(b"KRALLENN12345");
        for _ in 0..2 {
            assert_eq!(embedded.network().unwrap_err(), NetError::Short(13));
        }
    }
}
