//! What a search thinks, as lines of UCI.

use std::fmt::Write;

use crate::base::Score;
use crate::board::Move;
use crate::search::{Bound, Listener, Report};

/// Turns reports into `info` lines.
pub struct Teller<'a, F> {
    /// Hears the lines.
    pub say: &'a mut (dyn FnMut(&str) + Send),
    /// Add win, draw and loss?
    pub wdl: bool,
    /// How this game writes a move.
    pub write_move: F,
}

impl<F: Fn(Move) -> String + Send> Listener for Teller<'_, F> {
    fn report(&mut self, report: &Report) {
        (self.say)(&info_line(report, self.wdl, &self.write_move));
    }
}

fn info_line(report: &Report, with_wdl: bool, write_move: impl Fn(Move) -> String) -> String {
    let Report { depth, deepest, line, score, nodes, table_full, .. } = *report;
    let mut text = format!("info depth {depth} seldepth {deepest} multipv {line} score {score}");
    text += match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    if with_wdl {
        let [win, draw, loss] = wdl(score);
        let _ = write!(text, " wdl {win} {draw} {loss}");
    }
    let nps = per_second(nodes, report.time);
    let ms = report.time.as_millis();
    let _ = write!(text, " nodes {nodes} nps {nps} hashfull {table_full} time {ms} pv");
    for &mv in report.moves {
        text.push(' ');
        text += &write_move(mv);
    }
    text
}

/// What the whole search took, said before its move: the last line of thought may be older.
pub fn total(nodes: u64, time: std::time::Duration) -> String {
    format!("info nodes {nodes} nps {} time {}", per_second(nodes, time), time.as_millis())
}

/// Nodes per second, for any span.
pub fn per_second(nodes: u64, time: std::time::Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}

/// Centipawns at which a win is as likely as not.
const EVEN: f64 = 90.0;
/// Centipawns over which the odds of a win change by a factor of e.
const SPREAD: f64 = 110.0;

/// Win, draw and loss in thousandths by a logistic model: the chance to win is
/// 1 / (1 + exp((90 - cp) / 110)), the chance to lose the same of -cp, the rest is drawn.
/// Mates are certain.
pub fn wdl(score: Score) -> [u32; 3] {
    if score.is_mate() {
        return if score > Score::ZERO { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let chance = |cp: f64| (1000.0 / (1.0 + ((EVEN - cp) / SPREAD).exp())).round() as u32;
    let (win, loss) = (chance(f64::from(score.value())), chance(f64::from(-score.value())));
    [win, 1000 - win - loss, loss]
}

/// The terms of an evaluation as a table, and the sum from the view of the camp to move.
pub fn explanation(terms: &[(&str, [i32; 2])], sides: [&str; 2], value: i32) -> String {
    let mut text = format!("{:<24} {:>8} {:>8}\n", "centipawns", sides[0], sides[1]);
    for (name, [first, second]) in terms {
        let _ = writeln!(text, "{name:<24} {first:>8} {second:>8}");
    }
    let _ = write!(text, "for the side to move {value:>12}");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn chances_are_thousandths_and_turn_with_the_score() {
        for cp in -30_000..30_000 {
            let [win, draw, loss] = wdl(Score::cp(cp));
            assert_eq!(win + draw + loss, 1000);
            assert_eq!(wdl(Score::cp(-cp)), [loss, draw, win]);
        }
        assert_eq!(wdl(Score::mating(3)), [1000, 0, 0]);
    }

    #[test]
    fn a_line_of_thought() {
        let report = Report {
            depth: 3,
            deepest: 5,
            line: 1,
            score: Score::cp(20),
            bound: Bound::Lower,
            nodes: 1500,
            time: Duration::from_millis(500),
            table_full: 7,
            moves: &[],
        };
        assert_eq!(
            info_line(&report, true, |_| String::new()),
            "info depth 3 seldepth 5 multipv 1 score cp 20 lowerbound wdl 346 385 269 \
             nodes 1500 nps 3000 hashfull 7 time 500 pv"
        );
    }
}
