//! `kralle train` from game records to a network file, as its command line does it.

use std::path::PathBuf;
use std::process::{Command, Output};

use kralle::eval::net::NetworkWeights;
use kralle::tools::lab::data;

/// A folder of this test with games of its own.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kralle-train-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// Games of short thought.
    fn games(&self, game: &str, count: &str) -> String {
        let path = self.path(&format!("{game}{count}"));
        let args = ["datagen", "--variant", game, "--games", count, "--nodes", "60"];
        let made = kralle(&[&args[..], &["--threads", "1", "--output", &path]].concat());
        assert!(made.status.success(), "{made:?}");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn kralle(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kralle")).args(arguments).output().unwrap()
}

/// Trains; the standard output.
fn train(arguments: &str) -> String {
    let arguments = format!("train {arguments}");
    let output = kralle(&arguments.split(' ').collect::<Vec<_>>());
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Fails to train; the complaint, which must be one line.
fn refused(arguments: &str) -> String {
    let arguments = format!("train {arguments}");
    let output = kralle(&arguments.split(' ').collect::<Vec<_>>());
    assert!(!output.status.success(), "{arguments}");
    let complaint = String::from_utf8(output.stderr).unwrap();
    let complaint = complaint.trim_end().strip_prefix("kralle: ").expect(&arguments).to_owned();
    assert!(!complaint.contains('\n'), "{complaint}");
    complaint
}

#[test]
fn games_become_a_network_a_checkpoint_and_a_picture() {
    let folder = Folder::new("whole");
    let games = folder.games("crazyhouse", "12");
    let [net, curve] = ["a.nnue", "a.svg"].map(|name| folder.path(name));
    let common = format!("--data {games} --hidden 32 --epochs 3 --batch 100 --validation 0.3");
    let said = train(&format!("{common} --threads 1 --output {net} --curve {curve}"));
    assert!(said.starts_with("12 games: "), "{said}");
    assert!(said.contains("epoch   3: loss 0.") && said.contains("kept apart 0."), "{said}");
    assert!(said.contains("rounded to whole numbers: "), "{said}");
    let weights = NetworkWeights::load(&net).unwrap();
    assert_eq!((weights.game.as_str(), weights.hidden), ("crazyhouse", 32));
    let picture = std::fs::read_to_string(&curve).unwrap();
    assert!(picture.starts_with("<svg") && picture.matches("<polyline").count() == 2);

    // A finished training that goes on ends at once, with the same network.
    let [other, kept] = [folder.path("b.nnue"), format!("{net}.checkpoint")];
    let said =
        train(&format!("{common} --threads 2 --output {other} --checkpoint {kept} --resume"));
    assert!(said.contains("going on after epoch 3"), "{said}");
    assert_eq!(NetworkWeights::load(&other).unwrap(), weights);
    // The same from the beginning, with other threads.
    train(&format!("{common} --threads 2 --output {other}"));
    assert_eq!(NetworkWeights::load(&other).unwrap(), weights);
    // From this network on, for another game.
    train(&format!(
        "{common} --start {net} --game bughouse --rate 0 --last-rate 0 --output {other}"
    ));
    let weights = NetworkWeights { game: "bughouse".into(), ..weights };
    assert_eq!(NetworkWeights::load(&other).unwrap(), weights);
}

#[test]
fn a_network_may_see_pieces_alone() {
    let folder = Folder::new("pieces");
    let games = folder.games("chess", "12");
    let [without, with] = ["without.nnue", "with.nnue"].map(|name| folder.path(name));
    let common = format!("--data {games} --hidden 32 --epochs 1");
    train(&format!("{common} --without-threats --output {without}"));
    let seen = |path: &str| NetworkWeights::load(path).unwrap().inputs.threats;
    assert_eq!(seen(&without), 0);
    train(&format!("{common} --start {without} --output {with}"));
    assert!(seen(&with) > 0);
    // What a network has learnt is not dropped in silence.
    let complaint = refused(&format!("{common} --without-threats --start {with} --output {with}"));
    assert!(complaint.ends_with("with.nnue: it sees threats that this training would forget"));
    let kept = format!("{without}.checkpoint");
    let complaint = refused(&format!("{common} --resume --checkpoint {kept} --output {with}"));
    assert!(complaint.ends_with("a checkpoint of a training with threats false"), "{complaint}");
}

#[test]
fn what_cannot_be_done_is_said_in_one_line() {
    let folder = Folder::new("refused");
    let games = folder.games("crazyhouse", "12");
    let chess = folder.games("chess", "12");
    let empty = folder.games("crazyhouse", "0");
    let cut = folder.path("cut");
    let bytes = std::fs::read(&games).unwrap();
    std::fs::write(&cut, &bytes[..bytes.len() - 5]).unwrap();
    let net = folder.path("net");
    let common = format!("--output {net} --hidden 32 --epochs 1");
    for (arguments, words) in [
        (format!("--data {games} --output {net} --hidden 33"), "33 neurons: it must be a multiple"),
        (format!("{common} --data no-such-file"), "no-such-file: No such file"),
        (format!("{common} --data Cargo.toml"), "Cargo.toml: this is no file of game records"),
        (format!("{common} --data {games} {chess}"), "games of chess, but crazyhouse before"),
        (format!("{common} --data {empty}"), "there is no position to learn from"),
        (format!("{common} --data {cut}"), "cut: game 12 is damaged: it ends too soon"),
        (format!("{common} --data {games} --resume"), ".checkpoint: cannot be read: No such file"),
        (format!("{common} --data {games} --checkpoint Cargo.toml --resume"), "is no checkpoint"),
        (
            format!("{common} --data {games} --checkpoint src"),
            "src: cannot be written: it is no reg",
        ),
        (format!("{common} --data {games} --checkpoint src --resume"), "it is no regular file"),
        (format!("{common} --data {games} --curve no/x.svg"), "no/x.svg: cannot be written: there"),
        (format!("{common} --data {games} --start Cargo.toml"), "this is no network of Kralle"),
    ] {
        let complaint = refused(&arguments);
        assert!(complaint.contains(words), "{arguments}: {complaint}");
    }
    assert!(!std::path::Path::new(&net).exists());
    train(&format!("--data {games} --output {net} --hidden 64 --epochs 1"));
    assert!(
        refused(&format!("{common} --data {games} --start {net}"))
            .ends_with("net: 64 neurons, but --hidden 32")
    );
    // Mixed games need a name for what comes of them.
    train(&format!("{common} --data {games} {chess} --game crazyhouse"));
}

#[test]
fn rows_are_written_for_others() {
    let folder = Folder::new("rows");
    let games = folder.games("doorgeefschaak", "12");
    let rows = folder.path("rows");
    let said = train(&format!("--data {games} --validation 0.3 --rows {rows}"));
    let bytes = std::fs::read(&rows).unwrap();
    assert!(bytes.starts_with(b"KRALLERW\x03\0\0\0"));
    assert!(bytes[28..].starts_with(b"mirrored-8x8\0\0\0\0doorgeefschaak\0\0"));
    let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize;
    let mut at = 60;
    let mut counts = Vec::new();
    for _ in 0..2 {
        let (count, lit) = (word(at), word(at + 8));
        assert_eq!(word(at + 16 * count + 8), lit, "where the last view ends");
        counts.push(count);
        at += 16 + 20 * count + 2 * lit;
    }
    assert_eq!(at, bytes.len());
    let kept = data::check(&[games.into()]).unwrap().kept() as usize;
    assert_eq!(counts.iter().sum::<usize>(), kept);
    assert!(counts.iter().all(|&count| count > 0));
    let [training, validation] = counts[..] else { unreachable!() };
    let words = format!("{training} positions to learn from, {validation} kept apart");
    assert!(said.contains(&words), "{said}");
}
