//! The chances of the teams over a game, as SVG.

use std::fmt::Write;

use super::{Annotated, Mark};

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

/// The graph: a line for the first team, or one for each of three players; dots where moves
/// were marked.
pub fn svg(found: &Annotated) -> String {
    let last = found.positions.len().saturating_sub(1).max(1);
    let x = |ply: usize| LEFT + (WIDTH - LEFT - RIGHT) * ply as f64 / last as f64;
    let y = |share: f64| TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - share);
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n<title>Chances over the \
         game</title>\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>"
    );
    for percent in [0, 25, 50, 75, 100] {
        let at = y(f64::from(percent) / 100.0);
        let stroke = if percent == 50 { "#999" } else { "#ddd" };
        let (right, label, below) = (WIDTH - RIGHT, LEFT - 6.0, at + 4.0);
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"{stroke}\"/><text x=\"{label}\" \
             y=\"{below:.1}\" text-anchor=\"end\" fill=\"#555\">{percent} %</text>"
        );
    }
    let three = found.seats.len() == 3;
    let lines: Vec<usize> = if three { vec![0, 1, 2] } else { vec![0] };
    for (index, &seat) in lines.iter().enumerate() {
        let points: Vec<String> = found
            .positions
            .iter()
            .enumerate()
            .map(|(ply, view)| format!("{:.1},{:.1}", x(ply), y(view.shares[seat])))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>",
            points.join(" "),
            COLORS[index]
        );
        let names: Vec<&str> = found
            .seats
            .iter()
            .enumerate()
            .filter(
                |(other, known)| {
                    if three { *other == seat } else { known.team == found.seats[seat].team }
                },
            )
            .map(|(_, known)| known.player.as_str())
            .collect();
        let at = LEFT + 280.0 * index as f64;
        let name = escaped(&names.join(" + "));
        let _ = writeln!(
            svg,
            "<text x=\"{at}\" y=\"20\" font-size=\"14\" fill=\"{}\">{name}</text>",
            COLORS[index]
        );
    }
    for (ply, judged) in found.judgements.iter().enumerate() {
        let Some(mark) = judged.mark else { continue };
        let played = &found.game.plies[ply].played;
        let line = if three { played.seat } else { 0 };
        let (at, share) = (x(ply + 1), found.positions[ply + 1].shares[line]);
        let word = &found.seats[played.seat].word;
        let _ = writeln!(
            svg,
            "<circle cx=\"{at:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"{}\"><title>{word} {}. {}{}\
             </title></circle>",
            y(share),
            color_of(mark),
            played.number,
            escaped(&played.san),
            mark.text()
        );
    }
    let step = (last / 12).max(1).next_multiple_of(if last > 24 { 10 } else { 1 });
    for ply in (0..=last).step_by(step) {
        let bottom = HEIGHT - 10.0;
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{bottom}\" text-anchor=\"middle\" fill=\"#555\">{ply}</text>",
            x(ply)
        );
    }
    svg + "</svg>\n"
}

/// Words, fit to stand in a document.
fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
