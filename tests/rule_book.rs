//! The rule book is true: the games on its pages are replayed to the verdicts that stand there, and
//! every article that a verdict can quote is found on the page of its game.

use std::path::{Path, PathBuf};

use kralle::game::catalogue::Variant;
use kralle::game::rule_book::{RuleBook, Ruling};
use kralle::game::rules::{MatchEnd, Rules};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules")
}

fn page(name: &str) -> String {
    let path = folder().join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The blocks of a page that are fenced as `game`.
fn games(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Option<String> = None;
    for line in text.lines() {
        match (&mut open, line.trim_end()) {
            (None, "```game") => open = Some(String::new()),
            (Some(_), "```") => found.extend(open.take()),
            (Some(block), line) => *block += &format!("{line}\n"),
            (None, _) => {}
        }
    }
    assert!(open.is_none(), "a block has no end");
    found
}

/// Replays a block; its last line is the verdict.
fn replay(block: &str, place: &str) {
    let mut lines = block
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .filter(|line| !line.is_empty())
        .peekable();
    let name = lines.next().and_then(|line| line.strip_prefix("variant ")).expect(place);
    let variant = Variant::find(name).unwrap_or_else(|error| panic!("{place}: {error}"));
    let fen = lines
        .next_if(|line| line.starts_with("position "))
        .map(|line| line.strip_prefix("position fen ").expect(place));
    let table = fen.map_or_else(|| variant.start(), |fen| variant.set_up(fen));
    let mut table = table.unwrap_or_else(|error| panic!("{place}: {error}"));
    let mut expected = None;
    for line in lines {
        assert_eq!(expected, None, "{place}: the verdict is the last line");
        if let Some(verdict) = line.strip_prefix("verdict ") {
            expected = Some(verdict.to_owned());
            continue;
        }
        for text in line.split_whitespace() {
            let board = usize::from(table.seats() == 4 && text.starts_with('2'));
            let seat = table.on_move(board).unwrap_or_else(|| panic!("{place}: {text}: over"));
            let played = table.play(seat, text);
            played.unwrap_or_else(|error| panic!("{place}: {text}: {error} in {}", table.fen()));
        }
    }
    assert_eq!(expected.as_deref(), Some(&*table.verdict().to_string()), "{place}");
}

#[test]
fn the_games_on_the_pages_end_as_they_say() {
    let mut pages: Vec<PathBuf> =
        std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    let mut replayed = 0;
    for path in pages {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let blocks = games(&page(&name));
        let needs_none = matches!(&*name, "decisions.md" | "knobs.md");
        assert!(needs_none || !blocks.is_empty(), "{name} has no example");
        for (index, block) in blocks.iter().enumerate() {
            replay(block, &format!("{name}, example {}", index + 1));
            replayed += 1;
        }
    }
    assert!(replayed >= 10, "{replayed}");
}

const RULINGS: [Ruling; 24] = [
    Ruling::Mate,
    Ruling::CheckAverted,
    Ruling::CheckPending,
    Ruling::NoPieceCanCome,
    Ruling::BothMated,
    Ruling::MateWithStalemate,
    Ruling::Stalemate,
    Ruling::AllWait,
    Ruling::Repetition,
    Ruling::Moves,
    Ruling::Material,
    Ruling::Flag,
    Ruling::BothFlags,
    Ruling::FlagWithoutMate,
    Ruling::Resigned,
    Ruling::Agreed,
    Ruling::IllegalMove,
    Ruling::IllegalAgain,
    Ruling::BadDrop,
    Ruling::Score,
    Ruling::NobodyMoves,
    Ruling::HalfWon,
    Ruling::LastToMove,
    Ruling::KingTaken,
];

/// Can these rules ever quote this?
fn can_be_quoted(rules: &Rules, ruling: Ruling) -> bool {
    match ruling {
        Ruling::AllWait | Ruling::CheckAverted | Ruling::CheckPending | Ruling::BothMated => {
            rules.is_one_of_two()
        }
        Ruling::NoPieceCanCome | Ruling::Score => rules.match_end == MatchEnd::BothBoards,
        Ruling::NobodyMoves
        | Ruling::HalfWon
        | Ruling::MateWithStalemate
        | Ruling::LastToMove
        | Ruling::KingTaken => false,
        Ruling::BothFlags | Ruling::FlagWithoutMate => rules.is_one_of_two(),
        _ => true,
    }
}

/// Names an article, not only a book; `house rule` stands where the book does not rule.
fn names_an_article(text: &str) -> bool {
    text.contains(' ') && !matches!(text, "house rule" | "FICS bughouse")
}

fn assert_found(name: &str, article: &str) {
    let file = if name == "tandemordnung" { "tandem" } else { name };
    let quoted = format!("`{article}`");
    assert!(page(&format!("{file}.md")).contains(&quoted), "{file}.md lacks {quoted}");
}

#[test]
fn every_article_that_a_verdict_quotes_is_on_the_page_of_its_game() {
    for name in [
        "chess",
        "crazyhouse",
        "bughouse",
        "doorgeefschaak",
        "tandem",
        "tandemordnung",
        "superschaak",
    ] {
        let variant = Variant::find(name).unwrap();
        let rules = variant.board_rules().expect(name);
        for ruling in RULINGS.into_iter().filter(|&ruling| can_be_quoted(rules, ruling)) {
            let article = rules.article(ruling);
            if names_an_article(article) {
                assert_found(name, article);
            }
        }
    }
    for (name, book) in [
        ("vierschaak", RuleBook::Vierschaak),
        ("drieschaak", RuleBook::Drieschaak),
        ("4player-teams", RuleBook::FourPlayerTeams),
    ] {
        for ruling in RULINGS.into_iter().filter(|&ruling| ruling != Ruling::AllWait) {
            let article = book.article(ruling);
            if names_an_article(article) {
                assert_found(name, article);
            }
        }
    }
}
