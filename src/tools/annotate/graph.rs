//! The chances of the teams over a game, as SVG.

use std::fmt::Write;

use super::{Annotated, Mark};
use crate::tools::chart::escaped;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 300.0;
/// Room around the graph: left, top, right, bottom.
const LEFT: f64 = 46.0;
const TOP: f64 = 34.0;
const RIGHT: f64 = 14.0;
const BOTTOM: f64 = 30.0;
const COLORS: [&str; 3] = ["#2b6cb0", "#c05621", "#2f855a"];

const fn color_of(mark: Mark) -> &'static str {
    match mark {
        Mark::Inaccuracy => "#b7791f",
        Mark::Mistake => "#dd6b20",
        Mark::Blunder => "#c53030",
    }
}

/// Where plies and shares stand.
struct GraphFrame {
    last: usize,
}

impl GraphFrame {
    fn x(&self, ply: usize) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * ply as f64 / self.last as f64
    }

    fn y(share: f64) -> f64 {
        TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - share)
    }
}

/// The graph: a line for the first team, or one for each of three players; dots where moves
/// were marked.
pub fn svg(found: &Annotated) -> String {
    let frame = GraphFrame { last: found.positions.len().saturating_sub(1).max(1) };
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n<title>Chances over the \
         game</title>\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>"
    );
    axes(&mut svg, &frame);
    curves(&mut svg, found, &frame);
    dots(&mut svg, found, &frame);
    svg + "</svg>\n"
}

fn axes(svg: &mut String, frame: &GraphFrame) {
    for percent in [0, 25, 50, 75, 100] {
        let at = GraphFrame::y(f64::from(percent) / 100.0);
        let stroke = if percent == 50 { "#999" } else { "#ddd" };
        let (right, label, below) = (WIDTH - RIGHT, LEFT - 6.0, at + 4.0);
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"{stroke}\"/><text x=\"{label}\" \
             y=\"{below:.1}\" text-anchor=\"end\" fill=\"#555\">{percent} %</text>"
        );
    }
    let step = (frame.last / 12).max(1).next_multiple_of(if frame.last > 24 { 10 } else { 1 });
    for ply in (0..=frame.last).step_by(step) {
        let (x, bottom) = (frame.x(ply), HEIGHT - 10.0);
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{bottom}\" text-anchor=\"middle\" fill=\"#555\">{ply}</text>"
        );
    }
}

/// Are there three players, each alone?
fn is_three(found: &Annotated) -> bool {
    found.seats.len() == 3
}

fn curves(svg: &mut String, found: &Annotated, frame: &GraphFrame) {
    let three = is_three(found);
    let first = if three { 0..3 } else { 0..1 };
    for seat in first {
        let views = found.positions.iter().enumerate();
        let points: Vec<String> = views
            .map(|(ply, view)| {
                format!("{:.1},{:.1}", frame.x(ply), GraphFrame::y(view.shares[seat]))
            })
            .collect();
        let color = COLORS[seat];
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>",
            points.join(" ")
        );
        let team = found.seats.iter().enumerate().filter(|&(other, known)| {
            if three { other == seat } else { known.team == found.seats[seat].team }
        });
        let names: Vec<&str> = team.map(|(_, known)| known.player.as_str()).collect();
        let (x, name) = (LEFT + 280.0 * seat as f64, escaped(&names.join(" + ")));
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"20\" font-size=\"14\" fill=\"{color}\">{name}</text>"
        );
    }
}

fn dots(svg: &mut String, found: &Annotated, frame: &GraphFrame) {
    for (ply, judged) in found.judgements.iter().enumerate() {
        let Some(mark) = judged.mark else { continue };
        let played = &found.game.plies[ply].played;
        let line = if is_three(found) { played.seat } else { 0 };
        let (x, y) = (frame.x(ply + 1), GraphFrame::y(found.positions[ply + 1].shares[line]));
        let (word, color) = (&found.seats[played.seat].word, color_of(mark));
        let (number, san, text) = (played.number, escaped(&played.san), mark.text());
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{color}\"><title>{word} \
             {number}. {san}{text}</title></circle>"
        );
    }
}
