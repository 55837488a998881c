//! The command `kralle serve`.

use std::error::Error;
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path};
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use rand::RngExt;
use tokio::net::TcpListener;

use super::guard::{Hosts, check};
use super::{files, stream};
use crate::player::EngineSettings;
use crate::tools::page::{Backend, LONGEST_REQUEST};
use crate::tools::values;

/// No page gets a larger table, in MiB.
const MOST_HASH: usize = 4_096;

/// Open a page with boards in the browser: to analyse, and to play.
#[derive(Clone, Debug, clap::Args)]
pub struct ServeArgs {
    /// The port; 0 takes a free one.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Open the browser.
    #[arg(long)]
    open: bool,
    /// Size of each engine's table, in MiB.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Threads of each search.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

impl ServeArgs {
    /// Serves until the process is ended. `say` hears the address.
    ///
    /// # Errors
    /// If the port is taken.
    pub fn run(
        &self,
        say: impl FnOnce(&str) -> Result<(), Box<dyn Error>>,
    ) -> Result<(), Box<dyn Error>> {
        let settings =
            EngineSettings { hash_mib: self.hash as usize, threads: self.threads.into() };
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_io()
            .enable_time()
            .build()?;
        runtime.block_on(async {
            let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
            let listener = TcpListener::bind(address)
                .await
                .map_err(|error| format!("port {} cannot be used: {error}", self.port))?;
            let port = listener.local_addr()?.port();
            let word = random_word();
            let url = format!("http://127.0.0.1:{port}/{word}/");
            say(&url)?;
            if self.open {
                open(&url);
            }
            let most = EngineSettings { hash_mib: MOST_HASH, threads: values::threads().into() };
            let backend = Arc::new(Backend::new(settings, most));
            axum::serve(listener, routes(&word, port, backend)).await?;
            Ok(())
        })
    }
}

/// All that is answered, under the random word.
fn routes(word: &str, port: u16, backend: Arc<Backend>) -> Router {
    let api =
        Router::new().route("/{name}", post(stream::answer).get(stream::begin)).with_state(backend);
    let own = Router::new()
        .nest("/api", api)
        .route("/{name}", get(|Path(name): Path<String>| async move { files::file(&name) }));
    Router::new()
        .nest(&format!("/{word}"), own)
        .route(&format!("/{word}/"), get(|| async { files::file("") }))
        .layer(DefaultBodyLimit::max(LONGEST_REQUEST))
        .layer(from_fn_with_state(Hosts::of(port), check))
}

/// What nobody can guess.
pub(super) fn random_word() -> String {
    let mut random = rand::rng();
    (0..4).map(|_| format!("{:08x}", random.random::<u32>())).collect()
}

/// Opens the browser, if there is one; the address was printed in any case.
pub fn open(url: &str) {
    let (program, first) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""][..])
    } else if cfg!(target_os = "macos") {
        ("open", &[][..])
    } else {
        ("xdg-open", &[][..])
    };
    let quiet = Command::new(program)
        .args(first)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Err(error) = quiet {
        eprintln!("kralle: the browser cannot be opened: {error}");
    }
}
