//! Bughouse: a piece that is captured on one board goes to the partner on the other.
//! `cargo run --release --example two_boards`

use std::error::Error;

use kralle::game::catalogue::Variant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut game = Variant::find("bughouse")?.start()?;
    // Seats 0 and 1 have White and Black on the first board, 2 and 3 on the second.
    for (seat, text) in [(0, "e2e4"), (1, "d7d5"), (2, "g1f3"), (0, "e4d5")] {
        let played = game.play(seat, text).map_err(|error| format!("{text}: {error:?}"))?;
        println!("{:<7} {}", game.seat_name(seat), played.san);
    }
    println!("{}", game.fen());
    for board in 0..2 {
        if let Some(seat) = game.on_move(board) {
            let moves = game.legal(board).len();
            println!("{} is on move and has {moves} legal moves", game.seat_name(seat));
        }
    }
    Ok(())
}
