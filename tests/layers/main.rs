//! What the structure of the sources promises. Imports only go down the floors; the files of
//! a floor form no circle; one type name stands for one thing; names of games are asked of the
//! list of games; functions and lines stay short. What is not so yet stands in a list by name:
//! a list must be exact, so that it can only shrink.

mod circles;
mod lists;
mod source;

use std::collections::{BTreeMap, BTreeSet};

use lists::{
    FILES_THAT_NAME_GAMES, KNOWN_CIRCLES, KNOWN_FILES_THAT_NAME_GAMES, KNOWN_LONG_FUNCTIONS,
    KNOWN_SHARED_TYPE_NAMES, KNOWN_WIDE_FILES, LONG_FUNCTIONS, SHARED_TYPE_NAMES,
};
use source::Source;

/// The floors, lowest first, as the crate's documentation has them.
const FLOORS: [&str; 9] =
    ["base", "board", "notation", "game", "eval", "search", "player", "protocol", "tools"];

/// What lies beside the floors and may be named by nobody.
const ROOT: &str = "";

/// How many type names may be shared at most.
const MOST_SHARED_TYPE_NAMES: usize = 12;

/// How many files may name games.
const MOST_FILES_THAT_NAME_GAMES: usize = 5;

/// The most lines of a function.
const MOST_LINES: usize = 80;

/// The most columns of a line.
const MOST_COLUMNS: usize = 100;

/// Compares what was found with what is known; both lists must agree.
fn assert_known(what: &str, found: &BTreeSet<String>, known: &[&str]) {
    let known: BTreeSet<String> = known.iter().map(|&name| name.to_owned()).collect();
    let new: Vec<_> = found.difference(&known).collect();
    let gone: Vec<_> = known.difference(found).collect();
    assert!(new.is_empty(), "{what}, new:\n{new:#?}");
    assert!(gone.is_empty(), "{what}, no longer so: take them off the list\n{gone:#?}");
}

#[test]
fn imports_only_go_down() {
    let floor = |name: &str| FLOORS.iter().position(|&floor| floor == name);
    let mut arrows = 0;
    let mut upward = Vec::new();
    for source in source::all() {
        // What stands beside the floors (`lib.rs`, the program itself) may use them all.
        let Some(own) = source.floor() else { continue };
        let own_floor = floor(own).unwrap_or_else(|| panic!("{own} is no floor"));
        let uses = source.uses().into_iter().map(|item| item.path);
        for path in uses.chain(source.inline_paths()) {
            if path.first().is_none_or(|root| root != "crate") {
                continue;
            }
            let name = path.get(1).map_or(ROOT, String::as_str);
            arrows += 1;
            if floor(name).is_none_or(|other| other > own_floor) {
                upward.push(format!("{}: {own} uses {}", source.name, path.join("::")));
            }
        }
    }
    assert!(arrows > 500, "only {arrows} imports were found: is the test still reading them?");
    assert!(upward.is_empty(), "arrows that run upward:\n{}", upward.join("\n"));
}

#[test]
fn files_form_no_circle() {
    let sources = source::all();
    let graph = circles::Graph::of(&sources);
    assert!(graph.arrows() > 500, "only {} arrows: is the test still reading?", graph.arrows());
    let found = graph.circles();
    for circle in &found {
        println!("{} files:", circle.len());
        for line in graph.within(circle) {
            println!("    {line}");
        }
    }
    let found: BTreeSet<String> = found.iter().map(|circle| circle.join(" ")).collect();
    let known: Vec<String> = KNOWN_CIRCLES.iter().map(|circle| circle.join(" ")).collect();
    assert_known("circles", &found, &known.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn a_type_name_stands_for_one_thing() {
    let mut files: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for source in source::all() {
        for name in source.types() {
            files.entry(name).or_default().insert(source.name.clone());
        }
    }
    let shared: BTreeSet<String> = files
        .iter()
        .filter(|(name, files)| files.len() > 1 && !SHARED_TYPE_NAMES.contains(&name.as_str()))
        .map(|(name, _)| name.clone())
        .collect();
    for name in &shared {
        println!("{name}: {:?}", files[name]);
    }
    assert!(SHARED_TYPE_NAMES.len() <= MOST_SHARED_TYPE_NAMES);
    assert_known("type names of several files", &shared, KNOWN_SHARED_TYPE_NAMES);
}

#[test]
fn games_are_named_in_one_place() {
    let names = ["chess", "crazyhouse", "bughouse", "doorgeefschaak", "tandem", "tandemordnung"];
    let names = names.into_iter().chain(["superschaak", "vierschaak", "drieschaak"]);
    let names: BTreeSet<&str> = names.collect();
    let found: BTreeSet<String> = source::all()
        .iter()
        .filter(|source| source.literals.iter().any(|text| names.contains(text.as_str())))
        .map(|source| source.name.clone())
        .filter(|name| !FILES_THAT_NAME_GAMES.contains(&name.as_str()))
        .collect();
    assert!(FILES_THAT_NAME_GAMES.len() <= MOST_FILES_THAT_NAME_GAMES);
    assert_known("files that name games", &found, KNOWN_FILES_THAT_NAME_GAMES);
}

#[test]
fn functions_are_short() {
    let mut count = 0;
    let mut long = BTreeSet::new();
    for source in source::all() {
        for (name, lines) in source.functions() {
            count += 1;
            if lines > MOST_LINES {
                long.insert(format!("{}: {name}", source.name));
            }
        }
    }
    assert!(count > 1_000, "only {count} functions were found: is the test still reading them?");
    let known = [LONG_FUNCTIONS, KNOWN_LONG_FUNCTIONS].concat();
    assert_known("functions of more than 80 lines", &long, &known);
}

#[test]
fn lines_are_short() {
    let is_wide = |source: &&Source| source.text.lines().any(|l| l.chars().count() > MOST_COLUMNS);
    let wide = source::all().iter().filter(is_wide).map(|source| source.name.clone()).collect();
    assert_known("files with lines of more than 100 columns", &wide, KNOWN_WIDE_FILES);
}

#[test]
fn sources_are_read() {
    let text = "use crate::{base::Score, game::{self, pair::{Pair as Two, Seat}}};\n\
        /* use crate::x; */ fn f<'a>(c: char) -> &'a str { if c == '{' { \"}\" } else { r\"{\" } }\n\
        pub(super) struct Play<T>(T); // pub struct No;\nfn g(x: super::link::Event);\n\
        pub use self::inner::*;\n#[cfg(test)]\nmod tests { const T: &str = \"t\"; }\n";
    let source = Source::of("search/seat/mod.rs", text.to_owned());
    let paths: Vec<String> = source.uses().iter().map(|item| item.path.join("::")).collect();
    let expected = ["crate::base::Score", "crate::game", "crate::game::pair::Pair"];
    assert_eq!(paths[..3], expected);
    assert_eq!(paths[3..], ["crate::game::pair::Seat", "self::inner::*"]);
    let uses = source.uses();
    assert_eq!((uses[2].name.as_str(), uses[2].public, uses[4].public), ("Two", false, true));
    assert!(source.inline_paths().contains(&["super", "link", "Event"].map(String::from).into()));
    assert_eq!(source.types(), ["Play"]);
    assert_eq!(source.functions(), [("f".to_owned(), 1)]);
    assert_eq!((source.floor(), source.module.len()), (Some("search"), 2));
    assert_eq!(source.literals, ["}"]);
}
