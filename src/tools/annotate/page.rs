//! What was found, as JSON and as a page: one file that opens in any browser, without a server
//! and without a network.

use serde_json::{Value, json};

use super::{Annotated, report};
use crate::board::Role;
use crate::game::table::Table;
use crate::tools::diagram::pieces::symbols;
use crate::tools::json;
use crate::tools::records::ReplayError;

const PAGE: &str = include_str!("../../../web/dist/report.html");
const SCRIPT: &str = include_str!("../../../web/dist/report.js");
const STYLE: &str = include_str!("../../../web/dist/page.css");

/// A game as JSON: its plies with what each cost, and the positions around them with what was
/// found there.
///
/// # Errors
/// If the game cannot be played through.
pub fn to_json(found: &Annotated) -> Result<Value, ReplayError> {
    walk(found, |index, table| {
        let view = &found.positions[index];
        let analysis = analysis(found, index, table);
        json!({ "fen": table.fen(), "shares": view.shares, "analysis": analysis })
    })
}

/// The page of some games.
///
/// # Errors
/// If a game cannot be played through.
pub fn html(games: &[Annotated]) -> Result<String, ReplayError> {
    let games: Vec<Value> = games.iter().map(to_page).collect::<Result<_, _>>()?;
    // Nothing in a name may end the script that holds it.
    let data = Value::from(games).to_string().replace('<', "\\u003c");
    Ok(PAGE
        .replace("<!--style-->", STYLE)
        .replace("<!--pieces-->", &symbols(&Role::ALL))
        .replace("<!--games-->", &data)
        .replace("<!--script-->", SCRIPT))
}

/// A game as the page needs it: with all that is drawn.
fn to_page(found: &Annotated) -> Result<Value, ReplayError> {
    walk(found, |index, table| {
        let view = &found.positions[index];
        let mut position = json::position(found.game.variant(), table);
        // The squares are those of the first position.
        for board in position["boards"].as_array_mut().into_iter().flatten().filter(|_| index > 0) {
            board["squares"] = Value::Null;
        }
        json!({
            "position": position, "shares": view.shares, "analysis": analysis(found, index, table),
            "clocks": found.game.clocks_before(index),
        })
    })
}

/// What was found of a position; nothing where the game is over.
fn analysis(found: &Annotated, index: usize, table: &dyn Table) -> Option<Value> {
    Some(json::analysis(found.positions[index].analysis.as_ref()?, table))
}

/// A game with its plies, and what `of` makes of each position.
fn walk(found: &Annotated, of: impl Fn(usize, &dyn Table) -> Value) -> Result<Value, ReplayError> {
    let game = &found.game;
    let mut table = game.table_after(0)?;
    let seats: Vec<Value> = found
        .seats
        .iter()
        .map(|seat| {
            let [inaccuracies, mistakes, blunders] = seat.marks;
            json!({
                "seat": seat.word, "player": seat.player, "team": seat.team, "moves": seat.moves,
                "lost": seat.lost, "inaccuracies": inaccuracies, "mistakes": mistakes,
                "blunders": blunders,
            })
        })
        .collect();
    let mut positions = vec![of(0, &*table)];
    let mut plies = Vec::new();
    for (index, (ply, judged)) in game.plies.iter().zip(&found.judgements).enumerate() {
        let played = &ply.played;
        let at = |_| ReplayError::Move(index + 1);
        table.play(played.seat, &played.text).map_err(at)?;
        positions.push(of(index + 1, &*table));
        let mut value = json::played(played);
        value["clock"] = ply.clock.into();
        value["comments"] = ply.comments.clone().into();
        value["loss"] = judged.loss.into();
        value["mark"] = judged.mark.map(|mark| mark.text()).into();
        value["words"] = report::words(judged).into();
        value["remarks"] = judged.remarks.iter().map(ToString::to_string).collect();
        value["better"] = judged.better.clone().into();
        plies.push(value);
    }
    Ok(json!({
        "variant": game.variant().name(), "tags": game.tags, "fen": game.fen,
        "result": game.result, "ending": game.ending, "broken": game.broken, "seats": seats,
        "plies": plies, "positions": positions, "turningPoints": report::turning_points(found),
    }))
}
