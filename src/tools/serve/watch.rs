//! A page for who looks on at a match: all boards, clocks, talk, scores.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, State};
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::get;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;

use super::command::random_word;
use super::files;
use super::guard::{Hosts, check};
use super::stream::talk;
use crate::tools::tournament::showcase::Showcase;

/// How often a page is told what has changed.
const PACE: Duration = Duration::from_millis(150);
/// How long the end of a match waits for pages to hear of it.
const FAREWELL: Duration = Duration::from_secs(2);

/// A page that is served while this lives. When it is dropped, every page that looks on is
/// told how the match ended before the program goes on.
pub struct Broadcast {
    url: String,
    showcase: Arc<Showcase>,
    /// Ends the server when it is dropped.
    server: Option<oneshot::Sender<()>>,
    _runtime: Runtime,
    /// Says that nobody is left when the server and all pages have dropped their senders.
    left: Receiver<()>,
}

/// What a request for news needs.
#[derive(Clone)]
struct Channel {
    showcase: Arc<Showcase>,
    presence: Sender<()>,
}

impl Broadcast {
    /// Serves the page.
    ///
    /// # Errors
    /// If no port can be had.
    pub fn start() -> std::io::Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let word = random_word();
        let url = format!("http://127.0.0.1:{port}/{word}/");
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let showcase = Arc::<Showcase>::default();
        let (presence, left) = channel();
        let (server, ended) = oneshot::channel::<()>();
        let channel = Channel { showcase: Arc::clone(&showcase), presence };
        runtime.spawn(async move {
            // What goes wrong from here on ends the page, not the match.
            if let Ok(listener) = tokio::net::TcpListener::from_std(listener) {
                let ended = async { drop(ended.await) };
                let server = axum::serve(listener, routes(&word, port, channel));
                let _ = server.with_graceful_shutdown(ended).await;
            }
        });
        Ok(Self { url, showcase, server: Some(server), left, _runtime: runtime })
    }

    /// Where the page is.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// What is shown.
    pub const fn showcase(&self) -> &Arc<Showcase> {
        &self.showcase
    }
}

impl Drop for Broadcast {
    fn drop(&mut self) {
        self.showcase.close();
        drop(self.server.take());
        // A page that does not read has had its time.
        let _ = self.left.recv_timeout(FAREWELL);
    }
}

fn routes(word: &str, port: u16, channel: Channel) -> Router {
    let own = Router::new()
        .route("/api/watch", get(watch))
        .with_state(channel)
        .route("/{name}", get(|Path(name): Path<String>| async move { files::file(&name) }));
    Router::new()
        .nest(&format!("/{word}"), own)
        .route(&format!("/{word}/"), get(|| async { files::file("watch.html") }))
        .layer(from_fn_with_state(Hosts::of(port), check))
}

/// `api/watch`, a WebSocket: all that goes on, again whenever something has changed. There is
/// nothing to ask.
async fn watch(State(channel): State<Channel>, upgrade: WebSocketUpgrade) -> Response {
    let Channel { showcase, presence } = channel;
    talk(upgrade, presence, move |_| {
        Ok(Box::new(move |control, say| {
            let mut shown = None;
            while !control.must_end() {
                // Asked first: what comes before the end is in the snapshot.
                let is_last = showcase.is_closed();
                let (version, now) = showcase.snapshot();
                if shown != Some(version) {
                    shown = Some(version);
                    say(now);
                }
                if is_last {
                    return;
                }
                std::thread::sleep(PACE);
            }
        }))
    })
}
