//! The score of the first contestant over the games of a run, and the range in which the
//! true score lies with 95 %.

use super::archive::GameLine;
use crate::tools::chart::Chart;

/// More points than this are not seen.
const MOST_POINTS: usize = 800;

/// Draws the chart.
pub fn svg(games: &[GameLine], names: &[String]) -> String {
    let name = names.first().map_or("?", String::as_str);
    let [score, low, high] = lines(games);
    let mut chart = Chart::new(&format!("Score of {name}"), "games", "percent");
    chart.line("score", &score);
    chart.line("at least, with 95 %", &low);
    chart.line("at most", &high);
    chart.svg()
}

/// The mean score after each game of the first contestant, and the ends of its range.
fn lines(games: &[GameLine]) -> [Vec<(f64, f64)>; 3] {
    let scores: Vec<f64> = games
        .iter()
        .filter_map(|game| {
            let side = game.pair.iter().position(|&who| who == 0)?;
            Some(25.0 * f64::from(game.points[side]))
        })
        .collect();
    let step = scores.len().div_ceil(MOST_POINTS).max(1);
    let (mut sum, mut squares) = (0.0, 0.0);
    let mut lines = [const { Vec::new() }; 3];
    for (index, score) in scores.iter().enumerate() {
        sum += score;
        squares += score * score;
        let count = (index + 1) as f64;
        if (index + 1) % step == 0 || index + 1 == scores.len() {
            let mean = sum / count;
            let reach = 1.96 * ((squares / count - mean * mean).max(0.0) / count).sqrt();
            for (line, value) in
                lines.iter_mut().zip([mean, (mean - reach).max(0.0), (mean + reach).min(100.0)])
            {
                line.push((count, value));
            }
        }
    }
    lines
}
