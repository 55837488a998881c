//! Counts the lines of crazyhouse from its start, depth by depth.
//! `cargo run --release --example perft -- 6`

use std::error::Error;

use kralle::game::perft::perft;
use kralle::game::rules::Rules;
use kralle::game::single::Position;

fn main() -> Result<(), Box<dyn Error>> {
    let deepest = std::env::args().nth(1).map_or(Ok(4), |depth| depth.parse())?;
    let rules = Rules::CRAZYHOUSE;
    let mut position = Position::from_setup(&rules.start().parse()?, rules, false)?;
    for depth in 1..=deepest {
        println!("{depth:>2} plies {:>15} lines", perft(&mut position, depth));
    }
    Ok(())
}
