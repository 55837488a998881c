//! The pictures of the rule book are those that the program draws today, and every one of them
//! is shown on a page.

use std::path::{Path, PathBuf};

use kralle::tools::diagram::command::read_list;

const LIST: &str = include_str!("../docs/images/rules/pictures.txt");

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/images/rules")
}

/// The text of all pages of a folder.
fn pages(folder: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let pages = files.filter(|path| path.extension().is_some_and(|end| end == "md"));
    pages.map(|path| std::fs::read_to_string(path).expect("a page")).collect()
}

#[test]
fn the_pictures_of_the_rule_book_are_drawn_by_the_program() {
    let pictures = read_list(LIST).expect("a list");
    assert!(pictures.len() > 20);
    for (name, svg) in pictures {
        let file = std::fs::read_to_string(folder().join(&name)).unwrap_or_default();
        assert_eq!(file, svg, "{name}: make it anew with `kralle picture --list`");
    }
}

#[test]
fn every_picture_is_shown_and_every_picture_shown_is_there() {
    let text = pages("docs/rules") + &pages("docs") + &pages(".");
    for (name, _) in read_list(LIST).expect("a list") {
        let shown = format!(
            "images/{}",
            name.strip_prefix("../").map_or(format!("rules/{name}"), Into::into)
        );
        assert!(text.contains(&format!("{shown})")), "{shown} is on no page");
    }
    for entry in std::fs::read_dir(folder()).expect("a folder") {
        let name = entry.expect("a file").file_name().into_string().expect("a name");
        assert!(
            name == "pictures.txt" || LIST.contains(&format!("{name}:")),
            "{name} is in no list"
        );
    }
    for part in text.split("](../images/rules/").skip(1) {
        let name = part.split(')').next().unwrap_or_default();
        assert!(folder().join(name).is_file(), "{name} is missing");
    }
}

#[test]
fn a_list_at_fault_names_its_line() {
    for (list, expected) in [
        ("a.svg", "line 1: `FILE: OPTIONS` is needed"),
        ("# x\n\na.svg: --variant chess --dots z9", "line 3: `z9` is no square of this game"),
        ("a.svg: --arrows e2", "line 1: `e2` is no pair of squares of this game"),
        ("a.svg: --variant chess --moves e2e5", "line 1: e2e5: `e2e5` is not legal here"),
        ("a.svg: --variant halma", "line 1: "),
        ("a.svg: --fen x", "line 1: "),
    ] {
        let error = read_list(list).expect_err(list).to_string();
        assert!(error.starts_with(expected), "{list}: {error}");
    }
}

/// A piece where it stands, hands beside, the other board turned.
#[test]
fn a_picture_shows_pieces_where_they_stand() {
    let list = "a.svg: --variant bughouse --moves 1e2e4 1d7d5 1e4d5 --title \"A < B\"";
    let svg = read_list(list).expect("a picture").remove(0).1;
    assert!(svg.contains("<title>A &lt; B</title>"));
    // White's pawn on d5 of board 1: file d is column 3, the fourth row from the top.
    let (x, y) = (26.0 + 3.0 * 60.0 + 2.0, 50.0 + 3.0 * 60.0 + 2.0);
    assert!(svg.contains(&format!("<use href=\"#piece-P\" x=\"{x}\" y=\"{y}\"")), "{svg}");
    // Black of board 2, at the bottom there, holds a pawn.
    let (x, y) = (26.0 + 480.0 + 40.0, 50.0 + 480.0 + 24.0);
    assert!(svg.contains(&format!("<use href=\"#piece-P\" x=\"{x}\" y=\"{y}\"")), "{svg}");
    assert_eq!(svg.matches("<use ").count(), 31 + 32 + 1);
}
