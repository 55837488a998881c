//! Four players on one board of 160 squares: some moves by text, then a search.
//! `cargo run --release --example four_players`

use std::error::Error;

use kralle::eval::multi::MultiEval;
use kralle::game::Playable;
use kralle::game::multi::{Paranoid, Position, Rules, Vierschaak};
use kralle::game::perft::{after, roots};
use kralle::search::{Engine, Limits, SearchControl};

fn main() -> Result<(), Box<dyn Error>> {
    let mut position = Position::<Vierschaak>::start(Rules::default());
    println!("{} legal moves at the start", position.count_moves());
    // Every seat plays its first legal move, one lap.
    for _ in 0..4 {
        let Some(&mv) = roots(&position).first() else { break };
        println!("{mv:?}");
        position = after(&position, mv);
    }
    let mut engine = Engine::new(MultiEval::new(), 16, 1)?;
    let limits = Limits { depth: Some(5), ..Limits::default() };
    // The search takes the view of the seat that is on move now.
    let decision =
        engine.search(&Paranoid::new(position), &limits, &SearchControl::default(), &mut ());
    println!("best: {:?}, {} nodes", decision.best, decision.nodes);
    Ok(())
}
