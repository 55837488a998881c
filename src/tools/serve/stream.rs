//! Answers over the network: those that come at once, and those that come line by line and end
//! with the page that asked for them.

use std::sync::Arc;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use tokio::sync::mpsc;

use crate::search::SearchControl;
use crate::tools::page::{Backend, Fault, LONGEST_REQUEST, PageError, Work};

/// Lines that wait for a slow page.
const WAITING_LINES: usize = 64;

/// `POST api/NAME`: a request that has one answer.
pub async fn answer(
    State(backend): State<Arc<Backend>>,
    Path(name): Path<String>,
    request: String,
) -> Response {
    let (status, text) = match backend.answer(&name, &request) {
        Ok(answer) => (StatusCode::OK, answer.to_string()),
        Err(error) => (status(&error), error.line()),
    };
    (status, [(header::CONTENT_TYPE, "application/json")], text).into_response()
}

const fn status(error: &PageError) -> StatusCode {
    match error.kind {
        Fault::Request => StatusCode::BAD_REQUEST,
        Fault::Unknown => StatusCode::NOT_FOUND,
        Fault::Busy => StatusCode::SERVICE_UNAVAILABLE,
    }
}

/// `api/NAME`, a WebSocket: a request that is answered line by line.
pub async fn begin(
    State(backend): State<Arc<Backend>>,
    Path(name): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Response {
    talk(upgrade, (), move |request| backend.begin(&name, &request))
}

/// Answers a page line by line: its first message is the request, of which `prepare` makes work
/// or an error. The work runs on a thread of its own, and is stopped when the page goes away.
/// What is held is dropped once the last word is sent.
/// A WebSocket, since browsers let a server have six other connections at once, of all tabs
/// together.
pub fn talk(
    upgrade: WebSocketUpgrade,
    held: impl Send + 'static,
    prepare: impl FnOnce(String) -> Result<Work, PageError> + Send + 'static,
) -> Response {
    upgrade.max_message_size(LONGEST_REQUEST).on_upgrade(|mut socket| async move {
        let Some(Ok(Message::Text(text))) = socket.recv().await else { return };
        match prepare(text.to_string()) {
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
