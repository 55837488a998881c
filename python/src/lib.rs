//! Kralle for Python: what `kralle/__init__.py` is made of. Seats and boards are numbers here,
//! what was found is JSON; the names and the types stand in `_kralle.pyi`.

mod engine;
mod game;

use std::time::Duration;

use kralle::game::catalogue::{BuiltIn, Variant};
use kralle::tools::annotate::{self, AnnotateOrder};
use kralle::tools::records::{self, RecordedGame};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pyo3::create_exception!(_kralle, KralleError, PyValueError, "What cannot be done, in a sentence.");

/// The engine's one line, as an exception.
fn refused(error: impl std::fmt::Display) -> PyErr {
    KralleError::new_err(error.to_string())
}

/// The names of the games.
#[pyfunction]
fn variants() -> Vec<&'static str> {
    BuiltIn::ALL.map(BuiltIn::name).to_vec()
}

fn read(text: &str, variant: &str) -> PyResult<Vec<RecordedGame>> {
    records::read(text, &Variant::find(variant).map_err(refused)?).map_err(refused)
}

/// The games of a text: variant, tags, start, moves in UCI, result, and why the rest was not read.
type GameRow = (String, Vec<(String, String)>, Option<String>, Vec<String>, String, Option<String>);

#[pyfunction]
fn read_games(text: &str, variant: &str) -> PyResult<Vec<GameRow>> {
    let row = |game: RecordedGame| {
        let moves = game.plies.iter().map(|ply| game.uci(&ply.played)).collect();
        let name = game.variant().name().to_owned();
        (name, game.tags, game.fen, moves, game.result, game.broken)
    };
    Ok(read(text, variant)?.into_iter().map(row).collect())
}

/// Annotates the games of a text: of each the record, what was found as JSON, and a page.
#[pyfunction]
fn annotate_games(
    py: Python<'_>,
    text: &str,
    variant: &str,
    nodes: Option<u64>,
    seconds: Option<f64>,
    threads: usize,
    hash: usize,
) -> PyResult<Vec<(String, String, String)>> {
    let games = read(text, variant)?;
    let order = AnnotateOrder {
        nodes,
        time: seconds.map(time).transpose()?,
        threads: threads.max(1),
        hash_mib: hash.clamp(1, 65_536),
    };
    let mut found = Vec::new();
    for game in &games {
        py.check_signals()?;
        found.push(py.detach(|| {
            let annotated = annotate::annotate(game, &order, &|_, _| ()).map_err(refused)?;
            let record = records::write(&annotated.game);
            let json = annotate::to_json(&annotated).map_err(refused)?.to_string();
            let page = annotate::html(&[annotated]).map_err(refused)?;
            Ok::<_, PyErr>((record, json, page))
        })?);
    }
    Ok(found)
}

/// Seconds as a duration.
fn time(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| refused(format!("a time is a number of seconds from 0, not {seconds}")))
}

#[pymodule]
fn _kralle(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("KralleError", module.py().get_type::<KralleError>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::Game>()?;
    module.add_class::<engine::Engine>()?;
    module.add_function(wrap_pyfunction!(variants, module)?)?;
    module.add_function(wrap_pyfunction!(read_games, module)?)?;
    module.add_function(wrap_pyfunction!(annotate_games, module)?)
}
