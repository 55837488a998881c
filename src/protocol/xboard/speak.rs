//! What XBoard is told: thoughts and results, as lines.

use crate::base::Score;
use crate::game::verdict::{BoardEnd, BoardState, Reason};
use crate::player::event::per_second;
use crate::search::Report;

/// A line of thought: depth, score, centiseconds, nodes, deepest line, nodes a second, no
/// table bases, and after a tab the moves.
pub fn thought(thought: &Report<Vec<String>>) -> String {
    let Report { depth, deepest, score, nodes, time, ref moves, .. } = *thought;
    let centiseconds = time.as_millis() / 10;
    let speed = per_second(nodes, time);
    format!(
        "{depth} {} {centiseconds} {nodes} {deepest} {speed} 0\t{}",
        number(score),
        moves.join(" ")
    )
}

/// Centipawns, or 100 000 and the moves to the mate.
pub fn number(score: Score) -> i32 {
    match score.mate_in() {
        Some(plies) if plies > 0 => 100_000 + (plies + 1) / 2,
        Some(plies) => -100_000 + plies / 2,
        None => score.value(),
    }
}

/// The answer to `.`: centiseconds, nodes and depth; which root moves are left is not known.
pub fn status(thought: &Report<Vec<String>>) -> String {
    let centiseconds = thought.time.as_millis() / 10;
    format!("stat01: {centiseconds} {} {} 0 0", thought.nodes, thought.depth)
}

/// The line that ends a game, if it is over.
pub fn result(state: BoardState) -> Option<String> {
    let BoardState::Over(end) = state else { return None };
    let BoardEnd { winner, reason, .. } = end;
    let name = winner.map_or_else(String::new, |color| color.to_string());
    let reason = match (winner, reason) {
        (Some(_), Reason::Stalemate) => format!("{name} stalemates"),
        (Some(_), _) => format!("{name} mates"),
        (None, Reason::Stalemate) => "Stalemate".into(),
        (None, Reason::Repetition) => "Draw by repetition".into(),
        (None, Reason::Moves(moves)) => format!("Draw by {moves}-move rule"),
        (None, Reason::Material | Reason::NoMatePossible) => "Insufficient mating material".into(),
        (None, reason) => format!("Draw: {reason}"),
    };
    Some(format!("{} {{{reason}}}", end.result()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    #[test]
    fn mates_count_from_a_hundred_thousand() {
        assert_eq!(number(Score::mating(1)), 100_001);
        assert_eq!(number(Score::mating(5)), 100_003);
        assert_eq!(number(Score::mated(4)), -100_002);
        assert_eq!(number(Score::cp(-31)), -31);
    }

    #[test]
    fn only_ends_are_told() {
        assert_eq!(result(BoardState::Ongoing), None);
        assert_eq!(result(BoardState::Stuck), None);
        let over = |winner, reason| BoardState::Over(BoardEnd { winner, reason, article: "" });
        let mate = over(Some(Color::Black), Reason::Mate);
        assert_eq!(result(mate).unwrap(), "0-1 {Black mates}");
        let draw = over(None, Reason::Moves(50));
        assert_eq!(result(draw).unwrap(), "1/2-1/2 {Draw by 50-move rule}");
    }
}
