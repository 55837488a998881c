//! Perft: the number of lines of a given length. The last ply is counted by population
//! counts; with `threads` above one the first two plies are shared out by rayon.

use rayon::prelude::*;

use crate::board::{Move, MoveList, Silent};
use crate::game::single::Position;
use crate::game::{Class, Game};

/// Legal lines of `depth` plies.
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let mut lists = vec![MoveList::new(); depth as usize];
            count_lines(position, &mut lists)
        }
    }
}

/// One list a ply, reused: `lists.len()` is the depth, 2 or more.
fn count_lines(position: &mut Position, lists: &mut [MoveList]) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut() else { return 1 };
    moves.clear();
    position.generate(Class::All, moves);
    let mut lines = 0;
    for &mv in moves.iter() {
        position.play(mv, &mut Silent);
        lines +=
            if deeper.len() == 1 { position.count_moves() } else { count_lines(position, deeper) };
        position.undo();
    }
    lines
}

/// The legal moves and the lines behind each, in the order of generation.
pub fn divide(position: &Position, depth: u32, parallel: bool) -> Vec<(Move, u64)> {
    let behind = |&mv: &Move| {
        let mut after = position.clone();
        after.play(mv, &mut Silent);
        (mv, perft(&mut after, depth.saturating_sub(1)))
    };
    let moves = position.legal_moves();
    if parallel {
        moves.par_iter().map(behind).collect()
    } else {
        moves.iter().map(behind).collect()
    }
}
