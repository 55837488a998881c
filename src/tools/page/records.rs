//! Games that are pasted into the page.

use serde::Deserialize;
use serde_json::{Value, json};

use super::error::PageError;
use crate::game::catalogue::Variant;
use crate::tools::diagram::Diagram;
use crate::tools::diagram::svg::{PictureOptions, draw};
use crate::tools::records;

use super::position::PositionRequest;

/// A text, and the game that it is of if it does not say so.
#[derive(Clone, Debug, Deserialize)]
pub struct RecordRequest {
    text: String,
    variant: String,
}

/// More games of one text are not sent to a page.
const MOST_GAMES: usize = 200;

/// The games of a text.
///
/// # Errors
/// Why none can be read.
pub fn read(request: &RecordRequest) -> Result<Value, PageError> {
    let hint = Variant::find(&request.variant).map_err(PageError::bad)?;
    let games = records::read(&request.text, &hint).map_err(PageError::bad)?;
    let cut = games.len().saturating_sub(MOST_GAMES);
    let games: Vec<Value> = games
        .iter()
        .take(MOST_GAMES)
        .map(|game| {
            let plies = game.plies.iter();
            json!({
                "variant": game.variant().name(), "tags": game.tags, "fen": game.fen,
                "moves": plies.clone().map(|ply| game.uci(&ply.played)).collect::<Vec<_>>(),
                "clocks": plies.clone().map(|ply| ply.clock).collect::<Vec<_>>(),
                "comments": plies.map(|ply| ply.comments.clone()).collect::<Vec<_>>(),
                "result": game.result, "broken": game.broken,
            })
        })
        .collect();
    Ok(json!({ "games": games, "left": cut }))
}

/// The position as SVG.
///
/// # Errors
/// What is wrong with it.
pub fn picture(request: &PositionRequest) -> Result<Value, PageError> {
    let replayed = request.replay()?;
    let options = PictureOptions { title: request.variant.clone(), ..PictureOptions::default() };
    let drawn = draw(&Diagram::of(&*replayed.table), &options).map_err(PageError::bad)?;
    Ok(drawn.into())
}
