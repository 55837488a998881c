//! Searches a position of any game to depth 8 and prints the best move.
//! `cargo run --release --example best_move -- crazyhouse "FEN"`

use std::error::Error;

use kralle::{Engine, EngineSettings, EvalChoice, Limits, Variant};

/// Both queens and some minor pieces are in hand.
const FEN: &str = "2kr3r/ppp2ppp/2n1b3/4q3/4P3/2P2N2/P1P1BPPP/R2Q1RK1[NBPnbp] b - - 0 14";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = Variant::find(&arguments.next().unwrap_or_else(|| "crazyhouse".into()))?;
    let table = game.set_up(&arguments.next().unwrap_or_else(|| FEN.into()))?;
    let engine = Engine::new(&game, &EvalChoice::BuiltIn, EngineSettings::default())?;
    let answer = engine.best_move(&*table, Limits { depth: Some(8), ..Limits::default() })?;
    match answer.best.zip(answer.score) {
        Some((best, score)) => println!("{} score {score}", table.write(best)),
        None => println!("nothing can be played: {}", table.verdict()),
    }
    Ok(())
}
