//! UCI commands on the command line, each in quotes: what to say where the quotes are
//! missing, or where a word was meant for one of the program's own commands.

use kralle::protocol::uci::UciCommand;

/// Commands that nobody means by themselves when words follow.
const TAKE_WORDS: [&str; 3] = ["go", "position", "setoption"];

/// So many letters may be wrong in a word that is corrected.
const MOST_WRONG: usize = 2;

/// What is wrong with these UCI commands, if it can be seen before they are carried out.
pub fn advice(lines: &[String], own_commands: &[String]) -> Option<String> {
    let bare = |line: &String| !line.contains(char::is_whitespace);
    let takes_words = |line: &String| TAKE_WORDS.contains(&line.as_str());
    let begins = |pair: &[String]| takes_words(&pair[0]) && bare(&pair[1]) && !is_uci(&pair[1]);
    if lines.windows(2).any(begins) {
        return Some(format!("put each UCI command in quotes: kralle \"{}\"", lines.join(" ")));
    }
    let word = lines.first()?.split_whitespace().next()?;
    if is_uci(word) {
        return None;
    }
    let nearest = own_commands.iter().min_by_key(|command| distance(word, command))?;
    let near = distance(word, nearest) <= MOST_WRONG;
    near.then(|| format!("there is no command `{word}`; did you mean `{nearest}`?"))
}

/// Does the word begin a UCI command that every game has?
fn is_uci(word: &str) -> bool {
    let known = UciCommand::parse(word);
    // `perft` is known and lacks a number; other words may be those of a game.
    known.is_err() || known.is_ok_and(|command| !matches!(command, UciCommand::Other(_)))
}

/// How many letters must be put in, left out, changed or swapped with their neighbours to
/// make one word of another.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut rows = vec![(0..=to.len()).collect::<Vec<usize>>()];
    for i in 1..=from.len() {
        let mut row = vec![i];
        for j in 1..=to.len() {
            let changed = rows[i - 1][j - 1] + usize::from(from[i - 1] != to[j - 1]);
            let mut least = changed.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advice_on(lines: &[&str]) -> Option<String> {
        let own = ["match", "perft", "bench", "tune", "train"].map(String::from);
        advice(&lines.iter().map(|&line| line.into()).collect::<Vec<_>>(), &own)
    }

    #[test]
    fn missing_quotes_are_seen() {
        let quoted = advice_on(&["go", "depth", "5"]).unwrap();
        assert!(quoted.ends_with("kralle \"go depth 5\""), "{quoted}");
        assert!(advice_on(&["position", "startpos"]).is_some());
        for lines in [&["go", "stop"][..], &["go depth 5", "d"], &["uci"], &["go"], &["hand PN x"]]
        {
            assert_eq!(advice_on(lines), None, "{lines:?}");
        }
    }

    #[test]
    fn own_commands_are_suggested() {
        let meant = advice_on(&["mathc"]).unwrap();
        assert!(meant.contains("`match`"), "{meant}");
        assert_eq!(advice_on(&["verdict"]), None);
        assert_eq!((distance("mathc", "match"), distance("", "ab")), (1, 2));
    }
}
