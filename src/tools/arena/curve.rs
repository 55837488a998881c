//! The score of the first contestant over the games of a run, as SVG: a line, and round it
//! the range in which the true score lies with 95 %.

use std::fmt::Write;

use super::archive::GameLine;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 50.0;
const TOP: f64 = 36.0;
/// More points than this are not seen.
const MOST_POINTS: usize = 800;

/// Draws the curve.
pub fn svg(games: &[GameLine], names: &[String]) -> String {
    let name = escaped(names.first().map_or("?", String::as_str));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"{w}\" height=\"{h}\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"20\">score of {name} over the games, with its 95 % range</text>\n",
        w = WIDTH + 2.0 * LEFT,
        h = HEIGHT + 2.0 * TOP,
    );
    for percent in [0, 25, 50, 75, 100] {
        let y = y_of(f64::from(percent) / 100.0);
        let _ = writeln!(
            text,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#ccc\"/>\
             <text x=\"8\" y=\"{:.1}\">{percent} %</text>",
            LEFT + WIDTH,
            y + 4.0
        );
    }
    let points = points(games);
    let path = |value: &dyn Fn(&Point) -> f64| -> Vec<String> {
        points.iter().map(|p| format!("{:.1},{:.1}", p.x, y_of(value(p)))).collect()
    };
    let upper = path(&|p| (p.score + p.reach).min(1.0));
    let mut lower = path(&|p| (p.score - p.reach).max(0.0));
    lower.reverse();
    let _ = writeln!(
        text,
        "<polygon points=\"{} {}\" fill=\"#9bc\" fill-opacity=\"0.4\"/>",
        upper.join(" "),
        lower.join(" ")
    );
    let line = path(&|p| p.score);
    let _ = writeln!(
        text,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#136\" stroke-width=\"2\"/>",
        line.join(" ")
    );
    let _ = writeln!(
        text,
        "<text x=\"{LEFT}\" y=\"{y}\">0</text><text x=\"{x}\" y=\"{y}\" text-anchor=\"end\">{} games</text>\n</svg>",
        games.len(),
        x = LEFT + WIDTH,
        y = HEIGHT + TOP + 20.0
    );
    text
}

struct Point {
    x: f64,
    score: f64,
    reach: f64,
}

/// The mean score after each game of the first contestant, and its error.
fn points(games: &[GameLine]) -> Vec<Point> {
    let scores: Vec<f64> = games
        .iter()
        .filter_map(|game| {
            let side = game.pair.iter().position(|&who| who == 0)?;
            Some(f64::from(game.points[side]) / 4.0)
        })
        .collect();
    let step = scores.len().div_ceil(MOST_POINTS).max(1);
    let (mut sum, mut squares) = (0.0, 0.0);
    let mut points = Vec::new();
    for (index, score) in scores.iter().enumerate() {
        sum += score;
        squares += score * score;
        let count = (index + 1) as f64;
        if (index + 1) % step == 0 || index + 1 == scores.len() {
            let mean = sum / count;
            let variance = (squares / count - mean * mean).max(0.0);
            let x = LEFT + WIDTH * count / scores.len() as f64;
            points.push(Point { x, score: mean, reach: 1.96 * (variance / count).sqrt() });
        }
    }
    points
}

fn y_of(score: f64) -> f64 {
    TOP + HEIGHT * (1.0 - score)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
