//! What is fuzzed: one function for each thing that reads. A function takes any bytes, must not
//! panic, and asserts what else must hold: what is written is read again, own output is
//! accepted, an error leaves everything as it was.
//!
//! `fuzz_targets/` runs them under libFuzzer, `tests/fuzz.rs` over the corpus.

#[path = "../../tests/common/page.rs"]
mod page;

use std::path::Path;

use kralle::board::multi::FOUR;
use kralle::eval::net::NetworkWeights;
use kralle::game::catalogue::{BoardGame, BuiltIn, Variant};
use kralle::game::custom;
use kralle::game::multi::{Drieschaak, Vierschaak};
use kralle::game::pair::PartnerMessage;
use kralle::game::table::Table;
use kralle::notation::{bpgn, fen4, pgn};
use kralle::player::EngineSettings;
use kralle::protocol::Out;
use kralle::protocol::uci::UciSession;
use kralle::protocol::xboard::XboardSession;
use kralle::tools::lab::data::{GameReader, ScoreScale};
use kralle::tools::lab::train::{Checkpoint, TrainRecipe};
use kralle::tools::page::Backend;
use kralle::tools::records;
use kralle::tools::tournament::archive::Archive;
use kralle::tools::tournament::pace::TimeControl;
use page::Page;

/// A target: what it is called, and what it does with bytes.
pub type Target = (&'static str, fn(&[u8]));

/// All of them.
pub const TARGETS: &[Target] = &[
    ("fen", fen),
    ("fen4", read_fen4),
    ("moves", moves),
    ("san", san),
    ("pgn", read_pgn),
    ("bpgn", read_bpgn),
    ("records", read_records),
    ("rules", rules),
    ("network", network),
    ("games", games),
    ("checkpoint", checkpoint),
    ("recipe", recipe),
    ("uci", uci),
    ("cecp", cecp),
    ("talk", talk),
    ("match_json", match_json),
    ("time_control", time_control),
    ("request", request),
];

/// Runs the target of this name.
///
/// # Panics
/// If there is none, or what it asserts does not hold.
#[allow(dead_code, reason = "the programs of libFuzzer call it, the test does not")]
pub fn run(name: &str, data: &[u8]) {
    let (_, target) = TARGETS.iter().find(|(known, _)| *known == name).expect("a target");
    target(data);
}

/// Nothing that a person types is longer, in bytes.
const LONGEST: usize = 4_096;

fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok().filter(|text| text.len() <= LONGEST)
}

/// A game named by the first line, and the rest; the first letter alone chooses one, too.
fn game_and_rest(data: &[u8]) -> Option<(Variant, &str)> {
    let (name, rest) = text(data)?.split_once('\n')?;
    let game = BuiltIn::ALL.into_iter().find(|game| game.name() == name).or_else(|| {
        let letter = name.bytes().next()?;
        BuiltIn::ALL.get(usize::from(letter) % BuiltIn::ALL.len()).copied()
    })?;
    Some((game.into(), rest))
}

fn boards(table: &dyn Table) -> usize {
    (0..table.seats()).map(|seat| table.board_of(seat)).max().map_or(1, |last| last + 1)
}

/// FENs of all games: what is written is read again, and legal moves can be played and taken
/// back.
pub fn fen(data: &[u8]) {
    let Some((game, fen)) = game_and_rest(data) else { return };
    let Ok(mut table) = game.set_up(fen) else { return };
    let written = table.fen();
    let again = game.set_up(&written);
    assert_eq!(again.map(|again| again.fen()).as_deref(), Ok(written.as_str()), "{fen}");
    for board in 0..boards(&*table) {
        let legal = table.legal(board);
        let Some(seat) = table.on_move(board) else { continue };
        let Some(first) = legal.get(data.len() % legal.len().max(1)) else { continue };
        table.play(seat, first).unwrap_or_else(|error| panic!("{written}: {first}: {error}"));
        if table.undo() {
            assert_eq!(table.fen(), written, "after {first} was taken back");
        } else {
            return;
        }
    }
}

/// FEN4, as the servers for four players write it.
pub fn read_fen4(data: &[u8]) {
    let Some(fen) = text(data) else { return };
    let Ok(setup) = fen4::read_fen4(fen, &FOUR) else { return };
    let game = Variant::from(BuiltIn::Vierschaak);
    let Ok(table) = game.set_up(&setup.to_string()) else { return };
    assert!(game.set_up(&table.fen()).is_ok());
}

/// Moves in UCI: one that is refused changes nothing, one that is accepted was legal, and its
/// SAN names it.
pub fn moves(data: &[u8]) {
    let Some((game, rest)) = game_and_rest(data) else { return };
    let mut table = game.start().expect("the usual start");
    for word in rest.split_whitespace().take(200) {
        let board = usize::from(word.starts_with('2') && boards(&*table) == 2);
        let Some(seat) = table.on_move(board) else { continue };
        let (before, legal) = (table.fen(), table.legal(board));
        let san = table.read(board, word).map(|mv| (table.san(mv), table.write(mv)));
        if let Ok((san, uci)) = &san {
            let plain = uci.trim_start_matches(['1', '2']);
            let plain = if boards(&*table) == 2 { plain } else { uci.as_str() };
            assert_eq!(table.read_san(board, san).as_deref(), Some(plain), "{before}: {san}");
        }
        match table.play(seat, word) {
            Ok(played) => assert!(legal.contains(&played.text), "{before}: {word}"),
            Err(_) => assert_eq!(table.fen(), before, "{word} was refused"),
        }
    }
}

/// Moves in SAN: what is understood is legal.
pub fn san(data: &[u8]) {
    let Some((game, rest)) = game_and_rest(data) else { return };
    let mut table = game.start().expect("the usual start");
    for (index, word) in rest.split_whitespace().take(200).enumerate() {
        let board = index % boards(&*table);
        let Some(seat) = table.on_move(board) else { continue };
        let Some(mv) = table.read_san(board, word) else { continue };
        assert!(table.legal(board).contains(&mv), "{}: {word} is {mv}", table.fen());
        table.play(seat, &mv).unwrap_or_else(|error| panic!("{word}: {error}"));
    }
}

/// PGN, with PGN4.
pub fn read_pgn(data: &[u8]) {
    if let Some(text) = text(data) {
        let _ = pgn::read(text);
    }
}

/// BPGN in any encoding: what is written is read as the same game. A brace in a comment cannot
/// be written, so comments may differ.
pub fn read_bpgn(data: &[u8]) {
    let Ok(games) = bpgn::read(&bpgn::decode(data)) else { return };
    for game in games {
        let written = game.to_string();
        let again = bpgn::read(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
        let moves = |game: &bpgn::BpgnGame| -> Vec<bpgn::BpgnMove> {
            let plain = |mv: &bpgn::BpgnMove| bpgn::BpgnMove { comments: vec![], ..mv.clone() };
            game.moves.iter().map(plain).collect()
        };
        assert_eq!(again.first().map(moves), Some(moves(&game)), "{written}");
    }
}

/// Records of all kinds, as `kralle annotate` and the page read them.
pub fn read_records(data: &[u8]) {
    let Some((game, rest)) = game_and_rest(data) else { return };
    let Ok(games) = records::read(rest, &game) else { return };
    for game in games.iter().take(3) {
        let written = records::write(game);
        let again = records::read(&written, game.variant());
        let again = again.unwrap_or_else(|error| panic!("{error}: {written}"));
        let moves = |game: &records::RecordedGame| -> Vec<String> {
            game.plies.iter().map(|ply| game.uci(&ply.played)).collect()
        };
        assert_eq!(again.first().map(moves), Some(moves(game)), "{written}");
    }
}

/// Rules files.
pub fn rules(data: &[u8]) {
    let Some(Ok(games)) = text(data).map(custom::read) else { return };
    for game in games {
        let _ = game.start();
    }
}

/// Networks: what is written is read again; files of this version are the same.
pub fn network(data: &[u8]) {
    if let Ok(network) = NetworkWeights::read(data) {
        let written = network.write();
        assert_eq!(NetworkWeights::read(&written).as_ref(), Ok(&network));
        assert!(written == data || data[8] < written[8]);
    }
}

/// Files of games to learn from.
pub fn games(data: &[u8]) {
    let Ok(reader) = GameReader::new(data, Path::new("fuzzed")) else { return };
    let recipe = *reader.recipe();
    for record in reader.take(50) {
        let Ok(record) = record else { return };
        let scale = ScoreScale::of(&recipe);
        let _ = match BoardGame::of(recipe.game) {
            Some(_) => record.replay(&recipe, |_| {}),
            None if recipe.game == BuiltIn::Vierschaak => {
                record.replay_seats::<Vierschaak>(scale, 0.5, |_| {})
            }
            None => record.replay_seats::<Drieschaak>(scale, 0.5, |_| {}),
        };
    }
}

/// Checkpoints of a training.
pub fn checkpoint(data: &[u8]) {
    let _ = Checkpoint::read(data, Path::new("fuzzed"));
}

/// Recipes of a training.
pub fn recipe(data: &[u8]) {
    let _ = text(data).map(toml::from_str::<TrainRecipe>);
}

/// What a session has written since this was asked last.
fn take(page: &Page) -> String {
    let bytes = std::mem::take(&mut *page.0.lock().expect("no panic"));
    String::from_utf8(bytes).expect("text")
}

/// Words of commands that take long, need much memory, or open files.
const LEFT_OUT: &[&str] = &[
    "perft", "bench", "divide", "hash", "threads", "file", "cores", "memory", "depth", "sleep",
    "speed", "export", "log",
];

fn is_left_out(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    LEFT_OUT.iter().any(|word| line.contains(word))
}

/// Carries a line out; says what the session wrote, and whether it goes on.
fn obey(session: &mut UciSession, page: &Page, line: &str) -> (String, bool) {
    take(page);
    let goes_on = session.obey(line);
    (take(page), goes_on)
}

/// Searches; exactly one answer, and the move is one that the position takes.
fn search(session: &mut UciSession, page: &Page, line: &str, position: Option<&str>) {
    take(page);
    session.obey(&format!("{line} nodes 200"));
    session.obey("stop");
    session.wait();
    let said = take(page);
    let is_answer = |line: &&str| {
        line.starts_with("bestmove") || *line == "analysisok" || line.contains("error")
    };
    let answers: Vec<&str> = said.lines().filter(is_answer).collect();
    assert_eq!(answers.len(), 1, "{line}: {said}");
    let best = answers[0].strip_prefix("bestmove ").and_then(|rest| rest.split(' ').next());
    let (Some(position), Some(best)) = (position, best) else { return };
    if !matches!(best, "(none)" | "0000") {
        let moves = if position.contains(" moves") { "" } else { " moves" };
        let (said, _) = obey(session, page, &format!("{position}{moves} {best}"));
        assert!(!said.contains("error"), "{position}: {line}: {best}: {said}");
        obey(session, page, position);
    }
}

/// A stream of UCI: no panic, one legal `bestmove` for a `go`, and a position that is refused
/// changes nothing.
pub fn uci(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let page = Page::default();
    let mut session = UciSession::new(Out::new(page.clone())).expect("a session");
    // The line that set the board, while nothing else has changed it.
    let mut position = Some("position startpos".to_owned());
    for line in text.lines().filter(|line| !is_left_out(line)).take(40) {
        let first = line.split_whitespace().next().unwrap_or_default();
        match first {
            "go" | "analyse" => search(&mut session, &page, line, position.as_deref()),
            "position" => {
                let before = obey(&mut session, &page, "d").0;
                if obey(&mut session, &page, line).0.contains("error") {
                    assert_eq!(obey(&mut session, &page, "d").0, before, "after `{line}`");
                } else {
                    position = Some(line.trim_end().to_owned());
                }
            }
            "isready" | "stop" | "ponderhit" | "d" | "eval" | "uci" | "debug" => {
                session.obey(line);
            }
            _ if !session.obey(line) => return,
            _ => position = None,
        }
    }
    session.obey("stop");
    session.wait();
}

/// A stream of CECP: no panic, and it still answers afterwards.
pub fn cecp(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let page = Page::default();
    let mut session = XboardSession::new(Out::new(page.clone())).expect("a session");
    let is_quick = |line: &&str| {
        let first = line.split_whitespace().next().unwrap_or_default();
        !matches!(first, "quit" | "st" | "level" | "analyze" | "hard") && !is_left_out(line)
    };
    let lines: Vec<&str> = text.lines().filter(is_quick).take(40).collect();
    let input = format!("xboard\nst 0.01\n{}\nforce\nping 77\n", lines.join("\n"));
    session.listen(std::io::Cursor::new(input)).expect("text");
    assert!(take(&page).contains("pong 77"), "{text}");
}

/// Talk between partners: what is written is read again.
pub fn talk(data: &[u8]) {
    let Some(Ok(message)) = text(data).map(str::parse::<PartnerMessage>) else { return };
    assert_eq!(message.to_string().parse(), Ok(message));
}

/// The file of a match.
pub fn match_json(data: &[u8]) {
    if let Some(text) = text(data) {
        let _ = Archive::parse(text, "fuzzed".into());
    }
}

/// Time controls: what is written is read again.
pub fn time_control(data: &[u8]) {
    let Some(Ok(control)) = text(data).map(str::parse::<TimeControl>) else { return };
    assert_eq!(control.to_string().parse(), Ok(control));
}

/// What the page asks: the name of a request, a line feed, and JSON. What is asked is prepared,
/// not searched.
pub fn request(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let (name, request) = text.split_once('\n').unwrap_or((text, ""));
    let size = EngineSettings { hash_mib: 1, threads: 1 };
    let backend = Backend::new(size, size);
    let answered = if Backend::has_one_answer(name) {
        backend.answer(name, request).map(drop)
    } else {
        backend.begin(name, request).map(drop)
    };
    if let Err(error) = answered {
        assert!(!error.to_string().is_empty(), "{text}");
    }
}
