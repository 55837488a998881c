//! Searches a crazyhouse position to depth 8 and prints the best move.
//! `cargo run --release --example best_move -- "FEN"`

use std::error::Error;

use kralle::eval::chosen::EvalChoice;
use kralle::game::catalogue::BuiltIn;
use kralle::game::rules::Rules;
use kralle::game::single::Position;
use kralle::notation::uci::{Castling, write};
use kralle::search::{Engine, Limits, SearchControl};

/// Both queens and some minor pieces are in hand.
const FEN: &str = "2kr3r/ppp2ppp/2n1b3/4q3/4P3/2P2N2/P1P1BPPP/R2Q1RK1[NBPnbp] b - - 0 14";

fn main() -> Result<(), Box<dyn Error>> {
    let fen = std::env::args().nth(1).unwrap_or_else(|| FEN.into());
    let rules = Rules::CRAZYHOUSE;
    let position = Position::from_setup(&fen.parse()?, rules, false)?;
    let eval = EvalChoice::Default.eval(BuiltIn::Crazyhouse, &rules)?;
    // A hash table of 16 MiB, one thread.
    let mut engine = Engine::new(eval, 16, 1)?;
    let limits = Limits { depth: Some(8), ..Limits::default() };
    let decision = engine.search(&position, &limits, &SearchControl::default(), &mut ());
    match decision.best {
        Some(best) => println!("{} {:?}", write(best, Castling::KingStep), decision.score),
        None => println!("the game is over"),
    }
    println!("{} nodes, depth {}", decision.nodes, decision.depth);
    Ok(())
}
