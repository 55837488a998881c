//! What all requests share: players that wait for work, a bound on searches at once, and
//! answers that come line by line and end with the page that asked for them.

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use super::error::ApiError;
use crate::eval::chosen::EvalChoice;
use crate::game::catalogue::Variant;
use crate::player::{AnyPlayer, EngineSettings};
use crate::search::SearchControl;

/// Searches at once.
const MOST_SEARCHES: usize = 8;
/// Players kept for later.
const MOST_IDLE: usize = 4;
/// Lines that wait for a slow page.
const WAITING_LINES: usize = 64;

/// What all requests share.
pub struct Server {
    settings: EngineSettings,
    searches: Arc<Semaphore>,
    idle: Arc<Mutex<Vec<KnownPlayer>>>,
}

/// A player, the game that it plays and its size.
type KnownPlayer = (Variant, EngineSettings, AnyPlayer);

/// A player on loan; it goes back when it is dropped.
pub struct Loan {
    player: Option<KnownPlayer>,
    idle: Arc<Mutex<Vec<KnownPlayer>>>,
}

impl Server {
    /// With players of this size.
    pub fn new(settings: EngineSettings) -> Self {
        let searches = Arc::new(Semaphore::new(MOST_SEARCHES));
        Self { settings, searches, idle: Arc::default() }
    }

    /// The right to search.
    ///
    /// # Errors
    /// If too many do.
    pub fn permit(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        Arc::clone(&self.searches).try_acquire_owned().map_err(|_| ApiError::busy())
    }

    /// The size of players, if nobody asks for another one.
    pub const fn settings(&self) -> EngineSettings {
        self.settings
    }

    /// A player of this game and size: one that remembers, if there is one.
    ///
    /// # Errors
    /// If there is no memory for one.
    pub fn player(&self, variant: &Variant, settings: EngineSettings) -> Result<Loan, ApiError> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let known = idle.iter().position(|(game, size, _)| game == variant && *size == settings);
        let player = match known.map(|at| idle.swap_remove(at)) {
            Some(player) => player,
            None => {
                let player = AnyPlayer::new(variant, &EvalChoice::BuiltIn, settings);
                (variant.clone(), settings, player.map_err(ApiError::bad)?)
            }
        };
        Ok(Loan { player: Some(player), idle: Arc::clone(&self.idle) })
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

/// Hears lines of an answer.
pub type Say<'a> = dyn FnMut(Value) + Send + 'a;

/// What answers line by line, and obeys the control.
pub type Work = Box<dyn FnOnce(&Arc<SearchControl>, &mut Say<'_>) + Send>;

/// Answers a page line by line: its first message is the request, of which `prepare` makes work
/// or an error. The work runs on a thread of its own, and is stopped when the page goes away.
/// What is held is dropped once the last word is sent.
/// A WebSocket, since browsers let a server have six other connections at once, of all tabs
/// together.
pub fn talk<R: DeserializeOwned>(
    upgrade: WebSocketUpgrade,
    held: impl Send + 'static,
    prepare: impl FnOnce(R) -> Result<Work, ApiError> + Send + 'static,
) -> Response {
    upgrade.max_message_size(super::LONGEST_REQUEST).on_upgrade(|mut socket| async move {
        let Some(Ok(Message::Text(text))) = socket.recv().await else { return };
        let request = serde_json::from_str(&text).map_err(ApiError::bad);
        match request.and_then(prepare) {
            Ok(work) => converse(&mut socket, work).await,
            // A page that has gone needs no reason.
            Err(error) => drop(socket.send(error.line().into()).await),
        }
        let _ = socket.send(Message::Close(None)).await;
        drop(held);
    })
}

/// Sends the lines of the work until it ends or the page goes away.
async fn converse(socket: &mut WebSocket, work: Work) {
    let (sender, mut lines) = mpsc::channel::<String>(WAITING_LINES);
    let control = Arc::new(SearchControl::default());
    let stop = Arc::clone(&control);
    std::thread::spawn(move || {
        work(&control, &mut |line| {
            if sender.blocking_send(line.to_string()).is_err() {
                control.stop();
            }
        });
    });
    loop {
        tokio::select! {
            line = lines.recv() => match line {
                None => return,
                Some(line) => if socket.send(line.into()).await.is_err() { break },
            },
            said = socket.recv() => match said {
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                // Nothing more is asked on the same way: whatever comes is the end.
                _ => break,
            },
        }
    }
    stop.stop();
}
