//! What all requests share: players that wait for work, and a bound on searches at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::error::PageError;
use crate::eval::chosen::EvalChoice;
use crate::game::catalogue::Variant;
use crate::player::{AnyPlayer, EngineSettings};

/// Searches at once.
const MOST_SEARCHES: usize = 8;
/// Players kept for later.
const MOST_IDLE: usize = 4;

/// Players, and the right to use them.
pub struct Players {
    /// The size of players, if nobody asks for another one.
    pub usual: EngineSettings,
    /// No player gets more.
    pub most: EngineSettings,
    searches: Arc<AtomicUsize>,
    idle: Arc<Mutex<Vec<KnownPlayer>>>,
}

/// A player, the game that it plays and its size.
type KnownPlayer = (Variant, EngineSettings, AnyPlayer);

/// The right to search; it is given back when it is dropped.
pub struct Permit(Arc<AtomicUsize>);

/// A player on loan; it goes back when it is dropped.
pub struct Loan {
    player: Option<KnownPlayer>,
    idle: Arc<Mutex<Vec<KnownPlayer>>>,
}

impl Players {
    /// Players of this usual size, and of at most that one.
    pub fn new(usual: EngineSettings, most: EngineSettings) -> Self {
        Self { usual, most, searches: Arc::default(), idle: Arc::default() }
    }

    /// The right to search.
    ///
    /// # Errors
    /// If too many do.
    pub fn permit(&self) -> Result<Permit, PageError> {
        let more = |count| (count < MOST_SEARCHES).then_some(count + 1);
        match self.searches.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more) {
            Ok(_) => Ok(Permit(Arc::clone(&self.searches))),
            Err(_) => Err(PageError::busy()),
        }
    }

    /// A player of this game and size: one that remembers, if there is one.
    ///
    /// # Errors
    /// If there is no memory for one.
    pub fn lend(&self, variant: &Variant, settings: EngineSettings) -> Result<Loan, PageError> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let known = idle.iter().position(|(game, size, _)| game == variant && *size == settings);
        let player = match known.map(|at| idle.swap_remove(at)) {
            Some(player) => player,
            None => {
                let make = || AnyPlayer::new(variant, &EvalChoice::BuiltIn, settings);
                // Where memory is short, what waits for later is worth less.
                let player = make().or_else(|_| {
                    idle.clear();
                    make()
                });
                (variant.clone(), settings, player.map_err(PageError::bad)?)
            }
        };
        Ok(Loan { player: Some(player), idle: Arc::clone(&self.idle) })
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Loan {
    /// The player.
    ///
    /// # Panics
    /// Never: the player leaves the loan only when it is dropped.
    pub fn get(&self) -> &AnyPlayer {
        let (_, _, player) = self.player.as_ref().expect("a loan has its player until it ends");
        player
    }
}

impl Drop for Loan {
    fn drop(&mut self) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(player) = self.player.take().filter(|_| idle.len() < MOST_IDLE) {
            idle.push(player);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::catalogue::BuiltIn;

    const SIZE: EngineSettings = EngineSettings { hash_mib: 1, threads: 1 };

    #[test]
    fn the_right_to_search_is_given_back() {
        let players = Players::new(SIZE, SIZE);
        let mut permits: Vec<Permit> =
            (0..MOST_SEARCHES).map(|_| players.permit().unwrap()).collect();
        assert_eq!(players.permit().err(), Some(PageError::busy()));
        permits.pop();
        assert!(players.permit().is_ok());
    }

    #[test]
    fn a_player_waits_for_the_next_search_of_its_game_and_size() {
        let players = Players::new(SIZE, SIZE);
        let games = [BuiltIn::Vierschaak, BuiltIn::Drieschaak].map(Variant::from);
        drop(games.each_ref().map(|game| players.lend(game, SIZE).unwrap()));
        let waiting = || players.idle.lock().unwrap().len();
        assert_eq!(waiting(), 2);
        let own = players.lend(&games[0], SIZE).unwrap();
        let other = players.lend(&games[0], SIZE).unwrap();
        assert_eq!(waiting(), 1);
        drop((own, other));
        assert_eq!(waiting(), 3);
    }
}
