//! Searches with a network of one's own, or with the embedded one, and with the hand-written
//! evaluation. `cargo run --release --example own_network -- FILE`

use std::error::Error;

use kralle::eval::chosen::EvalChoice;
use kralle::game::catalogue::BuiltIn;
use kralle::game::rules::Rules;
use kralle::game::single::Position;
use kralle::notation::uci::{Castling, write};
use kralle::search::{Engine, Limits, SearchControl};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).unwrap_or_else(|| "<built-in>".into());
    let rules = Rules::CRAZYHOUSE;
    let position = Position::from_setup(&rules.start().parse()?, rules, false)?;
    for name in [file.as_str(), "<none>"] {
        let eval = EvalChoice::read(name)?.eval(BuiltIn::Crazyhouse, &rules)?;
        let mut engine = Engine::new(eval, 16, 1)?;
        let limits = Limits { nodes: Some(50_000), ..Limits::default() };
        let decision = engine.search(&position, &limits, &SearchControl::default(), &mut ());
        let best = decision.best.map(|best| write(best, Castling::KingStep).to_string());
        println!("{name}: {} at depth {}", best.unwrap_or_default(), decision.depth);
    }
    Ok(())
}
