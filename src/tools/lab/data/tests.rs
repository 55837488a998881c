//! Files of game records: what is written is read and replayed, what is damaged is refused.

use std::path::PathBuf;

use indicatif::ProgressBar;

use super::file::{GameReader, GameWriter, read_number};
use super::record::GameRecord;
use super::relabel::Relabeller;
use super::seats_record::ScoreScale;
use super::selfplay::OPENING;
use super::{DataError, DatagenOrder, DatagenRecipe, check, generate};
use crate::board::Color;
use crate::eval::chosen::EvalChoice;
use crate::game::Searchable as _;
use crate::game::catalogue::{BuiltIn, Family};
use crate::game::multi::{Drieschaak, FourPlayerTeams, Vierschaak};
use crate::game::single::Position;

fn recipe(name: &str) -> DatagenRecipe {
    let game = BuiltIn::find(name).unwrap();
    DatagenRecipe { game, both_boards: false, nodes: 60, seed: 7, network: 0 }
}

/// Four seats.
fn paired(name: &str) -> DatagenRecipe {
    DatagenRecipe { both_boards: true, ..recipe(name) }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("kralle-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Replays a game of any kind.
fn replay(
    recipe: &DatagenRecipe,
    game: &GameRecord,
    each: &mut dyn FnMut(),
) -> Result<(), &'static str> {
    let scale = ScoreScale::of(recipe);
    match recipe.game.family() {
        Family::Single(_) | Family::Pair(_) => game.replay(recipe, |_| each()),
        Family::Four(_) => game.replay_seats::<Vierschaak>(scale, 0.5, |_| each()),
        Family::Three(_) => game.replay_seats::<Drieschaak>(scale, 0.5, |_| each()),
        Family::Teams(_) => game.replay_seats::<FourPlayerTeams>(scale, 0.5, |_| each()),
    }
}

#[test]
fn games_survive_the_file_and_can_be_replayed() {
    let alone = ["chess", "crazyhouse", "superschaak", "doorgeefschaak", "tandem"].map(recipe);
    let paired = ["bughouse", "doorgeefschaak", "tandem", "tandemordnung"].map(paired);
    let seats = ["vierschaak", "drieschaak", "4player-teams"].map(recipe);
    for recipe in alone.into_iter().chain(paired).chain(seats) {
        for game in (0..3).map(|number| generate::game(recipe, number)) {
            let mut bytes = game.write();
            let length = read_number(&mut bytes.as_slice()).unwrap();
            let body = bytes.split_off(bytes.len() - length as usize);
            assert_eq!(GameRecord::read(&body).as_ref(), Ok(&game));
            assert!(GameRecord::read(&body[..body.len() - 1]).is_err());
            let mut plies = 0;
            replay(&recipe, &game, &mut || plies += 1).unwrap();
            assert_eq!(plies, game.plies.len());
            assert!(plies > 6, "{recipe:?}");
        }
    }
}

#[test]
fn a_prelude_is_played_by_chance_and_an_opening_follows() {
    let recipe = recipe("superschaak");
    for number in 0..4 {
        let game = generate::game(recipe, number);
        let mut opening = 0;
        game.replay(&recipe, |sample| {
            let settled = sample.position.is_settled();
            assert!(settled || sample.score.is_none());
            opening += u32::from(settled && sample.score.is_none());
        })
        .unwrap();
        assert!(OPENING.contains(&opening), "{opening}");
    }
}

#[test]
fn a_file_depends_neither_on_threads_nor_on_interruptions() {
    let folder = folder("data");
    let recipe = recipe("crazyhouse");
    let whole = generate::file(recipe, 8, 1, &folder.join("whole"));
    assert_eq!(generate::file(recipe, 8, 3, &folder.join("threads")), whole);
    let cut = folder.join("cut");
    std::fs::write(&cut, &whole[..whole.len() / 2]).unwrap();
    assert!(check(std::slice::from_ref(&cut)).is_err());
    assert_eq!(generate::file(recipe, 8, 2, &cut), whole);
    let once = check(std::slice::from_ref(&cut)).unwrap();
    assert!(once.kept() > 0 && !once.to_string().contains("earlier"));
    let twice = check(&[cut.clone(), cut]).unwrap().to_string();
    assert!(twice.contains("\n8 of them (50.0 %) end as an earlier one\n"), "{twice}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_file_damaged_in_the_middle_is_refused_and_left_as_it_is() {
    let folder = folder("damaged");
    let recipe = recipe("crazyhouse");
    let whole = generate::file(recipe, 6, 2, &folder.join("whole"));
    // Where each game begins, and where its body does.
    let mut starts = Vec::new();
    let mut at = recipe.header().len();
    while at < whole.len() {
        let mut rest = &whole[at..];
        let length = read_number(&mut rest).unwrap() as usize;
        let body = whole.len() - rest.len();
        starts.push((at, body));
        at = body + length;
    }
    assert_eq!(starts.len(), 6);
    let path = folder.join("file");
    let resume = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        GameWriter::resume(&path, &recipe).map(|(_, games)| games)
    };
    for (game, (start, body)) in starts.into_iter().enumerate() {
        // The number of plies, the result, the length of the game: longer by a little and by so
        // much that it ends behind the file.
        let longer = (whole[start] & 127) < 127;
        let marks = [(body, 255), (body + 1, 9), (start + 1, 127)];
        let marks = marks.into_iter().chain(longer.then(|| (start, whole[start] + 1)));
        for (place, byte) in marks {
            let mut bytes = whole.clone();
            assert_ne!(std::mem::replace(&mut bytes[place], byte), byte);
            match resume(&bytes) {
                Err(DataError::Damaged { number, offset, .. }) => {
                    // A game that is too long by a little is found out by the next one.
                    let next = (game as u64 + 1..=game as u64 + 2).contains(&number);
                    assert!(next && offset >= start as u64, "game {number}, byte {offset}");
                }
                other => panic!("game {game}, byte {place} made {byte}: {other:?}"),
            }
            assert_eq!(std::fs::read(&path).unwrap(), bytes, "it was changed");
        }
        // A file that ends inside a game ends before it.
        for end in [start + 1, body, body + 1, body + 9] {
            assert_eq!(resume(&whole[..end]).unwrap(), game as u64);
            assert_eq!(std::fs::read(&path).unwrap(), whole[..start]);
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_pair_is_replayed_with_both_boards() {
    for (name, number) in [("bughouse", 0), ("bughouse", 1), ("doorgeefschaak", 2)] {
        let recipe = paired(name);
        let game = generate::game(recipe, number);
        let white = f32::from(game.result) / 4.0;
        let (mut pieces, mut movers) = (0, [0; 4]);
        game.replay(&recipe, |sample| {
            let Some(beside) = sample.beside else { return };
            // What is captured on one board is in a hand of the other.
            let count = |position: &Position| {
                let board = position.board();
                let hands = Color::ALL.map(|color| board.hand(color).len());
                board.occupied().len() + hands[0] + hands[1]
            };
            assert_eq!(count(sample.position) + count(beside), 64);
            pieces += sample.position.board().occupied().len() as usize;
            // White of one board plays with Black of the other.
            assert_eq!(sample.result, if sample.is_white { white } else { 1.0 - white });
            let color = sample.position.turn().index();
            movers[2 * usize::from(sample.is_white) + color] += 1;
        })
        .unwrap();
        assert!(pieces < 32 * game.plies.len() && movers.iter().all(|&plies| plies > 2));
    }
}

#[test]
fn a_file_of_pairs_is_resumed_after_a_cut() {
    let folder = folder("pairs");
    let whole = generate::file(paired("tandem"), 3, 2, &folder.join("whole"));
    let cut = folder.join("cut");
    std::fs::write(&cut, &whole[..whole.len() - 9]).unwrap();
    assert_eq!(generate::file(paired("tandem"), 3, 1, &cut), whole);
    assert!(check(&[cut]).unwrap().kept() > 0);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn relabelled_games_have_new_scores_where_something_is_learnt() {
    let folder = folder("relabel");
    let old = folder.join("old");
    generate::file(recipe("crazyhouse"), 4, 1, &old);
    let relabel = |threads, name: &str| {
        let eval = EvalChoice::BuiltIn;
        let (recipe, games) = Relabeller::order(&old, 200, &eval).unwrap();
        assert_eq!((recipe.nodes, recipe.seed, games), (200, 7, 4));
        assert_ne!(recipe.network, 0);
        let (relabel, output) = (Some(old.clone()), folder.join(name));
        let order = DatagenOrder { recipe, eval, relabel, games, threads, output };
        assert_eq!(generate(&order, &ProgressBar::hidden()).unwrap(), games);
        order.output
    };
    let new = relabel(1, "new");
    assert_eq!(std::fs::read(&new).unwrap(), std::fs::read(relabel(3, "threads")).unwrap());
    let games = |path| GameReader::open(path).unwrap().map(Result::unwrap);
    let mut changed = 0;
    for (old, new) in games(&old).zip(games(&new)) {
        assert_eq!(old.result, new.result);
        let mut learnt = Vec::new();
        old.replay(&recipe("crazyhouse"), |sample| learnt.push(sample.skipped.is_none())).unwrap();
        for ((old, new), learnt) in old.plies.iter().zip(&new.plies).zip(learnt) {
            assert_eq!((old.place, &old.arrivals), (new.place, &new.arrivals));
            assert!(learnt || old.score == new.score);
            changed += usize::from(old.score != new.score);
        }
    }
    assert!(changed > 20, "{changed}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_cannot_be_relabelled_is_refused() {
    let folder = folder("not-relabelled");
    for recipe in [paired("tandem"), recipe("vierschaak")] {
        let old = folder.join(recipe.game.name());
        std::fs::write(&old, recipe.header()).unwrap();
        let found = Relabeller::order(&old, 200, &EvalChoice::HandWritten);
        assert!(matches!(found, Err(DataError::BothBoards { .. } | DataError::NoBoard(_))));
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_is_no_such_file_is_refused() {
    let folder = folder("foreign");
    let path = folder.join("file");
    std::fs::write(&path, b"short").unwrap();
    assert!(matches!(GameReader::open(&path), Err(DataError::Foreign(_))));
    let mut bytes = recipe("chess").header();
    bytes[8] = 99;
    std::fs::write(&path, &bytes).unwrap();
    assert!(matches!(GameReader::open(&path), Err(DataError::Version { found: 99, .. })));
    let mut bytes = recipe("chess").header();
    bytes[16] = b'k';
    std::fs::write(&path, &bytes).unwrap();
    assert!(matches!(GameReader::open(&path), Err(DataError::Variant { .. })));
    let mut bytes = recipe("chess").header();
    bytes[12] = 3;
    std::fs::write(&path, &bytes).unwrap();
    assert!(matches!(GameReader::open(&path), Err(DataError::Boards { found: 3, .. })));
    std::fs::write(&path, recipe("chess").header()).unwrap();
    let other = GameWriter::resume(&path, &DatagenRecipe { seed: 8, ..recipe("chess") });
    assert!(matches!(other, Err(DataError::DatagenRecipe { .. })));
    let writer = GameWriter::resume(&path, &recipe("chess")).unwrap();
    let second = GameWriter::resume(&path, &recipe("chess"));
    assert!(matches!(second, Err(DataError::InUse { .. })), "two writers would mix their games");
    drop(writer);
    assert!(GameWriter::resume(&path, &recipe("chess")).is_ok());
    assert!(GameReader::open(&folder.join("none")).is_err());
    std::fs::remove_dir_all(folder).unwrap();
}
