//! Counts of lines as jobs, for any game: what `perft` and `go perft` answer. A count is
//! never stopped half-way; a program that no longer wants it ends the process.

use super::job::{Job, JobLine};
use crate::base::time::Instant;
use crate::board::Move;
use crate::game::{Playable, perft};
use crate::player::event::per_second;

/// All lines, in one line of text.
pub fn perft<G: Playable + Sync>(game: G, depth: u32, threads: usize) -> Job {
    Box::new(move |_, say| {
        let start = Instant::now();
        let total = lines(&game, depth, threads);
        let time = start.elapsed();
        let speed = per_second(total, time);
        let text = format!("perft {depth} nodes {total} time {} nps {speed}", time.as_millis());
        say(JobLine::Last(&text));
    })
}

/// The lines behind every move, move by move, and their sum as the field's scripts read it.
pub fn divide<G: Playable + Sync>(
    game: G,
    depth: u32,
    threads: usize,
    write_move: impl Fn(Move) -> String + Send + 'static,
) -> Job {
    Box::new(move |_, say| {
        let mut total = 0;
        for mv in perft::roots(&game) {
            let lines = lines(&perft::after(&game, mv), depth.saturating_sub(1), threads);
            total += lines;
            say(JobLine::Line(&format!("{}: {lines}", write_move(mv))));
        }
        say(JobLine::Last(&format!("\nNodes searched: {total}\n")));
    })
}

/// By one thread or several; where threads are not to be had, one does it all.
fn lines<G: Playable + Sync>(game: &G, depth: u32, threads: usize) -> u64 {
    perft::perft_parallel(game, depth, threads)
        .unwrap_or_else(|_| perft::perft(&mut game.clone(), depth))
}
