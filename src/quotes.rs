//! UCI commands on the command line, each in quotes: what to say where the quotes are
//! missing, or where a word was meant for one of the program's own commands.

use kralle::base::suggest::nearest;
use kralle::protocol::uci::UciCommand;

/// Commands that nobody means by themselves when words follow.
const TAKE_WORDS: [&str; 3] = ["go", "position", "setoption"];

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
    let meant = nearest(word, own_commands.iter().map(String::as_str))?;
    Some(format!("there is no command `{word}`; did you mean `{meant}`?"))
}

/// Does the word begin a UCI command that every game has?
fn is_uci(word: &str) -> bool {
    let known = UciCommand::parse(word);
    // `perft` is known and lacks a number; other words may be those of a game.
    known.is_err() || known.is_ok_and(|command| !matches!(command, UciCommand::Other(_)))
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
    }
}
