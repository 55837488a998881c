//! The results of a run as text: a line while it goes on, tables at its end.

use std::fmt::Write;

use super::results::Results;
use super::sprt::{Sprt, SprtState};
use super::statistics::{EloRange, Estimate};

/// One line: score, Elo, likelihood of superiority, and the test if there is one.
pub fn line(results: &Results, names: &[String], sprt: Option<&Sprt>) -> String {
    let (Some(first), Some(name)) = (results.standings.first(), names.first()) else {
        return String::new();
    };
    let counts = results.counts(0);
    let mut text = format!(
        "{name} +{} ={} -{}  {:.1} %",
        first.wins,
        first.draws,
        first.losses,
        100.0 * first.points() / first.games().max(1) as f64,
    );
    if let Some(range) = counts.elo_range() {
        let _ = write!(text, "  Elo {}  LOS {:.1} %", elo(range), 100.0 * counts.superiority());
    }
    if let Some(sprt) = sprt {
        let (lower, upper) = sprt.bounds();
        let _ =
            write!(text, "  LLR {:.2} [{lower:.2}, {upper:.2}]", sprt.ratio(&results.sample(sprt)));
    }
    text
}

fn elo(range: EloRange) -> String {
    match range {
        EloRange::Within(estimate) => within(estimate),
        EloRange::AtLeast(value) => format!("at least {value:+.0}"),
        EloRange::AtMost(value) => format!("at most {value:+.0}"),
    }
}

fn within(Estimate { value, error }: Estimate) -> String {
    format!("{value:+.1} ±{error:.1}")
}

/// Everything, in tables.
pub fn tables(results: &Results, names: &[String], sprt: Option<&Sprt>) -> String {
    let mut text = String::new();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let _ = writeln!(
        text,
        "{:>4} {:<width$} {:>18} {:>8} {:>7} {:>6} {:>6} {:>6} {:>7}",
        "rank", "name", "Elo ±95 %", "points", "games", "won", "drawn", "lost", "score"
    );
    let mut order: Vec<usize> = (0..results.standings.len()).collect();
    let share = |who: usize| {
        let standing = results.standings[who];
        standing.points() / standing.games().max(1) as f64
    };
    order.sort_by(|&a, &b| share(b).total_cmp(&share(a)).then(a.cmp(&b)));
    for (rank, &who) in order.iter().enumerate() {
        let standing = results.standings[who];
        let _ = writeln!(
            text,
            "{:>4} {:<width$} {:>18} {:>8} {:>7} {:>6} {:>6} {:>6} {:>5.1} %",
            rank + 1,
            names.get(who).map_or("?", String::as_str),
            results.counts(who).elo_range().map_or_else(|| "?".into(), elo),
            standing.points(),
            standing.games(),
            standing.wins,
            standing.draws,
            standing.losses,
            100.0 * share(who),
        );
    }
    if results.standings.len() == 2 {
        text += &duel(results, names, sprt);
    }
    let _ = writeln!(text, "\nhow boards ended");
    let mut endings: Vec<_> = results.endings.iter().collect();
    endings.sort_by_key(|(ending, count)| (std::cmp::Reverse(**count), (*ending).clone()));
    for (ending, count) in endings {
        let _ = writeln!(text, "{count:>8}  {ending}");
    }
    if !results.offences.is_empty() {
        let _ = writeln!(text, "\nlost by fault or flag");
        for (offence, count) in &results.offences {
            let _ = writeln!(text, "{count:>8}  {offence}");
        }
    }
    let _ = writeln!(
        text,
        "\n{:<width$} {:>9} {:>12} {:>12} {:>7} {:>12}",
        "engine", "moves", "ms a move", "nodes a move", "depth", "nodes/s"
    );
    for spent in results.spent.values() {
        let each = |sum: u64| sum as f64 / spent.moves.max(1) as f64;
        let speed = spent.nodes as f64 * 1e6 / spent.micros.max(1) as f64;
        let _ = writeln!(
            text,
            "{:<width$} {:>9} {:>12.2} {:>12.0} {:>7.1} {:>12.0}",
            spent.engine,
            spent.moves,
            each(spent.micros) / 1e3,
            each(spent.nodes),
            each(spent.depths),
            speed,
        );
    }
    text
}

/// What two contestants have proved against each other.
fn duel(results: &Results, names: &[String], sprt: Option<&Sprt>) -> String {
    let counts = results.counts(0);
    let mut text = format!("\n{}\n", line(results, names, sprt));
    let outcomes: Vec<String> = counts.counts().iter().map(u64::to_string).collect();
    let what = if counts.counts().len() > 3 { "pairs of games by score" } else { "games by score" };
    let _ = write!(text, "{what}, from lost to won: {}", outcomes.join(" "));
    let known = matches!(counts.elo_range(), Some(EloRange::Within(_)));
    if let Some(estimate) = counts.normalized_elo().filter(|_| known) {
        let _ = write!(text, "; normalised Elo {}", within(estimate));
    }
    text.push('\n');
    if let Some(sprt) = sprt {
        let finding = match sprt.finding(&results.sample(sprt)) {
            SprtState::Open => "not decided yet",
            SprtState::H0 => "H0 accepted",
            SprtState::H1 => "H1 accepted",
        };
        let _ = writeln!(
            text,
            "SPRT of H0 {} against H1 {} ({:?}, alpha {}, beta {}): {finding}",
            sprt.elo0, sprt.elo1, sprt.model, sprt.alpha, sprt.beta
        );
    }
    text
}
