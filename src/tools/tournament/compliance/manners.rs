//! Steps without a search: how an engine introduces itself, and what it takes from a GUI.

use std::collections::BTreeSet;

use super::examiner::{Examiner, PROMPT};
use super::grammar::DeclaredOption;

/// It says who it is and what can be set.
pub fn introduction(examiner: &mut Examiner) {
    let heard = examiner.introduces_itself();
    examiner.step("answers `uci` with `uciok`", heard.clone().map(drop));
    let lines = heard.unwrap_or_default();
    for (what, word) in
        [("says its name: `id name`", "id name "), ("says its author: `id author`", "id author ")]
    {
        let found = lines.iter().any(|line| line.len() > word.len() && line.starts_with(word));
        examiner.step(what, found.then_some(()).ok_or_else(|| "it does not".into()));
    }
    let declared: Vec<_> = lines
        .iter()
        .filter(|line| line.starts_with("option"))
        .map(|line| DeclaredOption::read(line).map_err(|why| format!("`{line}`: {why}")))
        .collect();
    let wrong = declared.iter().find_map(|option| option.as_ref().err().cloned());
    examiner.step("declares its options in the form of UCI", wrong.map_or(Ok(()), Err));
    examiner.options = declared.into_iter().flatten().collect();
    let mut names = BTreeSet::new();
    let twice =
        examiner.options.iter().find(|option| !names.insert(option.name.to_ascii_lowercase()));
    let found = twice.map_or(Ok(()), |option| Err(format!("`{}` is", option.name)));
    examiner.step("declares no option twice", found);
    let ready = examiner.is_ready();
    examiner.step("answers `isready` with `readyok`", ready.map(drop));
}

/// It takes orders, its options among them.
pub fn orders(examiner: &mut Examiner) {
    examiner.takes("passes over empty lines and words that it does not know", &["", "xyzzy"]);
    examiner.takes("finds an order behind an unknown word", &["joho debug on"]);
    examiner.takes("takes `debug on` and `debug off`", &["debug on", "debug off"]);
    examiner.takes("takes spaces and tabs between words", &["  position \t startpos  "]);
    examiner.takes("takes lines that end in CR LF", &["position startpos\r", "debug off\r"]);
    examiner.send(&["isready"]);
    let both = examiner.is_ready().and_then(|_| examiner.hear("readyok", PROMPT));
    examiner.step("answers every `isready`", both.map(drop));
    examiner.takes("takes `ucinewgame`", &["ucinewgame"]);
    for kind in ["check", "spin", "combo", "string"] {
        let orders: Vec<String> = examiner
            .options
            .iter()
            .filter(|option| option.kind == kind)
            .filter_map(DeclaredOption::set_as_it_is)
            .collect();
        if !orders.is_empty() {
            let orders: Vec<&str> = orders.iter().map(String::as_str).collect();
            examiner.takes(&format!("takes each `{kind}` as it is"), &orders);
        }
    }
    // What other buttons do is not known.
    if examiner.option("Clear Hash").is_some_and(|option| option.kind == "button") {
        examiner.takes("takes the button `Clear Hash`", &["setoption name Clear Hash"]);
    }
    // Small values: a machine may not have the memory that an option could ask for.
    for (name, value) in [("Hash", 32), ("Hash", 16), ("Threads", 2), ("Threads", 1)] {
        if let Some(order) = examiner.option(name).and_then(|option| option.set_to(value)) {
            examiner.takes(&format!("takes {value} for `{name}`"), &[&order]);
        }
    }
    let unknown = "setoption name NoSuchOption value 1";
    examiner.takes("passes over an option that it does not have", &[unknown]);
}
