//! A small picture of lines over two axes, as SVG. Knows nothing of what they mean.

use std::fmt::Write;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 480.0;
/// Room for the words around the picture: left, top, right, bottom.
const LEFT: f64 = 80.0;
const TOP: f64 = 50.0;
const RIGHT: f64 = 30.0;
const BOTTOM: f64 = 60.0;
const COLORS: [&str; 6] = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf"];
/// About how many marks an axis gets.
const MARKS: f64 = 7.0;

/// A chart that is being made.
#[derive(Clone, Debug)]
pub struct Chart {
    title: String,
    axes: [String; 2],
    lines: Vec<(String, Vec<(f64, f64)>)>,
}

/// The span of an axis, and the step between its marks.
#[derive(Clone, Copy, Debug)]
struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

impl Axis {
    /// An axis with round marks around all these numbers.
    fn around(numbers: impl Iterator<Item = f64> + Clone) -> Self {
        let low = numbers.clone().fold(f64::INFINITY, f64::min);
        let high = numbers.fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
        // A flat line needs room too.
        let span = if high > low { high - low } else { high.abs().max(1.0) };
        let raw = span / MARKS;
        let power = 10_f64.powf(raw.log10().floor());
        let factor = [1.0, 2.0, 5.0].into_iter().find(|f| f * power >= raw).unwrap_or(10.0);
        let step = factor * power;
        let low = (low / step).floor() * step;
        let high = ((high / step).ceil() * step).max(low + step);
        Self { low, high, step }
    }

    /// Where a number stands, 0 to 1.
    fn share(self, number: f64) -> f64 {
        (number - self.low) / (self.high - self.low)
    }

    fn marks(self) -> impl Iterator<Item = f64> {
        let count = ((self.high - self.low) / self.step).round() as u32;
        (0..=count).map(move |mark| self.low + f64::from(mark) * self.step)
    }

    /// A number with as many places as the step has.
    fn label(self, number: f64) -> String {
        let places = (-self.step.log10().floor()).max(0.0) as usize;
        format!("{number:.places$}")
    }
}

impl Chart {
    /// An empty chart with words over it, below it and at its left.
    pub fn new(title: &str, across: &str, up: &str) -> Self {
        let axes = [across, up].map(String::from);
        Self { title: title.into(), axes, lines: Vec::new() }
    }

    /// Adds a line through points from left to right; what is no number is left out.
    pub fn line(&mut self, name: &str, points: &[(f64, f64)]) {
        let finite = |&(x, y): &(f64, f64)| x.is_finite() && y.is_finite();
        let points = points.iter().copied().filter(finite).collect();
        self.lines.push((name.into(), points));
    }

    /// The picture.
    pub fn svg(&self) -> String {
        let mut svg = String::new();
        // Writing to a string cannot fail.
        let _ = self.draw(&mut svg);
        svg
    }

    fn draw(&self, svg: &mut String) -> std::fmt::Result {
        let points = self.lines.iter().flat_map(|(_, points)| points);
        let across = Axis::around(points.clone().map(|&(x, _)| x));
        let up = Axis::around(points.map(|&(_, y)| y));
        let x = |number| LEFT + across.share(number) * (WIDTH - LEFT - RIGHT);
        let y = |number| HEIGHT - BOTTOM - up.share(number) * (HEIGHT - TOP - BOTTOM);
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">"
        )?;
        writeln!(svg, "<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>")?;
        let middle = (LEFT + right) / 2.0;
        writeln!(
            svg,
            "<text x=\"{middle}\" y=\"26\" font-size=\"17\" text-anchor=\"middle\">{}</text>",
            escaped(&self.title)
        )?;
        for mark in across.marks() {
            let (x, label) = (x(mark), across.label(mark));
            writeln!(svg, "<path d=\"M{x:.1} {TOP}V{bottom}\" stroke=\"#ddd\"/>")?;
            let y = bottom + 20.0;
            writeln!(svg, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{label}</text>")?;
        }
        for mark in up.marks() {
            let (y, label) = (y(mark), up.label(mark));
            writeln!(svg, "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#ddd\"/>")?;
            let (x, y) = (LEFT - 8.0, y + 4.0);
            writeln!(svg, "<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{label}</text>")?;
        }
        writeln!(
            svg,
            "<path d=\"M{LEFT} {TOP}V{bottom}H{right}\" fill=\"none\" stroke=\"#222\"/>"
        )?;
        let [below, beside] = self.axes.each_ref().map(|words| escaped(words));
        let y_below = HEIGHT - 15.0;
        writeln!(
            svg,
            "<text x=\"{middle}\" y=\"{y_below}\" text-anchor=\"middle\">{below}</text>"
        )?;
        let height = (TOP + bottom) / 2.0;
        writeln!(
            svg,
            "<text transform=\"translate(18 {height}) rotate(-90)\" \
             text-anchor=\"middle\">{beside}</text>"
        )?;
        for (index, (name, points)) in self.lines.iter().enumerate() {
            let color = COLORS[index % COLORS.len()];
            let path: Vec<String> =
                points.iter().map(|&(a, b)| format!("{:.1},{:.1}", x(a), y(b))).collect();
            let path = path.join(" ");
            writeln!(
                svg,
                "<polyline points=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>"
            )?;
            let (from, to, at) = (right - 150.0, right - 120.0, TOP + 18.0 + 20.0 * index as f64);
            writeln!(svg, "<path d=\"M{from} {at}H{to}\" stroke=\"{color}\" stroke-width=\"2\"/>")?;
            let (x, y) = (to + 8.0, at + 4.0);
            writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{}</text>", escaped(name))?;
        }
        writeln!(svg, "</svg>")
    }
}

/// Words, fit to stand in a document.
pub fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_marks_around_everything() {
        for (numbers, low, high, labels) in [
            (vec![0.0213, 0.0487], 0.02, 0.05, ["0.020", "0.025"]),
            (vec![0.0, 20.0], 0.0, 20.0, ["0", "5"]),
            (vec![3.0], 3.0, 3.5, ["3.0", "3.5"]),
            (vec![], 0.0, 1.0, ["0.0", "0.2"]),
        ] {
            let axis = Axis::around(numbers.iter().copied());
            assert!((axis.low - low).abs() < 1e-9 && (axis.high - high).abs() < 1e-9, "{axis:?}");
            let found: Vec<String> = axis.marks().take(2).map(|mark| axis.label(mark)).collect();
            assert_eq!(found, labels);
        }
    }

    #[test]
    fn every_point_is_drawn_inside_the_axes() {
        let mut chart = Chart::new("a < b & c", "epoch", "loss");
        chart.line("falling", &[(0.0, 0.05), (1.0, 0.04), (2.0, f64::NAN), (3.0, 0.021)]);
        chart.line("nothing", &[]);
        let svg = chart.svg();
        assert!(svg.contains("a &lt; b &amp; c"));
        let line = svg.split("<polyline points=\"").nth(1).unwrap().split('"').next().unwrap();
        let points: Vec<(f64, f64)> = line
            .split(' ')
            .map(|point| point.split_once(',').unwrap())
            .map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap()))
            .collect();
        assert_eq!(points.len(), 3);
        for (x, y) in &points {
            assert!((LEFT..=WIDTH - RIGHT).contains(x) && (TOP..=HEIGHT - BOTTOM).contains(y));
        }
        assert!(points.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1));
    }
}
