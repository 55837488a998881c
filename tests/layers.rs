//! Imports only go down: reads the `use crate::` lines (and every other `crate::` path) of
//! all sources and fails on an arrow that runs upward or sideways into another floor.

use std::path::{Path, PathBuf};

/// The floors, lowest first, as the crate's documentation has them.
const FLOORS: [&str; 9] =
    ["base", "board", "notation", "game", "eval", "search", "player", "protocol", "tools"];

fn floor(name: &str) -> Option<usize> {
    FLOORS.iter().position(|&floor| floor == name)
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The floors that a line of code imports from.
fn imports(line: &str) -> Vec<String> {
    let code = line.split("//").next().unwrap_or_default();
    let mut floors = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        let inner = rest.strip_prefix('{').map_or(rest, |group| group.split('}').next().unwrap());
        let names = if rest.starts_with('{') { inner.split(',').collect() } else { vec![inner] };
        for name in names {
            let name = name.trim();
            let end = name.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
            floors.push(name[..end.unwrap_or(name.len())].to_owned());
        }
    }
    floors
}

#[test]
fn imports_are_found() {
    assert_eq!(imports("use crate::board::{Color, Move};"), ["board"]);
    assert_eq!(imports("use crate::{base::Score, game};"), ["base", "game"]);
    assert_eq!(imports("fn f(x: crate::eval::Eval) {} // crate::tools"), ["eval"]);
}

#[test]
fn imports_only_go_down() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&source, &mut files);
    let mut arrows = 0;
    let mut upward = Vec::new();
    for file in &files {
        let inside = file.strip_prefix(&source).unwrap();
        let folder = inside.components().next().unwrap().as_os_str().to_str().unwrap();
        // What stands beside the floors (`lib.rs`, the program itself) may use them all.
        let Some(own) = floor(folder) else { continue };
        for (number, line) in std::fs::read_to_string(file).unwrap().lines().enumerate() {
            for name in imports(line) {
                let Some(other) = floor(&name) else {
                    upward.push(format!(
                        "{}:{}: unknown floor `{name}`",
                        inside.display(),
                        number + 1
                    ));
                    continue;
                };
                arrows += 1;
                if other > own {
                    upward.push(format!(
                        "{}:{}: {folder} uses {name}",
                        inside.display(),
                        number + 1
                    ));
                }
            }
        }
    }
    assert!(arrows > 50, "only {arrows} imports were found: is the test still reading them?");
    assert!(upward.is_empty(), "arrows that run upward:\n{}", upward.join("\n"));
}
