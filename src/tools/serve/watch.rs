//! A page for who looks on at a match: all boards, clocks, talk, scores.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, State};
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::get;
use serde::Deserialize;

use super::command::random_word;
use super::files;
use super::guard::{Hosts, check};
use super::stream::talk;
use crate::tools::tournament::showcase::Showcase;

/// How often a page is told what has changed.
const PACE: Duration = Duration::from_millis(150);

/// Serves the page until the process ends; its address.
///
/// # Errors
/// If no port can be had.
pub fn start(showcase: Arc<Showcase>) -> std::io::Result<String> {
    let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))?;
    listener.set_nonblocking(true)?;
    let port = listener.local_addr()?.port();
    let word = random_word();
    let url = format!("http://127.0.0.1:{port}/{word}/");
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    std::thread::Builder::new().spawn(move || {
        runtime.block_on(async {
            // What goes wrong from here on ends the page, not the match.
            if let Ok(listener) = tokio::net::TcpListener::from_std(listener) {
                let _ = axum::serve(listener, routes(&word, port, showcase)).await;
            }
        });
    })?;
    Ok(url)
}

fn routes(word: &str, port: u16, showcase: Arc<Showcase>) -> Router {
    let own = Router::new()
        .route("/api/watch", get(watch))
        .with_state(showcase)
        .route("/{name}", get(|Path(name): Path<String>| async move { files::file(&name) }));
    Router::new()
        .nest(&format!("/{word}"), own)
        .route(&format!("/{word}/"), get(|| async { files::file("watch.html") }))
        .layer(from_fn_with_state(Hosts::of(port), check))
}

/// There is nothing to ask.
#[derive(Deserialize)]
struct WatchRequest {}

/// `api/watch`, a WebSocket: all that goes on, again whenever something has changed.
async fn watch(State(showcase): State<Arc<Showcase>>, upgrade: WebSocketUpgrade) -> Response {
    talk(upgrade, move |_: WatchRequest| {
        Ok(Box::new(move |control, say| {
            let mut shown = None;
            while !control.must_end() {
                let (version, now) = showcase.snapshot();
                if shown != Some(version) {
                    shown = Some(version);
                    say(now);
                }
                std::thread::sleep(PACE);
            }
        }))
    })
}
