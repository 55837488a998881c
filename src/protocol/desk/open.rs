//! Which desk a game is played at. To add a family of games, write a desk and name it here.

use super::board::BoardDesk;
use super::host::{Desk, DeskError};
use super::multi::MultiDesk;
use super::pair::PairDesk;
use super::single::SingleDesk;
use crate::game::catalogue::Family;
use crate::game::multi::{Drieschaak, Vierschaak};
use crate::protocol::options::Settings;

/// The desk for the game that the settings name, at its starting position.
///
/// # Errors
/// If the engine cannot be had.
pub fn open(settings: &Settings) -> Result<Box<dyn Desk>, DeskError> {
    Ok(match *settings.variant.family() {
        Family::Single(_) => Box::new(SingleDesk::open(settings)?),
        Family::Pair(rules) => Box::new(PairDesk::open(settings, rules)?),
        Family::Four(_) => Box::new(MultiDesk::<Vierschaak>::open(settings)?),
        Family::Three(_) => Box::new(MultiDesk::<Drieschaak>::open(settings)?),
    })
}

/// The desk for the game that the settings name.
///
/// # Errors
/// If the engine cannot be had, or the game is not played across one board.
pub fn open_board(settings: &Settings) -> Result<Box<dyn BoardDesk>, DeskError> {
    Ok(match settings.rules() {
        Some(rules) if rules.is_one_of_two() => Box::new(PairDesk::open(settings, rules)?),
        Some(_) => Box::new(SingleDesk::open(settings)?),
        None => {
            return Err(DeskError::NotAcrossOneBoard(settings.variant.to_string()));
        }
    })
}
