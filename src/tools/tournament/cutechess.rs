//! The lines of cutechess-cli, which rating tools and test frameworks read: games that begin and
//! end, scores, Elo, the sequential test.

use std::fmt::Write;

use super::archive::GameLine;
use super::results::Results;
use super::sprt::{Sprt, SprtState};

/// `Started game 1 of 10 (A vs B)`: the players by seat, White first.
pub fn started(number: u64, games: u64, seats: &[&str]) -> String {
    format!("Started game {number} of {games} ({})", seats.join(" vs "))
}

/// The end of a game, and the score after it.
pub fn finished(game: &GameLine, results: &Results, names: &[String]) -> String {
    let (number, seats) = (game.game + 1, game.seats.join(" vs "));
    let why = reason(game);
    let mut text = format!("Finished game {number} ({seats}): {} {{{why}}}\n", game.result);
    let [own, other] = game.pair.map(|who| names.get(who).map_or("?", String::as_str));
    let [lost, drawn, won] = results.games_of(game.pair);
    let all = lost + drawn + won;
    let score = (won as f64 + drawn as f64 / 2.0) / all.max(1) as f64;
    let _ = write!(text, "Score of {own} vs {other}: {won} - {lost} - {drawn}  [{score:.3}] {all}");
    text
}

/// Why a game ended, in the words that readers of these lines look for.
fn reason(game: &GameLine) -> String {
    let ended = |kind: &str| game.endings.iter().any(|ending| ending.starts_with(kind));
    let side = |white: bool| if white { "White" } else { "Black" };
    let white_won = game.result.starts_with("1-0");
    let (winner, loser) = (side(white_won), side(!white_won));
    let noted = |word: &str| game.notes.iter().any(|note| note.text.starts_with(word));
    if !matches!(game.result.as_str(), "1-0" | "0-1") {
        return match () {
            () if game.result != "1/2-1/2" => game.verdict.clone(),
            () if ended("repetition") => "Draw by 3-fold repetition".into(),
            () if ended("stalemate") => "Draw by stalemate".into(),
            () if ended("material") => "Draw by insufficient mating material".into(),
            () if ended("50-moves") => "Draw by fifty moves rule".into(),
            () if ended("adjudication") => "Draw by adjudication".into(),
            () => format!("Draw: {}", game.verdict),
        };
    }
    match () {
        () if ended("mate") => format!("{winner} mates"),
        () if ended("flag") => format!("{loser} loses on time"),
        () if ended("illegal-move") => format!("{loser} makes an illegal move"),
        () if ended("resignation") => format!("{loser} resigns"),
        () if ended("forfeit") && noted("crashed") => format!("{loser} disconnects"),
        () if ended("forfeit") => format!("{loser}'s connection stalls"),
        () if ended("adjudication") => format!("{winner} wins by adjudication"),
        () => format!("{winner} wins: {}", game.verdict),
    }
}

/// Elo, and the test if there is one.
pub fn standing(results: &Results, sprt: Option<&Sprt>) -> String {
    let counts = results.counts(0);
    let (value, error) = counts.elo().map_or((f64::NAN, f64::NAN), |elo| (elo.value, elo.error));
    let drawn: u64 = results.standings.first().map_or(0, |standing| standing.draws);
    let mut text = format!(
        "Elo difference: {value:.1} +/- {error:.1}, LOS: {:.1} %, DrawRatio: {:.1} %",
        100.0 * counts.superiority(),
        100.0 * drawn as f64 / results.games.max(1) as f64,
    );
    if let Some(sprt) = sprt {
        let (lower, upper) = sprt.bounds();
        let sample = results.sample(sprt);
        let ratio = sprt.ratio(&sample);
        let share = 100.0 * ratio / if ratio < 0.0 { -lower } else { upper };
        let finding = match sprt.finding(&sample) {
            SprtState::Open => "",
            SprtState::H0 => " - H0 was accepted",
            SprtState::H1 => " - H1 was accepted",
        };
        let _ = write!(
            text,
            "\nSPRT: llr {ratio:.3} ({share:.1}%), lbound {lower:.2}, ubound {upper:.2}{finding}"
        );
    }
    text
}

/// All players by their score, where there are more than two.
pub fn ranking(results: &Results, names: &[String]) -> String {
    let mut order: Vec<usize> = (0..results.standings.len()).collect();
    let share = |who: usize| {
        let standing = results.standings[who];
        standing.points() / standing.games().max(1) as f64
    };
    order.sort_by(|&a, &b| share(b).total_cmp(&share(a)).then(a.cmp(&b)));
    let mut text = format!(
        "{:>4} {:<24} {:>7} {:>7} {:>7} {:>7} {:>7}",
        "Rank", "Name", "Elo", "+/-", "Games", "Score", "Draw"
    );
    for (rank, &who) in order.iter().enumerate() {
        let standing = results.standings[who];
        let elo = results.counts(who).elo();
        let (value, error) = elo.map_or((f64::NAN, f64::NAN), |elo| (elo.value, elo.error));
        let _ = write!(
            text,
            "\n{:>4} {:<24} {value:>7.0} {error:>7.0} {:>7} {:>6.1}% {:>6.1}%",
            rank + 1,
            names.get(who).map_or("?", String::as_str),
            standing.games(),
            100.0 * share(who),
            100.0 * standing.draws as f64 / standing.games().max(1) as f64,
        );
    }
    text
}
