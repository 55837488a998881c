//! Perft: the number of lines of a given length, in any game. The last ply is counted,
//! not played; games that can count without a list do so. It is on this floor
//! because protocols, tools and tests all use it.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::{Class, Playable};
use crate::board::{Move, MoveList, Silent};

/// Legal lines of `depth` plies.
///
/// # Examples
/// ```
/// use kralle::game::multi::{Position, Rules, Vierschaak};
/// use kralle::game::perft::perft;
///
/// // Depths count plies: 4 are one move of each of four players.
/// let mut position = Position::<Vierschaak>::start(Rules::default());
/// assert_eq!(perft(&mut position, 0), 1);
/// assert_eq!(perft(&mut position, 1), 20);
/// ```
pub fn perft<G: Playable>(game: &mut G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game.count_moves(),
        _ => {
            let mut lists = vec![MoveList::new(); depth as usize - 1];
            count_lines(game, &mut lists)
        }
    }
}

/// One list a ply but the last, reused: `lists.len() + 1` is the depth, 2 or more.
fn count_lines<G: Playable>(game: &mut G, lists: &mut [MoveList]) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut() else { return game.count_moves() };
    if deeper.is_empty() {
        return game.count_two_plies(moves);
    }
    moves.clear();
    game.generate(Class::All, moves);
    let mut lines = 0;
    for &mv in moves.iter() {
        game.play(mv, &mut Silent);
        lines += count_lines(game, deeper);
        game.undo();
    }
    lines
}

/// The game after a legal move.
pub fn after<G: Playable>(game: &G, mv: Move) -> G {
    let mut after = game.clone();
    after.play(mv, &mut Silent);
    after
}

/// The legal moves in the order of generation.
pub fn roots<G: Playable>(game: &G) -> MoveList {
    let mut moves = MoveList::new();
    game.generate(Class::All, &mut moves);
    moves
}

/// The same count as [`perft`], with this many threads.
///
/// # Errors
/// If the threads cannot be started.
pub fn perft_parallel<G: Playable + Sync>(
    game: &G,
    depth: u32,
    threads: usize,
) -> std::io::Result<u64> {
    if depth < 3 || threads < 2 {
        return Ok(perft(&mut game.clone(), depth));
    }
    // Two plies give enough pieces of work to keep the threads equally busy.
    let pairs: Vec<(Move, Move)> = roots(game)
        .into_iter()
        .flat_map(|first| roots(&after(game, first)).into_iter().map(move |second| (first, second)))
        .collect();
    let (next, total) = (AtomicUsize::new(0), AtomicU64::new(0));
    let work = || {
        while let Some(&(first, second)) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let lines = perft(&mut after(&after(game, first), second), depth - 2);
            total.fetch_add(lines, Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            std::thread::Builder::new().spawn_scoped(scope, work)?;
        }
        Ok::<_, std::io::Error>(())
    })?;
    Ok(total.into_inner())
}
