//! The form of what a UCI engine says: options, what a search tells, and its answer; and
//! whether that is legal.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::table::{GameKind, Table};

/// An option as an engine declares it: `option name Hash type spin default 16 min 1 max 1024`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclaredOption {
    /// Its name.
    pub name: String,
    /// check, spin, combo, string or button.
    pub kind: String,
    /// What it is without being set; empty for buttons.
    usual: String,
    /// From and to, of numbers.
    range: Option<[i64; 2]>,
    /// What a combo may be.
    pub values: Vec<String>,
}

impl DeclaredOption {
    /// Reads a declaration.
    pub fn read(line: &str) -> Result<Self, &'static str> {
        let rest = line.strip_prefix("option name ").ok_or("it has no name")?;
        let (name, rest) = rest.split_once(" type ").ok_or("it has no type")?;
        let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let words: Vec<&str> = rest.split_whitespace().collect();
        let after = |word: &str| {
            let at = words.iter().position(|&other| other == word)?;
            words.get(at + 1).copied()
        };
        let number = |word| after(word).and_then(|value| value.parse::<i64>().ok());
        let (mut usual, mut range) = (after("default").unwrap_or_default().to_owned(), None);
        let mut values: Vec<String> = Vec::new();
        match kind.trim() {
            "check" if matches!(&*usual, "true" | "false") => {}
            "check" => return Err("its default is neither true nor false"),
            "spin" => match (number("min"), number("default"), number("max")) {
                (Some(least), Some(value), Some(most)) if (least..=most).contains(&value) => {
                    range = Some([least, most]);
                }
                (Some(_), Some(_), Some(_)) => return Err("its default is out of its range"),
                _ => return Err("it lacks default, min or max"),
            },
            "combo" => {
                let mut parts = rest.split("var ").map(str::trim);
                let first = parts.next().and_then(|part| part.strip_prefix("default "));
                usual = first.ok_or("it has no default")?.to_owned();
                values.extend(parts.map(str::to_owned));
                if values.is_empty() {
                    return Err("it has no var");
                }
                if !values.contains(&usual) {
                    return Err("its default is none of its values");
                }
            }
            "string" => {
                let text = rest.trim().strip_prefix("default").ok_or("it has no default")?;
                usual = text.trim().to_owned();
            }
            "button" => {}
            _ => return Err("it has an unknown type"),
        }
        Ok(Self { name: name.into(), kind: kind.trim().into(), usual, range, values })
    }

    /// The order that sets it to what it is; none where that is nothing, or a button.
    pub fn set_as_it_is(&self) -> Option<String> {
        let empty = matches!(&*self.usual, "" | "<empty>");
        (!empty).then(|| format!("setoption name {} value {}", self.name, self.usual))
    }

    /// The order that sets it to a number, if it can be so much.
    pub fn set_to(&self, value: i64) -> Option<String> {
        let [least, most] = self.range?;
        let fits = (least..=most).contains(&value);
        fits.then(|| format!("setoption name {} value {value}", self.name))
    }
}

/// The move that the last line plays.
pub fn best_move(lines: &[String]) -> &str {
    let last = lines.last().map_or("", String::as_str);
    last.split_whitespace().nth(1).unwrap_or_default()
}

/// Lines that tell something, in words; texts are left out.
fn infos(lines: &[String]) -> impl Iterator<Item = Vec<&str>> {
    let words = lines.iter().map(|line| line.split_whitespace().collect::<Vec<_>>());
    words.filter(|words| words.first() == Some(&"info") && words.get(1) != Some(&"string"))
}

/// What stands behind a word of a line.
fn after<'a>(words: &[&'a str], word: &str) -> Option<&'a str> {
    let at = words.iter().position(|&other| other == word)?;
    words.get(at + 1).copied()
}

/// Lines with depth, score and a line of play: the last words of such a line are the moves.
fn lines_of_play(lines: &[String]) -> impl Iterator<Item = (Vec<&str>, Vec<&str>)> {
    infos(lines).filter_map(|mut words| {
        let at = words.iter().position(|&word| word == "pv")?;
        let moves = words.split_off(at + 1);
        (words.contains(&"depth") && words.contains(&"score")).then_some((words, moves))
    })
}

/// The position of an order.
fn set_up(game: &GameKind, position: &str) -> Result<Box<dyn Table>, String> {
    let (place, moves) = position.split_once(" moves ").unwrap_or((position, ""));
    let fen = place.strip_prefix("position fen ");
    let mut table = game.set_up(fen).map_err(|error| error.to_string())?;
    play(&mut *table, moves.split_whitespace())?;
    Ok(table)
}

/// Plays moves until the game is over.
fn play<'a>(table: &mut dyn Table, moves: impl Iterator<Item = &'a str>) -> Result<(), String> {
    for text in moves {
        let Some(seat) = table.on_move(0).filter(|_| !table.verdict().is_over()) else { break };
        table.play(seat, text).map_err(|_| format!("`{text}` is not legal"))?;
    }
    Ok(())
}

/// Is an answer legal, and are the lines before it of the form of UCI?
pub fn examined(game: &GameKind, position: &str, lines: &[String]) -> Result<(), String> {
    let mut table = set_up(game, position)?;
    for words in infos(lines) {
        well_formed(&words).map_err(|why| format!("{why} in `{}`", words.join(" ")))?;
    }
    for (_, moves) in lines_of_play(lines) {
        play(&mut *table.copy(), moves.iter().copied())
            .map_err(|why| format!("{why} in the line `{}`", moves.join(" ")))?;
    }
    let answer: Vec<&str> =
        lines.last().map_or("", String::as_str).split_whitespace().skip(1).collect();
    match answer[..] {
        [_] | [_, "ponder", _] => {}
        _ => return Err("its answer is not of the form `bestmove MOVE [ponder MOVE]`".into()),
    }
    if !table.legal(0).iter().any(|legal| *legal == answer[0]) {
        return Err(format!("`{}` is not legal", answer[0]));
    }
    play(&mut *table, answer.iter().copied().filter(|&word| word != "ponder"))
        .map_err(|why| format!("{why} after its answer"))?;
    match lines_of_play(lines).next() {
        Some(_) => Ok(()),
        None => Err("no `info` line has depth, score and pv".into()),
    }
}

/// Words whose values are numbers from 0.
const NUMBERS: [&str; 11] = [
    "depth",
    "seldepth",
    "time",
    "nodes",
    "nps",
    "multipv",
    "currmovenumber",
    "hashfull",
    "tbhits",
    "sbhits",
    "cpuload",
];

/// `info depth 7 seldepth 9 score cp 31 lowerbound nodes 4000 nps 90000 time 44 pv e2e4 e7e5`
fn well_formed(words: &[&str]) -> Result<(), String> {
    let mut rest = &words[1..];
    while let [word, after @ ..] = rest {
        rest = after;
        let value = after.first().copied().unwrap_or("nothing");
        match *word {
            // Moves, to the end of the line.
            "pv" | "refutation" | "currline" | "string" => break,
            "score" => {
                let number = after.get(1).is_some_and(|text| text.parse::<i32>().is_ok());
                if !matches!(value, "cp" | "mate") || !number {
                    return Err("`score` is neither `cp` nor `mate` with a whole number".into());
                }
            }
            word if NUMBERS.contains(&word) && value.parse::<u64>().is_err() => {
                return Err(format!("`{word}` is `{value}`"));
            }
            "hashfull" if value.parse::<u64>().is_ok_and(|share| share > 1000) => {
                return Err("`hashfull` is more than 1000".into());
            }
            _ => {}
        }
    }
    Ok(())
}

/// Does any line tell this?
pub fn tells(lines: &[String], word: &str) -> Result<(), String> {
    let found = infos(lines).any(|words| after(&words, word).is_some());
    found.then_some(()).ok_or_else(|| "no line does".into())
}

/// Does no line tell a depth below that of one before?
pub fn depths_rise(lines: &[String]) -> Result<(), String> {
    let mut last = 0;
    for (words, _) in lines_of_play(lines) {
        let depth = after(&words, "depth").and_then(|depth| depth.parse::<u32>().ok());
        let depth = depth.unwrap_or_default();
        if depth < last {
            return Err(format!("depth {depth} comes after {last}"));
        }
        last = depth;
    }
    Ok(())
}

/// Does the last line of play begin with the move that is played?
pub fn last_line_is_played(lines: &[String]) -> Result<(), String> {
    let (_, moves) = lines_of_play(lines).last().ok_or("it told none")?;
    match (moves.first(), best_move(lines)) {
        (Some(&first), best) if first == best => Ok(()),
        (first, best) => Err(format!("it told `{}` and plays `{best}`", first.unwrap_or(&""))),
    }
}

/// Did it tell so many lines, by `multipv` from 1 on, that begin with different moves?
pub fn tells_several_lines(lines: &[String], count: usize) -> Result<(), String> {
    // Of each rank the line that was told last holds.
    let ranked: BTreeMap<usize, &str> = lines_of_play(lines)
        .filter_map(|(words, moves)| {
            let rank = after(&words, "multipv")?.parse().ok()?;
            Some((rank, moves.first().copied()?))
        })
        .collect();
    let different: BTreeSet<&str> = ranked.values().copied().collect();
    if ranked.keys().copied().eq(1..=count) && different.len() == count {
        return Ok(());
    }
    Err(format!("it tells {} and {} first moves", ranked.len(), different.len()))
}

/// Is the last line of a search a mate in so many moves, that of the side to move if above 0?
pub fn ends_in_mate(
    game: &GameKind,
    position: &str,
    lines: &[String],
    mate: i64,
) -> Result<(), String> {
    let (words, moves) = lines_of_play(lines).last().ok_or("it told no line of play")?;
    if after(&words, "mate") != Some(&*mate.to_string()) {
        return Err(format!("it tells `{}`", words.join(" ")));
    }
    let mut table = set_up(game, position)?;
    play(&mut *table, moves.iter().copied())?;
    let plies = 2 * mate.unsigned_abs() as usize - usize::from(mate > 0);
    if moves.len() != plies || !table.verdict().is_over() {
        return Err(format!("its line `{}` is no mate after {plies} plies", moves.join(" ")));
    }
    last_line_is_played(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::catalogue::{BuiltIn, Variant};

    #[test]
    fn options_have_a_form() {
        let read = |line: &str| DeclaredOption::read(&format!("option name {line}"));
        for good in [
            "Hash type spin default 16 min 1 max 1024",
            "Clear Hash type button",
            "Ponder type check default false",
            "Style type combo default Very Normal var Solid var Very Normal",
            "File type string default <empty>",
            "Other File type string default",
        ] {
            assert!(read(good).is_ok(), "{good}");
        }
        for bad in [
            "Hash type spin default 0 min 1 max 1024",
            "Hash type spin default 16",
            "Ponder type check default no",
            "Style type combo default Normal",
            "Style type combo default Normal var Solid",
            "File type text default x",
            "File type string",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert!(DeclaredOption::read("option Hash type button").is_err());
    }

    #[test]
    fn options_are_set_to_what_they_are_or_to_a_number_in_their_range() {
        let read = |line: &str| DeclaredOption::read(&format!("option name {line}")).unwrap();
        let hash = read("Hash type spin default 16 min 4 max 1024");
        assert_eq!(hash.set_as_it_is().unwrap(), "setoption name Hash value 16");
        assert_eq!(hash.set_to(32).unwrap(), "setoption name Hash value 32");
        assert_eq!(hash.set_to(1), None);
        assert_eq!(read("File type string default <empty>").set_as_it_is(), None);
        assert_eq!(read("Clear type button").set_as_it_is(), None);
        assert_eq!(read("Ponder type check default true").set_to(1), None);
    }

    fn lines(lines: &[&str]) -> Vec<String> {
        lines.iter().map(|&line| line.into()).collect()
    }

    fn chess() -> GameKind {
        GameKind::new(Variant::from(BuiltIn::Chess))
    }

    #[test]
    fn answers_are_examined() {
        let said = |said: &[&str]| {
            examined(&chess(), "position startpos moves e2e4", &lines(said)).is_ok()
        };
        let info = "info depth 2 score cp 20 lowerbound nodes 9 pv e7e5 g1f3";
        assert!(said(&[info, "bestmove e7e5"]));
        assert!(said(&[info, "bestmove e7e5 ponder g1f3"]));
        assert!(!said(&[info, "bestmove e7e5 ponder g8f6"]));
        assert!(!said(&[info, "bestmove e7e5 g1f3"]));
        assert!(!said(&[info, "bestmove e2e4"]));
        assert!(!said(&[info, "bestmove"]));
        assert!(!said(&["bestmove e7e5"]));
        for bad in [
            "info depth 2 score cp 20 pv e7e5 e7e5",
            "info depth two score cp 20 pv e7e5",
            "info depth 2 score 20 pv e7e5",
            "info depth 2 score cp 0.2 pv e7e5",
            "info depth 2 score cp 20 nps 1.5 pv e7e5",
            "info depth 2 score cp 20 hashfull 1001 pv e7e5",
        ] {
            assert!(!said(&[info, bad, "bestmove e7e5"]), "{bad}");
        }
    }

    #[test]
    fn what_a_search_tells_is_compared_with_what_it_plays() {
        let told = lines(&[
            "info string depth 9",
            "info depth 1 score cp 3 multipv 1 pv e2e4",
            "info depth 2 score cp 3 multipv 1 pv d2d4",
            "info depth 2 score cp 1 multipv 2 pv e2e4",
            "bestmove e2e4",
        ]);
        assert!(tells(&told, "score").is_ok() && tells(&told, "nodes").is_err());
        assert!(depths_rise(&told).is_ok() && last_line_is_played(&told).is_ok());
        assert!(tells_several_lines(&told, 2).is_ok() && tells_several_lines(&told, 3).is_err());
        let mut falls = told;
        falls.swap(1, 2);
        assert!(depths_rise(&falls).is_err());
        falls.truncate(3);
        assert!(tells_several_lines(&falls, 2).is_err());
        falls.push("bestmove a2a3".into());
        assert!(last_line_is_played(&falls).is_err());
    }

    #[test]
    fn the_line_of_a_mate_ends_in_mate() {
        let position = "position fen 6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";
        let said = |line: &str, best: &str| {
            let told = lines(&[&format!("info depth 3 score {line}"), best]);
            ends_in_mate(&chess(), position, &told, 1).is_ok()
        };
        assert!(said("mate 1 pv e1e8", "bestmove e1e8"));
        assert!(!said("cp 900 pv e1e8", "bestmove e1e8"));
        assert!(!said("mate 2 pv e1e8", "bestmove e1e8"));
        assert!(!said("mate 1 pv e1e7", "bestmove e1e7"));
        assert!(!said("mate 1 pv e1e8", "bestmove e1e7"));
    }
}
