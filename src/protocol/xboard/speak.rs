//! What XBoard is told: thoughts and results, as lines.

use crate::base::Score;
use crate::board::Color;
use crate::game::pair::How;
use crate::player::event::{Thought, per_second};
use crate::protocol::desk::board::Standing;

/// A line of thought: depth, score, centiseconds, nodes, deepest line, nodes a second, no
/// table bases, and after a tab the moves.
pub fn thought(thought: &Thought) -> String {
    let Thought { depth, deepest, score, nodes, time, ref moves, .. } = *thought;
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
pub fn status(thought: &Thought) -> String {
    let centiseconds = thought.time.as_millis() / 10;
    format!("stat01: {centiseconds} {} {} 0 0", thought.nodes, thought.depth)
}

/// The line that ends a game, if it is over.
pub fn result(standing: Standing) -> Option<String> {
    let Standing::Over { winner, how } = standing else { return None };
    let (score, name) = match winner {
        Some(Color::White) => ("1-0", "White"),
        Some(Color::Black) => ("0-1", "Black"),
        None => ("1/2-1/2", ""),
    };
    let reason = match (winner, how) {
        (Some(_), How::Stalemate) => format!("{name} stalemates"),
        (Some(_), _) => format!("{name} mates"),
        (None, How::Stalemate) => "Stalemate".into(),
        (None, How::Repetition) => "Draw by repetition".into(),
        (None, How::Moves(moves)) => format!("Draw by {moves}-move rule"),
        (None, How::NoMatePossible) => "Insufficient mating material".into(),
        (None, how) => format!("Draw: {how}"),
    };
    Some(format!("{score} {{{reason}}}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_from_a_hundred_thousand() {
        assert_eq!(number(Score::mating(1)), 100_001);
        assert_eq!(number(Score::mating(5)), 100_003);
        assert_eq!(number(Score::mated(4)), -100_002);
        assert_eq!(number(Score::cp(-31)), -31);
    }

    #[test]
    fn only_ends_are_told() {
        assert_eq!(result(Standing::Going), None);
        assert_eq!(result(Standing::Waiting), None);
        let mate = Standing::Over { winner: Some(Color::Black), how: How::Mate };
        assert_eq!(result(mate).unwrap(), "0-1 {Black mates}");
        let draw = Standing::Over { winner: None, how: How::Moves(50) };
        assert_eq!(result(draw).unwrap(), "1/2-1/2 {Draw by 50-move rule}");
    }
}
