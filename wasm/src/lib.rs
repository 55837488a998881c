//! Kralle as WebAssembly, behind its page: what `kralle serve` answers over the network is
//! answered here in workers of the browser.
//!
//! A memory is an engine. One worker, the first of a memory, is asked ([`ask`]) and searches;
//! it hears nothing meanwhile. Where memory can be shared, a second worker hears that a search is
//! to end ([`stop`]), and others help searching ([`help`]). Text goes in and out as bytes of UTF-8:
//! three functions come from the page, and all that it calls is in this file.
#![allow(unsafe_code, reason = "functions that WebAssembly imports and exports are unsafe")]

use std::alloc::Layout;
use std::fmt::Display;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use kralle::base::{crew, time};
use kralle::player::EngineSettings;
use kralle::search::SearchControl;
use kralle::tools::bench;
use kralle::tools::page::{Backend, LONGEST_REQUEST, PageError};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds, by a clock that all workers of the page agree on.
    safe fn now() -> f64;
    /// Hears a line of an answer.
    fn say(text: *const u8, length: usize);
    /// Hears why this worker is about to end.
    fn fail(text: *const u8, length: usize);
}

/// Table of an engine, in MiB, if the page asks for no other.
const HASH: usize = 32;
/// Of the memory of at most 1 GiB, so much may be the table of a search.
const MOST_HASH: usize = 256;

static BACKEND: OnceLock<Backend> = OnceLock::new();

/// The search that runs, and the last one that is to end. Searches have numbers that grow.
static RUNNING: Mutex<Running> = Mutex::new(Running { search: None, stopped: 0 });

struct Running {
    search: Option<(u32, Arc<SearchControl>)>,
    stopped: u32,
}

fn running() -> std::sync::MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets an engine up, with so many helpers; each of them must call [`help`] before anything is
/// asked.
#[unsafe(no_mangle)]
pub extern "C" fn set_up(helpers: usize) {
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        // SAFETY: the page copies the text before it returns.
        unsafe { fail(text.as_ptr(), text.len()) }
    }));
    time::set_clock(|| Duration::from_secs_f64(now() / 1_000.0));
    if let Err(error) = crew::gather(helpers) {
        tell_error(&error);
    }
    let usual = EngineSettings { hash_mib: HASH, threads: 1 };
    let most = EngineSettings { hash_mib: MOST_HASH, threads: 1 + crew::size() };
    let _ = BACKEND.set(Backend::new(usual, most));
}

/// This worker helps from now on; it never returns.
#[unsafe(no_mangle)]
pub extern "C" fn help() {
    crew::join();
}

/// Room for bytes; there is no way to give it back but [`ask`]. 0 if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize, align: usize) -> *mut u8 {
    let Ok(layout) = Layout::from_size_align(bytes.max(1), align) else {
        return std::ptr::null_mut();
    };
    // SAFETY: the layout is not of size 0.
    unsafe { std::alloc::alloc(layout) }
}

/// Answers a request, which has been written into [`room`] of alignment 1: its name, a line
/// feed, and JSON. Returns when all has been said.
///
/// # Safety
/// The room is of this length, and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(number: u32, text: *mut u8, length: usize) {
    // SAFETY: what the caller promises; `room` has allocated it as a vector is.
    let bytes = unsafe { Vec::from_raw_parts(text, length, length.max(1)) };
    if let Err(error) = String::from_utf8(bytes).map_err(PageError::bad).and_then(|text| {
        if text.len() > LONGEST_REQUEST {
            return Err(PageError::bad("the request is too long"));
        }
        answer(number, &text)
    }) {
        tell(&error.line());
    }
}

/// The search of this number, and those before it, are to end.
#[unsafe(no_mangle)]
pub extern "C" fn stop(number: u32) {
    let mut running = running();
    running.stopped = running.stopped.max(number);
    if let Some((_, control)) = running.search.as_ref().filter(|(known, _)| *known <= number) {
        control.stop();
    }
}

fn answer(number: u32, text: &str) -> Result<(), PageError> {
    let (name, request) = text.split_once('\n').unwrap_or((text, ""));
    let backend = BACKEND.get().ok_or_else(|| PageError::bad("the engine is not set up"))?;
    if Backend::has_one_answer(name) {
        tell(&backend.answer(name, request)?.to_string());
        return Ok(());
    }
    let control = Arc::new(SearchControl::default());
    {
        let mut running = running();
        running.search = Some((number, Arc::clone(&control)));
        if running.stopped >= number {
            control.stop();
        }
    }
    let done = if name == "bench" {
        run_bench(request, &control)
    } else {
        backend.begin(name, request).map(|work| work(&control, &mut |line| tell(&line.to_string())))
    };
    running().search = None;
    done
}

/// The bench of the program, to a depth: its nodes must be those of the program.
fn run_bench(depth: &str, control: &SearchControl) -> Result<(), PageError> {
    let depth = depth.trim().parse().map_err(PageError::bad)?;
    let total = bench::run(depth, &Default::default(), control, &mut |line| {
        tell(&serde_json::json!({ "game": line }).to_string());
    });
    tell(&serde_json::json!({ "total": total.map_err(PageError::bad)? }).to_string());
    Ok(())
}

fn tell(line: &str) {
    // SAFETY: the page copies the text before it returns.
    unsafe { say(line.as_ptr(), line.len()) }
}

fn tell_error(error: &dyn Display) {
    tell(&PageError::bad(error).line());
}
